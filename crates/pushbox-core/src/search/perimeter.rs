//! The perimeter by which searches from both ends find each other: a position that both have met joins two half solutions.

use crate::push::Push;

/// A position that a search has met, in a form that others can look up.
#[derive(Clone, Copy)]
pub(crate) struct PositionRef<'a> {
    /// The key of the boxes and the player.
    pub(crate) key: u64,
    /// The boxes, as a set of live squares.
    pub(crate) boxes: &'a [u64],
    /// The normalised player.
    pub(crate) player: u16,
}

/// The positions that have been met from the other end.
pub(crate) trait Perimeter {
    /// Returns the other half of a solution through a position that the search has just met for the first time, if it
    /// is known.
    fn solution_from(&self, position: PositionRef<'_>) -> Option<Vec<Push>>;

    /// Returns whether a position with the boxes of the key `boxes` may have been met: cheaper than
    /// [`Perimeter::solution_from`], and never false of one that has.
    fn may_contain(&self, boxes: u64) -> bool;
}
