//! All tests of the core. Those of its public API are here too, for which it would be compiled a second time elsewhere.

mod astar;
mod backward;
mod blockage;
mod blockoban;
mod board_json;
mod certify;
mod conflicts;
mod crossoban;
mod depth;
mod detectors;
mod dive;
mod drops;
mod fess;
mod generator;
mod guided;
mod limits;
mod midpoint;
mod normal_form;
mod numbers;
mod optimizer;
mod oracle;
mod parts;
mod perft;
mod plain_levels;
mod plan_bfws;
mod position_text;
mod region;
mod rejoin;
mod rules;
mod sim;
mod sokolor;
mod solver;
mod state_space;
mod stepping;
mod symmetries;
mod team;
mod versus;

use std::ops::ControlFlow;

use crate::limit::{Limit, Limited, Progress, SearchControl};
use crate::polling::to_end;
use crate::search::fess::PlanShare;
use crate::search::perimeter::OtherEnd;
use crate::search::root_position::{Prepared, RootPosition, prepare_puzzle};
use crate::search::{Search, SearchEnd, SearchKind, TurnEnd, take_turn};
use crate::{Answer, Level, Line, Objective, Proof, Puzzle, SolveOptions, Tuning, Verdict, solve};

/// Returns a callback that never stops a search.
fn quiet(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Runs a search within a limit.
fn within<T>(limit: &Limit, search: impl FnOnce(&mut SearchControl<'_>) -> T) -> T {
    search(&mut SearchControl::new(limit, &mut quiet))
}

/// Runs a search that has no limit.
fn unlimited<T>(search: impl FnOnce(&mut SearchControl<'_>) -> Limited<T>) -> T {
    within(&Limit::default(), search).expect("no limit")
}

/// Runs a search that has no limit, with hot thresholds.
fn hotly<T>(search: impl FnOnce(&mut SearchControl<'_>) -> Limited<T>) -> T {
    unlimited(|control| {
        control.tuning = Tuning::hot();
        search(control)
    })
}

/// Returns the position from which a search begins, `None` where it needs none.
fn root_of(level: &Level) -> Option<Box<RootPosition>> {
    root_of_puzzle(&Puzzle::from(level)).ok()
}

/// Returns the position from which a search begins, or the proof that there is no solution.
fn root_of_puzzle(puzzle: &Puzzle) -> Result<Box<RootPosition>, Proof> {
    match unlimited(|control| prepare_puzzle(puzzle, control)) {
        Prepared::Ready(root) => Ok(root),
        Prepared::Unsolvable(proof) => Err(proof),
    }
}

/// Takes up to so many steps of a search.
fn turn(
    search: &mut dyn Search,
    steps: u64,
    other: OtherEnd<'_>,
    control: &mut SearchControl<'_>,
) -> TurnEnd {
    to_end(take_turn(search, steps, other, control))
}

/// Searches from `root` by one of the searches alone.
fn by_one_search(root: &RootPosition, kind: SearchKind) -> SearchEnd {
    let end = unlimited(|control| {
        let share = PlanShare::new(root, control)?;
        match kind.start(root, Some(&share), control)? {
            Some(mut search) => turn(&mut *search, u64::MAX, None, control),
            None => Ok(Some(SearchEnd::Exhausted)),
        }
    });
    end.expect("an end")
}

/// Solves a puzzle that has no more boxes than goals.
fn solve_within(puzzle: &Puzzle, options: SolveOptions, limit: &Limit) -> Answer {
    within(limit, |control| solve(puzzle, &options, control)).expect("not more boxes than goals")
}

/// Solves without limits.
fn solve_freely(level: &Level, objective: Objective) -> Answer {
    solve_within(&Puzzle::from(level), SolveOptions::new(objective), &Limit::default())
}

/// Returns a solution of a level that has one.
fn line_of(level: &Level, objective: Objective) -> Line {
    match solve_freely(level, objective).verdict {
        Verdict::Solved { line, .. } => line,
        verdict => panic!("{verdict:?}: {level:?}"),
    }
}

/// Returns the options to solve the level of a number with: the usual ones, and for some levels those by which every
/// search and detector is active from the start, which take longer.
fn usual_and_hot(number: usize, objective: Objective) -> impl Iterator<Item = SolveOptions> {
    let usual = SolveOptions::new(objective);
    let hot = SolveOptions { tuning: Tuning::hot(), ..usual };
    [usual, hot].into_iter().take(if number % 5 == 0 { 2 } else { 1 })
}

/// Returns a level drawn in the letters of XSB.
fn draw(picture: &str) -> Level {
    let rows: Vec<&str> = picture.lines().filter(|row| !row.trim().is_empty()).collect();
    Level::from_rows(&rows).expect("a level")
}
