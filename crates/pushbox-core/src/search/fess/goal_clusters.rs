//! Clusters: goals that touch each other.

use crate::board::Board;
use crate::region::Region;

/// Returns the number of its cluster of touching goals for every goal.
pub(super) fn goal_clusters(board: &Board) -> Vec<usize> {
    let not_goal: Vec<bool> = board.is_goal.iter().map(|&is_goal| !is_goal).collect();
    let mut number_at = vec![usize::MAX; board.size()];
    let mut region = Region::new(board);
    let mut clusters = 0;
    for &goal in &board.goals {
        if number_at[usize::from(goal)] == usize::MAX {
            region.flood(board, &not_goal, goal);
            for &square in region.latest() {
                number_at[usize::from(square)] = clusters;
            }
            clusters += 1;
        }
    }
    board.goals.iter().map(|&goal| number_at[usize::from(goal)]).collect()
}
