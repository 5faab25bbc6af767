//! One search for all native rules.
//!
//! Positions are stored encoded, numbered in the order in which they are met, each with the move that led to it. The
//! clock never changes the order of a search: the same level, objective and node limit give the same answer and nodes.

mod any_solution;
mod best_solution;
mod state_graph;
mod state_novelty;

use super::{Outcome, Rules};
use crate::limit::{Limited, SearchControl};
use crate::objective::Objective;
use crate::search::verdict::{Proof, Verdict};
use state_graph::StateGraph;

/// The result of a search that no limit has ended: a solved position, or that every one which can be reached was expanded.
type SearchEnd = crate::search::SearchEnd<u32>;

/// Solves a level from its initial state.
pub(super) async fn search_states<R: Rules>(
    rules: &R,
    initial: &R::State,
    objective: Objective,
    most_moves: Option<u32>,
    control: &mut SearchControl<'_>,
) -> Limited<Verdict<Vec<u32>>> {
    match rules.outcome(initial) {
        Outcome::Solved => {
            control.raise_bound(0);
            return Ok(Verdict::Solved { line: Vec::new(), optimal: Some(objective), limit: None });
        }
        Outcome::Lost => return Ok(Verdict::Unsolvable(Proof::BeginsLost)),
        Outcome::Playing => {}
    }
    let (Some(bound), Some(heuristic)) = (rules.lower_bound(initial), rules.heuristic(initial)) else {
        return Ok(Verdict::Unsolvable(Proof::Deadlock));
    };
    let mut graph = StateGraph::new(rules, initial, control)?;
    let end = match objective {
        Objective::Any if most_moves.is_none() => {
            any_solution::find_any(&mut graph, (initial, heuristic), control).await?
        }
        _ => best_solution::find_best(&mut graph, bound, objective, most_moves, control).await?,
    };
    Ok(match end {
        SearchEnd::Solved(node) => Verdict::Solved {
            line: graph.line(node),
            optimal: (objective != Objective::Any).then_some(objective),
            limit: None,
        },
        SearchEnd::Exhausted => Verdict::Unsolvable(Proof::AllVisited),
    })
}
