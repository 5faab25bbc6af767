//! Searches in steps: whoever has one gives it some positions at a time, and does what they like in between. No thread,
//! no callback.
//!
//! A search is calls within calls: A*, the optimizer beside it, each with a part of the limits. Those that last are
//! `async`, so that the compiler makes a value of their stack, and pause where they ask their [`SearchControl`]. Nothing
//! ever wakes them: a step polls them once, and [`to_end`](crate::polling::to_end) until they are over.
//!
//! The solver by one thread, the optimizer and the search by native rules go in steps. Certificates, guided searches,
//! ways back to known positions and the generator run to their end; a step of the others ends within a position, a table
//! or the dive at the start only when that is done.

use std::future::Future;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use crate::clock::Clock;
use crate::limit::{Limit, Progress, SearchControl};
use crate::line::Line;
use crate::shared_progress::{SharedProgress, locked};

/// A search as a value, which goes on when it is polled.
pub type PausedSearch<'s, T> = Pin<Box<dyn Future<Output = T> + Send + 's>>;

/// What a search and those who step it share.
#[derive(Default)]
struct Steps {
    /// Of the present step.
    positions: AtomicU64,
    progress: SharedProgress,
    better: Mutex<Option<Line>>,
}

/// A search that goes on in steps. Its time runs from the first of them on, pauses included. Dropping it frees all that it
/// holds.
pub struct SteppedSearch<T> {
    steps: Arc<Steps>,
    /// `None` once it has ended.
    search: Option<PausedSearch<'static, T>>,
}

impl<T: 'static> SteppedSearch<T> {
    /// Creates a search within a limit, by a clock, that has not begun.
    pub(crate) fn new(
        limit: Limit,
        clock: Clock,
        search: impl for<'c> FnOnce(&'c mut SearchControl<'_>) -> PausedSearch<'c, T> + Send + 'static,
    ) -> Self {
        let steps = Arc::new(Steps::default());
        let shared = Arc::clone(&steps);
        let search = Box::pin(async move {
            let mut report = shared.progress.report();
            let mut on_better = |line: &Line| *locked(&shared.better) = Some(line.clone());
            let control = SearchControl::with_clock(clock, &limit, &mut report);
            search(&mut control.on_better(&mut on_better).stepped(&shared.positions)).await
        });
        Self { steps, search: Some(search) }
    }

    /// Has it come to what `change` makes of its answer.
    pub fn map<U: 'static>(self, change: impl FnOnce(T) -> U + Send + 'static) -> SteppedSearch<U> {
        let search = self
            .search
            .map(|search| -> PausedSearch<'static, U> { Box::pin(async move { change(search.await) }) });
        SteppedSearch { steps: self.steps, search }
    }

    /// Goes on for up to so many positions, one at least, and for about 20 ms at most; what is done before the first
    /// position, and the tables that a search makes on its way, take as long as they take. Breaks with the answer.
    ///
    /// # Panics
    /// Once it has ended.
    pub fn step(&mut self, positions: u64) -> ControlFlow<T, Progress> {
        self.steps.positions.store(positions, Ordering::Relaxed);
        let search = self.search.as_mut().expect("a search that has not ended");
        match search.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(answer) => {
                self.search = None;
                ControlFlow::Break(answer)
            }
            Poll::Pending => ControlFlow::Continue(self.progress()),
        }
    }

    /// Returns how far it has come.
    pub fn progress(&self) -> Progress {
        self.steps.progress.last().unwrap_or_default()
    }

    /// Returns the best solution so far, once, where there is a better one than at the last call.
    pub fn take_better(&self) -> Option<Line> {
        locked(&self.steps.better).take()
    }

    /// Has the next step end it, with the best that it has found.
    pub fn stop(&self) {
        self.steps.progress.stop();
    }
}
