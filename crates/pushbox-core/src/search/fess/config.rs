//! The configuration of a feature space search.

use super::packing_order::RemovalOrder;

/// The choices in which feature space searches differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FessConfig {
    /// Whether goals count as packed only in the order of the plan, or in any order that leaves the other goals open.
    pub(crate) follows_order: bool,
    /// Whether broken links between rooms belong to the cell of a position.
    pub(crate) uses_rooms: bool,
    /// Whether positions belong to the best cell on the line to them, or to their own.
    pub(crate) inherits_cell: bool,
    /// Whether among equals the latest position goes first, or the earliest.
    pub(crate) latest_first: bool,
    /// The removal order of the packing plan to follow.
    pub(crate) removal_order: RemovalOrder,
}
