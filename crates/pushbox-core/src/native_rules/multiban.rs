//! Multiban, forwards; `pushbox.games.multiban` states the rules.
//!
//! These rules are for play: searches take the level as boxes on a board.

use super::cast::Cast;
use super::game_board::choices;
use super::goal_bound::{GoalBound, NumberedCell};
use super::play::{Action, Controls, Floor, Log, Move, Play, Ruling};
use super::{GameBoard, Outcome, Reading, Rules, Settings, Transition};
use crate::objective::Count;

/// The rules of Multiban in one level.
pub(crate) struct Multiban {
    /// The pieces; the class of each is whether it is a box.
    level: Cast<bool>,
    /// The slots of the pushers, before those of the boxes.
    pushers: usize,
    goals: GoalBound,
}

/// A position of Multiban: the cells of the pushers and of the boxes.
type State = Box<[u16]>;

impl Rules for Multiban {
    type State = State;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        // How jumps go means nothing forwards.
        let known: [(&str, &[&str]); 2] = [("reverse", &["no"]), ("jumps", &["first", "always"])];
        choices("Multiban", options, known)?;
        board.counter(None)?;
        let mut goals = Vec::new();
        board.read_terrain("Multiban", |cell, terrain| {
            goals.extend((terrain.kind == "goal").then_some((cell as u16, 0)));
            let is_known = matches!(terrain.kind.as_str(), "wall" | "floor" | "goal");
            // Where pushers end in reverse play means nothing forwards.
            (is_known && terrain.is_plain_but(|bare| bare.player = 0)).then_some(())
        })?;
        let (level, state) = Cast::read(board, "Multiban", &[], |_, piece| {
            let is_known = matches!(piece.kind.as_str(), "pusher" | "box");
            (is_known && piece.is_plain_but(|_| ())).then_some(piece.kind == "box")
        })?;
        let goals = GoalBound::new(&level.grid, &level.grid.is_wall, goals, false);
        Ok((Self { pushers: level.classes.partition_point(|&is_box| !is_box), level, goals }, state))
    }

    fn successors(&self, state: &State, out: &mut Vec<Transition<State>>) {
        let steps = (0..self.pushers).flat_map(|slot| (0..4).map(move |direction| (slot, direction)));
        out.extend(steps.filter_map(|(slot, direction)| self.step(state, slot, direction, &mut ())));
    }

    fn outcome(&self, state: &State) -> Outcome {
        let is_solved = self.boxes(state).all(|(cell, number)| self.goals.is_goal(cell, number));
        if is_solved { Outcome::Solved } else { Outcome::Playing }
    }

    fn to_board(&self, state: &State) -> GameBoard {
        self.level.to_board(state)
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        self.level.encode(state, out);
    }

    fn decode(&self, bytes: &[u8]) -> State {
        self.level.decode(bytes)
    }

    fn lower_bound(&self, state: &State) -> Option<Count> {
        let pushes = self.goals.needs(&self.boxes(state).collect::<Vec<_>>())?.total;
        Some(Count { pushes, moves: pushes })
    }
}

impl Play for Multiban {
    fn pseudo_legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        for &piece in &state[..self.pushers] {
            out.extend((0..4).map(|direction| Move::new(piece, Action::Step(direction))));
        }
    }

    fn act<L: Log>(&self, state: &State, chosen: Move, log: &mut L) -> Option<Transition<State>> {
        let slot = state[..self.pushers].iter().position(|&cell| cell == chosen.piece)?;
        match chosen.action {
            Action::Step(direction @ 0..4) => self.step(state, slot, direction, log),
            _ => None,
        }
    }

    fn controls(&self) -> Option<Controls> {
        Some(Controls::Pushers)
    }

    fn floor(&self, _state: &State, _origin: usize) -> Option<Floor> {
        Some(Floor { free: self.level.grid.open(), ..Floor::default() })
    }

    fn put(&self, state: &State, pusher: usize, cell: usize) -> Option<State> {
        let mut state = state.clone();
        let slot = state[..self.pushers].iter().position(|&other| usize::from(other) == pusher)?;
        state[slot] = cell as u16;
        Some(state)
    }

    fn dead_squares(&self, state: &State) -> Vec<usize> {
        let numbers = vec![0; usize::from(state.len() > self.pushers)];
        self.goals.dead_squares(&self.level.grid.is_wall, &numbers)
    }

    fn ruling(&self, state: &State) -> Ruling {
        (self.outcome(state), None)
    }
}

impl Multiban {
    /// Returns the transition of a pusher's step, `None` where it is illegal, and logs its changes.
    fn step<L: Log>(
        &self,
        state: &State,
        slot: usize,
        direction: usize,
        log: &mut L,
    ) -> Option<Transition<State>> {
        let (target, pushed) = self.level.sokoban_step(state, self.pushers, state[slot], direction)?;
        let mut next = state.clone();
        next[slot] = target;
        if let Some((pushed, beyond)) = pushed {
            next[pushed] = beyond;
            log.add(|| self.level.change(0, "push", pushed, [target, target, beyond]));
        }
        log.add(|| self.level.change(0, "walk", slot, [state[slot], state[slot], target]));
        self.level.sort(&mut next);
        Some(Transition { state: next, pushed: pushed.is_some() })
    }

    /// Returns the boxes, none of which has a number.
    fn boxes<'a>(&self, state: &'a State) -> impl Iterator<Item = NumberedCell> + use<'a> {
        state[self.pushers..].iter().map(|&cell| (cell, 0))
    }
}
