//! The backward search: single pulls from all boxes on goals to the root, by turns as weighted A* and by novelty
//! ([`super::open_lists`]).
//!
//! Its tables and detectors mirror those of the forward searches. It is quick where they are slow: a crowded end is an
//! easy beginning. Its positions are a perimeter for the forward searches (Manzini 1995): a position that both sides
//! have met joins two half solutions.

pub(crate) mod stuck;

use super::arena::{Arena, Node};
use super::open_lists::{OpenLists, QueueKey};
use super::perimeter::{OtherEnd, Perimeter, PositionRef, Side};
use super::position_store::NO_PARENT;
use super::root_position::RootPosition;
use super::{Search, SearchEnd, TurnEnd};
use crate::bits::{has, insert};
use crate::board::{Board, BoxClass, DEAD, Distances, Position, UNREACHED};
use crate::bound::class_matchings::ClassMatchings;
use crate::deadlock::dead_pairs::DeadPairs;
use crate::level::opposite;
use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::region::Region;
use crate::zobrist::Zobrist;
use stuck::Stuck;

/// Bits of the filter by boxes: enough to reject most of what has not been met.
const FILTER_BITS: usize = 1 << 22;

/// The keys of its turns.
const TURNS: [QueueKey; 4] = [QueueKey::Stage, QueueKey::Novelty, QueueKey::Length, QueueKey::Stage];

/// The search. A pull is stored as the push that would move the box in the same direction.
pub(crate) struct BackwardSearch<'s> {
    root: &'s RootPosition,
    arena: Arena,
    zobrist: Zobrist,
    open: OpenLists,
    position: Position,
    region: Region,
    beyond: Region,
    /// The cheapest assignment of boxes to the squares where boxes of their classes stood at the root, by pulls; and by class
    /// the distances from there, and the pulls after which pushes from there can have led to a box, as bits by direction.
    assignment: ClassMatchings,
    distances: Vec<Distances>,
    pulls: Vec<Vec<u8>>,
    stuck: Stuck,
    /// Dead pairs, made when the search has expanded that many positions.
    pairs: Option<DeadPairs>,
    pairs_due: Option<u64>,
    /// The boxes of the root, their classes by square (none elsewhere), and its key and normalised player.
    root_class: Vec<u16>,
    root_boxes: Vec<u64>,
    root_key: u64,
    root_player: u16,
    /// Positions expanded so far.
    expanded: u64,
    /// A filter (Bloom 1970): the keys of all boxes met, whatever the player, have their bit set.
    filter: Vec<u64>,
    /// The node that is loaded: its number, the states of its boxes and their key.
    node: u32,
    box_states: Vec<u32>,
    box_key: u64,
    steps: Vec<Push>,
    keys_after: Vec<u64>,
    /// The key of the position added last.
    latest_key: u64,
}

impl<'s> BackwardSearch<'s> {
    /// Creates a backward search to `root`, which must have as many boxes of each class as goals.
    pub(crate) fn new(root: &'s RootPosition, control: &mut SearchControl<'_>) -> Limited<Self> {
        let board = &root.board;
        let (squares, boxes) = (board.size(), root.boxes.len());
        // By square and by box, estimated from above.
        control.budget.take(96 * squares + 128 * boxes + FILTER_BITS / 8 + Distances::bytes(board, boxes))?;
        let distances_of = |class: &BoxClass| {
            Distances::mirrored(board, &root.boxes[class.boxes.clone()], root.player, control)
        };
        let distances: Vec<Distances> = root.classes.iter().map(distances_of).collect::<Limited<_>>()?;
        let (zobrist, mut beyond) = (Zobrist::new(squares), Region::new(board));
        let root_boxes = root.position().set;
        let root_player = beyond.flood(&board.boxes_on(&root.boxes), root.player);
        let goals: Vec<u16> = root.classes.iter().flat_map(|class| &class.goals).copied().collect();
        let mut backward = Self {
            root,
            root_key: zobrist.position(board, &root_boxes, root_player),
            open: OpenLists::new(board, root_boxes.clone(), &TURNS, control),
            root_boxes,
            root_player,
            arena: Arena::new(board.piece_words(), control)?,
            zobrist,
            position: Position::with_classes(board, &goals, root.box_classes().collect()),
            region: Region::new(board),
            beyond,
            assignment: ClassMatchings::new(&root.classes),
            pulls: distances.iter().map(|distances| pulls(board, distances)).collect(),
            distances,
            stuck: Stuck::new(board),
            pairs: None,
            pairs_due: DeadPairs::due(board, boxes, control),
            root_class: root.class_by_square(),
            expanded: 0,
            filter: vec![0; FILTER_BITS / 64],
            node: NO_PARENT,
            box_states: vec![0; boxes],
            box_key: 0,
            steps: Vec::new(),
            keys_after: Vec::new(),
            latest_key: 0,
        };
        backward.add_roots(control)?;
        Ok(backward)
    }

    /// Adds the solved positions: the player may end anywhere.
    fn add_roots(&mut self, control: &mut SearchControl<'_>) -> Limited<()> {
        let board = &self.root.board;
        let mut players = Vec::new();
        self.beyond.each(&self.position.is_box, |least, _| players.push(least));
        for player in players {
            self.refresh(player);
            let bound = self.assignment.assign(&self.distances, &self.box_states, control)?;
            let Some(bound) = bound else { continue };
            let push = Push { square: 0, direction: 0 };
            let node = Node { parent: NO_PARENT, push, pushes: 0, bound, player };
            let id = self.add(self.box_key, node, control)?;
            self.open.push(board, &self.arena, id, None, control)?;
        }
        Ok(())
    }

    fn root_position(&self) -> PositionRef<'_> {
        PositionRef { key: self.root_key, boxes: &self.root_boxes, player: self.root_player }
    }

    /// Returns the pushes that solve `node`: its pulls, from the last to the first.
    fn pushes_from(&self, node: u32) -> Vec<Push> {
        let reverse = |pull: Push| {
            let direction = usize::from(pull.direction);
            let square = self.root.board.neighbour(pull.square, direction);
            Push { square, direction: opposite(direction) as u8 }
        };
        self.arena.pushes_to(node).into_iter().rev().map(reverse).collect()
    }

    /// Loads `node` and lists the pulls that may be made there.
    fn expand(&mut self, node: u32, control: &mut SearchControl<'_>) -> Limited<()> {
        let board = &self.root.board;
        if self.pairs_due.is_some_and(|due| self.expanded >= due) {
            self.pairs_due = None;
            let boxes_of = |class: &BoxClass| self.root.boxes[class.boxes.clone()].to_vec();
            let starts: Vec<Vec<u16>> = self.root.classes.iter().map(boxes_of).collect();
            self.pairs = Some(DeadPairs::mirrored(board, &starts, self.root.player, control)?);
        }
        let player = self.arena[node].player;
        self.position.load(board, self.arena.pieces(node));
        self.node = node;
        self.region.flood(&self.position.is_box, player);
        self.refresh(player);
        let bound = self.assignment.assign(&self.distances, &self.box_states, control)?;
        debug_assert!(bound.is_some(), "the node was filed with a bound");
        self.steps.clear();
        for &square in &self.position.boxes {
            let allowed = self.pulls[usize::from(self.position.class(square))][usize::from(square)];
            for direction in (0..4).filter(|direction| allowed >> direction & 1 == 1) {
                let target = board.neighbour(square, direction);
                let player = board.neighbour(target, direction);
                if self.region.contains(target) && !self.position.is_box[usize::from(player)] {
                    self.steps.push(Push { square, direction: direction as u8 });
                }
            }
        }
        let key_after = |&pull: &Push| {
            let class = self.position.class(pull.square);
            self.zobrist.moved(self.box_key, class, pull.square, board.target(pull))
        };
        self.keys_after.clear();
        self.keys_after.extend(self.steps.iter().map(key_after));
        self.arena.table.warm(&self.keys_after);
        Ok(())
    }

    /// Returns the node that a pull leads to, if it is new and no deadlock.
    fn child(&mut self, pull: Push, control: &mut SearchControl<'_>) -> Limited<Option<u32>> {
        let board = &self.root.board;
        self.position.play(board, pull);
        let child = self.evaluate(pull, control);
        self.position.undo(board, pull);
        child
    }

    fn evaluate(&mut self, pull: Push, control: &mut SearchControl<'_>) -> Limited<Option<u32>> {
        let board = &self.root.board;
        let direction = usize::from(pull.direction);
        let target = board.target(pull);
        let Position { boxes, is_box, set, .. } = &self.position;
        let class = self.position.class(target);
        let is_paired = |pairs: &DeadPairs| pairs.is_dead(board, set, (target, class), direction);
        let class_of = |square| self.position.class(square);
        let pulls = |square: u16| self.pulls[usize::from(class_of(square))][usize::from(square)];
        let is_root = |square: u16| self.root_class[usize::from(square)] == class_of(square);
        if self.pairs.as_ref().is_some_and(is_paired)
            || self.stuck.pulled(board, pulls, is_root, boxes, is_box, target)
        {
            return Ok(None);
        }
        let player = self.beyond.pull(board, is_box, &self.region, pull);
        let box_key = self.zobrist.moved(self.box_key, class, pull.square, target);
        let key = box_key ^ self.zobrist.region(player);
        if self.arena.find_position(PositionRef { key, boxes: set, player }).is_some() {
            return Ok(None);
        }
        let box_state = board.box_state(target, board.neighbour(target, direction));
        let number = self.position.number(target);
        let bound = self.assignment.preview(&self.distances, number, box_state, control)?;
        let Some(bound) = bound else { return Ok(None) };
        let pushes = self.arena[self.node].pushes + 1;
        self.add(box_key, Node { parent: self.node, push: pull, pushes, bound, player }, control).map(Some)
    }

    /// Adds the loaded position, whose boxes have the key `boxes`.
    fn add(&mut self, boxes: u64, node: Node, control: &mut SearchControl<'_>) -> Limited<u32> {
        insert(&mut self.filter, boxes as usize % FILTER_BITS);
        let key = boxes ^ self.zobrist.region(node.player);
        self.latest_key = key;
        self.arena.add(key, node, &[&self.position.set], control)
    }

    /// Updates the box states and the key for the position just loaded, with the player on `player`.
    fn refresh(&mut self, player: u16) {
        self.box_states = self.root.board.box_states_of(&self.position.boxes, player);
        self.box_key = self.zobrist.boxes(&self.root.board, &self.position.set);
    }
}

impl Search for BackwardSearch<'_> {
    /// The root is solved too.
    fn step(&mut self, forward: OtherEnd<'_>, control: &mut SearchControl<'_>) -> TurnEnd {
        let Some(node) = self.open.pop(control) else {
            return Ok(Some(SearchEnd::Exhausted));
        };
        control.count()?;
        self.expanded += 1;
        self.expand(node, control)?;
        if let Some(forward) = forward {
            forward.warm(&self.keys_after);
        }
        for index in 0..self.steps.len() {
            let pull = self.steps[index];
            let Some(child) = self.child(pull, control)? else {
                continue;
            };
            let origin = Some((node, self.root.board.target(pull)));
            self.open.push(&self.root.board, &self.arena, child, origin, control)?;
            let position = self.arena.position_ref(child, self.latest_key);
            let pushes = match position == self.root_position() {
                true => Some(Vec::new()),
                false => forward.and_then(|forward| forward.solution_from(position)),
            };
            if let Some(pushes) = pushes {
                return Ok(Some(SearchEnd::Solved([pushes, self.pushes_from(child)].concat())));
            }
        }
        Ok(None)
    }

    fn side(&self) -> Side {
        Side::Backward
    }
}

impl Perimeter for BackwardSearch<'_> {
    fn solution_from(&self, position: PositionRef<'_>) -> Option<Vec<Push>> {
        let node = self.arena.find_position(position)?;
        debug_assert!(
            self.may_contain(position.key ^ self.zobrist.region(position.player)),
            "the filter passes it"
        );
        Some(self.pushes_from(node))
    }

    fn may_contain(&self, boxes: u64) -> bool {
        has(&self.filter, boxes as usize % FILTER_BITS) && self.arena.table.may_contain(boxes)
    }

    fn warm(&self, boxes: &[u64]) {
        self.arena.table.warm(boxes);
    }
}

/// Returns the pulls of a box on every square, as bits by direction, after which pushes from the root can have led to
/// it.
pub(crate) fn pulls(board: &Board, distances: &Distances) -> Vec<u8> {
    let may_pull = |square: u16, direction: usize| {
        let target = board.neighbour(square, direction);
        let player = board.neighbour(target, direction);
        target != board.wall() && player != board.wall() && {
            let box_state = board.box_state(target, player);
            box_state != DEAD && distances.row(box_state).iter().any(|&pushes| pushes != UNREACHED)
        }
    };
    let bits =
        |square| (0..4).filter(|&direction| may_pull(square, direction)).fold(0, |bits, d| bits | 1 << d);
    (0..board.wall()).map(bits).chain([0]).collect()
}
