//! The verdicts of local searches. One that is looked up again and again gets a larger effort.

use super::DetectorParts;
use super::local_search::LocalSearch;
use super::position_view::PositionView;
use crate::bounded_cache::BoundedCache;
use crate::limit::{Limited, SearchControl};
use crate::tuning::Effort;

/// The most bytes of verdicts in the cache when memory is not limited.
const MAX_BYTES: usize = 16 << 20;
/// Bytes of an entry without its key, estimated from above.
const ENTRY_BYTES: usize = 112;

#[derive(Default)]
struct CachedVerdict {
    lookups: u32,
    efforts: usize,
    is_dead: bool,
}

/// The verdicts that are cached, and the search for others.
pub(super) struct SearchedVerdicts {
    cache: BoundedCache<CachedVerdict>,
    efforts: &'static [Effort],
    local_search: LocalSearch,
}

impl SearchedVerdicts {
    /// Creates an empty cache.
    pub(super) fn new(
        parts: &DetectorParts<'_>,
        efforts: &'static [Effort],
        control: &SearchControl<'_>,
    ) -> Self {
        let cache = BoundedCache::new(MAX_BYTES.min(control.budget.free() / 8));
        Self { cache, efforts, local_search: LocalSearch::new(parts) }
    }

    /// Returns whether `boxes` are dead by [`LocalSearch::is_dead`]; `key` stands for them and all that the answer
    /// depends on besides. The first `at_once` efforts are made whatever the lookups.
    #[allow(clippy::too_many_arguments)] // what the search takes, and what the cache does
    pub(super) fn is_dead(
        &mut self,
        view: &PositionView<'_>,
        key: &[u16],
        boxes: &[u16],
        inside: &[u16],
        to_enter: Option<u16>,
        at_once: usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let verdict = match self.cache.get_mut(key) {
            Some(verdict) => verdict,
            None => self.cache.grow(key, ENTRY_BYTES + 2 * key.len()),
        };
        while let Some(effort) = self.efforts.get(verdict.efforts).filter(|effort| {
            !verdict.is_dead && (verdict.lookups >= effort.lookups || verdict.efforts < at_once)
        }) {
            verdict.efforts += 1;
            verdict.is_dead = self.local_search.is_dead(view, boxes, inside, effort, to_enter, control)?;
        }
        verdict.lookups = verdict.lookups.saturating_add(1);
        Ok(verdict.is_dead)
    }
}
