//! The solver, with the GIL released but for a look at the signals and the caller's callback now and then.

use std::ops::ControlFlow;

use pushbox_core::{Limit, Objective, Progress};
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::{level, value_error};

/// Solve a level.
#[pyfunction]
#[pyo3(signature = (width, height, cells, *, objective, seconds, nodes, memory, progress))]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn solve(
    py: Python<'_>,
    width: i64,
    height: i64,
    cells: &[u8],
    objective: &str,
    seconds: Option<f64>,
    nodes: Option<i64>,
    memory: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let level = level(width, height, cells)?;
    let objective = match objective {
        "any" => Objective::Any,
        "pushes" => Objective::Pushes,
        _ => {
            return Err(value_error(format!(
                "objective: found {objective:?}, expected \"any\" or \"pushes\""
            )));
        }
    };
    if let Some(seconds) = seconds.filter(|&seconds| seconds.is_nan() || seconds < 0.0) {
        return Err(value_error(format!("seconds: found {seconds}, expected 0 or more")));
    }
    let limit = Limit { seconds, nodes: natural("nodes", nodes)?, memory: natural("memory", memory)? };
    let mut failure = None;
    let mut look = |state: &Progress| match Python::attach(|py| ask(py, progress.as_ref(), state)) {
        Ok(false) => ControlFlow::Continue(()),
        Ok(true) => ControlFlow::Break(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    };
    let answer = py.detach(|| pushbox_core::solve(&level, objective, &limit, &mut look));
    match failure {
        Some(error) => Err(error),
        None => answer.map(Answer::from).map_err(value_error),
    }
}

/// Whether to stop. A signal such as Ctrl-C, or an exception of the callback, is an error.
fn ask(py: Python<'_>, progress: Option<&Py<PyAny>>, state: &Progress) -> PyResult<bool> {
    py.check_signals()?;
    let Some(progress) = progress else { return Ok(false) };
    progress.bind(py).call1((state.nodes, state.open, state.bound, state.seconds))?.is_truthy()
}

/// A count from Python.
pub(crate) fn natural<T: TryFrom<i64>>(name: &str, value: Option<i64>) -> PyResult<Option<T>> {
    let convert = |value| {
        T::try_from(value).map_err(|_| value_error(format!("{name}: found {value}, expected 0 or more")))
    };
    value.map(convert).transpose()
}
