//! Best-first width search (Lipovetzky and Geffner 2017) by single pushes: the quickest way through small levels, and
//! exhaustive.
//!
//! Novelty ([`novelty`](super::novelty)) goes before the bound. So a search that gets no nearer does not try the same
//! again with every arrangement of unrelated boxes.

use super::open_lists::{OpenLists, QueueKey};
use super::perimeter::{OtherEnd, Perimeter, PositionRef};
use super::push_graph::{PushGraph, ROOT};
use super::{Search, SearchEnd, TurnEnd};
use crate::limit::{Limited, SearchControl};
use crate::push::Push;

/// The keys of its turns.
const TURNS: [QueueKey; 4] = [QueueKey::Stage, QueueKey::Novelty, QueueKey::Novelty, QueueKey::Stage];

pub(crate) struct Bfws<'s> {
    graph: PushGraph<'s>,
    open: OpenLists,
    pushes: Vec<Push>,
}

impl<'s> Bfws<'s> {
    /// Creates a search from the root of `graph`.
    pub(crate) fn new(graph: PushGraph<'s>, control: &mut SearchControl<'_>) -> Limited<Self> {
        let mut open = OpenLists::new(graph.board, graph.board.filled_goals(), &TURNS, control);
        open.push(graph.board, &graph.arena, ROOT, None, control)?;
        Ok(Self { graph, open, pushes: Vec::new() })
    }
}

impl Search for Bfws<'_> {
    /// A shorter path than known is noted, but the position is not expanded again: any solution will do.
    fn step(&mut self, other: OtherEnd<'_>, control: &mut SearchControl<'_>) -> TurnEnd {
        let Some(node) = self.open.pop(control) else { return Ok(Some(SearchEnd::Exhausted)) };
        control.open = self.open.len();
        control.count()?;
        let graph = &mut self.graph;
        graph.expand(node, &mut self.pushes);
        if let Some(other) = other {
            other.warm(&graph.keys_after);
        }
        for index in 0..self.pushes.len() {
            let push = self.pushes[index];
            if let Some(child) = graph.child(push, control)? {
                let origin = Some((node, graph.board.target(push)));
                self.open.push(graph.board, &graph.arena, child, origin, control)?;
                if let Some(pushes) = graph.solution(child, other) {
                    return Ok(Some(SearchEnd::Solved(pushes)));
                }
            }
        }
        Ok(None)
    }
}

impl Perimeter for Bfws<'_> {
    fn solution_from(&self, position: PositionRef<'_>) -> Option<Vec<Push>> {
        self.graph.line(position)
    }

    fn warm(&self, boxes: &[u64]) {
        self.graph.arena.table.warm(boxes);
    }
}
