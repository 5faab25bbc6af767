//! The positions of a search and how they are expanded: everything that the searches have in common.

use super::arena::{Arena, NO_PARENT, Node};
use super::back::Met;
use super::position::Position;
use super::table::Table;
use super::verdict::Proof;
use crate::board::opposite;
use crate::bound::Bound;
use crate::deadlock::corral::{Corrals, MOST_KEPT, Scene};
use crate::deadlock::freeze::{Freeze, Frost};
use crate::deadlock::pairs::Pairs;
use crate::deadlock::pi_corral::{PiCorral, Push};
use crate::field::{Field, Start};
use crate::limit::{LimitKind, Watch};
use crate::region::Region;
use crate::zobrist::Zobrist;

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
    table: Table,
    zobrist: Zobrist,
    /// The loaded position, its region, and the region after the child made last.
    pub(crate) position: Position,
    pub(crate) region: Region,
    pub(crate) beyond: Region,
    freeze: Freeze,
    corral: PiCorral,
    /// Dead pairs, made when the search has expanded that many positions.
    pairs: Option<Pairs>,
    pairs_due: Option<u64>,
    bound: Bound,
    /// The spot of every box of the loaded node, and the boxes frozen in it.
    spots: Vec<u32>,
    frozen: Vec<u16>,
    /// The node that is loaded, the key of its boxes, and whether the bound has been told.
    node: u32,
    box_key: u64,
    is_bound_loaded: bool,
}

impl<'s> Tree<'s> {
    /// A tree with nothing but the start, or the proof that it is a deadlock.
    pub(crate) fn new(start: &'s Start, watch: &mut Watch<'_>) -> Result<Result<Self, Proof>, LimitKind> {
        let field = &start.field;
        // Keys, stamps, marks and labels by square, also of the plan, and the matching by goal; estimated from above.
        watch.budget.take(160 * field.near.len() + 128 * field.goals.len())?;
        let mut tree = Self {
            field,
            arena: Arena::new(field.live.len().div_ceil(64)),
            table: Table::new(watch)?,
            zobrist: Zobrist::new(field.near.len()),
            position: Position::new(field, &start.boxes),
            region: Region::new(field),
            beyond: Region::new(field),
            freeze: Freeze::new(field),
            corral: PiCorral::new(field),
            pairs: None,
            pairs_due: Pairs::due(field, start.boxes.len(), watch),
            bound: Bound::new(field, start.boxes.len(), watch)?,
            spots: vec![0; start.boxes.len()],
            frozen: Vec::new(),
            node: NO_PARENT,
            box_key: 0,
            is_bound_loaded: false,
        };
        let player = tree.region.flood(field, &tree.position.is_box, start.player);
        tree.look(player);
        let Some(bound) = tree.load_bound(watch)? else { return Ok(Err(Proof::NoAssignment)) };
        let scene = Scene {
            field,
            pairs: None,
            is_box: &tree.position.is_box,
            needs_all: start.boxes.len() == field.goals.len(),
            region: &tree.region,
            player: start.player,
        };
        if Corrals::new(field, MOST_KEPT.min(watch.budget.free() / 8)).at_start(&scene, &start.boxes) {
            return Ok(Err(Proof::Corral));
        }
        watch.raise(u64::from(bound));
        let push = Push { square: 0, direction: 0 };
        let boxes = &tree.position.set;
        let root = Node { parent: NO_PARENT, push, pushes: 0, bound, player, boxes };
        let id = tree.arena.push(&root, watch)?;
        tree.table.insert(tree.box_key ^ tree.zobrist.player(player), id, watch)?;
        Ok(Ok(tree))
    }

    /// Loads `node` and lists the pushes that are worth playing there.
    pub(crate) fn expand(&mut self, node: u32, pushes: &mut Vec<Push>) {
        let player = self.arena.player(node);
        self.position.load(self.field, self.arena.boxes(node));
        self.node = node;
        self.region.flood(self.field, &self.position.is_box, player);
        self.look(player);
        pushes.clear();
        let corral = self.corral.find(self.field, &self.position.boxes, &self.position.is_box, &self.region);
        if let Some(only) = corral {
            pushes.extend_from_slice(only);
            return;
        }
        for &square in &self.position.boxes {
            let near = self.field.near[usize::from(square)];
            let allowed = self.field.pushes[usize::from(square)];
            for direction in (0..4).filter(|direction| allowed & (1 << direction) != 0) {
                let (target, pusher) = (near[direction], near[opposite(direction)]);
                if self.region.contains(pusher) && !self.position.is_box[usize::from(target)] {
                    pushes.push(Push { square, direction: direction as u8 });
                }
            }
        }
    }

    /// Plays a push that [`Tree::expand`] has listed, files the position it leads to, and takes it back.
    pub(crate) fn child(&mut self, push: Push, watch: &mut Watch<'_>) -> Result<Child, LimitKind> {
        self.position.play(self.field, push);
        let child = self.file(push, watch);
        self.position.undo(self.field, push);
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
        Met { key: self.zobrist.position(self.field, boxes, player), boxes, player }
    }

    /// The node of a position, if it has been met.
    pub(crate) fn find(&self, met: Met<'_>) -> Option<u32> {
        let is_same = |id| self.arena.player(id) == met.player && self.arena.boxes(id) == met.boxes;
        self.table.find(met.key, is_same)
    }

    fn file(&mut self, push: Push, watch: &mut Watch<'_>) -> Result<Child, LimitKind> {
        let direction = usize::from(push.direction);
        let target = self.field.near[usize::from(push.square)][direction];
        if self.pairs_due.is_some_and(|due| watch.nodes >= due) {
            self.pairs_due = None;
            self.pairs = Some(Pairs::new(self.field, watch)?);
        }
        if let Some(pairs) = &self.pairs
            && pairs.pushed(self.field, &self.position.set, target, direction)
        {
            return Ok(Child::Nothing);
        }
        let frost = self.freeze.pushed(self.field, &self.position.is_box, target);
        if frost == Frost::Dead {
            return Ok(Child::Nothing);
        }
        let player = self.beyond.push(self.field, &self.position.is_box, &self.region, push);
        let box_key = self.box_key ^ self.zobrist.a_box(push.square) ^ self.zobrist.a_box(target);
        let key = box_key ^ self.zobrist.player(player);
        let pushes = self.arena.pushes(self.node) + 1;
        if let Some(id) = self.find(Met { key, boxes: &self.position.set, player }) {
            if pushes >= self.arena.pushes(id) {
                return Ok(Child::Nothing);
            }
            self.arena.shorten(id, self.node, push, pushes);
            return Ok(Child::Shorter(id));
        }
        let Some(bound) = self.judge(push, target, frost, watch)? else { return Ok(Child::Nothing) };
        let bound = bound.max(self.arena.bound(self.node).saturating_sub(1));
        let node = Node { parent: self.node, push, pushes, bound, player, boxes: &self.position.set };
        let id = self.arena.push(&node, watch)?;
        self.table.insert(key, id, watch)?;
        Ok(Child::New(id))
    }

    /// The bound of the position after a push, `None` for a bipartite deadlock.
    fn judge(
        &mut self,
        push: Push,
        target: u16,
        frost: Frost,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u32>, LimitKind> {
        let number = self.position.number(target);
        let spot = self.field.spot_after(target, usize::from(push.direction));
        if frost == Frost::OnGoals && self.bound.heeds_frozen() {
            let frozen = self.freeze.all(self.field, &self.position.is_box, &self.position.boxes);
            let mut frozen = frozen.to_vec();
            frozen.sort_unstable();
            let before = std::mem::replace(&mut self.spots[number], spot);
            let bound = self.bound.after_freezing(self.field, &self.spots, &frozen, watch);
            self.spots[number] = before;
            return bound;
        }
        if self.field.goals.len() > 64 {
            watch.check()?;
        }
        if !self.is_bound_loaded {
            // The pushed box counts where it came from: the loaded node is the one before the push.
            self.position.undo(self.field, push);
            let loaded = self.load_bound(watch);
            self.position.play(self.field, push);
            debug_assert!(!matches!(loaded, Ok(None)), "the node was filed with a bound");
            loaded?;
        }
        Ok(self.bound.after(number, spot))
    }

    /// Takes stock of the position just loaded, with the player on `player`.
    fn look(&mut self, player: u16) {
        self.is_bound_loaded = false;
        self.box_key = 0;
        for (spot, &square) in self.spots.iter_mut().zip(&self.position.boxes) {
            *spot = self.field.spot(square, player);
            self.box_key ^= self.zobrist.a_box(square);
        }
    }

    fn load_bound(&mut self, watch: &mut Watch<'_>) -> Result<Option<u32>, LimitKind> {
        self.is_bound_loaded = true;
        self.frozen.clear();
        if self.bound.heeds_frozen() {
            let frozen = self.freeze.all(self.field, &self.position.is_box, &self.position.boxes);
            self.frozen.extend_from_slice(frozen);
            self.frozen.sort_unstable();
        }
        self.bound.load(self.field, &self.spots, &self.frozen, watch)
    }

    /// Asserts that what is kept up to date for the loaded `node` is what it would be from scratch.
    #[cfg(test)]
    pub(crate) fn check_key(&self, node: u32) {
        let boxes = &self.position.boxes;
        let key = boxes.iter().fold(0, |key, &square| key ^ self.zobrist.a_box(square));
        assert_eq!(self.box_key, key);
        assert_eq!(Position::new(self.field, boxes).set, self.arena.boxes(node));
        let player = self.arena.player(node);
        let found = self.table.find(key ^ self.zobrist.player(player), |id| id == node);
        assert_eq!(found, Some(node), "the key kept while pushing finds the node");
        for (number, &square) in boxes.iter().enumerate() {
            assert_eq!(self.position.number(square), number);
            assert_eq!(self.spots[number], self.field.spot(square, player));
        }
    }
}
