//! The scheduler of the searches for any solution, on 1 to n threads. The first solution ends all of them.
//!
//! Each thread has some of the searches, which take turns ([`turns`]). A position that a forward and a backward search
//! have met ends the search. Searches of one thread look it up in each other; those of several threads find each other
//! through the [`exchange`]. Which of them meet first is then up to the machine, so the answers of several threads may
//! differ from run to run. Only the search by single pushes and the backward search can prove that there is no
//! solution.

pub(crate) mod exchange;
pub(crate) mod turns;

use std::thread;
use std::time::Duration;

use super::push_graph::PushGraph;
use super::root_position::RootPosition;
use super::{SearchEnd, SearchKind};
use crate::limit::{LimitKind, Limited, SearchControl};
use crate::polling::to_end;
use crate::tuning::Tuning;
use exchange::Exchange;
use turns::Searches;

/// The time between two checks of helpers that are still running: too short for anybody to notice.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Searches `graph`, which holds nothing but the root, with so many threads, the calling one among them.
pub(crate) async fn search_in_turns(
    graph: PushGraph<'_>,
    root: &RootPosition,
    threads: usize,
    control: &mut SearchControl<'_>,
) -> Limited<SearchEnd> {
    let mut assignments = assign_searches(root, threads.max(1), &control.tuning);
    let own = assignments.remove(0);
    if assignments.is_empty() {
        let mut searches = Searches::new(root, &own, None);
        searches.start_on(graph, control)?;
        return searches.run(control).await?.ok_or(LimitKind::Memory);
    }
    let exchange = &Exchange::new(control.budget.free() / 16, control.tuning.most_marks);
    control.budget.take(exchange.bytes())?;
    let take_turns = |mut searches: Searches<'_, '_>, control: &mut SearchControl<'_>| -> Limited<()> {
        to_end(searches.run(control))?.into_iter().for_each(|end| exchange.finish(end));
        Ok(())
    };
    let help = |kinds: Vec<SearchKind>, control: &mut SearchControl<'_>| {
        // It does not matter which limit it was: the others go on with their shares.
        let _ = take_turns(Searches::new(root, &kinds, Some(exchange)), control);
    };
    let lead = |control: &mut SearchControl<'_>, is_helped: &dyn Fn() -> bool| {
        let mut searches = Searches::new(root, &own, Some(exchange));
        let started = searches.start_on(graph, control);
        let limit = started.and_then(|()| take_turns(searches, control)).err();
        let waited = wait(exchange, is_helped, control).err();
        exchange.threads.end();
        exchange.outcome().ok_or(limit.or(waited).unwrap_or(LimitKind::Memory))
    };
    let (result, _) = control.team(&exchange.threads, assignments, help, lead);
    control.budget.give(exchange.bytes());
    result
}

/// Waits for the helpers, which may have something left of their shares.
fn wait(exchange: &Exchange, is_helped: &dyn Fn() -> bool, control: &mut SearchControl<'_>) -> Limited<()> {
    while !exchange.threads.is_over() && is_helped() {
        control.helper_nodes = exchange.threads.nodes();
        control.check()?;
        thread::sleep(POLL_INTERVAL);
    }
    Ok(())
}

/// Assigns the searches to the threads, to the first thread the one by single pushes first.
fn assign_searches(root: &RootPosition, threads: usize, tuning: &Tuning) -> Vec<Vec<SearchKind>> {
    let kinds = SearchKind::worth_starting(root, tuning);
    // The search by way of a mid-point has too few turns for a thread of its own; it comes last.
    let threads = threads.min(kinds.iter().filter(|&&kind| kind != SearchKind::Midpoint).count());
    let mut assignments = vec![Vec::new(); threads];
    for (number, kind) in kinds.into_iter().enumerate() {
        assignments[number % threads].push(kind);
    }
    assignments
}
