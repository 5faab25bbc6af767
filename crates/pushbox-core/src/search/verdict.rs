//! Verdicts, with their reasons.

use super::astar::Line;
use crate::limit::{LimitKind, Limited, SearchControl};
use crate::named::named;
use crate::objective::Objective;

named! {
    /// Why a level cannot be solved.
    pub enum Proof {
        /// The player can never get to a box off the goals.
        UnreachableBox => "a box off the goals is out of reach of the player",
        /// A box off the goals is frozen: it cannot move at all, or only onto dead squares.
        FrozenBox => "a box off the goals is frozen",
        /// A box stands where no push brings it to a goal.
        DeadSquare => "a box stands on a dead square",
        /// Fewer goals can be reached than there are boxes.
        FewerGoals => "fewer goals within reach than boxes",
        /// The boxes cannot be assigned to different goals within their reach.
        NoAssignment => "no assignment of the boxes to goals within their reach",
        /// The boxes around a region that the player cannot reach can never all be brought to goals.
        Corral => "the boxes around a region out of reach can never all be brought to goals",
        /// Every line that could matter has been tried.
        Exhausted => "the search has tried everything",
        /// The level begins lost.
        BeginsLost => "the level begins lost",
        /// The initial position is a deadlock by the rules of its game.
        Deadlock => "a piece can never get where it has to",
        /// Every position that can be reached was visited.
        AllVisited => "every position that can be reached was visited",
    }
}

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

/// A verdict, and what it cost.
#[derive(Clone, Debug)]
pub struct Answer<L = Line> {
    /// The verdict.
    pub verdict: Verdict<L>,
    /// Positions expanded.
    pub nodes: u64,
    /// Seconds of wall clock, preparation included.
    pub seconds: f64,
    /// No solution has fewer pushes than this, or fewer moves where the objective puts them first. `None` when there is
    /// no solution, or nothing is known yet.
    pub bound: Option<u64>,
}

impl<L> Answer<L> {
    /// Creates the answer of a search, which has the verdict or was ended by a limit.
    pub(crate) fn new(verdict: Limited<Verdict<L>>, control: &SearchControl<'_>) -> Self {
        let verdict = verdict.unwrap_or_else(Verdict::GaveUp);
        let bound = if let Verdict::Unsolvable(_) = verdict { None } else { control.proven_bound() };
        Self { verdict, nodes: control.nodes, seconds: control.seconds(), bound }
    }
}
