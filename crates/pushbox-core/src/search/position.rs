//! The boxes of the position that a search expands, in every form it needs: list, board, set.

use crate::board::{Board, BoxTable, ones};
use crate::push::Push;

/// The boxes. Every box keeps its number while it moves, also from one loaded position to the next.
pub(crate) struct Position {
    /// The square of every box, by number.
    pub(crate) boxes: Vec<u16>,
    /// Whether a box stands on a square; false for the wall.
    pub(crate) is_box: BoxTable,
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
            is_box: board.no_boxes(),
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

    /// Iterates over the pushes that end in a live box state where no box is, wherever the players are.
    pub(crate) fn pushes<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Push> + 'a {
        let pushes = self.boxes.iter().flat_map(|&square| board.live_pushes(square));
        pushes.filter(|&push| !self.is_box[usize::from(board.target(push))])
    }

    /// Goes over to the position with the boxes `set`. Costs what differs.
    pub(crate) fn load(&mut self, board: &Board, set: &[u64]) {
        let mut moved = std::mem::take(&mut self.moved);
        let pairs = || set.iter().zip(&self.set);
        moved[0].extend(ones(pairs().map(|(&new, &old)| old & !new)).map(|index| board.live[index]));
        moved[1].extend(ones(pairs().map(|(&new, &old)| new & !old)).map(|index| board.live[index]));
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

    /// Moves the box on `from` to `to`.
    pub(crate) fn shift(&mut self, board: &Board, from: u16, to: u16) {
        self.take(board, from);
        self.put(board, self.number[usize::from(from)], to);
    }

    /// Takes the box on `square` off the board.
    pub(crate) fn take(&mut self, board: &Board, square: u16) {
        self.is_box.take(square);
        board.flip(&mut self.set, square);
    }

    /// Puts the box of a number, which has been taken off the board, on `square`.
    pub(crate) fn put(&mut self, board: &Board, number: u16, square: u16) {
        self.boxes[usize::from(number)] = square;
        self.number[usize::from(square)] = number;
        self.is_box.put(square);
        board.flip(&mut self.set, square);
    }
}
