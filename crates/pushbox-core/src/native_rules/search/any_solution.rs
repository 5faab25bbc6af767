//! The search of any solution: four open lists take turns on one set of positions.
//!
//! * Weighted A* (Pohl 1970): the moves done, and the moves left by the heuristic, which count more.
//! * Best-first width search (Lipovetzky and Geffner 2017): the newest position, and of those as new the one nearest by
//!   the heuristic.
//! * Feature space search in the manner of FESS (Shoham and Schaeffer 2020): positions are grouped in cells by their
//!   features, the cells take turns, and in a cell the position nearest by the heuristic goes first.
//! * Breadth-first search: the fewest moves done. It finds a short solution however wrong the heuristic is. A position
//!   to which fewer moves lead than were known is added again, and expanded again in its turn, so that no short
//!   solution is missed.
//!
//! Every position is in all of them and expanded before any is empty, so the search is exhaustive.

use std::collections::BTreeMap;

use super::SearchEnd;
use super::state_graph::{Edge, StateGraph};
use super::state_novelty::StateNovelty;
use crate::limit::{Limited, SearchControl};
use crate::native_rules::{Outcome, Rules};
use crate::objective::Count;
use crate::search::open_list::OpenList;

/// The weight of the heuristic against a move done.
const HEURISTIC_WEIGHT: u64 = 5;

/// The turns of a round, of which breadth-first search has one and the other lists share the rest.
const ROUND: u32 = 10;

/// Searches until a solution turns up or nothing is left.
pub(super) async fn find_any<R: Rules>(
    graph: &mut StateGraph<'_, R>,
    initial: (&R::State, u32),
    control: &mut SearchControl<'_>,
) -> Limited<SearchEnd> {
    let mut open = QueuesInTurn { novelty: StateNovelty::new(control)?, ..QueuesInTurn::default() };
    open.push(graph, initial, 0, &[], control)?;
    while let Some(node) = open.pop(control) {
        if !graph.close(node) {
            continue;
        }
        control.open = open.by_heuristic.len();
        control.pause().await?;
        control.count()?;
        let moves = graph.cost(node).moves + 1;
        let parent = graph.bytes(node).to_vec();
        for (ordinal, next) in graph.successors(node).iter().enumerate() {
            let edge = Edge { parent: node, ordinal: ordinal as u32, cost: Count { pushes: 0, moves } };
            if let Some(known) = graph.find(&next.state) {
                if moves < graph.cost(known).moves {
                    graph.improve(known, edge);
                    open.by_moves.push(moves, known, control)?;
                }
                continue;
            }
            let heuristic = match graph.rules.outcome(&next.state) {
                Outcome::Solved => return Ok(SearchEnd::Solved(graph.add(edge, control)?)),
                Outcome::Lost => None,
                Outcome::Playing => graph.rules.heuristic(&next.state),
            };
            if let Some(heuristic) = heuristic {
                let child = graph.add(edge, control)?;
                open.push(graph, (&next.state, heuristic), child, &parent, control)?;
            }
        }
    }
    Ok(SearchEnd::Exhausted)
}

/// The open positions, once in each list.
#[derive(Default)]
struct QueuesInTurn {
    novelty: StateNovelty,
    by_heuristic: OpenList,
    by_novelty: OpenList,
    by_features: BTreeMap<u64, OpenList>,
    by_moves: OpenList<u32>,
    /// The features of the cell that had the last turn.
    cell: u64,
    turn: u32,
}

impl QueuesInTurn {
    /// Adds the position that is encoded in `graph.encoded`, with its heuristic; `parent` is the encoding of the one it comes
    /// from.
    fn push<R: Rules>(
        &mut self,
        graph: &StateGraph<'_, R>,
        (state, heuristic): (&R::State, u32),
        node: u32,
        parent: &[u8],
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let heuristic = u64::from(heuristic);
        let features = graph.rules.features(state);
        let moves = u64::from(graph.cost(node).moves);
        let novelty = self.novelty.rate(features, &graph.encoded, parent);
        self.by_heuristic.push(HEURISTIC_WEIGHT * heuristic + moves, node, control)?;
        self.by_novelty.push(novelty << 32 | heuristic, node, control)?;
        self.by_features.entry(features).or_default().push(heuristic, node, control)?;
        self.by_moves.push(graph.cost(node).moves, node, control)
    }

    /// Takes the best position of the list whose turn it is, `None` where that is empty.
    fn pop(&mut self, control: &mut SearchControl<'_>) -> Option<u32> {
        self.turn = (self.turn + 1) % ROUND;
        if self.turn == 0 {
            return self.by_moves.pop(control).map(|(_, node)| node);
        }
        match self.turn % 3 {
            0 => self.by_heuristic.pop(control),
            1 => self.by_novelty.pop(control),
            _ => loop {
                let later = self.by_features.range(self.cell + 1..).next();
                let (&cell, _) = later.or_else(|| self.by_features.first_key_value())?;
                self.cell = cell;
                match self.by_features.get_mut(&cell).and_then(|open| open.pop(control)) {
                    Some(entry) => break Some(entry),
                    None => self.by_features.remove(&cell),
                };
            },
        }
        .map(|(_, node)| node)
    }
}
