//! The positions of a search by macro moves, numbered from 0.

use crate::board::Board;
use crate::limit::{LimitKind, SearchControl};
use crate::search::position_table::PositionTable;
use crate::zobrist::Zobrist;

/// The parent of a root.
pub(crate) const NO_PARENT: u32 = u32::MAX;

/// The macro move that leads to a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// The node before, or [`NO_PARENT`].
    pub(crate) parent: u32,
    /// The square that a box left.
    pub(crate) from: u16,
    /// The square that it went to.
    pub(crate) to: u16,
    /// The square of the player after it.
    pub(crate) stand: u16,
    /// The normalised player.
    pub(crate) player: u16,
}

/// The nodes, found by position.
pub(crate) struct Nodes {
    words: usize,
    origins: Vec<Origin>,
    boxes: Vec<u64>,
    table: PositionTable,
    zobrist: Zobrist,
}

impl Nodes {
    /// Creates an empty store.
    pub(crate) fn new(board: &Board, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        Ok(Self {
            words: board.words(),
            origins: Vec::new(),
            boxes: Vec::new(),
            table: PositionTable::new(control)?,
            zobrist: Zobrist::new(board.size()),
        })
    }

    /// Returns whether the position with the boxes `set` and the normalised `player` is known.
    pub(crate) fn contains(&self, board: &Board, set: &[u64], player: u16) -> bool {
        self.find(self.key(board, set, player), set, player).is_some()
    }

    /// Returns the node with the boxes `set` and the normalised `player`, which make `key`.
    pub(crate) fn find(&self, key: u64, set: &[u64], player: u16) -> Option<u32> {
        self.table.find(key, |id| self.origin(id).player == player && self.boxes(id) == set)
    }

    /// Adds the position with the boxes `set`, which must not be known.
    pub(crate) fn add(
        &mut self,
        board: &Board,
        set: &[u64],
        origin: Origin,
        control: &mut SearchControl<'_>,
    ) -> Result<u32, LimitKind> {
        let id = self.origins.len() as u32;
        control.budget.room(&mut self.origins)?;
        for &word in set {
            control.budget.room(&mut self.boxes)?;
            self.boxes.push(word);
        }
        self.origins.push(origin);
        self.table.insert(self.key(board, set, origin.player), id, control)?;
        Ok(id)
    }

    /// Returns the key of the position with the boxes `set` and the normalised `player`.
    pub(crate) fn key(&self, board: &Board, set: &[u64], player: u16) -> u64 {
        self.zobrist.position(board, set, player)
    }

    /// Returns the change of the key of the boxes by a move from `from` to `to`.
    pub(crate) fn key_of_move(&self, from: u16, to: u16) -> u64 {
        self.zobrist.a_box(from) ^ self.zobrist.a_box(to)
    }

    /// Returns the key of the normalised player.
    pub(crate) fn key_of_player(&self, player: u16) -> u64 {
        self.zobrist.player(player)
    }

    /// Returns the boxes of `id`, as a set of live squares.
    pub(crate) fn boxes(&self, id: u32) -> &[u64] {
        &self.boxes[id as usize * self.words..(id as usize + 1) * self.words]
    }

    /// Returns the macro move that leads to `id`.
    pub(crate) fn origin(&self, id: u32) -> Origin {
        self.origins[id as usize]
    }

    /// Returns the nodes from a root to `id`.
    pub(crate) fn line(&self, mut id: u32) -> Vec<u32> {
        let mut line = vec![id];
        while self.origin(id).parent != NO_PARENT {
            id = self.origin(id).parent;
            line.push(id);
        }
        line.reverse();
        line
    }
}
