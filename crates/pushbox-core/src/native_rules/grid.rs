//! The grid of a board: which cell is next to which.

use super::{GameBoard, Piece, Reading, unsupported};
use crate::level::neighbour;

/// A grid of cells numbered row by row, and one more that stands for everything off the board.
pub(super) struct Grid {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The number of cells, which is also the number of the cell off the board.
    pub(super) cells: usize,
    /// For each cell, that off the board included, whether it is a wall.
    pub(super) is_wall: Vec<bool>,
    neighbours: Vec<[u16; 4]>,
}

impl Grid {
    /// Reads the grid of `board`, which must have fewer cells than 16 bits can number.
    pub(super) fn new(board: &GameBoard) -> Reading<Self> {
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
        let is_wall = board.terrain.iter().map(|terrain| terrain.kind == "wall").chain([true]).collect();
        Ok(Self { width, height, cells, is_wall, neighbours })
    }

    /// Returns for each cell, that off the board included, whether it is no wall.
    pub(super) fn open(&self) -> Vec<bool> {
        self.is_wall.iter().map(|is_wall| !is_wall).collect()
    }

    /// Returns the cell that stands for everything off the board.
    pub(super) fn off(&self) -> u16 {
        self.cells as u16
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
    pub(super) fn cell_of(&self, piece: &Piece) -> Reading<u16> {
        match piece.cells[..] {
            [cell] if cell < self.cells => Ok(cell as u16),
            _ => unsupported(format!("found a {} that is not on one cell of the board", piece.kind)),
        }
    }

    /// Reads the pieces of a board with their cells. Refuses the board if a piece shares its cell or stands in a wall,
    /// or if `read` does not know it, which the `game` does not take then.
    pub(super) fn read_pieces(
        &self,
        board: &GameBoard,
        game: &str,
        mut read: impl FnMut(u16, &Piece) -> Option<()>,
    ) -> Reading<()> {
        let mut is_taken = self.is_wall.clone();
        for piece in &board.pieces {
            let cell = self.cell_of(piece)?;
            if std::mem::replace(&mut is_taken[usize::from(cell)], true) {
                return unsupported("found pieces that share a cell or stand in a wall");
            }
            if read(cell, piece).is_none() {
                let ground = &board.terrain[usize::from(cell)].kind;
                return unsupported(format!("found {piece:?} on {ground}, which {game} does not take"));
            }
        }
        Ok(())
    }

    /// Finds the groups in which cells touch each other; for each of `cells`, which are in order, returns the index of the first
    /// one of its group. Cells off the board are in none.
    pub(super) fn groups(&self, cells: &[u16]) -> Vec<usize> {
        let cells = &cells[..cells.partition_point(|&cell| cell != self.off())];
        let mut groups = vec![usize::MAX; cells.len()];
        for first in 0..cells.len() {
            let mut open = if groups[first] == usize::MAX { vec![first] } else { Vec::new() };
            while let Some(index) = open.pop() {
                groups[index] = first;
                let beside = self.neighbours(cells[index]).into_iter();
                let found = beside.filter_map(|next| cells.binary_search(&next).ok());
                open.extend(found.filter(|&next| groups[next] == usize::MAX));
            }
        }
        groups
    }

    /// Counts the steps between two cells of an empty board.
    pub(super) fn apart(&self, one: u16, two: u16) -> u16 {
        let width = self.width as u16;
        (one / width).abs_diff(two / width) + (one % width).abs_diff(two % width)
    }

    /// Returns a cell as people see it on the rulers: column letters, row number from 1 at the top.
    pub(super) fn name(&self, cell: u16) -> String {
        let (mut column, row) = (usize::from(cell) % self.width + 1, usize::from(cell) / self.width + 1);
        let mut name = row.to_string();
        while column > 0 {
            column -= 1;
            name.insert(0, char::from(b'A' + (column % 26) as u8));
            column /= 26;
        }
        name
    }

    /// Counts the cells between a cell and the edge in a direction.
    pub(super) fn distance_to_edge(&self, cell: u16, direction: usize) -> usize {
        let (row, column) = (usize::from(cell) / self.width, usize::from(cell) % self.width);
        [column, row, self.width - 1 - column, self.height - 1 - row][direction]
    }
}

/// Returns a table of cells in which some more hold.
pub(super) fn marked(table: &[bool], cells: &[u16]) -> Vec<bool> {
    let mut marked = table.to_vec();
    cells.iter().for_each(|&cell| marked[usize::from(cell)] = true);
    marked
}
