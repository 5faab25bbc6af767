//! Solutions as steps.

use crate::objective::Count;

/// Steps, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The steps in LURD notation, pushes as capitals.
    pub lurd: String,
    /// The cell of the pusher before each step, where there are several pushers; else empty.
    pub pushers: Vec<u32>,
}

impl Line {
    /// Returns its pushes and moves.
    pub fn count(&self) -> Count {
        Count::of(&self.lurd)
    }
}
