//! The pieces of a position: the boxes as sets of live squares, with their classes.
//!
//! The first set holds the squares of all boxes. If there are several classes, one set follows for each bit of a class
//! number: the squares of the boxes whose class has that bit. So the pieces of plain Sokoban are a single set, a box
//! moves in all sets alike, and the order of the boxes does not matter.

use std::ops::Range;

use super::{Board, ones};

/// A class of boxes and goals that belong together: those with one number, or those without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoxClass {
    /// The boxes, by their numbers.
    pub(crate) boxes: Range<usize>,
    /// The squares of the goals, ascending; at least as many.
    pub(crate) goals: Vec<u16>,
}

impl Board {
    /// Returns the words of the pieces of a position.
    pub(crate) fn piece_words(&self) -> usize {
        self.words() * (1 + self.class_bits)
    }

    /// Returns the pieces of `boxes` (live squares with their classes).
    pub(crate) fn pieces_of(&self, boxes: impl IntoIterator<Item = (u16, u16)>) -> Vec<u64> {
        let mut pieces = vec![0; self.piece_words()];
        boxes.into_iter().for_each(|(square, class)| self.flip_piece(&mut pieces, square, class));
        pieces
    }

    /// Returns the pieces of all goals filled with boxes of their classes.
    pub(crate) fn filled_goals(&self) -> Vec<u64> {
        self.pieces_of(self.goals.iter().map(|&goal| (goal, self.goal_class(goal))))
    }

    /// Adds a box of a class on a live square, or removes it.
    pub(crate) fn flip_piece(&self, pieces: &mut [u64], square: u16, class: u16) {
        self.flip(pieces, square);
        for bit in (0..self.class_bits).filter(|bit| class >> bit & 1 == 1) {
            self.flip(&mut pieces[(1 + bit) * self.words()..], square);
        }
    }

    /// Moves the box on `from`, whatever its class, to `to`.
    pub(crate) fn shift_piece(&self, pieces: &mut [u64], from: u16, to: u16) {
        for set in pieces.chunks_exact_mut(self.words()) {
            if self.contains(set, from) {
                self.shift(set, from, to);
            }
        }
    }

    /// Returns the class of the box of `pieces` on a live square; 0 where they hold the squares alone.
    pub(crate) fn class_at(&self, pieces: &[u64], square: u16) -> u16 {
        let planes = pieces.chunks_exact(self.words()).skip(1);
        planes.enumerate().fold(0, |class, (bit, set)| class | u16::from(self.contains(set, square)) << bit)
    }

    /// Returns whether the box of `pieces` on `square` stands on a goal, one of its class where the pieces have classes.
    pub(crate) fn is_home(&self, pieces: &[u64], square: u16) -> bool {
        self.is_goal[usize::from(square)]
            && (pieces.len() <= self.words() || self.class_at(pieces, square) == self.goal_class(square))
    }

    /// Iterates over the words of the set of the boxes of a class.
    pub(crate) fn boxes_of_class<'a>(&self, pieces: &'a [u64], class: u16) -> impl Iterator<Item = u64> + 'a {
        let words = self.words();
        (0..words).map(move |word| {
            let planes = pieces[word..].iter().step_by(words).skip(1).enumerate();
            planes.fold(pieces[word], |boxes, (bit, &plane)| {
                boxes & if class >> bit & 1 == 1 { plane } else { !plane }
            })
        })
    }

    /// Returns whether every box of `some` stands among `pieces`, with its class.
    pub(crate) fn holds(&self, pieces: &[u64], some: &[u64]) -> bool {
        if some.len() == self.words() {
            // Boxes without classes: the usual case, and asked for often.
            return some.iter().zip(pieces).all(|(&some, &pieces)| some & !pieces == 0);
        }
        alike(self.words(), some, pieces).zip(some).all(|(alike, &boxes)| alike == boxes)
    }

    /// Iterates over the squares of a set of live squares, or of pieces.
    pub(crate) fn squares_of<'a>(&'a self, set: &'a [u64]) -> impl Iterator<Item = u16> + 'a {
        ones(set.iter().copied().take(self.words())).map(|index| self.live[index])
    }
}

/// Iterates over the words of the set of squares on which both pieces, of so many words a set, have boxes of one class.
pub(crate) fn alike<'a>(words: usize, one: &'a [u64], other: &'a [u64]) -> impl Iterator<Item = u64> + 'a {
    (0..words).map(move |word| {
        let planes = one[word..].iter().zip(&other[word..]).step_by(words).skip(1);
        planes.fold(one[word] & other[word], |alike, (one, other)| alike & !(one ^ other))
    })
}
