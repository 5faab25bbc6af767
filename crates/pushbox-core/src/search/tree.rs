//! The positions of a search and how they are expanded: everything that the searches have in common.

use super::arena::{Arena, NO_PARENT, Node};
use super::loaded::Loaded;
use super::perimeter::Met;
use super::position::Position;
use super::position_table::PositionTable;
use super::verdict::Proof;
use crate::board::opposite;
use crate::deadlock::corral::{Corrals, MOST_KEPT};
use crate::deadlock::freeze::Frost;
use crate::deadlock::pairs::Pairs;
use crate::deadlock::pi_corral::PiCorral;
use crate::deadlock::scene::Scene;
use crate::field::{Field, Start};
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::region::Region;

/// The number of the first position.
pub(crate) const ROOT: u32 = 0;

/// What a push leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Child {
    /// A position not met before, now a node.
    New(u32),
    /// A node, on a way with fewer pushes than known before. It has been noted, and the node is open again.
    Shorter(u32),
    /// A deadlock, or nothing better than known.
    Nothing,
}

/// The search tree, and the position it looks at.
pub(crate) struct Tree<'s> {
    /// The board.
    pub(crate) field: &'s Field,
    /// The nodes.
    pub(crate) arena: Arena,
    table: PositionTable,
    /// The node that is loaded.
    node: u32,
    pub(crate) loaded: Loaded,
    /// The region of the player in the loaded node, and in the child made last.
    pub(crate) region: Region,
    pub(crate) beyond: Region,
    corral: PiCorral,
    /// Dead pairs, made when the search has expanded that many positions.
    pairs: Option<Pairs>,
    pairs_due: Option<u64>,
}

impl<'s> Tree<'s> {
    /// A tree with nothing but the start, or the proof that it is a deadlock.
    pub(crate) fn new(
        start: &'s Start,
        control: &mut SearchControl<'_>,
    ) -> Result<Result<Self, Proof>, LimitKind> {
        let field = &start.field;
        // Keys, stamps, marks and labels by square, also of the plan, and the matching by goal; estimated from above.
        control.budget.take(160 * field.near.len() + 128 * field.goals.len())?;
        let mut tree = Self {
            field,
            arena: Arena::new(field.live.len().div_ceil(64)),
            table: PositionTable::new(control)?,
            node: NO_PARENT,
            pairs_due: Pairs::due(field, start.boxes.len(), control),
            loaded: Loaded::new(field, &start.boxes, start.player, control)?,
            region: Region::new(field),
            beyond: Region::new(field),
            corral: PiCorral::new(field),
            pairs: None,
        };
        let player = tree.region.flood(field, &tree.loaded.position.is_box, start.player);
        let Some(bound) = tree.loaded.bound(field, control)? else { return Ok(Err(Proof::NoAssignment)) };
        let scene = Scene {
            field,
            pairs: None,
            is_box: &tree.loaded.position.is_box,
            needs_all: start.boxes.len() == field.goals.len(),
            region: &tree.region,
            player: start.player,
        };
        if Corrals::new(field, MOST_KEPT.min(control.budget.free() / 8)).at_start(&scene, &start.boxes) {
            return Ok(Err(Proof::Corral));
        }
        control.raise_bound(u64::from(bound));
        let push = Push { square: 0, direction: 0 };
        let boxes = &tree.loaded.position.set;
        let root = Node { parent: NO_PARENT, push, pushes: 0, bound, player, boxes };
        let id = tree.arena.push(&root, control)?;
        tree.table.insert(tree.loaded.key ^ tree.loaded.zobrist.player(player), id, control)?;
        Ok(Ok(tree))
    }

    /// Loads `node` and lists the pushes that are worth playing there.
    pub(crate) fn expand(&mut self, node: u32, pushes: &mut Vec<Push>) {
        let player = self.arena.player(node);
        self.loaded.load(self.field, self.arena.boxes(node), player);
        self.node = node;
        let Position { boxes, is_box, .. } = &self.loaded.position;
        self.region.flood(self.field, is_box, player);
        pushes.clear();
        let corral = self.corral.find(self.field, boxes, is_box, &self.region);
        if let Some(only) = corral {
            pushes.extend_from_slice(only);
            return;
        }
        for &square in boxes {
            let near = self.field.near[usize::from(square)];
            let allowed = self.field.pushes[usize::from(square)];
            for direction in (0..4).filter(|direction| allowed & (1 << direction) != 0) {
                let (target, pusher) = (near[direction], near[opposite(direction)]);
                if self.region.contains(pusher) && !is_box[usize::from(target)] {
                    pushes.push(Push { square, direction: direction as u8 });
                }
            }
        }
    }

    /// Plays a push that [`Tree::expand`] has listed, files the position it leads to, and takes it back.
    pub(crate) fn child(&mut self, push: Push, control: &mut SearchControl<'_>) -> Result<Child, LimitKind> {
        self.loaded.position.play(self.field, push);
        let child = self.file(push, control);
        self.loaded.position.undo(self.field, push);
        child
    }

    /// The square to which the push that leads to `node` has brought its box.
    pub(crate) fn target(&self, node: u32) -> u16 {
        let push = self.arena.push_to(node);
        self.field.near[usize::from(push.square)][usize::from(push.direction)]
    }

    /// The position of `node`, as other searches may know it.
    pub(crate) fn met(&self, node: u32) -> Met<'_> {
        let (boxes, player) = (self.arena.boxes(node), self.arena.player(node));
        Met { key: self.loaded.zobrist.position(self.field, boxes, player), boxes, player }
    }

    /// The node of a position, if it has been met.
    pub(crate) fn find(&self, met: Met<'_>) -> Option<u32> {
        let is_same = |id| self.arena.player(id) == met.player && self.arena.boxes(id) == met.boxes;
        self.table.find(met.key, is_same)
    }

    fn file(&mut self, push: Push, control: &mut SearchControl<'_>) -> Result<Child, LimitKind> {
        let direction = usize::from(push.direction);
        let target = self.field.near[usize::from(push.square)][direction];
        if self.pairs_due.is_some_and(|due| control.nodes >= due) {
            self.pairs_due = None;
            self.pairs = Some(Pairs::new(self.field, control)?);
        }
        let Position { is_box, set, .. } = &self.loaded.position;
        if let Some(pairs) = &self.pairs
            && pairs.pushed(self.field, set, target, direction)
        {
            return Ok(Child::Nothing);
        }
        let frost = self.loaded.freeze.pushed(self.field, is_box, target);
        if frost == Frost::Dead {
            return Ok(Child::Nothing);
        }
        let player = self.beyond.push(self.field, is_box, &self.region, push);
        let key = self.loaded.key_after(push, target) ^ self.loaded.zobrist.player(player);
        let pushes = self.arena.pushes(self.node) + 1;
        if let Some(id) = self.find(Met { key, boxes: set, player }) {
            if pushes >= self.arena.pushes(id) {
                return Ok(Child::Nothing);
            }
            self.arena.shorten(id, self.node, push, pushes);
            return Ok(Child::Shorter(id));
        }
        let bound = self.loaded.bound_after(self.field, push, target, frost, control)?;
        let Some(bound) = bound else { return Ok(Child::Nothing) };
        let bound = bound.max(self.arena.bound(self.node).saturating_sub(1));
        let boxes = &self.loaded.position.set;
        let node = Node { parent: self.node, push, pushes, bound, player, boxes };
        let id = self.arena.push(&node, control)?;
        self.table.insert(key, id, control)?;
        Ok(Child::New(id))
    }

    /// Asserts that what is kept up to date for the loaded `node` is what it would be from scratch.
    #[cfg(test)]
    pub(crate) fn check_key(&self, node: u32) {
        let player = self.arena.player(node);
        self.loaded.check(self.field, player);
        assert_eq!(self.loaded.position.set, self.arena.boxes(node));
        let key = self.loaded.key ^ self.loaded.zobrist.player(player);
        assert_eq!(
            self.table.find(key, |id| id == node),
            Some(node),
            "the key kept while pushing finds the node"
        );
    }
}
