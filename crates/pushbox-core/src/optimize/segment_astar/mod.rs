//! The best segment from one position to another: A* (Hart, Nilsson and Raphael 1968) over positions after a push, by a
//! lexicographic order of all six counts.
//!
//! After a push, the boxes, the square of the player and the direction of the push hold all that a later step's cost
//! depends on: the box pushed last is the one in front of the player. So this is a node, and an edge is a walk with a
//! push at its end. Where neither box lines, box changes nor player lines matter, the direction is left out.
//!
//! A node that cannot beat the best segment known is dropped. So is one that is no better than walking there from another
//! node with the same boxes. Only deadlocks are pruned besides, so a search that ends by itself, and was not kept in a
//! vicinity, has proven its answer.

mod task;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::flow_bound::FlowBound;
use super::metric_order::{Cost, Metric, PriorStep};
use super::vicinity::Vicinity;
use super::walks::Walks;
use crate::board::Board;
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::search::expanded_node::ExpandedNode;
use crate::search::position_store::PositionStore;
pub(crate) use task::{SegmentGoal, SegmentTask};

/// The parent of a root, and what comes after the last sibling.
const NO_NODE: u32 = u32::MAX;
/// The anchor of box sets that are not visited: a deadlock, or outside the vicinity.
const OUTSIDE: u32 = u32::MAX;
/// The direction of a root that is not after a push.
const NONE: u8 = 4;

struct Node {
    cost: Cost,
    /// The lower bound on the cost from this node to the goal.
    least: Cost,
    box_set: u32,
    parent: u32,
    /// The next node with the same boxes.
    sibling: u32,
    /// Lower bound of the pushes to the goal.
    bound: u32,
    player: u16,
    direction: u8,
    is_closed: bool,
}

/// A set of boxes that has been met, whatever the player.
struct BoxSet {
    /// The first of its nodes.
    first: u32,
    /// The nearest anchor of the vicinity, or [`OUTSIDE`].
    anchor: u32,
    /// Boxes off the goals.
    off: u16,
}

/// The order of the queue: the least sum of cost and bound first, then the least bound.
type Entry = Reverse<(Cost, u32, Reverse<u32>)>;

struct SegmentAStar<'t> {
    task: &'t SegmentTask<'t>,
    board: &'t Board,
    vicinity: Option<&'t mut Vicinity>,
    uses_direction: bool,
    /// The greatest extra cost of a later walk from another square beside moves: one of each count that a push continues.
    penalty: Cost,
    a_push: Cost,
    a_move: Cost,
    /// The cost of turning to a box: one more box change and box line.
    a_turn: Cost,
    flow: Option<FlowBound>,
    nodes: Vec<Node>,
    sets: PositionStore<BoxSet, u64>,
    open: BinaryHeap<Entry>,
    expanded: ExpandedNode,
    walks: Walks,
    /// The cost to beat, and the node of the segment that has it.
    best: Cost,
    end: u32,
}

/// Searches for the best segment of a task, only through positions of `vicinity` if there is one. Returns whether everything
/// that could matter was tried before the nodes of the task were spent.
///
/// `solution` becomes its pushes, also where a limit ends the search; it stays `None` if no segment costs less than is
/// required.
pub(crate) fn search(
    task: &SegmentTask<'_>,
    vicinity: Option<&mut Vicinity>,
    solution: &mut Option<Vec<Push>>,
    control: &mut SearchControl<'_>,
) -> Result<bool, LimitKind> {
    let Some(mut search) = SegmentAStar::new(task, vicinity, control)? else {
        return Ok(true);
    };
    let ended = search.run(control);
    if search.end != NO_NODE {
        *solution = Some(search.line(search.end));
    }
    ended
}

impl<'t> SegmentAStar<'t> {
    /// `None` when no assignment of boxes to goals exists.
    fn new(
        task: &'t SegmentTask<'t>,
        vicinity: Option<&'t mut Vicinity>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Self>, LimitKind> {
        let (root, order) = (task.root, task.order);
        let board = &root.board;
        control.budget.take(
            64 * board.size()
                + 128 * board.goals.len()
                + Walks::bytes(board.size(), order)
                + vicinity.as_ref().map_or(0, |vicinity| vicinity.bytes()),
        )?;
        let lines = if order.uses(Metric::PlayerLines) { 2 * order.weight(Metric::PlayerLines) } else { 0 };
        let weight = |metric| order.weight(metric);
        let mut search = Self {
            task,
            board,
            vicinity,
            uses_direction: order.uses_direction(),
            penalty: weight(Metric::BoxLines)
                + weight(Metric::BoxChanges)
                + weight(Metric::PushingSessions)
                + lines,
            a_push: weight(Metric::Pushes),
            a_move: weight(Metric::Moves),
            a_turn: weight(Metric::BoxLines) + weight(Metric::BoxChanges),
            // It is rarely above the bound of the pushes, and so pays only where moves come first.
            flow: (order.first == Metric::Moves)
                .then(|| FlowBound::new(board, task.width, root.boxes.len()))
                .flatten(),
            nodes: Vec::new(),
            sets: PositionStore::new(board.words(), control)?,
            open: BinaryHeap::new(),
            expanded: ExpandedNode::new(root, false, control)?,
            walks: Walks::new(board, order),
            best: task.below,
            end: NO_NODE,
        };
        let Some(bounds) = search.expanded.bounds(board, control)? else { return Ok(None) };
        let box_set = search.box_set(search.expanded.key, 0, None, control)?;
        let direction = match task.before.heading {
            Some(heading) if task.before.is_push => heading as u8,
            _ => NONE,
        };
        let root = Node {
            cost: 0,
            least: 0,
            box_set,
            parent: NO_NODE,
            sibling: NO_NODE,
            bound: bounds.pushes,
            player: root.player,
            direction,
            is_closed: false,
        };
        search.add(root, control)?;
        Ok(Some(search))
    }

    fn run(&mut self, control: &mut SearchControl<'_>) -> Result<bool, LimitKind> {
        let most_nodes = control.nodes.saturating_add(self.task.most_nodes);
        while let Some(Reverse((total, _, Reverse(id)))) = self.open.pop() {
            if total >= self.best {
                break;
            }
            let node = &self.nodes[id as usize];
            if node.is_closed || total != node.cost + node.least {
                continue;
            }
            if control.nodes >= most_nodes {
                return Ok(false);
            }
            control.open = self.open.len() as u64;
            control.count()?;
            self.nodes[id as usize].is_closed = true;
            self.expand(id, control)?;
        }
        Ok(true)
    }

    fn expand(&mut self, id: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let Node { cost, box_set, bound, player, direction, .. } = self.nodes[id as usize];
        let board = self.board;
        self.expanded.load(board, self.sets.pieces(box_set), player);
        let before = match id {
            0 => self.task.before,
            _ => PriorStep::of(board, Push { square: player, direction }),
        };
        self.walks.find(board, &self.expanded.position.is_box, player, before);
        if self.is_dominated(id) {
            return Ok(());
        }
        match self.task.goal {
            SegmentGoal::Player(square) if bound == 0 && self.walks.reaches(square) => {
                self.end_at(id, cost + self.walks.cost(square));
            }
            _ => {}
        }
        for number in 0..self.expanded.position.boxes.len() {
            let square = self.expanded.position.boxes[number];
            for push in board.live_pushes(square) {
                let (pusher, target) = board.ends(push);
                if !self.walks.reaches(pusher) || self.expanded.position.is_box[usize::from(target)] {
                    continue;
                }
                let cost = cost + self.walks.cost_and_push(board, push);
                self.expanded.position.play(board, push);
                let added = self.child(id, push, target, cost, control);
                self.expanded.position.undo(board, push);
                added?;
            }
        }
        Ok(())
    }

    /// Returns whether walking to this node from another one with the same boxes is as good; closes other nodes that
    /// are no better than walking to them from this one.
    fn is_dominated(&mut self, id: u32) -> bool {
        let cost = self.nodes[id as usize].cost;
        let mut other = self.sets[self.nodes[id as usize].box_set].first;
        let mut is_dominated = false;
        while other != NO_NODE {
            let node = &mut self.nodes[other as usize];
            let next = node.sibling;
            if other != id && self.walks.reaches(node.player) {
                // Walks back are as long and have as many turns, but for those at their ends.
                let walk = self.walks.cost(node.player) + self.penalty;
                if node.is_closed {
                    is_dominated |= node.cost + walk <= cost;
                } else if cost + walk <= node.cost {
                    node.is_closed = true;
                }
            }
            other = next;
        }
        is_dominated
    }

    /// Adds the position after a push, which has been played, if it can be better.
    fn child(
        &mut self,
        parent: u32,
        push: Push,
        target: u16,
        cost: Cost,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        if cost >= self.best {
            return Ok(());
        }
        let anchor = self.sets[self.nodes[parent as usize].box_set].anchor;
        let box_set = self.box_set(self.expanded.key_after(push, target), anchor, Some(push), control)?;
        if self.sets[box_set].anchor == OUTSIDE {
            return Ok(());
        }
        let mut id = self.sets[box_set].first;
        while id != NO_NODE {
            let node = &self.nodes[id as usize];
            let is_same =
                node.direction == push.direction || (!self.uses_direction && node.direction != NONE);
            if is_same && node.player == push.square {
                break;
            }
            id = node.sibling;
        }
        if id != NO_NODE {
            let node = &mut self.nodes[id as usize];
            if cost < node.cost && id != 0 {
                *node = Node { cost, parent, direction: push.direction, is_closed: false, ..*node };
                let bound = node.bound;
                self.open_node(id, bound, control)?;
            }
            return Ok(());
        }
        let bounds = self.expanded.bounds_after(self.board, push, target, control)?;
        let Some(bounds) = bounds else { return Ok(()) };
        let bound = bounds.pushes.max(self.nodes[parent as usize].bound.saturating_sub(1));
        let least = self.least(bound, box_set, push.square, push.direction);
        if cost + least >= self.best {
            return Ok(());
        }
        let node = Node {
            cost,
            least,
            box_set,
            parent,
            sibling: NO_NODE,
            bound,
            player: push.square,
            direction: push.direction,
            is_closed: false,
        };
        self.add(node, control)
    }

    fn add(&mut self, node: Node, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let id = self.nodes.len() as u32;
        if id == NO_NODE - 1 {
            return Err(LimitKind::Memory);
        }
        let bound = node.bound;
        control.budget.room(&mut self.nodes)?;
        let sibling = std::mem::replace(&mut self.sets[node.box_set].first, id);
        self.nodes.push(Node { sibling, ..node });
        self.open_node(id, bound, control)
    }

    fn open_node(&mut self, id: u32, bound: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        if self.is_goal(id) {
            self.end_at(id, self.nodes[id as usize].cost);
        }
        let node = &self.nodes[id as usize];
        let total = node.cost + node.least;
        if self.open.len() == self.open.capacity() {
            let more = self.open.capacity().max(16);
            control.budget.take(more * size_of::<Entry>())?;
            self.open.reserve_exact(more);
        }
        self.open.push(Reverse((total, bound, Reverse(id))));
        Ok(())
    }

    /// Returns whether a segment may end at a node as it is.
    fn is_goal(&self, id: u32) -> bool {
        let node = &self.nodes[id as usize];
        node.bound == 0
            && match self.task.goal {
                SegmentGoal::Boxes => true,
                SegmentGoal::Player(_) => false,
                SegmentGoal::Push(player, direction) => {
                    node.player == player
                        && (!self.uses_direction || usize::from(node.direction) == direction)
                        && (id != 0 || node.direction != NONE)
                }
            }
    }

    fn end_at(&mut self, id: u32, cost: Cost) {
        if cost < self.best {
            self.best = cost;
            self.end = id;
        }
    }

    /// Returns the lower bound on the cost from a node, whose boxes stand on the board, to the goal.
    fn least(&mut self, bound: u32, box_set: u32, player: u16, direction: u8) -> Cost {
        let moves = self.flow.as_mut().map_or(0, |flow| flow.moves(&self.expanded.position.boxes, player));
        let mut least = Cost::from(bound) * self.a_push + Cost::from(moves.max(bound)) * self.a_move;
        if self.a_turn != 0 {
            // Every box off the goals has to be turned to, but for the one that the player is at.
            let mut turns = self.sets[box_set].off;
            if direction != NONE {
                let last = self.board.neighbour(player, usize::from(direction));
                turns -= u16::from(turns > 0 && !self.board.is_goal[usize::from(last)]);
            }
            least += Cost::from(turns) * self.a_turn;
        }
        least
    }

    /// Returns the number of the boxes just loaded, or of those after `push`, which has been played, with the key `key`.
    fn box_set(
        &mut self,
        key: u64,
        hint: u32,
        push: Option<Push>,
        control: &mut SearchControl<'_>,
    ) -> Result<u32, LimitKind> {
        if let Some(id) = self.sets.find(key, |id| self.sets.pieces(id) == self.expanded.position.set) {
            return Ok(id);
        }
        let is_dead = match push {
            Some(push) => self.expanded.is_dead(self.board, push, self.board.target(push), control)?,
            None => false,
        };
        let position = &self.expanded.position;
        let anchor = match &mut self.vicinity {
            _ if is_dead => OUTSIDE,
            Some(vicinity) => vicinity.anchor(&position.set, hint).unwrap_or(OUTSIDE),
            None => 0,
        };
        // The root is always visited.
        let anchor = if push.is_none() && anchor == OUTSIDE { 0 } else { anchor };
        let off = position.boxes.iter().filter(|&&square| !self.board.is_goal[usize::from(square)]).count();
        let box_set = BoxSet { first: NO_NODE, anchor, off: off as u16 };
        self.sets.add(key, box_set, &[&position.set], control)
    }

    /// Returns the pushes that lead to a node.
    fn line(&self, id: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut id = id;
        while id != 0 {
            let node = &self.nodes[id as usize];
            pushes.push(Push { square: node.player, direction: node.direction });
            id = node.parent;
        }
        pushes.reverse();
        pushes
    }
}
