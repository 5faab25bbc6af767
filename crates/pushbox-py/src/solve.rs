//! The solvers.

use pushbox_core::exhaustive::best_count;
use pushbox_core::native_rules::games;
use pushbox_core::{Limit, Objective, Puzzle, SolveOptions, Tuning};
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::callback::search;
use crate::native_rules::{PyBoard, PyScalar, options_of};
use crate::{PyCells, named, value_error};

/// Limits, from their attributes.
#[derive(FromPyObject)]
pub struct PyLimit {
    seconds: Option<f64>,
    nodes: Option<u64>,
    memory_bytes: Option<usize>,
}

impl From<PyLimit> for Limit {
    fn from(PyLimit { seconds, nodes, memory_bytes }: PyLimit) -> Self {
        Self { seconds, nodes, memory: memory_bytes }
    }
}

/// Solve a level of Sokoban, Sokoban Plus or Multiban.
#[pyfunction]
#[pyo3(signature = (level, objective, limit, seed, threads, most_moves, progress, hot = false))]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn solve(
    py: Python<'_>,
    level: PyPuzzle<'_>,
    objective: &str,
    limit: PyLimit,
    seed: u64,
    threads: usize,
    most_moves: Option<u32>,
    progress: Option<Py<PyAny>>,
    hot: bool,
) -> PyResult<Answer> {
    let puzzle = puzzle(level)?;
    let tuning = if hot { Tuning::hot() } else { Tuning::default() };
    let objective = move_limited(objective, most_moves)?;
    let options = SolveOptions { objective, seed, threads, tuning, most_moves };
    let answer = search(py, limit, progress, |control| pushbox_core::solve(&puzzle, &options, control));
    answer.map(Answer::from)
}

/// Search a small level of Sokoban, Sokoban Plus or Multiban exhaustively; return the moves and pushes of a best solution.
#[pyfunction]
pub fn search_exhaustively(
    py: Python<'_>,
    level: PyPuzzle<'_>,
    objective: &str,
) -> PyResult<Option<(u32, u32)>> {
    let (puzzle, objective) = (puzzle(level)?, named("objective", objective)?);
    let best = py.detach(|| best_count(&puzzle, objective));
    Ok(best.map(|count| (count.moves, count.pushes)))
}

/// Solve a level of a game that has native rules.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn solve_native(
    py: Python<'_>,
    game: &str,
    board: PyBoard,
    options: Vec<(String, PyScalar)>,
    objective: &str,
    most_moves: Option<u32>,
    limit: PyLimit,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let (board, options) = (board.into(), options_of(options));
    let objective = move_limited(objective, most_moves)?;
    let answer = search(py, limit, progress, |control| {
        games::load(game, &board, &options).map(|level| level.solve(objective, most_moves, control))
    });
    answer.map(Answer::from)
}

/// Returns the objective of this name.
///
/// # Errors
/// `ValueError` for a name that no objective has, and for one that takes no limit of moves where there is one.
fn move_limited(objective: &str, most_moves: Option<u32>) -> PyResult<Objective> {
    let objective: Objective = named("objective", objective)?;
    if most_moves.is_some() && !objective.takes_move_limit() {
        let found = format!("found the objective {:?} and a limit of moves", objective.as_str());
        return Err(value_error(format!("{found}, expected any, moves or moves-pushes")));
    }
    Ok(objective)
}

/// Cells, and for each the number of the box and of the goal on it, where there are any.
pub(crate) type PyPuzzle<'a> = (PyCells<'a>, Option<Vec<u32>>, Option<Vec<u32>>);

pub(crate) fn puzzle(((width, height, cells), box_numbers, goal_numbers): PyPuzzle<'_>) -> PyResult<Puzzle> {
    let numbers = |given: Option<Vec<u32>>| given.unwrap_or_else(|| vec![0; cells.len()]);
    Puzzle::new(width, height, cells, &numbers(box_numbers), &numbers(goal_numbers)).map_err(value_error)
}
