//! Best-first width search (Lipovetzky and Geffner 2017) by single pushes: the quickest way through small levels, and
//! exhaustive.
//!
//! What is new ([`novelty`](super::novelty)) goes before what is near by the bound, so that a search that gets no nearer
//! does not try the same with every arrangement of boxes that have nothing to do with it.

use super::End;
use super::novelty::Novelty;
use super::open::Open;
use super::perimeter::Perimeter;
use super::tree::{Child, ROOT, Tree};
use crate::deadlock::pi_corral::Push;
use crate::limit::{LimitKind, Watch};

/// The search.
pub(crate) struct Greedy {
    /// By novelty, and then by the bound.
    open: Open<(u64, u32)>,
    novelty: Novelty,
    pushes: Vec<Push>,
}

impl Greedy {
    /// A search from the start of `tree`.
    pub(crate) fn new(tree: &Tree<'_>, watch: &mut Watch<'_>) -> Result<Self, LimitKind> {
        let novelty = Novelty::new(tree.field, &watch.budget);
        let mut greedy = Self { open: Open::default(), novelty, pushes: Vec::new() };
        greedy.open.push((1, tree.arena.bound(ROOT)), ROOT, watch)?;
        Ok(greedy)
    }

    /// Expands the best position; one that `back` has met is solved. A way shorter than known is noted, but the position
    /// is not expanded again: any solution will do.
    pub(crate) fn step(
        &mut self,
        tree: &mut Tree<'_>,
        back: Option<&dyn Perimeter>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<End>, LimitKind> {
        let Some((_, node)) = self.open.pop(watch) else { return Ok(Some(End::Exhausted)) };
        watch.open = self.open.len();
        watch.count()?;
        tree.expand(node, &mut self.pushes);
        for index in 0..self.pushes.len() {
            let push = self.pushes[index];
            if let Child::New(child) = tree.child(push, watch)? {
                let bound = tree.arena.bound(child);
                if bound == 0 {
                    return Ok(Some(End::Solved(tree.arena.line(child))));
                }
                if let Some(back) = back
                    && let Some(rest) = back.rest(tree.met(child))
                {
                    return Ok(Some(End::Solved([tree.arena.line(child), rest].concat())));
                }
                let target = tree.field.near[usize::from(push.square)][usize::from(push.direction)];
                let (set, player) = (tree.arena.boxes(child), tree.arena.player(child));
                let rate = self.novelty.rate(tree.field, set, player, target, &mut watch.budget);
                self.open.push((rate, bound), child, watch)?;
            }
        }
        Ok(None)
    }
}
