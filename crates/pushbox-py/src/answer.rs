//! What the solvers return.

use pushbox_core::Verdict;
use pushbox_core::twin::search::{Found, Outcome};
use pyo3::prelude::*;

/// The verdict of a search, and what it cost.
#[pyclass(frozen, get_all, module = "pushbox._core")]
pub struct Answer {
    /// "solved", "unsolvable" or "gave-up".
    status: &'static str,
    /// The solution in LURD notation.
    lurd: Option<String>,
    /// The solution of a twin: of each move its index among the legal moves of its position.
    line: Option<Vec<u32>>,
    /// Whether no solution has fewer pushes.
    optimal: bool,
    /// The limit that ended the search: "seconds", "nodes", "memory" or "stopped".
    limit: Option<&'static str>,
    /// Why there is no solution.
    proof: Option<&'static str>,
    /// Positions expanded.
    nodes: u64,
    /// Seconds of wall clock.
    seconds: f64,
    /// No solution has fewer pushes than this.
    bound: Option<u64>,
}

impl From<pushbox_core::Answer> for Answer {
    fn from(answer: pushbox_core::Answer) -> Self {
        let pushbox_core::Answer { verdict, nodes, seconds, bound } = answer;
        let blank = Self {
            status: "solved",
            lurd: None,
            line: None,
            optimal: false,
            limit: None,
            proof: None,
            nodes,
            seconds,
            bound,
        };
        match verdict {
            Verdict::Solved { lurd, optimal } => Self { lurd: Some(lurd), optimal, ..blank },
            Verdict::Unsolvable(proof) => Self { status: "unsolvable", proof: Some(proof.as_str()), ..blank },
            Verdict::GaveUp(limit) => Self { status: "gave-up", limit: Some(limit.as_str()), ..blank },
        }
    }
}

impl From<Found> for Answer {
    fn from(found: Found) -> Self {
        let Found { outcome, nodes, seconds, bound } = found;
        let blank = Self {
            status: "solved",
            lurd: None,
            line: None,
            optimal: false,
            limit: None,
            proof: None,
            nodes,
            seconds,
            bound,
        };
        match outcome {
            Outcome::Solved { line, optimal } => Self { line: Some(line), optimal, ..blank },
            Outcome::Unsolvable(proof) => Self { status: "unsolvable", proof: Some(proof), ..blank },
            Outcome::GaveUp(limit) => Self { status: "gave-up", limit: Some(limit.as_str()), ..blank },
        }
    }
}

#[pymethods]
impl Answer {
    fn __repr__(&self) -> String {
        let reason = self.limit.or(self.proof).map_or(String::new(), |reason| format!(" ({reason})"));
        format!("<Answer: {}{reason}, {} nodes, {:.3} s>", self.status, self.nodes, self.seconds)
    }
}
