//! The boxes of the position that an exact search looks at, in every form it needs.

use std::ops::Range;

use crate::board::opposite;
use crate::field::{Field, Start};
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
    /// The squares in canonical order: by kind, then ascending.
    pub(super) sorted: Vec<u16>,
    number: Vec<u16>,
    kind: Vec<u16>,
    groups: Vec<Range<usize>>,
    /// Whether a square is a goal of a kind, by kind; false for the wall.
    is_home: Vec<Vec<bool>>,
    stays: Vec<bool>,
}

impl Boxes {
    /// The boxes of a start.
    pub(super) fn new(start: &Start) -> Self {
        let field = &start.field;
        let mut boxes = Self {
            squares: start.boxes.clone(),
            is_box: vec![false; field.near.len()],
            set: vec![0; field.live.len().div_ceil(64)],
            sorted: Vec::new(),
            number: vec![0; field.near.len()],
            kind: vec![0; start.boxes.len()],
            groups: start.kinds.iter().map(|kind| kind.boxes.clone()).collect(),
            is_home: vec![vec![false; field.near.len()]; start.kinds.len()],
            stays: vec![false; start.boxes.len()],
        };
        for group in &boxes.groups {
            let first = boxes.sorted.len();
            boxes.sorted.extend_from_slice(&start.boxes[group.clone()]);
            boxes.sorted[first..].sort_unstable();
        }
        for (number, &square) in start.boxes.iter().enumerate() {
            boxes.is_box[usize::from(square)] = true;
            boxes.number[usize::from(square)] = number as u16;
            field.flip(&mut boxes.set, square);
        }
        for (index, kind) in start.kinds.iter().enumerate() {
            boxes.kind[kind.boxes.clone()].fill(index as u16);
            for &goal in &kind.goals {
                boxes.is_home[index][usize::from(goal)] = true;
            }
        }
        boxes
    }

    /// The number of the box on `square`.
    pub(super) fn number(&self, square: u16) -> usize {
        usize::from(self.number[usize::from(square)])
    }

    /// Whether the box on `square` stands on a goal of its kind.
    pub(super) fn is_home(&self, square: u16) -> bool {
        self.is_home[usize::from(self.kind[self.number(square)])][usize::from(square)]
    }

    /// The key of where the boxes are.
    pub(super) fn key(&self, zobrist: &Zobrist) -> u64 {
        let keys = self.squares.iter().zip(&self.kind).map(|(&square, &kind)| zobrist.of_kind(square, kind));
        keys.fold(0, |key, one| key ^ one)
    }

    /// What a push of the box on `square` to `target` changes in the key.
    pub(super) fn change(&self, zobrist: &Zobrist, square: u16, target: u16) -> u64 {
        let kind = self.kind[self.number(square)];
        zobrist.of_kind(square, kind) ^ zobrist.of_kind(target, kind)
    }

    /// Goes over to the boxes `sorted`, in canonical order.
    pub(super) fn load(&mut self, field: &Field, sorted: &[u16]) {
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
                field.flip(&mut self.set, square);
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
                field.flip(&mut self.set, square);
                self.squares[number] = square;
                self.is_box[usize::from(square)] = true;
                self.number[usize::from(square)] = number as u16;
            }
        }
        self.stays.fill(false);
        self.sorted.copy_from_slice(sorted);
    }

    /// Plays a push, which must be legal.
    pub(super) fn play(&mut self, field: &Field, push: Push) {
        let target = field.near[usize::from(push.square)][usize::from(push.direction)];
        self.shift(field, push.square, target);
    }

    /// Takes back a push.
    pub(super) fn undo(&mut self, field: &Field, push: Push) {
        let target = field.near[usize::from(push.square)][usize::from(push.direction)];
        self.shift(field, target, push.square);
    }

    fn shift(&mut self, field: &Field, from: u16, to: u16) {
        field.flip(&mut self.set, from);
        field.flip(&mut self.set, to);
        let number = self.number[usize::from(from)];
        self.is_box[usize::from(from)] = false;
        self.is_box[usize::from(to)] = true;
        self.number[usize::from(to)] = number;
        self.squares[usize::from(number)] = to;
        let group = self.groups[usize::from(self.kind[usize::from(number)])].clone();
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

/// The square from which a push is made, and the one it leads to.
pub(super) fn ends(field: &Field, push: Push) -> (u16, u16) {
    let near = field.near[usize::from(push.square)];
    (near[opposite(usize::from(push.direction))], near[usize::from(push.direction)])
}
