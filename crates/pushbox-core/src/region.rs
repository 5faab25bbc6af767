//! The squares that the player can reach.

use std::sync::Arc;

use crate::bits::ones;
use crate::board::{Board, BoxTable, FloorBits};
use crate::level::opposite;
use crate::push::Push;

/// A set of squares found by flooding.
///
/// Much of a search is floods, so they go by words of bits, in which all squares of a word take a step at once. A word
/// from which steps lead to others waits on a stack until its turn comes.
pub(crate) struct Region {
    floor_bits: Arc<FloorBits>,
    reached: Vec<u64>,
    /// What was reached before the last flood or extension.
    before: Vec<u64>,
    /// The floor without boxes.
    free: Vec<u64>,
    /// Squares that are to be reached, by word, and the words that hold any.
    seeds: Vec<u64>,
    waiting: Vec<usize>,
    /// The least square of the last flood, extension or push.
    least: u16,
}

impl Region {
    pub(crate) fn new(board: &Board) -> Self {
        let floor_bits = Arc::clone(&board.floor_bits);
        let empty = || vec![0; floor_bits.floor.len()];
        let (reached, before, free, seeds) = (empty(), empty(), empty(), empty());
        Self { floor_bits, reached, before, free, seeds, waiting: Vec::new(), least: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.reached.fill(0);
    }

    /// Fills the region from `player` around `boxes` and returns its least square: the normalised player, the same for all
    /// positions that differ only in where the player stands in the region.
    pub(crate) fn flood(&mut self, boxes: &BoxTable, player: u16) -> u16 {
        self.clear();
        self.extend(boxes, player)
    }

    /// Adds what is connected with `player` to the region, and returns the least square added. The boxes must be the
    /// same from one extension to the next.
    pub(crate) fn extend(&mut self, boxes: &BoxTable, player: u16) -> u16 {
        self.before.copy_from_slice(&self.reached);
        for ((free, &floor), &boxes) in self.free.iter_mut().zip(&self.floor_bits.floor).zip(boxes.bits()) {
            *free = floor & !boxes;
        }
        let (word, bit) = self.floor_bits.place(player);
        self.free[word] |= bit;
        self.seeds[word] = bit;
        self.waiting.push(word);
        let row_words = self.floor_bits.row_words;
        while let Some(word) = self.waiting.pop() {
            let seeds = std::mem::take(&mut self.seeds[word]);
            let reached = self.floor_bits.fill(seeds, self.free[word]);
            self.reached[word] |= reached;
            let (above, below) = self.floor_bits.beyond(reached);
            if word >= row_words {
                self.sow(word - row_words, above);
            }
            self.sow(word + row_words, below);
            if row_words > 1 {
                self.sow(word + 1, reached >> 63);
                if word > 0 {
                    self.sow(word - 1, reached << 63);
                }
            }
        }
        let least = self.latest().next();
        self.least = least.unwrap_or(player);
        self.least
    }

    /// Adds those of `bits` that are free and new to what is to be reached.
    #[inline]
    fn sow(&mut self, word: usize, bits: u64) {
        let fresh = bits & self.free[word] & !self.reached[word];
        if fresh != 0 {
            if self.seeds[word] == 0 {
                self.waiting.push(word);
            }
            self.seeds[word] |= fresh;
        }
    }

    /// Returns what the last flood or extension has added, word by word.
    fn added(&self) -> impl Iterator<Item = u64> + '_ {
        self.reached.iter().zip(&self.before).map(|(&reached, &before)| reached & !before)
    }

    /// Makes this the region after `push`, which leads from the position that `before` is the region of to the boxes
    /// `boxes`, and returns its least square.
    ///
    /// Most pushes only take the box's new square out of the region and put its old one in. That is so where nothing
    /// new opens beside the old square, and where the neighbours of the new one that belong to the region hang together
    /// around it. Everything else is flooded.
    pub(crate) fn push(&mut self, board: &Board, boxes: &BoxTable, before: &Self, push: Push) -> u16 {
        self.follow(board, boxes, before, push, push.square)
    }

    /// Makes this the region after a pull that takes a box as `pull` would push it, with the player in front of it.
    pub(crate) fn pull(&mut self, board: &Board, boxes: &BoxTable, before: &Self, pull: Push) -> u16 {
        let direction = usize::from(pull.direction);
        let target = board.target(pull);
        self.follow(board, boxes, before, pull, board.neighbour(target, direction))
    }

    /// Makes this the region after a box has moved as `push` moves it and the player has come to `player`.
    fn follow(&mut self, board: &Board, boxes: &BoxTable, before: &Self, push: Push, player: u16) -> u16 {
        let direction = usize::from(push.direction);
        let neighbours = board.neighbours(push.square);
        let target = neighbours[direction];
        let opens = neighbours.iter().any(|&next| next != target && before.misses(next));
        if opens || before.contains(target) && !before.is_connected_around(board, target, direction) {
            return self.flood(boxes, player);
        }
        self.reached.copy_from_slice(&before.reached);
        self.free.copy_from_slice(&before.free);
        let (left, left_bit) = self.floor_bits.place(push.square);
        self.reached[left] |= left_bit;
        self.free[left] |= left_bit;
        let (taken, taken_bit) = self.floor_bits.place(target);
        self.reached[taken] &= !taken_bit;
        self.free[taken] &= !taken_bit;
        self.before.copy_from_slice(&self.reached);
        self.least = before.least.min(push.square);
        if self.least == target {
            // The old square belongs to the region, so there is a least one.
            let mut words = self.reached.iter().enumerate().skip(taken);
            let least = words.find(|&(_, &bits)| bits != 0);
            self.least = least.map_or(push.square, |(word, &bits)| self.floor_bits.lowest(word, bits));
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

    /// Calls `visit` with the least square of each region into which `boxes` cut the floor, by their least squares, and
    /// with this region, to which its squares have just been added.
    pub(crate) fn each(&mut self, boxes: &BoxTable, mut visit: impl FnMut(u16, &Self)) {
        self.clear();
        for word in 0..self.reached.len() {
            loop {
                let rest = self.floor_bits.floor[word] & !boxes.bits()[word] & !self.reached[word];
                if rest == 0 {
                    break;
                }
                let least = self.floor_bits.lowest(word, rest);
                self.extend(boxes, least);
                visit(least, self);
            }
        }
    }

    /// Counts the regions into which `boxes` cut the floor.
    pub(crate) fn count_regions(&mut self, boxes: &BoxTable) -> u16 {
        let mut regions = 0;
        self.each(boxes, |_, _| regions += 1);
        regions
    }

    /// Iterates over the squares that the last flood or extension has added, in ascending order; none after a push.
    pub(crate) fn latest(&self) -> impl Iterator<Item = u16> + '_ {
        ones(self.added()).map(|bit| self.floor_bits.square(bit))
    }

    /// Counts the squares that the last flood or extension has added; 0 after a push.
    pub(crate) fn count_latest(&self) -> usize {
        self.added().map(|bits| bits.count_ones() as usize).sum()
    }

    #[inline]
    pub(crate) fn contains(&self, square: u16) -> bool {
        let (word, bit) = self.floor_bits.place(square);
        self.reached[word] & bit != 0
    }

    /// Returns whether `square` is floor outside the region: no wall, no box, not reached by the flood.
    #[inline]
    pub(crate) fn misses(&self, square: u16) -> bool {
        let (word, bit) = self.floor_bits.place(square);
        self.free[word] & !self.reached[word] & bit != 0
    }
}
