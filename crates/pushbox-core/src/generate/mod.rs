//! The generator: it makes levels backwards from their solutions, and measures them by the solver.
//!
//! An attempt draws a room, puts boxes on goals, and pulls them away. The pulls played backwards are a solution. If a
//! specification demands fewest pushes, the solver measures them. Most attempts succeed. Each depends
//! on nothing but the specification, the seed and its number, so that many can run at a time.

mod level_spec;
mod pulls;
pub(crate) mod random;
pub(crate) mod room;
mod stream;
pub(crate) mod unused_floor;

use std::ops::ControlFlow;

pub use level_spec::{LevelSpec, LevelSpecError, MOST_EFFORT, MOST_SIDE};
pub use pulls::Step;
pub use room::Shape;
pub use stream::LevelStream;

use crate::level::{BOX, GOAL, Level, PLAYER, WALL, direction_of, letter_of};
use crate::limit::{Limit, LimitKind, Limited, Progress, SearchControl};
use crate::objective::Objective;
use crate::puzzle::Puzzle;
use crate::search::verdict::Verdict;
use crate::solve::{SolveOptions, solve};
use pulls::Position;
use random::Random;
use room::Room;

/// Bytes that the solver may use for one level.
const MEMORY: usize = 1 << 30;
/// Rounds in which a level that is too easy is pulled further and measured again.
const ROUNDS: usize = 4;

/// A level with its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedLevel {
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
    /// Positions that the solver has expanded; `None` for several pushers and numbered boxes.
    pub effort: Option<u64>,
}

impl GeneratedLevel {
    /// Returns the level as plain Sokoban, without numbers and with the first pusher alone.
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

    /// Returns the solution in LURD notation; without the pusher of each step where there are several.
    pub fn lurd(&self) -> String {
        self.solution.iter().map(|step| letter_of(step.direction, step.is_push)).collect()
    }

    /// Runs of pushes in one direction by one pusher without a step between.
    fn box_lines(&self) -> usize {
        self.solution.chunk_by(Step::eq).filter(|steps| steps[0].is_push).count()
    }
}

/// Makes attempt `number` with `seed` to generate a level. Returns `None` if the level does not meet the specification.
///
/// `progress` is called while the solver works; [`ControlFlow::Break`] ends the attempt with [`LimitKind::Stopped`] as
/// the inner error.
///
/// # Errors
/// A [`LevelSpecError`] for a specification that no level can meet.
pub fn attempt(
    spec: &LevelSpec,
    seed: u64,
    number: u64,
    progress: &mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
) -> Result<Limited<Option<GeneratedLevel>>, LevelSpecError> {
    spec.check()?;
    Ok(make(spec, &mut Random::new(seed, number), |level| measure(level, spec, progress)))
}

/// Makes a level with its effort and fewest pushes as `measured` says, which may give it a better solution.
fn make(
    spec: &LevelSpec,
    random: &mut Random,
    mut measured: impl FnMut(&mut GeneratedLevel) -> Limited<Option<(u64, u64)>>,
) -> Limited<Option<GeneratedLevel>> {
    let shape = spec.shape.unwrap_or_else(|| random.pick(&Shape::ALL));
    let mut room = Room::new(spec.width, spec.height, shape, random);
    room.keep_largest();
    let mut cells = room.cells();
    if !room.fills_frame() || cells.len() < 2 * spec.boxes + spec.pushers {
        return Ok(None);
    }
    let mut goals = goals(&room, &mut cells, spec.boxes, random);
    goals.sort_unstable();
    cells.retain(|cell| goals.binary_search(cell).is_err());
    random.draw(&mut cells, spec.pushers);
    let distance = unused_floor::distances(&room, &goals);
    let mut position = Position::solved(&room, &goals, &cells[..spec.pushers], spec.numbered);
    // Where nobody makes the solution shorter, it had better be short from the start.
    let lines = if spec.is_measured() { 12 + 8 * spec.boxes } else { 6 + 4 * spec.boxes };
    let rounds = if spec.is_measured() { ROUNDS } else { 1 };
    let mut best = None;
    for _ in 0..rounds {
        let Some(next) = position.clone().wander(lines, &distance, random) else { return Ok(None) };
        let Some(mut level) = finished(&room, &goals, &next, shape, spec) else { return Ok(None) };
        if !spec.is_measured() {
            return Ok((level.box_lines() >= spec.box_lines).then_some(level));
        }
        let Some((effort, pushes)) = measured(&mut level)? else { return Ok(None) };
        if pushes >= spec.pushes && level.box_lines() >= spec.box_lines {
            return Ok(Some(level));
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

/// Returns the level of a position without unused floor. Returns `None` if the level becomes too small, or a pusher
/// pushes nothing.
fn finished(
    room: &Room,
    goals: &[usize],
    position: &Position<'_>,
    shape: Shape,
    spec: &LevelSpec,
) -> Option<GeneratedLevel> {
    let mut room = room.clone();
    let solution = position.solution();
    let mut keep = [goals, &position.boxes, &position.pushers].concat();
    if spec.pushers > 1 {
        // Others may push a box onto the gate while one waits behind it: then only cells that the solution does not use
        // go.
        let mut pushers = position.pushers.clone();
        for step in &solution {
            pushers[step.pusher] = room.next(pushers[step.pusher], step.direction);
            keep.push(pushers[step.pusher]);
        }
        let pushes = |pusher| solution.iter().any(|step| step.pusher == pusher && step.is_push);
        if !(0..spec.pushers).all(pushes) {
            return None;
        }
    }
    while unused_floor::wall_up(&mut room, goals, &keep) {}
    room.fills_frame().then(|| GeneratedLevel {
        walls: room.floor.iter().map(|&is_floor| !is_floor).collect(),
        goals: goals.to_vec(),
        boxes: position.boxes.clone(),
        pushers: position.pushers.clone(),
        solution,
        shape,
        effort: None,
    })
}

/// Returns the positions that the solver expands until it has proven the fewest pushes, and these pushes; `None` if it
/// gives up. The level gets the solver's solution unless boxes are numbered: the solver knows nothing of numbers, which
/// never make the pushes fewer.
fn measure(
    level: &mut GeneratedLevel,
    spec: &LevelSpec,
    progress: &mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
) -> Limited<Option<(u64, u64)>> {
    let limit = Limit { seconds: None, nodes: Some(MOST_EFFORT), memory: Some(MEMORY) };
    let puzzle = Puzzle::from(&level.plain(spec.width));
    let mut control = SearchControl::new(&limit, progress);
    let Ok(answer) = solve(&puzzle, &SolveOptions::new(Objective::Pushes), &mut control) else {
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
    if !spec.numbered {
        level.effort = Some(answer.nodes);
        let step = |letter: char| {
            let is_push = letter.is_ascii_uppercase();
            direction_of(letter).map(|direction| Step { pusher: 0, direction, is_push })
        };
        level.solution = lurd.chars().filter_map(step).collect();
    }
    Ok(Some((answer.nodes, pushes)))
}
