//! Best-first width search (Lipovetzky and Geffner 2017) by single pushes: the quickest way through small levels, and
//! exhaustive.
//!
//! What is new ([`novelty`](super::novelty)) goes before what is near by the bound, so that a search that gets no nearer
//! does not try the same with every arrangement of boxes that have nothing to do with it.

use super::End;
use super::order::{By, Order, Rated};
use super::perimeter::Perimeter;
use super::tree::{Child, ROOT, Tree};
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;

/// The orders of its turns.
const TURNS: [By; 4] = [By::Stage, By::Novelty, By::Novelty, By::Stage];

/// The search.
pub(crate) struct Greedy {
    order: Order,
    pushes: Vec<Push>,
}

impl Greedy {
    /// A search from the start of `tree`.
    pub(crate) fn new(tree: &Tree<'_>, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let order = Order::new(tree.field, &tree.field.goals, &TURNS, control);
        let mut greedy = Self { order, pushes: Vec::new() };
        greedy.file(tree, ROOT, None, control)?;
        Ok(greedy)
    }

    /// Expands the best position; one that `back` has met is solved. A way shorter than known is noted, but the position
    /// is not expanded again: any solution will do.
    pub(crate) fn step(
        &mut self,
        tree: &mut Tree<'_>,
        back: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<End>, LimitKind> {
        let Some(node) = self.order.pop(control) else { return Ok(Some(End::Exhausted)) };
        control.open = self.order.len();
        control.count()?;
        tree.expand(node, &mut self.pushes);
        for index in 0..self.pushes.len() {
            let push = self.pushes[index];
            if let Child::New(child) = tree.child(push, control)? {
                let target = tree.field.near[usize::from(push.square)][usize::from(push.direction)];
                self.file(tree, child, Some((node, target)), control)?;
                if tree.arena.bound(child) == 0 {
                    return Ok(Some(End::Solved(tree.arena.line(child))));
                }
                if let Some(back) = back
                    && let Some(rest) = back.rest(tree.met(child))
                {
                    return Ok(Some(End::Solved([tree.arena.line(child), rest].concat())));
                }
            }
        }
        Ok(None)
    }

    /// Puts `node` in order.
    fn file(
        &mut self,
        tree: &Tree<'_>,
        node: u32,
        origin: Option<(u32, u16)>,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        let arena = &tree.arena;
        let position = Rated {
            origin,
            boxes: arena.boxes(node),
            player: arena.player(node),
            length: arena.pushes(node),
            bound: arena.bound(node),
        };
        self.order.push(tree.field, node, &position, control)
    }
}
