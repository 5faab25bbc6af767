//! The lower bound on the moves of a position of Blockage, and its deadlocks, by a relaxation: each stone moves as if
//! the others were wherever they help.
//!
//! Some rules still hold in the relaxation. Fixed stones are walls. A stone rises only through a teleporter. It rolls,
//! or is fixed, only where something solid can ever be below it. That depends on where stones can come, which depends
//! on what can be below them; so both grow together until nothing is added. Then each stone that is still to be fixed
//! needs a target of its own. The minimum-cost assignment of targets, in rolls and fixes, is a bound: a roll moves one
//! stone, and falls cost nothing.

use super::super::assignment::{Costs, FORBIDDEN};
use super::physics::Simulation;
use super::static_level::{NONE, StaticLevel};
use super::{State, Stone};
use crate::flood::{costs_from, reached_from};

/// The colours and cells that stones can reach from a position.
pub(super) struct RelaxedReach<'a> {
    level: &'a StaticLevel,
    state: &'a State,
    cells: usize,
    /// The cells of fixed stones.
    fixed: Vec<bool>,
    /// Whether a stone has nothing below it, as only at the start of a level that does not begin at rest.
    has_unsupported: bool,
    /// By colour and cell, whether a stone that is not fixed can reach them.
    can_be: Vec<bool>,
    /// By cell, whether anything solid for coloured stones can be in it, and for black ones.
    support: [Vec<bool>; 2],
}

impl<'a> RelaxedReach<'a> {
    /// Computes what can be reached from `state`.
    pub(super) fn new(level: &'a StaticLevel, state: &'a State) -> Self {
        let cells = level.grid.cells + 1;
        let mut fixed = vec![false; cells];
        for stone in state.stones.iter().filter(|stone| stone.is_fixed) {
            fixed[usize::from(stone.cell)] = true;
        }
        // In cross play stones rest on each other.
        let solid: Vec<bool> =
            (0..cells).map(|cell| level.grid.is_wall[cell] || fixed[cell] || level.rules.cross).collect();
        let mut reach = Self {
            level,
            state,
            cells,
            fixed,
            has_unsupported: Simulation::new(level, state, ()).has_unsupported(),
            can_be: vec![false; cells * level.colours.len()],
            support: [solid.clone(), solid],
        };
        while reach.grow() {}
        reach
    }

    /// Moves every stone to all that its supports allow; returns whether there are new supports then.
    fn grow(&mut self) -> bool {
        let stones: Vec<usize> = self.unfixed().map(|stone| self.node(stone)).collect();
        let steps = |node, visit: &mut dyn FnMut(usize)| self.steps(node, |next, _| visit(next));
        self.can_be = reached_from(self.can_be.len(), &stones, steps);
        self.add_supports()
    }

    /// Adds the supports that stones can be; returns whether there are new ones.
    fn add_supports(&mut self) -> bool {
        let level = self.level;
        let black = usize::from(level.black);
        let mut grown = false;
        for node in 0..self.can_be.len() {
            if !self.can_be[node] {
                continue;
            }
            let (colour, cell) = (node / self.cells, node % self.cells);
            // A coloured stone is solid only where it is fixed, and that is in vain anywhere but on its targets.
            let stays = level.rules.win_targets || level.takes(cell as u16, colour as u16);
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
        self.state.stones.iter().copied().filter(|stone| !stone.is_fixed)
    }

    fn node(&self, stone: Stone) -> usize {
        usize::from(stone.colour) * self.cells + usize::from(stone.cell)
    }

    /// Returns whether a stone of a colour can ever rest in a cell.
    fn rests(&self, colour: usize, cell: usize) -> bool {
        let below = usize::from(self.level.grid.neighbour(cell, 3));
        self.has_unsupported || self.support[usize::from(colour == usize::from(self.level.black))][below]
    }

    /// Calls `visit` with every node that a stone can become in one step, and with the cost of the step.
    fn steps(&self, node: usize, mut visit: impl FnMut(usize, u32)) {
        let level = self.level;
        let (colour, cell) = (node / self.cells, node % self.cells);
        let [left, _, right, down] = level.grid.neighbours(cell);
        let mut enter = |cell: u16, cost: u32| {
            let cell = usize::from(cell);
            if level.grid.is_wall[cell] || self.fixed[cell] {
                return;
            }
            visit(colour * self.cells + cell, cost);
            let use_index = usize::from(level.single_use_index[cell]);
            if self.state.used.get(use_index).is_none_or(|&used| used) {
                return;
            }
            // Another stone may come first, so the cell acts or does not.
            let dye = level.dye[cell];
            if dye != NONE && (colour != usize::from(level.black) || !level.rules.spare_dye) {
                visit(usize::from(dye) * self.cells + cell, cost);
            }
            let exit = level.exit[cell];
            if exit != NONE
                && !self.fixed[usize::from(exit)]
                && !self.state.used[usize::from(level.single_use_index[usize::from(exit)])]
            {
                visit(colour * self.cells + usize::from(exit), cost);
            }
        };
        enter(down, 0);
        if self.rests(colour, cell) {
            // Where stones only cross, one roll can go any way.
            let cost = u32::from(!level.rules.cross);
            enter(left, cost);
            enter(right, cost);
        }
    }

    /// Bounds the moves to a solution; `None` if the position cannot be solved.
    pub(super) fn least_moves(&self) -> Option<u32> {
        let level = self.level;
        let black = usize::from(level.black);
        let is_held = |goal: u16| {
            let mut fixed = self.state.stones.iter().filter(|stone| stone.is_fixed && stone.cell == goal);
            fixed.any(|stone| level.takes(goal, stone.colour))
        };
        let goals: Vec<u16> = level.goals.iter().copied().filter(|&goal| !is_held(goal)).collect();
        let wanted = |stone: &Stone| level.rules.win_targets || stone.colour != level.black;
        let stones: Vec<Stone> = self.unfixed().filter(wanted).collect();
        if level.rules.win_targets && stones.len() < goals.len() {
            return None;
        }
        // Where several stones are fixed in one cell, as a level may also begin, a target is not for one alone.
        let is_inside = |stone: &Stone| self.fixed[usize::from(stone.cell)];
        let shares = level.rules.shared_fix || stones.iter().any(is_inside);
        let shares = shares && !level.rules.win_targets;
        let goals = if shares { level.goals.clone() } else { goals };
        // The fewest rolls of each stone to every node.
        let rolls = |&stone: &Stone| {
            costs_from(self.can_be.len(), &[self.node(stone)], |node, visit| self.steps(node, visit))
        };
        let rolls: Vec<Vec<u32>> = stones.iter().map(rolls).collect();
        let costs = Costs::new(stones.len(), goals.len(), |index, goal| {
            self.fixed_on(goals[goal], stones[index], &rolls[index])
        });
        if level.rules.win_targets {
            return costs.transposed().assign().map(|(cost, _)| cost);
        }
        if stones.is_empty() && self.state.stones.iter().all(|stone| usize::from(stone.colour) == black) {
            // One at least must take a colour.
            let coloured = |node: usize| self.can_be[node] && node / self.cells != black;
            return (0..self.can_be.len()).any(coloured).then_some(0);
        }
        if shares { costs.cheapest().sum() } else { costs.assign().map(|(cost, _)| cost) }
    }

    /// Returns the least cost of fixing a stone on a target, with its `rolls`.
    fn fixed_on(&self, goal: u16, stone: Stone, rolls: &[u32]) -> u32 {
        let level = self.level;
        let cell = usize::from(goal);
        let fix = u32::from(!level.rules.auto_fix);
        (0..level.colours.len())
            .filter(|&colour| level.takes(goal, colour as u16))
            .filter(|&colour| self.rests(colour, cell) || self.node(stone) == colour * self.cells + cell)
            .map(|colour| rolls[colour * self.cells + cell].saturating_add(fix))
            .min()
            .unwrap_or(FORBIDDEN)
    }
}
