//! Distances of the player, and of a lone box with a player who can stand anywhere.

use super::Board;
use crate::flood::{NEVER, steps_from};
use crate::level::opposite;

/// Measures the steps of the player from `from` to every square.
pub(crate) fn walks(board: &Board, from: u16) -> Vec<u16> {
    steps_from(board.size(), &[from], |square, direction| board.floor_beside(square, direction))
}

/// Measures the fewest pushes that take a box from every square to one of `targets`.
pub(crate) fn pushes_to(board: &Board, targets: &[u16]) -> Vec<u16> {
    steps_from(board.size(), targets, |square, direction| {
        let before = board.floor_beside(square, direction)?;
        board.floor_beside(before, direction).map(|_| before)
    })
}

/// Returns whether a box can be pushed from `from` to every square.
pub(crate) fn pushed_from(board: &Board, from: u16) -> Vec<bool> {
    let pushes = steps_from(board.size(), &[from], |square, direction| {
        board.floor_beside(square, opposite(direction))?;
        board.floor_beside(square, direction)
    });
    pushes.iter().map(|&pushes| pushes != NEVER).collect()
}
