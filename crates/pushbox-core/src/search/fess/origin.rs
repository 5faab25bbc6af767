//! The positions of a search by macro moves.

use crate::search::position_store::{OnePlayer, PositionStore};

/// The macro move that leads to a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// The node before, or [`NO_PARENT`](crate::search::position_store::NO_PARENT).
    pub(crate) parent: u32,
    pub(crate) from: u16,
    pub(crate) to: u16,
    /// The square of the player after it.
    pub(crate) stand: u16,
    /// The normalised player.
    pub(crate) player: u16,
}

impl OnePlayer for Origin {
    fn player(&self) -> u16 {
        self.player
    }
}

/// The positions, with their boxes as pieces.
pub(crate) type Positions = PositionStore<Origin, u64>;
