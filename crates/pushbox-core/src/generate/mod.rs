//! The generator: levels made backwards from their solutions, and measured by the solver.
//!
//! An attempt draws a room, puts boxes on goals in it, and pulls them away; what was pulled, played backwards, is a
//! solution. Where a wish speaks of what is needed at least, the solver proves it. Most attempts succeed, some do not;
//! each depends on the wish, the seed and its number alone, so that many can be made at a time.

pub(crate) mod floor;
mod pulls;
mod random;
pub(crate) mod room;

use std::fmt;
use std::ops::ControlFlow;

pub use pulls::Step;
pub use room::Shape;

use crate::board::{BOX, GOAL, LETTERS, Level, PLAYER, WALL};
use crate::limit::{Limit, LimitKind, Progress};
use crate::objective::Objective;
use crate::search::solve;
use crate::search::verdict::Verdict;
use pulls::Position;
use random::Random;
use room::Room;

/// The most cells each way.
pub const MOST_SIDE: usize = 100;
/// The most positions that the solver visits to measure a level; what needs more is no level of any class.
pub const MOST_EFFORT: u64 = 100_000;
/// Bytes that the solver may use for one level.
const MEMORY: usize = 1 << 30;
/// How often a level that is too easy is pulled on from, and measured again.
const ROUNDS: usize = 4;

/// How hard a level is: by the positions that the solver expands until it has proven the fewest pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// Less than 30 positions.
    Easy,
    /// From 30 to 299 positions.
    Medium,
    /// From 300 to 2,999 positions.
    Hard,
    /// From 3,000 positions to [`MOST_EFFORT`].
    Extreme,
}

impl Difficulty {
    /// All classes, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Extreme];

    /// The name: `easy`, `medium`, `hard` or `extreme`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Extreme => "extreme",
        }
    }

    /// The fewest and the most positions of the class.
    pub const fn bounds(self) -> (u64, u64) {
        match self {
            Self::Easy => (0, 29),
            Self::Medium => (30, 299),
            Self::Hard => (300, 2_999),
            Self::Extreme => (3_000, MOST_EFFORT),
        }
    }

    /// The class of a level by the positions expanded for it; `None` above [`MOST_EFFORT`].
    pub fn of(effort: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|class| effort <= class.bounds().1)
    }
}

/// What a level has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Columns, the frame of wall included.
    pub width: usize,
    /// Rows, the frame of wall included.
    pub height: usize,
    /// Boxes, and as many goals.
    pub boxes: usize,
    /// Pushers, at least 1; each pushes a box in the solution.
    pub pushers: usize,
    /// Whether every box has to come to its own goal.
    pub numbered: bool,
    /// The shape of the room; `None` draws one.
    pub shape: Option<Shape>,
    /// No solution has fewer pushes, proven by the solver; for one pusher only.
    pub pushes: u64,
    /// The solution that comes along has no fewer box lines.
    pub box_lines: usize,
    /// The class, measured by the solver; for one pusher and boxes without numbers only.
    pub difficulty: Option<Difficulty>,
}

impl Wish {
    /// A level with one player, of any shape and difficulty.
    pub fn new(width: usize, height: usize, boxes: usize) -> Self {
        Self {
            width,
            height,
            boxes,
            pushers: 1,
            numbered: false,
            shape: None,
            pushes: 0,
            box_lines: 0,
            difficulty: None,
        }
    }

    fn check(&self) -> Result<(), WishError> {
        let Self { width, height, boxes, pushers, .. } = *self;
        if !(3..=MOST_SIDE).contains(&width) || !(3..=MOST_SIDE).contains(&height) {
            return Err(WishError::Size { width, height });
        }
        if boxes == 0 || pushers == 0 {
            return Err(WishError::Nothing);
        }
        let room = (width - 2) * (height - 2);
        // Where no box may start on a goal, there are as many cells without goals as with one.
        if boxes.checked_mul(2).and_then(|cells| cells.checked_add(pushers)).is_none_or(|cells| cells > room)
        {
            return Err(WishError::NoRoom { room, boxes, pushers });
        }
        if pushers > 1 && (self.pushes > 0 || self.difficulty.is_some()) {
            return Err(WishError::Unmeasured("several pushers"));
        }
        if self.numbered && self.difficulty.is_some() {
            return Err(WishError::Unmeasured("numbered boxes"));
        }
        Ok(())
    }

    /// Whether the solver is asked: always where it knows the rules, else where its answer is a bound that is needed.
    fn is_measured(&self) -> bool {
        self.pushers == 1 && (!self.numbered || self.pushes > 0)
    }
}

/// What keeps a wish from ever being met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WishError {
    /// A side below 3 or above [`MOST_SIDE`].
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// No box or no pusher.
    Nothing,
    /// More boxes, goals and pushers than cells within the frame.
    NoRoom {
        /// Cells within the frame.
        room: usize,
        /// Boxes.
        boxes: usize,
        /// Pushers.
        pushers: usize,
    },
    /// The solver cannot measure levels with this.
    Unmeasured(&'static str),
}

impl fmt::Display for WishError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Size { width, height } => {
                write!(out, "found a size of {height}x{width}, expected 3 to {MOST_SIDE} rows and columns")
            }
            Self::Nothing => write!(out, "found 0 boxes or pushers, expected at least one of each"),
            Self::NoRoom { room, boxes, pushers } => write!(
                out,
                "found boxes: {boxes}, goals: {boxes}, pushers: {pushers}, expected no more of all than cells within the frame: {room}"
            ),
            Self::Unmeasured(what) => {
                write!(
                    out,
                    "found a wish for difficulty or least pushes with {what}, which the solver cannot measure"
                )
            }
        }
    }
}

impl std::error::Error for WishError {}

/// A level with its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Whether a cell is wall, row by row.
    pub walls: Vec<bool>,
    /// The goals, in ascending order.
    pub goals: Vec<usize>,
    /// The cell of a box for every goal, the one that the solution brings there where boxes are numbered.
    pub boxes: Vec<usize>,
    /// The cells of the pushers.
    pub pushers: Vec<usize>,
    /// A solution.
    pub solution: Vec<Step>,
    /// The shape of the room.
    pub shape: Shape,
    /// Positions that the solver has expanded, which gives the class; `None` for several pushers and numbered boxes.
    pub effort: Option<u64>,
}

impl Made {
    fn of(room: &Room, goals: &[usize], position: &Position<'_>, shape: Shape) -> Self {
        Self {
            walls: room.floor.iter().map(|&is_floor| !is_floor).collect(),
            goals: goals.to_vec(),
            boxes: position.boxes.clone(),
            pushers: position.pushers.clone(),
            solution: position.solution(),
            shape,
            effort: None,
        }
    }

    /// The level as plain Sokoban, without numbers and with the first pusher alone.
    pub fn plain(&self, width: usize) -> Level {
        let mut cells: Vec<u8> = self.walls.iter().map(|&is_wall| if is_wall { WALL } else { 0 }).collect();
        self.goals.iter().for_each(|&cell| cells[cell] |= GOAL);
        self.boxes.iter().for_each(|&cell| cells[cell] |= BOX);
        cells[self.pushers[0]] |= PLAYER;
        match Level::new(width, cells.len() / width, &cells) {
            Ok(level) => level,
            Err(error) => unreachable!("a made level is a level: {error}"),
        }
    }

    /// The solution in LURD notation; of several pushers it does not tell which one steps.
    pub fn lurd(&self) -> String {
        let letter = |step: &Step| {
            let letter = char::from(LETTERS[step.direction]);
            if step.is_push { letter.to_ascii_uppercase() } else { letter }
        };
        self.solution.iter().map(letter).collect()
    }

    /// Runs of pushes in one direction by one pusher without a step between.
    fn box_lines(&self) -> usize {
        let mut last = None;
        let mut lines = 0;
        for &step in &self.solution {
            lines += usize::from(step.is_push && last != Some(step));
            last = Some(step);
        }
        lines
    }
}

/// Attempt `number` by `seed` to make a level; `None` where it does not come to what is wished.
///
/// `progress` is called now and then while the solver works; [`ControlFlow::Break`] ends the attempt with
/// [`LimitKind::Stopped`] as the inner error.
///
/// # Errors
/// A [`WishError`] for a wish that no level can meet.
pub fn attempt(
    wish: &Wish,
    seed: u64,
    number: u64,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Result<Option<Made>, LimitKind>, WishError> {
    wish.check()?;
    Ok(make(wish, &mut Random::new(seed, number), progress))
}

fn make(
    wish: &Wish,
    random: &mut Random,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Option<Made>, LimitKind> {
    let shape = wish.shape.unwrap_or_else(|| random.pick(&Shape::ALL));
    let mut room = Room::new(wish.width, wish.height, shape, random);
    room.keep_largest();
    let mut cells = room.cells();
    if !room.fills_frame() || cells.len() < 2 * wish.boxes + wish.pushers {
        return Ok(None);
    }
    let mut goals = goals(&room, &mut cells, wish.boxes, random);
    goals.sort_unstable();
    cells.retain(|cell| goals.binary_search(cell).is_err());
    random.draw(&mut cells, wish.pushers);
    let distance = floor::distances(&room, &goals);
    let mut position = Position::solved(&room, &goals, &cells[..wish.pushers], wish.numbered);
    // Where nobody makes the solution shorter, it had better be short from the start.
    let lines = if wish.is_measured() { 12 + 8 * wish.boxes } else { 6 + 4 * wish.boxes };
    let rounds = if wish.is_measured() { ROUNDS } else { 1 };
    let mut best = None;
    for _ in 0..rounds {
        let Some(next) = position.clone().wander(lines, &distance, random) else { return Ok(None) };
        let Some(mut made) = finished(&room, &goals, &next, shape, wish) else { return Ok(None) };
        if !wish.is_measured() {
            return Ok((made.box_lines() >= wish.box_lines).then_some(made));
        }
        let Some((effort, pushes)) = measure(&mut made, wish, progress)? else { return Ok(None) };
        let (least, most) = wish.difficulty.map_or((0, MOST_EFFORT), Difficulty::bounds);
        if effort > most {
            // Too hard; what else can be pulled from here is likely to be so as well.
            return Ok(None);
        }
        if effort >= least && pushes >= wish.pushes && made.box_lines() >= wish.box_lines {
            return Ok(Some(made));
        }
        if best.is_none_or(|best| (effort, pushes) > best) {
            best = Some((effort, pushes));
            position = next;
        }
    }
    Ok(None)
}

/// Draws goals: half the time anywhere, else side by side.
fn goals(room: &Room, cells: &mut [usize], count: usize, random: &mut Random) -> Vec<usize> {
    random.draw(cells, count);
    if random.chance(50) {
        return cells[..count].to_vec();
    }
    let mut goals = vec![cells[0]];
    while goals.len() < count {
        let mut beside: Vec<usize> = goals
            .iter()
            .flat_map(|&goal| (0..4).map(move |direction| room.next(goal, direction)))
            .filter(|cell| room.floor[*cell] && !goals.contains(cell))
            .collect();
        beside.sort_unstable();
        beside.dedup();
        goals.push(random.pick(&beside));
    }
    goals
}

/// The level of a position without floor that nobody needs; `None` where it is then smaller than it should be, or a
/// pusher pushes nothing.
fn finished(
    room: &Room,
    goals: &[usize],
    position: &Position<'_>,
    shape: Shape,
    wish: &Wish,
) -> Option<Made> {
    let mut room = room.clone();
    let solution = position.solution();
    let mut keep = [goals, &position.boxes, &position.pushers].concat();
    if wish.pushers > 1 {
        // Others may push a box onto the gate while one waits behind it: then only what the solution leaves alone goes.
        let mut pushers = position.pushers.clone();
        for step in &solution {
            pushers[step.pusher] = room.next(pushers[step.pusher], step.direction);
            keep.push(pushers[step.pusher]);
        }
        let pushes = |pusher| solution.iter().any(|step| step.pusher == pusher && step.is_push);
        if !(0..wish.pushers).all(pushes) {
            return None;
        }
    }
    while floor::wall_up(&mut room, goals, &keep) {}
    room.fills_frame().then(|| Made::of(&room, goals, position, shape))
}

/// Positions that the solver expands until it has proven the fewest pushes, and how many those are; `None` where it
/// gives up. The level gets the solver's solution, but not where boxes are numbered, of which the solver knows nothing:
/// with numbers no fewer pushes are needed.
fn measure(
    made: &mut Made,
    wish: &Wish,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Option<(u64, u64)>, LimitKind> {
    let limit = Limit { seconds: None, nodes: Some(MOST_EFFORT), memory: Some(MEMORY) };
    let Ok(answer) = solve(&made.plain(wish.width), Objective::Pushes, &limit, progress) else {
        unreachable!("as many goals as boxes");
    };
    let lurd = match answer.verdict {
        Verdict::Solved { line, limit: None, .. } => line.lurd,
        Verdict::Solved { limit: Some(LimitKind::Stopped), .. } | Verdict::GaveUp(LimitKind::Stopped) => {
            return Err(LimitKind::Stopped);
        }
        Verdict::Solved { .. } | Verdict::GaveUp(_) => return Ok(None),
        Verdict::Unsolvable(proof) => unreachable!("a level made from its solution: {}", proof.as_str()),
    };
    let pushes = lurd.bytes().filter(u8::is_ascii_uppercase).count() as u64;
    if !wish.numbered {
        made.effort = Some(answer.nodes);
        made.solution = lurd.bytes().filter_map(step).collect();
    }
    Ok(Some((answer.nodes, pushes)))
}

fn step(letter: u8) -> Option<Step> {
    let direction = LETTERS.iter().position(|&known| known == letter.to_ascii_lowercase())?;
    Some(Step { pusher: 0, direction, is_push: letter.is_ascii_uppercase() })
}
