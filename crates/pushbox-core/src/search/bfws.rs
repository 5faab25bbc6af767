//! Best-first width search (Lipovetzky and Geffner 2017) by single pushes: the quickest way through small levels, and
//! exhaustive.
//!
//! Novelty ([`novelty`](super::novelty)) goes before the bound, so that a search that gets no nearer does not try the same
//! with every arrangement of boxes that have nothing to do with it.

use super::SearchStep;
use super::open_lists::{OpenLists, QueueKey};
use super::perimeter::Perimeter;
use super::push_graph::{PushGraph, ROOT};
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;

/// The keys of its turns.
const TURNS: [QueueKey; 4] = [QueueKey::Stage, QueueKey::Novelty, QueueKey::Novelty, QueueKey::Stage];

/// The search.
pub(crate) struct Bfws {
    open: OpenLists,
    pushes: Vec<Push>,
}

impl Bfws {
    /// Creates a search from the root of `graph`.
    pub(crate) fn new(graph: &PushGraph<'_>, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let mut open = OpenLists::new(graph.board, &graph.board.goals, &TURNS, control);
        open.push(graph.board, &graph.arena, ROOT, None, control)?;
        Ok(Self { open, pushes: Vec::new() })
    }

    /// Expands the best position; one that `backward` has met is solved. A shorter path than known is noted, but the
    /// position is not expanded again: any solution will do.
    pub(crate) fn step(
        &mut self,
        graph: &mut PushGraph<'_>,
        backward: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<SearchStep, LimitKind> {
        let Some(node) = self.open.pop(control) else { return Ok(SearchStep::Exhausted) };
        control.open = self.open.len();
        control.count()?;
        graph.expand(node, &mut self.pushes);
        for index in 0..self.pushes.len() {
            let push = self.pushes[index];
            if let Some(child) = graph.child(push, control)? {
                let origin = Some((node, graph.board.target(push)));
                self.open.push(graph.board, &graph.arena, child, origin, control)?;
                if graph.arena[child].bound == 0 {
                    return Ok(SearchStep::Solved(graph.arena.pushes_to(child)));
                }
                if let Some(backward) = backward
                    && let Some(suffix) = backward.solution_from(graph.position_ref(child))
                {
                    return Ok(SearchStep::Solved([graph.arena.pushes_to(child), suffix].concat()));
                }
            }
        }
        Ok(SearchStep::Continue)
    }
}
