//! The solver: from a level to a verdict.

pub(crate) mod guided;
mod turns;

use crate::clock::Clock;
use crate::level::{BOX, GOAL, LevelError};
use crate::limit::{Limit, LimitKind, Limited, SearchControl};
use crate::line::Line;
use crate::objective::Objective;
use crate::polling::to_end;
use crate::puzzle::Puzzle;
use crate::replay::is_solution;
use crate::search::astar::metric_order::MetricOrder;
use crate::search::astar::{AStar, LineTask, RunEnd};
use crate::search::dive::dive;
use crate::search::proof::Proof;
use crate::search::push_graph::PushGraph;
use crate::search::root_position::{Prepared, RootPosition, prepare_puzzle};
use crate::search::verdict::{Answer, Verdict};
use crate::search::{SearchEnd, lurd, scheduler};
use crate::stepping::SteppedSearch;
use crate::tuning::Tuning;
use crate::zobrist::split_mix;
use turns::Turns;

/// The options of the solver.
#[derive(Clone, Copy, Debug)]
pub struct SolveOptions {
    /// The kind of solution.
    pub objective: Objective,
    /// The seed of the order among equals.
    pub seed: u64,
    /// Threads to search with, one at least. With several of them the answer may differ from run to run.
    pub threads: usize,
    /// The thresholds of the searches.
    pub tuning: Tuning,
    /// The most moves of what counts as a solution. [`solve`] says for which objectives there may be such a limit.
    pub most_moves: Option<u32>,
}

impl SolveOptions {
    /// Creates options with seed 0, one thread and the usual thresholds, for solutions of any length.
    pub fn new(objective: Objective) -> Self {
        Self { objective, seed: 0, threads: 1, tuning: Tuning::default(), most_moves: None }
    }
}

/// Solves `puzzle`: every box on a goal of its number. Boxes may be fewer than goals.
///
/// If a limit ends the search, the answer is the best solution found so far. Without a limit of seconds the clock never changes the
/// order of a search: the same puzzle, options and node limit give the same answer and the same nodes.
///
/// With a limit of moves the search is by moves, and the answer holds for solutions within the limit alone. The
/// objective is then any solution, or puts moves first: all solutions with the fewest pushes may be too long while
/// others are not.
///
/// # Errors
/// [`LevelError::MoreBoxesThanGoals`].
pub fn solve(
    puzzle: &Puzzle,
    options: &SolveOptions,
    control: &mut SearchControl<'_>,
) -> Result<Answer, LevelError> {
    to_end(search(puzzle, options, control))
}

/// Returns a search as that of [`solve`], to be stepped; by one thread, whatever the options say.
pub fn solve_in_steps(
    puzzle: Puzzle,
    options: SolveOptions,
    limit: Limit,
    clock: Clock,
) -> SteppedSearch<Result<Answer, LevelError>> {
    let options = SolveOptions { threads: 1, ..options };
    SteppedSearch::new(limit, clock, move |control| {
        Box::pin(async move { search(&puzzle, &options, control).await })
    })
}

async fn search(
    puzzle: &Puzzle,
    options: &SolveOptions,
    control: &mut SearchControl<'_>,
) -> Result<Answer, LevelError> {
    let level = puzzle.level();
    let (boxes, goals) = (level.count(BOX), level.count(GOAL));
    if boxes > goals {
        return Err(LevelError::MoreBoxesThanGoals { boxes, goals });
    }
    control.tuning = options.tuning;
    let verdict = find(puzzle, options, control).await;
    Ok(Answer::new(verdict, control))
}

async fn find(puzzle: &Puzzle, options: &SolveOptions, control: &mut SearchControl<'_>) -> Limited<Verdict> {
    let SolveOptions { objective, seed, threads, most_moves, .. } = *options;
    debug_assert!(most_moves.is_none() || objective.takes_move_limit());
    if puzzle.is_solved() {
        control.raise_bound(0);
        let optimal = if objective == Objective::Any { Objective::Pushes } else { objective };
        return Ok(Verdict::Solved { line: Line::default(), optimal: Some(optimal), limit: None });
    }
    let mut root = match prepare_puzzle(puzzle, control)? {
        Prepared::Ready(root) => root,
        Prepared::Unsolvable(proof) => return Ok(Verdict::Unsolvable(proof)),
    };
    for class in &root.classes {
        shuffle(&mut root.boxes[class.boxes.clone()], seed);
    }
    let verdict = match objective {
        Objective::Any if root.players.len() == 1 && most_moves.is_none() => {
            any(&root, threads, control).await?
        }
        _ => best(puzzle, &root, options, control).await?,
    };
    if let Verdict::Solved { line, .. } = &verdict {
        debug_assert!(puzzle.pushers().len() > 1 || is_solution(puzzle.level(), &line.lurd));
    }
    Ok(verdict)
}

/// Finds any solution where there is one player.
async fn any(root: &RootPosition, threads: usize, control: &mut SearchControl<'_>) -> Limited<Verdict> {
    let graph = match PushGraph::new(root, control)? {
        Ok(graph) => graph,
        Err(proof) => return Ok(Verdict::Unsolvable(proof)),
    };
    // The dive takes any box to any goal.
    let can_dive = root.classes.len() == 1 && root.boxes.len() >= control.tuning.min_boxes_for_dive;
    if let Some(pushes) = if can_dive { dive(root, control)? } else { None } {
        return Ok(verdict_of(root, SearchEnd::Solved(pushes), control));
    }
    let end = scheduler::search_in_turns(graph, root, threads, control).await?;
    Ok(verdict_of(root, end, control))
}

/// Returns the verdict of a search for any solution.
fn verdict_of(root: &RootPosition, end: SearchEnd, control: &SearchControl<'_>) -> Verdict {
    let SearchEnd::Solved(pushes) = end else { return Verdict::Unsolvable(Proof::Exhausted) };
    assert!(lurd::solves(root, &pushes), "a line that two searches have joined is legal");
    let optimal = (control.bound == Some(pushes.len() as u64)).then_some(Objective::Pushes);
    let line = Line { lurd: lurd::to_lurd(root, &pushes), ..Line::default() };
    Verdict::Solved { line, optimal, limit: None }
}

/// Returns the best solution, with proof, or the best one found before a limit was reached.
async fn best(
    puzzle: &Puzzle,
    root: &RootPosition,
    options: &SolveOptions,
    control: &mut SearchControl<'_>,
) -> Limited<Verdict> {
    let SolveOptions { objective, threads, most_moves, .. } = *options;
    let order = MetricOrder::by(match (objective, most_moves) {
        (Objective::Any, Some(_)) => Objective::Moves,
        _ => objective,
    });
    // Where there is a limit of moves, moves count first.
    let below = most_moves.map_or(u64::MAX, |most| order.cost(0, most.saturating_add(1)));
    // Several players, or any line, are for one thread.
    let for_astar = if root.players.len() > 1 || objective == Objective::Any { 1 } else { threads };
    let Some(mut astar) = AStar::new(LineTask::solve(root, order, below), for_astar, control)? else {
        return Ok(Verdict::Unsolvable(Proof::NoAssignment));
    };
    if objective == Objective::Any {
        astar = astar.stop_at_first(control)?;
    }
    let ended = run(&mut astar, puzzle, root, options, control).await;
    let limit = match ended {
        Ok(RunEnd::Exhausted) => return Ok(Verdict::Unsolvable(Proof::Exhausted)),
        Ok(_) => None,
        Err(limit) => Some(limit),
    };
    let Some(line) = astar.best_line() else { return Err(limit.unwrap_or(LimitKind::Stopped)) };
    let optimal = (ended == Ok(RunEnd::Proven)).then_some(objective);
    Ok(Verdict::Solved { line, optimal, limit })
}

/// Searches to the end. A head start, a solution from another search, and better ones by the optimizer only save time.
async fn run(
    astar: &mut AStar<'_, u64>,
    puzzle: &Puzzle,
    root: &RootPosition,
    options: &SolveOptions,
    control: &mut SearchControl<'_>,
) -> Limited<RunEnd> {
    let SolveOptions { objective, threads, .. } = *options;
    let ended = astar.run(control.nodes + control.tuning.astar_head_start, control).await?;
    if ended != RunEnd::Paused {
        return Ok(ended);
    }
    if !astar.has_solution() {
        let verdict = match objective {
            // The fewest pushes are found quicker where moves do not count, and then the moves only have to be least.
            Objective::PushesMoves => {
                let by_pushes = SolveOptions { objective: Objective::Pushes, ..*options };
                let outer = control.begin_half(u64::MAX);
                let found = Box::pin(best(puzzle, root, &by_pushes, control)).await;
                control.end_half(outer, found)?
            }
            objective if objective != Objective::Any && root.players.len() == 1 => {
                let outer = control.begin_half(control.tuning.most_for_any);
                let found = any(root, 1, control).await;
                control.end_half(outer, found)?
            }
            _ => None,
        };
        match verdict {
            Some(Verdict::Unsolvable(_)) => return Ok(RunEnd::Exhausted),
            Some(Verdict::Solved { line, limit, .. }) => {
                astar.add_solution(line, control);
                if limit == Some(LimitKind::Stopped) {
                    return Err(LimitKind::Stopped);
                }
            }
            _ => {}
        }
    }
    astar.dive(control)?;
    if puzzle.is_plain() && objective != Objective::Any {
        let turns = Turns::new(puzzle.level(), root, objective, control);
        let ended = turns.take(astar, threads, control).await?;
        if ended != RunEnd::Paused {
            return Ok(ended);
        }
    }
    astar.run_by_all(control).await
}

/// Shuffles the boxes, whose order is that in which a search tries them; the seed 0 leaves them as they are.
fn shuffle(boxes: &mut [u16], seed: u64) {
    if seed == 0 {
        return;
    }
    let mut state = seed;
    for last in (1..boxes.len()).rev() {
        boxes.swap(last, (split_mix(&mut state) % (last as u64 + 1)) as usize);
    }
}
