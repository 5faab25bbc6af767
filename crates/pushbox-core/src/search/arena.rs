//! The positions of a search by single pushes or pulls.

use super::perimeter::PositionRef;
use super::position_store::{OnePlayer, PositionStore};
use crate::push::Push;

/// A position, beside its boxes.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// The node before, or [`NO_PARENT`](super::position_store::NO_PARENT).
    pub(crate) parent: u32,
    pub(crate) push: Push,
    /// Pushes from the root.
    pub(crate) pushes: u32,
    /// Lower bound of the pushes to a solution.
    pub(crate) bound: u32,
    /// The normalised player.
    pub(crate) player: u16,
}

impl OnePlayer for Node {
    fn player(&self) -> u16 {
        self.player
    }
}

/// The positions, with their boxes as pieces.
pub(crate) type Arena = PositionStore<Node, u64>;

impl Arena {
    /// Returns the position of `id`, which has the key `key`, in the form that other searches look up.
    pub(crate) fn position_ref(&self, id: u32, key: u64) -> PositionRef<'_> {
        PositionRef { key, boxes: self.pieces(id), player: self[id].player }
    }

    /// Returns the pushes from a root to `id`.
    pub(crate) fn pushes_to(&self, id: u32) -> Vec<Push> {
        self.line(id, |node| node.parent).into_iter().map(|node| self[node].push).collect()
    }
}
