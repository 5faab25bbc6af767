//! The open list: buckets by key, the lowest key first, and in a bucket the latest first.

use std::collections::BTreeMap;

use crate::limit::{Limited, SearchControl};

/// Nodes to expand. Keys are few next to nodes, so a tree of buckets costs little and sets keys no limit.
pub(crate) struct OpenList<K = u64> {
    buckets: BTreeMap<K, Vec<u32>>,
    /// The bucket with the lowest key, kept out of the tree: most entries are pushed and popped in it.
    first: Option<(K, Vec<u32>)>,
    len: u64,
}

/// Bytes of a bucket without its entries, estimated from above.
const BUCKET_BYTES: usize = 64;

impl<K> Default for OpenList<K> {
    fn default() -> Self {
        Self { buckets: BTreeMap::new(), first: None, len: 0 }
    }
}

impl<K: Copy + Ord> OpenList<K> {
    /// Returns the lowest key.
    pub(crate) fn first(&self) -> Option<K> {
        let first = self.first.as_ref().filter(|(_, bucket)| !bucket.is_empty()).map(|&(key, _)| key);
        first.or_else(|| self.buckets.keys().next().copied())
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    pub(crate) fn push(&mut self, key: K, id: u32, control: &mut SearchControl<'_>) -> Limited<()> {
        let bucket = match &mut self.first {
            Some((first, bucket)) if *first == key => bucket,
            Some((first, _)) if *first < key => Self::bucket(&mut self.buckets, key, control)?,
            _ => {
                control.budget.take(BUCKET_BYTES)?;
                if let Some((first, bucket)) = self.first.replace((key, Vec::new())) {
                    self.buckets.insert(first, bucket);
                }
                match &mut self.first {
                    Some((_, bucket)) => bucket,
                    None => unreachable!("it has just been placed"),
                }
            }
        };
        control.budget.room(bucket)?;
        bucket.push(id);
        self.len += 1;
        Ok(())
    }

    /// Takes the best entry: its key and node.
    pub(crate) fn pop(&mut self, control: &mut SearchControl<'_>) -> Option<(K, u32)> {
        loop {
            if self.first.is_none() {
                self.first = self.buckets.pop_first();
            }
            let (key, bucket) = self.first.as_mut()?;
            if let Some(id) = bucket.pop() {
                self.len -= 1;
                return Some((*key, id));
            }
            control.budget.give(BUCKET_BYTES + 4 * bucket.capacity());
            self.first = None;
        }
    }

    fn bucket<'a>(
        buckets: &'a mut BTreeMap<K, Vec<u32>>,
        key: K,
        control: &mut SearchControl<'_>,
    ) -> Limited<&'a mut Vec<u32>> {
        if !buckets.contains_key(&key) {
            control.budget.take(BUCKET_BYTES)?;
        }
        Ok(buckets.entry(key).or_default())
    }
}
