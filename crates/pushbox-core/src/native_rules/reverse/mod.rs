//! Reverse play of Sokoban, Sokoban Plus and Multiban; `pushbox.games.reverse` and `pushbox.games.plus` state the rules.

mod reach;

use super::cast::Cast;
use super::game_board::{GameBoard, Settings, Terrain, choices};
use super::goal_bound::{GoalBound, NumberedCell};
use super::grid::marked;
use super::play::{Action, Change, Controls, Log, Move, Part, Play, Ruling};
use super::pointer::Reach;
use super::push_distance::connected;
use super::sentence::Sentence;
use super::{Outcome, Reading, Rules, Transition};
use crate::objective::Count;
use std::ops::Range;

/// The weight of a pull in the heuristic, in moves.
const PULL_WEIGHT: u32 = 3;

/// The class of the pushers: whether a piece is a box, and its number.
const PUSHER: (bool, i64) = (false, 0);

/// Who plays backwards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Team {
    /// One player.
    Solo,
    /// Pushers, as many as there are cells where they end.
    Pushers,
    /// A player, or pushers where the level has several or several cells for them.
    Drawn,
}

/// The rules of reverse play in one level.
pub struct Reverse {
    level: Cast<(bool, i64)>,
    /// The slots of the pushers, before those of the boxes.
    pushers: usize,
    /// The cells where pushers end.
    homes: Vec<u16>,
    /// Whether it is spoken of a pusher, as of one of several, and not of a player.
    is_team: bool,
    /// Whether pushers may jump after the first pull.
    always: bool,
    goals: GoalBound,
}

/// A position of reverse play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells of the pushers, off the board for those that are not on it yet, and those of the boxes.
    cells: Box<[u16]>,
    /// 1 after the first pull, 2 once a jump has followed it.
    pulled: u8,
}

impl Rules for Reverse {
    type State = Position;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, Position)> {
        Self::of_team(board, options, Team::Drawn)
    }

    fn successors(&self, state: &Position, out: &mut Vec<Transition<Position>>) {
        let is_taken = marked(&self.level.grid.is_wall, &state.cells);
        for slot in self.movable(state) {
            let acts = |action| self.made(state, slot, action, &is_taken, &mut ());
            out.extend(self.actions(state).filter_map(acts));
        }
    }

    fn outcome(&self, state: &Position) -> Outcome {
        self.ruling(state).0
    }

    fn to_board(&self, state: &Position) -> GameBoard {
        let pulled = (state.pulled > 0).then(|| ("pulled".to_owned(), i64::from(state.pulled)));
        GameBoard { counters: pulled.into_iter().collect(), ..self.level.to_board(&state.cells) }
    }

    fn encode(&self, state: &Position, out: &mut Vec<u8>) {
        out.push(state.pulled);
        self.level.encode(&state.cells, out);
    }

    fn decode(&self, bytes: &[u8]) -> Position {
        Position { cells: self.level.decode(&bytes[1..]), pulled: bytes[0] }
    }

    /// Returns what the boxes need to get to goals; `None` also where a jump has followed a pull.
    fn lower_bound(&self, state: &Position) -> Option<Count> {
        if state.pulled == 2 {
            return None;
        }
        let pulls = self.goals.needs(&self.boxes(state).collect::<Vec<_>>())?.total;
        Some(Count { pushes: pulls, moves: pulls })
    }

    fn heuristic(&self, state: &Position) -> Option<u32> {
        Some(PULL_WEIGHT * self.lower_bound(state)?.pushes + 1)
    }

    fn features(&self, state: &Position) -> u64 {
        self.boxes(state).filter(|&(cell, number)| self.goals.is_goal(cell, number)).count() as u64
    }
}

impl Play for Reverse {
    fn pseudo_legal_moves(&self, state: &Position, out: &mut Vec<Move>) {
        for slot in self.movable(state) {
            let piece = state.cells[slot];
            out.extend(self.actions(state).map(|action| Move::new(piece, action)));
        }
    }

    fn act<L: Log>(&self, state: &Position, chosen: Move, log: &mut L) -> Option<Transition<Position>> {
        let slot = self.movable(state).find(|&slot| state.cells[slot] == chosen.piece)?;
        let is_taken = marked(&self.level.grid.is_wall, &state.cells);
        self.made(state, slot, chosen.action, &is_taken, log)
    }

    fn refusal(&self, state: &Position, chosen: Move) -> Option<Sentence> {
        let grid = &self.level.grid;
        let who = || Sentence::new(if self.is_team { "who.pusher" } else { "who.player" });
        let (pushers, boxes) = state.cells.split_at(self.pushers);
        let comes = chosen.piece == grid.off();
        let jumps = matches!(chosen.action, Action::Jump(_));
        if self.is_waiting(state) && !(comes && jumps) {
            return Some(Sentence::new("must-jump").with("who", who()));
        }
        if !comes && !pushers.contains(&chosen.piece) {
            return Some(Sentence::new("no-pusher-here"));
        }
        let (Action::Step(way) | Action::Pull(way)) = chosen.action else {
            let why = Sentence::new(if self.may_jump(state) { "why-not-free" } else { "why-pulled" });
            return Some(Sentence::new("cannot-jump").with("who", who()).with("why", why));
        };
        let target = grid.neighbour(chosen.piece, way);
        let why = match target {
            _ if boxes.contains(&target) && target != grid.off() => "why-box",
            _ if pushers.contains(&target) && target != grid.off() => "why-pusher",
            _ if grid.is_wall[usize::from(target)] => "why-wall",
            _ => {
                let sentence = Sentence::new("nothing-to-pull").with("who", who());
                return Some(sentence.with("direction", Sentence::direction(way)));
            }
        };
        let sentence = Sentence::new("who-cannot-go").with("who", who());
        Some(sentence.with("direction", Sentence::direction(way)).with("why", Sentence::new(why)))
    }

    fn controls(&self) -> Option<Controls> {
        Some(Controls::Pullers)
    }

    fn is_waiting(&self, state: &Position) -> bool {
        state.cells[..self.pushers].contains(&self.level.grid.off())
    }

    fn own_reach(&self, state: &Position, origin: usize, limit: usize) -> Option<Reach<'static>> {
        Some(self.reached(state, origin, limit))
    }

    fn own_pushable(&self, state: &Position, limit: usize) -> Option<Vec<(usize, Vec<usize>)>> {
        Some(self.pullable(state, limit))
    }

    fn dead_squares(&self, state: &Position) -> Vec<usize> {
        let numbers: Vec<i64> = self.boxes(state).map(|(_, number)| number).collect();
        self.goals.dead_squares(&self.level.grid.is_wall, &numbers)
    }

    fn ruling(&self, state: &Position) -> Ruling {
        if !self.boxes(state).all(|(cell, _)| self.goals.is_any_goal(cell)) {
            (Outcome::Playing, None)
        } else if state.pulled == 2 {
            (Outcome::Playing, Some(Sentence::new("jump-after-pull")))
        } else if self.at_home(state) < self.homes.len().min(self.pushers) {
            (Outcome::Playing, Some(Sentence::new("no-walk-end")))
        } else {
            match self.boxes(state).filter(|&(cell, number)| !self.goals.is_goal(cell, number)).count() {
                0 => (Outcome::Solved, None),
                wrong => (Outcome::Playing, Some(Sentence::new("wrong-numbers").with("count", wrong))),
            }
        }
    }
}

impl Reverse {
    /// Reads a level; returns its rules and its initial state.
    pub(super) fn of_team(board: &GameBoard, options: &Settings, team: Team) -> Reading<(Self, Position)> {
        let known: [(&str, &[&str]); 2] = [("reverse", &["yes"]), ("jumps", &["first", "always"])];
        let [_, jumps] = choices("reverse play", options, known)?;
        let pulled = board.counter(Some("pulled"))?.clamp(0, 2) as u8;
        let (mut goals, mut homes) = (Vec::new(), Vec::new());
        board.read_terrain("reverse play", |cell, terrain| {
            goals.extend((terrain.kind == "goal").then_some((cell as u16, terrain.number)));
            homes.extend((terrain.player != 0).then_some(cell as u16));
            let forget = |bare: &mut Terrain| match bare.kind.as_str() {
                "floor" => bare.player = 0,
                "goal" => (bare.number, bare.player) = (0, 0),
                _ => {}
            };
            let is_known = matches!(terrain.kind.as_str(), "wall" | "floor" | "goal");
            (is_known && terrain.is_plain_but(forget)).then_some(())
        })?;
        let drawn = board.pieces.iter().filter(|piece| piece.kind == "pusher").count();
        let is_team = match team {
            Team::Solo => false,
            Team::Pushers => true,
            Team::Drawn => homes.len() > 1 || drawn > 1,
        };
        let team = if is_team { homes.len().max(1) } else { 1 };
        let (level, cells) = Cast::read(board, "reverse play", &[(PUSHER, team, "pusher")], |_, piece| {
            match piece.kind.as_str() {
                "pusher" => piece.is_plain_but(|_| ()).then_some(PUSHER),
                "box" => piece.is_plain_but(|bare| bare.number = 0).then_some((true, piece.number)),
                _ => None,
            }
        })?;
        let rules = Self {
            goals: GoalBound::new(&level.grid, &level.grid.is_wall, goals, true),
            pushers: level.ranges[0].len(),
            level,
            homes,
            is_team,
            always: jumps == 1,
        };
        Ok((rules, Position { cells, pulled }))
    }

    /// Returns the slots of the pushers that may move: one that has to jump onto the board goes first.
    fn movable(&self, state: &Position) -> Range<usize> {
        let waiting = state.cells[..self.pushers].iter().position(|&cell| cell == self.level.grid.off());
        waiting.map_or(0..self.pushers, |slot| slot..slot + 1)
    }

    /// Returns the actions that a pusher may try: steps, pulls, and a jump to every cell.
    fn actions(&self, state: &Position) -> impl Iterator<Item = Action> + use<> {
        let cells = if self.may_jump(state) { self.level.grid.off() } else { 0 };
        let steps = (0..4).map(Action::Step).chain((0..4).map(Action::Pull));
        steps.chain((0..cells).map(Action::Jump))
    }

    fn may_jump(&self, state: &Position) -> bool {
        state.pulled == 0 || self.always
    }

    /// Returns the transition of a pusher's action, `None` where it is illegal, and logs its changes.
    fn made<L: Log>(
        &self,
        state: &Position,
        slot: usize,
        action: Action,
        is_taken: &[bool],
        log: &mut L,
    ) -> Option<Transition<Position>> {
        let (grid, pusher) = (&self.level.grid, state.cells[slot]);
        let (target, cause) = match action {
            Action::Step(direction) | Action::Pull(direction) => (grid.neighbour(pusher, direction), "walk"),
            Action::Jump(cell) => (self.may_jump(state).then_some(cell)?, "jump"),
            _ => return None,
        };
        if is_taken[usize::from(target)] {
            return None;
        }
        let boxes = &state.cells[self.pushers..];
        let pulled = match action {
            Action::Pull(direction) => {
                let behind = grid.neighbour(pusher, direction ^ 2);
                Some(self.pushers + boxes.iter().position(|&cell| cell == behind)?)
            }
            _ => None,
        };
        let mut next = self.moved(state, slot, target);
        log.add(|| self.level.change(0, cause, slot, [pusher, pusher, target]));
        if let Some(pulled) = pulled {
            next = self.moved(&next, pulled, pusher);
            next.pulled = next.pulled.max(1);
            let behind = state.cells[pulled];
            log.add(|| self.level.change(0, "pull", pulled, [behind, behind, pusher]));
        } else if matches!(action, Action::Jump(_)) && next.pulled > 0 {
            next.pulled = 2;
        }
        if next.pulled != state.pulled {
            let count = |pulled: u8| (pulled > 0).then_some(i64::from(pulled));
            let (before, after) = (count(state.pulled), count(next.pulled));
            log.add(|| Change {
                tick: 0,
                cause: "count",
                part: Part::Counter { name: "pulled".into(), before, after },
            });
        }
        Some(Transition { state: next, pushed: pulled.is_some() })
    }

    /// Returns the boxes with their numbers.
    fn boxes<'a>(&'a self, state: &'a Position) -> impl Iterator<Item = NumberedCell> + 'a {
        let numbers = self.level.classes.iter().map(|&(_, number)| number);
        state.cells.iter().copied().zip(numbers).skip(self.pushers)
    }

    /// Returns the position with the piece of a slot on another cell.
    fn moved(&self, state: &Position, slot: usize, to: u16) -> Position {
        let mut next = state.clone();
        next.cells[slot] = to;
        self.level.sort(&mut next.cells);
        next
    }

    /// Counts the cells where pushers end that pushers can get to, each one to its own.
    fn at_home(&self, state: &Position) -> usize {
        let (pushers, boxes) = state.cells.split_at(self.pushers);
        let mut is_taken = marked(&self.level.grid.is_wall, boxes);
        let mut count = 0;
        for &home in &self.homes {
            // No region where a box stands on it, or where one has been counted.
            let region = connected(&self.level.grid, &[home], |cell| !is_taken[usize::from(cell)]);
            is_taken.iter_mut().zip(&region).for_each(|(is_taken, &is_inside)| *is_taken |= is_inside);
            let among = |cells: &[u16]| cells.iter().filter(|&&cell| region[usize::from(cell)]).count();
            count += among(&self.homes).min(among(pushers));
        }
        count
    }
}

/// Returns whether a level is to be played backwards.
pub(super) fn is_reverse(options: &Settings) -> bool {
    options.iter().any(|(name, value)| name == "reverse" && value.is_text("yes"))
}
