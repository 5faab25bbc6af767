//! Twins: the rules of games in native code, each tied to the Python game of the same name, and one search for them all.
//!
//! A game crosses the border as a [`Board`], a line of play as ordinals: the index of each move among the legal moves of
//! its position, in the order in which Python's `Game.expand` yields them. So no twin knows a notation, and none needs a
//! conversion of its own.

mod assign;
pub mod blockage;
pub mod board;
pub mod crossoban;
pub mod hanano;
pub mod search;
mod shape;
pub mod walk;

use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::limit::{Limit, Progress};
use crate::objective::Objective;
use search::Found;

pub use board::{Board, Piece, Scalar, Terrain};

/// Why a twin does not take a level: it has something that the twin does not know. A twin refuses; it never guesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwinError(pub String);

impl fmt::Display for TwinError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for TwinError {}

/// How a position stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Play goes on.
    Playing,
    /// A solution ends here.
    Solved,
    /// No solution goes through here.
    Lost,
}

impl Status {
    /// The name of the status: `playing`, `solved` or `lost`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Solved => "solved",
            Self::Lost => "lost",
        }
    }
}

/// What a line of play costs, or costs at least: pushes before moves, as `fewest pushes` compares them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost {
    /// Moves that push something.
    pub pushes: u32,
    /// All moves.
    pub moves: u32,
}

/// What a legal move leads to.
#[derive(Clone, Debug)]
pub struct Next<S> {
    /// The position after the move.
    pub state: S,
    /// Whether the move pushed anything (`Turn.pushed` of Python is not empty).
    pub pushed: bool,
}

/// The rules of a game, as a search needs them; tied to the Python game of that name.
///
/// An object of it holds what never changes in a level, a state what does. Two states are equal where Python's `essence`
/// is, but a twin may tell more of them apart: whatever decides the ordinals of later moves, and the board, is told
/// apart.
pub trait Rules: Sized {
    /// A position.
    type State: Clone + Eq + Hash + fmt::Debug;

    /// The rules of a level, and the position that it begins in.
    ///
    /// # Errors
    /// [`TwinError`] for anything on the board and any option that the twin does not know.
    fn new(board: &Board, options: &[(String, Scalar)]) -> Result<(Self, Self::State), TwinError>;

    /// Adds what each legal move leads to, in exactly the order of Python's `Game.expand`. `out` comes empty. The outcome
    /// is never asked: a position that is solved or lost has its moves like any other.
    fn expand(&self, state: &Self::State, out: &mut Vec<Next<Self::State>>);

    /// How a position stands, as Python's `Game.outcome`.
    fn status(&self, state: &Self::State) -> Status;

    /// The position as a board, equal to Python's `Game.board` but for the order of the pieces and counters.
    fn board(&self, state: &Self::State) -> Board;

    /// Adds the position as bytes, few of them, of any number: what the search keeps of it, and tells it apart by.
    fn pack(&self, state: &Self::State, out: &mut Vec<u8>);

    /// The position that [`Rules::pack`] has written: exactly the same.
    fn unpack(&self, bytes: &[u8]) -> Self::State;

    /// At least this much is still needed, in pushes and, on its own, in moves: never more than the true distance. The
    /// search of the best solution counts on it.
    fn estimate(&self, state: &Self::State) -> Cost {
        let _ = state;
        Cost::default()
    }

    /// How far a solution seems to be, roughly in moves; lower is nearer. It guides the search of any solution, and need
    /// not be a bound.
    fn guide(&self, state: &Self::State) -> u32 {
        self.estimate(state).moves
    }

    /// What a position has achieved, as small numbers: the search of any solution files positions by it and looks at
    /// each kind in turn, so that one misleading number cannot starve the rest.
    fn features(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }

    /// Whether the position can never be solved. Sound: true of no position that can.
    fn is_dead(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }
}

/// What is done with the rules of a game, whichever it is.
pub trait Visit {
    /// What comes of it.
    type Out;

    /// Does it, with the rules of a level and its first position.
    fn visit<R: Rules>(self, rules: &R, start: &R::State) -> Self::Out;
}

/// The games that have a twin.
pub const GAMES: [&str; 3] = ["blockage", "crossoban", "hanano"];

/// Does something with the rules of the game of this name.
///
/// # Errors
/// [`TwinError`] where the game has no twin, or its twin does not know all of the level.
pub fn visit<V: Visit>(
    game: &str,
    board: &Board,
    options: &[(String, Scalar)],
    visitor: V,
) -> Result<V::Out, TwinError> {
    fn with<R: Rules, V: Visit>(
        board: &Board,
        options: &[(String, Scalar)],
        visitor: V,
    ) -> Result<V::Out, TwinError> {
        let (rules, start) = R::new(board, options)?;
        Ok(visitor.visit(&rules, &start))
    }
    match game {
        "blockage" => with::<blockage::Blockage, V>(board, options, visitor),
        "crossoban" => with::<crossoban::Crossoban, V>(board, options, visitor),
        "hanano" => with::<hanano::Hanano, V>(board, options, visitor),
        _ => Err(TwinError(format!("found the game {game:?}, expected one of {}", GAMES.join(", ")))),
    }
}

/// Solves a level of any game that has a twin.
///
/// `progress` is called about every 50 ms with the state of the search; [`ControlFlow::Break`] ends it.
///
/// # Errors
/// As [`visit`].
pub fn solve(
    game: &str,
    board: &Board,
    options: &[(String, Scalar)],
    objective: Objective,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Found, TwinError> {
    struct Solve<'a, 'b>(Objective, &'a Limit, &'a mut (dyn FnMut(&Progress) -> ControlFlow<()> + 'b));
    impl Visit for Solve<'_, '_> {
        type Out = Found;
        fn visit<R: Rules>(self, rules: &R, start: &R::State) -> Found {
            search::search(rules, start, self.0, self.1, self.2)
        }
    }
    visit(game, board, options, Solve(objective, limit, progress))
}

/// Why a level is not taken: its game has no twin, or its twin does not know all of it.
pub fn refusal(game: &str, board: &Board, options: &[(String, Scalar)]) -> Option<TwinError> {
    struct Look;
    impl Visit for Look {
        type Out = ();
        fn visit<R: Rules>(self, _: &R, _: &R::State) {}
    }
    visit(game, board, options, Look).err()
}
