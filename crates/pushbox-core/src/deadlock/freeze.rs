//! Freeze deadlocks: boxes that block each other for good.
//!
//! The frozen set is the greatest set of boxes in which each is blocked on both axes: by a wall, by another box of the
//! set, or by dead squares on both sides. No solution pushes a box of the set: the first one to go would have to move
//! past what blocks it, or onto a dead square. So one frozen box off the goals is a deadlock. All touching boxes that
//! can move are struck out until none is left that can ([`clear_free`]); this takes linear time, where the usual
//! recursion needs marks that are easily left stale.

use crate::board::Board;
use crate::held::clear_free;

/// The effect of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FreezeResult {
    /// The box can still move, as far as this detector can tell.
    Free,
    /// The box is frozen, and everything that is frozen with it stands on goals.
    OnGoals,
    /// Something is frozen off the goals.
    Dead,
}

/// The working memory of the detector.
pub(crate) struct FreezeDetector {
    assumed: Vec<bool>,
    group: Vec<u16>,
    queue: Vec<u16>,
}

impl FreezeDetector {
    pub(crate) fn new(board: &Board) -> Self {
        Self { assumed: vec![false; board.size()], group: Vec::new(), queue: Vec::new() }
    }

    /// Tests the box that has been pushed to `square`. `is_box` holds the boxes by square and is false for the wall.
    pub(crate) fn pushed(&mut self, board: &Board, is_box: &[bool], square: u16) -> FreezeResult {
        // Nearly every push ends with this test: one axis is open whatever the other boxes do.
        if Self::is_open(board, is_box, square, 0) || Self::is_open(board, is_box, square, 1) {
            return FreezeResult::Free;
        }
        self.group.push(square);
        self.assumed[usize::from(square)] = true;
        let mut done = 0;
        while let Some(&member) = self.group.get(done) {
            done += 1;
            for next in board.neighbours(member) {
                if is_box[usize::from(next)] && !self.assumed[usize::from(next)] {
                    self.assumed[usize::from(next)] = true;
                    self.group.push(next);
                }
            }
        }
        self.remove_movable(board);
        let is_misplaced = |member: usize| self.assumed[member] && !board.is_goal[member];
        let result = if !self.assumed[usize::from(square)] {
            FreezeResult::Free
        } else if self.group.iter().map(|&member| usize::from(member)).any(is_misplaced) {
            FreezeResult::Dead
        } else {
            FreezeResult::OnGoals
        };
        self.clear();
        result
    }

    /// Returns the frozen ones of `boxes`, ascending.
    pub(crate) fn all(&mut self, board: &Board, is_box: &[bool], boxes: &[u16]) -> &[u16] {
        debug_assert!(boxes.iter().all(|&square| is_box[usize::from(square)]));
        self.group.extend_from_slice(boxes);
        for &square in boxes {
            self.assumed[usize::from(square)] = true;
        }
        self.remove_movable(board);
        self.queue.clear();
        self.queue.extend(self.group.iter().copied().filter(|&square| self.assumed[usize::from(square)]));
        self.queue.sort_unstable();
        self.clear();
        &self.queue
    }

    fn clear(&mut self) {
        for square in self.group.drain(..) {
            self.assumed[usize::from(square)] = false;
        }
    }

    /// Takes boxes that can move out of the assumed set until none is left that can.
    fn remove_movable(&mut self, board: &Board) {
        self.queue.clear();
        self.queue.extend_from_slice(&self.group);
        let can_move = |assumed: &[bool], square| {
            Self::is_open(board, assumed, square, 0) || Self::is_open(board, assumed, square, 1)
        };
        clear_free(&mut self.assumed, &mut self.queue, |square| board.neighbours(square), can_move);
    }

    /// Returns whether nothing of `obstacles` and no wall blocks a box on `square` along `axis` (0 row, 1 column).
    fn is_open(board: &Board, obstacles: &[bool], square: u16, axis: usize) -> bool {
        let [one, other] = [axis, axis + 2].map(|direction| board.neighbour(square, direction));
        let is_free = |next: u16| next != board.wall() && !obstacles[usize::from(next)];
        let is_live = |next: u16| board.is_live[usize::from(next)];
        is_free(one) && is_free(other) && (is_live(one) || is_live(other))
    }
}
