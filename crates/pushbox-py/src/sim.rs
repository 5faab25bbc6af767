//! Batches of boards, in buffers of Python.

use pushbox_core::sim::{Batch, KINDS, Levels};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::buffers::{Borrowed, Items};
use crate::generate::LevelStream;
use crate::{PyCells, level, value_error};

const BYTES: &str = "bytes (uint8)";

/// The levels that the boards of a batch begin with, in boards of one size.
#[pyclass(frozen)]
pub struct BatchLevels(Levels);

#[pymethods]
impl BatchLevels {
    #[new]
    fn new(py: Python<'_>, levels: Vec<(usize, usize, PyBackedBytes)>) -> PyResult<Self> {
        let all = levels.iter().enumerate().map(|(index, (width, height, cells))| {
            level((*width, *height, cells)).map_err(|error| of_level(py, index, &error))
        });
        let all = all.collect::<PyResult<Vec<_>>>()?;
        Levels::new(&all).map(Self).map_err(value_error)
    }

    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    #[getter]
    fn height(&self) -> usize {
        self.0.height()
    }

    #[getter]
    fn frame(&self) -> usize {
        self.0.frame()
    }

    fn __len__(&self) -> usize {
        self.0.count()
    }
}

/// Names the level in which there is a fault, counted from 0.
fn of_level(py: Python<'_>, index: usize, error: &PyErr) -> PyErr {
    PyValueError::new_err(format!("level {index}: {}", error.value(py)))
}

/// Boards that are played at once.
#[pyclass]
pub struct Boards {
    batch: Batch,
    cells: Items<u8>,
}

impl Boards {
    /// Returns the number of a board or a level, of so many.
    fn checked(name: &str, number: usize, count: usize) -> PyResult<usize> {
        match number < count {
            true => Ok(number),
            false => {
                Err(PyIndexError::new_err(format!("{name}: found {number}, expected less than {count}")))
            }
        }
    }
}

#[pymethods]
impl Boards {
    #[new]
    fn new(levels: &BatchLevels, boards: usize, cells: &Bound<'_, PyAny>) -> PyResult<Self> {
        let count = boards
            .checked_mul(levels.0.area())
            .filter(|&cells| cells > 0)
            .ok_or_else(|| PyValueError::new_err("found no boards or too many, expected some"))?;
        let mut cells = Items::writable(cells, "cells", BYTES, count)?;
        let batch = Batch::new(levels.0.clone(), boards, Borrowed::new().write(&mut cells)?);
        Ok(Self { batch, cells })
    }

    /// Put levels on boards, from their beginning.
    fn reset(&mut self, boards: Vec<usize>, levels: Vec<usize>) -> PyResult<()> {
        if boards.len() != levels.len() {
            let (boards, levels) = (boards.len(), levels.len());
            return Err(PyValueError::new_err(format!(
                "found {levels} levels for {boards} boards, expected one for each"
            )));
        }
        for (&board, &level) in boards.iter().zip(&levels) {
            Self::checked("boards", board, self.batch.boards())?;
            Self::checked("levels", level, self.batch.levels().count())?;
        }
        let cells = Borrowed::new().write(&mut self.cells)?;
        boards.into_iter().zip(levels).for_each(|(board, level)| self.batch.reset(cells, board, level));
        Ok(())
    }

    /// Put a position on a board.
    fn put(&mut self, board: usize, position: PyCells<'_>) -> PyResult<()> {
        let board = Self::checked("board", board, self.batch.boards())?;
        let position = level(position)?;
        let cells = Borrowed::new().write(&mut self.cells)?;
        self.batch.put(cells, board, &position).map_err(value_error)
    }

    /// Put the next levels of a stream on boards.
    fn put_next(&mut self, py: Python<'_>, boards: Vec<usize>, stream: &mut LevelStream) -> PyResult<()> {
        for &board in &boards {
            Self::checked("boards", board, self.batch.boards())?;
        }
        let levels = stream.take(py, boards.len())?;
        let cells = Borrowed::new().write(&mut self.cells)?;
        for (board, level) in boards.into_iter().zip(&levels) {
            self.batch.put(cells, board, level).map_err(value_error)?;
        }
        Ok(())
    }

    /// Put the positions of some boards on others, one after the other.
    fn copy(&mut self, sources: Vec<usize>, targets: Vec<usize>) -> PyResult<()> {
        if sources.len() != targets.len() {
            let (from, to) = (sources.len(), targets.len());
            return Err(PyValueError::new_err(format!(
                "found {to} targets for {from} sources, expected one for each"
            )));
        }
        for &board in sources.iter().chain(&targets) {
            Self::checked("boards", board, self.batch.boards())?;
        }
        let cells = Borrowed::new().write(&mut self.cells)?;
        sources.into_iter().zip(targets).for_each(|(from, to)| self.batch.copy(cells, from, to));
        Ok(())
    }

    /// Step on all boards, once for each row of actions, and write the events.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        events: &Bound<'_, PyAny>,
        threads: usize,
    ) -> PyResult<()> {
        let actions = Items::of_any(actions, "actions", BYTES)?;
        let (count, boards) = (actions.count(), self.batch.boards());
        if count == 0 || count % boards != 0 {
            let expected =
                format!("actions: found {count} items, expected {boards}, or several rows of these");
            return Err(PyValueError::new_err(expected));
        }
        let mut events = Items::writable(events, "events", BYTES, count)?;
        let mut borrowed = Borrowed::new();
        let cells = borrowed.write(&mut self.cells)?;
        let (actions, events) = (borrowed.read(&actions)?, borrowed.write(&mut events)?);
        py.detach(|| self.batch.step(cells, actions, events, threads));
        Ok(())
    }

    /// Take back a step of all boards.
    fn step_back(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        events: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let count = self.batch.boards();
        let (actions, events) =
            (Items::of(actions, "actions", BYTES, count)?, Items::of(events, "events", BYTES, count)?);
        let mut borrowed = Borrowed::new();
        let cells = borrowed.write(&mut self.cells)?;
        let (actions, events) = (borrowed.read(&actions)?, borrowed.read(&events)?);
        py.detach(|| self.batch.step_back(cells, actions, events)).map_err(|board| {
            value_error(format!(
                "board {board}: found an event of another step, expected that of the last one"
            ))
        })
    }

    /// Write which steps are legal, and which of them push.
    fn legal(&mut self, py: Python<'_>, mask: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut mask = Items::writable(mask, "mask", BYTES, 4 * self.batch.boards())?;
        let mut borrowed = Borrowed::new();
        let (cells, mask) = (borrowed.read(&self.cells)?, borrowed.write(&mut mask)?);
        py.detach(|| self.batch.legal(cells, mask));
        Ok(())
    }

    /// Write which pushes there are.
    fn pushes(&mut self, py: Python<'_>, mask: &Bound<'_, PyAny>, threads: usize) -> PyResult<()> {
        let count = self.cells_of_all() * 4;
        let mut mask = Items::writable(mask, "mask", BYTES, count)?;
        let mut borrowed = Borrowed::new();
        let (cells, mask) = (borrowed.read(&self.cells)?, borrowed.write(&mut mask)?);
        py.detach(|| self.batch.pushes(cells, mask, threads));
        Ok(())
    }

    /// Walk to a box and push it, on all boards.
    fn push(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        events: &Bound<'_, PyAny>,
        moves: &Bound<'_, PyAny>,
        threads: usize,
    ) -> PyResult<()> {
        let count = self.batch.boards();
        let actions = Items::of(actions, "actions", "uint32", count)?;
        let mut events = Items::writable(events, "events", BYTES, count)?;
        let mut moves = Items::writable(moves, "moves", "uint16", count)?;
        let mut borrowed = Borrowed::new();
        let cells = borrowed.write(&mut self.cells)?;
        let (events, moves) = (borrowed.write(&mut events)?, borrowed.write(&mut moves)?);
        let actions = borrowed.read(&actions)?;
        py.detach(|| self.batch.push(cells, actions, events, moves, threads));
        Ok(())
    }

    /// Write what a table says of each cell, the bytes of a cell beside each other or in planes.
    fn observe(&self, py: Python<'_>, table: &[u8], by_planes: bool, out: &Bound<'_, PyAny>) -> PyResult<()> {
        if table.is_empty() || table.len() % KINDS != 0 {
            return Err(PyValueError::new_err(format!(
                "found a table of {} bytes, expected {KINDS} equal rows",
                table.len()
            )));
        }
        let count = self.cells_of_all() * (table.len() / KINDS);
        let mut out = Items::writable(out, "out", BYTES, count)?;
        let mut borrowed = Borrowed::new();
        let (cells, out) = (borrowed.read(&self.cells)?, borrowed.write(&mut out)?);
        let area = self.batch.levels().area();
        py.detach(|| pushbox_core::sim::observe(cells, area, table, by_planes, out));
        Ok(())
    }

    /// Write a picture of each board by tiles of so many pixels, of three bytes each, along a side.
    fn tiles(&self, py: Python<'_>, tiles: &[u8], side: usize, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let square =
            side.checked_mul(side).and_then(|pixels| pixels.checked_mul(3)).filter(|&bytes| bytes > 0);
        let Some(square) = square.filter(|&bytes| tiles.len() == KINDS * bytes) else {
            return Err(PyValueError::new_err(format!(
                "found {} bytes of tiles, expected {KINDS} squares",
                tiles.len()
            )));
        };
        let mut out = Items::writable(out, "out", BYTES, self.cells_of_all() * square)?;
        let mut borrowed = Borrowed::new();
        let (cells, out) = (borrowed.read(&self.cells)?, borrowed.write(&mut out)?);
        let width = self.batch.levels().width();
        py.detach(|| pushbox_core::sim::tiles(cells, width, tiles, side, 3, out));
        Ok(())
    }

    /// Write the cell of each board's player.
    fn players(&self, out: &Bound<'_, PyAny>) -> PyResult<()> {
        self.numbers(self.batch.players(), out)
    }

    /// Write the number of each board's boxes that are not on a goal.
    fn astray(&self, out: &Bound<'_, PyAny>) -> PyResult<()> {
        self.numbers(self.batch.astray(), out)
    }
}

impl Boards {
    fn cells_of_all(&self) -> usize {
        self.batch.boards() * self.batch.levels().area()
    }

    fn numbers(&self, numbers: &[u16], out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut out = Items::writable(out, "out", "uint16", numbers.len())?;
        Borrowed::new().write(&mut out)?.copy_from_slice(numbers);
        Ok(())
    }
}
