//! A turn being made: a stone rolls or is fixed, then everything falls, each stone at its place in the state before.

use super::State;
use super::ground::{Ground, NONE};
use super::stone::Stone;

const LEFT: usize = 0;
const RIGHT: usize = 2;
const DOWN: usize = 3;

/// What a stone does.
#[derive(Clone, Copy)]
pub(super) enum Act {
    /// Rolls to the left.
    Left,
    /// Is fixed.
    Fix,
    /// Rolls to the right.
    Right,
}

/// The stones while a turn lasts.
pub(super) struct Scene<'a> {
    ground: &'a Ground,
    stones: Vec<Stone>,
    used: Box<[bool]>,
    /// How many stones there are in each cell.
    there: Vec<u16>,
    /// How many of them are solid for a coloured stone.
    hard: Vec<u16>,
    waiting: Vec<usize>,
}

impl<'a> Scene<'a> {
    /// A turn that begins at `state`.
    pub(super) fn new(ground: &'a Ground, state: &State) -> Self {
        let cells = ground.free.len();
        let mut scene = Self {
            ground,
            stones: Vec::new(),
            used: state.used.clone(),
            there: vec![0; cells],
            hard: vec![0; cells],
            waiting: Vec::new(),
        };
        scene.reset(state);
        scene
    }

    /// Goes back to the beginning, which is `state`.
    pub(super) fn reset(&mut self, state: &State) {
        for stone in &self.stones {
            self.there[usize::from(stone.cell())] = 0;
            self.hard[usize::from(stone.cell())] = 0;
        }
        self.stones.clear();
        for &stone in &state.stones {
            self.stones.push(stone);
            self.count(stone);
        }
        self.used.copy_from_slice(&state.used);
    }

    /// The position.
    pub(super) fn state(&self) -> State {
        let mut stones: Box<[Stone]> = self.stones.as_slice().into();
        stones.sort_unstable();
        State { stones, used: self.used.clone() }
    }

    /// Lets a stone act and everything settle; whether that is legal.
    pub(super) fn act(&mut self, index: usize, act: Act) -> bool {
        let legal = match act {
            Act::Left => self.roll(index, LEFT),
            Act::Right => self.roll(index, RIGHT),
            Act::Fix => self.fix(index),
        };
        if legal {
            self.fall();
            if self.ground.rules.auto_fix {
                self.fix_by_itself();
            }
        }
        legal
    }

    /// Rolls a stone one cell, or on to the first without a stone where stones only cross.
    fn roll(&mut self, index: usize, way: usize) -> bool {
        let ground = self.ground;
        let start = self.stones[index].cell();
        let mut target = ground.shape.step[usize::from(start)][way];
        if ground.rules.cross {
            while !self.is_solid(index, target) && self.there[usize::from(target)] > 0 {
                target = ground.shape.step[usize::from(target)][way];
            }
        }
        if self.is_solid(index, target) {
            return false;
        }
        let mut cell = start;
        while cell != target {
            cell = ground.shape.step[usize::from(cell)][way];
            self.enter(index, cell);
            if self.stones[index].cell() != cell {
                break; // teleported
            }
        }
        true
    }

    fn fix(&mut self, index: usize) -> bool {
        if self.can_fix(index) {
            self.set(index, self.stones[index].fixed());
            return true;
        }
        false
    }

    /// Whether a stone may be fixed where it is.
    fn can_fix(&self, index: usize) -> bool {
        let cell = self.stones[index].cell();
        let shares =
            |(other, stone): (usize, &Stone)| other != index && stone.cell() == cell && !stone.is_fixed();
        self.ground.rules.shared_fix
            || self.there[usize::from(cell)] == 1
            || !self.stones.iter().enumerate().any(shares)
    }

    /// Fixes every stone that rests on its target.
    fn fix_by_itself(&mut self) {
        for index in 0..self.stones.len() {
            let stone = self.stones[index];
            let is_free = !stone.is_fixed() && stone.colour() != self.ground.black;
            if is_free && self.ground.takes(stone.cell(), stone.colour()) && self.can_fix(index) {
                self.set(index, stone.fixed());
            }
        }
    }

    /// Lets every stone that is not fixed and has nothing solid below fall, the lowest first.
    fn fall(&mut self) {
        let ground = self.ground;
        let width = ground.shape.width;
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.clear();
        waiting.extend((0..self.stones.len()).filter(|&index| !self.stones[index].is_fixed()));
        let mut fallen = true;
        while fallen {
            fallen = false;
            // Stable: of stones in one cell the one that came first before does so again.
            waiting.sort_by_key(|&index| {
                let cell = usize::from(self.stones[index].cell());
                (std::cmp::Reverse(cell / width), cell)
            });
            for &index in &waiting {
                let below = ground.shape.step[usize::from(self.stones[index].cell())][DOWN];
                if self.has_room(index, below) {
                    self.enter(index, below);
                    fallen = true;
                }
            }
        }
        self.waiting = waiting;
    }

    /// Whether a stone has nothing below it.
    pub(super) fn is_restless(&self) -> bool {
        (0..self.stones.len()).any(|index| {
            let stone = self.stones[index];
            let below = self.ground.shape.step[usize::from(stone.cell())][DOWN];
            !stone.is_fixed() && self.has_room(index, below)
        })
    }

    /// Whether a cell is solid for a stone, which is not in it.
    fn is_solid(&self, index: usize, cell: u16) -> bool {
        let cell = usize::from(cell);
        let stops = if self.stones[index].colour() == self.ground.black { &self.there } else { &self.hard };
        !self.ground.free[cell] || stops[cell] > 0
    }

    /// Whether a stone can fall into a cell or come out of a teleporter there.
    fn has_room(&self, index: usize, cell: u16) -> bool {
        !(self.is_solid(index, cell) || (self.ground.rules.cross && self.there[usize::from(cell)] > 0))
    }

    /// Moves a stone into a cell, and lets the cell act.
    fn enter(&mut self, index: usize, cell: u16) {
        let ground = self.ground;
        let stone = self.stones[index].to(cell);
        self.set(index, stone);
        let place = usize::from(ground.once[usize::from(cell)]);
        if self.used.get(place).is_none_or(|&used| used) {
            return;
        }
        let dye = ground.dye[usize::from(cell)];
        if dye != NONE && (stone.colour() != ground.black || !ground.rules.spare_dye) {
            self.used[place] = true;
            self.set(index, stone.dyed(dye));
        }
        let exit = ground.exit[usize::from(cell)];
        if exit != NONE {
            let other = usize::from(ground.once[usize::from(exit)]);
            if !self.used[other] && self.has_room(index, exit) {
                self.used[place] = true;
                self.used[other] = true;
                self.set(index, stone.to(exit));
            }
        }
    }

    fn set(&mut self, index: usize, stone: Stone) {
        let was = std::mem::replace(&mut self.stones[index], stone);
        let cell = usize::from(was.cell());
        self.there[cell] -= 1;
        self.hard[cell] -= u16::from(self.is_hard(was));
        self.count(stone);
    }

    fn count(&mut self, stone: Stone) {
        let cell = usize::from(stone.cell());
        self.there[cell] += 1;
        self.hard[cell] += u16::from(self.is_hard(stone));
    }

    /// Whether a stone is solid for coloured ones.
    fn is_hard(&self, stone: Stone) -> bool {
        stone.is_fixed() || stone.colour() == self.ground.black
    }
}
