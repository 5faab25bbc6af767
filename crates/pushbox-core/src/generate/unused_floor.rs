//! Unused floor: parts behind a single cell into which no box may usefully go.
//!
//! Let a part of the floor be joined to the rest by one cell, the gate, with no goal, no box and no player in it, and
//! with no cell from which a box can be pushed to a goal. No solution has a box in there. A player inside can push
//! nothing: the only box within reach would stand on the gate, and would have come there while the player was outside,
//! where the player then still is. So the part is never needed, and can become wall.

use super::room::Room;
use crate::flood::{NEVER, steps_from};

/// Walls up every part of the floor that no solution needs; returns whether there was one.
///
/// `keep` are the cells of goals, boxes and players. The floor must hang together.
pub(crate) fn wall_up(room: &mut Room, goals: &[usize], keep: &[usize]) -> bool {
    let mut needed: Vec<bool> = distances(room, goals).iter().map(|&pushes| pushes != NEVER).collect();
    for &cell in keep {
        needed[cell] = true;
    }
    let mut changed = false;
    for gate in room.cells() {
        if !room.floor[gate] {
            continue;
        }
        let mut seen = vec![false; room.floor.len()];
        seen[gate] = true;
        for direction in 0..4 {
            let start = room.next(gate, direction);
            if !room.floor[start] || seen[start] {
                continue;
            }
            let part = room.part(start, &mut seen);
            if !part.iter().any(|&cell| needed[cell]) {
                part.iter().for_each(|&cell| room.floor[cell] = false);
                changed = true;
            }
        }
    }
    changed
}

/// Measures from every cell the fewest pushes of a box alone to the nearest of `goals`, if the player could reach every
/// cell; [`NEVER`] where there is no way.
pub(crate) fn distances(room: &Room, goals: &[usize]) -> Vec<u16> {
    let goals: Vec<u16> = goals.iter().map(|&goal| goal as u16).collect();
    steps_from(room.floor.len(), &goals, |cell, direction| {
        let from = room.next(cell.into(), direction);
        let has_room = room.floor[from] && room.floor[room.next(from, direction)];
        has_room.then_some(from as u16)
    })
}
