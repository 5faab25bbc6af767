//! One search for all twins.
//!
//! Positions are kept packed, numbered in the order in which they are met, each with the move that led to it. The clock
//! never changes the order of a search: the same level, objective and node limit give the same answer and nodes.

mod any;
mod best;
mod novelty;
mod store;

use std::ops::ControlFlow;

use super::{Next, Rules, Status};
use crate::limit::{Limit, LimitKind, Progress, Watch};
use crate::objective::Objective;
use store::Store;

/// What became of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Here is a solution.
    Solved {
        /// The ordinal of each move among the legal moves of its position.
        line: Vec<u32>,
        /// Whether no solution has fewer pushes, and among those with as many fewer moves.
        optimal: Option<Objective>,
    },
    /// There is no solution, for this reason.
    Unsolvable(&'static str),
    /// A limit ended the search.
    GaveUp(LimitKind),
}

/// An outcome, and what it cost.
#[derive(Clone, Debug)]
pub struct Found {
    /// The outcome.
    pub outcome: Outcome,
    /// Positions expanded.
    pub nodes: u64,
    /// Seconds of wall clock, preparation included.
    pub seconds: f64,
    /// No solution has fewer pushes than this, where that is known.
    pub bound: Option<u64>,
}

/// How a search ends.
enum End {
    /// At a position that is solved.
    Solved(u32),
    /// Nothing is left to try.
    Exhausted,
}

/// Searches from a position.
pub(super) fn search<R: Rules>(
    rules: &R,
    start: &R::State,
    objective: Objective,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Found {
    let mut watch = Watch::new(limit, progress);
    let outcome = find(rules, start, objective, &mut watch).unwrap_or_else(Outcome::GaveUp);
    let bound = match outcome {
        Outcome::Unsolvable(_) => None,
        _ => watch.proven(),
    };
    Found { outcome, nodes: watch.nodes, seconds: watch.seconds(), bound }
}

fn find<R: Rules>(
    rules: &R,
    start: &R::State,
    objective: Objective,
    watch: &mut Watch<'_>,
) -> Result<Outcome, LimitKind> {
    match rules.status(start) {
        Status::Solved => {
            watch.raise(0);
            return Ok(Outcome::Solved { line: Vec::new(), optimal: Some(objective) });
        }
        Status::Lost => return Ok(Outcome::Unsolvable("the level begins lost")),
        Status::Playing if rules.is_dead(start) => {
            return Ok(Outcome::Unsolvable("a piece can never get where it has to"));
        }
        Status::Playing => {}
    }
    let mut tree = Tree { rules, store: Store::new(watch)?, after: Vec::new(), bytes: Vec::new() };
    tree.bytes.clear();
    rules.pack(start, &mut tree.bytes);
    tree.store.add(&tree.bytes, None, watch)?;
    let end = match objective {
        Objective::Any => any::search(&mut tree, start, watch)?,
        _ => best::search(&mut tree, start, objective, watch)?,
    };
    Ok(match end {
        End::Solved(node) => Outcome::Solved {
            line: tree.store.line(node),
            optimal: (objective != Objective::Any).then_some(objective),
        },
        End::Exhausted => Outcome::Unsolvable("every position that can be reached was visited"),
    })
}

/// The positions met, and the rules that lead on from them.
struct Tree<'a, R: Rules> {
    rules: &'a R,
    store: Store,
    after: Vec<Next<R::State>>,
    bytes: Vec<u8>,
}

impl<R: Rules> Tree<'_, R> {
    /// Fills `after` with what the legal moves of a position lead to.
    fn expand(&mut self, node: u32) {
        let state = self.rules.unpack(self.store.bytes(node));
        self.after.clear();
        self.rules.expand(&state, &mut self.after);
    }
}
