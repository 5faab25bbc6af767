//! The rules of other games in native code, each tied to the Python game of the same name, and one search for all of
//! them.
//!
//! From below: what rules are (here), what play needs of them (`play`), the games, a level with its rules (`loaded`) and
//! the limits around one (`limited`); on it how one is steered (`controls`), and the table of all games (`games`). No game
//! knows of what is above it.
//!
//! A game comes into Rust as a [`GameBoard`], a line of play as ordinals: the index of each move among the legal moves
//! of its position, in the order of Python's `successors`. So no native rules know a notation, and none need
//! conversions of their own.

pub(crate) mod assignment;
pub(crate) mod blockage;
pub(crate) mod blockoban;
mod cast;
pub mod controls;
pub(crate) mod crossoban;
mod freeze;
pub mod game_board;
pub mod games;
mod goal_bound;
mod grid;
pub mod hanano;
pub mod limited;
mod line_tokens;
pub mod loaded;
mod multiban;
pub mod play;
pub mod pointer;
mod push_distance;
mod replay;
pub mod reverse;
mod search;
pub mod sentence;
pub(crate) mod sokolor;
pub mod variants;
pub(crate) mod versus;
mod walked_bounds;

use std::fmt;
use std::hash::Hash;
use std::ops::Range;

use crate::named::named;
use crate::objective::Count;

pub use game_board::{GameBoard, Piece, Scalar, Settings, Terrain};
pub use replay::PositionReport;

/// The reason why native rules refuse a level: they do not know something in it. They never guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedLevel(pub String);

impl fmt::Display for UnsupportedLevel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for UnsupportedLevel {}

/// What was read from a level, or the reason why the rules refuse it.
pub type Reading<T> = Result<T, UnsupportedLevel>;

/// Refuses a level for the reason `message`.
fn unsupported<T>(message: impl Into<String>) -> Reading<T> {
    Err(UnsupportedLevel(message.into()))
}

/// Packs flags into bytes, the first into the lowest bit.
fn pack_bits(flags: &[bool]) -> impl Iterator<Item = u8> {
    flags.chunks(8).map(|chunk| chunk.iter().rev().fold(0, |bits, &flag| bits << 1 | u8::from(flag)))
}

/// Returns the first `count` of the flags that [`pack_bits`] has packed.
fn bits_of(bytes: &[u8], count: usize) -> Box<[bool]> {
    (0..count).map(|index| bytes[index / 8] >> (index % 8) & 1 != 0).collect()
}

/// Writes numbers as bytes: one each where they are `narrow`, else two.
fn pack_numbers(numbers: impl IntoIterator<Item = u16>, narrow: bool, out: &mut Vec<u8>) {
    for number in numbers {
        let bytes = number.to_le_bytes();
        out.extend_from_slice(if narrow { &bytes[..1] } else { &bytes });
    }
}

/// Returns the numbers that [`pack_numbers`] has written.
fn numbers_of(bytes: &[u8], narrow: bool) -> impl Iterator<Item = u16> {
    let width = if narrow { 1 } else { 2 };
    let number = |bytes: &[u8]| u16::from_le_bytes([bytes[0], bytes.get(1).copied().unwrap_or(0)]);
    bytes.chunks_exact(width).map(number)
}

/// Returns where the runs of equal items are.
fn runs<T: PartialEq>(items: &[T]) -> Vec<Range<usize>> {
    let run = |end: &mut usize, run: &[T]| {
        *end += run.len();
        Some(*end - run.len()..*end)
    };
    items.chunk_by(T::eq).scan(0, run).collect()
}

named! {
    /// The outcome of a position.
    pub enum Outcome {
        /// Play goes on.
        Playing => "playing",
        /// A solution ends with this position.
        Solved => "solved",
        /// No solution goes through this position.
        Lost => "lost",
    }
}

/// The result of a legal move.
#[derive(Clone, Debug)]
pub struct Transition<S> {
    /// The position after the move.
    pub state: S,
    /// Whether the move pushed anything (Python's transition has pushes).
    pub pushed: bool,
}

/// The rules of a game, as a search needs them; tied to the Python game of that name.
///
/// The rules hold what never changes in a level, a state what does. Two states are equal only if Python's `search_key`
/// is, but native rules may distinguish more of them: the ordinals of later moves and the board depend on nothing but
/// the state.
pub trait Rules: Sized + Send + Sync {
    /// A position.
    type State: Clone + Eq + Hash + fmt::Debug + Send + Sync;

    /// Reads the rules of a level, and its initial state.
    ///
    /// # Errors
    /// [`UnsupportedLevel`] for anything on the board and any option that the rules do not know.
    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, Self::State)>;

    /// Adds the transition of each legal move, in exactly the order of Python's `successors`. `out` comes empty. The
    /// outcome does not matter: a position that is solved or lost has its moves like any other.
    fn successors(&self, state: &Self::State, out: &mut Vec<Transition<Self::State>>);

    /// Returns the outcome of a position, as Python's `outcome`.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// Returns the position as a board, equal to that of Python's state but for the order of the pieces and counters.
    fn to_board(&self, state: &Self::State) -> GameBoard;

    /// Adds the position as bytes: few, and equally many for every position of a level. The search stores and compares
    /// positions in this form.
    fn encode(&self, state: &Self::State, out: &mut Vec<u8>);

    /// Returns the position that [`Rules::encode`] has written: exactly the same.
    fn decode(&self, bytes: &[u8]) -> Self::State;

    /// Returns the position without everything that no later move, outcome or bound depends on, such as what the player
    /// has seen. The search takes positions that differ by nothing else as one. The ordinals of all later moves stay as
    /// they are. Returns `None` if there is nothing of the kind.
    fn reduced(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// Returns a lower bound on the pushes and, on its own, on the moves from a position in play to a solution: never
    /// more than the true distance. Returns `None` only if there is no solution. The search of the best solution relies
    /// on it.
    fn lower_bound(&self, state: &Self::State) -> Option<Count>;

    /// Returns a lower bound as [`Rules::lower_bound`], for a position that may be solved or lost too.
    fn bound_at(&self, state: &Self::State) -> Option<Count> {
        match self.outcome(state) {
            Outcome::Solved => Some(Count::default()),
            Outcome::Lost => None,
            Outcome::Playing => self.lower_bound(state),
        }
    }

    /// Estimates the distance from a position in play to a solution, roughly in moves. Returns `None` only if there is
    /// no solution. The estimate guides the search of any solution, and need not be a bound.
    fn heuristic(&self, state: &Self::State) -> Option<u32> {
        self.lower_bound(state).map(|bound| bound.moves)
    }

    /// Returns the features of a position as small numbers: the search of any solution files positions in cells by them
    /// and visits each cell in turn, so that one misleading number cannot starve the rest.
    fn features(&self, _state: &Self::State) -> u64 {
        0
    }
}
