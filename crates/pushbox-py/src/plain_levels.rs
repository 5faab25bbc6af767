//! The levels of a plain file, as parts of which Python makes its own values.

use pushbox_core::level::{GOAL, WALL};
use pushbox_core::plain_levels::{PlainLevel, scan};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// The title, the lines of a level, the number of the first and of the first row, and the column of the rows; then the
/// columns of the board, its terrain, the cells of its boxes and of its player.
type Parts<'py> = (
    Bound<'py, PyString>,
    Bound<'py, PyString>,
    usize,
    usize,
    usize,
    usize,
    Bound<'py, PyTuple>,
    Vec<usize>,
    usize,
);

/// Return the levels of a text that has plain levels of Sokoban and nothing else, with the parts of terrain that are
/// given for walls, floor and goals; return None for any other text, and for more levels or cells.
#[pyfunction]
pub fn plain_levels<'py>(
    py: Python<'py>,
    text: &str,
    terrain: [Bound<'py, PyAny>; 3],
    most_levels: usize,
    most_cells: usize,
) -> PyResult<Option<Vec<Parts<'py>>>> {
    let found = py.detach(|| scan(text)).filter(|levels| levels.len() <= most_levels);
    let Some(levels) = found else { return Ok(None) };
    let mut cells = 0;
    let mut parts = Vec::with_capacity(levels.len());
    for level in &levels {
        cells += level.level.cells().len();
        if cells > most_cells {
            return Ok(None);
        }
        parts.push(parts_of(py, text, level, &terrain)?);
    }
    Ok(Some(parts))
}

fn parts_of<'py>(
    py: Python<'py>,
    text: &str,
    plain: &PlainLevel,
    [wall, floor, goal]: &[Bound<'py, PyAny>; 3],
) -> PyResult<Parts<'py>> {
    let level = &plain.level;
    let terrain = level.cells().iter().map(|byte| match byte & (WALL | GOAL) {
        WALL => wall,
        GOAL => goal,
        _ => floor,
    });
    let terrain = PyTuple::new(py, terrain)?;
    let boxes = (0..level.cells().len()).filter(|&cell| level.is_box(cell)).collect();
    let (width, player, column) = (level.width(), level.player(), plain.indent + 1);
    let (title, lines) = (PyString::new(py, plain.title(text)), PyString::new(py, plain.lines(text)));
    Ok((title, lines, plain.line, plain.top, column, width, terrain, boxes, player))
}
