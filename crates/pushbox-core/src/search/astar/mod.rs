//! A* (Hart, Nilsson and Raphael 1968): the best line between two positions, with proof. The solver searches for
//! solutions of Sokoban, Sokoban Plus or Multiban with it, the optimizer for better parts of a line.
//!
//! The position with the least sum of cost and lower bound is expanded first. A [`MetricOrder`] compares costs, and it
//! decides which positions differ:
//!
//! * by the regions of the players if only pushes count;
//! * by the square of a lone player if moves count too, as after a push the box pushed last is in front of them;
//! * by the direction of the push as well if box lines, box changes or player lines count.
//!
//! Positions with the same boxes are siblings. One that is no better than walking there from a sibling is not expanded.
//! Sets of boxes that are images of each other under a symmetry of the level are one.
//!
//! In a dive weighted A* (Pohl 1970) takes some turns on the same positions. It finds solutions, each better than the
//! one before, and positions that cannot beat the best one are pruned.
//!
//! No proof needs consistent bounds: a position is opened again when a better path to it is found.

mod distributed;
mod line;
pub(crate) mod metric_order;
mod move_generator;
mod nodes;
mod task;
pub(crate) mod vicinity;
pub(crate) mod walks;

pub(crate) use task::{LineGoal, LineTask};

use super::expanded_node::{ExpandedNode, PushBounds};
use super::open_list::OpenList;
use crate::board::Board;
use crate::bound::conflicts::{Conflicts, ConflictsDue};
use crate::bound::flow::FlowBound;
use crate::limit::{LimitKind, Limited, SearchControl};
use crate::line::Line;
use crate::push::Push;
use distributed::Channels;
use metric_order::{Metric, PackedCost, PriorStep};
use move_generator::{MoveGenerator, Successor};
use nodes::{NO_NODE, NONE, Node, Nodes, OUTSIDE};
use walks::Walks;

/// One of so many turns belongs to the dive.
const DIVE_TURN: u64 = 4;
/// The weight of the bound against the cost so far, when diving.
const BOUND_WEIGHT: u64 = 4;

/// The result of a run of A*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// No line is better than the best one known.
    Proven,
    /// A line, where any will do.
    Found,
    /// There is no line of interest.
    Exhausted,
    /// The given number of positions has been expanded.
    Paused,
}

/// An A* search; it can be paused, and take solutions of other searches.
pub(crate) struct AStar<'t, C: PackedCost> {
    task: LineTask<'t, C>,
    board: &'t Board,
    nodes: Nodes<C>,
    expanded: ExpandedNode,
    flow: Option<FlowBound>,
    generator: MoveGenerator<C>,
    /// From when on the conflicts of boxes are in the bounds.
    conflicts_due: ConflictsDue,
    open: OpenList<(C, C::Tie)>,
    dive: Option<OpenList>,
    turn: u64,
    /// Whether any line will do.
    stops_at_first: bool,
    /// The cost to beat, and the last node of the line that has it.
    best: C,
    end: u32,
    /// The best line of another search; worse than that of `end`, where there is one.
    known: Option<Line>,
    /// The greatest extra cost of a later walk from another square beside moves: one of each count that a push continues.
    penalty: C,
    /// The cost of turning to a box: one more box change and box line.
    a_turn: C,
    /// The node that is loaded, and its players.
    node: u32,
    players: Vec<u16>,
    /// The number of this thread, and how many there are: the channels to them while they run, and their nodes afterwards.
    thread: usize,
    threads: usize,
    channels: Option<Channels<C>>,
    others: Vec<Option<Nodes<C>>>,
}

/// A path to a position, from a node whose number is among those of all threads.
#[derive(Clone, Copy)]
struct Path<C> {
    parent: u32,
    successor: Successor<C>,
    /// Of the whole path, and a bound on the rest.
    cost: C,
    least: C,
}

/// What is known of the boxes of a position, before it is known whether it is new.
#[derive(Default)]
struct Evaluation {
    /// Whether they are alive, and the bounds.
    is_checked: bool,
    bounds: Option<PushBounds>,
    /// Whether the position was loaded, and not played from the one before.
    is_loaded: bool,
}

impl<'t, C: PackedCost> AStar<'t, C> {
    /// Creates a search that holds nothing but the root, and that so many threads may join; `None` when no assignment of
    /// boxes to goals exists.
    pub(crate) fn new(
        task: LineTask<'t, C>,
        threads: usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<Self>> {
        let mut astar = Self::of_thread(0, threads, task, control)?;
        let Some(bounds) = astar.expanded.bounds(astar.board, control)? else { return Ok(None) };
        astar.add_root(bounds, control)?;
        Ok(Some(astar))
    }

    /// Creates the part of a search that belongs to a thread, without any node.
    fn of_thread(
        thread: usize,
        threads: usize,
        task: LineTask<'t, C>,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let (root, order) = (task.root, &task.order);
        let board = &root.board;
        // Keys, stamps, marks and labels by square, and the matchings by goal; estimated from above.
        control.budget.take(
            (168 + root.classes.len()) * board.size()
                + 256 * board.goals.len()
                + Walks::bytes(board.size(), order),
        )?;
        let weight = |metric| order.weight(metric);
        let is_long = task.vicinity.is_none() && task.most_nodes >= control.tuning.long_astar;
        let has_walks = order.uses(Metric::Moves) && root.players.len() == 1;
        // Images of a position under the symmetries of the level need as much as it does.
        let has_images = is_long && task.goal == LineGoal::Boxes && !order.uses_direction();
        let nodes = Nodes::new(root, has_images, control)?;
        Ok(Self {
            board,
            nodes,
            expanded: ExpandedNode::new(root, is_long && order.uses(Metric::Moves), control)?,
            // It is rarely above the bound of the pushes, and so pays only where moves come first.
            flow: (has_walks && order.first == Metric::Moves)
                .then(|| FlowBound::new(board, root.boxes.len()))
                .flatten(),
            generator: MoveGenerator::new(board, root.players.len(), order),
            // What a box needs more may be walks as well where moves come first.
            conflicts_due: match order.first == Metric::Pushes && root.players.len() == 1 {
                true => Conflicts::due(board, root.boxes.len(), control),
                false => ConflictsDue::default(),
            },
            open: OpenList::default(),
            dive: None,
            turn: 0,
            stops_at_first: false,
            best: task.below,
            end: NO_NODE,
            known: None,
            penalty: weight(Metric::BoxLines)
                + weight(Metric::BoxChanges)
                + weight(Metric::PushingSessions)
                + weight(Metric::PlayerLines)
                + weight(Metric::PlayerLines),
            a_turn: weight(Metric::BoxLines) + weight(Metric::BoxChanges),
            node: NO_NODE,
            players: Vec::new(),
            thread,
            threads,
            channels: None,
            others: Vec::new(),
            task,
        })
    }

    fn add_root(&mut self, bounds: PushBounds, control: &mut SearchControl<'_>) -> Limited<()> {
        let players = self.generator.normal(&self.expanded.position, &self.task.root.players);
        let PriorStep { heading, is_push, .. } = self.task.before;
        let direction = heading.filter(|_| is_push).map_or(NONE, |heading| heading as u8);
        let action = Push { square: players[0], direction };
        let least = self.least(bounds, &players, direction);
        let slot = self.nodes.slot(self.board, &self.expanded, self.expanded.key, &players);
        let set = self.nodes.add_set(&slot, &self.expanded.position, 0, control)?;
        let node = Node::new(NO_NODE, action, C::default(), least, bounds.pushes);
        let id = self.nodes.add(set, node, control)?;
        self.open(id, control)
    }

    /// Makes the search end with the first line, and dive for it alone.
    pub(crate) fn stop_at_first(mut self, control: &mut SearchControl<'_>) -> Limited<Self> {
        (self.stops_at_first, self.open) = (true, OpenList::default());
        self.dive(control)?;
        Ok(self)
    }

    /// Adds a solution; only better ones are searched for from now on.
    pub(crate) fn add_solution(&mut self, line: Line, control: &mut SearchControl<'_>) {
        let count = line.count();
        let cost = self.task.order.cost(count.pushes, count.moves);
        if cost < self.best {
            control.found_better(&line);
            (self.best, self.end, self.known) = (cost, NO_NODE, Some(line));
        }
    }

    /// Makes the search dive for better solutions from now on.
    pub(crate) fn dive(&mut self, control: &mut SearchControl<'_>) -> Limited<()> {
        if self.dive.is_none() {
            self.dive = Some(OpenList::default());
            for id in (0..self.nodes.len()).filter(|&id| !self.nodes[id].is_closed).collect::<Vec<_>>() {
                self.open_dive(id, control)?;
            }
        }
        Ok(())
    }

    pub(crate) fn best_line(&self) -> Option<Line> {
        if self.end == NO_NODE { self.known.clone() } else { Some(self.line()) }
    }

    pub(crate) fn has_solution(&self) -> bool {
        self.best < self.task.below
    }

    /// Returns the pushes of the best line that it has found for a lone player.
    pub(crate) fn pushes(&self) -> Option<Vec<Push>> {
        (self.end != NO_NODE).then(|| self.nodes.actions(self.board, &self.path().1))
    }

    /// Returns the number of a node among those of all threads.
    fn number(&self, id: u32) -> u32 {
        id * self.threads as u32 + self.thread as u32
    }

    /// Returns the nodes of the best line after the root, and their players.
    fn path(&self) -> (Vec<Vec<u16>>, Vec<Node<C>>) {
        let (mut players, mut path, mut number) = (Vec::new(), Vec::new(), self.end);
        loop {
            let (thread, id) = (number as usize % self.threads, number / self.threads as u32);
            let other = thread.checked_sub(1).and_then(|other| self.others[other].as_ref());
            let nodes = other.unwrap_or(&self.nodes);
            if nodes[id].parent == NO_NODE {
                break;
            }
            let mut at = Vec::new();
            nodes.read_players(id, &mut at);
            players.push(at);
            path.push(nodes[id]);
            number = nodes[id].parent;
        }
        players.reverse();
        path.reverse();
        (players, path)
    }

    fn line(&self) -> Line {
        let (players, path) = self.path();
        let path: Vec<_> = self.nodes.actions(self.board, &path).into_iter().zip(players).collect();
        line::to_line(self.task.root, self.generator.abstraction, &path)
    }

    /// Searches until it has ended, or `nodes` positions in all have been expanded.
    pub(crate) async fn run(&mut self, nodes: u64, control: &mut SearchControl<'_>) -> Limited<RunEnd> {
        let mut successors = Vec::new();
        self.exchange(0, control)?;
        loop {
            control.pause().await?;
            if self.channels.as_ref().is_some_and(Channels::is_over) {
                return Ok(RunEnd::Paused);
            }
            let node = match self.next(control) {
                Ok(node) => node,
                Err(_) if self.wait(control)? => continue,
                Err(ended) => return Ok(ended),
            };
            if control.nodes >= nodes {
                self.open(node, control)?;
                return Ok(RunEnd::Paused);
            }
            control.open = self.open.len();
            self.node = node;
            control.count()?;
            self.nodes[node].is_closed = true;
            let best = self.best;
            self.expand(node, &mut successors, control)?;
            if self.stops_at_first && self.has_solution() {
                return Ok(RunEnd::Found);
            }
            if self.best < best && self.channels.is_none() {
                control.found_better(&self.line());
            }
            // What is better now is for all to know at once.
            self.exchange(if self.best < best { 0 } else { distributed::BATCH }, control)?;
        }
    }

    /// Takes the position whose turn it is, or returns how the search has ended.
    fn next(&mut self, control: &mut SearchControl<'_>) -> Result<u32, RunEnd> {
        self.turn += 1;
        if self.stops_at_first || self.turn % DIVE_TURN == 0 {
            while let Some((_, id)) = self.dive.as_mut().and_then(|dive| dive.pop(control)) {
                let node = &self.nodes[id];
                if !node.is_closed && node.cost + node.least < self.best {
                    return Ok(id);
                }
            }
        }
        let order = &self.task.order;
        while let Some(((total, _), id)) = self.open.pop(control).filter(|&((total, _), _)| total < self.best)
        {
            let node = &self.nodes[id];
            if !node.is_closed && total == node.cost + node.least {
                if self.channels.is_none() {
                    control.raise_bound(order.first_count(total));
                }
                return Ok(id);
            }
        }
        if !self.has_solution() {
            return Err(RunEnd::Exhausted);
        }
        if self.channels.is_none() {
            control.raise_bound(order.first_count(self.best));
        }
        Err(RunEnd::Proven)
    }

    /// Opens a node, to which a new or better path leads: a position to expand, or the end of a line.
    fn open(&mut self, id: u32, control: &mut SearchControl<'_>) -> Limited<()> {
        let node = &self.nodes[id];
        if self.is_end(node) {
            self.end_at(id, node.cost);
            return Ok(());
        }
        if !self.stops_at_first {
            self.open.push((node.cost + node.least, C::tie(node.least)), id, control)?;
        }
        self.open_dive(id, control)
    }

    fn open_dive(&mut self, id: u32, control: &mut SearchControl<'_>) -> Limited<()> {
        let (Some(dive), node) = (&mut self.dive, &self.nodes[id]) else { return Ok(()) };
        let [cost, least] = [node.cost, node.least].map(|cost| self.task.order.first_count(cost));
        dive.push(cost + BOUND_WEIGHT * least, id, control)
    }

    /// Returns whether a line may end at a node as it is.
    fn is_end(&self, node: &Node<C>) -> bool {
        node.bound == 0
            && match self.task.goal {
                LineGoal::Boxes => true,
                LineGoal::Player(_) => false,
                LineGoal::Region(least) => node.player == least,
                LineGoal::Push(player, direction) => {
                    node.player == player
                        && (!self.task.order.uses_direction() || usize::from(node.direction) == direction)
                        && (node.parent != NO_NODE || node.direction != NONE)
                }
            }
    }

    fn end_at(&mut self, id: u32, cost: C) {
        if cost < self.best {
            (self.best, self.end) = (cost, self.number(id));
        }
    }

    fn expand(
        &mut self,
        id: u32,
        successors: &mut Vec<Successor<C>>,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let (board, node) = (self.board, &self.nodes[id]);
        let before = match node.parent {
            NO_NODE => self.task.before,
            _ => PriorStep::of(board, Push { square: node.player, direction: node.direction }),
        };
        let (cost, bound) = (node.cost, node.bound);
        self.nodes.read_players(id, &mut self.players);
        self.expanded.load(board, &self.nodes.pieces(id)[..board.piece_words()], self.players[0]);
        self.node = id;
        self.generator.walk(board, &self.expanded.position, &self.players, before);
        if let Some(walks) = &self.generator.walks {
            if self.nodes.is_dominated(id, walks, self.penalty) {
                return Ok(());
            }
            match self.task.goal {
                LineGoal::Player(square) if bound == 0 && walks.reaches(square) => {
                    self.end_at(id, cost + walks.cost(square));
                }
                _ => {}
            }
        }
        if self.raise(id, control)? {
            return Ok(());
        }
        self.generator.successors(board, &self.expanded.position, &self.players, successors);
        for successor in &*successors {
            self.add(successor, control)?;
        }
        Ok(())
    }

    /// Raises the bound of the loaded node by the conflicts of its boxes, once by each table. Returns whether that has put it off,
    /// or shown a deadlock.
    fn raise(&mut self, id: u32, control: &mut SearchControl<'_>) -> Limited<bool> {
        let conflicts = &self.task.root.conflicts;
        let tables = conflicts.make(self.board, &mut self.conflicts_due, control)?;
        if self.nodes[id].conflicts >= tables || self.conflicts_due == ConflictsDue::default() {
            return Ok(false);
        }
        self.nodes[id].conflicts = tables;
        let reaches = |square| self.generator.reaches(square);
        let bounds = self.expanded.raised_bounds(self.board, conflicts, reaches, control)?;
        let Some(bounds) = bounds else { return Ok(true) };
        let players = std::mem::take(&mut self.players);
        let least = self.least(bounds, &players, self.nodes[id].direction);
        self.players = players;
        let node = &mut self.nodes[id];
        if least <= node.least {
            return Ok(false);
        }
        (node.least, node.is_closed) = (least, false);
        if node.cost + least < self.best {
            self.open(id, control)?;
        }
        Ok(true)
    }

    /// Adds the positions that a successor leads to.
    fn add(&mut self, successor: &Successor<C>, control: &mut SearchControl<'_>) -> Limited<()> {
        let parent = &self.nodes[self.node];
        if parent.cost + successor.cost.max(parent.least) >= self.best {
            return Ok(());
        }
        // A limit ends the search, so that nothing needs to be taken back then.
        if let Some(push) = successor.push {
            self.expanded.position.play(self.board, push);
        }
        self.generator.place(self.board, &self.expanded.position, &self.players, successor);
        let placements = std::mem::take(&mut self.generator.placements);
        self.add_placements(successor, &placements, control)?;
        self.generator.placements = placements;
        if let Some(push) = successor.push {
            self.expanded.position.undo(self.board, push);
        }
        Ok(())
    }

    /// Adds the positions after a successor, whose push has been played, with the players of one placement after the other.
    fn add_placements(
        &mut self,
        successor: &Successor<C>,
        placements: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let (parent, push) = (self.nodes[self.node], successor.push);
        // The bound before less the cost is a bound after.
        let (cost, least) = (parent.cost + successor.cost, parent.least.less(successor.cost));
        let path = Path { parent: self.number(self.node), successor: *successor, cost, least };
        let boxes = push.map_or(self.expanded.key, |push| self.expanded.key_after(self.board, push));
        let mut evaluation = Evaluation::default();
        for players in placements.chunks_exact(self.task.root.players.len()) {
            if let Some(channels) = &mut self.channels {
                if channels.forward(&path, &self.nodes, &self.expanded.position, players[0]) {
                    continue;
                }
            }
            if !self.meet(&path, boxes, players, &mut evaluation, control)? {
                break;
            }
        }
        Ok(())
    }

    /// Adds a path to the position whose boxes stand on the board and have the key `boxes`. Returns whether other placements
    /// of the players may be alive.
    fn meet(
        &mut self,
        path: &Path<C>,
        boxes: u64,
        players: &[u16],
        evaluation: &mut Evaluation,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let (board, Path { parent, cost, least, successor: Successor { action, push, .. } }) =
            (self.board, *path);
        let mut node = Node::new(parent, action, cost, least, 0);
        let slot = self.nodes.slot(board, &self.expanded, boxes, players);
        node.image = slot.image;
        node.player = match self.nodes.symmetry(slot.image) {
            Some(symmetry) => self.generator.player_image(players[0], symmetry),
            None => players[0],
        };
        match (slot.set, push) {
            (Some(set), _) if self.nodes.anchor(set) == OUTSIDE => return Ok(false),
            (Some(set), _) => {
                if let Some(id) =
                    self.nodes.find(set, node.player, |other| self.is_same(action.direction, other))
                {
                    if cost < self.nodes[id].cost && self.nodes[id].parent != NO_NODE {
                        self.nodes.shorten(id, node);
                        self.open(id, control)?;
                    }
                    return Ok(true);
                }
            }
            (None, Some(push)) if !evaluation.is_checked => {
                if self.expanded.is_dead(board, push, control)? {
                    return Ok(false);
                }
                evaluation.is_checked = true;
            }
            (None, _) => {}
        }
        let anchor = match (&mut self.task.vicinity, slot.set) {
            (Some(vicinity), None) => {
                let hint = self.nodes.anchor(self.nodes[self.node].set);
                vicinity.anchor(&self.expanded.position.set, hint).unwrap_or(OUTSIDE)
            }
            _ => 0,
        };
        if anchor == OUTSIDE {
            self.nodes.add_set(&slot, &self.expanded.position, anchor, control)?;
            return Ok(false);
        }
        if evaluation.bounds.is_none() {
            evaluation.bounds = match push {
                Some(push) if !evaluation.is_loaded => self.expanded.bounds_after(board, push, control)?,
                _ => self.expanded.bounds(board, control)?,
            };
        }
        let Some(bounds) = evaluation.bounds else { return Ok(false) };
        node.bound = bounds.pushes;
        node.least = least.max(self.least(bounds, players, action.direction));
        if cost + node.least < self.best {
            let set = match slot.set {
                Some(set) => set,
                None => self.nodes.add_set(&slot, &self.expanded.position, anchor, control)?,
            };
            let id = self.nodes.add(set, node, control)?;
            if id >= NO_NODE / self.threads as u32 {
                return Err(LimitKind::Memory);
            }
            self.open(id, control)?;
        }
        Ok(true)
    }

    /// Returns whether what comes after a position is the same whether `direction` leads to it or `other`.
    fn is_same(&self, direction: u8, other: u8) -> bool {
        if self.task.order.uses_direction() {
            return direction == other;
        }
        // A root that is not after a push may cost more to go on from.
        other != NONE || self.penalty == C::default()
    }

    /// Returns the lower bound on the cost from a position, whose boxes stand on the board, to the end.
    fn least(&mut self, bounds: PushBounds, players: &[u16], direction: u8) -> C {
        let PushBounds { pushes, costs } = bounds;
        if pushes == 0 {
            return C::default();
        }
        let boxes = &self.expanded.position.boxes;
        let by_potential = self.expanded.moves.as_ref().map_or(0, |bound| bound.total(costs, players));
        let by_flow = self.flow.as_mut().map_or(0, |flow| flow.moves(boxes, players[0]));
        let least = self.task.order.cost(pushes, pushes.max(by_potential).max(by_flow));
        if self.a_turn == C::default() {
            return least;
        }
        // Every box off the goals has to be turned to, but for the one that the player is at.
        let is_off = |square: u16| !self.board.is_goal[usize::from(square)];
        let off = boxes.iter().filter(|&&square| is_off(square)).count() as u32;
        let is_at = direction != NONE && is_off(self.board.neighbour(players[0], usize::from(direction)));
        least + C::from(off - u32::from(is_at && off > 0)) * self.a_turn
    }
}
