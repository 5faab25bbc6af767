//! Blockage; `pushbox.games.blockage` states the rules.
//!
//! A state has the stones in the order of their cells, colours and whether they are fixed, and for each cell that acts
//! once whether it has.

mod physics;
mod relaxation;
pub(crate) mod static_level;

use super::play::{Action, Controls, Log, Move, Play, Ruling};
use super::sentence::Sentence;
use super::{
    GameBoard, Outcome, Reading, Rules, Settings, Transition, bits_of, numbers_of, pack_bits, pack_numbers,
};
use crate::objective::Count;
use physics::{LEFT, RIGHT, Simulation};
use relaxation::RelaxedReach;
use static_level::{NONE, StaticLevel, Target};

/// What a stone can do.
const ACTIONS: [Action; 3] = [Action::Step(LEFT), Action::Fix, Action::Step(RIGHT)];

/// A stone. Stones are in the order of those of a state of the Python game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stone {
    cell: u16,
    colour: u16,
    is_fixed: bool,
}

/// A position of Blockage.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: Box<[Stone]>,
    used: Box<[bool]>,
}

/// The rules of Blockage in one self.
pub(crate) type Blockage = StaticLevel;

impl Rules for StaticLevel {
    type State = State;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        Self::of_board(board, options)
    }

    fn successors(&self, state: &State, out: &mut Vec<Transition<State>>) {
        let mut simulation = Simulation::new(self, state, ());
        for (index, _) in self.movable(state) {
            for action in ACTIONS {
                if simulation.apply(index, action) {
                    out.push(Transition { state: simulation.state(), pushed: false });
                    simulation = Simulation::new(self, state, ());
                }
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        if self.misfixed(state).is_some() {
            return Outcome::Playing;
        }
        let holds = |stone: &&Stone| stone.is_fixed && self.takes(stone.cell, stone.colour);
        let solved = if self.rules.win_targets {
            let held = |goal: &u16| state.stones.iter().filter(holds).any(|stone| stone.cell == *goal);
            !self.goals.is_empty() && self.goals.iter().all(held)
        } else {
            let mut coloured = state.stones.iter().filter(|stone| stone.colour != self.black).peekable();
            coloured.peek().is_some() && coloured.all(|stone| holds(&stone))
        };
        if solved { Outcome::Solved } else { Outcome::Playing }
    }

    fn to_board(&self, state: &State) -> GameBoard {
        let mut board = self.bare.clone();
        for (terrain, &use_index) in board.terrain.iter_mut().zip(&self.single_use_index) {
            if use_index != NONE {
                terrain.uses = i64::from(!state.used[usize::from(use_index)]);
            }
        }
        let pieces = state.stones.iter().map(|&stone| self.piece(stone));
        GameBoard { pieces: pieces.collect(), ..board }
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        let numbers = |stone: &Stone| [stone.cell, stone.colour << 1 | u16::from(stone.is_fixed)];
        pack_numbers(state.stones.iter().flat_map(numbers), self.is_narrow(), out);
        out.extend(pack_bits(&state.used));
    }

    fn decode(&self, bytes: &[u8]) -> State {
        let width = if self.is_narrow() { 1 } else { 2 };
        let (stones, bits) = bytes.split_at(self.stones * width * 2);
        let mut numbers = numbers_of(stones, self.is_narrow());
        let stone = || {
            let (cell, kind) = (numbers.next()?, numbers.next()?);
            Some(Stone { cell, colour: kind >> 1, is_fixed: kind & 1 != 0 })
        };
        let stones = std::iter::from_fn(stone).collect();
        State { stones, used: bits_of(bits, self.single_use_cells) }
    }

    fn lower_bound(&self, state: &State) -> Option<Count> {
        if self.misfixed(state).is_some() {
            return None;
        }
        Some(Count { pushes: 0, moves: RelaxedReach::new(self, state).least_moves()? })
    }
}

impl Play for StaticLevel {
    fn pseudo_legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        for (_, stone) in self.movable(state) {
            out.extend(ACTIONS.map(|action| Move { action, ..stone }));
        }
    }

    fn act<L: Log>(&self, state: &State, chosen: Move, log: &mut L) -> Option<Transition<State>> {
        let is_chosen = |stone: Move| (stone.piece, stone.rank) == (chosen.piece, chosen.rank);
        let (index, _) = self.movable(state).find(|&(_, stone)| is_chosen(stone))?;
        let mut simulation = Simulation::new(self, state, log);
        let is_legal = simulation.apply(index, chosen.action);
        is_legal.then(|| Transition { state: simulation.state(), pushed: false })
    }

    fn controls(&self) -> Option<Controls> {
        Some(Controls::Stones)
    }

    fn ruling(&self, state: &State) -> Ruling {
        let reason = self.misfixed(state).map(|stone| {
            let colour = Sentence::colour(&self.colours[usize::from(stone.colour)]);
            Sentence::new("stone-fixed-wrong").with("colour", colour).with("cell", self.grid.name(stone.cell))
        });
        (self.outcome(state), reason)
    }
}

impl StaticLevel {
    /// Returns whether a cell, and a colour with a flag, each fit into a byte.
    fn is_narrow(&self) -> bool {
        self.grid.cells <= 0x100 && self.colours.len() <= 0x80
    }

    /// Returns the first stone that is fixed so that the level can never be solved.
    fn misfixed(&self, state: &State) -> Option<Stone> {
        state.stones.iter().copied().find(|stone| {
            if !stone.is_fixed || self.takes(stone.cell, stone.colour) {
                return false;
            }
            if self.rules.win_targets {
                !self.rules.shared_fix && self.target[usize::from(stone.cell)] != Target::No
            } else {
                stone.colour != self.black
            }
        })
    }

    /// Returns the stones that can move, the first of equal ones, each with its rank among those of its cell.
    fn movable<'a>(&self, state: &'a State) -> impl Iterator<Item = (usize, Move)> + use<'a> {
        let stones = state.stones.iter().enumerate();
        let is_first = |&(index, &stone): &(usize, &Stone)| index == 0 || state.stones[index - 1] != stone;
        let movable = stones.filter(|(_, stone)| !stone.is_fixed).filter(is_first);
        movable.scan((u16::MAX, 0), |(cell, rank), (index, stone)| {
            *rank = if *cell == stone.cell { *rank + 1 } else { 0 };
            *cell = stone.cell;
            Some((index, Move { piece: *cell, rank: *rank, action: Action::Fix }))
        })
    }
}
