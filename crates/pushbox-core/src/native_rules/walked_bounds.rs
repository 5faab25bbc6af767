//! Cached bounds, shared by all positions between which pushers can walk.

use std::sync::{Mutex, PoisonError};

use super::grid::{Grid, marked};
use super::push_distance::connected;
use crate::bounded_cache::BoundedCache;

/// The most bytes of the bounds that are kept.
const MAX_BYTES: usize = 8 << 20;

/// The bounds of positions, which are the same for all between which the pushers can walk: kept by the boxes and the first
/// cell that each pusher can walk to. `None` is that of a deadlock.
pub(super) struct WalkedBounds<B>(Mutex<BoundedCache<Option<B>>>);

impl<B: Copy> WalkedBounds<B> {
    pub(super) fn new() -> Self {
        Self(Mutex::new(BoundedCache::new(MAX_BYTES)))
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
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&mut bound) = known.get_mut(&key) {
            return bound;
        }
        let bound = compute();
        *known.grow(&key, 64 + 2 * key.len()) = bound;
        bound
    }
}
