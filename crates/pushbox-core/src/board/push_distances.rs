//! Push distances: the pushes that a lone box needs from a box state to a goal.

use super::{Board, DEAD};
use crate::drop_later::drop_list_later;
use crate::limit::{Limited, SearchControl};

/// The distance of a box state or a goal that cannot be reached.
pub(crate) const UNREACHED: u16 = u16::MAX;

/// For every box state the cost of the pushes to every goal of some goals. A cost above 65,534 is stored as 65,534, which
/// is still a lower bound.
pub(crate) struct Distances {
    goals: usize,
    table: Vec<u16>,
}

impl Drop for Distances {
    fn drop(&mut self) {
        drop_list_later(std::mem::take(&mut self.table));
    }
}

/// The cost of a push, from the square the player comes from and the square they push from it to: 0, 1 or 2.
pub(crate) type PushCost<'a> = &'a dyn Fn(u16, u16) -> u16;

/// The greatest cost of a push.
const MAX_COST: usize = 2;

impl Distances {
    /// Returns the bytes of a table for `goals` goals on `board`.
    pub(crate) fn bytes(board: &Board, goals: usize) -> usize {
        goals.saturating_mul(2 * board.box_states)
    }

    /// Measures the costs to `goals` with the boxes of `frozen` (squares, all goals) as walls; each of them keeps its own
    /// goal. `is_frozen` holds for the frozen squares. The goals may be any live squares. (Dijkstra 1959, with buckets as in Dial 1969.)
    ///
    /// The memory of the table is not counted.
    pub(crate) fn new(
        board: &Board,
        goals: &[u16],
        is_frozen: impl Fn(u16) -> bool,
        cost: PushCost<'_>,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let mut distances = Self::blank(board, goals.len(), control)?;
        let table = &mut distances.table;
        // The box states at the present distance, at the next, and at the one after.
        let mut buckets: [Vec<u32>; MAX_COST + 1] = Default::default();
        let mut costs = vec![UNREACHED; 4 * usize::from(board.wall())];
        let mut reached: Vec<u32> = Vec::new();
        for (number, &goal) in goals.iter().enumerate() {
            control.check()?;
            for side in 0..board.side_count(goal) {
                let index = u32::from(goal) * 4 + side as u32;
                // What leads to a box state that is not dead is not dead either.
                if board.box_state[index as usize] == DEAD {
                    continue;
                }
                costs[index as usize] = 0;
                buckets[0].push(index);
                reached.push(index);
            }
            let mut distance = 0;
            while buckets.iter().any(|bucket| !bucket.is_empty()) {
                while let Some(index) = buckets[0].pop() {
                    if costs[index as usize] != distance || is_frozen((index / 4) as u16) {
                        continue;
                    }
                    board.predecessors(index, |previous, from, behind| {
                        if is_frozen(from) || is_frozen(behind) {
                            return;
                        }
                        let total = distance.saturating_add(cost(behind, from)).min(UNREACHED - 1);
                        let known = &mut costs[previous as usize];
                        if total < *known {
                            if *known == UNREACHED {
                                reached.push(previous);
                            }
                            *known = total;
                            buckets[usize::from(total - distance)].push(previous);
                        }
                    });
                }
                buckets.rotate_left(1);
                distance = distance.saturating_add(1).min(UNREACHED - 1);
            }
            for index in reached.drain(..) {
                let box_state = board.box_state[index as usize] as usize;
                table[box_state * goals.len() + number] = costs[index as usize];
                costs[index as usize] = UNREACHED;
            }
        }
        Ok(distances)
    }

    /// Measures for every box state the pushes that lead to it from each of `starts`, squares of boxes, with the player on
    /// `player`: the mirror image, for a backward search.
    ///
    /// The memory of the table is not counted.
    pub(crate) fn mirrored(
        board: &Board,
        starts: &[u16],
        player: u16,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let mut distances = Self::blank(board, starts.len(), control)?;
        let table = &mut distances.table;
        let mut queue: Vec<(u16, u32)> = Vec::new();
        for (number, &start) in starts.iter().enumerate() {
            control.check()?;
            let entry = |box_state: u32| box_state as usize * starts.len() + number;
            let first = board.box_state(start, player);
            table[entry(first)] = 0;
            queue.clear();
            queue.push((start, first));
            let mut done = 0;
            while let Some(&(square, box_state)) = queue.get(done) {
                done += 1;
                let distance = table[entry(box_state)].saturating_add(1).min(UNREACHED - 1);
                for push in board.live_pushes(square) {
                    let (pusher, target) = board.ends(push);
                    let next = board.box_state_after(target, usize::from(push.direction));
                    if board.box_state(square, pusher) == box_state && table[entry(next)] == UNREACHED {
                        table[entry(next)] = distance;
                        queue.push((target, next));
                    }
                }
            }
        }
        Ok(distances)
    }

    /// Creates a table from its rows, one after the other.
    pub(crate) fn of_rows(goals: usize, table: Vec<u16>) -> Self {
        Self { goals, table }
    }

    /// Creates a table for so many goals in which nothing has been reached.
    fn blank(board: &Board, goals: usize, control: &mut SearchControl<'_>) -> Limited<Self> {
        let size = goals * board.box_states;
        let mut blank = Self { goals, table: Vec::with_capacity(size) };
        // Filling a table of gigabytes takes seconds, in which the clock must be checked.
        while blank.table.len() < size {
            control.check()?;
            blank.table.resize(size.min(blank.table.len() + (1 << 22)), UNREACHED);
        }
        Ok(blank)
    }

    /// Returns the distances from `box_state` to every goal, by the number of the goal.
    pub(crate) fn row(&self, box_state: u32) -> &[u16] {
        let first = box_state as usize * self.goals;
        &self.table[first..first + self.goals]
    }
}
