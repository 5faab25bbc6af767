//! The shape of a board: which cell is next to which.

use super::{Board, Piece, TwinError};

/// A grid of cells numbered row by row, and one more that stands for everything off the board.
pub(super) struct Shape {
    pub(super) width: usize,
    pub(super) height: usize,
    /// How many cells there are, which is also the number of the cell off the board.
    pub(super) cells: usize,
    /// The neighbours of each cell to the left, above, to the right and below.
    pub(super) step: Vec<[u16; 4]>,
}

impl Shape {
    /// The shape of `board`, which must have fewer cells than 16 bits can number.
    pub(super) fn new(board: &Board) -> Result<Self, TwinError> {
        let (width, height) = (board.width, board.height);
        let cells = width.saturating_mul(height);
        if cells != board.terrain.len() || cells >= usize::from(u16::MAX) {
            return Err(TwinError(format!("found a board of {width} x {height} cells, expected fewer")));
        }
        let step = (0..cells)
            .map(|cell| {
                let (row, column) = (cell / width, cell % width);
                let next = |inside: bool, to: usize| if inside { to as u16 } else { cells as u16 };
                [
                    next(column > 0, cell.wrapping_sub(1)),
                    next(row > 0, cell.wrapping_sub(width)),
                    next(column + 1 < width, cell + 1),
                    next(row + 1 < height, cell + width),
                ]
            })
            .chain(std::iter::once([cells as u16; 4]))
            .collect();
        Ok(Self { width, height, cells, step })
    }

    /// The only cell of a piece.
    pub(super) fn cell(&self, piece: &Piece) -> Result<u16, TwinError> {
        match piece.cells[..] {
            [cell] if cell < self.cells => Ok(cell as u16),
            _ => Err(TwinError(format!("found a {} that is not on one cell of the board", piece.kind))),
        }
    }

    /// How many cells there are from a cell to the edge in a direction.
    pub(super) fn ahead(&self, cell: u16, way: usize) -> usize {
        let (row, column) = (usize::from(cell) / self.width, usize::from(cell) % self.width);
        [column, row, self.width - 1 - column, self.height - 1 - row][way]
    }
}
