//! The way back to what is known to be winnable.

use std::convert::Infallible;

use pushbox_core::KnownPosition;
use pyo3::prelude::*;

use crate::callback::search;
use crate::solve::{PyLimit, PyPuzzle, puzzle};
use crate::value_error;

/// The boxes with their numbers, a cell that the pusher walks to, and how far it is from there to a solution.
type PyKnown = (Vec<(usize, u32)>, usize, u32);

/// Return the moves from a level to one of the positions that are known to be winnable.
#[pyfunction]
pub fn rejoin(
    py: Python<'_>,
    level: PyPuzzle<'_>,
    known: Vec<PyKnown>,
    limit: PyLimit,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<String>> {
    let area = level.0.0 * level.0.1;
    let puzzle = puzzle(level)?;
    let [_] = puzzle.pushers() else { return Err(value_error("found several players, expected one")) };
    if known.iter().any(|(boxes, player, _)| {
        boxes.iter().map(|(cell, _)| cell).chain([player]).any(|&cell| cell >= area)
    }) {
        return Err(value_error("found a known position with a cell that is not on the board"));
    }
    let known: Vec<KnownPosition> =
        known.into_iter().map(|(boxes, player, left)| KnownPosition { boxes, player, left }).collect();
    search(py, limit, progress, |control| Ok::<_, Infallible>(pushbox_core::rejoin(&puzzle, &known, control)))
}
