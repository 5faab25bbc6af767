//! The solver: from a level to a verdict.

mod arena;
pub(crate) mod back;
pub(crate) mod exact;
pub(crate) mod fess;
pub(crate) mod greedy;
pub(crate) mod loaded;
pub(crate) mod novelty;
pub(crate) mod open_list;
mod order;
pub(crate) mod perimeter;
pub(crate) mod phases;
pub(crate) mod portfolio;
pub(crate) mod position;
pub(crate) mod position_table;
pub(crate) mod team;
pub(crate) mod tree;
pub(crate) mod verdict;
pub(crate) mod walk;

use std::ops::ControlFlow;

use crate::board::{BOX, GOAL, Level, LevelError};
use crate::field::{Prepared, Start, prepare_puzzle};
use crate::limit::{Limit, LimitKind, Progress, SearchControl};
use crate::objective::Objective;
use crate::push::Push;
use crate::puzzle::Puzzle;
use crate::replay::is_solution;
use crate::zobrist::split_mix;
use exact::{Ended, Exact, Line};
use team::Beside;
use tree::Tree;
use verdict::{Answer, Proof, Verdict};

/// Positions that an exact search expands before it asks for any solution: most levels need no more.
const HEAD_START: u64 = 20_000;
/// The most positions that the search for any solution may expand on behalf of an exact search.
const MOST_FOR_ANY: u64 = 500_000;

/// How a search of the tree ends.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// With these pushes.
    Solved(Vec<Push>),
    /// Nothing is left to try.
    Exhausted,
}

/// Solves `level`: every box on a goal. Boxes may be fewer than goals. See [`solve_puzzle`].
///
/// # Errors
/// [`LevelError::MoreBoxesThanGoals`].
pub fn solve(
    level: &Level,
    objective: Objective,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Answer, LevelError> {
    solve_puzzle(&Puzzle::from(level), SolveOptions::new(objective), limit, progress)
}

/// What a solution is wanted for.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// What it has to be.
    pub objective: Objective,
    /// A solution from elsewhere: only better ones are looked for, and the answer is at least as good. It must be a
    /// solution; nothing here plays it. [`Objective::Any`] has no use for it.
    pub known: Option<Line>,
    /// Another order among what looks equally good for another seed.
    pub seed: u64,
    /// Threads that search, one at least. With several of them the answer may differ from run to run.
    pub threads: usize,
}

impl SolveOptions {
    /// Nothing known, the plainest order, one thread.
    pub const fn new(objective: Objective) -> Self {
        Self { objective, known: None, seed: 0, threads: 1 }
    }
}

/// Solves `puzzle`: every box on a goal of its number. Boxes may be fewer than goals.
///
/// `progress` is called about every 20 ms with the state of the search; [`ControlFlow::Break`] ends it. When a limit ends
/// it the answer is the best solution found so far. The clock never changes the order of a search without a limit of
/// seconds: the same puzzle, aim and node limit give the same answer and the same nodes.
///
/// # Errors
/// [`LevelError::MoreBoxesThanGoals`].
pub fn solve_puzzle(
    puzzle: &Puzzle,
    options: SolveOptions,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Answer, LevelError> {
    let level = puzzle.level();
    let (boxes, goals) = (level.count(BOX), level.count(GOAL));
    if boxes > goals {
        return Err(LevelError::MoreBoxesThanGoals { boxes, goals });
    }
    let mut control = SearchControl::new(limit, progress);
    let verdict = find(puzzle, options, &mut control).unwrap_or_else(Verdict::GaveUp);
    let bound = match &verdict {
        Verdict::Unsolvable(_) => None,
        _ => control.proven_bound(),
    };
    Ok(Answer { verdict, nodes: control.nodes, seconds: control.seconds(), bound })
}

fn find(
    puzzle: &Puzzle,
    options: SolveOptions,
    control: &mut SearchControl<'_>,
) -> Result<Verdict, LimitKind> {
    let SolveOptions { objective, known, seed, threads } = options;
    if puzzle.is_solved() {
        control.raise_bound(0);
        let optimal = if objective == Objective::Any { Objective::Pushes } else { objective };
        return Ok(Verdict::Solved { line: Line::default(), optimal: Some(optimal), limit: None });
    }
    let mut start = match prepare_puzzle(puzzle, control)? {
        Prepared::Ready(start) => start,
        Prepared::Hopeless(proof) => return Ok(Verdict::Unsolvable(proof)),
    };
    for kind in &start.kinds {
        shuffle(&mut start.boxes[kind.boxes.clone()], seed);
    }
    let verdict = match objective {
        Objective::Any if puzzle.is_plain() => any(&start, threads, control)?,
        _ => best(&start, objective, known, threads, control)?,
    };
    if let Verdict::Solved { line, .. } = &verdict {
        debug_assert!(puzzle.pushers().len() > 1 || is_solution(puzzle.level(), &line.lurd));
    }
    Ok(verdict)
}

/// Any solution of plain Sokoban.
fn any(start: &Start, threads: usize, control: &mut SearchControl<'_>) -> Result<Verdict, LimitKind> {
    let mut tree = match Tree::new(start, control)? {
        Ok(tree) => tree,
        Err(proof) => return Ok(Verdict::Unsolvable(proof)),
    };
    let end = match threads {
        0 | 1 => portfolio::search(&mut tree, start, control)?,
        _ => team::search(tree, start, threads, control)?,
    };
    Ok(told(start, end, control))
}

/// The verdict on a search for any solution.
fn told(start: &Start, end: End, control: &SearchControl<'_>) -> Verdict {
    let End::Solved(pushes) = end else { return Verdict::Unsolvable(Proof::Exhausted) };
    assert!(walk::solves(start, &pushes), "a line that two searches have joined is played like any other");
    let optimal = (control.proven_bound() == Some(pushes.len() as u64)).then_some(Objective::Pushes);
    Verdict::Solved { line: walk::write(start, &pushes).into(), optimal, limit: None }
}

/// The best solution, with proof, or the best one found before a limit was reached.
fn best(
    start: &Start,
    objective: Objective,
    known: Option<Line>,
    threads: usize,
    control: &mut SearchControl<'_>,
) -> Result<Verdict, LimitKind> {
    let Some(mut exact) = Exact::new(start, objective, control)? else {
        return Ok(Verdict::Unsolvable(Proof::NoAssignment));
    };
    if let Some(line) = known {
        exact.learn(line, control);
    }
    let ended = run(&mut exact, start, objective, threads, control);
    let limit = match ended {
        Ok(Ended::Exhausted) => return Ok(Verdict::Unsolvable(Proof::Exhausted)),
        Ok(_) => None,
        Err(limit) => Some(limit),
    };
    let Some(line) = exact.into_best() else { return Err(limit.unwrap_or(LimitKind::Stopped)) };
    let optimal = (ended == Ok(Ended::Proven)).then_some(objective);
    Ok(Verdict::Solved { line, optimal, limit })
}

/// Searches to the end. What comes first only saves time: a head start, and a solution from another search.
fn run(
    exact: &mut Exact<'_>,
    start: &Start,
    objective: Objective,
    threads: usize,
    control: &mut SearchControl<'_>,
) -> Result<Ended, LimitKind> {
    let ended = exact.run(control.nodes + HEAD_START, control)?;
    if ended != Ended::Paused {
        return Ok(ended);
    }
    if !exact.has_solution() {
        let is_plain = start.players.len() == 1 && start.kinds.len() <= 1;
        let found = match objective {
            // The fewest pushes are found quicker where moves do not count, and then the moves only have to be least.
            Objective::PushesMoves => control
                .with_half(u64::MAX, |control| best(start, Objective::Pushes, None, threads, control))?,
            Objective::Any => None,
            _ if is_plain && threads > 1 => match team::beside(exact, start, threads - 1, control)? {
                Beside::Ended(ended) => return Ok(ended),
                Beside::Found(end) => Some(told(start, end, control)),
                Beside::Alone => None,
            },
            _ if is_plain => control.with_half(MOST_FOR_ANY, |control| any(start, 1, control))?,
            _ => None,
        };
        match found {
            Some(Verdict::Unsolvable(_)) => return Ok(Ended::Exhausted),
            Some(Verdict::Solved { line, limit, .. }) => {
                exact.learn(line, control);
                if limit == Some(LimitKind::Stopped) {
                    return Err(LimitKind::Stopped);
                }
            }
            _ => {}
        }
    }
    exact.dive(control)?;
    exact.run(u64::MAX, control)
}

/// Numbers the boxes anew, which is the order in which a search tries them; the seed 0 leaves them as they are.
fn shuffle(boxes: &mut [u16], seed: u64) {
    if seed == 0 {
        return;
    }
    let mut state = seed;
    for last in (1..boxes.len()).rev() {
        boxes.swap(last, (split_mix(&mut state) % (last as u64 + 1)) as usize);
    }
}
