//! The search backwards: by single pulls, from all boxes on goals to the start, by turns as weighted A* and by novelty
//! ([`super::order`]).
//!
//! Its tables and detectors mirror those of the searches forward, and it finds quickly what takes long forwards: a
//! crowded end is an easy beginning. What it has met is a perimeter for the searches forward (Manzini 1995):
//! a position that both sides know joins two half solutions. The start needs no test of its own: it is a position that
//! the search by single pushes forwards knows.

pub(crate) mod stuck;

use super::arena::{Arena, NO_PARENT, Node};
use super::order::{By, Order, Rated};
use super::perimeter::{Met, Perimeter};
use super::position::Position;
use super::position_table::PositionTable;
use crate::board::opposite;
use crate::bound::matching::Matching;
use crate::deadlock::pairs::Pairs;
use crate::field::{DEAD, Distances, Field, Start, UNREACHED};
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::region::Region;
use crate::zobrist::Zobrist;
use stuck::Stuck;

/// Bits of the filter by boxes: enough to say no to most of what has not been met.
const FILTER_BITS: usize = 1 << 22;

/// The orders of its turns.
const TURNS: [By; 4] = [By::Stage, By::Novelty, By::Length, By::Stage];

/// What a step of the search has come to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Retreat {
    /// The pushes of a solution.
    Joined(Vec<Push>),
    /// Nothing is left to try: there is no solution.
    Dry,
    /// To be continued.
    Going,
}

/// The search. Pulls are written as the push that would take the box the same way.
pub(crate) struct Back<'s> {
    start: &'s Start,
    arena: Arena,
    table: PositionTable,
    zobrist: Zobrist,
    order: Order,
    position: Position,
    region: Region,
    beyond: Region,
    distances: Distances,
    matching: Matching,
    stuck: Stuck,
    /// Dead pairs, made when the search has expanded that many positions.
    pairs: Option<Pairs>,
    pairs_due: Option<u64>,
    /// The pulls of a box on a square that end where pushes from the start lead to, as bits by direction.
    pulls: Vec<u8>,
    is_start: Vec<bool>,
    /// Positions expanded so far.
    expanded: u64,
    /// A filter (Bloom 1970): the keys of all boxes met, whatever the player, have their bit set.
    filter: Vec<u64>,
    /// The node that is loaded: its number, the spots of its boxes and the key of them.
    node: u32,
    spots: Vec<u32>,
    box_key: u64,
    steps: Vec<Push>,
}

impl<'s> Back<'s> {
    /// A search that goes back to `start`, which must have as many boxes as goals.
    pub(crate) fn new(start: &'s Start, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let field = &start.field;
        let (squares, boxes) = (field.near.len(), start.boxes.len());
        // By square and by box, estimated from above.
        control.budget.take(96 * squares + 128 * boxes + FILTER_BITS / 8 + Distances::bytes(field, boxes))?;
        let distances = Distances::mirrored(field, &start.boxes, start.player, control)?;
        let mut is_start = vec![false; squares];
        for &square in &start.boxes {
            is_start[usize::from(square)] = true;
        }
        let mut back = Self {
            start,
            arena: Arena::new(field.live.len().div_ceil(64)),
            table: PositionTable::new(control)?,
            zobrist: Zobrist::new(squares),
            order: Order::new(field, &start.boxes, &TURNS, control),
            position: Position::new(field, &field.goals),
            region: Region::new(field),
            beyond: Region::new(field),
            pulls: pulls(field, &distances),
            distances,
            matching: Matching::new(boxes, boxes),
            stuck: Stuck::new(field),
            pairs: None,
            pairs_due: Pairs::due(field, boxes, control),
            is_start,
            expanded: 0,
            filter: vec![0; FILTER_BITS / 64],
            node: NO_PARENT,
            spots: vec![0; boxes],
            box_key: 0,
            steps: Vec::new(),
        };
        back.add_roots(control)?;
        Ok(back)
    }

    /// Files the solved positions: the player may be anywhere at last.
    fn add_roots(&mut self, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let field = &self.start.field;
        self.beyond.clear(field);
        for square in 0..field.wall() {
            if self.position.is_box[usize::from(square)] || self.beyond.contains(square) {
                continue;
            }
            let player = self.beyond.extend(field, &self.position.is_box, square);
            self.look(player);
            let Some(bound) = self.matching.assign(&self.distances, &self.spots, control)? else { continue };
            let push = Push { square: 0, direction: 0 };
            let boxes = &self.position.set;
            let root = Node { parent: NO_PARENT, push, pushes: 0, bound, player, boxes };
            let id = self.arena.push(&root, control)?;
            self.insert(self.box_key, player, id, control)?;
            self.file(id, None, control)?;
        }
        Ok(())
    }

    /// Puts a node in order that a pull from the loaded node has led to; a solved position needs none.
    fn file(
        &mut self,
        node: u32,
        pull: Option<Push>,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        let (field, arena) = (&self.start.field, &self.arena);
        let target = |pull: Push| field.near[usize::from(pull.square)][usize::from(pull.direction)];
        let position = Rated {
            origin: pull.map(|pull| (self.node, target(pull))),
            boxes: arena.boxes(node),
            player: arena.player(node),
            length: arena.pushes(node),
            bound: arena.bound(node),
        };
        self.order.push(field, node, &position, control)
    }

    /// Expands the next position in order. `forward` tells the pushes from the start to a position
    /// that a search forward has met.
    pub(crate) fn step(
        &mut self,
        forward: impl Fn(Met<'_>) -> Option<Vec<Push>>,
        control: &mut SearchControl<'_>,
    ) -> Result<Retreat, LimitKind> {
        let Some(node) = self.order.pop(control) else { return Ok(Retreat::Dry) };
        control.count()?;
        self.expanded += 1;
        self.expand(node, control)?;
        for index in 0..self.steps.len() {
            let pull = self.steps[index];
            let Some(child) = self.child(pull, control)? else { continue };
            self.file(child, Some(pull), control)?;
            if let Some(pushes) = forward(self.met(child)) {
                return Ok(Retreat::Joined([pushes, self.from(child)].concat()));
            }
        }
        Ok(Retreat::Going)
    }

    fn find(&self, met: Met<'_>) -> Option<u32> {
        self.table
            .find(met.key, |id| self.arena.player(id) == met.player && self.arena.boxes(id) == met.boxes)
    }

    fn met(&self, node: u32) -> Met<'_> {
        let (boxes, player) = (self.arena.boxes(node), self.arena.player(node));
        Met { key: self.zobrist.position(&self.start.field, boxes, player), boxes, player }
    }

    /// The pushes from `node` on: its pulls, from the last to the first.
    fn from(&self, node: u32) -> Vec<Push> {
        let turn = |pull: Push| {
            let direction = usize::from(pull.direction);
            let square = self.start.field.near[usize::from(pull.square)][direction];
            Push { square, direction: opposite(direction) as u8 }
        };
        self.arena.line(node).into_iter().rev().map(turn).collect()
    }

    /// Loads `node` and lists the pulls that may be made there.
    fn expand(&mut self, node: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let field = &self.start.field;
        if self.pairs_due.is_some_and(|due| self.expanded >= due) {
            self.pairs_due = None;
            self.pairs = Some(Pairs::mirrored(field, &self.start.boxes, self.start.player, control)?);
        }
        let player = self.arena.player(node);
        self.position.load(field, self.arena.boxes(node));
        self.node = node;
        self.region.flood(field, &self.position.is_box, player);
        self.look(player);
        let bound = self.matching.assign(&self.distances, &self.spots, control)?;
        debug_assert!(bound.is_some(), "the node was filed with a bound");
        self.steps.clear();
        for &square in &self.position.boxes {
            let allowed = self.pulls[usize::from(square)];
            for direction in (0..4).filter(|direction| allowed >> direction & 1 == 1) {
                let target = field.near[usize::from(square)][direction];
                let player = field.near[usize::from(target)][direction];
                if self.region.contains(target) && !self.position.is_box[usize::from(player)] {
                    self.steps.push(Push { square, direction: direction as u8 });
                }
            }
        }
        Ok(())
    }

    /// The node that a pull leads to, if it is new and no deadlock.
    fn child(&mut self, pull: Push, control: &mut SearchControl<'_>) -> Result<Option<u32>, LimitKind> {
        let field = &self.start.field;
        self.position.play(field, pull);
        let child = self.judge(pull, control);
        self.position.undo(field, pull);
        child
    }

    fn judge(&mut self, pull: Push, control: &mut SearchControl<'_>) -> Result<Option<u32>, LimitKind> {
        let field = &self.start.field;
        let direction = usize::from(pull.direction);
        let target = field.near[usize::from(pull.square)][direction];
        let Position { boxes, is_box, set, .. } = &self.position;
        let is_paired = |pairs: &Pairs| pairs.pulled(field, set, target, direction);
        if self.pairs.as_ref().is_some_and(is_paired)
            || self.stuck.pulled(field, &self.pulls, &self.is_start, boxes, is_box, target)
        {
            return Ok(None);
        }
        let player = self.beyond.pull(field, is_box, &self.region, pull);
        let box_key = self.box_key ^ self.zobrist.a_box(pull.square) ^ self.zobrist.a_box(target);
        let key = box_key ^ self.zobrist.player(player);
        if self.find(Met { key, boxes: set, player }).is_some() {
            return Ok(None);
        }
        let spot = field.spot(target, field.near[usize::from(target)][direction]);
        let number = self.position.number(target);
        let Some(bound) = self.matching.preview(&self.distances, number, spot) else { return Ok(None) };
        let pushes = self.arena.pushes(self.node) + 1;
        let node = Node { parent: self.node, push: pull, pushes, bound, player, boxes: set };
        let id = self.arena.push(&node, control)?;
        self.insert(box_key, player, id, control)?;
        Ok(Some(id))
    }

    fn insert(
        &mut self,
        boxes: u64,
        player: u16,
        id: u32,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        let (word, bit) = place(boxes);
        self.filter[word] |= bit;
        self.table.insert(boxes ^ self.zobrist.player(player), id, control)
    }

    /// Takes stock of the position just loaded, with the player on `player`.
    fn look(&mut self, player: u16) {
        self.box_key = 0;
        for (spot, &square) in self.spots.iter_mut().zip(&self.position.boxes) {
            *spot = self.start.field.spot(square, player);
            self.box_key ^= self.zobrist.a_box(square);
        }
    }
}

impl Perimeter for Back<'_> {
    fn rest(&self, met: Met<'_>) -> Option<Vec<Push>> {
        let node = self.find(met)?;
        debug_assert!(self.may_know(met.key ^ self.zobrist.player(met.player)), "the filter lets it through");
        Some(self.from(node))
    }

    fn may_know(&self, boxes: u64) -> bool {
        let (word, bit) = place(boxes);
        self.filter[word] & bit != 0
    }
}

/// The word and the bit of a key of boxes in the filter.
fn place(boxes: u64) -> (usize, u64) {
    let index = boxes as usize % FILTER_BITS;
    (index / 64, 1 << (index % 64))
}

/// The pulls of a box on every square, as bits by direction, after which pushes from the start can have led to it.
pub(crate) fn pulls(field: &Field, distances: &Distances) -> Vec<u8> {
    let may_pull = |square: u16, direction: usize| {
        let target = field.near[usize::from(square)][direction];
        let player = field.near[usize::from(target)][direction];
        target != field.wall() && player != field.wall() && {
            let spot = field.spot(target, player);
            spot != DEAD && distances.row(spot).iter().any(|&pushes| pushes != UNREACHED)
        }
    };
    let bits =
        |square| (0..4).filter(|&direction| may_pull(square, direction)).fold(0, |bits, d| bits | 1 << d);
    (0..field.wall()).map(bits).chain([0]).collect()
}
