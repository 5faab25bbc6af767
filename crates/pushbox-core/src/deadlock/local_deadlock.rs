//! Local deadlocks: a few boxes close to each other that cannot all be brought to goals or away from each other.
//!
//! As with corrals ([`super::corral`]) the other boxes leave the board, and a small search tries everything with the
//! few. A box that gets away from them leaves the board too. The detector finds what no frozen box shows yet: boxes
//! that can still be pushed, but only into a deadlock.

use super::local_search::LocalAim;
use super::position_view::PositionView;
use super::searched_verdicts::SearchedVerdicts;
use super::{Detector, DetectorParts};
use crate::limit::{Limited, SearchControl};

/// The most boxes to search with.
const MOST_BOXES: usize = 7;

/// The detector, and the verdicts that it has cached.
pub(crate) struct LocalDeadlocks {
    verdicts: SearchedVerdicts,
}

impl LocalDeadlocks {
    pub(super) fn new(parts: &DetectorParts<'_>, control: &SearchControl<'_>) -> Self {
        Self { verdicts: SearchedVerdicts::new(parts, control.tuning.local_efforts, control) }
    }

    /// Collects the boxes at most two steps apart, from `square` on.
    fn gather(&mut self, view: &PositionView<'_>, square: u16) {
        self.add_box(view, square);
        let mut done = 0;
        while let Some(&member) = self.verdicts.boxes.get(done) {
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
        if self.verdicts.boxes.len() < MOST_BOXES {
            self.verdicts.add(view, square);
        }
    }
}

impl Detector for LocalDeadlocks {
    /// Looks at the boxes close to the moved one.
    fn is_dead(&mut self, view: &PositionView<'_>, control: &mut SearchControl<'_>) -> Limited<bool> {
        self.gather(view, view.target);
        let boxes = &self.verdicts.boxes;
        let off_goal = boxes.iter().any(|&square| !view.board.is_goal[usize::from(square)]);
        let is_dead = boxes.len() > 2
            && off_goal
            && self.verdicts.is_dead(view, &[], LocalAim::default(), 0, control)?;
        self.verdicts.clear();
        Ok(is_dead)
    }
}
