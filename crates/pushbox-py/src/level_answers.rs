//! The answers on all levels of a file, which is read, solved and replayed without Python.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use pushbox_core::plain_levels::{PlainLevel, scan};
use pushbox_core::verify::{LineCounts, verify};
use pushbox_core::{Limit, Objective, Puzzle, SearchControl, SharedProgress, SolveOptions, Verdict, solve};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::solve::PyLimit;
use crate::{named, value_error};

/// Levels a thread that are searched before the first of them is taken.
const AHEAD: usize = 64;
/// The time between two looks at the signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// Moves, pushes, box lines, box changes, pushing sessions and player lines.
type Counts = (u32, u32, u32, u32, u32, u32);
type Item = Result<(pushbox_core::Answer, Option<LineCounts>), String>;

/// What the threads share.
struct Task {
    text: String,
    levels: Vec<PlainLevel>,
    objective: Objective,
    limit: Limit,
    seed: u64,
    /// Levels that a thread has begun with.
    begun: AtomicUsize,
    /// Of all searches together: they end at once.
    progress: SharedProgress,
    done: Mutex<Done>,
    changed: Condvar,
}

/// The answers that wait to be taken, and how many have been.
#[derive(Default)]
struct Done {
    waiting: BTreeMap<usize, Item>,
    taken: usize,
}

/// The answers on the levels of a file, in their order.
#[pyclass(frozen, module = "pushbox._core")]
pub struct LevelAnswers {
    task: Arc<Task>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// Solve the levels of a file that has so many plain levels of Sokoban and nothing else; return None for any other.
#[pyfunction]
pub fn solve_levels(
    py: Python<'_>,
    text: &str,
    objective: &str,
    limit: PyLimit,
    seed: u64,
    threads: usize,
    at_least: usize,
) -> PyResult<Option<LevelAnswers>> {
    let objective = named("objective", objective)?;
    let levels = py.detach(|| scan(text)).filter(|levels| levels.len() >= at_least);
    let Some(levels) = levels else { return Ok(None) };
    let task = Arc::new(Task {
        text: text.to_owned(),
        levels,
        objective,
        limit: limit.into(),
        seed,
        begun: AtomicUsize::new(0),
        progress: SharedProgress::default(),
        done: Mutex::default(),
        changed: Condvar::new(),
    });
    let answers = LevelAnswers { task, threads: Mutex::default() };
    for _ in 0..threads {
        let task = Arc::clone(&answers.task);
        let thread = std::thread::Builder::new().name("search".to_owned()).spawn(move || task.work(threads));
        answers.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread.map_err(value_error)?);
    }
    Ok(Some(answers))
}

impl Task {
    /// Searches one level after the other, not too far ahead of those that have been taken.
    fn work(&self, threads: usize) {
        loop {
            let index = self.begun.fetch_add(1, Ordering::Relaxed);
            if index >= self.levels.len() {
                return;
            }
            let mut done = self.lock();
            while index >= done.taken + AHEAD * threads && !self.progress.is_stopped() {
                done = self.changed.wait(done).unwrap_or_else(PoisonError::into_inner);
            }
            drop(done);
            if self.progress.is_stopped() {
                return;
            }
            // A panic has been reported, and must reach who waits for the answer.
            let item = catch_unwind(AssertUnwindSafe(|| self.solve(index)));
            let item = item.unwrap_or_else(|_| Err(format!("level {}: the search failed", index + 1)));
            self.lock().waiting.insert(index, item);
            self.changed.notify_all();
        }
    }

    fn solve(&self, index: usize) -> Item {
        let level = &self.levels[index].level;
        let options = SolveOptions { seed: self.seed, ..SolveOptions::new(self.objective) };
        let mut report = self.progress.report();
        let control = &mut SearchControl::new(&self.limit, &mut report);
        let answer = solve(&Puzzle::from(level), &options, control);
        let answer = answer.map_err(|error| error.to_string())?;
        let counts = match &answer.verdict {
            Verdict::Solved { line, .. } => {
                let invalid = || format!("{:?} does not solve level {}", line.lurd, index + 1);
                Some(verify(level, &line.lurd).ok_or_else(invalid)?)
            }
            _ => None,
        };
        Ok((answer, counts))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Done> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits a moment for the answer that is next; `None` where it is not there yet.
    fn wait(&self) -> Option<(usize, Item)> {
        let mut done = self.lock();
        let index = done.taken;
        if !done.waiting.contains_key(&index) {
            let wait = self.changed.wait_timeout(done, INTERVAL);
            done = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
        let item = done.waiting.remove(&index)?;
        done.taken += 1;
        drop(done);
        self.changed.notify_all();
        Some((index, item))
    }
}

#[pymethods]
impl LevelAnswers {
    fn __len__(&self) -> usize {
        self.task.levels.len()
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(String, Answer, Option<Counts>)>> {
        if self.task.lock().taken == self.task.levels.len() {
            return Ok(None);
        }
        let (index, item) = loop {
            if let Some(next) = py.detach(|| self.task.wait()) {
                break next;
            }
            py.check_signals()?;
        };
        let (answer, counts) = item.map_err(PyRuntimeError::new_err)?;
        let title = self.task.levels[index].title(&self.task.text).to_owned();
        let counts = counts.map(|of| {
            (of.moves, of.pushes, of.box_lines, of.box_changes, of.pushing_sessions, of.player_lines)
        });
        Ok(Some((title, answer.into(), counts)))
    }

    /// End the searches; what has not been taken is lost.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.stop());
    }
}

impl LevelAnswers {
    fn stop(&self) {
        self.task.progress.stop();
        drop(self.task.lock());
        self.task.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // It cannot have panicked: what it runs is caught.
            let _ = thread.join();
        }
    }
}

impl Drop for LevelAnswers {
    fn drop(&mut self) {
        self.stop();
    }
}
