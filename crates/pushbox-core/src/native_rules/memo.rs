//! The latest of the values that were computed for positions: a search needs that of one position more than once.

use std::sync::{Mutex, PoisonError};

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
