//! How many moves a position of Blockage still needs at least, and whether it can be solved at all.
//!
//! Every stone is looked at as if the others could be wherever they help. What stays true then: fixed stones are walls; a
//! stone rises only through a teleporter; and it rolls, or is fixed, only where something solid can ever be below it. What
//! that can be depends on where stones can come, and that again on what can be below them, so both grow together until
//! nothing is added. Then each stone that is still to be fixed needs a target of its own, and the cheapest assignment of
//! targets, in rolls and fixes, is a bound: a roll moves one stone, and falls cost nothing.

use std::collections::VecDeque;

use super::super::assign::{NEVER, cheapest};
use super::ground::{Ground, NONE};
use super::stone::Stone;
use super::{State, scene};

/// Where stones can come from a position, by colour and cell.
pub(super) struct Reach<'a> {
    ground: &'a Ground,
    state: &'a State,
    cells: usize,
    /// The cells of fixed stones.
    fixed: Vec<bool>,
    /// Whether a stone has nothing below it, as only at the start of a level that does not begin at rest.
    is_restless: bool,
    /// By colour and cell, whether a stone can be there, of those that are not fixed.
    can_be: Vec<bool>,
    /// By cell, whether anything solid for coloured stones can be there, and for black ones.
    support: [Vec<bool>; 2],
}

impl<'a> Reach<'a> {
    /// What can be reached from `state`.
    pub(super) fn new(ground: &'a Ground, state: &'a State) -> Self {
        let cells = ground.free.len();
        let mut fixed = vec![false; cells];
        for stone in state.stones.iter().filter(|stone| stone.is_fixed()) {
            fixed[usize::from(stone.cell())] = true;
        }
        // In cross play stones rest on each other.
        let solid: Vec<bool> =
            (0..cells).map(|cell| !ground.free[cell] || fixed[cell] || ground.rules.cross).collect();
        let mut reach = Self {
            ground,
            state,
            cells,
            fixed,
            is_restless: scene::Scene::new(ground, state).is_restless(),
            can_be: vec![false; cells * ground.colours.len()],
            support: [solid.clone(), solid],
        };
        while reach.spread() {}
        reach
    }

    /// Lets every stone spread over what its supports allow; whether there are new supports then.
    fn spread(&mut self) -> bool {
        let mut stack: Vec<usize> = self.unfixed().map(|stone| self.node(stone)).collect();
        let mut can_be = std::mem::take(&mut self.can_be);
        can_be.fill(false);
        for &node in &stack {
            can_be[node] = true;
        }
        while let Some(node) = stack.pop() {
            self.steps(node, |next, _| {
                if !can_be[next] {
                    can_be[next] = true;
                    stack.push(next);
                }
            });
        }
        self.can_be = can_be;
        self.hold()
    }

    /// Adds the supports that stones can be; whether there are new ones.
    fn hold(&mut self) -> bool {
        let ground = self.ground;
        let black = usize::from(ground.black);
        let mut grown = false;
        for node in 0..self.can_be.len() {
            if !self.can_be[node] {
                continue;
            }
            let (colour, cell) = (node / self.cells, node % self.cells);
            // A coloured stone is solid only where it is fixed, and that is in vain anywhere but on its targets.
            let stays = ground.rules.win_targets || ground.takes(cell as u16, colour as u16);
            for (kind, support) in self.support.iter_mut().enumerate() {
                if !support[cell] && (kind == 1 || colour == black || stays) {
                    support[cell] = true;
                    grown = true;
                }
            }
        }
        grown
    }

    fn unfixed(&self) -> impl Iterator<Item = Stone> + 'a {
        self.state.stones.iter().copied().filter(|stone| !stone.is_fixed())
    }

    fn node(&self, stone: Stone) -> usize {
        usize::from(stone.colour()) * self.cells + usize::from(stone.cell())
    }

    /// Whether a stone of a colour can ever rest in a cell.
    fn rests(&self, colour: usize, cell: usize) -> bool {
        let below = usize::from(self.ground.shape.step[cell][3]);
        self.is_restless || self.support[usize::from(colour == usize::from(self.ground.black))][below]
    }

    /// Calls `visit` with whatever a stone can become in one step, and with what that costs.
    fn steps(&self, node: usize, mut visit: impl FnMut(usize, u32)) {
        let ground = self.ground;
        let (colour, cell) = (node / self.cells, node % self.cells);
        let [left, _, right, down] = ground.shape.step[cell];
        let mut enter = |cell: u16, cost: u32| {
            let cell = usize::from(cell);
            if !ground.free[cell] || self.fixed[cell] {
                return;
            }
            visit(colour * self.cells + cell, cost);
            let place = usize::from(ground.once[cell]);
            if self.state.used.get(place).is_none_or(|&used| used) {
                return;
            }
            // Another stone may come first, so the cell acts or does not.
            let dye = ground.dye[cell];
            if dye != NONE && (colour != usize::from(ground.black) || !ground.rules.spare_dye) {
                visit(usize::from(dye) * self.cells + cell, cost);
            }
            let exit = ground.exit[cell];
            if exit != NONE
                && !self.fixed[usize::from(exit)]
                && !self.state.used[usize::from(ground.once[usize::from(exit)])]
            {
                visit(colour * self.cells + usize::from(exit), cost);
            }
        };
        enter(down, 0);
        if self.rests(colour, cell) {
            // Where stones only cross, one roll can go any way.
            let cost = u32::from(!ground.rules.cross);
            enter(left, cost);
            enter(right, cost);
        }
    }

    /// The fewest rolls of a stone to anything that it can become; `NEVER` for what it cannot.
    fn rolls(&self, stone: Stone) -> Vec<u32> {
        let mut rolls = vec![NEVER; self.can_be.len()];
        let start = self.node(stone);
        rolls[start] = 0;
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((node, far)) = queue.pop_front() {
            if rolls[node] < far {
                continue;
            }
            self.steps(node, |next, cost| {
                if far + cost < rolls[next] {
                    rolls[next] = far + cost;
                    if cost == 0 {
                        queue.push_front((next, far));
                    } else {
                        queue.push_back((next, far + cost));
                    }
                }
            });
        }
        rolls
    }

    /// How many moves are needed at least; none if the position cannot be solved.
    pub(super) fn moves(&self) -> Option<u32> {
        let ground = self.ground;
        let black = usize::from(ground.black);
        let is_held = |goal: u16| {
            let mut there = self.state.stones.iter().filter(|stone| stone.is_fixed() && stone.cell() == goal);
            there.any(|stone| ground.takes(goal, stone.colour()))
        };
        let goals: Vec<u16> = ground.goals.iter().copied().filter(|&goal| !is_held(goal)).collect();
        let wanted = |stone: &Stone| ground.rules.win_targets || stone.colour() != ground.black;
        let stones: Vec<Stone> = self.unfixed().filter(wanted).collect();
        if ground.rules.win_targets && stones.len() < goals.len() {
            return None;
        }
        // Where several stones are fixed in one cell, as a level may also begin, a target is not for one alone.
        let is_inside = |stone: &Stone| self.fixed[usize::from(stone.cell())];
        let shares = ground.rules.shared_fix || stones.iter().any(is_inside);
        let shares = shares && !ground.rules.win_targets;
        let goals = if shares { ground.goals.clone() } else { goals };
        let mut costs = Vec::with_capacity(stones.len() * goals.len());
        for &stone in &stones {
            let rolls = self.rolls(stone);
            costs.extend(goals.iter().map(|&goal| self.fixed_on(goal, stone, &rolls)));
        }
        if ground.rules.win_targets {
            let by_goal: Vec<u32> = (0..goals.len())
                .flat_map(|goal| costs.iter().skip(goal).step_by(goals.len()))
                .copied()
                .collect();
            return cheapest(goals.len(), stones.len(), &by_goal).map(|found| found.0);
        }
        if stones.is_empty() && self.state.stones.iter().all(|stone| usize::from(stone.colour()) == black) {
            // One at least must take a colour.
            let coloured = |node: usize| self.can_be[node] && node / self.cells != black;
            return (0..self.can_be.len()).any(coloured).then_some(0);
        }
        if shares {
            let each = costs.chunks(goals.len().max(1)).map(|row| row.iter().copied().min());
            let least: Option<Vec<u32>> = each.map(|cost| cost.filter(|&cost| cost != NEVER)).collect();
            return least.filter(|costs| costs.len() == stones.len()).map(|costs| costs.iter().sum());
        }
        cheapest(stones.len(), goals.len(), &costs).map(|found| found.0)
    }

    /// The least cost of fixing a stone on a target, with its `rolls`.
    fn fixed_on(&self, goal: u16, stone: Stone, rolls: &[u32]) -> u32 {
        let ground = self.ground;
        let cell = usize::from(goal);
        let fix = u32::from(!ground.rules.auto_fix);
        (0..ground.colours.len())
            .filter(|&colour| ground.takes(goal, colour as u16))
            .filter(|&colour| self.rests(colour, cell) || self.node(stone) == colour * self.cells + cell)
            .map(|colour| rolls[colour * self.cells + cell].saturating_add(fix))
            .min()
            .unwrap_or(NEVER)
    }
}
