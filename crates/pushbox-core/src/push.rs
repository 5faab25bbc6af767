//! A push.

/// A push: the square of the box, and the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    /// The square of the box before.
    pub(crate) square: u16,
    pub(crate) direction: u8,
}
