//! The core for browsers: a request is bytes, written by `pushbox.solver.portable`, its answer is JSON. No algorithm and
//! no rule of a game is here, nor in what calls it. Nothing starts a thread.
//!
//! `answer` is all that the host calls. It gives a clock, and is told how a search goes on, in the same JSON; a true
//! result ends the search, and so does the host that ends the worker.

mod answers;
#[cfg(target_family = "wasm")]
mod host;
mod json;
mod level;
mod plays;
mod reader;

pub use answers::answer;

/// A fault of a request, in a sentence.
type Fault = String;
