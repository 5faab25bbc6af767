//! The boxes of the position that A* expands, in every form it needs.

use std::ops::Range;

use crate::board::{Board, RootPosition};
use crate::push::Push;
use crate::search::position::Position;
use crate::zobrist::Zobrist;

/// The boxes. Every box keeps its number while it moves, also from one loaded position to the next.
pub(super) struct Boxes {
    /// The boxes whatever their class.
    pub(super) position: Position,
    /// The squares in canonical order: by class, then ascending.
    pub(super) sorted: Vec<u16>,
    class: Vec<u16>,
    groups: Vec<Range<usize>>,
    /// Whether a square is a goal of a class, by class; false for the wall.
    is_home: Vec<Vec<bool>>,
    stays: Vec<bool>,
}

impl Boxes {
    /// Creates the boxes of a root position.
    pub(super) fn new(root: &RootPosition) -> Self {
        let board = &root.board;
        let mut boxes = Self {
            position: Position::new(board, &root.boxes),
            sorted: Vec::new(),
            class: vec![0; root.boxes.len()],
            groups: root.classes.iter().map(|class| class.boxes.clone()).collect(),
            is_home: vec![vec![false; board.size()]; root.classes.len()],
            stays: vec![false; root.boxes.len()],
        };
        for group in &boxes.groups {
            let first = boxes.sorted.len();
            boxes.sorted.extend_from_slice(&root.boxes[group.clone()]);
            boxes.sorted[first..].sort_unstable();
        }
        for (index, class) in root.classes.iter().enumerate() {
            boxes.class[class.boxes.clone()].fill(index as u16);
            for &goal in &class.goals {
                boxes.is_home[index][usize::from(goal)] = true;
            }
        }
        boxes
    }

    /// Returns whether the box on `square` stands on a goal of its class.
    pub(super) fn is_home(&self, square: u16) -> bool {
        self.is_home[usize::from(self.class[self.position.number(square)])][usize::from(square)]
    }

    /// Returns the key of the squares of the boxes.
    pub(super) fn key(&self, zobrist: &Zobrist) -> u64 {
        let boxes = self.position.boxes.iter().zip(&self.class);
        let keys = boxes.map(|(&square, &class)| zobrist.of_class(square, class));
        keys.fold(0, |key, one| key ^ one)
    }

    /// Returns the change of the key by a push of the box on `square` to `target`.
    pub(super) fn change(&self, zobrist: &Zobrist, square: u16, target: u16) -> u64 {
        let class = self.class[self.position.number(square)];
        zobrist.of_class(square, class) ^ zobrist.of_class(target, class)
    }

    /// Goes over to the boxes `sorted`, in canonical order.
    pub(super) fn load(&mut self, board: &Board, sorted: &[u16]) {
        for group in &self.groups {
            for &square in &sorted[group.clone()] {
                let number = self.position.number(square);
                if self.position.is_box[usize::from(square)] && group.contains(&number) {
                    self.stays[number] = true;
                }
            }
        }
        for number in (0..self.stays.len()).filter(|&number| !self.stays[number]) {
            self.position.take(board, self.position.boxes[number]);
        }
        for index in 0..self.groups.len() {
            let group = self.groups[index].clone();
            let mut free = group.clone();
            for &square in &sorted[group.clone()] {
                let number = self.position.number(square);
                if group.contains(&number) && self.stays[number] && self.position.boxes[number] == square {
                    continue;
                }
                let moved = free.by_ref().find(|&number| !self.stays[number]);
                let Some(number) = moved else { unreachable!("as many boxes come as go") };
                self.position.put(board, number as u16, square);
            }
        }
        self.stays.fill(false);
        self.sorted.copy_from_slice(sorted);
    }

    /// Plays a push, which must be legal.
    pub(super) fn play(&mut self, board: &Board, push: Push) {
        let target = board.target(push);
        self.shift(board, push.square, target);
    }

    /// Takes back a push.
    pub(super) fn undo(&mut self, board: &Board, push: Push) {
        let target = board.target(push);
        self.shift(board, target, push.square);
    }

    fn shift(&mut self, board: &Board, from: u16, to: u16) {
        let class = self.class[self.position.number(from)];
        self.position.shift(board, from, to);
        let group = self.groups[usize::from(class)].clone();
        let sorted = &mut self.sorted[group];
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
