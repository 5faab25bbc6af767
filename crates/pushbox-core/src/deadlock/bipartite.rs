//! Bipartite deadlocks: the boxes cannot all be assigned to goals, with boxes frozen on goals as walls.

use super::Detector;
use super::position_view::PositionView;
use crate::board::DEAD;
use crate::bound::goal_assignment::GoalAssignment;
use crate::limit::{Limited, SearchControl};

impl Detector for GoalAssignment {
    fn is_dead(&mut self, view: &PositionView<'_>, control: &mut SearchControl<'_>) -> Limited<bool> {
        let box_states = view.board.box_states_of(view.boxes, view.player);
        if box_states.contains(&DEAD) {
            return Ok(true);
        }
        let frozen = if self.uses_frozen() { view.frozen() } else { &[] };
        self.is_missing(view.board, &box_states, view.classes, frozen, control)
    }
}
