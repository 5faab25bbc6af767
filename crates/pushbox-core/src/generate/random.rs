//! Random numbers that are the same in every run and on every machine.

use crate::zobrist::split_mix;

pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Creates the generator of attempt `number` by a seed: attempts share nothing, so that they can be made in any
    /// order.
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        let mut state = seed;
        // The seed is mixed before the number joins it, or attempt 3 by seed 5 would be attempt 5 by seed 3.
        state = split_mix(&mut state).wrapping_add(number);
        Self(split_mix(&mut state))
    }

    /// Returns a number from 0 below `end`, which is above 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (split_mix(&mut self.0) % end as u64) as usize
    }

    pub(crate) fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last + 1 - first)
    }

    /// True in `percent` of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, of which there is at least one.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Takes `count` of `items`, or all where there are fewer, to their front in random order.
    pub(crate) fn draw<T>(&mut self, items: &mut [T], count: usize) {
        for index in 0..count.min(items.len()) {
            let other = self.between(index, items.len() - 1);
            items.swap(index, other);
        }
    }
}
