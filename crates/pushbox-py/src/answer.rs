//! The answer of the solvers.

use pushbox_core::native_rules::search::{NativeAnswer, NativeVerdict};
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
    fn unsolvable(proof: &'static str) -> Self {
        Self { status: "unsolvable", proof: Some(proof), ..Self::default() }
    }

    fn gave_up(limit: LimitKind) -> Self {
        Self { status: "gave-up", limit: Some(limit.as_str()), ..Self::default() }
    }
}

impl From<pushbox_core::Answer> for Answer {
    fn from(pushbox_core::Answer { verdict, nodes, seconds, bound }: pushbox_core::Answer) -> Self {
        let answer = match verdict {
            Verdict::Solved { line, optimal, limit } => Self {
                status: "solved",
                lurd: Some(line.lurd),
                pushers: (!line.pushers.is_empty()).then_some(line.pushers),
                optimal: optimal.map(Objective::as_str),
                limit: limit.map(LimitKind::as_str),
                ..Self::default()
            },
            Verdict::Unsolvable(proof) => Self::unsolvable(proof.as_str()),
            Verdict::GaveUp(limit) => Self::gave_up(limit),
        };
        Self { nodes, seconds, bound, ..answer }
    }
}

impl From<NativeAnswer> for Answer {
    fn from(NativeAnswer { verdict, nodes, seconds, bound }: NativeAnswer) -> Self {
        let answer = match verdict {
            NativeVerdict::Solved { line, optimal } => Self {
                status: "solved",
                line: Some(line),
                optimal: optimal.map(Objective::as_str),
                ..Self::default()
            },
            NativeVerdict::Unsolvable(proof) => Self::unsolvable(proof),
            NativeVerdict::GaveUp(limit) => Self::gave_up(limit),
        };
        Self { nodes, seconds, bound, ..answer }
    }
}

#[pymethods]
impl Answer {
    fn __repr__(&self) -> String {
        let reason = self.limit.or(self.proof).map_or(String::new(), |reason| format!(" ({reason})"));
        format!("<Answer: {}{reason}, {} nodes, {:.3} s>", self.status, self.nodes, self.seconds)
    }
}
