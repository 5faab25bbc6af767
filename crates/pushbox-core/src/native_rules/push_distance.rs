//! Walks and pushes on a board of walls: where a pusher gets to, and what they can push.

use std::sync::OnceLock;

use super::grid::Grid;
use crate::flood::{reached_from, steps_from};

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

/// The steps of a pusher from cell to cell, were there no boxes; those of an empty board where there are too many cells.
#[derive(Default)]
pub(super) struct WalkDistances {
    /// By cell and cell; made when they are first used, as playing needs none.
    steps: OnceLock<Vec<u16>>,
}

impl WalkDistances {
    /// Measures the steps between the cells that are not walls.
    fn measure(grid: &Grid) -> Vec<u16> {
        let next = |cell, direction| {
            Some(grid.neighbour(cell, direction)).filter(|&next: &u16| !grid.is_wall[usize::from(next)])
        };
        let measured = if grid.cells <= MOST_CELLS { grid.cells } else { 0 };
        (0..measured).flat_map(|cell| steps_from(grid.cells, &[cell as u16], next)).collect()
    }

    /// Counts the steps that a pusher on a cell takes before the first push, at least.
    pub(super) fn before_push(&self, grid: &Grid, pusher: u16, boxes: &[u16]) -> u32 {
        if pusher == grid.off() {
            return 0;
        }
        let table = self.steps.get_or_init(|| Self::measure(grid));
        let row = table.get(usize::from(pusher) * grid.cells..);
        let steps = |&cell: &u16| match row {
            Some(row) if !row.is_empty() => row[usize::from(cell)],
            _ => grid.apart(pusher, cell),
        };
        let on_board = boxes.iter().filter(|&&cell| cell != grid.off());
        on_board.map(steps).min().map_or(0, |steps| u32::from(steps.saturating_sub(1)))
    }
}
