//! The answer of the solvers.

use pushbox_core::{LimitKind, Objective, Verdict};
use pyo3::prelude::*;

/// The verdict of a search, and what it cost.
#[derive(Default)]
#[pyclass(frozen, get_all, module = "pushbox._core")]
pub struct Answer {
    /// "solved", "unsolvable" or "gave-up".
    status: &'static str,
    /// The solution in LURD notation.
    lurd: Option<String>,
    /// Where there are several pushers: the cell of the one who makes each step of the solution.
    pushers: Option<Vec<u32>>,
    /// The solution by native rules: of each move its index among the legal moves of its position.
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

impl Answer {
    /// Converts an answer of the core; `solution` holds a line.
    fn new<L>(answer: pushbox_core::Answer<L>, solution: impl FnOnce(L) -> Self) -> Self {
        let pushbox_core::Answer { verdict, nodes, seconds, bound } = answer;
        let answer = match verdict {
            Verdict::Solved { line, optimal, limit } => Self {
                status: "solved",
                optimal: optimal.map(Objective::as_str),
                limit: limit.map(LimitKind::as_str),
                ..solution(line)
            },
            Verdict::Unsolvable(proof) => {
                Self { status: "unsolvable", proof: Some(proof.as_str()), ..Self::default() }
            }
            Verdict::GaveUp(limit) => {
                Self { status: "gave-up", limit: Some(limit.as_str()), ..Self::default() }
            }
        };
        Self { nodes, seconds, bound, ..answer }
    }
}

impl From<pushbox_core::Answer> for Answer {
    fn from(answer: pushbox_core::Answer) -> Self {
        Self::new(answer, |line| Self {
            lurd: Some(line.lurd),
            pushers: (!line.pushers.is_empty()).then_some(line.pushers),
            ..Self::default()
        })
    }
}

impl From<pushbox_core::Answer<Vec<u32>>> for Answer {
    fn from(answer: pushbox_core::Answer<Vec<u32>>) -> Self {
        Self::new(answer, |line| Self { line: Some(line), ..Self::default() })
    }
}

#[pymethods]
impl Answer {
    fn __repr__(&self) -> String {
        let reason = self.limit.or(self.proof).map_or(String::new(), |reason| format!(" ({reason})"));
        format!("<Answer: {}{reason}, {} nodes, {:.3} s>", self.status, self.nodes, self.seconds)
    }
}
