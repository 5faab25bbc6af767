//! The novelty of a position, as in best-first width search (Lipovetzky and Geffner, "Best-first width search:
//! exploration and exploitation in classical planning", 2017): the size of the smallest set of facts that no earlier
//! position of the same class had all at once. A fact is a box of a class on a square, or the player in a region. The
//! caller chooses the class of positions to compare with.

use crate::bits::insert;
use crate::board::{Board, alike};
use crate::limit::Budget;

/// The most bytes of the table when memory is not limited.
const MAX_BYTES: usize = 64 << 20;

/// The facts and pairs that have been seen, by class of positions.
pub(crate) struct Novelty {
    /// The boxes of a position with all boxes home, as pieces.
    ends: Vec<u64>,
    /// Live squares for each class, which stand for boxes, and all squares, which stand for players and for boxes alone.
    live: usize,
    boxes: usize,
    squares: usize,
    /// For every class the bits of the facts and pairs; empty where none has been seen.
    seen: Vec<Vec<u64>>,
    /// Bytes that may still be taken.
    free: usize,
}

impl Novelty {
    /// Creates an empty table for a search that brings boxes to where they stand in the pieces `ends`.
    pub(crate) fn new(board: &Board, ends: Vec<u64>, budget: &Budget) -> Self {
        let live = board.live.len();
        let boxes = live * usize::from(board.classes());
        let free = MAX_BYTES.min(budget.free() / 16);
        Self { ends, live, boxes, squares: board.size(), seen: Vec::new(), free }
    }

    /// Counts the boxes of `pieces` that are home.
    pub(crate) fn home(&self, pieces: &[u64]) -> usize {
        alike(self.live.div_ceil(64), pieces, &self.ends).map(|boxes| boxes.count_ones() as usize).sum()
    }

    /// Returns the set of the boxes of `pieces` that are home.
    pub(crate) fn boxes_home(&self, pieces: &[u64]) -> Vec<u64> {
        alike(self.live.div_ceil(64), pieces, &self.ends).collect()
    }

    /// Rates the position with the boxes `pieces` and the normalised `player` to which a push or a pull to
    /// `target` has led, among those of a `class`: 1 where a box on that square is new, 2 where a pair with that box
    /// or with the player is, 3 where nothing is. Where memory is short, nothing is new.
    pub(crate) fn rate(
        &mut self,
        board: &Board,
        pieces: &[u64],
        player: u16,
        target: u16,
        class: usize,
        budget: &mut Budget,
    ) -> u64 {
        // Pairs of boxes (each in the rows of both), of a player and a box, and boxes alone, in rows of a live square's width.
        let words = ((self.boxes + self.squares + usize::from(board.classes())) * self.live).div_ceil(64);
        if class >= self.seen.len() {
            self.seen.resize(class + 1, Vec::new());
        }
        let seen = &mut self.seen[class];
        if seen.is_empty() {
            if 8 * words > self.free || budget.take(8 * words).is_err() {
                return 3;
            }
            self.free -= 8 * words;
            seen.resize(words, 0);
        }
        let class = usize::from(board.class_at(pieces, target));
        let target = usize::from(board.live_index[usize::from(target)]);
        let is_new = insert(seen, (self.boxes + self.squares + class) * self.live + target);
        let rows = [class * self.live + target, self.boxes + usize::from(player)];
        let mut has_new_pair = false;
        for (word, &boxes) in pieces[..board.words()].iter().enumerate() {
            for row in rows {
                let first = row * self.live + 64 * word;
                let mut unseen = boxes & !bits_from(seen, first);
                has_new_pair |= unseen != 0;
                while unseen != 0 {
                    let bit = unseen.trailing_zeros() as usize;
                    unseen &= unseen - 1;
                    insert(seen, first + bit);
                    if row < self.boxes {
                        let class = usize::from(board.class_at(pieces, board.live[64 * word + bit]));
                        insert(seen, (class * self.live + 64 * word + bit) * self.live + target);
                    }
                }
            }
        }
        if is_new { 1 } else { 3 - u64::from(has_new_pair) }
    }
}

/// Returns the 64 bits from `bit` on; those beyond the end are 0.
fn bits_from(seen: &[u64], bit: usize) -> u64 {
    let (word, shift) = (bit / 64, bit % 64);
    let next = seen.get(word + 1).map_or(0, |next| next << 1 << (63 - shift));
    seen[word] >> shift | next
}
