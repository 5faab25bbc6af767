//! The simulation of a move: a stone rolls or is fixed, then everything falls. Each stone keeps its index in the state
//! before.

use super::super::Terrain;
use super::super::play::{Action, Change, Log, Part};
use super::static_level::{NONE, StaticLevel};
use super::{State, Stone};

pub(super) const LEFT: usize = 0;
pub(super) const RIGHT: usize = 2;
const DOWN: usize = 3;

pub(super) struct Simulation<'a, L: Log> {
    level: &'a StaticLevel,
    /// The position before the move.
    before: &'a State,
    log: L,
    /// What changes at once has one number.
    tick: u32,
    /// Whether a dye or a teleporter has acted in this tick: that takes the next one.
    has_acted: bool,
    stones: Box<[Stone]>,
    used: Box<[bool]>,
    /// The number of stones in each cell.
    stones_in: Vec<u16>,
    /// The number of those that are solid for a coloured stone.
    solid_in: Vec<u16>,
}

impl<'a, L: Log> Simulation<'a, L> {
    pub(super) fn new(level: &'a StaticLevel, state: &'a State, log: L) -> Self {
        let empty = vec![0; level.grid.cells + 1];
        let (stones, used) = (state.stones.clone(), state.used.clone());
        let mut simulation = Self {
            level,
            before: state,
            log,
            tick: 0,
            has_acted: false,
            stones,
            used,
            stones_in: empty.clone(),
            solid_in: empty,
        };
        state.stones.iter().for_each(|&stone| simulation.count(stone));
        simulation
    }

    pub(super) fn state(self) -> State {
        let mut stones = self.stones;
        stones.sort_unstable();
        State { stones, used: self.used }
    }

    /// Applies a move of a stone and settles everything; returns whether that is legal.
    pub(super) fn apply(&mut self, index: usize, action: Action) -> bool {
        let legal = match action {
            Action::Step(side @ (LEFT | RIGHT)) => self.roll(index, side),
            Action::Fix => self.fix(index),
            _ => false,
        };
        if legal {
            self.fall();
            if self.level.rules.auto_fix {
                self.auto_fix();
            }
        }
        legal
    }

    /// Rolls a stone one cell, or on to the first without a stone where stones only cross.
    fn roll(&mut self, index: usize, direction: usize) -> bool {
        let level = self.level;
        let start = self.stones[index].cell;
        let mut target = level.grid.neighbour(start, direction);
        if level.rules.cross {
            while !self.is_solid(index, target) && self.stones_in[usize::from(target)] > 0 {
                target = level.grid.neighbour(target, direction);
            }
        }
        if self.is_solid(index, target) {
            return false;
        }
        let mut cell = start;
        while cell != target {
            cell = level.grid.neighbour(cell, direction);
            self.enter(index, cell, "roll");
            self.next_tick();
            if self.stones[index].cell != cell {
                break; // teleported
            }
        }
        true
    }

    fn fix(&mut self, index: usize) -> bool {
        if self.can_fix(index) {
            self.set(index, Stone { is_fixed: true, ..self.stones[index] }, "fix", self.tick);
            self.next_tick();
            return true;
        }
        false
    }

    /// Returns whether a stone may be fixed where it is.
    fn can_fix(&self, index: usize) -> bool {
        let cell = self.stones[index].cell;
        let shares =
            |(other, stone): (usize, &Stone)| other != index && stone.cell == cell && !stone.is_fixed;
        self.level.rules.shared_fix
            || self.stones_in[usize::from(cell)] == 1
            || !self.stones.iter().enumerate().any(shares)
    }

    /// Fixes every stone that rests on its target.
    fn auto_fix(&mut self) {
        for index in 0..self.stones.len() {
            let stone = self.stones[index];
            let is_free = !stone.is_fixed && stone.colour != self.level.black;
            if is_free && self.level.takes(stone.cell, stone.colour) && self.can_fix(index) {
                self.set(index, Stone { is_fixed: true, ..stone }, "fix", self.tick);
            }
        }
    }

    /// Drops every stone that is not fixed and has nothing solid below, the lowest first.
    fn fall(&mut self) {
        let level = self.level;
        let width = level.grid.width;
        let mut unsettled: Vec<usize> =
            (0..self.stones.len()).filter(|&index| !self.stones[index].is_fixed).collect();
        let mut fallen = true;
        while fallen {
            fallen = false;
            // A stable sort keeps the order of stones in one cell.
            unsettled.sort_by_key(|&index| {
                let cell = usize::from(self.stones[index].cell);
                (std::cmp::Reverse(cell / width), cell)
            });
            for &index in &unsettled {
                let below = level.grid.neighbour(self.stones[index].cell, DOWN);
                if self.has_room(index, below) {
                    self.enter(index, below, "fall");
                    fallen = true;
                }
            }
            self.next_tick();
        }
    }

    /// Returns whether a stone has nothing below it.
    pub(super) fn has_unsupported(&self) -> bool {
        (0..self.stones.len()).any(|index| {
            let stone = self.stones[index];
            let below = self.level.grid.neighbour(stone.cell, DOWN);
            !stone.is_fixed && self.has_room(index, below)
        })
    }

    /// Returns whether a cell is solid for a stone, which is not in it.
    fn is_solid(&self, index: usize, cell: u16) -> bool {
        let cell = usize::from(cell);
        let stops =
            if self.stones[index].colour == self.level.black { &self.stones_in } else { &self.solid_in };
        self.level.grid.is_wall[cell] || stops[cell] > 0
    }

    /// Returns whether a stone can fall into a cell or come out of its teleporter.
    fn has_room(&self, index: usize, cell: u16) -> bool {
        !(self.is_solid(index, cell) || (self.level.rules.cross && self.stones_in[usize::from(cell)] > 0))
    }

    /// Moves a stone into a cell, and applies the effect of the cell.
    fn enter(&mut self, index: usize, cell: u16, cause: &'static str) {
        let level = self.level;
        let stone = Stone { cell, ..self.stones[index] };
        self.set(index, stone, cause, self.tick);
        let use_index = usize::from(level.single_use_index[usize::from(cell)]);
        if self.used.get(use_index).is_none_or(|&used| used) {
            return;
        }
        let dye = level.dye[usize::from(cell)];
        if dye != NONE && (stone.colour != level.black || !level.rules.spare_dye) {
            self.use_up(cell, "dye");
            self.set(index, Stone { colour: dye, ..stone }, "dye", self.tick + 1);
        }
        let exit = level.exit[usize::from(cell)];
        if exit != NONE {
            let other = usize::from(level.single_use_index[usize::from(exit)]);
            if !self.used[other] && self.has_room(index, exit) {
                self.use_up(cell, "teleport");
                self.use_up(exit, "teleport");
                self.set(index, Stone { cell: exit, ..stone }, "teleport", self.tick + 1);
            }
        }
    }

    /// Uses a cell up that acts once.
    fn use_up(&mut self, cell: u16, cause: &'static str) {
        let cell = usize::from(cell);
        self.used[usize::from(self.level.single_use_index[cell])] = true;
        self.has_acted = true;
        self.log.add(|| {
            let [before, after] =
                [1, 0].map(|uses| Terrain { uses, ..self.level.bare.terrain[cell].clone() });
            Change { tick: self.tick + 1, cause, part: Part::Terrain { cell, before, after } }
        });
    }

    /// Begins the next tick, after that in which cells have acted if any has.
    fn next_tick(&mut self) {
        self.tick += 1 + u32::from(std::mem::take(&mut self.has_acted));
    }

    fn set(&mut self, index: usize, stone: Stone, cause: &'static str, tick: u32) {
        let old = std::mem::replace(&mut self.stones[index], stone);
        self.log.add(|| {
            let stones = [old, stone, self.before.stones[index]];
            let [before, after, original] = stones.map(|stone| Some(self.level.piece(stone)));
            Change { tick, cause, part: Part::Piece { before, after, original } }
        });
        let cell = usize::from(old.cell);
        self.stones_in[cell] -= 1;
        self.solid_in[cell] -= u16::from(self.is_solid_stone(old));
        self.count(stone);
    }

    fn count(&mut self, stone: Stone) {
        let cell = usize::from(stone.cell);
        self.stones_in[cell] += 1;
        self.solid_in[cell] += u16::from(self.is_solid_stone(stone));
    }

    /// Returns whether a stone is solid for coloured ones.
    fn is_solid_stone(&self, stone: Stone) -> bool {
        stone.is_fixed || stone.colour == self.level.black
    }
}
