//! The novelty of a position, as in best-first width search (Lipovetzky and Geffner 2017): the size of the smallest set
//! of facts that no earlier position with the same features had all at once. A fact is a byte of the encoded position
//! with its index.

use crate::bits::insert;
use crate::limit::{Limited, SearchControl};

/// Bits of the table of sets that have been seen; two sets may share one, which makes positions look less new.
const BITS: usize = 1 << 28;

/// The sets of facts that have been seen.
#[derive(Default)]
pub(super) struct StateNovelty {
    seen: Vec<u64>,
}

impl StateNovelty {
    /// Creates an empty table, a smaller one where memory is short.
    pub(super) fn new(control: &mut SearchControl<'_>) -> Limited<Self> {
        let mut words = BITS / 64;
        while words > 1 << 10 && 8 * words > control.budget.free() / 16 {
            words /= 2;
        }
        control.budget.take(8 * words)?;
        Ok(Self { seen: vec![0; words] })
    }

    /// Returns 1 or 2 where a fact or a pair of facts is new among positions with these features, 3 otherwise; marks them
    /// as seen. Pairs count only where one of the two facts differs from those of the position `parent`.
    pub(super) fn rate(&mut self, features: u64, bytes: &[u8], parent: &[u8]) -> u64 {
        let mut rate = 3;
        let fact = |index: usize| (index as u64) << 8 | u64::from(bytes[index]);
        let same = |index: usize| parent.get(index) == Some(&bytes[index]) && parent.len() == bytes.len();
        for one in (0..bytes.len()).filter(|&one| !same(one)) {
            if self.insert(features, fact(one), 0) {
                rate = 1;
            }
            for two in (0..bytes.len()).filter(|&two| two != one) {
                let (low, high) = (fact(one.min(two)), fact(one.max(two)));
                if self.insert(features, low, high) {
                    rate = rate.min(2);
                }
            }
        }
        rate
    }

    /// Marks a set of facts as seen; returns whether it was new.
    fn insert(&mut self, features: u64, one: u64, two: u64) -> bool {
        let mixed = (features << 48 ^ one << 24 ^ two ^ features >> 16).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bit = ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20) as usize
            % (64 * self.seen.len());
        insert(&mut self.seen, bit)
    }
}
