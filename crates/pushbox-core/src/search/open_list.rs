//! The open list: buckets by key, the lowest key first, and in a bucket the latest first.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::limit::{Limited, SearchControl};

/// Nodes to expand. Keys are few next to nodes, so a tree of buckets costs little and sets keys no limit.
pub(crate) struct OpenList<K = u64> {
    /// None of them is empty.
    buckets: BTreeMap<K, Vec<u32>>,
    len: u64,
}

/// Bytes of a bucket without its entries, estimated from above.
const BUCKET_BYTES: usize = 64;

impl<K> Default for OpenList<K> {
    fn default() -> Self {
        Self { buckets: BTreeMap::new(), len: 0 }
    }
}

impl<K: Copy + Ord> OpenList<K> {
    pub(crate) fn first(&self) -> Option<K> {
        self.buckets.keys().next().copied()
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    pub(crate) fn push(&mut self, key: K, id: u32, control: &mut SearchControl<'_>) -> Limited<()> {
        let bucket = match self.buckets.entry(key) {
            Entry::Occupied(bucket) => bucket.into_mut(),
            Entry::Vacant(bucket) => {
                control.budget.take(BUCKET_BYTES)?;
                bucket.insert(Vec::new())
            }
        };
        control.budget.room(bucket)?;
        bucket.push(id);
        self.len += 1;
        Ok(())
    }

    /// Takes the best entry: its key and node.
    pub(crate) fn pop(&mut self, control: &mut SearchControl<'_>) -> Option<(K, u32)> {
        let mut first = self.buckets.first_entry()?;
        let (key, id) = (*first.key(), first.get_mut().pop()?);
        if first.get().is_empty() {
            control.budget.give(BUCKET_BYTES + 4 * first.remove().capacity());
        }
        self.len -= 1;
        Some((key, id))
    }
}
