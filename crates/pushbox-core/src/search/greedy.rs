//! Weighted A* (Pohl 1970) by single pushes: the quickest way through small levels, and exhaustive.

use super::End;
use super::back::Back;
use super::open::Open;
use super::tree::{Child, ROOT, Tree};
use crate::deadlock::pi_corral::Push;
use crate::limit::{LimitKind, Watch};

/// How much a push yet to do counts against a push done.
const GREED: u64 = 4;

/// The search.
#[derive(Default)]
pub(crate) struct Greedy {
    open: Open,
    pushes: Vec<Push>,
}

impl Greedy {
    /// A search from the start of `tree`.
    pub(crate) fn new(tree: &Tree<'_>, watch: &mut Watch<'_>) -> Result<Self, LimitKind> {
        let mut greedy = Self::default();
        greedy.file(tree, ROOT, watch)?;
        Ok(greedy)
    }

    fn file(&mut self, tree: &Tree<'_>, node: u32, watch: &mut Watch<'_>) -> Result<(), LimitKind> {
        let (length, bound) = (tree.arena.pushes(node), tree.arena.bound(node));
        self.open.push(GREED * u64::from(bound) + u64::from(length), node, watch)
    }

    /// Expands the position that is best by bound and length; a position that `back` has met is solved. A way shorter than known is noted, but the position is
    /// not expanded again: any solution will do.
    pub(crate) fn step(
        &mut self,
        tree: &mut Tree<'_>,
        back: Option<&Back<'_>>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<End>, LimitKind> {
        let Some((_, node)) = self.open.pop(watch) else { return Ok(Some(End::Exhausted)) };
        watch.open = self.open.len();
        watch.count()?;
        tree.expand(node, &mut self.pushes);
        for index in 0..self.pushes.len() {
            if let Child::New(child) = tree.child(self.pushes[index], watch)? {
                if tree.arena.bound(child) == 0 {
                    return Ok(Some(End::Solved(child)));
                }
                if let Some(back) = back
                    && let Some(rest) = back.rest(tree.met(child))
                {
                    return Ok(Some(End::Line([tree.arena.line(child), rest].concat())));
                }
                self.file(tree, child, watch)?;
            }
        }
        Ok(None)
    }
}
