//! The task of a segment search, and its result.

use crate::board::RootPosition;
use crate::optimize::metric_order::{Cost, MetricOrder, PriorStep};

/// The goal of a segment: every box on a goal, and
#[derive(Clone, Copy, Debug)]
pub(crate) enum SegmentGoal {
    /// nothing more;
    Boxes,
    /// the player on this square;
    Player(u16),
    /// this as the last push: the square where the player stands after it, and its direction.
    Push(u16, usize),
}

/// A segment to search for.
pub(crate) struct SegmentTask<'t> {
    pub(crate) root: &'t RootPosition,
    pub(crate) before: PriorStep,
    pub(crate) goal: SegmentGoal,
    pub(crate) order: &'t MetricOrder,
    /// Columns of the level.
    pub(crate) width: usize,
    /// Only segments that cost less are of interest.
    pub(crate) below: Cost,
    /// Positions to expand.
    pub(crate) most_nodes: u64,
}
