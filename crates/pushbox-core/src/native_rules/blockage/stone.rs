//! A stone in one number; numbers are in the order of the stones of a state of the Python game.

/// A stone: its cell, its colour, whether it is fixed; ordered by these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stone(u32);

impl Stone {
    /// The most colours.
    pub(super) const COLOURS: usize = 1 << 15;

    pub(super) fn new(cell: u16, colour: u16, is_fixed: bool) -> Self {
        Self(u32::from(cell) << 16 | u32::from(colour) << 1 | u32::from(is_fixed))
    }

    pub(super) fn cell(self) -> u16 {
        (self.0 >> 16) as u16
    }

    pub(super) fn colour(self) -> u16 {
        (self.0 as u16) >> 1
    }

    pub(super) fn is_fixed(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns the same stone in another cell.
    pub(super) fn to(self, cell: u16) -> Self {
        Self::new(cell, self.colour(), self.is_fixed())
    }

    /// Returns the same stone in another colour.
    pub(super) fn dyed(self, colour: u16) -> Self {
        Self::new(self.cell(), colour, self.is_fixed())
    }

    /// Returns the same stone, fixed.
    pub(super) fn fixed(self) -> Self {
        Self(self.0 | 1)
    }
}

impl std::fmt::Debug for Stone {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fixed = if self.is_fixed() { "!" } else { "" };
        write!(out, "{}:{}{fixed}", self.cell(), self.colour())
    }
}
