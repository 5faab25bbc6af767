//! `pushbox._core`: the Rust core for Python. It converts, releases the GIL and maps errors; it holds no algorithm.

mod answer;
mod buffers;
mod callback;
mod certify;
mod generate;
mod guided;
mod level_answers;
mod lines;
mod native_rules;
mod optimize;
mod plain_boards;
mod plain_levels;
mod push_paths;
mod rejoin;
mod sim;
mod solve;
mod stepping;

use std::str::FromStr;

use pushbox_core::Level;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The Rust core of pushbox.
#[pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::certify::{Certification, certify};
    #[pymodule_export]
    use super::generate::{GeneratedLevel, LevelStream, generate};
    #[pymodule_export]
    use super::guided::solve_guided;
    #[pymodule_export]
    use super::level_answers::{LevelAnswers, solve_levels};
    #[pymodule_export]
    use super::lines::play_lines;
    #[pymodule_export]
    use super::native_rules::{explain_unsupported, play_native, replay_native};
    #[pymodule_export]
    use super::optimize::{Improvement, optimize};
    #[pymodule_export]
    use super::plain_boards::{plain_cells, plain_json, plain_texts};
    #[pymodule_export]
    use super::plain_levels::plain_levels;
    #[pymodule_export]
    use super::push_paths::push_paths;
    #[pymodule_export]
    use super::rejoin::rejoin;
    #[pymodule_export]
    use super::sim::{BatchLevels, Boards};
    #[pymodule_export]
    use super::solve::{search_exhaustively, solve, solve_native};
    #[pymodule_export]
    use super::stepping::{Search, start_native_search, start_search};
    #[pymodule_export]
    use super::{normal_form, perft, replay};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Where no thread can be had, they are freed here, with the closure.
        pushbox_core::free_large_values_by(|work| drop(std::thread::Builder::new().spawn(work)));
        module.add("shapes", pushbox_core::generate::Shape::ALL.map(|shape| shape.as_str()).to_vec())?;
        module.add("native_games", pushbox_core::native_rules::games::names())?;
        module.add("version", env!("CARGO_PKG_VERSION"))?;
        module.add("build_profile", if cfg!(debug_assertions) { "debug" } else { "release" })
    }
}

/// Width, height and one byte a cell.
type PyCells<'a> = (usize, usize, &'a [u8]);

/// Replay text, ignoring the case of its letters; return the letters as played and the cells at the end.
#[pyfunction]
fn replay<'py>(py: Python<'py>, board: PyCells<'_>, text: &str) -> PyResult<(String, Bound<'py, PyBytes>)> {
    let level = level(board)?;
    let replay = py.detach(|| pushbox_core::replay(&level, text)).map_err(value_error)?;
    let letters = replay.letters.iter().map(|&letter| char::from(letter)).collect();
    Ok((letters, PyBytes::new(py, replay.end.cells())))
}

/// Count the legal sequences of exactly depth steps.
#[pyfunction]
fn perft(py: Python<'_>, board: PyCells<'_>, depth: u32) -> PyResult<u64> {
    let level = level(board)?;
    Ok(py.detach(|| pushbox_core::perft(&level, depth)))
}

/// Return the normal form of a plain board in a frame of walls, its rows as ASCII.
#[pyfunction]
fn normal_form<'py>(
    py: Python<'py>,
    width: usize,
    signs: &[u8],
    player: usize,
    most_visits: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let board = pushbox_core::FramedBoard::new(width, signs, player).map_err(value_error)?;
    let rows = py.detach(|| board.normal_form(most_visits));
    Ok(PyBytes::new(py, &rows))
}

fn level((width, height, cells): PyCells<'_>) -> PyResult<Level> {
    Level::new(width, height, cells).map_err(value_error)
}

/// Reads a value by its name.
fn named<T: FromStr<Err = String>>(what: &str, name: &str) -> PyResult<T> {
    name.parse().map_err(|error| value_error(format!("{what}: {error}")))
}

fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
