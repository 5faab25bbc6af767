//! The lower bound on the moves to a solution.
//!
//! Every push is a move, so a bound on the pushes is one on the moves. But a player who carries boxes to a far goal
//! also has to walk back for the next one. A *potential* counts these walks: a number for every square, which differs
//! by at most one between neighbours. Along all steps to a solution its changes add up to its value where the player
//! ends, less its value where the player is. A step that pushes nothing lowers it by at most one. So there are at least
//! as many such steps as the pushes raise the potential, less the rise from the present square to the end:
//!
//! > moves >= (sum over the pushes of 1 + their gain) + potential of the player - greatest potential.
//!
//! Each push costs 0, 1 or 2 this way. The cheapest assignment of boxes to goals at these costs is a lower bound on the
//! sum, as for plain pushes. (It is the dual of a flow: a walk begins wherever a run of pushes ends.) The bound is
//! consistent, since a step changes the potential of the player by what it costs more or less.

use super::MatchingBound;
use crate::board::single_box_distances::walks;
use crate::board::{Board, BoxClass};
use crate::flood::NEVER;
use crate::limit::{LimitKind, Limited, SearchControl};

/// A bound on the moves by one potential.
pub(crate) struct MoveBound {
    /// The pushes at the costs by the potential.
    pub(crate) pushes: MatchingBound,
    /// The square from which the potential falls; without one the pushes alone count.
    pub(crate) peak: Option<u16>,
    /// The potential of every square: 0 at the peak, less everywhere else.
    potential: Vec<i32>,
}

/// The most peaks to choose from.
const MOST_PEAKS: usize = 16;

impl MoveBound {
    /// Creates the bound that is the highest at the root, with its `box_states` and `players`, of those with their peak
    /// at a goal. Returns `None` if no assignment of boxes to goals exists.
    pub(crate) fn best(
        board: &Board,
        classes: &[BoxClass],
        box_states: &[u32],
        players: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<Self>> {
        let goals = &board.goals;
        let unused = control.budget.used();
        let mut best: Option<(u32, Self)> = None;
        for &peak in goals.iter().step_by(goals.len().div_ceil(MOST_PEAKS).max(1)) {
            let kept = control.budget.used();
            let mut bound = match Self::new(board, classes, Some(peak), control) {
                // What is left is for the search; one bound will do.
                Err(LimitKind::Memory) if best.is_some() => {
                    control.budget.reset(kept);
                    break;
                }
                bound => bound?,
            };
            let Some(pushes) = bound.pushes.load(board, box_states, &[], control)? else {
                control.budget.reset(unused);
                return Ok(None);
            };
            let total = bound.total(pushes, players);
            let taken = control.budget.used() - kept;
            if best.as_ref().is_none_or(|&(highest, _)| total > highest) {
                best = Some((total, bound));
                control.budget.reset(unused + taken);
            } else {
                control.budget.reset(kept);
            }
        }
        Ok(best.map(|(_, bound)| bound))
    }

    /// Creates the bound on `board` by the potential that falls with the walking distance from the square `peak`.
    pub(crate) fn new(
        board: &Board,
        classes: &[BoxClass],
        peak: Option<u16>,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        control.budget.take(8 * board.size())?;
        // No push leads from an unreachable square to a reachable one.
        let height = |steps: u16| -i32::from(if steps == NEVER { board.wall() } else { steps });
        let potential: Vec<i32> = match peak {
            Some(peak) => walks(board, peak).into_iter().map(height).collect(),
            None => vec![0; board.size()],
        };
        let of = potential.clone();
        let cost = move |from: u16, to: u16| (1 + of[usize::from(to)] - of[usize::from(from)]) as u16;
        let pushes = MatchingBound::with_costs(board, classes, Box::new(cost), control)?;
        Ok(Self { pushes, peak, potential })
    }

    /// Returns the bound on the moves of a position that is not solved, from the bound on the costs of its
    /// pushes and the players.
    pub(crate) fn total(&self, pushes: u32, players: &[u16]) -> u32 {
        let walks: i64 = players.iter().map(|&player| i64::from(self.potential[usize::from(player)])).sum();
        (i64::from(pushes) + walks).max(0) as u32
    }
}
