//! The levels that boards begin with, all of one size.

use super::counted;
use crate::flood::reached_from;
use crate::level::{Level, LevelError, MAX_CELLS, WALL, neighbour};

/// Levels in boards of one size. No player can reach the edge of a board, so that what is next to them is on the board.
#[derive(Clone, Debug)]
pub struct Levels {
    width: usize,
    height: usize,
    /// 1 where a frame of walls is around all boards, as a player could reach the edge of one, else 0.
    frame: usize,
    cells: Vec<u8>,
    starts: Vec<(u16, u16)>,
}

impl Levels {
    /// Takes one level or more.
    ///
    /// # Errors
    /// [`LevelError::TooLarge`] for boards with too many cells; [`LevelError::NoPlayer`] without a level.
    pub fn new(levels: &[Level]) -> Result<Self, LevelError> {
        let frame = usize::from(levels.iter().any(is_open));
        let width = levels.iter().map(Level::width).max().unwrap_or(0) + 2 * frame;
        let height = levels.iter().map(Level::height).max().unwrap_or(0) + 2 * frame;
        if width * height > MAX_CELLS {
            return Err(LevelError::TooLarge { width, height });
        }
        if levels.is_empty() {
            return Err(LevelError::NoPlayer);
        }
        let mut all = Self { width, height, frame, cells: Vec::new(), starts: Vec::new() };
        for level in levels {
            let placed = all.placed(level)?;
            all.starts.push(counted(&placed));
            all.cells.extend(placed);
        }
        Ok(all)
    }

    /// Returns the number of levels.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the columns of each board.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the rows of each board.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the cells of each board.
    pub fn area(&self) -> usize {
        self.width * self.height
    }

    /// Returns how many walls stand above and on the left of each level's own cells.
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// Returns how far the cells beside a cell are, by direction as in [`crate::level::LETTERS`].
    pub(super) fn steps(&self) -> [isize; 4] {
        let width = self.width as isize;
        [-1, -width, 1, width]
    }

    /// Returns a level's board, its player's cell and its number of boxes off goals.
    pub(super) fn start(&self, level: usize) -> (&[u8], u16, u16) {
        let (player, astray) = self.starts[level];
        (&self.cells[level * self.area()..][..self.area()], player, astray)
    }

    /// Returns the board of a position, with walls around it.
    pub(super) fn placed(&self, position: &Level) -> Result<Vec<u8>, LevelError> {
        let (width, height) = (position.width(), position.height());
        let room = |own: usize, all: usize| own + 2 * self.frame <= all;
        if !room(width, self.width) || !room(height, self.height) || (self.frame == 0 && is_open(position)) {
            return Err(LevelError::TooLarge { width, height });
        }
        let mut cells = vec![WALL; self.area()];
        for (row, own) in position.cells().chunks_exact(width).enumerate() {
            cells[(row + self.frame) * self.width + self.frame..][..width].copy_from_slice(own);
        }
        Ok(cells)
    }
}

/// Returns whether the player of a level can reach its edge, if boxes are taken away.
fn is_open(level: &Level) -> bool {
    let (width, height) = (level.width(), level.height());
    let beside = |cell: usize, visit: &mut dyn FnMut(usize)| {
        let cells = (0..4).filter_map(|direction| neighbour(width, width * height, cell, direction));
        cells.filter(|&next| !level.is_wall(next)).for_each(visit);
    };
    let reached = reached_from(width * height, &[level.player()], beside);
    let is_edge = |cell: usize| {
        let (row, column) = (cell / width, cell % width);
        row == 0 || column == 0 || row + 1 == height || column + 1 == width
    };
    (0..width * height).any(|cell| reached[cell] && is_edge(cell))
}
