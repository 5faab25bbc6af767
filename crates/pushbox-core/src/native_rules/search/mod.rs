//! One search for all native rules.
//!
//! Positions are stored encoded, numbered in the order in which they are met, each with the move that led to it. The clock
//! never changes the order of a search: the same level, objective and node limit give the same answer and nodes.

mod any_solution;
mod astar;
mod novelty;
mod store;

use std::ops::ControlFlow;

use super::{Outcome, Rules, Transition};
use crate::limit::{Limit, LimitKind, Progress, SearchControl};
use crate::objective::Objective;
use store::Store;

/// The verdict on a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeVerdict {
    /// The level has a solution.
    Solved {
        /// The ordinal of each move among the legal moves of its position.
        line: Vec<u32>,
        /// The objective for which no solution is better: fewest pushes, and among those the fewest moves.
        optimal: Option<Objective>,
    },
    /// The level has no solution, for this reason.
    Unsolvable(&'static str),
    /// A limit ended the search.
    GaveUp(LimitKind),
}

/// A verdict, and what it cost.
#[derive(Clone, Debug)]
pub struct NativeAnswer {
    /// The verdict.
    pub verdict: NativeVerdict,
    /// Positions expanded.
    pub nodes: u64,
    /// Seconds of wall clock, preparation included.
    pub seconds: f64,
    /// No solution has fewer pushes than this, where that is known.
    pub bound: Option<u64>,
}

/// The result of a search that no limit has ended.
enum SearchEnd {
    /// It has met this position, which is solved.
    Solved(u32),
    /// Every position that can be reached was expanded.
    Exhausted,
}

/// Solves a level from its initial state.
pub(super) fn solve<R: Rules>(
    rules: &R,
    initial: &R::State,
    objective: Objective,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> NativeAnswer {
    let mut control = SearchControl::new(limit, progress);
    let verdict = search(rules, initial, objective, &mut control).unwrap_or_else(NativeVerdict::GaveUp);
    let bound = match verdict {
        NativeVerdict::Unsolvable(_) => None,
        _ => control.proven_bound(),
    };
    NativeAnswer { verdict, nodes: control.nodes, seconds: control.seconds(), bound }
}

fn search<R: Rules>(
    rules: &R,
    initial: &R::State,
    objective: Objective,
    control: &mut SearchControl<'_>,
) -> Result<NativeVerdict, LimitKind> {
    match rules.outcome(initial) {
        Outcome::Solved => {
            control.raise_bound(0);
            return Ok(NativeVerdict::Solved { line: Vec::new(), optimal: Some(objective) });
        }
        Outcome::Lost => return Ok(NativeVerdict::Unsolvable("the level begins lost")),
        Outcome::Playing if rules.is_deadlock(initial) => {
            return Ok(NativeVerdict::Unsolvable("a piece can never get where it has to"));
        }
        Outcome::Playing => {}
    }
    let mut graph =
        StateGraph { rules, store: Store::new(control)?, successors: Vec::new(), encoded: Vec::new() };
    graph.encode(initial);
    graph.store.add(&graph.encoded, None, control)?;
    let end = match objective {
        Objective::Any => any_solution::search(&mut graph, initial, control)?,
        _ => astar::search(&mut graph, initial, objective, control)?,
    };
    Ok(match end {
        SearchEnd::Solved(node) => NativeVerdict::Solved {
            line: graph.store.line(node),
            optimal: (objective != Objective::Any).then_some(objective),
        },
        SearchEnd::Exhausted => NativeVerdict::Unsolvable("every position that can be reached was visited"),
    })
}

/// The positions met, and the rules that lead on from them.
struct StateGraph<'a, R: Rules> {
    rules: &'a R,
    store: Store,
    successors: Vec<Transition<R::State>>,
    encoded: Vec<u8>,
}

impl<R: Rules> StateGraph<'_, R> {
    /// Fills `successors` with the transitions of a position.
    fn expand(&mut self, node: u32) {
        let state = self.rules.decode(self.store.bytes(node));
        self.successors.clear();
        self.rules.successors(&state, &mut self.successors);
    }

    /// Fills `encoded` with a position.
    fn encode(&mut self, state: &R::State) {
        self.encoded.clear();
        self.rules.encode(state, &mut self.encoded);
    }
}
