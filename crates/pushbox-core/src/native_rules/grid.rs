//! The grid of a board: which cell is next to which.

use super::{GameBoard, Piece, UnsupportedLevel, unsupported};
use crate::level::neighbour;

/// A grid of cells numbered row by row, and one more that stands for everything off the board.
pub(super) struct Grid {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The number of cells, which is also the number of the cell off the board.
    pub(super) cells: usize,
    neighbours: Vec<[u16; 4]>,
}

impl Grid {
    /// Reads the grid of `board`, which must have fewer cells than 16 bits can number.
    pub(super) fn new(board: &GameBoard) -> Result<Self, UnsupportedLevel> {
        let (width, height) = (board.width, board.height);
        let cells = width.saturating_mul(height);
        if cells != board.terrain.len() || cells >= usize::from(u16::MAX) {
            return unsupported(format!("found a board of {width} x {height} cells, expected fewer"));
        }
        let neighbours = (0..cells)
            .map(|cell| {
                let next = |direction| neighbour(width, cells, cell, direction).unwrap_or(cells) as u16;
                [0, 1, 2, 3].map(next)
            })
            .chain(std::iter::once([cells as u16; 4]))
            .collect();
        Ok(Self { width, height, cells, neighbours })
    }

    /// Returns whether the number of a cell, that off the board included, fits in a byte.
    pub(super) fn is_narrow(&self) -> bool {
        self.cells <= 0xff
    }

    /// Returns the neighbours of a cell: to the left, above, to the right and below.
    pub(super) fn neighbours(&self, cell: impl Into<usize>) -> [u16; 4] {
        self.neighbours[cell.into()]
    }

    /// Returns the cell next to a cell in a direction.
    pub(super) fn neighbour(&self, cell: impl Into<usize>, direction: usize) -> u16 {
        self.neighbours[cell.into()][direction]
    }

    /// Returns the only cell of a piece.
    pub(super) fn cell_of(&self, piece: &Piece) -> Result<u16, UnsupportedLevel> {
        match piece.cells[..] {
            [cell] if cell < self.cells => Ok(cell as u16),
            _ => unsupported(format!("found a {} that is not on one cell of the board", piece.kind)),
        }
    }

    /// Returns the pieces of a board with their cells, each of which it must have for itself and be none that `is_blocked` (for
    /// every cell and that off the board).
    pub(super) fn place<'b>(
        &self,
        board: &'b GameBoard,
        mut is_blocked: Vec<bool>,
    ) -> Result<Vec<(u16, &'b Piece)>, UnsupportedLevel> {
        let mut place = |piece: &'b Piece| {
            let cell = self.cell_of(piece)?;
            if std::mem::replace(&mut is_blocked[usize::from(cell)], true) {
                return unsupported("found pieces that share a cell or stand in a wall or a hole");
            }
            Ok((cell, piece))
        };
        board.pieces.iter().map(&mut place).collect()
    }

    /// Counts the steps between two cells of an empty board.
    pub(super) fn apart(&self, one: u16, two: u16) -> u16 {
        let width = self.width as u16;
        (one / width).abs_diff(two / width) + (one % width).abs_diff(two % width)
    }

    /// Counts the cells between a cell and the edge in a direction.
    pub(super) fn distance_to_edge(&self, cell: u16, direction: usize) -> usize {
        let (row, column) = (usize::from(cell) / self.width, usize::from(cell) % self.width);
        [column, row, self.width - 1 - column, self.height - 1 - row][direction]
    }
}
