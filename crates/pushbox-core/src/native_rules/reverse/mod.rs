//! Reverse play of Sokoban, Sokoban Plus and Multiban; `games/reverse` and `games/plus` of the Python package state the
//! rules.

use super::cast::Cast;
use super::game_board::{GameBoard, Settings, Terrain, choices};
use super::goal_bound::{GoalBound, NumberedCell};
use super::grid::marked;
use super::push_distance::connected;
use super::{Outcome, Reading, Rules, Transition};
use crate::objective::Count;

/// The weight of a pull in the heuristic, in moves.
const PULL_WEIGHT: u32 = 3;

/// The class of the pushers: whether a piece is a box, and its number.
const PUSHER: (bool, i64) = (false, 0);

/// The rules of reverse play in one level; of one player where it is `SOLO`.
pub struct Reverse<const SOLO: bool> {
    level: Cast<(bool, i64)>,
    /// The slots of the pushers, before those of the boxes.
    pushers: usize,
    /// The cells where pushers end.
    homes: Vec<u16>,
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

impl<const SOLO: bool> Rules for Reverse<SOLO> {
    type State = Position;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, Position)> {
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
        let team = if SOLO { 1 } else { homes.len().max(1) };
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
            always: jumps == 1,
        };
        Ok((rules, Position { cells, pulled }))
    }

    fn successors(&self, state: &Position, out: &mut Vec<Transition<Position>>) {
        let grid = &self.level.grid;
        let is_taken = marked(&grid.is_wall, &state.cells);
        let (pushers, boxes) = state.cells.split_at(self.pushers);
        let may_jump = state.pulled == 0 || self.always;
        let targets: Vec<u16> =
            (0..grid.off()).filter(|&cell| may_jump && !is_taken[usize::from(cell)]).collect();
        let jump = |slot: usize, target: u16| {
            let next =
                Position { pulled: if state.pulled > 0 { 2 } else { 0 }, ..self.moved(state, slot, target) };
            Transition { state: next, pushed: false }
        };
        if let Some(waiting) = pushers.iter().position(|&cell| cell == grid.off()) {
            out.extend(targets.iter().map(|&target| jump(waiting, target)));
            return;
        }
        for (slot, &pusher) in pushers.iter().enumerate() {
            let step = |direction| {
                let target = grid.neighbour(pusher, direction);
                (!is_taken[usize::from(target)]).then(|| self.moved(state, slot, target))
            };
            let pull = |direction| {
                let behind = grid.neighbour(pusher, direction ^ 2);
                let pulled = boxes.iter().position(|&cell| cell == behind)?;
                let next = self.moved(&step(direction)?, self.pushers + pulled, pusher);
                Some(Position { pulled: next.pulled.max(1), ..next })
            };
            out.extend((0..4).filter_map(step).map(|state| Transition { state, pushed: false }));
            out.extend((0..4).filter_map(pull).map(|state| Transition { state, pushed: true }));
            out.extend(targets.iter().map(|&target| jump(slot, target)));
        }
    }

    fn outcome(&self, state: &Position) -> Outcome {
        let is_solved = self.boxes(state).all(|(cell, number)| self.goals.is_goal(cell, number))
            && state.pulled < 2
            && self.at_home(state) >= self.homes.len().min(self.pushers);
        if is_solved { Outcome::Solved } else { Outcome::Playing }
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

impl<const SOLO: bool> Reverse<SOLO> {
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
