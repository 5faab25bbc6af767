//! The positions of a search by macro moves.

use super::macro_moves;
use crate::push::Push;
use crate::search::position_store::{OnePlayer, PositionStore};
use crate::search::root_position::RootPosition;

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

/// Returns the pushes of the line from the root to a node.
pub(crate) fn pushes_to(root: &RootPosition, positions: &Positions, id: u32) -> Vec<Push> {
    let board = &root.board;
    let mut pushes = Vec::new();
    let mut is_box = board.boxes_on(&root.boxes);
    let mut player = root.player;
    for node in positions.line(id, |origin| origin.parent) {
        let Origin { from, to, stand, .. } = positions[node];
        macro_moves::unfold(board, &mut is_box, player, from, to, stand, &mut pushes);
        player = stand;
    }
    pushes
}
