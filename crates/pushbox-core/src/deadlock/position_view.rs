//! A position, as the detectors that search see it.

use super::dead_pairs::DeadPairs;
use crate::board::Board;
use crate::region::Region;
use crate::search::position::Position;

/// A view of a position.
#[derive(Clone, Copy)]
pub(crate) struct PositionView<'a> {
    /// The board.
    pub(crate) board: &'a Board,
    /// Dead pairs, if they are known.
    pub(crate) pairs: Option<&'a DeadPairs>,
    /// The boxes by square; false for the wall.
    pub(crate) is_box: &'a [bool],
    /// Whether every goal needs a box.
    pub(crate) needs_all: bool,
    /// The region of the player.
    pub(crate) region: &'a Region,
    /// The square of the player.
    pub(crate) player: u16,
}

impl<'a> PositionView<'a> {
    /// Creates the view of `position` with the player on `player`, from where they reach `region`.
    pub(crate) fn new(
        board: &'a Board,
        pairs: Option<&'a DeadPairs>,
        position: &'a Position,
        region: &'a Region,
        player: u16,
    ) -> Self {
        let needs_all = position.boxes.len() == board.goals.len();
        Self { board, pairs, is_box: &position.is_box, needs_all, region, player }
    }
}
