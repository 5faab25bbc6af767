//! The search for the positions of a certificate.

use std::convert::Infallible;

use pushbox_core::certify::{self as proofs, Claim, ClosedPositions};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::callback::search;
use crate::solve::{PyLimit, PyPuzzle, puzzle};
use crate::value_error;

/// How the search for a proof ended.
#[pyclass(frozen, get_all, module = "pushbox._core")]
pub struct Certification {
    /// "closed", "solution" or "gave-up".
    status: &'static str,
    /// How many positions prove the claim.
    positions: usize,
    /// These positions with their costs.
    body: Py<PyBytes>,
    /// How many boxes the subsets have that were looked up.
    subset: usize,
    /// The cell from which the potential of the bound on moves falls.
    peak: Option<usize>,
    /// The cost of a solution that the claim excludes.
    cost: Option<u32>,
    /// The limit that ended the search.
    limit: Option<&'static str>,
}

/// Search the positions that prove a claim about a level of Sokoban or Sokoban Plus with one pusher.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn certify(
    py: Python<'_>,
    level: PyPuzzle<'_>,
    claim: &str,
    cost: u32,
    subset: usize,
    limit: PyLimit,
    progress: Option<Py<PyAny>>,
) -> PyResult<Certification> {
    let puzzle = puzzle(level)?;
    let [_] = puzzle.pushers() else { return Err(value_error("found several players, expected one")) };
    let claim = match claim {
        "unsolvable" => Claim::Unsolvable,
        "pushes" => Claim::Pushes(cost),
        "moves" => Claim::Moves(cost),
        _ => return Err(value_error("claim: expected unsolvable, pushes or moves")),
    };
    let ended = search(py, limit, progress, |control| {
        Ok::<_, Infallible>(proofs::certify(&puzzle, claim, subset, control))
    })?;
    Ok(converted(py, ended))
}

fn converted(py: Python<'_>, ended: proofs::Certification) -> Certification {
    let empty = ClosedPositions { positions: 0, body: Vec::new(), subset: 0, peak: None };
    let (status, closed, cost, limit) = match ended {
        proofs::Certification::Closed(closed) => ("closed", closed, None, None),
        proofs::Certification::Solution(cost) => ("solution", empty, Some(cost), None),
        proofs::Certification::GaveUp(limit) => ("gave-up", empty, None, Some(limit.as_str())),
    };
    let ClosedPositions { positions, body, subset, peak } = closed;
    Certification { status, positions, body: PyBytes::new(py, &body).unbind(), subset, peak, cost, limit }
}
