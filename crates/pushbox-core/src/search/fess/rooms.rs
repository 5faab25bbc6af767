//! Rooms and the corridors that link them.

use super::plan::flip;
use crate::field::Field;

/// For every link between rooms the set of live squares on it: a box there breaks the link.
///
/// A room is a union of 2 x 2 squares that overlap by half, of at least 2 x 3 squares. What lies between are corridors;
/// one that touches rooms at two places or more is a link.
pub(crate) fn links(field: &Field) -> Vec<Vec<u64>> {
    let n = field.near.len();
    let wall = field.wall();
    let right = |square: u16| field.near[usize::from(square)][2];
    let down = |square: u16| field.near[usize::from(square)][3];
    // A block is named after its upper left square.
    let is_block = |square: u16| {
        square != wall && right(square) != wall && down(square) != wall && right(down(square)) != wall
    };
    let mut in_room = vec![false; n];
    for square in (0..wall).filter(|&square| is_block(square)) {
        for other in [right(square), down(square)].into_iter().filter(|&other| is_block(other)) {
            for first in [square, other] {
                for part in [first, right(first), down(first), right(down(first))] {
                    in_room[usize::from(part)] = true;
                }
            }
        }
    }
    let mut seen = in_room.clone();
    seen[usize::from(wall)] = true;
    let mut links = Vec::new();
    for start in 0..wall {
        if seen[usize::from(start)] {
            continue;
        }
        seen[usize::from(start)] = true;
        let mut corridor = vec![start];
        let (mut done, mut contacts) = (0, 0);
        while let Some(&square) = corridor.get(done) {
            done += 1;
            for next in field.near[usize::from(square)] {
                contacts += usize::from(in_room[usize::from(next)]);
                if !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    corridor.push(next);
                }
            }
        }
        if contacts >= 2 {
            let mut set = vec![0; field.live.len().div_ceil(64)];
            for square in corridor.into_iter().filter(|&square| field.is_live[usize::from(square)]) {
                flip(field, &mut set, square);
            }
            links.push(set);
        }
    }
    links
}
