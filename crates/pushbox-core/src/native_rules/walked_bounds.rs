//! What walks cost and what they do not change: the steps before a push, and cached bounds, shared by all positions
//! between which pushers can walk.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::grid::{Grid, marked};
use super::push_distance::{MOST_CELLS, connected};
use crate::bounded_cache::BoundedCache;
use crate::flood::steps_from;

/// The most bytes of the bounds that are kept.
const MAX_BYTES: usize = 8 << 20;

/// The bounds of positions, which are the same for all between which the pushers can walk: kept by the boxes and the first
/// cell that each pusher can walk to. `None` is that of a deadlock.
pub(super) struct WalkedBounds<B> {
    known: Mutex<BoundedCache<Option<B>>>,
    /// The steps of a pusher by cell and cell, were there no boxes; made when they are first used, as playing needs none.
    /// Those of an empty board count where there are too many cells.
    steps: OnceLock<Vec<u16>>,
}

impl<B: Copy> WalkedBounds<B> {
    pub(super) fn new() -> Self {
        Self { known: Mutex::new(BoundedCache::new(MAX_BYTES)), steps: OnceLock::new() }
    }

    /// Returns the bound of a position with these pushers and boxes, which `compute` gives where it is not known.
    pub(super) fn of(
        &self,
        grid: &Grid,
        pushers: &[u16],
        boxes: &[u16],
        compute: impl FnOnce() -> Option<B>,
    ) -> Option<B> {
        let is_taken = marked(&grid.is_wall, boxes);
        let first_cell = |&pusher: &u16| {
            let walked = connected(grid, &[pusher], |cell| !is_taken[usize::from(cell)]);
            walked.iter().position(|&is_walked| is_walked).unwrap_or(grid.cells) as u16
        };
        let key: Vec<u16> = pushers.iter().map(first_cell).chain(boxes.iter().copied()).collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&mut bound) = known.get_mut(&key) {
            return bound;
        }
        let bound = compute();
        *known.grow(&key, 64 + 2 * key.len()) = bound;
        bound
    }

    /// Counts the steps that a pusher on a cell takes before the first push, at least.
    pub(super) fn steps_before(&self, grid: &Grid, pusher: u16, boxes: &[u16]) -> u32 {
        if pusher == grid.off() {
            return 0;
        }
        let table = self.steps.get_or_init(|| steps_between_cells(grid));
        let row = table.get(usize::from(pusher) * grid.cells..);
        let steps = |&cell: &u16| match row {
            Some(row) if !row.is_empty() => row[usize::from(cell)],
            _ => grid.apart(pusher, cell),
        };
        let on_board = boxes.iter().filter(|&&cell| cell != grid.off());
        on_board.map(steps).min().map_or(0, |steps| u32::from(steps.saturating_sub(1)))
    }
}

/// Measures the steps between the cells that are not walls, by cell and cell.
fn steps_between_cells(grid: &Grid) -> Vec<u16> {
    let next = |cell, direction| {
        Some(grid.neighbour(cell, direction)).filter(|&next: &u16| !grid.is_wall[usize::from(next)])
    };
    let measured = if grid.cells <= MOST_CELLS { grid.cells } else { 0 };
    (0..measured).flat_map(|cell| steps_from(grid.cells, &[cell as u16], next)).collect()
}
