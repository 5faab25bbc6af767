//! Plain boards, taken from Python's own values: what a library keeps of each of its many levels.

use pushbox_core::level::{BOX, GOAL, PLAYER, WALL};
use pushbox_core::{FramedBoard, board_json};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

/// The parts of a plain board: its terrain and pieces, the three sorts of terrain that it may have (wall, floor, goal),
/// and what a piece has after its kind and cells.
type Parts<'a, 'py> =
    (&'a Bound<'py, PyTuple>, &'a Bound<'py, PyTuple>, [Bound<'py, PyAny>; 3], &'a Bound<'py, PyTuple>);

/// Return one byte a cell of a plain board with one player; None for any other.
#[pyfunction]
pub fn plain_cells<'py>(
    py: Python<'py>,
    terrain: &Bound<'py, PyTuple>,
    pieces: &Bound<'py, PyTuple>,
    sorts: [Bound<'py, PyAny>; 3],
    plain: &Bound<'py, PyTuple>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    Ok(cells_of((terrain, pieces, sorts, plain))?.map(|cells| PyBytes::new(py, &cells)))
}

/// Return the text of a plain board, the smallest of its eight symmetries, and its normal form; None for bytes of cells
/// that are no plain board with one player.
#[pyfunction]
pub fn plain_texts<'py>(
    py: Python<'py>,
    width: usize,
    cells: &[u8],
    most_visits: usize,
) -> Option<(String, String, Bound<'py, PyBytes>)> {
    let board = FramedBoard::of_cells(width, cells)?;
    let (own, least, normal) =
        py.detach(|| (board.position_text(), board.least_position_text(), board.normal_form(most_visits)));
    Some((own, least, PyBytes::new(py, &normal)))
}

/// Return the bytes of the cells of a plain board as pushbox's own JSON.
#[pyfunction]
#[must_use]
pub fn plain_json(width: usize, cells: &[u8]) -> String {
    board_json(width, cells)
}

fn cells_of((terrain, pieces, sorts, plain): Parts<'_, '_>) -> PyResult<Option<Vec<u8>>> {
    const OF_SORT: [u8; 3] = [WALL, 0, GOAL];
    let mut cells = Vec::with_capacity(terrain.len());
    for sort in terrain.iter_borrowed() {
        let same = match sorts.iter().position(|known| sort.is(known)) {
            None => position_equal(&sort, &sorts)?,
            found => found,
        };
        let Some(place) = same else { return Ok(None) };
        cells.push(OF_SORT[place]);
    }
    let mut players = 0;
    for piece in pieces.iter_borrowed() {
        let Ok(fields) = piece.cast::<PyTuple>() else { return Ok(None) };
        let Some((mark, cell)) = marked(&fields, plain)? else { return Ok(None) };
        match cells.get_mut(cell) {
            Some(byte) if *byte & (WALL | BOX | PLAYER) == 0 => *byte |= mark,
            _ => return Ok(None),
        }
        players += usize::from(mark == PLAYER);
    }
    Ok((players == 1).then_some(cells))
}

/// Sorts that are made anew are equal to the known ones without being the same objects.
fn position_equal(sort: &Bound<'_, PyAny>, sorts: &[Bound<'_, PyAny>; 3]) -> PyResult<Option<usize>> {
    for (place, known) in sorts.iter().enumerate() {
        if sort.eq(known)? {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// Returns what a piece marks its cell with, and the cell; nothing for one that is no plain box or pusher of one cell.
fn marked(fields: &Bound<'_, PyTuple>, plain: &Bound<'_, PyTuple>) -> PyResult<Option<(u8, usize)>> {
    if fields.len() != plain.len() + 2 {
        return Ok(None);
    }
    let (kind, place) = (fields.get_borrowed_item(0)?, fields.get_borrowed_item(1)?);
    let (Ok(kind), Ok(place)) = (kind.cast::<PyString>(), place.cast::<PyTuple>()) else { return Ok(None) };
    let mark = match kind.to_str() {
        Ok("box") => BOX,
        Ok("pusher") => PLAYER,
        _ => return Ok(None),
    };
    if place.len() != 1 {
        return Ok(None);
    }
    for (field, usual) in fields.iter_borrowed().skip(2).zip(plain.iter_borrowed()) {
        if !field.is(usual) && !field.eq(usual)? {
            return Ok(None);
        }
    }
    Ok(place.get_borrowed_item(0)?.extract().ok().map(|cell| (mark, cell)))
}
