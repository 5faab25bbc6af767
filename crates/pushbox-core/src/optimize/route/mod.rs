//! The best way from one position to another: A* (Hart, Nilsson and Raphael 1968) over positions after a push, by a
//! lexicographic order of all six counts.
//!
//! After a push, the boxes, the square of the player and the direction of the push say all that a later step's cost
//! depends on: the box pushed last is the one in front of the player. So this is a node, and an edge is a walk with a
//! push at its end. Where neither box lines, box changes nor player lines matter, the direction is left out.
//!
//! A node that cannot beat the best way known is dropped. So is one that is no better than walking there from another
//! node with the same boxes. Only deadlocks are pruned besides, so a search that ends by itself, and was not kept in a
//! vicinity, has proven its answer.

mod sets;
mod task;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::flow::Flow;
use super::order::{Cost, Metric, Prices};
use super::vicinity::Vicinity;
use super::walks::Walks;
use crate::board::opposite;
use crate::deadlock::freeze::Frost;
use crate::field::Field;
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::search::loaded::Loaded;
use sets::{OUTSIDE, Sets};
pub(crate) use task::{Before, Ended, Goal, Route, Task};

/// The parent of a root, and what comes after the last sibling.
const NO_NODE: u32 = u32::MAX;
/// The direction of a root that is not after a push.
const NONE: u8 = 4;

struct Node {
    cost: Cost,
    /// What the way from here to the goal costs at least.
    least: Cost,
    config: u32,
    parent: u32,
    /// The next node with the same boxes.
    sibling: u32,
    /// Lower bound of the pushes to the goal.
    bound: u32,
    player: u16,
    direction: u8,
    is_closed: bool,
}

/// What the queue is ordered by: the least sum of cost and bound first, then the least bound.
type Entry = Reverse<(Cost, u32, Reverse<u32>)>;

struct Search<'t> {
    task: &'t Task<'t>,
    field: &'t Field,
    vicinity: Option<&'t mut Vicinity>,
    heeds_direction: bool,
    /// What a later walk from another square can cost at most beside moves: one of each count that a push continues.
    penalty: Cost,
    prices: Prices,
    a_push: Cost,
    a_move: Cost,
    flow: Option<Flow>,
    nodes: Vec<Node>,
    sets: Sets,
    open: BinaryHeap<Entry>,
    loaded: Loaded,
    walks: Walks,
    /// The cost to beat, and the node of the way that has it.
    best: Cost,
    end: u32,
}

/// Looks for the best way of a task, only through positions of `vicinity` if there is one.
///
/// What was found until a limit was reached stands in `route`.
pub(crate) fn search(
    task: &Task<'_>,
    vicinity: Option<&mut Vicinity>,
    route: &mut Route,
    control: &mut SearchControl<'_>,
) -> Result<Ended, LimitKind> {
    let Some(mut search) = Search::new(task, vicinity, control)? else { return Ok(Ended::Complete) };
    let ended = search.run(control);
    if search.end != NO_NODE {
        route.pushes = Some(search.line(search.end));
    }
    ended
}

impl<'t> Search<'t> {
    /// `None` when no assignment of boxes to goals exists.
    fn new(
        task: &'t Task<'t>,
        vicinity: Option<&'t mut Vicinity>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Self>, LimitKind> {
        let (start, order) = (task.start, task.order);
        let field = &start.field;
        control.budget.take(
            64 * field.near.len()
                + 128 * field.goals.len()
                + Walks::bytes(field.near.len(), order)
                + vicinity.as_ref().map_or(0, |vicinity| vicinity.bytes()),
        )?;
        let lines = if order.heeds(Metric::PlayerLines) { 2 * order.weight(Metric::PlayerLines) } else { 0 };
        let weight = |metric| order.weight(metric);
        let mut search = Self {
            task,
            field,
            vicinity,
            heeds_direction: order.heeds_direction(),
            penalty: weight(Metric::BoxLines)
                + weight(Metric::BoxChanges)
                + weight(Metric::PushingSessions)
                + lines,
            prices: Prices::new(order),
            a_push: weight(Metric::Pushes),
            a_move: weight(Metric::Moves),
            // It rarely tells more than the pushes do, and so pays only where moves come first.
            flow: (order.first == Metric::Moves)
                .then(|| Flow::new(field, task.width, start.boxes.len()))
                .flatten(),
            nodes: Vec::new(),
            sets: Sets::new(field, control)?,
            open: BinaryHeap::new(),
            loaded: Loaded::new(field, &start.boxes, start.player, control)?,
            walks: Walks::new(field, order),
            best: task.below,
            end: NO_NODE,
        };
        let Some(bound) = search.loaded.bound(field, control)? else { return Ok(None) };
        let config = search.config(search.loaded.key, 0, None, control)?;
        let direction = match task.before.heading {
            Some(heading) if task.before.is_push => heading as u8,
            _ => NONE,
        };
        let root = Node {
            cost: 0,
            least: 0,
            config,
            parent: NO_NODE,
            sibling: NO_NODE,
            bound,
            player: start.player,
            direction,
            is_closed: false,
        };
        search.file(root, control)?;
        Ok(Some(search))
    }

    fn run(&mut self, control: &mut SearchControl<'_>) -> Result<Ended, LimitKind> {
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
                return Ok(Ended::Share);
            }
            control.open = self.open.len() as u64;
            control.count()?;
            self.nodes[id as usize].is_closed = true;
            self.expand(id, control)?;
        }
        Ok(Ended::Complete)
    }

    fn expand(&mut self, id: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let Node { cost, config, bound, player, direction, .. } = self.nodes[id as usize];
        let field = self.field;
        self.loaded.load(field, self.sets.boxes(config), player);
        let is_root = id == 0;
        let heading = if is_root { self.task.before.heading } else { Some(usize::from(direction)) };
        self.walks.find(field, &self.loaded.position.is_box, player, heading);
        if self.is_dominated(id) {
            return Ok(());
        }
        if bound == 0
            && let Goal::Player(square) = self.task.goal
            && self.walks.reaches(square)
        {
            self.end_at(id, cost + self.walks.cost(square));
        }
        let last_box = if is_root {
            self.task.before.last_box
        } else {
            Some(field.near[usize::from(player)][usize::from(direction)])
        };
        for number in 0..self.loaded.position.boxes.len() {
            let square = self.loaded.position.boxes[number];
            let near = field.near[usize::from(square)];
            let allowed = field.pushes[usize::from(square)];
            for towards in (0..4).filter(|towards| allowed & (1 << towards) != 0) {
                let (target, pusher) = (near[towards], near[opposite(towards)]);
                if !self.walks.reaches(pusher) || self.loaded.position.is_box[usize::from(target)] {
                    continue;
                }
                let goes_on = pusher == player && direction != NONE;
                let is_straight = usize::from(direction) == towards;
                let price = self.walks.cost_and_step(pusher, towards, heading)
                    + self.prices.push(goes_on, is_straight, last_box == Some(square));
                let push = Push { square, direction: towards as u8 };
                self.loaded.position.play(field, push);
                let filed = self.child(id, push, target, cost + price, control);
                self.loaded.position.undo(field, push);
                filed?;
            }
        }
        Ok(())
    }

    /// Whether walking here from another node with the same boxes is as good; notes also which others are no better
    /// than walking there from here.
    fn is_dominated(&mut self, id: u32) -> bool {
        let cost = self.nodes[id as usize].cost;
        let mut other = self.sets.at(self.nodes[id as usize].config).first;
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

    /// Files the position after a push, which has been played, if it is worth it.
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
        let anchor = self.sets.at(self.nodes[parent as usize].config).anchor;
        let config = self.config(self.loaded.key_after(push, target), anchor, Some(target), control)?;
        if self.sets.at(config).anchor == OUTSIDE {
            return Ok(());
        }
        let mut id = self.sets.at(config).first;
        while id != NO_NODE {
            let node = &self.nodes[id as usize];
            let is_same =
                node.direction == push.direction || (!self.heeds_direction && node.direction != NONE);
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
                self.enter(id, bound, control)?;
            }
            return Ok(());
        }
        let frost = self.loaded.freeze.pushed(self.field, &self.loaded.position.is_box, target);
        let Some(bound) = self.loaded.bound_after(self.field, push, target, frost, control)? else {
            return Ok(());
        };
        let bound = bound.max(self.nodes[parent as usize].bound.saturating_sub(1));
        let least = self.least(bound, config, push.square, push.direction);
        if cost + least >= self.best {
            return Ok(());
        }
        let node = Node {
            cost,
            least,
            config,
            parent,
            sibling: NO_NODE,
            bound,
            player: push.square,
            direction: push.direction,
            is_closed: false,
        };
        self.file(node, control)
    }

    fn file(&mut self, node: Node, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
        let id = self.nodes.len() as u32;
        if id == NO_NODE - 1 {
            return Err(LimitKind::Memory);
        }
        let bound = node.bound;
        control.budget.room(&mut self.nodes)?;
        let sibling = std::mem::replace(&mut self.sets.at_mut(node.config).first, id);
        self.nodes.push(Node { sibling, ..node });
        self.enter(id, bound, control)
    }

    fn enter(&mut self, id: u32, bound: u32, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
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

    /// Whether a way may end at a node as it is.
    fn is_goal(&self, id: u32) -> bool {
        let node = &self.nodes[id as usize];
        node.bound == 0
            && match self.task.goal {
                Goal::Boxes => true,
                Goal::Player(_) => false,
                Goal::Push(player, direction) => {
                    node.player == player
                        && (!self.heeds_direction || usize::from(node.direction) == direction)
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

    /// What the way from a node, whose boxes stand on the board, to the goal costs at least.
    fn least(&mut self, bound: u32, config: u32, player: u16, direction: u8) -> Cost {
        let moves = self.flow.as_mut().map_or(0, |flow| flow.moves(&self.loaded.position.boxes, player));
        let mut least = Cost::from(bound) * self.a_push + Cost::from(moves.max(bound)) * self.a_move;
        let a_turn = self.prices.turn();
        if a_turn != 0 {
            // Every box off the goals has to be turned to, but for the one that the player is at.
            let mut turns = self.sets.at(config).off;
            if direction != NONE {
                let last = self.field.near[usize::from(player)][usize::from(direction)];
                turns -= u16::from(turns > 0 && !self.field.is_goal[usize::from(last)]);
            }
            least += Cost::from(turns) * a_turn;
        }
        least
    }

    /// The number of the boxes just loaded or played, with the key `key`; `pushed` is where the box pushed stands.
    fn config(
        &mut self,
        key: u64,
        hint: u32,
        pushed: Option<u16>,
        control: &mut SearchControl<'_>,
    ) -> Result<u32, LimitKind> {
        let Loaded { position, freeze, .. } = &mut self.loaded;
        if let Some(id) = self.sets.find(key, &position.set) {
            return Ok(id);
        }
        let is_dead =
            pushed.is_some_and(|square| freeze.pushed(self.field, &position.is_box, square) == Frost::Dead);
        let anchor = match &mut self.vicinity {
            _ if is_dead => OUTSIDE,
            Some(vicinity) => vicinity.anchor(&position.set, hint).unwrap_or(OUTSIDE),
            None => 0,
        };
        // The root is always looked at.
        let anchor = if pushed.is_none() && anchor == OUTSIDE { 0 } else { anchor };
        let off = position.boxes.iter().filter(|&&square| !self.field.is_goal[usize::from(square)]).count();
        self.sets.add(key, &position.set, anchor, off as u16, control)
    }

    /// The pushes that lead to a node.
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
