//! The squares that the player can reach.

use crate::board::opposite;
use crate::field::Field;
use crate::push::Push;

/// A square that no flood has come to, one that blocks (a box or the wall), and one that belongs to the region.
const UNSEEN: u8 = 0;
const BLOCKED: u8 = 1;
const REACHED: u8 = 2;

/// A set of squares found by flooding.
///
/// Nearly all of a search is floods, so they are written for the processor: one byte a square says all that a step has to
/// know, and a neighbour is put into the queue without asking, to be overwritten by the next one where it does not
/// belong there. A branch that nobody can foretell costs more than what it would save. Copying the boxes beforehand is
/// a few instructions next to that.
pub(crate) struct Region {
    states: Vec<u8>,
    /// The squares found, in the first `found` places; one place more than there are squares.
    queue: Vec<u16>,
    found: usize,
    /// The least square of the last flood, extension or push.
    least: u16,
}

impl Region {
    /// An empty region of `field`.
    pub(crate) fn new(field: &Field) -> Self {
        let squares = field.near.len();
        Self { states: vec![UNSEEN; squares], queue: vec![0; squares + 1], found: 0, least: 0 }
    }

    /// Empties the region.
    pub(crate) fn clear(&mut self, field: &Field) {
        self.states.fill(UNSEEN);
        self.states[usize::from(field.wall())] = BLOCKED;
        self.found = 0;
    }

    /// Fills the region from `player` around `is_box` (by square) and returns its least square: the normalised player,
    /// the same for all positions that differ only in where the player stands in the region.
    pub(crate) fn flood(&mut self, field: &Field, is_box: &[bool], player: u16) -> u16 {
        self.clear(field);
        self.extend(field, is_box, player)
    }

    /// Adds what is connected with `player` to the region, and returns the least square added. The boxes must be the
    /// same from one extension to the next.
    pub(crate) fn extend(&mut self, field: &Field, is_box: &[bool], player: u16) -> u16 {
        // Either constant has a bit of its own, so that neither is lost where both are said.
        for (state, &is_box) in self.states.iter_mut().zip(is_box) {
            *state |= u8::from(is_box);
        }
        self.states[usize::from(player)] = REACHED;
        self.queue[0] = player;
        let mut found = 1;
        let mut done = 0;
        while done < found {
            let square = self.queue[done];
            done += 1;
            for next in field.near[usize::from(square)] {
                let state = &mut self.states[usize::from(next)];
                let is_new = *state == UNSEEN;
                *state |= u8::from(is_new) * REACHED;
                self.queue[found] = next;
                found += usize::from(is_new);
            }
        }
        self.found = found;
        self.least = self.latest().iter().copied().fold(player, u16::min);
        self.least
    }

    /// Makes this the region after `push`, which leads from the position that `before` is the region of to the boxes
    /// `is_box`, and returns its least square.
    ///
    /// Most pushes only take the box's new square out of the region and put its old one in. That is so where nothing
    /// new opens beside the old square, and where the neighbours of the new one that belong to the region hang together
    /// around it. Everything else is flooded.
    pub(crate) fn push(&mut self, field: &Field, is_box: &[bool], before: &Self, push: Push) -> u16 {
        self.follow(field, is_box, before, push, push.square)
    }

    /// The same for a pull that takes a box as `pull` would push it, with the player before it.
    pub(crate) fn pull(&mut self, field: &Field, is_box: &[bool], before: &Self, pull: Push) -> u16 {
        let direction = usize::from(pull.direction);
        let target = field.near[usize::from(pull.square)][direction];
        self.follow(field, is_box, before, pull, field.near[usize::from(target)][direction])
    }

    /// The region after a box has gone as `push` says, with the player on `player` then.
    fn follow(&mut self, field: &Field, is_box: &[bool], before: &Self, push: Push, player: u16) -> u16 {
        let direction = usize::from(push.direction);
        let near = &field.near[usize::from(push.square)];
        let target = near[direction];
        let opens = near.iter().any(|&next| next != target && before.states[usize::from(next)] == UNSEEN);
        if opens || before.contains(target) && !before.is_tied_around(field, target, direction) {
            return self.flood(field, is_box, player);
        }
        self.states.copy_from_slice(&before.states);
        self.states[usize::from(push.square)] = REACHED;
        self.states[usize::from(target)] = BLOCKED;
        self.found = 0;
        self.least = before.least.min(push.square);
        if self.least == target {
            // The old square belongs to the region, so there is a least one.
            self.least = (target..).find(|&square| self.contains(square)).unwrap_or(push.square);
        }
        self.least
    }

    /// Whether the squares beside `target` that belong to the region hang together without it, around its corners and
    /// by way of the square that a box pushed there in `direction` has left. May say no where they do far away.
    fn is_tied_around(&self, field: &Field, target: u16, direction: usize) -> bool {
        let beside = field.near[usize::from(target)];
        let holds = |square: u16, towards: usize| self.contains(field.near[usize::from(square)][towards]);
        let ahead = self.contains(beside[direction]);
        let mut is_ahead_tied = !ahead;
        for side in [(direction + 1) % 4, (direction + 3) % 4] {
            if self.contains(beside[side]) {
                if !holds(beside[side], opposite(direction)) {
                    return false;
                }
                is_ahead_tied |= holds(beside[side], direction);
            }
        }
        is_ahead_tied
    }

    /// The squares that the last flood or extension has added, the nearest first; none after a push.
    pub(crate) fn latest(&self) -> &[u16] {
        &self.queue[..self.found]
    }

    /// Whether the region holds `square`.
    pub(crate) fn contains(&self, square: u16) -> bool {
        self.states[usize::from(square)] == REACHED
    }
    /// Whether `square` is floor that the flood has not come to: no wall, no box, not in the region.
    pub(crate) fn misses(&self, square: u16) -> bool {
        self.states[usize::from(square)] == UNSEEN
    }
}
