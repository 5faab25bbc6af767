//! A* (Hart, Nilsson and Raphael 1968): the best solution by an objective, with proof; of Sokoban, Sokoban Plus and
//! Multiban.
//!
//! Positions are expanded by the least sum of their cost and the lower bound on the rest, and the first solution whose
//! turn it is has a proof. After a head start weighted A* (Pohl 1970) takes some turns on the same positions: it dives
//! for solutions, each better than the one before, and positions that cannot beat the best one known are pruned.
//!
//! Positions that are images of each other under a symmetry of the level are searched once.
//!
//! No proof rests on the bounds being consistent: a position is opened again when a better path to it is found.

mod line;
mod move_generator;
mod sorted_boxes;

use crate::objective::{Count, Objective, Rank};
pub use line::Line;

use super::expanded_node::{ExpandedNode, PushBounds};
use super::open_list::OpenList;
use super::position_store::{NO_PARENT, PositionStore};
use crate::board::{RootPosition, Symmetry};
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use move_generator::{MoveGenerator, Successor};
use sorted_boxes::SortedBoxes;

/// One of so many turns belongs to the dive.
const DIVE_TURN: u64 = 4;
/// Images are looked for up to so many boxes: each costs a look at all of them, and more are out of reach of a proof.
const MOST_BOXES_FOR_IMAGES: usize = 64;
/// The weight of the bound against the cost so far, when diving.
const BOUND_WEIGHT: u64 = 4;

/// The result of a run of A*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// No solution is better than the best one known.
    Proven,
    /// A solution, where any will do.
    Found,
    /// There is no solution.
    Exhausted,
    /// The given number of positions has been expanded.
    Paused,
}

/// A position, beside its players and boxes.
#[derive(Clone, Copy)]
struct Node {
    /// The node before, or [`NO_PARENT`].
    parent: u32,
    /// The cost from the root.
    cost: Count,
    /// The lower bound on the cost to a solution.
    bound: Count,
    /// The push or step that leads to it: its square and direction.
    square: u16,
    direction: u8,
    /// Whether it has been expanded since its last shortening.
    is_closed: bool,
}

impl Node {
    fn new(parent: u32, action: Push, cost: Count, bound: Count) -> Self {
        let Push { square, direction } = action;
        Self { parent, cost, bound, square, direction, is_closed: false }
    }
}

/// An A* search; it can be paused, and take solutions of other searches.
pub(crate) struct AStar<'s> {
    root: &'s RootPosition,
    objective: Objective,
    /// The positions: the squares of the players and of the boxes, each in their one canonical order.
    store: PositionStore<Node, u16>,
    expanded: ExpandedNode,
    sorted: SortedBoxes,
    generator: MoveGenerator,
    open: OpenList<(u32, u32, u32)>,
    dive: Option<OpenList>,
    turn: u64,
    best: Option<(Rank, Line)>,
    /// The most moves of a solution.
    most_moves: Option<u32>,
    /// Whether any solution will do.
    stops_at_first: bool,
    /// The node that is loaded.
    node: u32,
    /// The symmetries of the level, and the canonical square of the player in the image under each.
    symmetries: Vec<Symmetry>,
    player_images: Vec<u16>,
}

impl<'s> AStar<'s> {
    /// Creates a search that holds nothing but the root; `None` when no assignment of boxes to goals exists. Where there
    /// is a limit of moves, only what keeps to it is a solution.
    pub(crate) fn new(
        root: &'s RootPosition,
        objective: Objective,
        most_moves: Option<u32>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Self>, LimitKind> {
        let board = &root.board;
        let stops_at_first = objective == Objective::Any;
        let objective = if stops_at_first && most_moves.is_some() { Objective::Moves } else { objective };
        // Keys, stamps, marks and labels by square, and the matchings by goal; estimated from above.
        control.budget.take((160 + root.classes.len()) * board.size() + 256 * board.goals.len())?;
        let players = root.players.len();
        let has_images = root.boxes.len() <= MOST_BOXES_FOR_IMAGES;
        let symmetries = if has_images { Symmetry::all(root) } else { Vec::new() };
        control.budget.take(symmetries.len() * 2 * size_of::<u16>() * board.size())?;
        let mut astar = Self {
            root,
            objective,
            store: PositionStore::new(players + root.boxes.len(), control)?,
            expanded: ExpandedNode::new(root, objective.counts_moves(), control)?,
            sorted: SortedBoxes::new(root),
            generator: MoveGenerator::new(board, players, objective.counts_moves()),
            open: OpenList::default(),
            dive: None,
            turn: 0,
            best: None,
            most_moves,
            stops_at_first,
            node: NO_PARENT,
            symmetries,
            player_images: Vec::new(),
        };
        let Some(bounds) = astar.expanded.bounds(board, control)? else { return Ok(None) };
        let players = astar.generator.normal(&astar.expanded.position, &root.players);
        let bound = astar.bound(bounds, &players);
        let push = Push { square: 0, direction: 0 };
        let node = Node::new(NO_PARENT, push, Count::default(), bound);
        let key = astar.key(astar.expanded.key, &players);
        let id = astar.store.add(key, node, &[&players, &astar.sorted.squares], control)?;
        if stops_at_first {
            astar.dive = Some(OpenList::default());
        }
        astar.open(id, control)?;
        Ok(Some(astar))
    }

    /// Adds a solution; only better ones are searched for from now on.
    pub(crate) fn add_solution(&mut self, line: Line, control: &mut SearchControl<'_>) {
        let count = line.count();
        if self.can_beat(count) {
            control.best = Some(count);
            self.best = Some((self.objective.rank(count), line));
        }
    }

    /// Makes the search dive for better solutions from now on.
    pub(crate) fn dive(&mut self, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        if self.dive.is_none() {
            self.dive = Some(OpenList::default());
            for id in (0..self.store.len()).filter(|&id| !self.store[id].is_closed).collect::<Vec<_>>() {
                self.open_dive(id, control)?;
            }
        }
        Ok(())
    }

    pub(crate) fn into_best(self) -> Option<Line> {
        self.best.map(|(_, line)| line)
    }

    pub(crate) fn has_solution(&self) -> bool {
        self.best.is_some()
    }

    /// Searches until there is an answer, or `nodes` positions in all have been expanded.
    pub(crate) fn run(&mut self, nodes: u64, control: &mut SearchControl<'_>) -> Result<RunEnd, LimitKind> {
        let mut successors = Vec::new();
        loop {
            let node = match self.next(control) {
                Ok(node) => node,
                Err(ended) => return Ok(ended),
            };
            if control.nodes >= nodes {
                self.open(node, control)?;
                return Ok(RunEnd::Paused);
            }
            control.open = self.open.len();
            control.count()?;
            self.store[node].is_closed = true;
            self.load(node);
            let players = &self.store.pieces(node)[..self.root.players.len()];
            self.generator.successors(&self.root.board, &self.expanded.position, players, &mut successors);
            for successor in &successors {
                self.add(successor, control)?;
            }
            if self.stops_at_first && self.best.is_some() {
                return Ok(RunEnd::Found);
            }
        }
    }

    /// Takes the position whose turn it is, or returns how the search has ended.
    fn next(&mut self, control: &mut SearchControl<'_>) -> Result<u32, RunEnd> {
        self.turn += 1;
        if self.objective == Objective::Any || self.turn % DIVE_TURN == 0 {
            while let Some((_, node)) = self.dive.as_mut().and_then(|dive| dive.pop(control)) {
                if !self.store[node].is_closed && self.is_promising(node) {
                    return Ok(node);
                }
            }
        }
        while let Some(((first, second, _), node)) = self.open.pop(control) {
            if let Some((best, _)) = self.best.as_ref().filter(|&&(best, _)| (first, second) >= best) {
                control.raise_bound(u64::from(best.0));
                return Err(RunEnd::Proven);
            }
            if !self.store[node].is_closed {
                control.raise_bound(u64::from(first));
                return Ok(node);
            }
        }
        match &self.best {
            Some((best, _)) => {
                control.raise_bound(u64::from(best.0));
                Err(RunEnd::Proven)
            }
            None => Err(RunEnd::Exhausted),
        }
    }

    fn is_promising(&self, node: u32) -> bool {
        let Node { cost, bound, .. } = self.store[node];
        self.can_beat(cost.plus(bound))
    }

    /// Returns whether something that costs at least `count` may be within the limit of moves, and better than the best
    /// solution known.
    fn can_beat(&self, count: Count) -> bool {
        self.most_moves.is_none_or(|most| count.moves <= most)
            && self.best.as_ref().is_none_or(|&(best, _)| self.objective.rank(count) < best)
    }

    fn open(&mut self, node: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        if self.objective != Objective::Any {
            let Node { cost, bound, .. } = self.store[node];
            let (first, second) = self.objective.rank(cost.plus(bound));
            // Among equals the one nearest to its end.
            self.open.push((first, second, self.objective.rank(bound).0), node, control)?;
        }
        self.open_dive(node, control)
    }

    fn open_dive(&mut self, node: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let Some(dive) = &mut self.dive else { return Ok(()) };
        let Node { cost, bound, .. } = self.store[node];
        let (cost, bound) = (self.objective.rank(cost), self.objective.rank(bound));
        dive.push(u64::from(cost.0) + BOUND_WEIGHT * u64::from(bound.0), node, control)
    }

    fn load(&mut self, node: u32) {
        let (players, boxes) = self.store.pieces(node).split_at(self.root.players.len());
        self.sorted.load(&self.root.board, &mut self.expanded.position, boxes);
        self.expanded.refresh(&self.root.board, players[0]);
        self.node = node;
    }

    /// Adds the positions that a successor leads to.
    fn add(&mut self, successor: &Successor, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let parent = self.store[self.node];
        let cost = parent.cost.plus(successor.cost);
        // The bound before less the cost is a bound after.
        let least = parent.bound.less(successor.cost);
        if !self.can_beat(cost.plus(least)) {
            return Ok(());
        }
        let Some(push) = successor.push else {
            return self.add_placements(successor, cost, least, None, control);
        };
        let board = &self.root.board;
        let target = board.target(push);
        // A limit ends the search, so that nothing needs to be taken back then.
        self.expanded.position.play(board, push);
        if !self.expanded.is_dead(board, push, target, control)? {
            let class = self.expanded.class(target);
            self.sorted.shift(class, push.square, target);
            self.add_placements(successor, cost, least, Some(push), control)?;
            self.sorted.shift(class, target, push.square);
        }
        self.expanded.position.undo(board, push);
        Ok(())
    }

    fn add_placements(
        &mut self,
        successor: &Successor,
        cost: Count,
        least: Count,
        push: Option<Push>,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        let board = &self.root.board;
        let boxes_key =
            push.map_or(self.expanded.key, |push| self.expanded.key_after(push, board.target(push)));
        let players = &self.store.pieces(self.node)[..self.root.players.len()];
        let placements: Vec<u16> =
            self.generator.placements(board, &self.expanded.position, players, successor).to_vec();
        let mut evaluated = None;
        for players in placements.chunks_exact(self.root.players.len()) {
            let key = self.key(boxes_key, players);
            let is_same = |id| self.is_node(id, players) || self.is_image_of_node(id);
            if let Some(id) = self.store.find(key, is_same) {
                let Node { cost: known, bound, .. } = self.store[id];
                if self.objective.rank(cost) >= self.objective.rank(known) {
                    continue;
                }
                let node = Node::new(self.node, successor.action, cost, bound);
                let reopened = if self.is_node(id, players) {
                    self.store[id] = node;
                    id
                } else {
                    // What has been found from the image stands by the path to the image, which goes no further.
                    (self.store[id].cost, self.store[id].is_closed) = (cost, true);
                    self.store.add(key, node, &[players, &self.sorted.squares], control)?
                };
                self.reopen(reopened, control)?;
                continue;
            }
            if evaluated.is_none() {
                evaluated = match push {
                    Some(push) => self.expanded.bounds_after(board, push, board.target(push), control)?,
                    None => self.expanded.bounds(board, control)?,
                };
            }
            let Some(bounds) = evaluated else { return Ok(()) };
            let bound = self.bound(bounds, players);
            let bound = if bounds.pushes == 0 { bound } else { bound.max(least) };
            if !self.can_beat(cost.plus(bound)) {
                continue;
            }
            let node = Node::new(self.node, successor.action, cost, bound);
            let id = self.store.add(key, node, &[players, &self.sorted.squares], control)?;
            self.reopen(id, control)?;
        }
        Ok(())
    }

    /// Opens `id`, to which a new or better path leads: a solution, or a position to expand.
    fn reopen(&mut self, id: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let Node { cost, bound, .. } = self.store[id];
        if bound.pushes > 0 {
            return self.open(id, control);
        }
        if self.can_beat(cost) {
            let line = line::to_line(self.root, self.generator.abstraction, &self.store, id);
            self.add_solution(line, control);
        }
        Ok(())
    }

    /// Returns the lower bound on the cost, from the bounds on the pushes and the players.
    fn bound(&self, bounds: PushBounds, players: &[u16]) -> Count {
        let PushBounds { pushes, costs } = bounds;
        let moves = match &self.expanded.moves {
            Some(bound) if pushes > 0 => bound.total(costs, players),
            _ => 0,
        };
        Count { pushes, moves: if self.objective.counts_moves() { moves.max(pushes) } else { 0 } }
    }

    /// Returns the key of a position with these keys of its boxes and players, the same for all its images.
    fn key(&mut self, boxes_key: u64, players: &[u16]) -> u64 {
        self.player_images.clear();
        let mut sum = boxes_key ^ self.players_key(players);
        for symmetry in &self.symmetries {
            let player = self.generator.player_image(players[0], symmetry);
            self.player_images.push(player);
            let mut key = self.expanded.zobrist.player(player);
            for (class, group) in self.sorted.groups.iter().enumerate() {
                for &square in &self.sorted.squares[group.clone()] {
                    key ^= self.expanded.zobrist.of_class(symmetry.image[usize::from(square)], class as u16);
                }
            }
            sum = sum.wrapping_add(key);
        }
        sum
    }

    /// Returns whether `id` is the position with the sorted boxes and these players.
    fn is_node(&self, id: u32, players: &[u16]) -> bool {
        self.store.pieces(id).split_at(players.len()) == (players, &self.sorted.squares)
    }

    /// Returns whether `id` is an image of the position whose key has been made last.
    fn is_image_of_node(&self, id: u32) -> bool {
        let (players, boxes) = self.store.pieces(id).split_at(self.root.players.len());
        self.symmetries.iter().zip(&self.player_images).any(|(symmetry, &player)| {
            players == [player] && symmetry.maps(&self.sorted.squares, boxes, &self.sorted.groups)
        })
    }

    /// Returns the key of the players; the sum, as several may be named by one region.
    fn players_key(&self, players: &[u16]) -> u64 {
        players.iter().fold(0, |key: u64, &player| key.wrapping_add(self.expanded.zobrist.player(player)))
    }
}
