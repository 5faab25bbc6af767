//! Sets of small numbers as bits, 64 a word.

/// Returns whether a set holds a number.
pub(crate) fn has(set: &[u64], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
}

/// Adds a number to a set, and returns whether it is new.
pub(crate) fn insert(set: &mut [u64], number: usize) -> bool {
    let old = set[number / 64];
    set[number / 64] = old | 1 << (number % 64);
    old >> (number % 64) & 1 == 0
}

/// Returns the numbers in the set of these `words`.
pub(crate) fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(word, bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(64 * word + bit)
        })
    })
}
