//! The core of pushbox: the rules of Sokoban and other games, replay, counting, solver, optimizer and generator. No
//! Python, no input or output, and no thread but where a number of threads is given.
//!
//! ```
//! use pushbox_core::{Level, Limit, Objective, SearchControl, SolveOptions, Verdict, solve};
//! let level = Level::from_rows(&["@ $ ."]).unwrap();
//! let mut go_on = |_: &_| std::ops::ControlFlow::Continue(());
//! let mut control = SearchControl::new(&Limit::default(), &mut go_on);
//! let answer = solve(&(&level).into(), &SolveOptions::new(Objective::Pushes), &mut control);
//! let Verdict::Solved { line, optimal, .. } = answer.unwrap().verdict else { panic!("it has a solution") };
//! assert_eq!((line.lurd.as_str(), optimal), ("rRR", Some(Objective::Pushes)));
//! ```
#![forbid(unsafe_code)]

mod articulation;
mod bits;
mod board;
mod board_json;
mod bound;
mod bounded_cache;
pub mod certify;
mod clock;
mod deadlock;
mod decimal;
pub mod drawn_levels;
mod drop_later;
pub mod exhaustive;
pub mod explain;
mod flood;
mod framed_board;
pub mod generate;
mod held;
pub mod level;
mod limit;
mod line;
mod named;
pub mod native_rules;
mod normal_form;
mod objective;
pub mod optimize;
mod perft;
pub mod plain_levels;
mod polling;
mod position_text;
mod push;
pub mod push_paths;
mod puzzle;
mod region;
mod replay;
mod search;
mod shared_progress;
pub mod sim;
mod solve;
mod stepping;
mod tuning;
pub mod verify;

mod zobrist;

#[cfg(test)]
mod tests;

pub use board_json::board_json;
pub use clock::{Clock, system_clock};
pub use drop_later::{Work, free_large_values_by};
pub use framed_board::{FrameError, FramedBoard};
pub use level::{Level, LevelError};
pub use limit::{Limit, LimitKind, Progress, SearchControl};
pub use line::Line;
pub use objective::{Count, Objective, Rank};
pub use perft::perft;
pub use puzzle::{Puzzle, PuzzleError};
pub use replay::{ILLEGAL, LetterError, Replay, replay};
pub use search::guided::{Guidance, Guide};
pub use search::rejoin::{KnownPosition, rejoin};
pub use search::verdict::{Answer, Proof, Verdict};
pub use shared_progress::SharedProgress;
pub use solve::guided::{GuideError, solve_guided};
pub use solve::{SolveOptions, solve, solve_in_steps};
pub use stepping::{PausedSearch, SteppedSearch};
pub use tuning::Tuning;
