//! Local deadlocks: a few boxes close to each other that cannot all be brought to goals or away from each other.
//!
//! As with corrals ([`super::corral`]) the others leave the board and a small search tries everything with the few; a
//! box that gets away from them leaves the board too. This finds what no frozen box shows yet: boxes that can still be
//! pushed, but only into a deadlock.

use super::position_view::PositionView;
use super::searched_verdicts::SearchedVerdicts;
use crate::board::Board;
use crate::limit::SearchControl;
use crate::region::Region;

/// The most boxes to search with.
const MOST_BOXES: usize = 7;
/// The detector, and the verdicts that it has cached.
pub(crate) struct LocalDeadlocks {
    verdicts: SearchedVerdicts,
    boxes: Vec<u16>,
    is_member: Vec<bool>,
    key: Vec<u16>,
    region: Region,
}

impl LocalDeadlocks {
    /// Creates a detector for `board`.
    pub(crate) fn new(board: &Board, control: &SearchControl<'_>) -> Self {
        Self {
            verdicts: SearchedVerdicts::new(board, control.tuning.local_efforts, control.budget.free()),
            boxes: Vec::new(),
            is_member: vec![false; board.size()],
            key: Vec::new(),
            region: Region::new(board),
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
        self.verdicts.is_dead(view, &self.key, &self.boxes, &[], None, 0)
    }
}
