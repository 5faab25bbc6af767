//! The optimizer: from a solution to a better one, by any lexicographic order of the six counts.
//!
//! All methods run one search ([`AStar`](crate::search::astar::AStar)) on parts of the line. A part is a level of its
//! own, whose goals are the squares of the boxes at its end, so that dead squares, freezes and bounds apply to it. The
//! methods differ in the part, in the boxes that they hold as walls, and in how far from the line the search may go:
//!
//! * *shortcuts*: the whole line, only through positions of a known solution. They remove cycles and detours, and cross
//!   several solutions.
//! * *permutations*: parts in which few boxes are pushed, with the others as walls (the optimizer YASO).
//! * *vicinity*: overlapping parts, through positions in which few boxes stand elsewhere than on the line.
//! * *rearrangement*: pushes of a box put next to its other pushes, over any distance (YASO).
//! * *proof*: the whole line through any position. If it ends by itself, the line is optimal.
//!
//! If pushes come first, each round begins with one in which only they count. Its positions are fewer by far, as it
//! does not matter where the player stands.
//!
//! Cheap methods come first, and again after each success. When none succeeds any more, all get more positions to
//! search.

mod improver;
mod line;
mod rearrange;
mod schedule;
mod window_search;

use std::collections::HashSet;
use std::ops::Range;

pub use crate::search::astar::metric_order::{MOST_STEPS, Metric};

use crate::clock::Clock;
use crate::level::Level;
use crate::limit::{Limit, LimitKind, SearchControl};
use crate::named::faults;
use crate::polling::to_end;
use crate::replay::{ILLEGAL, LetterError, replay};
use crate::search::astar::metric_order::MetricOrder;
use crate::stepping::SteppedSearch;
use crate::tuning::Tuning;
pub(crate) use improver::Improver;
use line::{Line, LinePosition};
use window_search::OptimizerState;

/// The request to the optimizer.
#[derive(Clone, Debug, Default)]
pub struct OptimizeRequest {
    /// The metrics to optimize, the most important first. Where all are equal, fewer moves win.
    pub metrics: Vec<Metric>,
    /// Only these steps (from 0, the end not included) are replaced, of the best solution given.
    pub range: Option<Range<usize>>,
    /// The cells of boxes to leave alone: whenever one of these is pushed, all boxes stand as in the given solution.
    pub fixed: Vec<usize>,
    /// Whether the player has to end where the best solution given ends.
    pub keeps_end: bool,
}

/// A solution that is no worse than those given.
#[derive(Clone, Debug)]
pub struct Optimized {
    /// The steps in LURD notation, pushes as capitals.
    pub lurd: String,
    /// Whether no solution is better.
    pub is_optimal: bool,
    /// The limit that ended the optimization; `None` if nothing was left to try.
    pub limit: Option<LimitKind>,
    /// Positions expanded.
    pub nodes: u64,
    /// Seconds of wall clock.
    pub seconds: f64,
}

faults! {
    /// A fault of the input of the optimizer.
    pub enum OptimizeError {
        /// No solution was given.
        NoSolution => "found no solution, expected one to begin with";
        /// A text, by its number from 0, holds a letter that is no direction.
        Letter(index: usize, error: LetterError) => "solution {}: {error}", index + 1;
        /// A text, by its number from 0, does not solve the level.
        Unsolved(index: usize) => "solution {}: it does not solve the level", index + 1;
        /// A text, by its number from 0, has more than [`MOST_STEPS`] steps.
        TooLong(index: usize) => "solution {}: found more than {MOST_STEPS} steps, the most that are optimized", index + 1;
        /// The range is not within the best solution given, which has so many steps.
        Range(steps: usize) => "expected a range within the {steps} moves of the solution";
        /// A cell of a box to leave alone holds no box.
        NoBox(cell: usize) => "cell {cell}: found no box there to leave alone";
    }
}

/// Improves the best of `solutions`. The control gets that one first, and then each that is better. The same input and
/// node limit give the same answer.
///
/// # Errors
/// [`OptimizeError`], before anything is searched.
pub fn optimize(
    level: &Level,
    solutions: &[&str],
    request: &OptimizeRequest,
    control: &mut SearchControl<'_>,
) -> Result<Optimized, OptimizeError> {
    to_end(improve(level, solutions, request, control))
}

/// Returns a search as that of [`optimize`], to be stepped.
pub fn optimize_in_steps(
    level: Level,
    solutions: Vec<String>,
    request: OptimizeRequest,
    limit: Limit,
    clock: Clock,
) -> SteppedSearch<Result<Optimized, OptimizeError>> {
    SteppedSearch::new(limit, clock, move |control| {
        Box::pin(async move {
            let solutions: Vec<&str> = solutions.iter().map(String::as_str).collect();
            improve(&level, &solutions, &request, control).await
        })
    })
}

async fn improve(
    level: &Level,
    solutions: &[&str],
    request: &OptimizeRequest,
    control: &mut SearchControl<'_>,
) -> Result<Optimized, OptimizeError> {
    let order = MetricOrder::new(&request.metrics);
    let mut lines = Vec::new();
    for (index, text) in solutions.iter().enumerate() {
        lines.push(replayed(level, &order, index, text)?);
    }
    // The first of the best.
    let Some(best) = (0..lines.len()).min_by_key(|&index| lines[index].cost()) else {
        return Err(OptimizeError::NoSolution);
    };
    let line = lines.swap_remove(best);
    let range = request.range.clone().unwrap_or(0..line.letters.len());
    if range.start > range.end || range.end > line.letters.len() {
        return Err(OptimizeError::Range(line.letters.len()));
    }
    let boxes = LinePosition::new(level).boxes;
    let number = |&cell: &usize| {
        boxes.iter().position(|&a_box| a_box as usize == cell).ok_or(OptimizeError::NoBox(cell))
    };
    let fixed = request.fixed.iter().map(number).collect::<Result<_, _>>()?;
    // What is proven and found in a window says nothing about the whole level.
    let outer = control.begin_aside(u64::MAX, Tuning::for_windows());
    let keeps_all_ends = request.range.is_some() && range.end < line.letters.len();
    let mut state = OptimizerState::new(level, &order, line, HashSet::new());
    state.is_reported = true;
    state.report_to(control);
    (state.others, state.range, state.fixed) = (lines, range, fixed);
    state.keeps_end = request.keeps_end || keeps_all_ends;
    state.cut();
    let is_free = request.range.is_none() && request.fixed.is_empty() && !request.keeps_end;
    let by_pushes =
        (is_free && order.first == Metric::Pushes).then(|| Improver::new(level, &[Metric::Pushes]));
    let ended = state.run(by_pushes, control).await;
    control.end_aside(outer);
    let lurd = text(&state.line);
    Ok(Optimized {
        lurd,
        is_optimal: is_free && ended.is_ok(),
        limit: ended.err(),
        nodes: control.nodes,
        seconds: control.seconds(),
    })
}

/// Returns the line of a text that solves the level.
fn replayed(level: &Level, order: &MetricOrder, index: usize, text: &str) -> Result<Line, OptimizeError> {
    if text.len() > MOST_STEPS {
        return Err(OptimizeError::TooLong(index));
    }
    let replay = replay(level, text).map_err(|error| OptimizeError::Letter(index, error))?;
    if replay.letters.contains(&ILLEGAL) || !replay.end.is_solved() {
        return Err(OptimizeError::Unsolved(index));
    }
    Ok(Line::new(order, replay.letters))
}

fn text(line: &Line) -> String {
    line.letters.iter().map(|&letter| char::from(letter)).collect()
}
