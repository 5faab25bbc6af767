//! The optimizer, with the GIL released but for a look at the signals and the caller's callback now and then.

use std::ops::ControlFlow;

use pushbox_core::optimize::{Metric, Optimized, Wish};
use pushbox_core::{Limit, LimitKind, Progress};
use pyo3::prelude::*;

use crate::solve::natural;
use crate::{level, value_error};

/// What `optimize` returns.
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
    fn from(found: Optimized) -> Self {
        let Optimized { lurd, is_optimal, limit, nodes, seconds } = found;
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
    let metrics = metrics.iter().map(|name| metric(name)).collect::<PyResult<_>>()?;
    let wish = Wish { metrics, range: span.map(|(begin, end)| begin..end), fixed, keeps_end };
    if let Some(seconds) = seconds.filter(|&seconds| seconds.is_nan() || seconds < 0.0) {
        return Err(value_error(format!("seconds: found {seconds}, expected 0 or more")));
    }
    let limit = Limit { seconds, nodes: natural("nodes", nodes)?, memory: natural("memory", memory)? };
    let solutions: Vec<&str> = solutions.iter().map(String::as_str).collect();
    let mut failure = None;
    let mut look =
        |state: &Progress, best: &str| match Python::attach(|py| ask(py, progress.as_ref(), state, best)) {
            Ok(false) => ControlFlow::Continue(()),
            Ok(true) => ControlFlow::Break(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        };
    let found = py.detach(|| pushbox_core::optimize::optimize(&level, &solutions, &wish, &limit, &mut look));
    match failure {
        Some(error) => Err(error),
        None => found.map(Improvement::from).map_err(value_error),
    }
}

fn metric(name: &str) -> PyResult<Metric> {
    Metric::ALL.into_iter().find(|metric| metric.as_str() == name).ok_or_else(|| {
        let names = Metric::ALL.map(Metric::as_str).join(", ");
        value_error(format!("metrics: found {name:?}, expected one of {names}"))
    })
}

/// Whether to stop. A signal such as Ctrl-C, or an exception of the callback, is an error.
fn ask(py: Python<'_>, progress: Option<&Py<PyAny>>, state: &Progress, best: &str) -> PyResult<bool> {
    py.check_signals()?;
    let Some(progress) = progress else { return Ok(false) };
    progress.bind(py).call1((state.nodes, state.seconds, best))?.is_truthy()
}
