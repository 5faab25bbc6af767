//! The optimizer.

use std::sync::{Mutex, PoisonError};

use pushbox_core::optimize::{OptimizeRequest, Optimized};
use pushbox_core::{LimitKind, Line, Progress, SearchControl};
use pyo3::prelude::*;

use crate::callback::run;
use crate::solve::PyLimit;
use crate::{PyCells, level, named};

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
        let Self { lurd, nodes, seconds, .. } = self;
        format!("<Improvement: {} moves{reason}, {nodes} nodes, {seconds:.3} s>", lurd.len())
    }
}

/// Make a solution better.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn optimize(
    py: Python<'_>,
    board: PyCells<'_>,
    solutions: Vec<String>,
    metrics: Vec<String>,
    span: Option<(usize, usize)>,
    fixed: Vec<usize>,
    keeps_end: bool,
    limit: PyLimit,
    progress: Option<Py<PyAny>>,
) -> PyResult<Improvement> {
    let level = level(board)?;
    let metrics = metrics.iter().map(|name| named("metrics", name)).collect::<PyResult<_>>()?;
    let request = OptimizeRequest { metrics, range: span.map(|(begin, end)| begin..end), fixed, keeps_end };
    let solutions: Vec<&str> = solutions.iter().map(String::as_str).collect();
    let optimized = run(py, progress, |callback| {
        let best = Mutex::new(String::new());
        let lock = || best.lock().unwrap_or_else(PoisonError::into_inner);
        let mut on_better = |line: &Line| lock().clone_from(&line.lurd);
        let mut report = |state: &Progress| callback.report((state.nodes, state.seconds, lock().as_str()));
        let control = SearchControl::new(&limit.into(), &mut report);
        let control = &mut control.on_better(&mut on_better);
        pushbox_core::optimize::optimize(&level, &solutions, &request, control)
    });
    optimized.map(Improvement::from)
}
