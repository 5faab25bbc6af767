//! Searches in steps. Each has a number, so that several take turns, and whoever calls does what they like in between.

use std::cell::RefCell;
use std::ops::ControlFlow;

use pushbox_core::SteppedSearch;

use crate::Fault;
use crate::answers::progress;
use crate::json::{Written, object};

/// A search whose answer is JSON.
type Search = SteppedSearch<Result<String, Fault>>;

thread_local! {
    /// The searches by number, `None` for those that are over.
    static SEARCHES: RefCell<Vec<Option<Search>>> = const { RefCell::new(Vec::new()) };
}

/// Takes a search that has not begun; answers with its number.
pub(crate) fn start(search: Search) -> String {
    SEARCHES.with_borrow_mut(|searches| {
        searches.push(Some(search));
        object(&[("search", &(searches.len() - 1))])
    })
}

/// Goes on with a search; returns its `progress`, or its answer, with which it is over.
pub(crate) fn step(search: usize, positions: u64) -> Result<String, Fault> {
    // It is not among the others meanwhile, as its answer may take a look at plays.
    let mut running = take(search)?;
    match running.step(positions) {
        ControlFlow::Break(answer) => answer,
        ControlFlow::Continue(state) => {
            let told = Written(progress(&state, running.take_better().as_ref()));
            SEARCHES.with_borrow_mut(|searches| searches[search] = Some(running));
            Ok(object(&[("progress", &told)]))
        }
    }
}

/// Has the next step of a search end it, with the best that it has found.
pub fn stop(search: usize) {
    SEARCHES.with_borrow(|searches| {
        searches.get(search).into_iter().flatten().for_each(|running| running.stop())
    });
}

/// Ends a search without an answer, and frees its memory.
pub fn drop_search(search: usize) {
    let _ = take(search);
}

fn take(search: usize) -> Result<Search, Fault> {
    SEARCHES
        .with_borrow_mut(|searches| searches.get_mut(search)?.take())
        .ok_or_else(|| format!("found search {search}, expected one that goes on"))
}
