//! The squares that the player can reach.

use crate::board::Board;
use crate::level::opposite;
use crate::push::Push;

/// The states of a square: not reached by a flood, an obstacle (a box or the wall), and part of the region.
const UNSEEN: u8 = 0;
const BLOCKED: u8 = 1;
const REACHED: u8 = 2;

/// A set of squares found by flooding.
///
/// Nearly all of a search is floods, so they are written for the processor: one byte a square holds all that a step has to
/// know, and a neighbour is put into the queue without a test, to be overwritten by the next one where it does not belong
/// there. A branch that the processor cannot predict costs more than it would save. Copying the boxes beforehand is a
/// few instructions next to that.
pub(crate) struct Region {
    states: Vec<u8>,
    /// The squares of the last flood or extension, in the first `len` entries; one entry more than there are squares.
    queue: Vec<u16>,
    len: usize,
    /// The least square of the last flood, extension or push.
    least: u16,
}

impl Region {
    /// Creates an empty region of `board`.
    pub(crate) fn new(board: &Board) -> Self {
        let squares = board.size();
        Self { states: vec![UNSEEN; squares], queue: vec![0; squares + 1], len: 0, least: 0 }
    }

    /// Empties the region.
    pub(crate) fn clear(&mut self, board: &Board) {
        self.states.fill(UNSEEN);
        self.states[usize::from(board.wall())] = BLOCKED;
        self.len = 0;
    }

    /// Fills the region from `player` around `is_box` (by square) and returns its least square: the normalised player,
    /// the same for all positions that differ only in where the player stands in the region.
    pub(crate) fn flood(&mut self, board: &Board, is_box: &[bool], player: u16) -> u16 {
        self.clear(board);
        self.extend(board, is_box, player)
    }

    /// Adds what is connected with `player` to the region, and returns the least square added. The boxes must be the
    /// same from one extension to the next.
    pub(crate) fn extend(&mut self, board: &Board, is_box: &[bool], player: u16) -> u16 {
        // Each state has a bit of its own, so that neither is lost where both apply.
        for (state, &is_box) in self.states.iter_mut().zip(is_box) {
            *state |= u8::from(is_box);
        }
        self.states[usize::from(player)] = REACHED;
        self.queue[0] = player;
        let mut len = 1;
        let mut done = 0;
        while done < len {
            let square = self.queue[done];
            done += 1;
            for next in board.neighbours(square) {
                let state = &mut self.states[usize::from(next)];
                let is_new = *state == UNSEEN;
                *state |= u8::from(is_new) * REACHED;
                self.queue[len] = next;
                len += usize::from(is_new);
            }
        }
        self.len = len;
        self.least = self.latest().iter().copied().fold(player, u16::min);
        self.least
    }

    /// Makes this the region after `push`, which leads from the position that `before` is the region of to the boxes
    /// `is_box`, and returns its least square.
    ///
    /// Most pushes only take the box's new square out of the region and put its old one in. That is so where nothing
    /// new opens beside the old square, and where the neighbours of the new one that belong to the region hang together
    /// around it. Everything else is flooded.
    pub(crate) fn push(&mut self, board: &Board, is_box: &[bool], before: &Self, push: Push) -> u16 {
        self.follow(board, is_box, before, push, push.square)
    }

    /// Makes this the region after a pull that takes a box as `pull` would push it, with the player in front of it.
    pub(crate) fn pull(&mut self, board: &Board, is_box: &[bool], before: &Self, pull: Push) -> u16 {
        let direction = usize::from(pull.direction);
        let target = board.target(pull);
        self.follow(board, is_box, before, pull, board.neighbour(target, direction))
    }

    /// Makes this the region after a box has moved as `push` moves it and the player has come to `player`.
    fn follow(&mut self, board: &Board, is_box: &[bool], before: &Self, push: Push, player: u16) -> u16 {
        let direction = usize::from(push.direction);
        let neighbours = board.neighbours(push.square);
        let target = neighbours[direction];
        let opens =
            neighbours.iter().any(|&next| next != target && before.states[usize::from(next)] == UNSEEN);
        if opens || before.contains(target) && !before.is_connected_around(board, target, direction) {
            return self.flood(board, is_box, player);
        }
        self.states.copy_from_slice(&before.states);
        self.states[usize::from(push.square)] = REACHED;
        self.states[usize::from(target)] = BLOCKED;
        self.len = 0;
        self.least = before.least.min(push.square);
        if self.least == target {
            // The old square belongs to the region, so there is a least one.
            self.least = (target..).find(|&square| self.contains(square)).unwrap_or(push.square);
        }
        self.least
    }

    /// Returns whether the squares beside `target` that belong to the region are connected without it, around its corners
    /// and by the square that a box pushed to it in `direction` has left. May be false where they are connected far away.
    fn is_connected_around(&self, board: &Board, target: u16, direction: usize) -> bool {
        let beside = board.neighbours(target);
        let holds = |square: u16, towards: usize| self.contains(board.neighbour(square, towards));
        let ahead = self.contains(beside[direction]);
        let mut is_ahead_connected = !ahead;
        for side in [(direction + 1) % 4, (direction + 3) % 4] {
            if self.contains(beside[side]) {
                if !holds(beside[side], opposite(direction)) {
                    return false;
                }
                is_ahead_connected |= holds(beside[side], direction);
            }
        }
        is_ahead_connected
    }

    /// Calls `visit` with the least square and all squares of each region into which `is_box` cuts the floor, by their
    /// least squares; leaves all of them in this one.
    pub(crate) fn each(&mut self, board: &Board, is_box: &[bool], mut visit: impl FnMut(u16, &[u16])) {
        self.clear(board);
        for square in 0..board.wall() {
            if !is_box[usize::from(square)] && !self.contains(square) {
                self.extend(board, is_box, square);
                visit(square, self.latest());
            }
        }
    }

    /// Counts the regions into which `is_box` cuts the floor.
    pub(crate) fn count_regions(&mut self, board: &Board, is_box: &[bool]) -> u16 {
        let mut regions = 0;
        self.each(board, is_box, |_, _| regions += 1);
        regions
    }

    /// Returns the squares that the last flood or extension has added, the nearest first; none after a push.
    pub(crate) fn latest(&self) -> &[u16] {
        &self.queue[..self.len]
    }

    /// Returns whether the region holds `square`.
    pub(crate) fn contains(&self, square: u16) -> bool {
        self.states[usize::from(square)] == REACHED
    }

    /// Returns whether `square` is floor outside the region: no wall, no box, not reached by the flood.
    pub(crate) fn misses(&self, square: u16) -> bool {
        self.states[usize::from(square)] == UNSEEN
    }
}
