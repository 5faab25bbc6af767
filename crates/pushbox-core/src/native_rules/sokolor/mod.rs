//! Sokolor; `pushbox.games.sokolor` states the rules.
//!
//! A state has the cell of the pusher and those of the boxes. A box that has vanished has the cell off the board.

mod bound;
mod relaxation;
mod static_level;

use super::play::{Action, Controls, Floor, Log, Move, Play, Ruling};
use super::sentence::Sentence;
use super::{GameBoard, Outcome, Reading, Rules, Settings, Transition};
use crate::objective::Count;
use bound::{BoundTables, Groups};
use static_level::StaticLevel;

/// A position of Sokolor.
pub type State = Box<[u16]>;

/// The rules of Sokolor in one self.
pub(crate) type Sokolor = StaticLevel;

impl StaticLevel {
    /// Counts the rows of the tables that have been made.
    #[cfg(test)]
    pub(crate) fn rows(&self) -> usize {
        self.tables.get().map_or(0, BoundTables::rows)
    }
}

impl Rules for StaticLevel {
    type State = State;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        Self::of_board(board, options)
    }

    fn successors(&self, state: &State, out: &mut Vec<Transition<State>>) {
        out.extend((0..4).filter_map(|direction| self.step(state, direction, &mut ())));
    }

    fn outcome(&self, state: &State) -> Outcome {
        let mut outcome = Outcome::Solved;
        for cells in self.left_by_colour(state).filter(|cells| !cells.is_empty()) {
            if cells.len() < self.vanish_min {
                return Outcome::Lost;
            }
            outcome = Outcome::Playing;
        }
        outcome
    }

    fn to_board(&self, state: &State) -> GameBoard {
        self.to_board(state)
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        self.encode(state, out);
    }

    fn decode(&self, bytes: &[u8]) -> State {
        self.decode(bytes)
    }

    fn lower_bound(&self, state: &State) -> Option<Count> {
        let pushes = self.fewest_pushes(state)?;
        Some(Count { pushes, moves: pushes + self.steps_before_push(state) })
    }

    fn heuristic(&self, state: &State) -> Option<u32> {
        let left: usize = self.left_by_colour(state).map(<[u16]>::len).sum();
        Some(3 * self.fewest_pushes(state)? + 2 * left as u32 + self.steps_before_push(state))
    }

    fn features(&self, state: &State) -> u64 {
        let left = self.left_by_colour(state);
        left.fold(0, |features, cells| features << 4 | cells.len().min(15) as u64)
    }
}

impl Play for StaticLevel {
    fn pseudo_legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        out.extend((0..4).map(|direction| Move::new(state[0], Action::Step(direction))));
    }

    fn act<L: Log>(&self, state: &State, chosen: Move, log: &mut L) -> Option<Transition<State>> {
        match chosen.action {
            Action::Step(direction @ 0..4) if chosen.piece == state[0] => self.step(state, direction, log),
            _ => None,
        }
    }

    fn controls(&self) -> Option<Controls> {
        Some(Controls::Pusher)
    }

    fn put(&self, state: &State, _pusher: usize, cell: usize) -> Option<State> {
        let mut state = state.clone();
        state[0] = cell as u16;
        Some(state)
    }

    /// A box is gone where it meets enough of its like, so that it is not carried on from there.
    fn floor(&self, state: &State, origin: usize) -> Option<Floor> {
        let mut ends = Vec::new();
        for slots in self.coloured_slots() {
            let Some(own) = slots.clone().find(|&slot| usize::from(state[slot]) == origin) else { continue };
            let likes: Vec<u16> = slots
                .clone()
                .filter(|&slot| slot != own)
                .map(|slot| state[slot])
                .filter(|&cell| cell != self.grid.off())
                .collect();
            let beside = likes.iter().flat_map(|&cell| self.grid.neighbours(cell));
            for cell in beside.filter(|&cell| cell != self.grid.off() && !likes.contains(&cell)) {
                let mut cells = likes.clone();
                let place = cells.partition_point(|&other| other < cell);
                cells.insert(place, cell);
                if self.grouped(&cells)[place] {
                    ends.push(cell.into());
                }
            }
        }
        Some(Floor { free: self.grid.open(), ends, ..Floor::default() })
    }

    fn ruling(&self, state: &State) -> Ruling {
        let amounts = self.coloured_slots().iter().zip(self.left_by_colour(state));
        let few = amounts.filter(|(_, cells)| (1..self.vanish_min).contains(&cells.len()));
        let few = few.map(|(slots, cells)| {
            let colour = Sentence::colour(&self.colours[self.classes[slots.start].1]);
            Sentence::new("count.colour-box").with("count", cells.len()).with("colour", colour)
        });
        let reason =
            Sentence::all_of(few.collect()).map(|rest| Sentence::new("cannot-vanish").with("rest", rest));
        (self.outcome(state), reason)
    }
}

impl StaticLevel {
    /// Returns the transition of a step, `None` where it is illegal, and logs its changes.
    fn step<L: Log>(&self, state: &State, direction: usize, log: &mut L) -> Option<Transition<State>> {
        let (target, pushed) = self.sokoban_step(state, 1, state[0], direction)?;
        let mut next = state.clone();
        next[0] = target;
        if let Some((slot, beyond)) = pushed {
            next[slot] = beyond;
            log.add(|| self.change(0, "push", slot, [target, target, beyond]));
            log.add(|| self.change(0, "walk", 0, [state[0], state[0], target]));
            let settled = L::IS_READ.then(|| next.clone());
            self.sort(&mut next);
            self.vanish(&mut next);
            for (slot, cell) in settled.iter().flat_map(|settled| self.vanished(settled, &next)) {
                let original = if cell == beyond { target } else { cell };
                log.add(|| self.change(1, "vanish", slot, [original, cell, self.grid.off()]));
            }
        } else {
            log.add(|| self.change(0, "walk", 0, [state[0], state[0], target]));
        }
        Some(Transition { state: next, pushed: pushed.is_some() })
    }

    /// Returns the slots and the cells of the boxes that are not there any more, in the order of their cells.
    fn vanished(&self, before: &State, after: &State) -> Vec<(usize, u16)> {
        let boxes = before.iter().copied().enumerate().skip(1);
        let mut gone: Vec<(usize, u16)> = boxes.filter(|(_, cell)| !after.contains(cell)).collect();
        gone.sort_unstable_by_key(|&(_, cell)| cell);
        gone
    }

    fn steps_before_push(&self, state: &State) -> u32 {
        self.pushes.steps_before(&self.grid, state[0], &state[1..])
    }

    /// Bounds the pushes of a position in play; `None` if it can never be solved.
    fn fewest_pushes(&self, state: &State) -> Option<u32> {
        self.pushes.of(&self.grid, &state[..1], &state[1..], || self.bound_pushes(state))
    }

    fn bound_pushes(&self, state: &State) -> Option<u32> {
        // What touches when a level begins vanishes with the first push, wherever that is.
        let waits = |cells: &[u16]| self.touches(cells) && self.grouped(cells).contains(&true);
        let is_waiting = self.left_by_colour(state).any(waits);
        if !is_waiting && relaxation::is_deadlock(self, state) {
            return None;
        }
        let groups = if is_waiting { Groups::Waiting } else { Groups::Settled };
        let tables = self.tables.get_or_init(|| BoundTables::new(self));
        Some(tables.pushes(self, state, groups)?.max(1))
    }
}
