//! The squares that the player can reach.

use crate::field::Field;

/// A set of squares found by flooding. Clearing it is free: a square belongs to it when it bears the latest stamp.
pub(crate) struct Region {
    stamps: Vec<u32>,
    now: u32,
    queue: Vec<u16>,
}

impl Region {
    /// An empty region of `field`.
    pub(crate) fn new(field: &Field) -> Self {
        Self { stamps: vec![0; field.near.len()], now: 0, queue: Vec::with_capacity(field.near.len()) }
    }

    /// Empties the region.
    pub(crate) fn clear(&mut self, field: &Field) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
        // The wall counts as visited, so that a flood asks one question less.
        self.stamps[usize::from(field.wall())] = self.now;
    }

    /// Fills the region from `player` around `is_box` (by square, false for the wall) and returns its least square:
    /// the normalised player, the same for all positions that differ only in where the player stands in the region.
    pub(crate) fn flood(&mut self, field: &Field, is_box: &[bool], player: u16) -> u16 {
        self.clear(field);
        self.extend(field, is_box, player)
    }

    /// Adds what is connected with `player` to the region, and returns the least square added.
    pub(crate) fn extend(&mut self, field: &Field, is_box: &[bool], player: u16) -> u16 {
        let now = self.now;
        self.stamps[usize::from(player)] = now;
        self.queue.clear();
        self.queue.push(player);
        let mut least = player;
        let mut done = 0;
        while let Some(&square) = self.queue.get(done) {
            done += 1;
            least = least.min(square);
            for next in field.near[usize::from(square)] {
                let index = usize::from(next);
                if self.stamps[index] != now && !is_box[index] {
                    self.stamps[index] = now;
                    self.queue.push(next);
                }
            }
        }
        least
    }

    /// The squares that the last flood or extension has added, the nearest first.
    pub(crate) fn latest(&self) -> &[u16] {
        &self.queue
    }

    /// Whether the region holds `square`, which must not be the wall.
    pub(crate) fn contains(&self, square: u16) -> bool {
        self.stamps[usize::from(square)] == self.now
    }
}
