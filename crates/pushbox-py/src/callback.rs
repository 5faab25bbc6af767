//! Work with the GIL released, with the caller's callback and the signals.

use std::ops::ControlFlow;

use pushbox_core::{Progress, SearchControl};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

use crate::solve::PyLimit;
use crate::value_error;

/// A Python callback whose true result stops the work, as does an exception of it or a signal such as Ctrl-C.
pub(crate) struct Callback {
    progress: Option<Py<PyAny>>,
    failure: Option<PyErr>,
}

/// Runs `work` with a callback from Python, `None` for the signals alone; returns its result, or the exception that
/// stopped it.
pub(crate) fn run<T: Send, E: ToString + Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut Callback) -> Result<T, E> + Send,
) -> PyResult<T> {
    let mut callback = Callback { progress, failure: None };
    let result = py.detach(|| work(&mut callback));
    match callback.failure {
        Some(error) => Err(error),
        None => result.map_err(value_error),
    }
}

/// Runs a search without the GIL and within a limit; `progress` gets its state.
pub(crate) fn search<T: Send, E: ToString + Send>(
    py: Python<'_>,
    limit: PyLimit,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut SearchControl<'_>) -> Result<T, E> + Send,
) -> PyResult<T> {
    run(py, progress, |callback| {
        let mut report = |state: &Progress| {
            let best = state.best.map(|count| (count.moves, count.pushes));
            callback.report((state.nodes, state.open, state.bound, state.seconds, best))
        };
        work(&mut SearchControl::new(&limit.into(), &mut report))
    })
}

impl Callback {
    /// Checks the signals and calls the callback; breaks where the work is to stop.
    pub(crate) fn report(&mut self, arguments: impl for<'py> PyCallArgs<'py>) -> ControlFlow<()> {
        let stop = Python::attach(|py| {
            py.check_signals()?;
            match &self.progress {
                Some(progress) => progress.bind(py).call1(arguments)?.is_truthy(),
                None => Ok(false),
            }
        });
        match stop {
            Ok(false) => return ControlFlow::Continue(()),
            Ok(true) => {}
            Err(error) => self.failure = Some(error),
        }
        ControlFlow::Break(())
    }
}
