//! Swipes: what slides, what it hits, and where it stops.

use super::super::play::{Change, Log, Part};
use super::State;
use super::static_level::{FALLEN, Ground, StaticLevel};

/// No piece on a cell.
const NONE: u16 = u16::MAX;

/// A position in which pieces slide.
pub(super) struct Simulation<'a, L: Log> {
    level: &'a StaticLevel,
    /// The position before the move.
    before: &'a State,
    log: L,
    /// The steps that have been made.
    tick: u32,
    /// For each cell, that off the board included, the slot of the piece on it, or [`NONE`].
    slots: Vec<u16>,
    cells: State,
}

impl<'a, L: Log> Simulation<'a, L> {
    pub(super) fn new(level: &'a StaticLevel, state: &'a State, log: L) -> Self {
        let mut slots = vec![NONE; level.grid.cells + 1];
        for (slot, &cell) in state.iter().enumerate().filter(|&(_, &cell)| cell != level.grid.off()) {
            slots[usize::from(cell)] = slot as u16;
        }
        Self { level, before: state, log, tick: 0, slots, cells: state.clone() }
    }

    pub(super) fn state(self) -> State {
        let mut state = self.cells;
        self.level.sort(&mut state);
        state
    }

    /// Swipes the piece of a slot; returns whether anything moves.
    ///
    /// All motion is in one direction, so pieces of unlike lines never meet; along a line the front one goes first, and
    /// the others find its cell free.
    pub(super) fn swipe(&mut self, slot: usize, direction: usize) -> bool {
        self.tick = 0; // of a simulation that an earlier swipe has not changed
        let group = self.level.classes[slot].group;
        let mut movers = vec![self.cells[slot]];
        if group != 0 {
            let members = (0..self.cells.len()).filter(|&other| self.level.classes[other].group == group);
            movers = members
                .map(|member| self.cells[member])
                .filter(|&cell| cell != self.level.grid.off())
                .collect();
            movers.sort_unstable();
            if direction >= 2 {
                movers.reverse();
            }
        }
        let mut is_rigid = self.level.options.rigid && movers.len() > 1;
        let mut is_changed = false;
        while !movers.is_empty() {
            let struck = if is_rigid { self.struck(direction, &movers) } else { None };
            if let Some(struck) = struck {
                (movers, is_rigid) = (struck, false);
            }
            let count = movers.len();
            let mut ends = Vec::with_capacity(count);
            for mover in movers {
                let advance = self.advance(direction, mover);
                is_changed |= advance != Advance::Blocked;
                if let Advance::Slides(cell) = advance {
                    ends.push(cell);
                }
            }
            movers = if is_rigid && ends.len() < count { Vec::new() } else { ends };
            self.tick += 1;
        }
        is_changed
    }

    /// Moves what is in motion on a cell one step on.
    fn advance(&mut self, direction: usize, mut mover: u16) -> Advance {
        let grid = &self.level.grid;
        let mut end = grid.neighbour(mover, direction);
        while self.hits(mover, end) {
            (mover, end) = (end, grid.neighbour(end, direction)); // the circle takes over the motion
        }
        let ground = self.level.grounds[usize::from(end)];
        if ground == Ground::Wall || self.slots[usize::from(end)] != NONE {
            return Advance::Blocked;
        }
        let slot = std::mem::replace(&mut self.slots[usize::from(mover)], NONE);
        self.log_move(self.tick, "slide", slot.into(), mover, end);
        if ground == Ground::Hole {
            // It is gone one tick after it came to the hole.
            self.log_move(self.tick + 1, "fall", slot.into(), end, grid.off());
            self.log_loss();
            self.cells[usize::from(slot)] = self.level.grid.off();
            return Advance::Ends;
        }
        self.slots[usize::from(end)] = slot;
        self.cells[usize::from(slot)] = end;
        if ground == Ground::Sticky { Advance::Ends } else { Advance::Slides(end) }
    }

    fn log_move(&mut self, tick: u32, cause: &'static str, slot: usize, from: u16, to: u16) {
        self.log.add(|| self.level.change(tick, cause, slot, [self.before[slot], from, to]));
    }

    /// Logs that one more piece is gone.
    fn log_loss(&mut self) {
        self.log.add(|| {
            let fallen = self.level.fallen(&self.cells);
            let before = (fallen > 0).then_some(fallen);
            let part = Part::Counter { name: FALLEN.into(), before, after: Some(fallen + 1) };
            Change { tick: self.tick + 1, cause: "fall", part }
        });
    }

    /// Returns the circles that a group hits where something stops it, `None` where nothing does.
    fn struck(&self, direction: usize, body: &[u16]) -> Option<Vec<u16>> {
        let grid = &self.level.grid;
        let ends = || body.iter().map(|&mover| (mover, grid.neighbour(mover, direction)));
        let is_met = |end: u16| self.slots[usize::from(end)] != NONE && !body.contains(&end);
        if ends().all(|(_, end)| self.level.grounds[usize::from(end)] != Ground::Wall && !is_met(end)) {
            return None;
        }
        // What is struck goes on at once if it can; a circle at which it stops takes nothing over from a circle.
        let struck = ends().filter(|&(mover, end)| is_met(end) && self.hits(mover, end));
        Some(struck.map(|(_, end)| end).collect())
    }

    /// Returns whether what is in motion on a cell passes it on to what stands on another.
    fn hits(&self, mover: u16, met: u16) -> bool {
        let options = &self.level.options;
        let is_circle = |cell: u16| {
            let slot = self.slots[usize::from(cell)];
            slot != NONE && self.level.classes[usize::from(slot)].is_circle
        };
        is_circle(met) && (options.chain || !is_circle(mover)) && (self.tick > 0 || options.nudge)
    }
}

/// What became of a motion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Advance {
    /// Nothing has moved.
    Blocked,
    /// Something has moved, and stops or has left the board.
    Ends,
    /// Something has moved to this cell and goes on.
    Slides(u16),
}
