//! The latest of the values that were computed for positions: a search needs that of one position more than once.

use std::sync::{Mutex, PoisonError};

use super::grid::{Grid, marked};
use super::push_distance::connected;
use crate::bounded_cache::BoundedCache;

/// The most bytes of the bounds that are kept.
const MAX_BYTES: usize = 8 << 20;

/// The latest position, and its value.
pub(super) struct Memo<S, T>(Mutex<Option<(S, T)>>);

impl<S: Clone + PartialEq, T> Memo<S, T> {
    /// Creates an empty memo.
    pub(super) fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Applies `use_value` to the value of a position, which `compute` gives where it is not the latest one.
    pub(super) fn with<U>(
        &self,
        state: &S,
        compute: impl FnOnce() -> T,
        use_value: impl FnOnce(&T) -> U,
    ) -> U {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*latest {
            Some((known, value)) if known == state => use_value(value),
            _ => use_value(&latest.insert((state.clone(), compute())).1),
        }
    }
}

/// The bounds of positions, which are the same for all between which the pushers can walk: kept by the boxes and the first
/// cell that each pusher can walk to. `None` is that of a deadlock.
pub(super) struct WalkedBounds<S, B> {
    latest: Memo<S, Option<B>>,
    known: Mutex<BoundedCache<Option<B>>>,
}

impl<S: Clone + PartialEq, B: Copy> WalkedBounds<S, B> {
    /// Creates an empty memo.
    pub(super) fn new() -> Self {
        Self { latest: Memo::new(), known: Mutex::new(BoundedCache::new(MAX_BYTES)) }
    }

    /// Returns the bound of a position with these pushers and boxes, which `compute` gives where it is not known.
    pub(super) fn of(
        &self,
        state: &S,
        (grid, is_wall): (&Grid, &[bool]),
        pushers: &[u16],
        boxes: &[u16],
        compute: impl FnOnce() -> Option<B>,
    ) -> Option<B> {
        let look_up = || {
            let is_taken = marked(is_wall, boxes);
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
        };
        self.latest.with(state, look_up, |&bound| bound)
    }
}
