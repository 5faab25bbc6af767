//! The boxes of the position that A* expands, in every form it needs.

use std::ops::Range;

use crate::board::{Board, RootPosition};
use crate::level::opposite;
use crate::push::Push;
use crate::zobrist::Zobrist;

/// The boxes. Every box keeps its number while it moves, also from one loaded position to the next.
pub(super) struct Boxes {
    /// The square of every box, by number.
    pub(super) squares: Vec<u16>,
    /// Whether a box stands on a square; false for the wall.
    pub(super) is_box: Vec<bool>,
    /// The set of live squares with a box.
    pub(super) set: Vec<u64>,
    /// The squares in canonical order: by class, then ascending.
    pub(super) sorted: Vec<u16>,
    number: Vec<u16>,
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
            squares: root.boxes.clone(),
            is_box: vec![false; board.size()],
            set: vec![0; board.words()],
            sorted: Vec::new(),
            number: vec![0; board.size()],
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
        for (number, &square) in root.boxes.iter().enumerate() {
            boxes.is_box[usize::from(square)] = true;
            boxes.number[usize::from(square)] = number as u16;
            board.flip(&mut boxes.set, square);
        }
        for (index, class) in root.classes.iter().enumerate() {
            boxes.class[class.boxes.clone()].fill(index as u16);
            for &goal in &class.goals {
                boxes.is_home[index][usize::from(goal)] = true;
            }
        }
        boxes
    }

    /// Returns the number of the box on `square`.
    pub(super) fn number(&self, square: u16) -> usize {
        usize::from(self.number[usize::from(square)])
    }

    /// Returns whether the box on `square` stands on a goal of its class.
    pub(super) fn is_home(&self, square: u16) -> bool {
        self.is_home[usize::from(self.class[self.number(square)])][usize::from(square)]
    }

    /// Returns the key of the squares of the boxes.
    pub(super) fn key(&self, zobrist: &Zobrist) -> u64 {
        let keys =
            self.squares.iter().zip(&self.class).map(|(&square, &class)| zobrist.of_class(square, class));
        keys.fold(0, |key, one| key ^ one)
    }

    /// Returns the change of the key by a push of the box on `square` to `target`.
    pub(super) fn change(&self, zobrist: &Zobrist, square: u16, target: u16) -> u64 {
        let class = self.class[self.number(square)];
        zobrist.of_class(square, class) ^ zobrist.of_class(target, class)
    }

    /// Goes over to the boxes `sorted`, in canonical order.
    pub(super) fn load(&mut self, board: &Board, sorted: &[u16]) {
        for group in &self.groups {
            for &square in &sorted[group.clone()] {
                let number = usize::from(self.number[usize::from(square)]);
                if self.is_box[usize::from(square)] && group.contains(&number) {
                    self.stays[number] = true;
                }
            }
        }
        for number in 0..self.squares.len() {
            let square = self.squares[number];
            if !self.stays[number] {
                self.is_box[usize::from(square)] = false;
                board.flip(&mut self.set, square);
            }
        }
        for index in 0..self.groups.len() {
            let group = self.groups[index].clone();
            let mut free = group.clone();
            for &square in &sorted[group.clone()] {
                let number = usize::from(self.number[usize::from(square)]);
                if group.contains(&number) && self.stays[number] && self.squares[number] == square {
                    continue;
                }
                let moved = free.by_ref().find(|&number| !self.stays[number]);
                let Some(number) = moved else { unreachable!("as many boxes come as go") };
                board.flip(&mut self.set, square);
                self.squares[number] = square;
                self.is_box[usize::from(square)] = true;
                self.number[usize::from(square)] = number as u16;
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
        board.flip(&mut self.set, from);
        board.flip(&mut self.set, to);
        let number = self.number[usize::from(from)];
        self.is_box[usize::from(from)] = false;
        self.is_box[usize::from(to)] = true;
        self.number[usize::from(to)] = number;
        self.squares[usize::from(number)] = to;
        let group = self.groups[usize::from(self.class[usize::from(number)])].clone();
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

/// Returns the square from which a push is made, and the one it leads to.
pub(super) fn ends(board: &Board, push: Push) -> (u16, u16) {
    let neighbours = board.neighbours(push.square);
    (neighbours[opposite(usize::from(push.direction))], neighbours[usize::from(push.direction)])
}
