//! The caller's callback, and the signals, while work runs with the GIL released.

use std::ops::ControlFlow;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// A Python callback whose true result stops the work, as does an exception of it or a signal such as Ctrl-C.
pub(crate) struct Callback {
    progress: Option<Py<PyAny>>,
    failure: Option<PyErr>,
}

impl Callback {
    /// Wraps a callback from Python; `None` leaves the signals alone.
    pub(crate) fn new(progress: Option<Py<PyAny>>) -> Self {
        Self { progress, failure: None }
    }

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

    /// Returns the result of the work, or the exception that stopped it.
    pub(crate) fn finish<T>(self, result: T) -> PyResult<T> {
        match self.failure {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }
}
