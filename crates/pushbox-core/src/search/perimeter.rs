//! How searches from both ends find each other: a position that both have met joins two half solutions.

use crate::push::Push;

/// A position that a search has met, as any other can look it up.
#[derive(Clone, Copy)]
pub(crate) struct Met<'a> {
    /// The key of the boxes and the player.
    pub(crate) key: u64,
    /// The boxes, as a set of live squares.
    pub(crate) boxes: &'a [u64],
    /// The normalised player.
    pub(crate) player: u16,
}

/// What has been met from the other end.
pub(crate) trait Perimeter {
    /// The other half of a solution through a position that the search has just met for the first time, if it is known.
    fn rest(&self, met: Met<'_>) -> Option<Vec<Push>>;

    /// Whether a position with the boxes of the key `boxes` may be known: cheaper to ask than [`Perimeter::rest`], and no
    /// is sure.
    fn may_know(&self, boxes: u64) -> bool;
}
