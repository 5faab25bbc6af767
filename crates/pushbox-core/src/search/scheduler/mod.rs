//! The scheduler of the searches for any solution, on 1 to n threads; the first solution ends all of them.
//!
//! The searches are assigned to the threads, and those of a thread take turns ([`turns`]). A position that a
//! forward and a backward search have met ends the search: those of one thread look it up in each other, those of several
//! find each other through the [`exchange`]. Which of them meet first is then up to the machine, so the answers of several
//! threads may differ from run to run. Only the search by single pushes and the backward search can prove that there is no
//! solution.

pub(crate) mod exchange;
pub(crate) mod turns;

use std::ops::ControlFlow;
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use super::SearchEnd;
use super::SearchKind;
use super::astar::{AStar, RunEnd};
use super::push_graph::PushGraph;
use super::root_position::RootPosition;
use crate::limit::{Limit, LimitKind, Progress, SearchControl};
use crate::tuning::Tuning;
use exchange::Exchange;
use turns::Searches;

/// The time between two checks of helpers that are still running: too short for anybody to notice.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Searches `graph`, which holds nothing but the root, with so many threads, the calling one among them.
pub(crate) fn search(
    graph: PushGraph<'_>,
    root: &RootPosition,
    threads: usize,
    control: &mut SearchControl<'_>,
) -> Result<SearchEnd, LimitKind> {
    let mut assignments = assign_searches(root, threads.max(1), &control.tuning);
    let own = assignments.remove(0);
    if assignments.is_empty() {
        let mut searches = Searches::new(root, &own, None);
        searches.start_on(graph, control)?;
        return searches.run(control)?.ok_or(LimitKind::Memory);
    }
    with_helpers(root, &assignments, control, |exchange, helpers, control| {
        let mut searches = Searches::new(root, &own, Some(exchange));
        searches.start_on(graph, control)?;
        let limit = take_turns(searches, exchange, control).err();
        let waited = wait(exchange, helpers, control).err();
        exchange.outcome().ok_or(limit.or(waited).unwrap_or(LimitKind::Memory))
    })
}

/// Waits for the helpers, which may have something left of their shares.
fn wait(
    exchange: &Exchange,
    helpers: &[ScopedJoinHandle<'_, ()>],
    control: &mut SearchControl<'_>,
) -> Result<(), LimitKind> {
    while !exchange.is_over() && helpers.iter().any(|helper| !helper.is_finished()) {
        control.helper_nodes = exchange.nodes();
        control.check()?;
        thread::sleep(POLL_INTERVAL);
    }
    Ok(())
}

/// Runs A* while other threads, `helpers` of them, search for any solution. Breaks where A* ends; else returns what the
/// helpers have found, `None` where they have given up.
pub(crate) fn run_with_helpers(
    astar: &mut AStar<'_, u64>,
    root: &RootPosition,
    helpers: usize,
    control: &mut SearchControl<'_>,
) -> Result<ControlFlow<RunEnd, Option<SearchEnd>>, LimitKind> {
    let assignments = assign_searches(root, helpers, &control.tuning);
    with_helpers(root, &assignments, control, |exchange, helpers, control| {
        loop {
            let ended = astar.run(control.nodes + control.tuning.astar_turn, control);
            control.helper_nodes = exchange.nodes();
            let are_done = helpers.iter().all(ScopedJoinHandle::is_finished);
            match (ended, exchange.outcome()) {
                (Ok(RunEnd::Paused) | Err(_), Some(end)) => return Ok(ControlFlow::Continue(Some(end))),
                (Ok(RunEnd::Paused), None) if are_done => return Ok(ControlFlow::Continue(None)),
                (Ok(RunEnd::Paused), None) => {}
                (ended, _) => return ended.map(ControlFlow::Break),
            }
        }
    })
}

/// Runs `lead` while helper threads run the searches that are assigned to each.
fn with_helpers<T>(
    root: &RootPosition,
    assignments: &[Vec<SearchKind>],
    control: &mut SearchControl<'_>,
    lead: impl FnOnce(&Exchange, &[ScopedJoinHandle<'_, ()>], &mut SearchControl<'_>) -> Result<T, LimitKind>,
) -> Result<T, LimitKind> {
    let tuning = control.tuning;
    let exchange = Exchange::new(control.budget.free() / 16, tuning.most_marks);
    control.budget.take(exchange.bytes())?;
    let result = control.split(assignments.len(), |control, share| {
        thread::scope(|scope| {
            let helpers: Vec<_> = assignments
                .iter()
                .map(|kinds| scope.spawn(|| help(root, kinds, share, tuning, &exchange)))
                .collect();
            let result = lead(&exchange, &helpers, control);
            exchange.close();
            result
        })
    });
    control.budget.give(exchange.bytes());
    control.helper_nodes = 0;
    control.nodes += exchange.nodes();
    result
}

/// Assigns the searches to the threads, to the first thread the one by single pushes first.
fn assign_searches(root: &RootPosition, threads: usize, tuning: &Tuning) -> Vec<Vec<SearchKind>> {
    let kinds = SearchKind::worth_starting(root, tuning);
    let threads = threads.min(kinds.len());
    let mut assignments = vec![Vec::new(); threads];
    for (number, kind) in kinds.into_iter().enumerate() {
        assignments[number % threads].push(kind);
    }
    assignments
}

/// Runs searches in a helper thread until the search ends, or the share of the limits is used up.
fn help(root: &RootPosition, kinds: &[SearchKind], share: &Limit, tuning: Tuning, exchange: &Exchange) {
    let mut counted = 0;
    let mut report = |state: &Progress| {
        exchange.count(state.nodes - counted);
        counted = state.nodes;
        match exchange.is_over() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let mut control = SearchControl::new(share, &mut report).tuned(tuning);
    // It does not matter which limit it was: the others go on with their shares.
    let _ = take_turns(Searches::new(root, kinds, Some(exchange)), exchange, &mut control);
    let nodes = control.nodes;
    exchange.count(nodes - counted);
}

/// Lets the searches of a thread take turns until the search ends or all have given up.
fn take_turns(
    mut searches: Searches<'_, '_>,
    exchange: &Exchange,
    control: &mut SearchControl<'_>,
) -> Result<(), LimitKind> {
    if let Some(end) = searches.run(control)? {
        exchange.finish(end);
    }
    Ok(())
}
