//! Reverse play of Sokoban, Sokoban Plus and Multiban; `games/reverse` and `games/plus` of the Python package state the
//! rules.

use super::game_board::{GameBoard, Piece, Settings, Terrain, choices};
use super::goal_bound::{GoalBound, NumberedCell};
use super::grid::{Grid, marked};
use super::push_distance::connected;
use super::{Outcome, Reading, Rules, Transition, numbers_of, pack_numbers};
use crate::objective::Count;

/// The weight of a pull in the heuristic, in moves.
const PULL_WEIGHT: u32 = 3;

/// The rules of reverse play in one level; of one player where it is `SOLO`.
pub struct Reverse<const SOLO: bool> {
    grid: Grid,
    bare: GameBoard,
    /// The cells where pushers end.
    homes: Vec<u16>,
    /// Whether pushers may jump after the first pull.
    always: bool,
    /// The number of each box, in the order of a position.
    numbers: Vec<i64>,
    goals: GoalBound,
}

/// A position of reverse play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells of the pushers on the board, in order.
    pushers: Vec<u16>,
    /// The cells of the boxes, by number, then in order.
    boxes: Box<[u16]>,
    /// The pushers who are not on the board yet.
    waiting: u16,
    /// 1 after the first pull, 2 once a jump has followed it.
    pulled: u8,
}

impl<const SOLO: bool> Rules for Reverse<SOLO> {
    type State = Position;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, Position)> {
        let grid = Grid::new(board)?;
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
        let (mut pushers, mut boxes) = (Vec::new(), Vec::new());
        grid.read_pieces(board, "reverse play", |cell, piece| {
            match piece.kind.as_str() {
                "pusher" if piece.is_plain_but(|_| ()) => pushers.push(cell),
                "box" if piece.is_plain_but(|bare| bare.number = 0) => boxes.push((piece.number, cell)),
                _ => return None,
            }
            Some(())
        })?;
        pushers.sort_unstable();
        boxes.sort_unstable();
        let team = if SOLO { 1 } else { homes.len().max(1) };
        let position = Position {
            waiting: team.saturating_sub(pushers.len()) as u16,
            pushers,
            boxes: boxes.iter().map(|&(_, cell)| cell).collect(),
            pulled,
        };
        let rules = Self {
            goals: GoalBound::new(&grid, &grid.is_wall, goals, true),
            grid,
            bare: board.bare(),
            homes,
            always: jumps == 1,
            numbers: boxes.iter().map(|&(number, _)| number).collect(),
        };
        Ok((rules, position))
    }

    fn successors(&self, state: &Position, out: &mut Vec<Transition<Position>>) {
        let is_taken = marked(&marked(&self.grid.is_wall, &state.boxes), &state.pushers);
        let may_jump = state.pulled == 0 || self.always;
        let targets: Vec<u16> =
            (0..self.grid.cells as u16).filter(|&cell| may_jump && !is_taken[usize::from(cell)]).collect();
        let jump = |index: Option<usize>, target: u16| {
            let mut next = state.clone();
            match index {
                Some(index) => next.pushers[index] = target,
                None => {
                    next.pushers.push(target);
                    next.waiting -= 1;
                }
            }
            next.pushers.sort_unstable();
            next.pulled = if state.pulled > 0 { 2 } else { 0 };
            Transition { state: next, pushed: false }
        };
        if state.waiting > 0 {
            out.extend(targets.iter().map(|&target| jump(None, target)));
            return;
        }
        for index in 0..state.pushers.len() {
            let step = |direction| self.step(state, &is_taken, index, direction);
            let pusher = state.pushers[index];
            let pull = |direction| {
                let behind = self.grid.neighbour(pusher, direction ^ 2);
                let pulled = state.boxes.iter().position(|&cell| cell == behind)?;
                Some(self.after_pull(step(direction)?, pulled, pusher))
            };
            out.extend((0..4).filter_map(step).map(|state| Transition { state, pushed: false }));
            out.extend((0..4).filter_map(pull).map(|state| Transition { state, pushed: true }));
            out.extend(targets.iter().map(|&target| jump(Some(index), target)));
        }
    }

    fn outcome(&self, state: &Position) -> Outcome {
        let is_placed = |(&cell, &number)| self.goals.is_goal(cell, number);
        let is_solved = state.boxes.iter().zip(&self.numbers).all(is_placed)
            && state.pulled < 2
            && self.at_home(state) >= self.homes.len().min(state.pushers.len() + usize::from(state.waiting));
        if is_solved { Outcome::Solved } else { Outcome::Playing }
    }

    fn to_board(&self, state: &Position) -> GameBoard {
        let one_box =
            |(&cell, &number): (&u16, &i64)| Piece { number, ..Piece::plain("box", vec![usize::from(cell)]) };
        let pusher = |&cell: &u16| Piece::plain("pusher", vec![usize::from(cell)]);
        let boxes = state.boxes.iter().zip(&self.numbers).map(one_box);
        let counts = state.pulled > 0;
        GameBoard {
            pieces: boxes.chain(state.pushers.iter().map(pusher)).collect(),
            counters: counts.then(|| ("pulled".to_owned(), i64::from(state.pulled))).into_iter().collect(),
            ..self.bare.clone()
        }
    }

    fn encode(&self, state: &Position, out: &mut Vec<u8>) {
        out.push(state.pulled);
        let outside = std::iter::repeat_n(self.grid.cells as u16, usize::from(state.waiting));
        let cells = state.boxes.iter().copied().chain(state.pushers.iter().copied()).chain(outside);
        pack_numbers(cells, self.grid.is_narrow(), out);
    }

    fn decode(&self, bytes: &[u8]) -> Position {
        let mut cells = numbers_of(&bytes[1..], self.grid.is_narrow());
        let boxes = cells.by_ref().take(self.numbers.len()).collect();
        let (pushers, outside): (Vec<u16>, Vec<u16>) =
            cells.partition(|&cell| usize::from(cell) < self.grid.cells);
        Position { pushers, boxes, waiting: outside.len() as u16, pulled: bytes[0] }
    }

    /// Returns what the boxes need to get to goals; `None` also where a jump has followed a pull.
    fn lower_bound(&self, state: &Position) -> Option<Count> {
        if state.pulled == 2 {
            return None;
        }
        let boxes: Vec<NumberedCell> =
            state.boxes.iter().copied().zip(self.numbers.iter().copied()).collect();
        let pulls = self.goals.needs(&boxes)?.total;
        Some(Count { pushes: pulls, moves: pulls })
    }

    fn heuristic(&self, state: &Position) -> Option<u32> {
        Some(PULL_WEIGHT * self.lower_bound(state)?.pushes + 1)
    }

    fn features(&self, state: &Position) -> u64 {
        let placed = state.boxes.iter().zip(&self.numbers);
        placed.filter(|&(&cell, &number)| self.goals.is_goal(cell, number)).count() as u64
    }
}

impl<const SOLO: bool> Reverse<SOLO> {
    fn step(&self, state: &Position, is_taken: &[bool], index: usize, direction: usize) -> Option<Position> {
        let target = self.grid.neighbour(state.pushers[index], direction);
        (!is_taken[usize::from(target)]).then(|| {
            let mut next = state.clone();
            next.pushers[index] = target;
            next.pushers.sort_unstable();
            next
        })
    }

    /// Returns the position with one of its boxes pulled to a cell.
    fn after_pull(&self, mut next: Position, pulled: usize, to: u16) -> Position {
        next.boxes[pulled] = to;
        let number = self.numbers[pulled];
        let alike = self.numbers.partition_point(|&other| other < number)
            ..self.numbers.partition_point(|&other| other <= number);
        next.boxes[alike].sort_unstable();
        next.pulled = next.pulled.max(1);
        next
    }

    /// Counts the cells where pushers end that pushers can get to, each one to its own.
    fn at_home(&self, state: &Position) -> usize {
        let mut is_taken = marked(&self.grid.is_wall, &state.boxes);
        let mut count = 0;
        for &home in &self.homes {
            // No region where a box stands on it, or where one has been counted.
            let region = connected(&self.grid, &[home], |cell| !is_taken[usize::from(cell)]);
            is_taken.iter_mut().zip(&region).for_each(|(is_taken, &is_inside)| *is_taken |= is_inside);
            let among = |cells: &[u16]| cells.iter().filter(|&&cell| region[usize::from(cell)]).count();
            count += among(&self.homes).min(among(&state.pushers));
        }
        count
    }
}

/// Returns whether a level is to be played backwards.
pub(super) fn is_reverse(options: &Settings) -> bool {
    options.iter().any(|(name, value)| name == "reverse" && value.is_text("yes"))
}
