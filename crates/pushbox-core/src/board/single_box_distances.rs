//! Distances of the player and of a single box on the empty floor, whatever squares the player would have to come to.

use super::Board;
use crate::level::opposite;

/// The distance of a square that cannot be reached.
pub(crate) const NEVER: u16 = u16::MAX;

/// Measures the steps of the player from `from` to every square.
pub(crate) fn walks(board: &Board, from: u16) -> Vec<u16> {
    spread(board, &[from], |square, direction| board.neighbour(square, direction))
}

/// Measures the fewest pushes that take a box from every square to one of `targets`.
pub(crate) fn pushes_to(board: &Board, targets: &[u16]) -> Vec<u16> {
    spread(board, targets, |square, direction| {
        let before = board.neighbour(square, direction);
        let stand = board.neighbour(before, direction);
        if stand == board.wall() { stand } else { before }
    })
}

/// Returns whether a box can be pushed from `from` to every square.
pub(crate) fn pushed_from(board: &Board, from: u16) -> Vec<bool> {
    let is_floor = |square| square != board.wall();
    let pushes = spread(board, &[from], |square, direction| {
        let next = board.neighbour(square, direction);
        let stand = board.neighbour(square, opposite(direction));
        if is_floor(next) && is_floor(stand) { next } else { board.wall() }
    });
    pushes.iter().map(|&pushes| pushes != NEVER).collect()
}

/// Measures the steps from the nearest of `sources` to every square, where `next` returns the square that one step leads
/// to, or the wall.
fn spread(board: &Board, sources: &[u16], next: impl Fn(u16, usize) -> u16) -> Vec<u16> {
    let mut steps = vec![NEVER; board.size()];
    for &source in sources {
        steps[usize::from(source)] = 0;
    }
    let mut queue = sources.to_vec();
    let mut done = 0;
    while let Some(&square) = queue.get(done) {
        done += 1;
        for direction in 0..4 {
            let next = next(square, direction);
            if next != board.wall() && steps[usize::from(next)] == NEVER {
                steps[usize::from(next)] = steps[usize::from(square)] + 1;
                queue.push(next);
            }
        }
    }
    steps
}
