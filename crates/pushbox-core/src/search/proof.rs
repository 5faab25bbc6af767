//! Why a level has no solution.

use crate::named::named;

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
