//! A position, as the detectors that search see it.

use super::dead_pairs::DeadPairs;
use crate::board::Board;
use crate::region::Region;

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
