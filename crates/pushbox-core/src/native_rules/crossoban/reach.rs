//! What a pointer reaches in Crossoban: `pushbox.games.crossoban.reach` states it, and which steps need no
//! simulation. This finds the same cells and the same moves, and ends at the same budget.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::super::game_board::PLAIN;
use super::super::play::{Action, Change, Move, Part};
use super::super::pointer::{Reach, pushers_reach};
use super::physics::Simulation;
use super::static_level::{FLOOR, State, StaticLevel};

/// The budget of a search: about microseconds of Python.
const BUDGET: i64 = 10_000;
/// What a simulated step takes of it.
const SIMULATED: i64 = 6;
/// For how many pieces a simulated step takes one more.
const PIECES: i64 = 12;
/// The cell of a box where there is none.
const NONE: u16 = u16::MAX;

/// The cells of boxes, each with the directions in which one is pushed.
type Ways = Vec<(usize, Vec<usize>)>;

/// What steps need to be simulated.
struct Ground {
    /// Whether a cell does anything.
    special: Vec<bool>,
    has_special: bool,
    /// The groups of several pushers.
    linked: Vec<i64>,
    /// Whether the box takes others along.
    sticks: bool,
}

/// What is to be taken somewhere: pushers alone, or a box, if there is one, by one of them.
struct Task<'t> {
    state: &'t State,
    ground: &'t Ground,
    movers: &'t [u16],
    pushed: u16,
    limit: usize,
}

/// A position of which a pusher and a box stand elsewhere now.
struct Rest {
    state: State,
    pusher: u16,
    pushed: u16,
    /// The cells of the other pieces.
    taken: Vec<u16>,
    /// The group of the pusher.
    group: i64,
    /// Whether any step may move something else.
    is_restless: bool,
}

/// A pusher and a box on their cells, the number of the pusher, and everything else.
#[derive(Clone)]
struct Node {
    pusher: u16,
    pushed: u16,
    mover: usize,
    rest: Rc<Rest>,
}

impl Node {
    fn key(&self) -> (u16, u16, usize) {
        (self.pusher, self.pushed, self.mover)
    }
}

/// A step: the node after it, the move, how many tiles it wears, and whether it pushes.
type Step = (Node, Move, u32, bool);

/// The paths that a search has found, and what it has visited.
struct Found {
    paths: Vec<(usize, Vec<Move>)>,
    visited: Vec<Node>,
}

impl StaticLevel {
    /// Returns the cells that the pusher on a cell can walk to, or its box can be pushed to.
    pub(super) fn reached(&self, state: &State, origin: usize, limit: usize) -> Reach<'static> {
        let slot = self.on_board(state, 0..self.slots()).find(|&slot| usize::from(state[slot]) == origin);
        let Some(slot) = slot else { return Reach::nowhere() };
        let (movers, pushed) = if slot < self.first_box {
            (vec![origin as u16], NONE)
        } else {
            let can_push = |&pusher: &usize| self.may_push(pusher, slot);
            let mut cells: Vec<u16> = self
                .on_board(state, 0..self.first_box)
                .filter(can_push)
                .map(|pusher| state[pusher])
                .collect();
            cells.sort_unstable();
            (cells, origin as u16)
        };
        if movers.is_empty() {
            return Reach::nowhere();
        }
        let ground = self.ground(state, pushed);
        let task = Task { state, ground: &ground, movers: &movers, pushed, limit };
        let plain = self.plain_paths(&task);
        if !ground.has_special && ground.linked.is_empty() {
            if let Some(plain) = plain {
                return plain; // there is nothing else
            }
        }
        match (self.searched(&task), plain) {
            (None, _) => Reach::nowhere(),
            (Some(found), None) => Reach::of(found.paths),
            (Some(found), Some(plain)) => plain.with(found.paths),
        }
    }

    /// Returns the boxes that a pusher can push where it can walk to, each with the directions.
    pub(super) fn pushed_boxes(&self, state: &State, limit: usize) -> Ways {
        let ground = self.ground(state, NONE);
        let mut ways: Ways = Vec::new();
        let mut pushers: Vec<u16> = self.on_board(state, 0..self.first_box).map(|slot| state[slot]).collect();
        pushers.sort_unstable();
        for pusher in pushers {
            let task = Task { state, ground: &ground, movers: &[pusher], pushed: NONE, limit };
            let plain = self.plain_paths(&task);
            let rest = Rc::new(self.rest(state.clone(), pusher, NONE));
            let node = |cell| Node { pusher: cell, pushed: NONE, mover: 0, rest: Rc::clone(&rest) };
            let known = |cell: u16| plain.as_ref().is_some_and(|plain| plain.has(cell.into()));
            let mut places: Vec<Node> = (0..self.grid.off()).filter(|&cell| known(cell)).map(node).collect();
            if plain.is_none() || ground.has_special || !ground.linked.is_empty() {
                let visited = self.searched(&task).map_or_else(Vec::new, |found| found.visited);
                places.extend(visited.into_iter().filter(|node| !known(node.pusher)));
            }
            let mut budget = BUDGET;
            for node in places {
                for way in 0..4 {
                    let cell = self.grid.neighbour(node.pusher, way);
                    let is_box = self.on_board(state, self.boxes()).any(|slot| state[slot] == cell);
                    let place = ways.iter().position(|known| known.0 == usize::from(cell));
                    let is_known = place.is_some_and(|place| ways[place].1.contains(&way));
                    if !is_box || is_known || budget < 0 {
                        continue;
                    }
                    let is_pushed = self.plain_push(&node, &ground, way).unwrap_or_else(|| {
                        budget -= self.cost(state);
                        self.simulated_push(&node, cell, way)
                    });
                    match place {
                        _ if !is_pushed => {}
                        Some(place) => ways[place].1.push(way),
                        None => ways.push((cell.into(), vec![way])),
                    }
                }
            }
        }
        ways.iter_mut().for_each(|(_, ways)| ways.sort_unstable());
        ways.sort_unstable();
        ways
    }

    /// Returns what needs to be simulated for a box on a cell.
    fn ground(&self, state: &State, pushed: u16) -> Ground {
        let tiles = &state[self.slots()..];
        let is_special = |cell: usize| {
            let floor = &self.floor[cell];
            floor.tile.map_or(floor.special, |tile| tiles[tile] != FLOOR)
        };
        let special: Vec<bool> = (0..self.floor.len()).map(is_special).collect();
        let groups: Vec<i64> =
            self.on_board(state, 0..self.first_box).map(|slot| self.classes[slot].group).collect();
        let is_shared =
            |&group: &i64| group != 0 && groups.iter().filter(|&&other| other == group).count() > 1;
        let has_colour = self.box_on(state, pushed).is_some_and(|slot| self.classes[slot].colour != PLAIN);
        Ground {
            has_special: special.contains(&true),
            special,
            linked: groups.iter().copied().filter(is_shared).collect(),
            sticks: has_colour && self.rules.sticky,
        }
    }

    fn box_on(&self, state: &State, cell: u16) -> Option<usize> {
        self.on_board(state, self.boxes()).find(|&slot| state[slot] == cell)
    }

    fn pusher_on(&self, state: &State, cell: u16) -> Option<usize> {
        self.on_board(state, 0..self.first_box).find(|&slot| state[slot] == cell)
    }

    /// Returns whether something stands on a conveyor, and may go on with any step of somebody else.
    fn is_restless(&self, state: &State) -> bool {
        let on_conveyor = |slot: usize| self.floor[usize::from(state[slot])].conveyor.is_some();
        self.carries && self.on_board(state, 0..self.slots()).any(on_conveyor)
    }

    /// Returns the paths over plain floor of pushers whom nothing is linked with; `None` where there are none.
    fn plain_paths(&self, task: &Task<'_>) -> Option<Reach<'static>> {
        let &Task { state, ground, movers, pushed, limit } = task;
        let is_special = |cell: u16| ground.special[usize::from(cell)];
        let is_alone = |&cell: &u16| {
            let slot = self.pusher_on(state, cell);
            slot.is_some_and(|slot| !ground.linked.contains(&self.classes[slot].group)) && !is_special(cell)
        };
        let alone: Vec<usize> = movers.iter().copied().filter(is_alone).map(usize::from).collect();
        let is_box = pushed != NONE;
        if alone.is_empty() || (is_box && is_special(pushed)) || ground.sticks || self.is_restless(state) {
            return None;
        }
        let mut open = self.grid.open();
        open.iter_mut().zip(&ground.special).for_each(|(open, special)| *open &= !special);
        for slot in self.on_board(state, 0..self.slots()) {
            let cell = usize::from(state[slot]);
            open[cell] &= state[slot] == pushed || alone.contains(&cell);
        }
        let mut boxes = vec![false; open.len()];
        let origin = if is_box { pushed } else { movers[0] };
        boxes[usize::from(origin)] = is_box;
        Some(pushers_reach(self.grid.width, &open, &boxes, &alone, origin.into(), &[], limit))
    }

    fn rest(&self, state: State, pusher: u16, pushed: u16) -> Rest {
        let others = self.on_board(&state, 0..self.slots()).map(|slot| state[slot]);
        let taken = others.filter(|&cell| cell != pusher && cell != pushed).collect();
        let group = self.pusher_on(&state, pusher).map_or(0, |slot| self.classes[slot].group);
        Rest { taken, group, is_restless: self.is_restless(&state), state, pusher, pushed }
    }

    /// Returns the position of a node, its box where it was if that is `None`.
    fn state_of(&self, node: &Node, pushed: u16) -> State {
        let rest = &node.rest;
        let mut state = rest.state.clone();
        if let Some(slot) = self.pusher_on(&state, rest.pusher) {
            state[slot] = node.pusher;
        }
        if let Some(slot) = self.box_on(&state, rest.pushed).filter(|_| pushed != NONE) {
            state[slot] = pushed;
        }
        self.sort(&mut state);
        state
    }

    /// Returns what a simulated step takes of a budget.
    fn cost(&self, state: &State) -> i64 {
        SIMULATED + self.on_board(state, 0..self.slots()).count() as i64 / PIECES
    }

    /// Searches within the budget: fewest worn tiles first, then fewest pushes, then fewest moves. `None` beyond `limit` nodes.
    fn searched(&self, task: &Task<'_>) -> Option<Found> {
        let &Task { state, ground, movers, pushed, limit } = task;
        let mut found = Found { paths: Vec::new(), visited: Vec::new() };
        let mut seen: Vec<(u16, u16, usize)> = Vec::new(); // in order
        let mut came: Vec<(Option<usize>, Move)> = Vec::new(); // of each visited node
        let mut entries: Vec<(Node, Option<usize>, Move)> = Vec::new();
        let mut heap = BinaryHeap::new();
        for (mover, &pusher) in movers.iter().enumerate() {
            let node =
                Node { pusher, pushed, mover, rest: Rc::new(self.rest(state.clone(), pusher, pushed)) };
            heap.push(Reverse(([0_u32; 3], entries.len())));
            entries.push((node, None, Move::new(pusher, Action::Step(0))));
        }
        let (mut budget, simulated) = (BUDGET, self.cost(state));
        while budget > 0 {
            let Some(Reverse(([worn, pushes, steps], entry))) = heap.pop() else { break };
            let (node, before, last) = entries[entry].clone();
            let Err(place) = seen.binary_search(&node.key()) else { continue };
            seen.insert(place, node.key());
            if seen.len() > limit {
                return None;
            }
            let number = came.len();
            came.push((before, last));
            let target = if pushed == NONE { node.pusher } else { node.pushed };
            let is_new = !found.paths.iter().any(|known| known.0 == usize::from(target));
            if is_new && (pushed == NONE || pushes > 0) {
                found.paths.push((target.into(), line(&came, number)));
            }
            for way in 0..4 {
                budget -= 1;
                let step = self.plain_step(&node, ground, way).unwrap_or_else(|| {
                    budget -= simulated;
                    self.simulated_step(&node, way)
                });
                let Some((after, chosen, wears, has_pushed)) = step else { continue };
                if seen.binary_search(&after.key()).is_err() {
                    let cost = [worn + wears, pushes + u32::from(has_pushed), steps + 1];
                    heap.push(Reverse((cost, entries.len())));
                    entries.push((after, Some(number), chosen));
                }
            }
            found.visited.push(node);
        }
        Some(found)
    }

    /// Returns a step that needs no simulation, or that it is refused or moves another box; `None` where it needs one.
    fn plain_step(&self, node: &Node, ground: &Ground, way: usize) -> Option<Option<Step>> {
        let Node { pusher, pushed, mover, rest } = node;
        let is_special = |cell: u16| ground.special[usize::from(cell)];
        let is_open = |cell: u16| !self.grid.is_wall[usize::from(cell)];
        if is_special(*pusher) || ground.linked.contains(&rest.group) || rest.is_restless {
            return None;
        }
        let target = self.grid.neighbour(*pusher, way);
        if !is_open(target) || rest.taken.contains(&target) {
            return Some(None);
        }
        if is_special(target) {
            return None;
        }
        let chosen = Move::new(*pusher, Action::Step(way));
        let after = |pushed| Node { pusher: target, pushed, mover: *mover, rest: Rc::clone(rest) };
        if target != *pushed {
            return Some(Some((after(*pushed), chosen, 0, false)));
        }
        let beyond = self.grid.neighbour(*pushed, way);
        if ground.sticks || is_special(beyond) {
            return None;
        }
        let has_room = is_open(beyond) && !rest.taken.contains(&beyond);
        Some(has_room.then(|| (after(beyond), chosen, 0, true)))
    }

    /// Returns the first pusher that moves with one, by which its moves are named.
    fn leader_of(&self, state: &State, pusher: usize) -> usize {
        let group = self.classes[pusher].group;
        let own = self.on_board(state, 0..self.first_box).filter(|&slot| self.classes[slot].group == group);
        if group == 0 { pusher } else { own.min_by_key(|&slot| state[slot]).unwrap_or(pusher) }
    }

    /// Returns a step by the rules, `None` if it is refused, moves another box, or something is swallowed.
    fn simulated_step(&self, node: &Node, way: usize) -> Option<Step> {
        let state = self.state_of(node, node.pushed);
        let slot = self.pusher_on(&state, node.pusher)?;
        let leader = self.leader_of(&state, slot);
        let mut changes: Vec<Change> = Vec::new();
        let mut simulation = Simulation::new(self, &state, &mut changes);
        if !simulation.step(leader, way) {
            return None;
        }
        simulation.settle();
        let (pusher, after) = (simulation.cell(slot), simulation.state());
        let (mut pushed, mut wears, mut has_pushed) = (node.pushed, 0, false);
        for Change { cause, part, .. } in &changes {
            wears += u32::from(*cause == "wear");
            has_pushed |= *cause == "push";
            if *cause == "fall" {
                return None;
            }
            if let Part::Piece { before: Some(before), after: Some(after), .. } = part {
                if before.kind == "box" {
                    if before.cells[0] != usize::from(pushed) {
                        return None;
                    }
                    pushed = after.cells[0] as u16;
                }
            }
        }
        let chosen = Move::new(state[leader], Action::Step(way));
        let rest = Rc::new(self.rest(after, pusher, pushed));
        Some((Node { pusher, pushed, mover: node.mover, rest }, chosen, wears, has_pushed))
    }

    /// Returns whether the pusher of a node pushes the box before it; `None` where that needs a simulation.
    fn plain_push(&self, node: &Node, ground: &Ground, way: usize) -> Option<bool> {
        let state = &node.rest.state;
        let cell = self.grid.neighbour(node.pusher, way);
        let beyond = self.grid.neighbour(cell, way);
        let pushed = self.box_on(state, cell);
        let sticks = pushed.is_some_and(|slot| self.classes[slot].colour != PLAIN) && self.rules.sticky;
        let is_special = [node.pusher, cell, beyond].iter().any(|&cell| ground.special[usize::from(cell)]);
        if sticks || ground.linked.contains(&node.rest.group) || is_special {
            return None;
        }
        let has_room = !self.grid.is_wall[usize::from(beyond)] && !node.rest.taken.contains(&beyond);
        let pusher = self.pusher_on(state, node.rest.pusher);
        Some(pushed.zip(pusher).is_some_and(|(pushed, pusher)| has_room && self.may_push(pusher, pushed)))
    }

    /// Returns whether a step by the rules pushes the box on a cell, and no other.
    fn simulated_push(&self, node: &Node, cell: u16, way: usize) -> bool {
        let state = self.state_of(node, NONE);
        let Some(slot) = self.pusher_on(&state, node.pusher) else { return false };
        let mut changes: Vec<Change> = Vec::new();
        let is_legal = Simulation::new(self, &state, &mut changes).step(self.leader_of(&state, slot), way);
        let mut starts = changes.iter().filter(|change| change.cause == "push").map(|change| &change.part);
        let is_own = |part: &Part| matches!(part, Part::Piece { before: Some(before), .. } if before.cells[0] == usize::from(cell));
        is_legal && starts.next().is_some_and(is_own) && starts.all(is_own)
    }
}

/// Returns the moves that have led to a visited node.
fn line(came: &[(Option<usize>, Move)], number: usize) -> Vec<Move> {
    let (mut at, mut moves) = (number, Vec::new());
    while let (Some(before), chosen) = came[at] {
        moves.push(chosen);
        at = before;
    }
    moves.reverse();
    moves
}
