//! Clusters: goals that touch each other.

use crate::field::Field;
use crate::region::Region;

/// The number of its cluster of touching goals for every goal.
pub(super) fn clusters(field: &Field) -> Vec<usize> {
    let not_goal: Vec<bool> = field.is_goal.iter().map(|&is_goal| !is_goal).collect();
    let mut number_at = vec![usize::MAX; field.near.len()];
    let mut region = Region::new(field);
    let mut clusters = 0;
    for &goal in &field.goals {
        if number_at[usize::from(goal)] == usize::MAX {
            region.flood(field, &not_goal, goal);
            for &square in region.latest() {
                number_at[usize::from(square)] = clusters;
            }
            clusters += 1;
        }
    }
    field.goals.iter().map(|&goal| number_at[usize::from(goal)]).collect()
}
