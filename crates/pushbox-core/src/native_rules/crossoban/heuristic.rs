//! The heuristic of the search of any solution, and the features of positions; no bounds.

use super::super::grid::marked;
use super::bound::{Assignment, BoundTables, ClassTables, Destination};
use super::static_level::{State, StaticLevel};
use crate::flood::{NEVER, steps_from};

/// The weight of a move that pushes, in moves, as most moves are steps on the way to a push.
const PUSH: u32 = 4;
/// The weight of each group of a colour beyond the first.
const GROUP: u32 = 2;
/// The steps to the next push where none helps.
const NO_PUSH: u32 = 16;

/// Estimates the distance to a solution, in moves.
pub(super) fn estimate(
    level: &StaticLevel,
    tables: &BoundTables,
    state: &State,
    assignment: &Assignment,
) -> u32 {
    let groups: usize = level.groups(state).map(|groups| groups.saturating_sub(1)).sum();
    PUSH * assignment.pushes
        + GROUP * groups as u32
        + steps_to_next_push(level, tables, state, assignment).unwrap_or(NO_PUSH)
}

/// Returns the steps of the nearest pusher to where it can push a box nearer to its destination.
fn steps_to_next_push(
    level: &StaticLevel,
    tables: &BoundTables,
    state: &State,
    assignment: &Assignment,
) -> Option<u32> {
    let is_box = marked(&vec![false; level.grid.cells + 1], &state[level.boxes()]);
    let walks = walks(level, state, &is_box);
    let mut least = None;
    for class in &tables.classes {
        for slot in level.on_board(state, class.slots.clone()) {
            let cell = state[slot];
            let destination = assignment.destinations[slot];
            let remaining = remaining_pushes(level, class, cell, destination);
            if remaining == 0 {
                continue;
            }
            let neighbours = level.grid.neighbours(cell);
            for direction in 0..4 {
                let to = neighbours[direction];
                let helps = level.admits(slot, to, direction)
                    && !is_box[usize::from(to)]
                    && !level.floor[usize::from(cell)].lock
                    && remaining_pushes(level, class, to, destination) < remaining;
                if !helps {
                    continue;
                }
                for (pusher, walk) in &walks {
                    let steps = walk[usize::from(neighbours[direction ^ 2])];
                    if steps != NEVER
                        && level.may_push(*pusher, slot)
                        && least.is_none_or(|least| steps < least)
                    {
                        least = Some(steps);
                    }
                }
            }
        }
    }
    least.map(u32::from)
}

/// Returns the pushes from a cell to a destination.
fn remaining_pushes(level: &StaticLevel, class: &ClassTables, cell: u16, destination: Destination) -> u16 {
    match destination {
        Destination::Stay => 0,
        Destination::At(goal) => class.distances.from(cell)[usize::from(goal)],
        Destination::Near(middle) => class.near[usize::from(cell) * level.grid.cells + usize::from(middle)],
    }
}

/// For one pusher of each class returns the steps of the nearest of that class to each cell, around the boxes.
fn walks(level: &StaticLevel, state: &State, is_box: &[bool]) -> Vec<(usize, Vec<u16>)> {
    let pushers = level.ranges.iter().filter(|range| range.start < level.first_box);
    pushers
        .map(|range| {
            let cells: Vec<u16> = level.on_board(state, range.clone()).map(|slot| state[slot]).collect();
            let enters = |cell: u16, direction: usize| {
                let to = level.grid.neighbour(cell, direction);
                let is_free = !is_box[usize::from(to)] && !level.floor[usize::from(to)].hole;
                (is_free && level.admits(range.start, to, direction)).then_some(to)
            };
            (range.start, steps_from(level.grid.cells + 1, &cells, enters))
        })
        .collect()
}
