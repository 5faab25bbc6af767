//! The perimeter by which searches from both ends find each other: a position that both have met joins two half
//! solutions.

use crate::push::Push;

/// A position that a search has met, in a form that others can look up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PositionRef<'a> {
    /// The key of the boxes and the player.
    pub(crate) key: u64,
    /// The boxes, as pieces.
    pub(crate) boxes: &'a [u64],
    /// The normalised player.
    pub(crate) player: u16,
}

/// The end from which a search comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The root.
    Forward,
    /// The solved positions.
    Backward,
}

/// The positions that have been met from one end.
pub(crate) trait Perimeter: Send + Sync {
    /// Returns the half of a solution between that end and a position that a search from the other end has just met for
    /// the first time, in the order of play; `None` if it is not known.
    fn solution_from(&self, position: PositionRef<'_>) -> Option<Vec<Push>>;

    /// Returns whether a position with the boxes of the key `boxes` may have been met: cheaper than
    /// [`Perimeter::solution_from`], and never false of one that has.
    fn may_contain(&self, _boxes: u64) -> bool {
        true
    }

    /// Gets ready to look for positions whose boxes have these keys.
    fn warm(&self, _boxes: &[u64]) {}
}

/// The positions that searches from the other end have met, if there are any.
pub(crate) type OtherEnd<'a> = Option<&'a dyn Perimeter>;
