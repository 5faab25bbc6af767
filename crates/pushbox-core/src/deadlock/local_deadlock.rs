//! Local deadlocks: a few boxes close to each other that cannot all be brought to goals or away from each other.
//!
//! As with corrals ([`super::corral`]) the others leave the board and a small search tries everything with the few; a
//! box that gets away from them leaves the board too. This finds what no frozen box shows yet: boxes that can still be
//! pushed, but only into a deadlock.

use super::position_view::PositionView;
use super::searched_verdicts::SearchedVerdicts;
use super::{Detector, DetectorParts};
use crate::board::BoxTable;
use crate::limit::{Limited, SearchControl};
use crate::region::Region;

/// The most boxes to search with.
const MOST_BOXES: usize = 7;
/// The detector, and the verdicts that it has cached.
pub(crate) struct LocalDeadlocks {
    verdicts: SearchedVerdicts,
    boxes: Vec<u16>,
    is_member: BoxTable,
    key: Vec<u16>,
    region: Region,
}

impl LocalDeadlocks {
    /// Creates a detector.
    pub(super) fn new(parts: &DetectorParts<'_>, control: &SearchControl<'_>) -> Self {
        let board = parts.board;
        Self {
            verdicts: SearchedVerdicts::new(parts, control.tuning.local_efforts, control),
            boxes: Vec::new(),
            is_member: board.no_boxes(),
            key: Vec::new(),
            region: Region::new(board),
        }
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
            self.is_member.put(square);
            self.boxes.push(square);
        }
    }
}

impl Detector for LocalDeadlocks {
    /// Looks at the boxes close to the moved one.
    fn is_dead(&mut self, view: &PositionView<'_>, control: &mut SearchControl<'_>) -> Limited<bool> {
        self.gather(view, view.target);
        let off_goal = self.boxes.iter().any(|&square| !view.board.is_goal[usize::from(square)]);
        let mut is_dead = false;
        if self.boxes.len() > 2 && off_goal {
            let player = self.region.flood(&self.is_member, view.player);
            self.key.clear();
            self.key.extend_from_slice(&self.boxes);
            self.key.sort_unstable();
            self.key.push(player);
            is_dead = self.verdicts.is_dead(view, &self.key, &self.boxes, &[], None, 0, control)?;
        }
        for square in self.boxes.drain(..) {
            self.is_member.take(square);
        }
        Ok(is_dead)
    }
}
