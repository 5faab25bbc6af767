//! The search of the best solution: A* (Hart, Nilsson and Raphael 1968), which is uniform-cost search with no lower
//! bound.
//!
//! A lower bound need not be consistent: a position to which a better path leads is expanded again.

use super::SearchEnd;
use super::state_graph::{Edge, StateGraph};
use crate::limit::{Limited, SearchControl};
use crate::native_rules::{Outcome, Rules};
use crate::objective::{Count, Objective};
use crate::search::open_list::OpenList;

/// Searches until the best solution is known or nothing is left; `bound` is that of the initial position.
pub(super) async fn find_best<R: Rules>(
    graph: &mut StateGraph<'_, R>,
    bound: Count,
    objective: Objective,
    most_moves: Option<u32>,
    control: &mut SearchControl<'_>,
) -> Limited<SearchEnd> {
    let mut open = OpenList::default();
    let objective = match objective {
        // Among the fewest pushes the fewest moves cost little more here, where every step is a position.
        Objective::Pushes => Objective::PushesMoves,
        Objective::Any => Objective::Moves,
        other => other,
    };
    open.push(objective.rank(bound), 0, control)?;
    while let Some((rank, node)) = open.pop(control) {
        if !graph.close(node) {
            continue;
        }
        control.raise_bound(u64::from(rank.0));
        let cost = graph.cost(node);
        if graph.rules.outcome(&graph.state(node)) == Outcome::Solved {
            return Ok(SearchEnd::Solved(node));
        }
        control.open = open.len();
        control.pause().await?;
        control.count()?;
        for (ordinal, next) in graph.successors(node).iter().enumerate() {
            let cost = cost.plus(Count { pushes: u32::from(next.pushed), moves: 1 });
            let known = graph.find(&next.state);
            if known.is_some_and(|known| objective.rank(graph.cost(known)) <= objective.rank(cost)) {
                continue;
            }
            let Some(bound) = graph.rules.bound_at(&next.state) else { continue };
            let least = cost.plus(bound);
            if most_moves.is_some_and(|most| least.moves > most) {
                continue;
            }
            let edge = Edge { parent: node, ordinal: ordinal as u32, cost };
            let child = match known {
                Some(known) => graph.improve(known, edge),
                None => graph.add(edge, control)?,
            };
            open.push(objective.rank(least), child, control)?;
        }
    }
    Ok(SearchEnd::Exhausted)
}
