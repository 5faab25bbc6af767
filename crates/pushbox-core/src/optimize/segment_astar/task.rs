//! The task of a segment search, and its result.

use crate::board::{Board, RootPosition};
use crate::optimize::metric_order::{Cost, MetricOrder};
use crate::push::Push;

/// The steps before a segment, as far as they matter for its cost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PriorStep {
    /// The direction of the last step, if there was one.
    pub(crate) heading: Option<usize>,
    /// Whether that step was a push.
    pub(crate) is_push: bool,
    /// The square of the box that was pushed last, if one was.
    pub(crate) last_box: Option<u16>,
}

impl PriorStep {
    /// Creates what matters of a push for the steps after it.
    pub(crate) fn of(board: &Board, push: Push) -> Self {
        let heading = Some(usize::from(push.direction));
        Self { heading, is_push: true, last_box: Some(board.target(push)) }
    }
}

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
