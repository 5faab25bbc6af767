//! The boxes of the position that a search expands, in every form it needs: list, board, set.

use crate::board::Board;
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
    /// Creates the position with `boxes` (live squares) on `board`.
    pub(crate) fn new(board: &Board, boxes: &[u16]) -> Self {
        let mut position = Self {
            boxes: boxes.to_vec(),
            is_box: vec![false; board.size()],
            set: vec![0; board.words()],
            number: vec![0; board.size()],
            moved: Default::default(),
        };
        for (number, &square) in boxes.iter().enumerate() {
            position.put(board, number as u16, square);
        }
        position
    }

    /// Returns the number of the box on `square`.
    pub(crate) fn number(&self, square: u16) -> usize {
        usize::from(self.number[usize::from(square)])
    }

    /// Goes over to the position with the boxes `set`. Costs what differs.
    pub(crate) fn load(&mut self, board: &Board, set: &[u64]) {
        let mut moved = std::mem::take(&mut self.moved);
        for (word, (&new, &old)) in set.iter().zip(&self.set).enumerate() {
            for (squares, mut bits) in moved.iter_mut().zip([old & !new, new & !old]) {
                while bits != 0 {
                    squares.push(board.live[64 * word + bits.trailing_zeros() as usize]);
                    bits &= bits - 1;
                }
            }
        }
        for (&from, &to) in moved[0].iter().zip(&moved[1]) {
            self.shift(board, from, to);
        }
        moved.iter_mut().for_each(Vec::clear);
        self.moved = moved;
    }

    /// Plays a push, which must be legal.
    pub(crate) fn play(&mut self, board: &Board, push: Push) {
        let target = board.target(push);
        self.shift(board, push.square, target);
    }

    /// Takes back a push.
    pub(crate) fn undo(&mut self, board: &Board, push: Push) {
        let target = board.target(push);
        self.shift(board, target, push.square);
    }

    fn shift(&mut self, board: &Board, from: u16, to: u16) {
        let number = self.number[usize::from(from)];
        self.is_box[usize::from(from)] = false;
        board.flip(&mut self.set, from);
        self.put(board, number, to);
    }

    fn put(&mut self, board: &Board, number: u16, square: u16) {
        self.boxes[usize::from(number)] = square;
        self.number[usize::from(square)] = number;
        self.is_box[usize::from(square)] = true;
        board.flip(&mut self.set, square);
    }
}
