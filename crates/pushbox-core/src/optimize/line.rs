//! A line of play on a level: its letters, and the positions it goes through.

use super::order::{Cost, Order, costs};
use super::route::Before;
use crate::board::{BOX, GOAL, LETTERS, Level, WALL};

/// A solution, with what each of its beginnings costs.
#[derive(Clone)]
pub(crate) struct Line {
    /// One of `lurdLURD` a step, capitals for pushes.
    pub(crate) letters: Vec<u8>,
    costs: Vec<Cost>,
}

/// A position on a line, and what it has left behind.
#[derive(Clone)]
pub(crate) struct Point {
    pub(crate) level: Level,
    pub(crate) heading: Option<usize>,
    pub(crate) is_push: bool,
    /// The cell of the box pushed last.
    pub(crate) last_box: Option<usize>,
}

impl Line {
    pub(crate) fn new(order: &Order, letters: Vec<u8>) -> Self {
        let costs = costs(order, &letters);
        Self { letters, costs }
    }

    /// What the whole line costs.
    pub(crate) fn cost(&self) -> Cost {
        self.costs[self.letters.len()]
    }

    /// What the steps from `begin` to `end` add.
    pub(crate) fn cost_of(&self, begin: usize, end: usize) -> Cost {
        self.costs[end] - self.costs[begin]
    }
}

impl Point {
    /// Before the first step.
    pub(crate) fn new(level: &Level) -> Self {
        Self { level: level.clone(), heading: None, is_push: false, last_box: None }
    }

    /// Plays a letter of a line that has been replayed before.
    pub(crate) fn step(&mut self, letter: u8) {
        let direction = direction(letter);
        let played = self.level.step(direction);
        debug_assert_eq!(played, Some(letter), "the line has been replayed");
        self.heading = Some(direction);
        self.is_push = letter.is_ascii_uppercase();
        if self.is_push {
            self.last_box = self.level.neighbour(self.level.player(), direction);
        }
    }

    /// The cells of all boxes, ascending.
    pub(crate) fn boxes(&self) -> impl Iterator<Item = usize> {
        (0..self.level.cells().len()).filter(|&cell| self.level.is_box(cell))
    }

    /// The level of a part of a line: from here, every box to a goal. The goals are `goals` (by cell); the boxes on
    /// `fixed` (by cell) are walls.
    pub(crate) fn part(&self, is_goal: impl Fn(usize) -> bool, fixed: &[usize]) -> Level {
        let mut cells = self.level.cells().to_vec();
        for (cell, byte) in cells.iter_mut().enumerate().filter(|(_, byte)| **byte & WALL == 0) {
            *byte = *byte & !GOAL | if is_goal(cell) { GOAL } else { 0 };
            if *byte & BOX != 0 && fixed.contains(&cell) {
                *byte = WALL;
            }
        }
        match Level::new(self.level.width(), self.level.height(), &cells) {
            Ok(level) => level,
            Err(error) => unreachable!("the player stands on no box: {error}"),
        }
    }

    /// What a search that begins here has to know, with `square` the squares of cells.
    pub(crate) fn before(&self, square: impl Fn(usize) -> u16) -> Before {
        Before { heading: self.heading, is_push: self.is_push, last_box: self.last_box.map(square) }
    }
}

/// The direction of a letter.
pub(crate) fn direction(letter: u8) -> usize {
    LETTERS.iter().position(|&known| known == letter.to_ascii_lowercase()).unwrap_or(0)
}
