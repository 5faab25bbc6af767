//! The cheapest assignment of the boxes to the squares that a half brings them to.

use crate::board::{Board, BoxClass, Distances, Position};
use crate::bound::class_matchings::ClassMatchings;
use crate::limit::{Limited, SearchControl};
use crate::search::fess::macro_moves::MacroMove;

pub(super) struct Assignment {
    /// By box state, to each of the squares.
    distances: Vec<Distances>,
    matchings: ClassMatchings,
}

impl Assignment {
    pub(super) fn new(classes: &[BoxClass], distances: Distances) -> Self {
        Self { distances: vec![distances], matchings: ClassMatchings::new(classes) }
    }

    /// Returns the cost of a position with the player on a square, which `after` begins from; `None` for no assignment.
    pub(super) fn load(
        &mut self,
        board: &Board,
        position: &Position,
        player: u16,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        let box_states = board.box_states_of(&position.boxes, player);
        self.matchings.assign(&self.distances, &box_states, control)
    }

    /// Returns the cost after a move from the loaded position.
    pub(super) fn after(
        &mut self,
        board: &Board,
        position: &Position,
        step: &MacroMove,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        let box_state = board.box_state(step.to, step.player);
        self.matchings.preview(&self.distances, position.number(step.from), box_state, control)
    }
}
