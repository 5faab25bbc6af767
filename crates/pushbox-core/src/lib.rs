//! The core of pushbox: the rules of Sokoban, replay, counting, and a solver. No Python, no input or output.
//!
//! ```
//! use pushbox_core::{Level, Limit, Objective, Verdict, solve};
//! let level = Level::new(5, 1, &[8, 0, 4, 0, 2]).unwrap();
//! let answer = solve(&level, Objective::Pushes, &Limit::default(), &mut |_| std::ops::ControlFlow::Continue(()));
//! assert_eq!(answer.unwrap().verdict, Verdict::Solved { lurd: "rRR".into(), optimal: true });
//! ```
#![forbid(unsafe_code)]

pub mod board;
mod bound;
mod deadlock;
mod field;
pub mod optimize;
mod perft;
mod region;
mod replay;
mod search;
pub mod twin;
mod zobrist;

#[cfg(test)]
mod tests;

pub use board::{Level, LevelError};
pub use perft::perft;
pub use replay::{LetterError, REFUSED, Walk, walk};
pub use search::limit::{Limit, LimitKind, Progress};
pub use search::verdict::{Answer, Proof, Verdict};
pub use search::{Objective, solve, solve_seeded};
