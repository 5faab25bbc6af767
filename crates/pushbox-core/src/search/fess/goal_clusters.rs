//! Clusters: goals that touch each other.

use crate::board::Board;
use crate::region::Region;

/// Returns the number of its cluster of touching goals for every goal.
pub(super) fn goal_clusters(board: &Board) -> Vec<usize> {
    let not_goal: Vec<bool> = board.is_goal.iter().map(|&is_goal| !is_goal).collect();
    let mut number_at = vec![0; board.size()];
    let mut clusters = 0;
    Region::new(board).each(board, &not_goal, |_, squares| {
        squares.iter().for_each(|&square| number_at[usize::from(square)] = clusters);
        clusters += 1;
    });
    board.goals.iter().map(|&goal| number_at[usize::from(goal)]).collect()
}
