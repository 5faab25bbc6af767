//! A position, as the detectors that search look at it.

use super::pairs::Pairs;
use crate::field::Field;
use crate::region::Region;

/// A position to look at.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    /// The board.
    pub(crate) field: &'a Field,
    /// Dead pairs, if they are known.
    pub(crate) pairs: Option<&'a Pairs>,
    /// The boxes by square; false for the wall.
    pub(crate) is_box: &'a [bool],
    /// Whether every goal needs a box.
    pub(crate) needs_all: bool,
    /// What the player reaches.
    pub(crate) region: &'a Region,
    /// The square of the player.
    pub(crate) player: u16,
}
