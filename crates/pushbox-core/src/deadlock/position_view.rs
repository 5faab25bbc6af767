//! A position, as the detectors see it.

use std::cell::OnceCell;

use super::freeze::FreezeDetector;
use crate::board::{Board, Position};
use crate::region::Region;

/// A view of the position after a move of one box.
pub(crate) struct PositionView<'a> {
    pub(crate) board: &'a Board,
    pub(crate) boxes: &'a [u16],
    /// The boxes by square; false for the wall.
    pub(crate) is_box: &'a [bool],
    /// The boxes as pieces, or their squares alone, which stand for boxes of any class.
    pub(crate) set: &'a [u64],
    /// The classes of the boxes; empty where they are not known.
    pub(crate) classes: &'a [u16],
    /// Where the moved box stands now.
    pub(crate) target: u16,
    pub(crate) player: u16,
    region: Option<&'a Region>,
    frozen: OnceCell<Vec<u16>>,
}

impl<'a> PositionView<'a> {
    /// Creates the view of `position` after a move that has brought a box to `target` and the player to `player`, from
    /// where they reach `region`, if that is known.
    pub(crate) fn new(
        board: &'a Board,
        position: &'a Position,
        region: Option<&'a Region>,
        target: u16,
        player: u16,
    ) -> Self {
        let Position { boxes, is_box, set, .. } = position;
        let classes = position.classes();
        Self { region, classes, ..Self::of_boxes(board, boxes, is_box, set, target, player) }
    }

    /// Creates the view of boxes that are given in all their forms.
    pub(crate) fn of_boxes(
        board: &'a Board,
        boxes: &'a [u16],
        is_box: &'a [bool],
        set: &'a [u64],
        target: u16,
        player: u16,
    ) -> Self {
        let classes = &[];
        Self { board, boxes, is_box, set, classes, target, player, region: None, frozen: OnceCell::new() }
    }

    /// Returns the region of the player, which is known from [`Stage::Position`](super::Stage::Position) on.
    pub(crate) fn region(&self) -> &'a Region {
        self.region.expect("the region is known at this stage")
    }

    /// Returns whether the box on `square` stands on a goal that it may end on.
    pub(crate) fn is_home(&self, square: u16) -> bool {
        self.board.is_home(self.set, square)
    }

    /// Returns whether every goal needs a box.
    pub(crate) fn needs_all(&self) -> bool {
        self.boxes.len() == self.board.goals.len()
    }

    /// Returns the side of the moved box on which the player stands, a direction.
    pub(crate) fn side(&self) -> usize {
        let sides = self.board.neighbours(self.target);
        sides.into_iter().position(|square| square == self.player).expect("the player moved the box")
    }

    /// Returns the squares of the boxes that are frozen, ascending.
    pub(crate) fn frozen(&self) -> &[u16] {
        self.frozen
            .get_or_init(|| FreezeDetector::new(self.board).all(self.board, self.is_box, self.boxes).to_vec())
    }
}
