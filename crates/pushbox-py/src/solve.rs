//! The solvers.

use pushbox_core::{Limit, Objective, Progress, Puzzle, SolveOptions, native_rules, solve_puzzle};
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::callback::Callback;
use crate::native_rules::{PyBoard, PyScalar, options_of};
use crate::{named, size, value_error};

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
    let options = SolveOptions { seed, threads, ..SolveOptions::new(objective) };
    let mut callback = Callback::new(progress);
    let answer =
        py.detach(|| solve_puzzle(&puzzle, options, &limit, &mut |state| callback.report(arguments(state))));
    callback.finish(answer)?.map(Answer::from).map_err(value_error)
}

/// Solve a level of a game that has native rules.
#[pyfunction]
#[pyo3(signature = (game, board, options, *, objective, seconds, nodes, memory, progress))]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn solve_native(
    py: Python<'_>,
    game: &str,
    board: PyBoard,
    options: Vec<(String, PyScalar)>,
    objective: &str,
    seconds: Option<f64>,
    nodes: Option<i64>,
    memory: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let (board, options) = (board.into(), options_of(options));
    let (objective, limit) = (objective_of(objective)?, limit_of(seconds, nodes, memory)?);
    let mut callback = Callback::new(progress);
    let answer = py.detach(|| {
        let mut report = |state: &Progress| callback.report(arguments(state));
        native_rules::load(game, &board, &options).map(|level| level.solve(objective, &limit, &mut report))
    });
    callback.finish(answer)?.map(Answer::from).map_err(value_error)
}

/// Returns the arguments of the callback.
fn arguments(state: &Progress) -> (u64, u64, u64, f64, Option<(u32, u32)>) {
    let best = state.best.map(|count| (count.moves, count.pushes));
    (state.nodes, state.open, state.bound, state.seconds, best)
}

fn objective_of(name: &str) -> PyResult<Objective> {
    named("objective", name)
}

/// Converts the limits from Python.
pub(crate) fn limit_of(seconds: Option<f64>, nodes: Option<i64>, memory: Option<i64>) -> PyResult<Limit> {
    if let Some(seconds) = seconds.filter(|&seconds| seconds.is_nan() || seconds < 0.0) {
        return Err(value_error(format!("seconds: found {seconds}, expected 0 or more")));
    }
    Ok(Limit { seconds, nodes: natural("nodes", nodes)?, memory: natural("memory", memory)? })
}

fn natural<T: TryFrom<i64>>(name: &str, value: Option<i64>) -> PyResult<Option<T>> {
    let convert = |value| {
        T::try_from(value).map_err(|_| value_error(format!("{name}: found {value}, expected 0 or more")))
    };
    value.map(convert).transpose()
}
