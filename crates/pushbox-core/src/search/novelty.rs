//! How new a position is, as in best-first width search (Lipovetzky and Geffner, "Best-first width search: exploration
//! and exploitation in classical planning", 2017): the size of the smallest set of facts that no position like it has had
//! all at once. A fact is a box on a square, or the player in a region; which positions are alike is told by who asks.

use crate::field::Field;
use crate::limit::Budget;

/// Bytes that may be taken when memory is not limited.
const MOST_KEPT: usize = 64 << 20;

/// What has been seen, by what the positions are like.
pub(crate) struct Novelty {
    /// Where boxes belong at the end, as a set of live squares.
    ends: Vec<u64>,
    /// Live squares, which stand for boxes, and all squares, which stand for players and for boxes alone.
    live: usize,
    squares: usize,
    /// For every likeness the bits of the facts and pairs; empty where none has been seen.
    seen: Vec<Vec<u64>>,
    /// Bytes that may still be taken.
    free: usize,
    boxes: Vec<usize>,
}

impl Novelty {
    /// Nothing seen yet by a search that brings boxes to `ends`, which are live squares.
    pub(crate) fn new(field: &Field, ends: &[u16], budget: &Budget) -> Self {
        let live = field.live.len();
        let mut set = vec![0; live.div_ceil(64)];
        ends.iter().for_each(|&end| field.flip(&mut set, end));
        let free = MOST_KEPT.min(budget.free() / 16);
        Self { ends: set, live, squares: field.near.len(), seen: Vec::new(), free, boxes: Vec::new() }
    }

    /// How many of the boxes `set` (live squares) are where they belong at the end.
    pub(crate) fn home(&self, set: &[u64]) -> usize {
        set.iter().zip(&self.ends).map(|(&boxes, &ends)| (boxes & ends).count_ones() as usize).sum()
    }

    /// Those of the boxes `set` that are where they belong at the end.
    pub(crate) fn boxes_home(&self, set: &[u64]) -> Vec<u64> {
        set.iter().zip(&self.ends).map(|(&boxes, &ends)| boxes & ends).collect()
    }

    /// Rates the position with the boxes `set` (live squares) and the normalised `player` to which a push or a pull to
    /// `target` has led, among those that are `like` it: 1 where a box on that square is new, 2 where a pair with that box
    /// or with the player is, 3 where nothing is. Where memory is short, nothing is new.
    pub(crate) fn rate(
        &mut self,
        field: &Field,
        set: &[u64],
        player: u16,
        target: u16,
        like: usize,
        budget: &mut Budget,
    ) -> u64 {
        self.boxes.clear();
        for (word, &boxes) in set.iter().enumerate() {
            let mut left = boxes;
            while left != 0 {
                self.boxes.push(64 * word + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
        // Pairs of boxes, of a player and a box, and boxes alone, in rows of a live square's width.
        let words = ((self.live + self.squares + 1) * self.live).div_ceil(64);
        if like >= self.seen.len() {
            self.seen.resize(like + 1, Vec::new());
        }
        let seen = &mut self.seen[like];
        if seen.is_empty() {
            if 8 * words > self.free || budget.take(8 * words).is_err() {
                return 3;
            }
            self.free -= 8 * words;
            seen.resize(words, 0);
        }
        let mut note = |row: usize, column: usize| {
            let bit = row * self.live + column;
            let old = seen[bit / 64];
            seen[bit / 64] = old | 1 << (bit % 64);
            old >> (bit % 64) & 1 == 0
        };
        let target = usize::from(field.live_index[usize::from(target)]);
        let player = self.live + usize::from(player);
        let is_new = note(self.live + self.squares, target);
        let mut has_new_pair = false;
        for &other in &self.boxes {
            has_new_pair |= note(target.max(other), target.min(other));
            has_new_pair |= note(player, other);
        }
        if is_new { 1 } else { 3 - u64::from(has_new_pair) }
    }
}
