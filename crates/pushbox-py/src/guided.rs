//! The guided solver, whose guide is of Python.

use std::ops::ControlFlow;

use pushbox_core::{Guidance, Guide};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::answer::Answer;
use crate::buffers::{Borrowed, Items};
use crate::callback::search;
use crate::solve::PyLimit;
use crate::{PyCells, level, named};

/// Callables that take the bytes of boards and return a buffer of float32.
struct PyGuide {
    cells: usize,
    heuristic: Option<Py<PyAny>>,
    policy: Option<Py<PyAny>>,
    failure: Option<PyErr>,
}

impl PyGuide {
    /// Asks a callable; the exception that it raises ends the search.
    fn ask(
        &mut self,
        asked: impl for<'a> FnOnce(&'a Self) -> (&'static str, &'a Option<Py<PyAny>>, usize),
        boards: &[u8],
    ) -> ControlFlow<(), Vec<f32>> {
        let (name, callable, count) = asked(self);
        let answer = Python::attach(|py| {
            let callable = callable.as_ref().expect("asked for what there is").bind(py);
            let answer = callable.call1((PyBytes::new(py, boards),))?;
            let items = Items::<f32>::of(&answer, name, "float32", count)?;
            let values = Borrowed::new().read(&items)?.to_vec();
            match values.iter().position(|value| value.is_nan()) {
                Some(index) => Err(PyValueError::new_err(format!(
                    "{name}: found no number at {index}, expected numbers"
                ))),
                None => Ok(values),
            }
        });
        match answer {
            Ok(values) => ControlFlow::Continue(values),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl Guide for PyGuide {
    fn distances(&mut self, boards: &[u8]) -> ControlFlow<(), Vec<f32>> {
        self.ask(|guide| ("heuristic", &guide.heuristic, boards.len() / guide.cells), boards)
    }

    fn preferences(&mut self, boards: &[u8]) -> ControlFlow<(), Vec<f32>> {
        self.ask(|guide| ("policy", &guide.policy, 4 * boards.len()), boards)
    }
}

/// Solve a level of plain Sokoban by a search that asks a heuristic, a policy, or both, which positions come first.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn solve_guided(
    py: Python<'_>,
    board: PyCells<'_>,
    objective: &str,
    limit: PyLimit,
    heuristic: Option<Py<PyAny>>,
    policy: Option<Py<PyAny>>,
    admissible: bool,
    weight: f64,
    batch: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let (level, objective) = (level(board)?, named("objective", objective)?);
    let guidance = Guidance {
        has_heuristic: heuristic.is_some(),
        has_policy: policy.is_some(),
        admissible,
        weight,
        batch,
    };
    let mut guide = PyGuide { cells: level.cells().len(), heuristic, policy, failure: None };
    let answer = search(py, limit, progress, |control| {
        pushbox_core::solve_guided(&level, objective, &mut guide, guidance, control)
    });
    match guide.failure {
        Some(error) => Err(error),
        None => answer.map(Answer::from),
    }
}
