//! A line of play with all that a twin says of it, to be held against the Python game.

use super::{Board, Cost, Rules, Scalar, Status, TwinError, Visit, visit};

/// What a twin says of a position.
#[derive(Clone, Debug)]
pub struct Ply {
    /// How it stands.
    pub status: Status,
    /// What is needed at least to solve it.
    pub estimate: Cost,
    /// Whether it is known to be hopeless.
    pub is_dead: bool,
    /// The position.
    pub board: Board,
    /// For each legal move whether it pushes anything, and the position after it.
    pub after: Vec<(bool, Board)>,
}

/// Plays a line of ordinals from a level; tells of each position, the first and the last included. Each is packed and
/// unpacked on the way, as in a search.
///
/// # Errors
/// As [`visit`], and [`TwinError`] for an ordinal that is not that of a legal move.
pub fn walk(
    game: &str,
    board: &Board,
    options: &[(String, Scalar)],
    line: &[u32],
) -> Result<Vec<Ply>, TwinError> {
    struct Walk<'a>(&'a [u32]);
    impl Visit for Walk<'_> {
        type Out = Result<Vec<Ply>, TwinError>;
        fn visit<R: Rules>(self, rules: &R, start: &R::State) -> Self::Out {
            let mut plies = Vec::new();
            let mut state = start.clone();
            for step in 0..=self.0.len() {
                let mut bytes = Vec::new();
                rules.pack(&state, &mut bytes);
                let unpacked = rules.unpack(&bytes);
                if unpacked != state {
                    return Err(TwinError(format!("{state:?} is unpacked as {unpacked:?}")));
                }
                let mut after = Vec::new();
                rules.expand(&unpacked, &mut after);
                plies.push(Ply {
                    status: rules.status(&unpacked),
                    estimate: rules.estimate(&unpacked),
                    is_dead: rules.is_dead(&unpacked),
                    board: rules.board(&unpacked),
                    after: after.iter().map(|next| (next.pushed, rules.board(&next.state))).collect(),
                });
                if let Some(&ordinal) = self.0.get(step) {
                    let legal = after.len();
                    let Some(next) = after.into_iter().nth(ordinal as usize) else {
                        return Err(TwinError(format!(
                            "step {}: found {ordinal}, expected one of {legal} moves",
                            step + 1
                        )));
                    };
                    state = next.state;
                }
            }
            Ok(plies)
        }
    }
    visit(game, board, options, Walk(line))?
}
