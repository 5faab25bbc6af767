//! The start squares of the boxes: a packing plan counts a box as home when it is pulled to one of them.

use std::collections::HashMap;

use super::super::root_position::RootPosition;
use super::macro_moves::{MacroMoveGenerator, MacroPosition, MoveKind, UNCOUNTED};
use super::rooms::rooms;
use crate::bits::insert;
use crate::board::{Board, ones, single_box_distances};
use crate::bound::bit_matching::{BitMatching, NONE};
use crate::limit::{Limited, SearchControl};

/// Steps between two squares that count as far apart.
const FAR: u16 = 6;
/// With more boxes than this, it takes too long to test whether they can be supplied.
const MOST_MATCHED: usize = 256;

/// The tables of the start squares on the empty floor, and working memory.
pub(crate) struct StartSquares {
    /// The steps from every start to every square.
    walks: HashMap<u16, Vec<u16>>,
    /// The starts, in the order of their numbers.
    starts: Vec<u16>,
    /// By class and square the numbers of the starts of that class from which a box alone on the board can be pushed there, as
    /// sets.
    suppliers: Vec<Vec<u64>>,
    /// By class whether a box can be pushed to a square from any start of its class, and so be pulled on from there.
    pub(crate) can_leave: Vec<Vec<bool>>,
    /// The classes of the starts by square.
    class: Vec<u16>,
    room: Vec<Option<usize>>,
    generator: MacroMoveGenerator,
}

impl StartSquares {
    /// Makes the tables for the boxes of `root`.
    pub(crate) fn new(root: &RootPosition, control: &mut SearchControl<'_>) -> Limited<Self> {
        let (board, starts) = (&root.board, &root.boxes);
        let words = starts.len().div_ceil(64);
        let mut walks = HashMap::new();
        let mut suppliers = vec![vec![0; words * board.size()]; root.classes.len()];
        for (class, suppliers) in root.classes.iter().zip(&mut suppliers) {
            for number in class.boxes.clone() {
                control.check()?;
                let start = starts[number];
                walks.insert(start, single_box_distances::walks(board, start));
                let reached = single_box_distances::pushed_from(board, start);
                for square in (0..board.size()).filter(|&square| reached[square]) {
                    insert(&mut suppliers[square * words..], number);
                }
            }
        }
        let can_leave = |suppliers: &Vec<u64>| -> Vec<bool> {
            let has_any = |square: usize| ones(words_of(suppliers, words, square)).next().is_some();
            (0..board.size()).map(has_any).collect()
        };
        Ok(Self {
            can_leave: suppliers.iter().map(can_leave).collect(),
            class: root.class_by_square(),
            starts: starts.clone(),
            walks,
            suppliers,
            room: rooms(board),
            generator: MacroMoveGenerator::new(board),
        })
    }

    /// Returns the steps from `square` to `start`.
    pub(crate) fn walk(&self, start: u16, square: u16) -> u16 {
        self.walks[&start][usize::from(square)]
    }

    /// Returns whether `square` is so far from `start` that a box pulled from one to the other is out of the way.
    pub(crate) fn is_far(&self, start: u16, square: u16) -> bool {
        let (one, other) = (self.room[usize::from(start)], self.room[usize::from(square)]);
        self.walk(start, square) >= FAR || one.is_some() && other.is_some() && one != other
    }

    /// Returns the largest set of `starts` among which boxes can be exchanged past the boxes `is_box`: from each a box
    /// can be pushed to each, as if the player came everywhere. By square.
    pub(crate) fn exchange(
        &mut self,
        board: &Board,
        is_box: &[bool],
        starts: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Limited<Vec<bool>> {
        let mut reached: Vec<Vec<bool>> = Vec::new();
        for &start in starts {
            control.check()?;
            reached.push(self.pushed_from(board, is_box, start));
        }
        let leads = |one: usize, other: usize| reached[one][usize::from(starts[other])];
        let mut largest = Vec::new();
        for one in 0..starts.len() {
            control.check()?;
            let set: Vec<usize> =
                (0..starts.len()).filter(|&other| leads(one, other) && leads(other, one)).collect();
            if set.len() > largest.len() {
                largest = set;
            }
        }
        let mut is_in = vec![false; board.size()];
        for index in largest {
            is_in[usize::from(starts[index])] = true;
        }
        Ok(is_in)
    }

    /// Returns by square whether a box from `start` can be pushed to it past the boxes `is_box`; to none if `start`
    /// holds one.
    fn pushed_from(&mut self, board: &Board, is_box: &[bool], start: u16) -> Vec<bool> {
        let mut reached = vec![false; board.size()];
        if is_box[usize::from(start)] {
            return reached;
        }
        reached[usize::from(start)] = true;
        let position = MacroPosition { board, is_box, region: None, regions: UNCOUNTED };
        for push in self.generator.moves(position, MoveKind::Push, start, 15, |_, _| true) {
            reached[usize::from(push.to)] = true;
        }
        reached
    }

    /// Returns the class of the box that stood on `start`.
    pub(crate) fn class(&self, start: u16) -> u16 {
        self.class[usize::from(start)]
    }

    /// Assigns `starts` to `boxes`, squares with classes; `None` where there are too many.
    pub(crate) fn supply(&self, starts: &[u16], boxes: &[(u16, u16)]) -> Option<Supply> {
        if boxes.len() > MOST_MATCHED + 1 {
            return None;
        }
        let words = self.starts.len().div_ceil(64);
        let mut left = vec![0; words];
        for (number, _) in self.starts.iter().enumerate().filter(|&(_, start)| starts.contains(start)) {
            insert(&mut left, number);
        }
        let from = |&(square, class): &(u16, u16)| {
            words_of(&self.suppliers[usize::from(class)], words, usize::from(square))
        };
        let matching = BitMatching::new(boxes.len(), self.starts.len());
        let mut supply = Supply { from: boxes.iter().flat_map(from).collect(), left, matching };
        for number in 0..boxes.len() {
            supply.assign(number);
        }
        Some(supply)
    }

    /// Returns whether all boxes of `supply` but the one of a number could come from starts other than `start`.
    pub(crate) fn can_supply_rest(&self, supply: &Supply, number: usize, start: u16) -> bool {
        let mut rest = supply.clone();
        let start = self.starts.iter().position(|&other| other == start).unwrap_or_default();
        rest.left[start / 64] &= !(1 << (start % 64));
        rest.matching.release(number);
        if rest.matching.row_of[start] != NONE {
            rest.matching.release(rest.matching.row_of[start].into());
        }
        let boxes = rest.matching.column_of.len();
        (0..boxes)
            .all(|other| other == number || rest.matching.column_of[other] != NONE || rest.assign(other))
    }
}

fn words_of(suppliers: &[u64], words: usize, square: usize) -> impl Iterator<Item = u64> + '_ {
    suppliers[square * words..][..words].iter().copied()
}

/// Which start each of some boxes comes from, each as if it were alone: as many as possible have one.
#[derive(Clone)]
pub(crate) struct Supply {
    /// The starts that each box can come from, as sets, one after the other.
    from: Vec<u64>,
    /// The starts that may be used.
    left: Vec<u64>,
    /// The start of every box.
    matching: BitMatching,
}

impl Supply {
    /// Finds a start for the box of a number, if need be by finding others for boxes that have theirs.
    fn assign(&mut self, number: usize) -> bool {
        let words = self.left.len();
        let starts = |number: usize| {
            self.from[number * words..][..words].iter().zip(&self.left).map(|(starts, left)| starts & left)
        };
        self.matching.augment(number, starts)
    }
}
