//! The boxes of a position in the one order in which A* stores them.

use std::ops::Range;

use crate::board::{Board, RootPosition};
use crate::search::position::Position;

/// The squares of the boxes by class, and ascending in a class.
pub(super) struct SortedBoxes {
    pub(super) squares: Vec<u16>,
    /// The places of every class, which are also the numbers of its boxes.
    pub(super) groups: Vec<Range<usize>>,
    stays: Vec<bool>,
}

impl SortedBoxes {
    /// Creates the order of the boxes of a root position.
    pub(super) fn new(root: &RootPosition) -> Self {
        let groups: Vec<Range<usize>> = root.classes.iter().map(|class| class.boxes.clone()).collect();
        let mut squares = root.boxes.clone();
        groups.iter().for_each(|group| squares[group.clone()].sort_unstable());
        Self { squares, groups, stays: vec![false; root.boxes.len()] }
    }

    /// Makes `position` and this hold the boxes `sorted`. Every box keeps its class, and its number if it stays.
    pub(super) fn load(&mut self, board: &Board, position: &mut Position, sorted: &[u16]) {
        for group in &self.groups {
            for &square in &sorted[group.clone()] {
                let number = position.number(square);
                if position.is_box[usize::from(square)] && group.contains(&number) {
                    self.stays[number] = true;
                }
            }
        }
        for number in (0..self.stays.len()).filter(|&number| !self.stays[number]) {
            position.take(board, position.boxes[number]);
        }
        for group in &self.groups {
            let mut free = group.clone();
            for &square in &sorted[group.clone()] {
                let number = position.number(square);
                if group.contains(&number) && self.stays[number] && position.boxes[number] == square {
                    continue;
                }
                let moved = free.by_ref().find(|&number| !self.stays[number]);
                let Some(number) = moved else { unreachable!("as many boxes come as go") };
                position.put(board, number as u16, square);
            }
        }
        self.stays.fill(false);
        self.squares.copy_from_slice(sorted);
    }

    /// Moves a box of a class from `from` to `to`.
    pub(super) fn shift(&mut self, class: u16, from: u16, to: u16) {
        let sorted = &mut self.squares[self.groups[usize::from(class)].clone()];
        // The box slides to its new place in the order.
        let Ok(mut at) = sorted.binary_search(&from) else { unreachable!("the box was there") };
        while at + 1 < sorted.len() && sorted[at + 1] < to {
            sorted[at] = sorted[at + 1];
            at += 1;
        }
        while at > 0 && sorted[at - 1] > to {
            sorted[at] = sorted[at - 1];
            at -= 1;
        }
        sorted[at] = to;
    }
}
