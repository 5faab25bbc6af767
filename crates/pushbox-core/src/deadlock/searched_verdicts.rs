//! The cached verdicts of local searches. A verdict that is looked up again and again gets a larger effort.

use super::DetectorParts;
use super::local_search::{LocalAim, LocalSearch};
use super::position_view::PositionView;
use crate::board::BoxTable;
use crate::bounded_cache::BoundedCache;
use crate::limit::{Limited, SearchControl};
use crate::region::Region;
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

/// The verdicts that are cached, the search for others, and the boxes that the next one is for.
pub(super) struct SearchedVerdicts {
    cache: BoundedCache<CachedVerdict>,
    efforts: &'static [Effort],
    local_search: LocalSearch,
    pub(super) boxes: Vec<u16>,
    is_member: BoxTable,
    key: Vec<u16>,
    region: Region,
}

impl SearchedVerdicts {
    pub(super) fn new(
        parts: &DetectorParts<'_>,
        efforts: &'static [Effort],
        control: &SearchControl<'_>,
    ) -> Self {
        Self {
            cache: BoundedCache::new(MAX_BYTES.min(control.budget.free() / 8)),
            efforts,
            local_search: LocalSearch::new(parts),
            boxes: Vec::new(),
            is_member: parts.board.no_boxes(),
            key: Vec::new(),
            region: Region::new(parts.board),
        }
    }

    /// Adds the box on `square`, if there is one that is not among the boxes yet.
    pub(super) fn add(&mut self, view: &PositionView<'_>, square: u16) {
        if view.is_box[usize::from(square)] && !self.is_member[usize::from(square)] {
            self.is_member.put(square);
            self.boxes.push(square);
        }
    }

    /// Takes all boxes away.
    pub(super) fn clear(&mut self) {
        for square in self.boxes.drain(..) {
            self.is_member.take(square);
        }
    }

    /// Returns whether the boxes are dead by [`LocalSearch::is_dead`]; `key` stands for what the answer depends on besides them
    /// and the player. The first `at_once` efforts are made whatever the lookups.
    pub(super) fn is_dead(
        &mut self,
        view: &PositionView<'_>,
        key: &[u16],
        aim: LocalAim<'_>,
        at_once: usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let player = self.region.flood(&self.is_member, view.player);
        self.key.clear();
        self.key.extend_from_slice(&self.boxes);
        self.key.sort_unstable();
        self.key.extend_from_slice(key);
        self.key.push(player);
        let verdict = match self.cache.get_mut(&self.key) {
            Some(verdict) => verdict,
            None => self.cache.grow(&self.key, ENTRY_BYTES + 2 * self.key.len()),
        };
        while let Some(effort) = self.efforts.get(verdict.efforts).filter(|effort| {
            !verdict.is_dead && (verdict.lookups >= effort.lookups || verdict.efforts < at_once)
        }) {
            verdict.efforts += 1;
            verdict.is_dead = self.local_search.is_dead(view, &self.boxes, aim, effort, control)?;
        }
        verdict.lookups = verdict.lookups.saturating_add(1);
        Ok(verdict.is_dead)
    }
}
