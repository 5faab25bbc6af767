//! The boxes of the position that a search expands, in every form it needs: list, table and set.

use super::{Board, BoxTable, ones};
use crate::push::Push;

/// The boxes. Every box keeps its number while it moves, also from one loaded position to the next.
pub(crate) struct Position {
    /// The square of every box, by number.
    pub(crate) boxes: Vec<u16>,
    /// Whether a box stands on a square; false for the wall.
    pub(crate) is_box: BoxTable,
    /// The boxes as pieces: first the set of live squares with a box ([`Board::piece_words`]).
    pub(crate) set: Vec<u64>,
    number: Vec<u16>,
    /// The class of every box, by number.
    class: Vec<u16>,
    /// Where boxes leave and where boxes come while a position is loaded.
    moved: [Vec<u16>; 2],
}

impl Position {
    /// Creates the position with `boxes` (live squares) of one class on `board`.
    #[cfg(test)]
    pub(crate) fn new(board: &Board, boxes: &[u16]) -> Self {
        Self::with_classes(board, boxes, vec![0; boxes.len()])
    }

    /// Creates the position with `boxes` (live squares), each of its class, on `board`.
    pub(crate) fn with_classes(board: &Board, boxes: &[u16], class: Vec<u16>) -> Self {
        let mut position = Self {
            boxes: boxes.to_vec(),
            is_box: board.no_boxes(),
            set: vec![0; board.piece_words()],
            number: vec![0; board.size()],
            class,
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

    /// Returns the class of the box on `square`.
    pub(crate) fn class(&self, square: u16) -> u16 {
        self.class[self.number(square)]
    }

    /// Returns the classes of the boxes, by number.
    pub(crate) fn classes(&self) -> &[u16] {
        &self.class
    }

    /// Iterates over the pushes to a square without a box after which the box may still reach a goal of its class, wherever the
    /// players are.
    pub(crate) fn pushes<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Push> + 'a {
        let boxes = self.boxes.iter().zip(&self.class);
        let allowed = |square: u16, class| board.pushes_of_class(class)[usize::from(square)];
        let pushes =
            boxes.flat_map(move |(&square, &class)| Board::pushes_from(square, allowed(square, class)));
        pushes.filter(|&push| !self.is_box[usize::from(board.target(push))])
    }

    /// Goes over to the position with the boxes `pieces`. Costs what differs.
    pub(crate) fn load(&mut self, board: &Board, pieces: &[u64]) {
        let mut moved = std::mem::take(&mut self.moved);
        let words = board.words();
        for word in 0..words {
            let planes = pieces[word..].iter().zip(&self.set[word..]).step_by(words);
            let changed = planes.fold(0, |changed, (new, old)| changed | (new ^ old));
            let squares = |bits: u64| ones([bits].into_iter()).map(|bit| board.live[64 * word + bit]);
            moved[0].extend(squares(self.set[word] & changed));
            moved[1].extend(squares(pieces[word] & changed));
        }
        // From here on the boxes that leave are known by number: their squares may be those of others soon.
        let [from, to] = &mut moved;
        for entry in from.iter_mut() {
            let square = *entry;
            self.take(board, square);
            *entry = self.number[usize::from(square)];
        }
        for (place, &square) in to.iter().enumerate() {
            let class = board.class_at(pieces, square);
            let mut left = from[place..].iter();
            let next = left.position(|&number| self.class[usize::from(number)] == class);
            from[place..=place + next.expect("no box changes its class")].rotate_right(1);
            self.put(board, from[place], square);
        }
        moved.iter_mut().for_each(Vec::clear);
        self.moved = moved;
    }

    /// Plays a push, which must be legal.
    pub(crate) fn play(&mut self, board: &Board, push: Push) {
        let target = board.target(push);
        self.shift(board, push.square, target);
    }

    pub(crate) fn undo(&mut self, board: &Board, push: Push) {
        let target = board.target(push);
        self.shift(board, target, push.square);
    }

    pub(crate) fn shift(&mut self, board: &Board, from: u16, to: u16) {
        self.take(board, from);
        self.put(board, self.number[usize::from(from)], to);
    }

    /// Takes the box on `square` off the board.
    pub(crate) fn take(&mut self, board: &Board, square: u16) {
        self.is_box.take(square);
        let class = self.class(square);
        board.flip_piece(&mut self.set, square, class);
    }

    /// Puts the box of a number, which has been taken off the board, on `square`.
    pub(crate) fn put(&mut self, board: &Board, number: u16, square: u16) {
        self.boxes[usize::from(number)] = square;
        self.number[usize::from(square)] = number;
        self.is_box.put(square);
        board.flip_piece(&mut self.set, square, self.class[usize::from(number)]);
    }
}
