//! Bipartite deadlocks: the boxes cannot all be assigned to goals, with boxes frozen on goals as walls.

use super::position_view::PositionView;
use super::{Detector, DetectorParts};
use crate::board::DEAD;
use crate::bound::goal_assignment::GoalAssignment;
use crate::limit::{Limited, SearchControl};

/// The detector. Searches that need the bound of each position as well find these by the bound itself.
pub(crate) struct Bipartite {
    assignment: GoalAssignment,
}

impl Bipartite {
    pub(super) fn new(parts: &DetectorParts<'_>, control: &mut SearchControl<'_>) -> Limited<Self> {
        Ok(Self { assignment: GoalAssignment::new(parts.board, parts.boxes, control)? })
    }
}

impl Detector for Bipartite {
    fn is_dead(&mut self, view: &PositionView<'_>, control: &mut SearchControl<'_>) -> Limited<bool> {
        let box_states = view.board.box_states_of(view.boxes, view.player);
        if box_states.contains(&DEAD) {
            return Ok(true);
        }
        let frozen = if self.assignment.uses_frozen() { view.frozen() } else { &[] };
        self.assignment.is_missing(view.board, &box_states, view.classes, frozen, control)
    }
}
