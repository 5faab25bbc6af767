//! Blockoban; the rules are stated by `pushbox.games.blockoban`.
//!
//! A state is the cells of the pieces. Pieces of one class are interchangeable and stand in the order of their cells; one
//! that has left the board has the cell off the board.

mod bound;
mod physics;
pub(crate) mod static_level;

use super::play::{Action, Controls, Log, Move, Play, Ruling};
use super::sentence::Sentence;
use super::{GameBoard, Outcome, Reading, Rules, Settings, Transition};
use crate::objective::Count;
use bound::{BoundTables, Bounds};
use physics::Simulation;
use static_level::{FALLEN, StaticLevel};

/// A position of Blockoban.
pub type State = Box<[u16]>;

/// The rules of Blockoban in one self.
pub(crate) type Blockoban = StaticLevel;

impl Rules for StaticLevel {
    type State = State;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        Self::of_board(board, options)
    }

    fn successors(&self, state: &State, out: &mut Vec<Transition<State>>) {
        let mut simulation = Simulation::new(self, state, ());
        for slot in self.swiped(state) {
            for direction in 0..4 {
                if simulation.swipe(slot, direction) {
                    out.push(Transition { state: simulation.state(), pushed: true });
                    simulation = Simulation::new(self, state, ());
                }
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        if self.fallen(state) != 0 {
            Outcome::Lost
        } else if (0..state.len()).all(|slot| self.is_home(slot, state[slot])) {
            Outcome::Solved
        } else {
            Outcome::Playing
        }
    }

    fn to_board(&self, state: &State) -> GameBoard {
        let fallen = Some(self.fallen(state)).filter(|&fallen| fallen != 0);
        let counters = fallen.map(|fallen| (FALLEN.to_owned(), fallen)).into_iter().collect();
        GameBoard { counters, ..self.to_board(state) }
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        self.encode(state, out);
    }

    fn decode(&self, bytes: &[u8]) -> State {
        self.decode(bytes)
    }

    fn lower_bound(&self, state: &State) -> Option<Count> {
        let moves = self.bounds(state)?.moves;
        Some(Count { pushes: moves, moves })
    }

    fn heuristic(&self, state: &State) -> Option<u32> {
        Some(self.bounds(state)?.apart)
    }

    fn features(&self, state: &State) -> u64 {
        let is_home = |slot: usize| self.is_coloured(slot) && self.is_home(slot, state[slot]);
        let home = |range: &std::ops::Range<usize>| range.clone().filter(|&slot| is_home(slot)).count();
        self.ranges.iter().fold(0, |features, range| features << 3 | home(range).min(7) as u64)
    }
}

impl Play for StaticLevel {
    fn pseudo_legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        for slot in self.swiped(state) {
            let piece = state[slot];
            out.extend((0..4).map(|direction| Move::new(piece, Action::Step(direction))));
        }
    }

    fn act<L: Log>(&self, state: &State, chosen: Move, log: &mut L) -> Option<Transition<State>> {
        let Action::Step(direction @ 0..4) = chosen.action else { return None };
        let slot = self.swiped(state).into_iter().find(|&slot| state[slot] == chosen.piece)?;
        let mut simulation = Simulation::new(self, state, log);
        let is_legal = simulation.swipe(slot, direction);
        is_legal.then(|| Transition { state: simulation.state(), pushed: true })
    }

    fn controls(&self) -> Option<Controls> {
        Some(Controls::Swipes { circles: self.options.swiped })
    }

    fn ruling(&self, state: &State) -> Ruling {
        let fallen = Some(self.fallen(state)).filter(|&fallen| fallen != 0);
        let pieces = fallen.map(|fallen| Sentence::new("count.piece").with("count", fallen));
        (self.outcome(state), pieces.map(|pieces| Sentence::new("flew-off").with("pieces", pieces)))
    }
}

impl StaticLevel {
    /// Returns the slots of the pieces that can be swiped, in the order of their cells.
    fn swiped(&self, state: &State) -> Vec<usize> {
        let can_swipe = |&slot: &usize| {
            state[slot] != self.grid.off() && (self.options.swiped || !self.classes[slot].is_circle)
        };
        let mut slots: Vec<usize> = (0..state.len()).filter(can_swipe).collect();
        slots.sort_unstable_by_key(|&slot| state[slot]);
        slots
    }

    /// Bounds the moves of a position in play; `None` if it can never be solved.
    fn bounds(&self, state: &State) -> Option<Bounds> {
        self.tables.get_or_init(|| BoundTables::new(self, &self.start)).bounds(self, state)
    }
}
