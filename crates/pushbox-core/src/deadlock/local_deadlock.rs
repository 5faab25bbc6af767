//! Local deadlocks: a few boxes close to each other that cannot all be brought to goals or away from each other.
//!
//! As with corrals ([`super::corral`]) the others leave the board and a small search tries everything with the few; a
//! box that gets away from them leaves the board too. This finds what no frozen box shows yet: boxes that can still be
//! pushed, but only into a deadlock.

use super::local_search::LocalSearch;
use super::position_view::PositionView;
use crate::board::Board;
use crate::bounded_cache::BoundedCache;
use crate::region::Region;

/// The most boxes to search with.
const MOST_BOXES: usize = 7;
/// The positions of a search, by how often the verdict has been looked up.
const EFFORTS: [(u32, usize); 2] = [(0, 60), (60, 600)];
/// The most bytes of verdicts in the cache when memory is not limited.
pub(crate) const MAX_BYTES: usize = 16 << 20;
const ENTRY_BYTES: usize = 64;

#[derive(Default)]
struct CachedVerdict {
    lookups: u32,
    efforts: u8,
    is_dead: bool,
}

/// The detector, and the verdicts that it has cached.
pub(crate) struct LocalDeadlocks {
    cache: BoundedCache<CachedVerdict>,
    boxes: Vec<u16>,
    is_member: Vec<bool>,
    key: Vec<u16>,
    region: Region,
    local_search: LocalSearch,
}

impl LocalDeadlocks {
    /// Creates a detector for `board` that caches at most `max_bytes` of verdicts.
    pub(crate) fn new(board: &Board, max_bytes: usize) -> Self {
        Self {
            cache: BoundedCache::new(max_bytes),
            boxes: Vec::new(),
            is_member: vec![false; board.size()],
            key: Vec::new(),
            region: Region::new(board),
            local_search: LocalSearch::new(board),
        }
    }

    /// Returns whether the boxes close to the one on `square` are dead.
    pub(crate) fn pushed(&mut self, view: &PositionView<'_>, square: u16) -> bool {
        self.gather(view, square);
        let off_goal = self.boxes.iter().any(|&square| !view.board.is_goal[usize::from(square)]);
        let is_dead = self.boxes.len() > 2 && off_goal && self.is_dead(view);
        for square in self.boxes.drain(..) {
            self.is_member[usize::from(square)] = false;
        }
        is_dead
    }

    /// Collects the boxes at most two steps apart, from `square` on.
    fn gather(&mut self, view: &PositionView<'_>, square: u16) {
        self.add_box(view, square);
        let mut done = 0;
        while let Some(&member) = self.boxes.get(done) {
            done += 1;
            for next in view.board.neighbours(member) {
                self.add_box(view, next);
                for after in view.board.neighbours(next) {
                    self.add_box(view, after);
                }
            }
        }
    }

    fn add_box(&mut self, view: &PositionView<'_>, square: u16) {
        let at = usize::from(square);
        if view.is_box[at] && !self.is_member[at] && self.boxes.len() < MOST_BOXES {
            self.is_member[at] = true;
            self.boxes.push(square);
        }
    }

    fn is_dead(&mut self, view: &PositionView<'_>) -> bool {
        let player = self.region.flood(view.board, &self.is_member, view.player);
        self.key.clear();
        self.key.extend_from_slice(&self.boxes);
        self.key.sort_unstable();
        self.key.push(player);
        let verdict = match self.cache.get_mut(&self.key) {
            Some(verdict) => verdict,
            None => self.cache.grow(&self.key, ENTRY_BYTES + 2 * self.key.len()),
        };
        if !verdict.is_dead
            && let Some(&(lookups, positions)) = EFFORTS.get(usize::from(verdict.efforts))
            && verdict.lookups >= lookups
        {
            verdict.efforts += 1;
            verdict.is_dead = self.local_search.is_dead(view, &self.boxes, &[], 2, positions, None);
        }
        verdict.lookups = verdict.lookups.saturating_add(1);
        verdict.is_dead
    }
}
