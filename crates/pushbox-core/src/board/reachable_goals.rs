//! The goals to which a lone box can be brought.

use super::Board;
use crate::bits::insert;
use crate::limit::{Limited, SearchControl};

/// For every box state the goals that pushes lead to, as a set of their numbers.
pub(crate) struct ReachableGoals {
    words: usize,
    sets: Vec<u64>,
}

impl ReachableGoals {
    /// Returns the bytes of the sets on `board`.
    pub(crate) fn bytes(board: &Board) -> usize {
        8 * board.goals.len().div_ceil(64) * board.box_states
    }

    /// Finds the goals with the boxes on `frozen` (goals) as walls; each of those keeps its own goal.
    ///
    /// The memory of the sets is not counted.
    pub(crate) fn new(board: &Board, frozen: &[u16], control: &mut SearchControl<'_>) -> Limited<Self> {
        let is_frozen = board.table_of(frozen);
        let words = board.goals.len().div_ceil(64);
        let mut sets = vec![0; words * board.box_states];
        let mut open: Vec<u32> = Vec::new();
        for (number, &goal) in board.goals.iter().enumerate() {
            control.check()?;
            let mut visit = |index: u32, open: &mut Vec<u32>| {
                let first = board.box_state[index as usize] as usize * words;
                if insert(&mut sets[first..], number) {
                    open.push(index);
                }
            };
            for side in 0..board.side_count(goal) {
                visit(u32::from(goal) * 4 + side as u32, &mut open);
            }
            while let Some(index) = open.pop() {
                if is_frozen[index as usize / 4] {
                    continue;
                }
                board.predecessors(index, |previous, from, behind| {
                    if !is_frozen[usize::from(from)] && !is_frozen[usize::from(behind)] {
                        visit(previous, &mut open);
                    }
                });
            }
        }
        Ok(Self { words, sets })
    }

    pub(crate) fn row(&self, box_state: u32) -> &[u64] {
        let first = box_state as usize * self.words;
        &self.sets[first..first + self.words]
    }
}
