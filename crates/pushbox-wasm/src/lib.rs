//! The core for browsers: a request is bytes, written by `pushbox.solver.portable`, its answer is JSON. No algorithm and
//! no rule of a game is here, nor in what calls it. Nothing starts a thread.
//!
//! The host calls `answer`, and gives a clock. A request that takes a search is answered with its number: the host steps it,
//! and has its progress or its answer, in the same JSON. Nothing calls the host.

mod answers;
#[cfg(target_family = "wasm")]
mod host;
mod json;
mod level;
mod plays;
mod reader;
mod searches;

pub use answers::{answer, step};
pub use searches::{drop_search, stop};

/// A fault of a request, in a sentence.
type Fault = String;
