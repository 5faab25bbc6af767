//! The verdict of a search.

pub use super::proof::Proof;
use crate::limit::{LimitKind, Limited, SearchControl};
use crate::line::Line;
use crate::objective::Objective;

/// The verdict on a level. A solution is an `L`: of Sokoban the steps, with shortest walks between the pushes of a single
/// pusher; of games with native rules the ordinal of each move among the legal moves of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<L = Line> {
    /// The level has a solution.
    Solved {
        /// The solution.
        line: L,
        /// The objective for which no solution is better, where that is proven.
        optimal: Option<Objective>,
        /// The limit that ended the search before there was a proof.
        limit: Option<LimitKind>,
    },
    /// The level has no solution.
    Unsolvable(Proof),
    /// A limit ended the search before it had a solution.
    GaveUp(LimitKind),
}

/// A verdict, with the cost of the search.
#[derive(Clone, Debug)]
pub struct Answer<L = Line> {
    /// The verdict.
    pub verdict: Verdict<L>,
    /// Positions expanded.
    pub nodes: u64,
    /// Seconds of wall clock, preparation included.
    pub seconds: f64,
    /// Proven lower bound on the pushes of a solution, or on the moves if the objective puts them first. `None` if
    /// there is no solution, or nothing is known yet.
    pub bound: Option<u64>,
}

impl<L> Answer<L> {
    /// Creates the answer of a search, which has the verdict or was ended by a limit.
    pub(crate) fn new(verdict: Limited<Verdict<L>>, control: &SearchControl<'_>) -> Self {
        let verdict = verdict.unwrap_or_else(Verdict::GaveUp);
        let bound = if let Verdict::Unsolvable(_) = verdict { None } else { control.bound };
        Self { verdict, nodes: control.nodes, seconds: control.seconds(), bound }
    }
}
