//! The squares that the player can reach.

use crate::field::Field;

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
}

impl Region {
    /// An empty region of `field`.
    pub(crate) fn new(field: &Field) -> Self {
        let squares = field.near.len();
        Self { states: vec![UNSEEN; squares], queue: vec![0; squares + 1], found: 0 }
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
        self.latest().iter().copied().fold(player, u16::min)
    }

    /// The squares that the last flood or extension has added, the nearest first.
    pub(crate) fn latest(&self) -> &[u16] {
        &self.queue[..self.found]
    }

    /// Whether the region holds `square`.
    pub(crate) fn contains(&self, square: u16) -> bool {
        self.states[usize::from(square)] == REACHED
    }
}
