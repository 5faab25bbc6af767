//! Tables that depend on the frozen boxes, which are walls for all other boxes.

use std::ops::Deref;
use std::sync::Arc;

use crate::bounded_cache::BoundedCache;
use crate::limit::{Limited, SearchControl};

/// Distances larger than this are not made anew for frozen sets: it would cost more than it saves.
const LARGEST_TABLE: usize = 1 << 18;
/// The most bytes of tables in the cache when memory is not limited.
const MAX_BYTES: usize = 64 << 20;

/// The tables for one frozen set, and others that are kept.
pub(super) struct FrozenTables<T> {
    unfrozen: Arc<T>,
    /// The tables in use, and the frozen set they belong to.
    current: Arc<T>,
    frozen: Vec<u16>,
    cache: BoundedCache<Option<Arc<T>>>,
    pub(super) uses_frozen: bool,
}

impl<T> FrozenTables<T> {
    /// Creates the tables for no frozen boxes. Those for others are used where distances take few `bytes`; their memory is
    /// taken from the budget then.
    pub(super) fn new(unfrozen: T, bytes: usize, control: &mut SearchControl<'_>) -> Limited<Self> {
        let max_bytes = MAX_BYTES.min(control.budget.free() / 8);
        let uses_frozen = bytes <= LARGEST_TABLE && bytes * 4 <= max_bytes;
        if uses_frozen {
            control.budget.take(max_bytes)?;
        }
        let (unfrozen, cache) = (Arc::new(unfrozen), BoundedCache::new(max_bytes));
        Ok(Self { current: Arc::clone(&unfrozen), unfrozen, frozen: Vec::new(), cache, uses_frozen })
    }

    /// Returns the tables for no frozen boxes where those in use are others.
    pub(super) fn unfrozen(&self) -> Option<&T> {
        (!Arc::ptr_eq(&self.unfrozen, &self.current)).then_some(&self.unfrozen)
    }

    /// Returns the tables for a frozen set; `make` makes them, in so many `bytes`, where they are not kept.
    pub(super) fn of(
        &mut self,
        frozen: &[u16],
        bytes: usize,
        make: impl FnOnce() -> Limited<T>,
    ) -> Limited<Arc<T>> {
        if frozen.is_empty() || !self.uses_frozen {
            return Ok(Arc::clone(&self.unfrozen));
        }
        if let Some(Some(tables)) = self.cache.get_mut(frozen) {
            return Ok(Arc::clone(tables));
        }
        let tables = Arc::new(make()?);
        *self.cache.grow(frozen, bytes + 64 + 2 * frozen.len()) = Some(Arc::clone(&tables));
        Ok(tables)
    }

    /// Goes over to the tables for a frozen set, as [`FrozenTables::of`]; returns whether it is another one than before.
    pub(super) fn switch(
        &mut self,
        frozen: &[u16],
        bytes: usize,
        make: impl FnOnce() -> Limited<T>,
    ) -> Limited<bool> {
        if frozen == self.frozen {
            return Ok(false);
        }
        self.current = self.of(frozen, bytes, make)?;
        self.frozen.clear();
        self.frozen.extend_from_slice(frozen);
        Ok(true)
    }
}

impl<T> Deref for FrozenTables<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.current
    }
}
