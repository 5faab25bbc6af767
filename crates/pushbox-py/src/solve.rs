//! The solvers, with the GIL released but for a look at the signals and the caller's callback now and then.

use std::ops::ControlFlow;

use pushbox_core::{Aim, Limit, Objective, Progress, Puzzle, solve_puzzle, twin};
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::twin::{Board, Scalar, options_of};
use crate::{size, value_error};

/// Solve a level of Sokoban, Sokoban Plus or Multiban.
#[pyfunction]
#[pyo3(signature = (width, height, cells, box_numbers, goal_numbers, *, objective, seconds, nodes, memory, seed, threads, progress))]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn solve(
    py: Python<'_>,
    width: i64,
    height: i64,
    cells: &[u8],
    box_numbers: Option<Vec<u32>>,
    goal_numbers: Option<Vec<u32>>,
    objective: &str,
    seconds: Option<f64>,
    nodes: Option<i64>,
    memory: Option<i64>,
    seed: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let numbers = |given: Option<Vec<u32>>| given.unwrap_or_else(|| vec![0; cells.len()]);
    let (width, height) = (size("width", width)?, size("height", height)?);
    let puzzle = Puzzle::new(width, height, cells, &numbers(box_numbers), &numbers(goal_numbers));
    let puzzle = puzzle.map_err(value_error)?;
    let (objective, limit) = (objective_of(objective)?, limit_of(seconds, nodes, memory)?);
    let aim = Aim { seed, threads, ..Aim::new(objective) };
    watched(py, progress.as_ref(), |look| solve_puzzle(&puzzle, aim, &limit, look))?
        .map(Answer::from)
        .map_err(value_error)
}

/// Solve a level of a game that has a twin.
#[pyfunction]
#[pyo3(signature = (game, board, options, *, objective, seconds, nodes, memory, progress))]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn solve_twin(
    py: Python<'_>,
    game: &str,
    board: Board,
    options: Vec<(String, Scalar)>,
    objective: &str,
    seconds: Option<f64>,
    nodes: Option<i64>,
    memory: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let (board, options) = (board.into(), options_of(options));
    let (objective, limit) = (objective_of(objective)?, limit_of(seconds, nodes, memory)?);
    watched(py, progress.as_ref(), |look| twin::solve(game, &board, &options, objective, &limit, look))?
        .map(Answer::from)
        .map_err(value_error)
}

fn objective_of(name: &str) -> PyResult<Objective> {
    Objective::named(name).ok_or_else(|| {
        let known = Objective::ALL.map(Objective::as_str).join(", ");
        value_error(format!("objective: found {name:?}, expected one of {known}"))
    })
}

fn limit_of(seconds: Option<f64>, nodes: Option<i64>, memory: Option<i64>) -> PyResult<Limit> {
    if let Some(seconds) = seconds.filter(|&seconds| seconds.is_nan() || seconds < 0.0) {
        return Err(value_error(format!("seconds: found {seconds}, expected 0 or more")));
    }
    Ok(Limit { seconds, nodes: natural("nodes", nodes)?, memory: natural("memory", memory)? })
}

/// Run a search without the GIL, but for `ask` now and then.
fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    search: impl FnOnce(&mut dyn FnMut(&Progress) -> ControlFlow<()>) -> T + Send,
) -> PyResult<T> {
    let mut failure = None;
    let mut look = |state: &Progress| match Python::attach(|py| ask(py, progress, state)) {
        Ok(false) => ControlFlow::Continue(()),
        Ok(true) => ControlFlow::Break(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    };
    let answer = py.detach(|| search(&mut look));
    match failure {
        Some(error) => Err(error),
        None => Ok(answer),
    }
}

/// Whether to stop. A signal such as Ctrl-C, or an exception of the callback, is an error.
fn ask(py: Python<'_>, progress: Option<&Py<PyAny>>, state: &Progress) -> PyResult<bool> {
    py.check_signals()?;
    let Some(progress) = progress else { return Ok(false) };
    let best = state.best.map(|count| (count.moves, count.pushes));
    progress.bind(py).call1((state.nodes, state.open, state.bound, state.seconds, best))?.is_truthy()
}

/// A count from Python.
pub(crate) fn natural<T: TryFrom<i64>>(name: &str, value: Option<i64>) -> PyResult<Option<T>> {
    let convert = |value| {
        T::try_from(value).map_err(|_| value_error(format!("{name}: found {value}, expected 0 or more")))
    };
    value.map(convert).transpose()
}
