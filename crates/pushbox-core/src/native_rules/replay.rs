//! Replays a line of play with a report on each position, to be compared with the Python game.

use super::{GameBoard, Outcome, Reading, Rules, unsupported};
use crate::objective::Count;

/// The report of the native rules on a position.
#[derive(Clone, Debug)]
pub struct PositionReport {
    /// The outcome.
    pub outcome: Outcome,
    /// The lower bounds on pushes and moves to a solution, 0 for a deadlock.
    pub lower_bound: Count,
    /// Whether it is lost, or known to be a deadlock.
    pub is_deadlock: bool,
    /// The position.
    pub board: GameBoard,
    /// For each legal move whether it pushes anything, and the position after it.
    pub successors: Vec<(bool, GameBoard)>,
}

/// Plays a line of ordinals from the initial state; see [`super::loaded::NativeLevel::replay`].
pub(super) fn replay<R: Rules>(rules: &R, initial: &R::State, line: &[u32]) -> Reading<Vec<PositionReport>> {
    let mut reports = Vec::new();
    let mut state = initial.clone();
    for step in 0..=line.len() {
        let mut bytes = Vec::new();
        rules.encode(&state, &mut bytes);
        let decoded = rules.decode(&bytes);
        if decoded != state {
            return unsupported("a position is decoded as another one");
        }
        let mut successors = Vec::new();
        rules.successors(&decoded, &mut successors);
        let bound = rules.bound_at(&decoded);
        reports.push(PositionReport {
            outcome: rules.outcome(&decoded),
            lower_bound: bound.unwrap_or_default(),
            is_deadlock: bound.is_none(),
            board: rules.to_board(&decoded),
            successors: successors.iter().map(|next| (next.pushed, rules.to_board(&next.state))).collect(),
        });
        if let Some(&ordinal) = line.get(step) {
            let legal = successors.len();
            let Some(next) = successors.into_iter().nth(ordinal as usize) else {
                let step = step + 1;
                return unsupported(format!("step {step}: found {ordinal}, expected one of {legal} moves"));
            };
            state = next.state;
        }
    }
    Ok(reports)
}
