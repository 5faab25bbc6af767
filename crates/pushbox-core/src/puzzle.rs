//! A puzzle for the solver: a level of Sokoban, with the additions of Sokoban Plus and Multiban.

use crate::level::{BOX, GOAL, Level, LevelError, PLAYER};
use crate::named::faults;

/// A Sokoban level that may have numbers on its boxes and goals, and more than one pusher.
///
/// A box with a number belongs on a goal with that number, a box without on a goal without; several may share one.
/// Pushers block each other and the boxes that others push, and any of them may move at any time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    level: Level,
    pushers: Vec<usize>,
    box_numbers: Vec<u32>,
    goal_numbers: Vec<u32>,
}

faults! {
    /// A fault that keeps cells and numbers from being a puzzle.
    pub enum PuzzleError {
        /// The cells are no level.
        Level(error: LevelError) => "{error}";
        /// Numbers are given for another count of cells.
        Numbers { found: usize, cells: usize } => "found {found} numbers, expected one a cell: {cells}";
    }
}

impl From<&Level> for Puzzle {
    fn from(level: &Level) -> Self {
        let (pushers, area) = (vec![level.player()], level.cells().len());
        Self { level: level.clone(), pushers, box_numbers: vec![0; area], goal_numbers: vec![0; area] }
    }
}

impl Puzzle {
    /// Creates a puzzle from one byte a cell as [`Level::new`] takes them, but with any number of players, and from one
    /// number a cell for boxes and for goals; 0 is no number, and numbers of cells without a box or goal are ignored.
    ///
    /// # Errors
    /// What [`Level::new`] says but for [`LevelError::SecondPlayer`]; [`PuzzleError::Numbers`].
    pub fn new(
        width: usize,
        height: usize,
        cells: &[u8],
        box_numbers: &[u32],
        goal_numbers: &[u32],
    ) -> Result<Self, PuzzleError> {
        let mut one = cells.to_vec();
        let mut pushers = Vec::new();
        for (cell, byte) in one.iter_mut().enumerate().filter(|(_, byte)| **byte & PLAYER != 0) {
            // A fault of a pusher's cell is left to the level to report.
            if !pushers.is_empty() && *byte & !(PLAYER | GOAL) == 0 {
                *byte &= !PLAYER;
            }
            pushers.push(cell);
        }
        let level = Level::new(width, height, &one).map_err(PuzzleError::Level)?;
        for numbers in [box_numbers, goal_numbers] {
            if numbers.len() != cells.len() {
                return Err(PuzzleError::Numbers { found: numbers.len(), cells: cells.len() });
            }
        }
        let only = |numbers: &[u32], bit: u8| -> Vec<u32> {
            numbers
                .iter()
                .zip(cells)
                .map(|(&number, &byte)| if byte & bit == 0 { 0 } else { number })
                .collect()
        };
        let (box_numbers, goal_numbers) = (only(box_numbers, BOX), only(goal_numbers, GOAL));
        Ok(Self { level, pushers, box_numbers, goal_numbers })
    }

    /// Returns the level, with the first pusher as its player.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Returns the cells of the pushers, ascending.
    pub fn pushers(&self) -> &[usize] {
        &self.pushers
    }

    /// Returns the number of the box on `cell`, 0 for none.
    pub fn box_number(&self, cell: usize) -> u32 {
        self.box_numbers[cell]
    }

    /// Returns the number of the goal on `cell`, 0 for none.
    pub fn goal_number(&self, cell: usize) -> u32 {
        self.goal_numbers[cell]
    }

    /// Returns whether it is plain Sokoban: one pusher, no numbers.
    pub fn is_plain(&self) -> bool {
        let has_number = self.box_numbers.iter().chain(&self.goal_numbers).any(|&number| number > 0);
        self.pushers.len() == 1 && !has_number
    }

    /// Returns whether every box stands on a goal of its number.
    pub fn is_solved(&self) -> bool {
        (0..self.level.cells().len()).all(|cell| !self.level.is_box(cell) || self.is_home(cell))
    }

    /// Returns whether `cell` is a goal on which the box that stands there may end.
    pub(crate) fn is_home(&self, cell: usize) -> bool {
        self.level.is_goal(cell) && self.box_numbers[cell] == self.goal_numbers[cell]
    }
}
