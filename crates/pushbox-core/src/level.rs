//! A Sokoban level as cells, and the faults of cells that are no level.

use crate::flood::reached_from;
use crate::named::faults;

/// Bit of a cell: a wall.
pub const WALL: u8 = 1;
/// Bit of a cell: a goal.
pub const GOAL: u8 = 2;
/// Bit of a cell: a box.
pub const BOX: u8 = 4;
/// Bit of a cell: the player.
pub const PLAYER: u8 = 8;

/// The most cells a level may have (width times height). Squares fit in 16 bits with room for a sentinel.
pub const MAX_CELLS: usize = 65_000;

/// The four directions, 0 left, 1 up, 2 right, 3 down, as the letters of the LURD notation.
pub const LETTERS: [u8; 4] = *b"lurd";

/// Returns the direction that a letter of either case stands for.
pub fn direction_of(letter: char) -> Option<usize> {
    LETTERS.iter().position(|&known| char::from(known) == letter.to_ascii_lowercase())
}

/// Returns the letter of a step in a direction, a capital where it pushes.
pub fn letter_of(direction: usize, is_push: bool) -> char {
    let letter = char::from(LETTERS[direction]);
    if is_push { letter.to_ascii_uppercase() } else { letter }
}

/// Returns the direction against `direction`.
pub const fn opposite(direction: usize) -> usize {
    direction ^ 2
}

/// Returns the cell next to `cell` in `direction` on a board of so many columns and cells, `None` off the board.
pub(crate) const fn neighbour(width: usize, cells: usize, cell: usize, direction: usize) -> Option<usize> {
    let column = cell % width;
    match direction {
        0 if column > 0 => Some(cell - 1),
        1 if cell >= width => Some(cell - width),
        2 if column + 1 < width => Some(cell + 1),
        3 if cell + width < cells => Some(cell + width),
        _ => None,
    }
}

faults! {
    /// A fault that keeps cells from being a level, or a level from being solved. Cells count from 0, row by row.
    pub enum LevelError {
        /// The number of cells is not width times height.
        Size { width: usize, height: usize, cells: usize } => "found {cells} cells, expected {width} x {height}";
        /// More than [`MAX_CELLS`] cells.
        TooLarge { width: usize, height: usize } => "found a board of {width} x {height}, expected at most {MAX_CELLS} cells";
        /// A cell holds an impossible combination: bits outside the four, something in a wall, a player on a box.
        Cell { cell: usize, byte: u8 } => "cell {cell}: found the bits {byte}, expected 1 (wall) or a sum of 2 (goal) and one of 4 (box), 8 (player)";
        /// No cell holds the player.
        NoPlayer => "found no player, expected one";
        /// A second cell holds a player.
        SecondPlayer { cell: usize } => "cell {cell}: found a second player, expected one";
        /// The level can be played but never be solved as Sokoban defines it.
        MoreBoxesThanGoals { boxes: usize, goals: usize } => "more boxes than goals: found {boxes} boxes and {goals} goals";
    }
}

/// A Sokoban position: walls, goals, boxes and the player. Everything off the board is wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    width: usize,
    height: usize,
    cells: Vec<u8>,
    player: usize,
}

impl Level {
    /// Creates a level from one byte a cell, row by row, each a sum of [`WALL`], [`GOAL`], [`BOX`] and [`PLAYER`].
    ///
    /// More boxes than goals is no error here: such a level can be played, only not solved.
    ///
    /// # Errors
    /// Any [`LevelError`] but [`LevelError::MoreBoxesThanGoals`]: the first fault in the order of the cells.
    pub fn new(width: usize, height: usize, cells: &[u8]) -> Result<Self, LevelError> {
        let area = width.checked_mul(height).filter(|&area| area <= MAX_CELLS);
        let Some(area) = area else { return Err(LevelError::TooLarge { width, height }) };
        if cells.len() != area {
            return Err(LevelError::Size { width, height, cells: cells.len() });
        }
        let mut player = None;
        for (cell, &byte) in cells.iter().enumerate() {
            let is_pure = byte & WALL == 0 || byte == WALL;
            if byte > 15 || !is_pure || byte & (BOX | PLAYER) == BOX | PLAYER {
                return Err(LevelError::Cell { cell, byte });
            }
            if byte & PLAYER != 0 && player.replace(cell).is_some() {
                return Err(LevelError::SecondPlayer { cell });
            }
        }
        let player = player.ok_or(LevelError::NoPlayer)?;
        Ok(Self { width, height, cells: cells.to_vec(), player })
    }

    /// Creates a level from its rows in the letters of XSB; `-` and `_` are floor too, and short rows end with floor.
    ///
    /// # Errors
    /// As [`Level::new`]; a letter that is none of these counts as an impossible cell.
    pub fn from_rows(rows: &[&str]) -> Result<Self, LevelError> {
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let padded = rows.iter().flat_map(|row| row.bytes().chain(std::iter::repeat(b' ')).take(width));
        let cells: Vec<u8> = padded
            .map(|letter| match letter {
                b' ' | b'-' | b'_' => 0,
                b'#' => WALL,
                b'.' => GOAL,
                b'$' => BOX,
                b'*' => BOX | GOAL,
                b'@' => PLAYER,
                b'+' => PLAYER | GOAL,
                other => other | 1 << 7,
            })
            .collect();
        Self::new(width, rows.len(), &cells)
    }

    /// Returns the columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns one byte a cell, in the form that [`Level::new`] takes.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Returns the cell of the player.
    pub fn player(&self) -> usize {
        self.player
    }

    /// Returns whether `cell` is a wall.
    pub fn is_wall(&self, cell: usize) -> bool {
        self.cells[cell] & WALL != 0
    }

    /// Returns whether `cell` is a goal.
    pub fn is_goal(&self, cell: usize) -> bool {
        self.cells[cell] & GOAL != 0
    }

    /// Returns whether a box stands on `cell`.
    pub fn is_box(&self, cell: usize) -> bool {
        self.cells[cell] & BOX != 0
    }

    /// Returns the number of cells that hold any of `bits`.
    pub fn count(&self, bits: u8) -> usize {
        self.cells.iter().filter(|&&byte| byte & bits != 0).count()
    }

    /// Returns whether every box stands on a goal.
    pub fn is_solved(&self) -> bool {
        self.cells.iter().all(|&byte| byte & (BOX | GOAL) != BOX)
    }

    /// Returns the cells that `players` reach when no box is in the way, in ascending order.
    pub(crate) fn floor(&self, players: &[usize], is_wall: impl Fn(usize) -> bool) -> Vec<usize> {
        let is_reached = reached_from(self.cells.len(), players, |cell, visit| {
            let beside = (0..4).filter_map(|direction| self.neighbour(cell, direction));
            beside.filter(|&next| !is_wall(next)).for_each(visit);
        });
        (0..is_reached.len()).filter(|&cell| is_reached[cell]).collect()
    }

    /// Returns the cell next to `cell` in `direction`, `None` off the board.
    pub fn neighbour(&self, cell: usize, direction: usize) -> Option<usize> {
        neighbour(self.width, self.cells.len(), cell, direction)
    }

    /// Steps with the player by the rules of Sokoban: returns the letter of the step (a capital when it pushed a box), or
    /// `None` when the step is not legal, and then nothing has changed.
    pub fn step(&mut self, direction: usize) -> Option<u8> {
        let next = self.neighbour(self.player, direction).filter(|&cell| !self.is_wall(cell))?;
        let mut letter = LETTERS[direction];
        if self.is_box(next) {
            let beyond = self.neighbour(next, direction)?;
            if self.cells[beyond] & (WALL | BOX) != 0 {
                return None;
            }
            self.cells[next] ^= BOX;
            self.cells[beyond] ^= BOX;
            letter = letter.to_ascii_uppercase();
        }
        self.cells[self.player] ^= PLAYER;
        self.cells[next] ^= PLAYER;
        self.player = next;
        Some(letter)
    }

    /// Takes back a step that [`Level::step`] has just played in `direction` with the result `letter`.
    pub fn unstep(&mut self, direction: usize, letter: u8) {
        let to = self.player;
        let (Some(from), beyond) = (self.neighbour(to, opposite(direction)), self.neighbour(to, direction))
        else {
            unreachable!("the player came from a cell of the board");
        };
        if let Some(beyond) = beyond.filter(|_| letter.is_ascii_uppercase()) {
            self.cells[beyond] ^= BOX;
            self.cells[to] ^= BOX;
        }
        self.cells[to] ^= PLAYER;
        self.cells[from] ^= PLAYER;
        self.player = from;
    }
}
