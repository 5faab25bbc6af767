//! The generator, with the GIL released but for a look at the signals and the caller's callback now and then.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pushbox_core::generate::{self as core, Difficulty, Shape, Wish};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::value_error;

/// The time between two looks.
const INTERVAL: Duration = Duration::from_millis(20);

/// A generated level with its solution.
#[pyclass(frozen, get_all, module = "pushbox._core")]
pub struct Made {
    /// The number of the attempt.
    number: u64,
    /// One byte a cell, 1 for a wall.
    walls: Py<PyBytes>,
    /// The goals, in ascending order.
    goals: Vec<usize>,
    /// For every goal the box that the solution brings there.
    boxes: Vec<usize>,
    /// The pushers.
    pushers: Vec<usize>,
    /// The solution in LURD notation.
    lurd: String,
    /// For every letter of the solution which of the pushers steps.
    steppers: Vec<usize>,
    /// The shape of the room.
    shape: &'static str,
    /// Positions that the solver expanded.
    effort: Option<u64>,
}

impl Made {
    fn of(py: Python<'_>, number: u64, made: core::Made) -> Self {
        let walls: Vec<u8> = made.walls.iter().map(|&is_wall| u8::from(is_wall)).collect();
        Self {
            number,
            walls: PyBytes::new(py, &walls).unbind(),
            lurd: made.lurd(),
            steppers: made.solution.iter().map(|step| step.pusher).collect(),
            goals: made.goals,
            boxes: made.boxes,
            pushers: made.pushers,
            shape: made.shape.as_str(),
            effort: made.effort,
        }
    }
}

#[pymethods]
impl Made {
    fn __repr__(&self) -> String {
        format!("<Made: attempt {}, {} boxes, {} moves>", self.number, self.boxes.len(), self.lurd.len())
    }
}

/// Name, fewest and most positions of every class.
pub(crate) fn difficulties() -> Vec<(&'static str, u64, u64)> {
    let told = |class: Difficulty| (class.as_str(), class.bounds().0, class.bounds().1);
    Difficulty::ALL.into_iter().map(told).collect()
}

/// Make some attempts to generate a level.
#[pyfunction]
#[pyo3(signature = (width, height, boxes, *, pushers, numbered, shape, pushes, box_lines, difficulty, seed, first, count, progress))]
#[allow(clippy::too_many_arguments)] // the signature is Python's, where they have names
pub fn generate(
    py: Python<'_>,
    width: usize,
    height: usize,
    boxes: usize,
    pushers: usize,
    numbered: bool,
    shape: Option<&str>,
    pushes: u64,
    box_lines: usize,
    difficulty: Option<&str>,
    seed: u64,
    first: u64,
    count: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Made>> {
    let shape = shape.map(|name| named("shape", &Shape::ALL, Shape::as_str, name)).transpose()?;
    let difficulty =
        difficulty.map(|name| named("difficulty", &Difficulty::ALL, Difficulty::as_str, name)).transpose()?;
    let wish = Wish { width, height, boxes, pushers, numbered, shape, pushes, box_lines, difficulty };
    let mut failure = None;
    let found = py.detach(|| {
        let mut found = Vec::new();
        let mut next = Instant::now() + INTERVAL;
        for done in 0..count {
            let mut look = || match Python::attach(|py| ask(py, progress.as_ref(), done)) {
                Ok(false) => ControlFlow::Continue(()),
                Ok(true) => ControlFlow::Break(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            };
            if Instant::now() > next {
                if look().is_break() {
                    break;
                }
                next = Instant::now() + INTERVAL;
            }
            match core::attempt(&wish, seed, first.wrapping_add(done), &mut |_| look())? {
                Ok(made) => found.extend(made.map(|made| (first.wrapping_add(done), made))),
                Err(_) => break,
            }
        }
        Ok::<_, core::WishError>(found)
    });
    match failure {
        Some(error) => Err(error),
        None => {
            let found = found.map_err(value_error)?;
            Ok(found.into_iter().map(|(number, made)| Made::of(py, number, made)).collect())
        }
    }
}

fn named<T: Copy>(what: &str, all: &[T], name_of: fn(T) -> &'static str, name: &str) -> PyResult<T> {
    all.iter().copied().find(|&one| name_of(one) == name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&one| name_of(one)).collect();
        value_error(format!("{what}: found {name:?}, expected one of {}", names.join(", ")))
    })
}

/// Whether to stop. A signal such as Ctrl-C, or an exception of the callback, is an error.
fn ask(py: Python<'_>, progress: Option<&Py<PyAny>>, done: u64) -> PyResult<bool> {
    py.check_signals()?;
    let Some(progress) = progress else { return Ok(false) };
    progress.bind(py).call1((done,))?.is_truthy()
}
