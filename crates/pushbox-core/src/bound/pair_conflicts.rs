//! Conflicts of pairs of boxes: the pushes that two boxes alone on the board need beyond the distances of both, such as where one
//! has to let the other pass.
//!
//! What a pair needs more is the least over all goals for the two, so that it holds whichever goals they get: in every solution
//! the pushes of both boxes beyond the distances to their goals are as many together. That is a linear conflict (Hansson, Mayer
//! and Yung 1992), and how much all boxes need more is at least a least vertex cover of the conflicts (Felner, Korf and Hanan
//! 2004): the excess pushes of each box such that those of every two in conflict suffice.
//!
//! Distances past frozen boxes may contain what a conflict counts, which is less then by as much as they are longer.

use super::pair_positions::{PairPositions, Pulls};
use crate::board::{Board, Distances, UNREACHED};
use crate::limit::{Limited, SearchControl};

/// The most pushes that a conflict counts, and those of a pair that cannot be solved. They are even as all are: ways between two
/// squares differ by an even number of pushes.
const MOST: u8 = 254;
/// The distances that are measured in the time that it takes to find the positions of a pair and their pulls.
const DISTANCES_OF_A_PAIR: usize = 200;
/// The choices between the boxes of conflicts after which a bound will do.
pub(crate) const MOST_CHOICES: u32 = 6;

/// The conflicts of all pairs.
pub(crate) struct PairConflicts {
    positions: PairPositions,
    /// The excess pushes by position.
    excess: Vec<u8>,
}

/// Two boxes by number, and their excess pushes.
type Conflict = (usize, usize, u32);

impl PairConflicts {
    /// Returns the number of positions after whose expansion a search that begins now is worth the table, `None` for never.
    pub(crate) fn due(board: &Board, boxes: usize, control: &SearchControl<'_>) -> Option<u64> {
        let (squares, goals) = (board.live.len(), board.goals.len());
        let fits = Self::bytes(board) + Pulls::bytes(board) <= control.budget.free() / 8;
        let all = (squares * squares).saturating_mul(goals * goals + DISTANCES_OF_A_PAIR);
        let due = all.checked_div(control.tuning.pair_distances_per_position)?;
        (boxes > 1 && fits).then_some(control.nodes.saturating_add(due as u64))
    }

    /// Returns a bound on the bytes of the table.
    pub(crate) fn bytes(board: &Board) -> usize {
        PairPositions::bytes(board)
    }

    /// Creates the table, and takes its bytes from the budget.
    pub(crate) fn new(board: &Board, control: &mut SearchControl<'_>) -> Limited<Self> {
        let goals = &board.goals;
        control.budget.take(Self::bytes(board))?;
        let working = Pulls::bytes(board) + Distances::bytes(board, goals.len());
        control.budget.take(working)?;
        let positions = PairPositions::new(board, control)?;
        let graph = Pulls::new(board, &positions, control)?;
        let alone = Distances::new(board, goals, |_| false, &|_, _| 1, control)?;
        let mut excess = vec![MOST; positions.box_states.len()];
        let mut pulls = vec![UNREACHED; excess.len()];
        let mut queue = Vec::new();
        for (first, &one) in goals.iter().enumerate() {
            for (second, &other) in goals.iter().enumerate().filter(|&(second, _)| second != first) {
                graph.measure(positions.with_boxes([one, other]), &mut pulls, &mut queue, control)?;
                for position in queue.drain(..).map(|position| position as usize) {
                    let all = std::mem::replace(&mut pulls[position], UNREACHED);
                    let [one, other] = positions.box_states[position];
                    // A pair on the way to goals has boxes that can get there alone.
                    let apart = alone.row(one)[first] + alone.row(other)[second];
                    excess[position] = excess[position].min(all.saturating_sub(apart).min(MOST.into()) as u8);
                }
            }
        }
        control.budget.give(working);
        Ok(Self { positions, excess })
    }

    /// Returns the conflicts of boxes on these squares and in these states, where the player reaches those sides of each, as bits by
    /// direction.
    pub(crate) fn of(&self, squares: &[u16], box_states: &[u32], reached: &[u8]) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        for number in 0..squares.len() {
            for other in 0..number {
                let pair = [squares[other], squares[number]];
                let excess = match self.positions.number(pair, [reached[other], reached[number]]) {
                    Some(position) => self.excess[position as usize],
                    // The sides of the boxes alone are known still.
                    None => {
                        let states = [box_states[other], box_states[number]];
                        let is_like = |&position: &usize| self.positions.box_states[position] == states;
                        let all = self.positions.with_boxes(pair);
                        let alike = (all.start as usize..all.end as usize).filter(is_like);
                        alike.map(|position| self.excess[position]).min().unwrap_or(0)
                    }
                };
                if excess > 0 {
                    conflicts.push((other, number, excess.into()));
                }
            }
        }
        conflicts
    }
}

/// Returns the least excess pushes of all boxes, a bound on them where there are too many choices. Each box has as many already as
/// `raised` says.
pub(crate) fn least_cover(conflicts: &[Conflict], raised: &mut [u32], choices: u32) -> u32 {
    let left = |&(one, other, excess): &Conflict| excess.saturating_sub(raised[one] + raised[other]);
    let open: Vec<Conflict> = conflicts
        .iter()
        .map(|conflict| (conflict.0, conflict.1, left(conflict)))
        .filter(|open| open.2 > 0)
        .collect();
    let Some(&first) = open.first() else { return 0 };
    let count = |number: usize| open.iter().filter(|open| [open.0, open.1].contains(&number)).count();
    // A box with one conflict only leaves that to the other box, whose pushes may count for others as well.
    let lone = open.iter().find_map(|&(one, other, excess)| match (count(one), count(other)) {
        (1, _) => Some((other, excess)),
        (_, 1) => Some((one, excess)),
        _ => None,
    });
    let mut cost_of = |shares: &[(usize, u32)], choices: u32| {
        shares.iter().for_each(|&(number, share)| raised[number] += share);
        let rest = least_cover(conflicts, raised, choices);
        shares.iter().for_each(|&(number, share)| raised[number] -= share);
        rest + shares.iter().map(|share| share.1).sum::<u32>()
    };
    match (lone, first, choices.checked_sub(1)) {
        (Some(share), ..) => cost_of(&[share], choices),
        (None, (one, other, excess), Some(choices)) => {
            let costs = (0..=excess)
                .step_by(2)
                .map(|share| cost_of(&[(one, share), (other, excess - share)], choices));
            costs.min().unwrap_or(0)
        }
        (None, (.., excess), None) => excess,
    }
}
