//! A line of play on a level: its letters, and the positions on it.

use crate::level::{GOAL, Level, WALL, direction_of};
use crate::search::astar::metric_order::{Cost, MetricOrder, PriorStep};

/// A solution, with the cost of each of its prefixes.
#[derive(Clone)]
pub(crate) struct Line {
    /// One of `lurdLURD` a step, capitals for pushes.
    pub(crate) letters: Vec<u8>,
    costs: Vec<Cost>,
}

/// A position on a line, and the steps before it as far as they matter.
#[derive(Clone)]
pub(crate) struct LinePosition {
    pub(crate) level: Level,
    /// The cells of the boxes by number; a box keeps its number all along the line.
    pub(crate) boxes: Vec<u32>,
    /// The number of the box on a cell that has one.
    numbers: Vec<u32>,
    pub(crate) heading: Option<usize>,
    pub(crate) is_push: bool,
    /// The cell of the box pushed last.
    pub(crate) last_box: Option<usize>,
}

impl Line {
    pub(crate) fn new(order: &MetricOrder, letters: Vec<u8>) -> Self {
        Self { costs: order.costs(&letters), letters }
    }

    /// Returns the cost of the whole line.
    pub(crate) fn cost(&self) -> Cost {
        self.costs[self.letters.len()]
    }

    /// Returns the cost of the steps from `begin` to `end`.
    pub(crate) fn cost_of(&self, begin: usize, end: usize) -> Cost {
        self.costs[end] - self.costs[begin]
    }
}

impl LinePosition {
    /// Creates the position before the first step.
    pub(crate) fn new(level: &Level) -> Self {
        let boxes: Vec<u32> =
            (0..level.cells().len()).filter(|&cell| level.is_box(cell)).map(|cell| cell as u32).collect();
        let mut numbers = vec![0; level.cells().len()];
        for (number, &cell) in (0..).zip(&boxes) {
            numbers[cell as usize] = number;
        }
        Self { level: level.clone(), boxes, numbers, heading: None, is_push: false, last_box: None }
    }

    /// Plays a letter of a line that has been replayed before, and returns which of the boxes it has pushed.
    pub(crate) fn step(&mut self, letter: u8) -> Option<usize> {
        let direction = direction_of(letter.into())?;
        let played = self.level.step(direction);
        debug_assert_eq!(played, Some(letter), "the line has been replayed");
        self.heading = Some(direction);
        self.is_push = letter.is_ascii_uppercase();
        if !self.is_push {
            return None;
        }
        let from = self.level.player();
        self.last_box = self.level.neighbour(from, direction);
        let (number, to) = (self.numbers[from], self.last_box?);
        self.numbers[to] = number;
        self.boxes[number as usize] = to as u32;
        Some(number as usize)
    }

    /// Plays letters of a line that has been replayed before.
    pub(crate) fn play(&mut self, letters: &[u8]) {
        for &letter in letters {
            self.step(letter);
        }
    }

    /// Returns the level of a part of a line: from this position, every box to a goal, by the cells `is_goal`. The boxes
    /// with the numbers `walls` are walls.
    pub(crate) fn part(&self, is_goal: impl Fn(usize) -> bool, walls: &[usize]) -> Level {
        let mut cells = self.level.cells().to_vec();
        for (cell, byte) in cells.iter_mut().enumerate().filter(|(_, byte)| **byte & WALL == 0) {
            *byte = *byte & !GOAL | if is_goal(cell) { GOAL } else { 0 };
        }
        for &number in walls {
            cells[self.boxes[number] as usize] = WALL;
        }
        match Level::new(self.level.width(), self.level.height(), &cells) {
            Ok(level) => level,
            Err(error) => unreachable!("the player stands on no box: {error}"),
        }
    }

    /// Returns what a search from this position needs of the steps before it, with `square` the squares of cells.
    pub(crate) fn before(&self, square: impl Fn(usize) -> u16) -> PriorStep {
        PriorStep { heading: self.heading, is_push: self.is_push, last_box: self.last_box.map(square) }
    }
}
