//! How one search by features differs from another.

use super::peeling::Peel;

/// What a search by features looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Goals count as packed in the very order of the plan, or in any order that leaves the rest open.
    pub(crate) is_strict: bool,
    /// Broken links between rooms tell cells apart.
    pub(crate) heeds_rooms: bool,
    /// Positions are filed under the best cell on the way to them, or under their own.
    pub(crate) keeps_past: bool,
    /// Among equals the latest position goes first, or the earliest.
    pub(crate) is_hasty: bool,
    /// Which plan to follow.
    pub(crate) peel: Peel,
}
