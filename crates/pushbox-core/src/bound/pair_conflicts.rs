//! Conflicts of pairs of boxes: the pushes that two boxes alone on the board need beyond the distances of both, such as where one
//! has to let the other pass.
//!
//! What a pair needs more is the least over all goals for the two, so that it holds whichever goals they get: in every solution
//! the pushes of both boxes beyond the distances to their goals are as many together. That is a linear conflict (Hansson, Mayer
//! and Yung 1992), and how much all boxes need more is at least a least vertex cover of the conflicts (Felner, Korf and Hanan
//! 2004): the excess pushes of each box such that those of every two in conflict suffice.
//!
//! Distances past frozen boxes may contain what a conflict counts, which is less then by as much as they are longer.

use super::pair_graph::PairGraph;
use crate::board::{Board, DEAD, Distances, UNREACHED};
use crate::limit::{Limited, SearchControl};

/// The most pushes that a conflict counts, and those of a pair that cannot be solved. They are even as all are: ways between two
/// squares differ by an even number of pushes.
const MOST: u8 = 254;
/// The choices between the boxes of conflicts after which a bound will do.
pub(crate) const MOST_CHOICES: u32 = 6;

/// The conflicts of all pairs of box states.
pub(crate) struct PairConflicts {
    states: usize,
    /// By state and state the excess pushes.
    excess: Vec<u8>,
}

/// Two boxes by number, and their excess pushes.
type Conflict = (usize, usize, u32);

impl PairConflicts {
    /// Returns the number of positions after whose expansion a search that begins now is worth the table, `None` for never.
    pub(crate) fn due(board: &Board, boxes: usize, control: &SearchControl<'_>) -> Option<u64> {
        let (pairs, goals) = (board.live.len() * board.live.len(), board.goals.len());
        let fits = PairGraph::bytes(board) + Self::bytes(board) <= control.budget.free() / 8;
        let due = (pairs * goals * goals).checked_div(control.tuning.pair_distances_per_position)?;
        (boxes > 1 && fits).then_some(control.nodes + due as u64)
    }

    /// Returns the bytes of the table.
    pub(crate) fn bytes(board: &Board) -> usize {
        board.box_states * board.box_states
    }

    /// Creates the table, and takes its bytes from the budget.
    pub(crate) fn new(board: &Board, control: &mut SearchControl<'_>) -> Limited<Self> {
        let used = control.budget.used();
        let goals = &board.goals;
        control.budget.take(PairGraph::bytes(board) + Distances::bytes(board, goals.len()))?;
        let graph = PairGraph::new(board, control)?;
        let alone = Distances::new(board, goals, |_| false, &|_, _| 1, control)?;
        let mut conflicts = Self { states: board.box_states, excess: vec![MOST; Self::bytes(board)] };
        let mut pushes = vec![UNREACHED; graph.box_states.len()];
        let mut queue = Vec::new();
        for (second, &other) in goals.iter().enumerate() {
            for (first, &one) in goals[..second].iter().enumerate() {
                graph.measure([one, other], &mut pushes, &mut queue, control)?;
                for position in queue.drain(..) {
                    let [one, other] = graph.box_states[position as usize];
                    let all = std::mem::replace(&mut pushes[position as usize], UNREACHED);
                    // A box that is alone, too, has a goal.
                    if one != DEAD && other != DEAD {
                        let apart = alone.row(one)[first] + alone.row(other)[second];
                        let excess = all.saturating_sub(apart).min(MOST.into()) as u8;
                        for entry in [conflicts.entry(one, other), conflicts.entry(other, one)] {
                            conflicts.excess[entry] = conflicts.excess[entry].min(excess);
                        }
                    }
                }
            }
        }
        control.budget.reset(used);
        control.budget.take(Self::bytes(board))?;
        Ok(conflicts)
    }

    fn entry(&self, one: u32, other: u32) -> usize {
        one as usize * self.states + other as usize
    }

    /// Returns the conflicts of boxes in these states.
    pub(crate) fn of(&self, box_states: &[u32]) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        for (number, &one) in box_states.iter().enumerate() {
            let row = self.entry(one, 0);
            for (other, &state) in box_states[..number].iter().enumerate() {
                let excess = self.excess[row + state as usize];
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
