//! The optimizer.

use pushbox_core::optimize::{OptimizeRequest, Optimized};
use pushbox_core::{LimitKind, Progress};
use pyo3::prelude::*;

use crate::callback::Callback;
use crate::solve::limit_of;
use crate::{level, named, value_error};

/// The result of the optimizer.
#[pyclass(frozen, get_all, module = "pushbox._core")]
pub struct Improvement {
    /// The best solution in LURD notation.
    lurd: String,
    /// Whether no solution is better.
    optimal: bool,
    /// The limit that ended the work: "seconds", "nodes", "memory" or "stopped".
    limit: Option<&'static str>,
    /// Positions expanded.
    nodes: u64,
    /// Seconds of wall clock.
    seconds: f64,
}

impl From<Optimized> for Improvement {
    fn from(Optimized { lurd, is_optimal, limit, nodes, seconds }: Optimized) -> Self {
        Self { lurd, optimal: is_optimal, limit: limit.map(LimitKind::as_str), nodes, seconds }
    }
}

#[pymethods]
impl Improvement {
    fn __repr__(&self) -> String {
        let reason = self.limit.map_or(String::new(), |limit| format!(" ({limit})"));
        format!(
            "<Improvement: {} moves{reason}, {} nodes, {:.3} s>",
            self.lurd.len(),
            self.nodes,
            self.seconds
        )
    }
}

/// Make a solution better.
#[pyfunction]
#[pyo3(signature = (width, height, cells, solutions, *, metrics, span, fixed, keeps_end, seconds, nodes, memory, progress))]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn optimize(
    py: Python<'_>,
    width: i64,
    height: i64,
    cells: &[u8],
    solutions: Vec<String>,
    metrics: Vec<String>,
    span: Option<(usize, usize)>,
    fixed: Vec<usize>,
    keeps_end: bool,
    seconds: Option<f64>,
    nodes: Option<i64>,
    memory: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Improvement> {
    let level = level(width, height, cells)?;
    let metrics = metrics.iter().map(|name| named("metrics", name)).collect::<PyResult<_>>()?;
    let request = OptimizeRequest { metrics, range: span.map(|(begin, end)| begin..end), fixed, keeps_end };
    let limit = limit_of(seconds, nodes, memory)?;
    let solutions: Vec<&str> = solutions.iter().map(String::as_str).collect();
    let mut callback = Callback::new(progress);
    let optimized = py.detach(|| {
        let mut report = |state: &Progress, best: &str| callback.report((state.nodes, state.seconds, best));
        pushbox_core::optimize::optimize(&level, &solutions, &request, &limit, &mut report)
    });
    callback.finish(optimized)?.map(Improvement::from).map_err(value_error)
}
