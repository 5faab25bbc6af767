//! The state of a search for those who look at it from elsewhere, and may end it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::limit::Progress;

/// The progress of a search, which any thread may poll, and stop. Several searches may share one.
#[derive(Debug, Default)]
pub struct SharedProgress {
    is_stopped: AtomicBool,
    last: Mutex<Option<Progress>>,
}

impl SharedProgress {
    /// Returns the callback for the [`SearchControl`](crate::SearchControl) of a search.
    pub fn report(&self) -> impl FnMut(&Progress) -> ControlFlow<()> + '_ {
        |state| {
            *locked(&self.last) = Some(*state);
            if self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    /// Returns the state that was reported last, some 20 ms ago at most while a search runs.
    pub fn last(&self) -> Option<Progress> {
        *locked(&self.last)
    }

    /// Ends the search at its next report.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether it has been ended.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// Locks a mutex; a thread that panicked has left nothing half done, and the panic is passed on when it is joined.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
