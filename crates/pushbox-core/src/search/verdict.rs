//! Verdicts, with their reasons.

use super::astar::Line;
use crate::limit::LimitKind;
use crate::objective::Objective;

/// Why a level cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The player can never get to a box off the goals.
    UnreachableBox,
    /// A box off the goals is frozen: it cannot move at all, or only onto dead squares.
    FrozenBox,
    /// A box stands where no push brings it to a goal.
    DeadSquare,
    /// Fewer goals can be reached than there are boxes.
    FewerGoals,
    /// The boxes cannot be assigned to different goals within their reach.
    NoAssignment,
    /// The boxes around a region that the player cannot reach can never all be brought to goals.
    Corral,
    /// Every line that could matter has been tried.
    Exhausted,
}

impl Proof {
    /// Returns the reason in a few words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnreachableBox => "a box off the goals is out of reach of the player",
            Self::FrozenBox => "a box off the goals is frozen",
            Self::DeadSquare => "a box stands on a dead square",
            Self::FewerGoals => "fewer goals within reach than boxes",
            Self::NoAssignment => "no assignment of the boxes to goals within their reach",
            Self::Corral => "the boxes around a region out of reach can never all be brought to goals",
            Self::Exhausted => "the search has tried everything",
        }
    }
}

/// The verdict on a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The level has a solution.
    Solved {
        /// The steps, with shortest walks between the pushes of a single pusher.
        line: Line,
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
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Positions expanded.
    pub nodes: u64,
    /// Seconds of wall clock, preparation included.
    pub seconds: f64,
    /// No solution has fewer pushes than this, or fewer moves where the objective puts them first. `None` when there is
    /// no solution, or nothing is known yet.
    pub bound: Option<u64>,
}
