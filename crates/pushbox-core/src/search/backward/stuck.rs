//! Boxes that block each other for good in a backward search: the mirror image of a freeze.
//!
//! The stuck set is the greatest set of boxes in which no box can be pulled in any direction, even if all other boxes
//! went away: walls, squares that no pushes lead to, or boxes of the set prevent it. The first of them to be pulled
//! would need a square of another one, so none ever is. A stuck box on a square without a box at the root is a
//! deadlock.

use crate::board::Board;
use crate::held::remove_free;

/// The detector, with its working memory.
pub(crate) struct Stuck {
    assumed: Vec<bool>,
}

impl Stuck {
    pub(crate) fn new(board: &Board) -> Self {
        Self { assumed: vec![false; board.size()] }
    }

    /// Returns whether the box just pulled to `square` is stuck, together with a box off `is_root`. `boxes` are the
    /// squares of all boxes, `is_box` holds them by square, and `pulls` the pulls that each may make, as bits by
    /// direction.
    pub(crate) fn pulled(
        &mut self,
        board: &Board,
        pulls: impl Fn(u16) -> u8,
        is_root: impl Fn(u16) -> bool,
        boxes: &[u16],
        is_box: &[bool],
        square: u16,
    ) -> bool {
        // Nearly every pull ends with this test: where the box can move on, it has made nothing stuck.
        if Self::can_move(board, &pulls, is_box, square) {
            return false;
        }
        self.assumed.copy_from_slice(is_box);
        let mut stuck = boxes.to_vec();
        remove_free(&mut stuck, |&other| {
            let assumed = &mut self.assumed;
            let is_free = assumed[usize::from(square)] && Self::can_move(board, &pulls, assumed, other);
            assumed[usize::from(other)] &= !is_free;
            is_free
        });
        self.assumed[usize::from(square)] && !stuck.into_iter().all(is_root)
    }

    fn can_move(board: &Board, pulls: &impl Fn(u16) -> u8, obstacles: &[bool], square: u16) -> bool {
        (0..4).filter(|direction| pulls(square) >> direction & 1 == 1).any(|direction| {
            let target = board.neighbour(square, direction);
            let player = board.neighbour(target, direction);
            !obstacles[usize::from(target)] && !obstacles[usize::from(player)]
        })
    }
}
