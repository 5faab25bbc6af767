//! The start squares of the boxes as a packing plan sees them: a box that is pulled to one of them is home.

use std::collections::HashMap;

use super::macro_moves::{MacroMoveGenerator, MacroPosition, MoveKind, UNCOUNTED};
use super::rooms::rooms;
use crate::board::single_box_distances;
use crate::board::{Board, RootPosition};

/// Steps between two squares that count as far apart.
const FAR: u16 = 6;
/// With more boxes than this, it takes too long to test whether they can be supplied.
const MOST_MATCHED: usize = 64;

/// The tables of the start squares on the empty floor, and working memory.
pub(crate) struct StartSquares {
    /// The steps from every start to every square.
    walks: HashMap<u16, Vec<u16>>,
    /// Whether a box alone on the board can be pushed from a start to a square.
    reached: HashMap<u16, Vec<bool>>,
    /// By class whether a box can be pushed to a square from any start of its class, and so be pulled on from there.
    pub(crate) can_leave: Vec<Vec<bool>>,
    /// The classes of the starts by square.
    class: Vec<u16>,
    room: Vec<Option<usize>>,
    generator: MacroMoveGenerator,
}

impl StartSquares {
    /// Makes the tables for the boxes of `root`.
    pub(crate) fn new(root: &RootPosition) -> Self {
        let (board, starts) = (&root.board, &root.boxes);
        let reached: HashMap<u16, Vec<bool>> =
            starts.iter().map(|&start| (start, single_box_distances::pushed_from(board, start))).collect();
        let can_leave = |starts: &[u16]| -> Vec<bool> {
            let is_reached = |square: usize| starts.iter().any(|start| reached[start][square]);
            (0..board.size()).map(is_reached).collect()
        };
        Self {
            walks: starts.iter().map(|&start| (start, single_box_distances::walks(board, start))).collect(),
            can_leave: root.classes.iter().map(|class| can_leave(&starts[class.boxes.clone()])).collect(),
            class: root.class_by_square(),
            reached,
            room: rooms(board),
            generator: MacroMoveGenerator::new(board),
        }
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
    pub(crate) fn exchange(&mut self, board: &Board, is_box: &[bool], starts: &[u16]) -> Vec<bool> {
        let reached: Vec<Vec<bool>> =
            starts.iter().map(|&start| self.pushed_from(board, is_box, start)).collect();
        let leads = |one: usize, other: usize| reached[one][usize::from(starts[other])];
        let mut largest = Vec::new();
        for one in 0..starts.len() {
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
        is_in
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

    /// Returns whether `boxes`, squares with classes, could come from different ones of `starts`, each as if it were alone;
    /// true where there are too many to test. (Augmenting paths; Kuhn 1955.)
    pub(crate) fn can_supply(&self, starts: &[u16], boxes: &[(u16, u16)]) -> bool {
        if boxes.len() > MOST_MATCHED {
            return true;
        }
        let from = |square: u16, class: u16| {
            let leads = |&index: &usize| {
                self.class(starts[index]) == class && self.reached[&starts[index]][usize::from(square)]
            };
            (0..starts.len()).filter(leads).collect()
        };
        let from: Vec<Vec<usize>> = boxes.iter().map(|&(square, class)| from(square, class)).collect();
        let mut taken = vec![None; starts.len()];
        (0..boxes.len()).all(|index| assign(&from, index, &mut taken, &mut vec![false; starts.len()]))
    }
}

/// Finds a start for the box `index`, if need be by finding others for boxes that have theirs.
fn assign(from: &[Vec<usize>], index: usize, taken: &mut [Option<usize>], is_tried: &mut [bool]) -> bool {
    from[index].iter().any(|&start| {
        if std::mem::replace(&mut is_tried[start], true) {
            return false;
        }
        let is_found = taken[start].is_none_or(|other| assign(from, other, taken, is_tried));
        if is_found {
            taken[start] = Some(index);
        }
        is_found
    })
}
