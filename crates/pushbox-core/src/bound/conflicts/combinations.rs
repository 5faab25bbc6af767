//! Combinations: sets of a few numbers, numbered from 0 by the greatest number first (combinatorial number system,
//! Lehmer 1964).

use crate::board::group_components::MOST_BOXES;

/// Binomial coefficients, which number the combinations of a few numbers below a bound.
pub(super) struct Combinations {
    /// By number the ways to choose 1, 2, ... numbers below it.
    choices: Vec<[u32; MOST_BOXES]>,
}

impl Combinations {
    /// Creates those of numbers below `bound`, of which there are fewer than 2^32.
    pub(super) fn below(bound: usize) -> Self {
        let of_number = |number| std::array::from_fn(|size| count(number, size + 1) as u32);
        Self { choices: (0..=bound).map(of_number).collect() }
    }

    /// Returns the number of a combination, whose numbers ascend.
    pub(super) fn number(&self, combination: &[usize]) -> usize {
        let below = |(size, &number): (usize, &usize)| self.choices[number][size] as usize;
        combination.iter().enumerate().map(below).sum()
    }
}

/// Returns the combinations of `size` numbers below `bound`; as many as memory can number, where there are more.
pub(super) fn count(bound: usize, size: usize) -> usize {
    (0..size).fold(1_usize, |count, index| count.saturating_mul(bound.saturating_sub(index)) / (index + 1))
}

/// Calls `visit` with each combination of `size` numbers below `bound`, in order, until it fails.
pub(super) fn each<E>(
    bound: usize,
    size: usize,
    mut visit: impl FnMut(&[usize]) -> Result<(), E>,
) -> Result<(), E> {
    let mut combination: Vec<usize> = (0..size).collect();
    while combination.last().is_none_or(|&last| last < bound) {
        visit(&combination)?;
        // The least number that can grow does, and those below it are the least there are.
        let grows = |&index: &usize| index + 1 == size || combination[index] + 1 < combination[index + 1];
        let Some(index) = (0..size).find(grows) else { break };
        combination[index] += 1;
        (0..index).for_each(|below| combination[below] = below);
    }
    Ok(())
}
