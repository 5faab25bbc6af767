//! Versus; `games/versus.py` of the Python package states the rules. A solution is a series of ticks, of both players,
//! after which player 1 has won.
//!
//! A state has the cells of the two pushers, off the board for one that the level does not have, and those of the
//! boxes.

mod bound;
mod static_level;

use super::{GameBoard, Outcome, Reading, Rules, Settings, Transition};
use crate::objective::Count;
use bound::Bounds;
use static_level::StaticLevel;

/// No box.
const NONE: u16 = u16::MAX;

/// A position of versus.
pub type State = Box<[u16]>;

/// The slots before those of the boxes.
const PUSHERS: usize = 2;

/// What one player does in a tick: where their pusher goes, and where the box that they push does, or [`NONE`].
#[derive(Clone, Copy)]
struct Step {
    target: u16,
    beyond: u16,
}

impl Step {
    /// Returns whether two steps do not go together: they want the same cell or push the same box.
    fn clashes(self, other: Self) -> bool {
        self.target == other.target
            || self.target == other.beyond
            || self.beyond == other.target
            || (self.beyond == other.beyond && self.beyond != NONE)
    }
}

/// The rules of versus in one self.
pub(crate) type Versus = StaticLevel;

impl Rules for StaticLevel {
    type State = State;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        Self::of_board(board, options)
    }

    fn successors(&self, state: &State, out: &mut Vec<Transition<State>>) {
        // The first action of each player is to stand still.
        let actions = |player: usize| {
            let step = |direction| self.step(state, player, direction);
            [None, step(0), step(1), step(2), step(3)]
        };
        let (first, second) = (actions(0), actions(1));
        for (index, &one) in first.iter().enumerate() {
            for &two in &second[usize::from(index == 0)..] {
                let agreed = match (one, two) {
                    (Some(step), Some(other)) if step.clashes(other) => continue,
                    (None, None) => continue,
                    steps => steps,
                };
                out.push(after(state, agreed.into()));
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let on_goals = state[PUSHERS..].iter().filter(|&&cell| self.is_goal[usize::from(cell)]).count();
        if on_goals < state.len() - PUSHERS && on_goals < self.goals.len() {
            return Outcome::Playing;
        }
        let filled = |player: usize| {
            let goals = self.goals_of(player).iter();
            goals.filter(|&goal| state[PUSHERS..].binary_search(goal).is_ok()).count()
        };
        if filled(0) > filled(1) { Outcome::Solved } else { Outcome::Lost }
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
        let ticks = self.bounds(state)?.ticks;
        Some(Count { pushes: ticks, moves: ticks + self.steps_before_push(state).min().unwrap_or(0) })
    }

    fn heuristic(&self, state: &State) -> Option<u32> {
        Some(4 * self.bounds(state)?.pushes + self.steps_before_push(state).sum::<u32>())
    }

    fn features(&self, state: &State) -> u64 {
        let is_own = |goal: &&u16| state[PUSHERS..].binary_search(goal).is_ok();
        let own = self.goals_of(0).iter().filter(is_own).count();
        let on_goals = state[PUSHERS..].iter().filter(|&&cell| self.is_goal[usize::from(cell)]).count();
        (own as u64) << 16 | on_goals as u64
    }
}

impl StaticLevel {
    /// Returns where a step of player 0 or 1 leads if the other stands still, `None` where it fails by itself.
    fn step(&self, state: &State, player: usize, direction: usize) -> Option<Step> {
        let other = state[1 - player];
        let is_open = |cell: u16| cell != other && !self.grid.is_wall[usize::from(cell)];
        let target = self.grid.neighbour(state[player], direction);
        if !is_open(target) {
            return None;
        }
        if state[PUSHERS..].binary_search(&target).is_err() {
            return Some(Step { target, beyond: NONE });
        }
        let beyond = self.grid.neighbour(target, direction);
        (is_open(beyond) && state[PUSHERS..].binary_search(&beyond).is_err())
            .then_some(Step { target, beyond })
    }

    /// Bounds what a position in play needs; `None` if it can never be solved.
    fn bounds(&self, state: &State) -> Option<Bounds> {
        let compute = || bound::bounds(self, state);
        self.known.of(&self.grid, &state[..PUSHERS], &state[PUSHERS..], compute)
    }

    /// Counts the steps that each pusher takes before they push, at least.
    fn steps_before_push<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u32> + 'a {
        let grid = &self.grid;
        let on_board = state[..PUSHERS].iter().filter(|&&pusher| pusher != grid.off());
        on_board.map(|&pusher| self.known.steps_before(grid, pusher, &state[PUSHERS..]))
    }
}

/// Returns what steps of the players lead to.
fn after(state: &State, steps: [Option<Step>; 2]) -> Transition<State> {
    let mut next = state.clone();
    let mut pushed = false;
    let (pushers, boxes) = next.split_at_mut(PUSHERS);
    for (pusher, step) in pushers.iter_mut().zip(steps) {
        let Some(Step { target, beyond }) = step else { continue };
        *pusher = target;
        if beyond != NONE {
            pushed = true;
            let slot = boxes.binary_search(&target).expect("a box is pushed");
            boxes[slot] = beyond;
            boxes.sort_unstable();
        }
    }
    Transition { state: next, pushed }
}
