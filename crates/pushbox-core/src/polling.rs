//! Futures that nothing ever wakes: they pend where they pause, and go on when they are polled again.

use std::future::{Future, poll_fn};
use std::mem;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Runs a search to its end.
pub(crate) fn to_end<T>(search: impl Future<Output = T>) -> T {
    let mut search = pin!(search);
    loop {
        if let Poll::Ready(answer) = search.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return answer;
        }
    }
}

/// Pends at the first poll.
pub(crate) fn pending_once() -> impl Future<Output = ()> {
    let mut is_later = false;
    poll_fn(move |_| if mem::replace(&mut is_later, true) { Poll::Ready(()) } else { Poll::Pending })
}
