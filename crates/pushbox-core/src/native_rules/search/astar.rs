//! The search of the best solution: A* (Hart, Nilsson and Raphael 1968), which with no lower bound is uniform-cost search.
//!
//! A lower bound need not be consistent: a position that a better path leads to is expanded again.

use super::SearchEnd;
use super::state_graph::{Edge, StateGraph};
use crate::limit::{Limited, SearchControl};
use crate::native_rules::{Outcome, Rules};
use crate::objective::{Count, Objective};
use crate::search::open_list::OpenList;

/// Searches until the best solution is known or nothing is left.
pub(super) fn search<R: Rules>(
    graph: &mut StateGraph<'_, R>,
    initial: &R::State,
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
    let is_too_long = |moves| most_moves.is_some_and(|most| moves > most);
    open.push(objective.rank(graph.rules.lower_bound(initial)), 0, control)?;
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
        control.count()?;
        for (ordinal, next) in graph.successors(node).iter().enumerate() {
            let cost = cost.plus(Count { pushes: u32::from(next.pushed), moves: 1 });
            if is_too_long(cost.moves) {
                continue;
            }
            let edge = Edge { parent: node, ordinal: ordinal as u32, cost };
            let child = match graph.find(&next.state) {
                Some(known) if objective.rank(graph.cost(known)) <= objective.rank(cost) => continue,
                Some(known) => {
                    graph.improve(known, edge);
                    known
                }
                None if graph.rules.outcome(&next.state) == Outcome::Lost
                    || is_too_long(cost.plus(graph.rules.lower_bound(&next.state)).moves)
                    || graph.rules.is_deadlock(&next.state) =>
                {
                    continue;
                }
                None => graph.add(edge, control)?,
            };
            open.push(objective.rank(cost.plus(graph.rules.lower_bound(&next.state))), child, control)?;
        }
    }
    Ok(SearchEnd::Exhausted)
}
