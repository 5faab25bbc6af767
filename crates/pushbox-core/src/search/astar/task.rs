//! The task of an A* search.

use super::super::root_position::RootPosition;
use super::metric_order::{MetricOrder, PackedCost, PriorStep};
use super::vicinity::Vicinity;

/// The goal of a line: every box on a goal, and
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineGoal {
    /// nothing more;
    Boxes,
    /// the player on this square;
    Player(u16),
    /// where only pushes count, the player in the region with this as its least square;
    Region(u16),
    /// this as the last push: the square where the player stands after it, and its direction.
    Push(u16, usize),
}

/// A line to search for, from a root position: the solution of a level, or a part of one between two positions.
#[derive(Clone)]
pub(crate) struct LineTask<'t, C> {
    pub(crate) root: &'t RootPosition,
    pub(crate) before: PriorStep,
    pub(crate) goal: LineGoal,
    pub(crate) order: MetricOrder<C>,
    /// Only lines that cost less are of interest.
    pub(crate) below: C,
    /// The positions to stay near; anywhere where there are none.
    pub(crate) vicinity: Option<Vicinity>,
    /// The positions that may be expanded, more or less.
    pub(crate) most_nodes: u64,
}

impl<'t, C: PackedCost> LineTask<'t, C> {
    /// Creates the task to solve the level of `root` with a line that costs less than `below`.
    pub(crate) fn solve(root: &'t RootPosition, order: MetricOrder<C>, below: C) -> Self {
        let (before, goal) = (PriorStep::default(), LineGoal::Boxes);
        Self { root, before, goal, order, below, vicinity: None, most_nodes: u64::MAX }
    }
}
