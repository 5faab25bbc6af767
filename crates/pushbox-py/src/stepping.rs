//! Searches in steps.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pushbox_core::native_rules::games;
use pushbox_core::{Progress, SolveOptions, SteppedSearch, solve_in_steps, system_clock};
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::native_rules::{PyBoard, PyScalar, options_of};
use crate::solve::{PyLimit, PyPuzzle, puzzle};
use crate::{named, value_error};

/// The state of a search: positions expanded, entries of the open list, bound, seconds, and the moves and pushes of the
/// best solution.
type State = (u64, u64, u64, f64, Option<(u32, u32)>);

/// A search that goes on in steps.
#[pyclass(frozen, module = "pushbox._core")]
pub struct Search(Mutex<SteppedSearch<PyResult<Answer>>>);

#[pymethods]
impl Search {
    /// Goes on for up to so many positions, and some 20 ms at most; returns the answer, None where there is none yet.
    fn step(&self, py: Python<'_>, positions: u64) -> PyResult<Option<Answer>> {
        match py.detach(|| self.lock().step(positions)) {
            ControlFlow::Continue(_) => Ok(None),
            ControlFlow::Break(answer) => answer.map(Some),
        }
    }

    /// How far it has come.
    #[getter]
    fn state(&self) -> State {
        let Progress { nodes, open, bound, seconds, best } = self.lock().progress();
        (nodes, open, bound, seconds, best.map(|count| (count.moves, count.pushes)))
    }

    /// Has the next step end it, with the best that it has found.
    fn stop(&self) {
        self.lock().stop();
    }
}

impl Search {
    fn new(search: SteppedSearch<PyResult<Answer>>) -> Self {
        Self(Mutex::new(search))
    }

    fn lock(&self) -> MutexGuard<'_, SteppedSearch<PyResult<Answer>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Start to solve a level of Sokoban, Sokoban Plus or Multiban.
#[pyfunction]
pub fn start_search(level: PyPuzzle<'_>, objective: &str, limit: PyLimit, seed: u64) -> PyResult<Search> {
    let options = SolveOptions { seed, ..SolveOptions::new(named("objective", objective)?) };
    let search = solve_in_steps(puzzle(level)?, options, limit.into(), system_clock);
    Ok(Search::new(search.map(|answer| answer.map(Answer::from).map_err(value_error))))
}

/// Start to solve a level of a game that has native rules.
#[pyfunction]
pub fn start_native_search(
    game: &str,
    board: PyBoard,
    options: Vec<(String, PyScalar)>,
    objective: &str,
    limit: PyLimit,
) -> PyResult<Search> {
    let level = games::load(game, &board.into(), &options_of(options)).map_err(value_error)?;
    let search = level.solve_in_steps(named("objective", objective)?, None, limit.into(), system_clock);
    Ok(Search::new(search.map(|answer| Ok(answer.into()))))
}
