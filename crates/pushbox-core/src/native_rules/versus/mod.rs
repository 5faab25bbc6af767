//! Versus; `pushbox.games.versus` states the rules. A solution is a series of ticks, of both players,
//! after which player 1 has won.
//!
//! A state has the cells of the two pushers, off the board for one that the level does not have, and those of the
//! boxes.

mod bound;
mod static_level;

use super::play::{Action, Log, Move, Play, Ruling};
use super::sentence::Sentence;
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
                out.extend(self.after(state, [one, two], &mut ()));
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let on_goals = state[PUSHERS..].iter().filter(|&&cell| self.is_goal[usize::from(cell)]).count();
        if on_goals < state.len() - PUSHERS && on_goals < self.goals.len() {
            return Outcome::Playing;
        }
        let [first, second] = self.filled(state);
        if first > second { Outcome::Solved } else { Outcome::Lost }
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

impl Play for StaticLevel {
    fn pseudo_legal_moves(&self, _state: &State, out: &mut Vec<Move>) {
        let actions = [None, Some(0), Some(1), Some(2), Some(3)];
        let both = actions.into_iter().flat_map(|one| actions.map(|two| Action::Both([one, two])));
        out.extend(both.map(|action| Move::new(self.grid.off(), action)));
    }

    fn act<L: Log>(&self, state: &State, chosen: Move, log: &mut L) -> Option<Transition<State>> {
        let Action::Both([one, two]) = chosen.action else { return None };
        let step = |player, action: Option<usize>| self.step(state, player, action.filter(|&way| way < 4)?);
        self.after(state, [step(0, one), step(1, two)], log)
    }

    fn ruling(&self, state: &State) -> Ruling {
        let [first, second] = self.filled(state);
        let reason = match self.outcome(state) {
            Outcome::Playing => return (Outcome::Playing, None),
            _ if first == second => Sentence::new("draw").with("count", first),
            _ => Sentence::new("more-goals")
                .with("player", self.winner(state))
                .with("most", first.max(second))
                .with("fewest", first.min(second)),
        };
        (self.outcome(state), Some(reason))
    }

    fn winner(&self, state: &State) -> usize {
        let [first, second] = self.filled(state);
        match self.outcome(state) {
            Outcome::Playing => 0,
            Outcome::Solved => 1,
            Outcome::Lost => 2 * usize::from(second > first),
        }
    }
}

impl StaticLevel {
    /// Counts the goals of each player that are filled.
    fn filled(&self, state: &State) -> [usize; 2] {
        [0, 1].map(|player| {
            let goals = self.goals_of(player).iter();
            goals.filter(|&goal| state[PUSHERS..].binary_search(goal).is_ok()).count()
        })
    }

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

    /// Returns what steps of the players lead to, each by itself legal, and logs the changes. Those that clash are none;
    /// `None` where nobody moves.
    fn after<L: Log>(
        &self,
        state: &State,
        steps: [Option<Step>; 2],
        log: &mut L,
    ) -> Option<Transition<State>> {
        match steps {
            [None, None] => return None,
            [Some(step), Some(other)] if step.clashes(other) => return None,
            _ => {}
        }
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
                log.add(|| self.change(0, "push", PUSHERS + slot, [target, target, beyond]));
            }
        }
        for (slot, _) in steps.iter().enumerate().filter(|(_, step)| step.is_some()) {
            log.add(|| self.change(0, "walk", slot, [state[slot], state[slot], next[slot]]));
        }
        Some(Transition { state: next, pushed })
    }
}
