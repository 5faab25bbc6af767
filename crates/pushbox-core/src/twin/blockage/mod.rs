//! Blockage, as `games/blockage` of the Python package has it, which says what the rules are.
//!
//! A state is the stones in the order of their cells, colours and whether they are fixed, and for each cell that acts
//! once whether it has.

mod bound;
mod ground;
mod scene;
mod stone;

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Board, Cost, Next, Rules, Scalar, Status, TwinError};
use bound::Reach;
use ground::{Ground, Target};
use scene::{Act, Scene};
use stone::Stone;

/// A position of Blockage.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: Box<[Stone]>,
    used: Box<[bool]>,
}

/// The rules of Blockage on one field.
pub struct Blockage {
    ground: Ground,
    /// The position that was judged last, and what it needs: a search asks for it more than once.
    latest: Mutex<Option<(State, Option<u32>)>>,
}

impl Rules for Blockage {
    type State = State;

    fn new(board: &Board, options: &[(String, Scalar)]) -> Result<(Self, State), TwinError> {
        let (ground, stones, used) = Ground::new(board, options)?;
        Ok((Self { ground, latest: Mutex::default() }, State { stones: stones.into(), used: used.into() }))
    }

    fn expand(&self, state: &State, out: &mut Vec<Next<State>>) {
        let mut scene = Scene::new(&self.ground, state);
        for (index, &stone) in state.stones.iter().enumerate() {
            // Of equal stones the first moves.
            if stone.is_fixed() || (index > 0 && state.stones[index - 1] == stone) {
                continue;
            }
            for act in [Act::Left, Act::Fix, Act::Right] {
                if scene.act(index, act) {
                    out.push(Next { state: scene.state(), pushed: false });
                    scene.reset(state);
                }
            }
        }
    }

    fn status(&self, state: &State) -> Status {
        let ground = &self.ground;
        if self.is_misfixed(state) {
            return Status::Playing;
        }
        let holds = |stone: &&Stone| stone.is_fixed() && ground.takes(stone.cell(), stone.colour());
        let solved = if ground.rules.win_targets {
            let held = |goal: &u16| state.stones.iter().filter(holds).any(|stone| stone.cell() == *goal);
            !ground.goals.is_empty() && ground.goals.iter().all(held)
        } else {
            let mut coloured = state.stones.iter().filter(|stone| stone.colour() != ground.black).peekable();
            coloured.peek().is_some() && coloured.all(|stone| holds(&stone))
        };
        if solved { Status::Solved } else { Status::Playing }
    }

    fn board(&self, state: &State) -> Board {
        self.ground.board(state.stones.iter().copied(), |place| state.used[place])
    }

    fn pack(&self, state: &State, out: &mut Vec<u8>) {
        let narrow = self.is_narrow();
        for stone in &state.stones {
            let look = stone.colour() << 1 | u16::from(stone.is_fixed());
            if narrow {
                out.extend([stone.cell() as u8, look as u8]);
            } else {
                out.extend([stone.cell().to_le_bytes(), look.to_le_bytes()].concat());
            }
        }
        let octet = |places: &[bool]| places.iter().rev().fold(0, |octet, &used| octet << 1 | u8::from(used));
        out.extend(state.used.chunks(8).map(octet));
    }

    fn unpack(&self, bytes: &[u8]) -> State {
        let ground = &self.ground;
        let wide = if self.is_narrow() { 1 } else { 2 };
        let (stones, octets) = bytes.split_at(ground.stones * wide * 2);
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u16::from(byte));
        State {
            stones: stones
                .chunks_exact(wide * 2)
                .map(|stone| {
                    let (cell, look) = stone.split_at(wide);
                    Stone::new(number(cell), number(look) >> 1, number(look) & 1 != 0)
                })
                .collect(),
            used: (0..ground.acting).map(|place| octets[place / 8] >> (place % 8) & 1 != 0).collect(),
        }
    }

    fn estimate(&self, state: &State) -> Cost {
        Cost { pushes: 0, moves: self.needs(state).unwrap_or(0) }
    }

    fn is_dead(&self, state: &State) -> bool {
        self.needs(state).is_none()
    }
}

impl Blockage {
    /// How many moves are needed at least; none if the position can never be solved.
    fn needs(&self, state: &State) -> Option<u32> {
        if let Some((known, moves)) = &*self.latest()
            && known == state
        {
            return *moves;
        }
        let moves = if self.is_misfixed(state) { None } else { Reach::new(&self.ground, state).moves() };
        *self.latest() = Some((state.clone(), moves));
        moves
    }

    fn latest(&self) -> MutexGuard<'_, Option<(State, Option<u32>)>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a cell, and a colour with a flag, each fit into a byte.
    fn is_narrow(&self) -> bool {
        self.ground.shape.cells <= 0x100 && self.ground.colours.len() <= 0x80
    }

    /// Whether a stone is fixed because of which the level can never be solved.
    fn is_misfixed(&self, state: &State) -> bool {
        let ground = &self.ground;
        state.stones.iter().any(|stone| {
            if !stone.is_fixed() || ground.takes(stone.cell(), stone.colour()) {
                return false;
            }
            if ground.rules.win_targets {
                !ground.rules.shared_fix && ground.target[usize::from(stone.cell())] != Target::No
            } else {
                stone.colour() != ground.black
            }
        })
    }
}
