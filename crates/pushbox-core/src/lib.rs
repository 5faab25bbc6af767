//! The core of pushbox: the rules of Sokoban, replay, counting, and a solver. No Python, no input or output.
//!
//! ```
//! use pushbox_core::{Level, Limit, Objective, Verdict, solve};
//! let level = Level::new(5, 1, &[8, 0, 4, 0, 2]).unwrap();
//! let answer = solve(&level, Objective::Pushes, &Limit::default(), &mut |_| std::ops::ControlFlow::Continue(()));
//! let Verdict::Solved { line, optimal, .. } = answer.unwrap().verdict else { panic!("it has a solution") };
//! assert_eq!((line.lurd.as_str(), optimal), ("rRR", Some(Objective::Pushes)));
//! ```
#![forbid(unsafe_code)]

pub mod board;
mod bound;
mod deadlock;
mod field;
pub mod generate;
mod limit;
mod objective;
pub mod optimize;
mod perft;
mod push;
mod puzzle;
mod region;
mod replay;
mod search;
pub mod twin;
mod zobrist;

#[cfg(test)]
mod tests;

pub use board::{Level, LevelError};
pub use limit::{Limit, LimitKind, Progress};
pub use objective::{Count, Objective, Rank};
pub use perft::perft;
pub use puzzle::{Puzzle, PuzzleError};
pub use replay::{LetterError, REFUSED, Walk, walk};
pub use search::exact::Line;
pub use search::verdict::{Answer, Proof, Verdict};
pub use search::{Aim, solve, solve_puzzle};
