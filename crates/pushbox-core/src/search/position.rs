//! The boxes of the position that a search looks at, in every form it needs: list, board, set.

use crate::field::Field;
use crate::push::Push;

/// The boxes. Every box keeps its number while it moves, also from one loaded position to the next.
pub(crate) struct Position {
    /// The square of every box, by number.
    pub(crate) boxes: Vec<u16>,
    /// Whether a box stands on a square; false for the wall.
    pub(crate) is_box: Vec<bool>,
    /// The set of live squares with a box.
    pub(crate) set: Vec<u64>,
    number: Vec<u16>,
    /// Where boxes leave and where boxes come while a position is loaded.
    moved: [Vec<u16>; 2],
}

impl Position {
    /// The position with `boxes` (live squares) on `field`.
    pub(crate) fn new(field: &Field, boxes: &[u16]) -> Self {
        let mut position = Self {
            boxes: boxes.to_vec(),
            is_box: vec![false; field.near.len()],
            set: vec![0; field.live.len().div_ceil(64)],
            number: vec![0; field.near.len()],
            moved: Default::default(),
        };
        for (number, &square) in boxes.iter().enumerate() {
            position.put(field, number as u16, square);
        }
        position
    }

    /// The number of the box on `square`.
    pub(crate) fn number(&self, square: u16) -> usize {
        usize::from(self.number[usize::from(square)])
    }

    /// Goes over to the position with the boxes `set`. Costs what differs.
    pub(crate) fn load(&mut self, field: &Field, set: &[u64]) {
        let mut moved = std::mem::take(&mut self.moved);
        for (word, (&new, &old)) in set.iter().zip(&self.set).enumerate() {
            for (squares, mut bits) in moved.iter_mut().zip([old & !new, new & !old]) {
                while bits != 0 {
                    squares.push(field.live[64 * word + bits.trailing_zeros() as usize]);
                    bits &= bits - 1;
                }
            }
        }
        for (&from, &to) in moved[0].iter().zip(&moved[1]) {
            self.shift(field, from, to);
        }
        moved.iter_mut().for_each(Vec::clear);
        self.moved = moved;
    }

    /// Plays a push, which must be legal.
    pub(crate) fn play(&mut self, field: &Field, push: Push) {
        let target = field.near[usize::from(push.square)][usize::from(push.direction)];
        self.shift(field, push.square, target);
    }

    /// Takes back a push.
    pub(crate) fn undo(&mut self, field: &Field, push: Push) {
        let target = field.near[usize::from(push.square)][usize::from(push.direction)];
        self.shift(field, target, push.square);
    }

    fn shift(&mut self, field: &Field, from: u16, to: u16) {
        let number = self.number[usize::from(from)];
        self.is_box[usize::from(from)] = false;
        field.flip(&mut self.set, from);
        self.put(field, number, to);
    }

    fn put(&mut self, field: &Field, number: u16, square: u16) {
        self.boxes[usize::from(number)] = square;
        self.number[usize::from(square)] = number;
        self.is_box[usize::from(square)] = true;
        field.flip(&mut self.set, square);
    }
}
