//! Boxes where no push brings them to a goal, with the player on their side of the box. Pushes to squares that are dead
//! whatever the side are never generated ([`crate::board`]).

use super::pipeline::Detector;
use super::position_view::PositionView;
use crate::board::DEAD;
use crate::limit::{LimitKind, SearchControl};

/// The detector.
pub(crate) struct DeadSquares;

impl Detector for DeadSquares {
    fn is_dead(&mut self, view: &PositionView<'_>, _: &mut SearchControl<'_>) -> Result<bool, LimitKind> {
        Ok(view.boxes.iter().any(|&square| view.board.box_state(square, view.player) == DEAD))
    }
}
