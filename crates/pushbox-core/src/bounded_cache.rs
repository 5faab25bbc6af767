//! A cache of facts about sets of squares, as lists or as bits. It is emptied when it is full.

use std::collections::HashMap;
use std::hash::Hash;

/// Values by key, within a number of bytes, or of whatever their sizes count.
pub(crate) struct BoundedCache<V, K = u16> {
    entries: HashMap<Box<[K]>, V>,
    bytes: usize,
    max_bytes: usize,
}

impl<V: Default, K: Clone + Eq + Hash> BoundedCache<V, K> {
    /// Creates an empty cache for at most `max_bytes`.
    pub(crate) fn new(max_bytes: usize) -> Self {
        Self { entries: HashMap::new(), bytes: 0, max_bytes }
    }

    pub(crate) fn get_mut(&mut self, key: &[K]) -> Option<&mut V> {
        self.entries.get_mut(key)
    }

    /// Makes room for `bytes` more of `key`, and returns its value, the default where it has none yet.
    pub(crate) fn grow(&mut self, key: &[K], bytes: usize) -> &mut V {
        if self.bytes + bytes > self.max_bytes {
            self.entries.clear();
            self.bytes = 0;
        }
        self.bytes += bytes;
        self.entries.entry(key.into()).or_default()
    }
}
