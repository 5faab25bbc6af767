//! Walks and pushes on a board of walls: where a pusher gets to, and what they can push.

use super::grid::Grid;
use crate::flood::reached_from;

/// The most cells of a board with a table, whose size is the square of it.
pub(super) const MOST_CELLS: usize = 900;

/// Finds the cells that something which starts on `sources` gets to by steps onto cells for which `is_open` holds.
pub(super) fn connected(grid: &Grid, sources: &[u16], is_open: impl Fn(u16) -> bool) -> Vec<bool> {
    let sources: Vec<usize> =
        sources.iter().filter(|&&cell| is_open(cell)).map(|&cell| cell.into()).collect();
    reached_from(grid.cells + 1, &sources, |cell, visit| {
        grid.neighbours(cell).into_iter().filter(|&next| is_open(next)).for_each(|next| visit(next.into()));
    })
}

/// Returns the cell that a push moves a box to, `None` where the pusher would have to stand on a cell that is not
/// `walkable`, or the box to go onto one that is `blocked`.
pub(super) fn pushed(
    grid: &Grid,
    walkable: &[bool],
    blocked: &[bool],
    cell: u16,
    direction: usize,
) -> Option<u16> {
    let to = grid.neighbour(cell, direction);
    let from = grid.neighbour(cell, direction ^ 2);
    (walkable[usize::from(from)] && !blocked[usize::from(to)]).then_some(to)
}
