//! Sokolor; `games/sokolor.py` of the Python package states the rules.
//!
//! A state has the cell of the pusher and those of the boxes. A box that has vanished has the cell off the board.

mod bound;
mod relaxation;
mod static_level;

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
        let is_free = |cell: u16| !self.grid.is_wall[usize::from(cell)];
        for direction in 0..4 {
            let target = self.grid.neighbour(state[0], direction);
            if !is_free(target) {
                continue;
            }
            let mut next = state.clone();
            next[0] = target;
            let pushed = (1..state.len()).find(|&slot| state[slot] == target);
            if let Some(slot) = pushed {
                let beyond = self.grid.neighbour(target, direction);
                if !is_free(beyond) || state[1..].contains(&beyond) {
                    continue;
                }
                next[slot] = beyond;
                self.sort(&mut next);
                self.vanish(&mut next);
            }
            out.push(Transition { state: next, pushed: pushed.is_some() });
        }
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

impl StaticLevel {
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
