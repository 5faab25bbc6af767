//! The clock of a search. It is a parameter, as a browser has no clock that Rust knows.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Returns the time since a moment that stays the same; it never goes back.
pub type Clock = fn() -> Duration;

/// The clock of the system, since its first call.
pub fn system_clock() -> Duration {
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    ORIGIN.get_or_init(Instant::now).elapsed()
}
