//! Replaying a line of play with a report on each position, to be compared with the Python game.

use super::{GameBoard, Outcome, Rules, Scalar, UnsupportedLevel, Visitor, unsupported, visit};
use crate::objective::Count;

/// What the native rules say of a position.
#[derive(Clone, Debug)]
pub struct PositionReport {
    /// The outcome.
    pub outcome: Outcome,
    /// The lower bounds on pushes and moves to a solution.
    pub lower_bound: Count,
    /// Whether it is known to be a deadlock.
    pub is_deadlock: bool,
    /// The position.
    pub board: GameBoard,
    /// For each legal move whether it pushes anything, and the position after it.
    pub successors: Vec<(bool, GameBoard)>,
}

/// Plays a line of ordinals from a level; reports on each position, the first and the last included. Each is encoded and
/// decoded, as in a search.
///
/// # Errors
/// As [`visit`], and [`UnsupportedLevel`] for an ordinal that is not that of a legal move.
pub fn replay(
    game: &str,
    board: &GameBoard,
    options: &[(String, Scalar)],
    line: &[u32],
) -> Result<Vec<PositionReport>, UnsupportedLevel> {
    struct Replay<'a>(&'a [u32]);
    impl Visitor for Replay<'_> {
        type Out = Result<Vec<PositionReport>, UnsupportedLevel>;
        fn visit<R: Rules>(self, rules: &R, initial: &R::State) -> Self::Out {
            let mut reports = Vec::new();
            let mut state = initial.clone();
            for step in 0..=self.0.len() {
                let mut bytes = Vec::new();
                rules.encode(&state, &mut bytes);
                let decoded = rules.decode(&bytes);
                if decoded != state {
                    return unsupported(format!("{state:?} is decoded as {decoded:?}"));
                }
                let mut successors = Vec::new();
                rules.successors(&decoded, &mut successors);
                reports.push(PositionReport {
                    outcome: rules.outcome(&decoded),
                    lower_bound: rules.lower_bound(&decoded),
                    is_deadlock: rules.is_deadlock(&decoded),
                    board: rules.to_board(&decoded),
                    successors: successors
                        .iter()
                        .map(|next| (next.pushed, rules.to_board(&next.state)))
                        .collect(),
                });
                if let Some(&ordinal) = self.0.get(step) {
                    let legal = successors.len();
                    let Some(next) = successors.into_iter().nth(ordinal as usize) else {
                        let step = step + 1;
                        return unsupported(format!(
                            "step {step}: found {ordinal}, expected one of {legal} moves"
                        ));
                    };
                    state = next.state;
                }
            }
            Ok(reports)
        }
    }
    visit(game, board, options, Replay(line))?
}
