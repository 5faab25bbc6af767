//! The levels on which each piece stands on one cell, numbered by slot: read from a board, and written back.
//!
//! Pieces of one class are interchangeable. Their slots follow each other, and in a position they stand in the order of
//! their cells. A piece that is gone has the cell off the board. So a position is the cell of each slot.

use std::cmp::Ordering;
use std::ops::{Deref, Range};

use super::grid::Grid;
use super::play::{Change, Part};
use super::{GameBoard, Piece, Reading, numbers_of, pack_numbers, runs};

/// Where a step leads: the cell of the pusher, and the slot and the cell of the box that it pushes.
pub(super) type SokobanStep = (u16, Option<(usize, u16)>);

/// The pieces of a level, the board that they stand on, and what else its game knows of it.
pub(crate) struct Cast<C, G = ()> {
    pub(super) grid: Grid,
    /// The class of each slot.
    pub(super) classes: Vec<C>,
    /// The slots of each class.
    pub(super) ranges: Vec<Range<usize>>,
    bare: GameBoard,
    /// The piece of each slot, whose cell does not count.
    pieces: Vec<Piece>,
    pub(super) of_game: G,
}

impl<C, G> Deref for Cast<C, G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.of_game
    }
}

/// Returns the order in which indices below a number stand; equal ones keep theirs. It knows no class, so that it is compiled
/// once for all games.
fn order_of(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

impl<C: Copy + Ord> Cast<C> {
    /// Reads the pieces of a board; `class` returns the class of a piece, `None` for one that the `game` does not take.
    /// Each class of `always` has as many slots at the least, even if the board has fewer pieces of that kind. Also returns
    /// the initial position.
    pub(super) fn read(
        board: &GameBoard,
        game: &str,
        always: &[(C, usize, &str)],
        mut class: impl FnMut(u16, &Piece) -> Option<C>,
    ) -> Reading<(Self, Box<[u16]>)> {
        let grid = Grid::new(board)?;
        let mut pieces: Vec<(C, u16, Piece)> = Vec::new();
        grid.read_pieces(board, game, |cell, piece| {
            pieces.push((class(cell, piece)?, cell, piece.clone()));
            Some(())
        })?;
        for &(class, least, kind) in always {
            let found = pieces.iter().filter(|&&(other, ..)| other == class).count();
            let missing = (class, grid.off(), Piece::plain(kind, Vec::new()));
            pieces.extend(std::iter::repeat_n(missing, least.saturating_sub(found)));
        }
        let order = order_of(pieces.len(), &|one, other| {
            let place = |index: usize| (pieces[index].0, pieces[index].1);
            place(one).cmp(&place(other))
        });
        let classes: Vec<C> = order.iter().map(|&index| pieces[index].0).collect();
        let cells = order.iter().map(|&index| pieces[index].1).collect();
        let pieces = order.iter().map(|&index| pieces[index].2.clone()).collect();
        Ok((Self { grid, ranges: runs(&classes), classes, bare: board.bare(), pieces, of_game: () }, cells))
    }

    /// Adds what else the game knows of the level.
    pub(super) fn with<G>(self, of_game: G) -> Cast<C, G> {
        let Self { grid, classes, ranges, bare, pieces, .. } = self;
        Cast { grid, classes, ranges, bare, pieces, of_game }
    }
}

impl<C, G> Cast<C, G> {
    /// Returns those of `slots` whose pieces are on the board.
    pub(super) fn on_board(&self, cells: &[u16], slots: Range<usize>) -> impl Iterator<Item = usize> {
        slots.filter(|&slot| cells[slot] != self.grid.off())
    }

    /// Puts the pieces of each class in the order of their cells.
    pub(super) fn sort(&self, cells: &mut [u16]) {
        self.ranges.iter().for_each(|range| cells[range.clone()].sort_unstable());
    }

    /// Returns the piece of a slot on a cell, `None` off the board.
    pub(super) fn piece_on(&self, slot: usize, cell: u16) -> Option<Piece> {
        (cell != self.grid.off()).then(|| Piece { cells: vec![cell.into()], ..self.pieces[slot].clone() })
    }

    /// Returns the change of the piece of a slot: where it was before the whole move, where it was and where it is.
    pub(super) fn change(&self, tick: u32, cause: &'static str, slot: usize, path: [u16; 3]) -> Change {
        let [original, before, after] = path.map(|cell| self.piece_on(slot, cell));
        Change { tick, cause, part: Part::Piece { before, after, original } }
    }

    /// Returns the cell to which a pusher on a cell steps, and the slot and the next cell of the box that it pushes, as in
    /// Sokoban; `None` where the step is illegal. The boxes have the slots from `first_box` on.
    pub(super) fn sokoban_step(
        &self,
        cells: &[u16],
        first_box: usize,
        pusher: u16,
        direction: usize,
    ) -> Option<SokobanStep> {
        let is_free = |cell: u16| !self.grid.is_wall[usize::from(cell)];
        let target = self.grid.neighbour(pusher, direction);
        if !is_free(target) {
            return None;
        }
        let Some(slot) = cells.iter().position(|&cell| cell == target) else { return Some((target, None)) };
        let beyond = self.grid.neighbour(target, direction);
        let has_room = slot >= first_box && is_free(beyond) && !cells.contains(&beyond);
        has_room.then_some((target, Some((slot, beyond))))
    }

    /// Returns a position as a board, without counters.
    pub(super) fn to_board(&self, cells: &[u16]) -> GameBoard {
        let pieces = cells.iter().enumerate().filter_map(|(slot, &cell)| self.piece_on(slot, cell)).collect();
        GameBoard { pieces, ..self.bare.clone() }
    }

    /// Adds a position as bytes.
    pub(super) fn encode(&self, cells: &[u16], out: &mut Vec<u8>) {
        pack_numbers(cells.iter().copied(), self.grid.is_narrow(), out);
    }

    /// Returns the position that [`Cast::encode`] has written.
    pub(super) fn decode(&self, bytes: &[u8]) -> Box<[u16]> {
        numbers_of(bytes, self.grid.is_narrow()).collect()
    }
}
