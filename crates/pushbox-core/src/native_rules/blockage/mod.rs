//! Blockage; `games/blockage` of the Python package states the rules.
//!
//! A state has the stones in the order of their cells, colours and whether they are fixed, and for each cell that acts
//! once whether it has.

mod physics;
mod relaxation;
pub(crate) mod static_level;

use super::{
    GameBoard, Outcome, Piece, Reading, Rules, Settings, Transition, bits_of, numbers_of, pack_bits,
    pack_numbers,
};
use crate::objective::Count;
use physics::{Action, Simulation};
use relaxation::RelaxedReach;
use static_level::{NONE, StaticLevel, Target};

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
        let mut simulation = Simulation::new(self, state);
        for (index, &stone) in state.stones.iter().enumerate() {
            // Of equal stones the first moves.
            if stone.is_fixed || (index > 0 && state.stones[index - 1] == stone) {
                continue;
            }
            for action in [Action::Left, Action::Fix, Action::Right] {
                if simulation.apply(index, action) {
                    out.push(Transition { state: simulation.state(), pushed: false });
                    simulation = Simulation::new(self, state);
                }
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        if self.is_misfixed(state) {
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
        let pieces = state.stones.iter().map(|stone| Piece {
            colours: vec![self.colours[usize::from(stone.colour)].clone()],
            fixed: stone.is_fixed,
            ..Piece::plain("stone", vec![usize::from(stone.cell)])
        });
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
        if self.is_misfixed(state) {
            return None;
        }
        Some(Count { pushes: 0, moves: RelaxedReach::new(self, state).least_moves()? })
    }
}

impl StaticLevel {
    /// Returns whether a cell, and a colour with a flag, each fit into a byte.
    fn is_narrow(&self) -> bool {
        self.grid.cells <= 0x100 && self.colours.len() <= 0x80
    }

    /// Returns whether a stone is fixed because of which the level can never be solved.
    fn is_misfixed(&self, state: &State) -> bool {
        state.stones.iter().any(|stone| {
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
}
