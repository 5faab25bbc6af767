//! The ways on which one box can be pushed.

use pushbox_core::push_paths::{CostOrder, push_paths as find};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// Find the best ways of a box: for each cell its last node, pushes and moves; for each node the one before it, or -1,
/// as pairs of i32 of this machine.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn push_paths<'py>(
    py: Python<'py>,
    width: usize,
    free: &[u8],
    cell: u32,
    player: u32,
    pushes_first: bool,
    limit: Option<u64>,
    ends: Vec<u32>,
) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyBytes>)> {
    let area = free.len().saturating_sub(1);
    let is_board = width > 0 && free.last() == Some(&0) && area % width == 0;
    if !is_board || cell as usize >= area || player as usize > area || u32::try_from(area).is_err() {
        return Err(PyValueError::new_err(
            "found no board with a box and a player, expected rows of one width",
        ));
    }
    let free: Vec<bool> = free.iter().map(|&sign| sign != 0).collect();
    let order = if pushes_first { CostOrder::Pushes } else { CostOrder::Moves };
    let paths = py.detach(|| find(width, &free, cell, player, order, limit, &ends));
    let best = PyDict::new(py);
    for way in &paths.best {
        best.set_item(way.cell, (way.node, way.pushes, way.moves))?;
    }
    let signed =
        |node: u32| i32::try_from(node).map_err(|_| PyValueError::new_err("found a board of too many cells"));
    let mut packed = Vec::with_capacity(8 * paths.previous.len());
    for &(node, before) in &paths.previous {
        packed.extend(signed(node)?.to_ne_bytes());
        packed.extend(before.map_or(Ok(-1), signed)?.to_ne_bytes());
    }
    Ok((best, PyBytes::new(py, &packed)))
}
