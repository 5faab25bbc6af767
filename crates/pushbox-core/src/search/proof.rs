//! Why a level has no solution.

use crate::named::named;

named! {
    /// Why a level cannot be solved; the messages of the client have a sentence for each name.
    pub enum Proof {
        /// The player can never get to a box off the goals.
        UnreachableBox => "unreachable-box",
        /// A box off the goals is frozen: it cannot move at all, or only onto dead squares.
        FrozenBox => "frozen-box",
        /// A box stands where no push brings it to a goal.
        DeadSquare => "dead-square",
        /// Fewer goals can be reached than there are boxes.
        FewerGoals => "fewer-goals",
        /// The boxes cannot be assigned to different goals within their reach.
        NoAssignment => "no-assignment",
        /// The boxes around a region that the player cannot reach can never all be brought to goals.
        Corral => "corral",
        /// Every line that could matter has been tried.
        Exhausted => "exhausted",
        /// The level begins lost.
        BeginsLost => "begins-lost",
        /// The initial position is a deadlock by the rules of its game.
        Deadlock => "deadlock",
        /// Every position that can be reached was visited.
        AllVisited => "all-visited",
    }
}
