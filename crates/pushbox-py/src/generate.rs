//! The generator.

use std::time::{Duration, Instant};

use pushbox_core::Level;
use pushbox_core::generate::{self as core, LevelSpec};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::callback::run;
use crate::{named, value_error};

/// The time between two calls of the callback.
const INTERVAL: Duration = Duration::from_millis(20);

/// A generated level with its solution.
#[pyclass(frozen, get_all, module = "pushbox._core")]
pub struct GeneratedLevel {
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

impl GeneratedLevel {
    fn new(py: Python<'_>, number: u64, level: core::GeneratedLevel) -> Self {
        let walls: Vec<u8> = level.walls.iter().map(|&is_wall| u8::from(is_wall)).collect();
        Self {
            number,
            walls: PyBytes::new(py, &walls).unbind(),
            lurd: level.lurd(),
            steppers: level.solution.iter().map(|step| step.pusher).collect(),
            goals: level.goals,
            boxes: level.boxes,
            pushers: level.pushers,
            shape: level.shape.as_str(),
            effort: level.effort,
        }
    }
}

#[pymethods]
impl GeneratedLevel {
    fn __repr__(&self) -> String {
        let (boxes, moves) = (self.boxes.len(), self.lurd.len());
        format!("<GeneratedLevel: attempt {}, {boxes} boxes, {moves} moves>", self.number)
    }
}

/// A specification, from its attributes.
#[derive(FromPyObject)]
pub struct PyLevelSpec {
    rows: usize,
    columns: usize,
    boxes: usize,
    pushers: usize,
    shape: Option<String>,
    pushes: u64,
    box_lines: usize,
}

impl PyLevelSpec {
    fn checked(self, numbered: bool) -> PyResult<LevelSpec> {
        let Self { rows: height, columns: width, boxes, pushers, shape, pushes, box_lines } = self;
        let shape = shape.map(|name| named("shape", &name)).transpose()?;
        Ok(LevelSpec { width, height, boxes, pushers, numbered, shape, pushes, box_lines })
    }
}

/// Levels one after the other, made without the solver.
#[pyclass]
pub struct LevelStream(core::LevelStream);

/// Attempts between two looks at Ctrl-C.
const ATTEMPTS: usize = 100;

#[pymethods]
impl LevelStream {
    #[new]
    fn new(spec: PyLevelSpec, seed: u64) -> PyResult<Self> {
        core::LevelStream::new(spec.checked(false)?, seed).map(Self).map_err(value_error)
    }
}

impl LevelStream {
    /// Returns the next `count` levels; an error where a signal's handler raises one.
    pub(crate) fn take(&mut self, py: Python<'_>, count: usize) -> PyResult<Vec<Level>> {
        let mut levels = Vec::new();
        while levels.len() < count {
            py.check_signals()?;
            py.detach(|| {
                let made = (0..ATTEMPTS).filter_map(|_| self.0.attempt());
                levels.extend(made.take(count - levels.len()));
            });
        }
        Ok(levels)
    }
}

/// Make some attempts to generate a level.
#[pyfunction]
pub fn generate(
    py: Python<'_>,
    spec: PyLevelSpec,
    numbered: bool,
    seed: u64,
    first: u64,
    count: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<GeneratedLevel>> {
    let spec = spec.checked(numbered)?;
    let levels = run(py, progress, |callback| {
        let mut levels = Vec::new();
        let mut next = Instant::now() + INTERVAL;
        for done in 0..count {
            if Instant::now() > next {
                if callback.report((done,)).is_break() {
                    break;
                }
                next = Instant::now() + INTERVAL;
            }
            let number = first.wrapping_add(done);
            match core::attempt(&spec, seed, number, &mut |_| callback.report((done,)))? {
                Ok(level) => levels.extend(level.map(|level| (number, level))),
                Err(_) => break,
            }
        }
        Ok::<_, core::LevelSpecError>(levels)
    })?;
    Ok(levels.into_iter().map(|(number, level)| GeneratedLevel::new(py, number, level)).collect())
}
