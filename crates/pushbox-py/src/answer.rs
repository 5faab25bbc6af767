//! What the solvers return.

use pushbox_core::twin::search::{Found, Outcome};
use pushbox_core::{LimitKind, Objective, Verdict};
use pyo3::prelude::*;

/// The verdict of a search, and what it cost.
#[pyclass(frozen, get_all, module = "pushbox._core")]
pub struct Answer {
    /// "solved", "unsolvable" or "gave-up".
    status: &'static str,
    /// The solution in LURD notation.
    lurd: Option<String>,
    /// Where there are several pushers: the cell of the one who makes each step of the solution.
    pushers: Option<Vec<u32>>,
    /// The solution of a twin: of each move its index among the legal moves of its position.
    line: Option<Vec<u32>>,
    /// The objective for which no solution is better.
    optimal: Option<&'static str>,
    /// The limit that ended the search: "seconds", "nodes", "memory" or "stopped".
    limit: Option<&'static str>,
    /// Why there is no solution.
    proof: Option<&'static str>,
    /// Positions expanded.
    nodes: u64,
    /// Seconds of wall clock.
    seconds: f64,
    /// No solution has fewer pushes than this, or fewer moves where the objective puts them first.
    bound: Option<u64>,
}

impl From<pushbox_core::Answer> for Answer {
    fn from(answer: pushbox_core::Answer) -> Self {
        let pushbox_core::Answer { verdict, nodes, seconds, bound } = answer;
        let blank = Self {
            status: "solved",
            lurd: None,
            pushers: None,
            line: None,
            optimal: None,
            limit: None,
            proof: None,
            nodes,
            seconds,
            bound,
        };
        match verdict {
            Verdict::Solved { line, optimal, limit } => Self {
                lurd: Some(line.lurd),
                pushers: (!line.pushers.is_empty()).then_some(line.pushers),
                optimal: optimal.map(Objective::as_str),
                limit: limit.map(LimitKind::as_str),
                ..blank
            },
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
            pushers: None,
            line: None,
            optimal: None,
            limit: None,
            proof: None,
            nodes,
            seconds,
            bound,
        };
        match outcome {
            Outcome::Solved { line, optimal } => {
                Self { line: Some(line), optimal: optimal.map(Objective::as_str), ..blank }
            }
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
