//! One level searched by several threads at once.
//!
//! The searches that take turns in one thread ([`portfolio`](super::portfolio)) are dealt to the threads, each with its
//! share of the limits. They find each other through the [`exchange`]: any line forward that touches any line backward
//! ends the search. Which of them does so first is up to the machine, so answers may differ from run to run.

pub(crate) mod exchange;
mod member;

use std::ops::ControlFlow;
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use super::End;
use super::exact::{Ended, Exact};
use super::portfolio::{FEWEST_FOR_PHASES, STYLES};
use super::tree::Tree;
use crate::field::Start;
use crate::limit::{Limit, LimitKind, Progress, SearchControl};
use exchange::Exchange;
use member::{Member, Role, Turn};

/// The time between two looks at helpers that are still at work: too short for anybody to notice.
const NAP: Duration = Duration::from_millis(1);
/// Positions that an exact search expands between two looks at what the helpers have found.
const EXACT_TURN: u64 = 1000;

/// Searches `tree`, which holds nothing but the start, with so many threads, the calling one among them.
pub(crate) fn search(
    tree: Tree<'_>,
    start: &Start,
    threads: usize,
    control: &mut SearchControl<'_>,
) -> Result<End, LimitKind> {
    let mut crews = deal(start, threads);
    let mine = crews.remove(0);
    with_helpers(start, &crews, control, |exchange, helpers, control| {
        let front = Member::front(tree, control)?;
        let limit = join(start, &mine[1..], vec![front], exchange, control).err();
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
        thread::sleep(NAP);
    }
    Ok(())
}

/// What an exact search beside helpers has come to.
pub(crate) enum Beside {
    /// It has ended.
    Ended(Ended),
    /// The helpers know a solution, or that there is none.
    Found(End),
    /// The helpers have given up.
    Alone,
}

/// Runs an exact search while other threads, `helpers` of them, look for any solution.
pub(crate) fn beside(
    exact: &mut Exact<'_>,
    start: &Start,
    helpers: usize,
    control: &mut SearchControl<'_>,
) -> Result<Beside, LimitKind> {
    with_helpers(start, &deal(start, helpers), control, |exchange, helpers, control| {
        loop {
            let ended = exact.run(control.nodes + EXACT_TURN, control);
            control.helper_nodes = exchange.nodes();
            let are_done = helpers.iter().all(ScopedJoinHandle::is_finished);
            match (ended, exchange.outcome()) {
                (Ok(Ended::Paused) | Err(_), Some(end)) => return Ok(Beside::Found(end)),
                (Ok(Ended::Paused), None) if are_done => return Ok(Beside::Alone),
                (Ok(Ended::Paused), None) => {}
                (ended, _) => return ended.map(Beside::Ended),
            }
        }
    })
}

/// Runs `lead` while every crew searches in a thread of its own.
fn with_helpers<T>(
    start: &Start,
    crews: &[Vec<Role>],
    control: &mut SearchControl<'_>,
    lead: impl FnOnce(&Exchange, &[ScopedJoinHandle<'_, ()>], &mut SearchControl<'_>) -> Result<T, LimitKind>,
) -> Result<T, LimitKind> {
    let exchange = Exchange::new(control.budget.free() / 16);
    control.budget.take(exchange.bytes())?;
    let led = control.split(crews.len(), |control, share| {
        thread::scope(|scope| {
            let helpers: Vec<_> =
                crews.iter().map(|crew| scope.spawn(|| help(start, crew, share, &exchange))).collect();
            let led = lead(&exchange, &helpers, control);
            exchange.close();
            led
        })
    });
    control.budget.give(exchange.bytes());
    control.helper_nodes = 0;
    control.nodes += exchange.nodes();
    led
}

/// The searches of every thread, the one that the lead has made ready first.
fn deal(start: &Start, threads: usize) -> Vec<Vec<Role>> {
    let mut roles = vec![Role::Front];
    // Where goals stay empty there are too many ends to go back from.
    if start.boxes.len() == start.field.goals.len() {
        roles.push(Role::Rear);
    }
    roles.push(Role::Style(0));
    if start.boxes.len() >= FEWEST_FOR_PHASES {
        roles.push(Role::Phases);
    }
    roles.extend((1..STYLES.len()).map(Role::Style));
    let threads = threads.min(roles.len());
    let mut crews = vec![Vec::new(); threads];
    for (number, role) in roles.into_iter().enumerate() {
        crews[number % threads].push(role);
    }
    crews
}

/// Searches in a thread of its own until there is an end, or its share of the limits is used up.
fn help(start: &Start, crew: &[Role], share: &Limit, exchange: &Exchange) {
    let mut told = 0;
    let mut look = |state: &Progress| {
        exchange.count(state.nodes - told);
        told = state.nodes;
        match exchange.is_over() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let mut control = SearchControl::new(share, &mut look);
    // Which limit it was says nothing: the others go on with their shares.
    let _ = join(start, crew, Vec::new(), exchange, &mut control);
    let nodes = control.nodes;
    exchange.count(nodes - told);
}

/// Lets the searches of a crew, and those at work already, take turns until there is an end or all have given up.
fn join<'s>(
    start: &'s Start,
    crew: &[Role],
    mut members: Vec<Member<'s>>,
    exchange: &Exchange,
    control: &mut SearchControl<'_>,
) -> Result<(), LimitKind> {
    let mut commons = None;
    for &role in crew {
        match Member::new(start, role, &mut commons, control) {
            Ok(Some(member)) => members.push(member),
            Ok(None) => exchange.finish(End::Exhausted),
            // The others have more of it then.
            Err(LimitKind::Memory) => {}
            Err(limit) => return Err(limit),
        }
    }
    let mut index = 0;
    while !exchange.is_over() && !members.is_empty() {
        index %= members.len();
        match members[index].turn(&mut commons, exchange, control) {
            Ok(Turn::Going) => index += 1,
            Ok(Turn::Ended(end)) => exchange.finish(end),
            Ok(Turn::Dry) | Err(LimitKind::Memory) => {
                let bytes = members.remove(index).bytes;
                control.budget.give(bytes);
            }
            Err(limit) => return Err(limit),
        }
    }
    Ok(())
}
