//! Tests of the internals. The public API is tested in the folder `tests` of the package.

mod astar;
mod backward;
mod blockage;
mod blockoban;
mod certify;
mod conflicts;
mod crossoban;
mod depth;
mod detectors;
mod dive;
mod fess;
mod generator;
mod limits;
mod numbers;
mod optimizer;
mod oracle;
mod parts;
mod plan_bfws;
mod region;
mod rejoin;
mod sokolor;
mod solver;
mod state_space;
mod symmetries;
mod team;
mod versus;

use std::ops::ControlFlow;

use crate::limit::{Limit, Limited, Progress, SearchControl};
use crate::search::SearchEnd;
use crate::search::SearchKind;
use crate::search::fess::PlanShare;
use crate::search::root_position::{Prepared, RootPosition, prepare};
use crate::{Answer, Level, Objective, SolveOptions, Tuning, solve};

/// Returns a callback that never stops a search.
fn quiet(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Runs `search` with a control that has no limits.
fn unlimited<T>(search: impl FnOnce(&mut SearchControl<'_>) -> Limited<T>) -> T {
    SearchControl::unlimited(search)
}

/// Runs `search` with a control that has no limits and hot thresholds.
fn hotly<T>(search: impl FnOnce(&mut SearchControl<'_>) -> Limited<T>) -> T {
    let mut quiet = quiet;
    search(&mut SearchControl::new(&Limit::default(), &mut quiet).tuned(Tuning::hot())).expect("no limit")
}

/// Returns the root position of a level that needs a search.
fn root_of(level: &Level) -> Option<Box<RootPosition>> {
    match unlimited(|control| prepare(level, control)) {
        Prepared::Ready(root) => Some(root),
        Prepared::Unsolvable(_) => None,
    }
}

/// Searches from `root` by one of the searches alone.
fn by_one_search(root: &RootPosition, kind: SearchKind) -> SearchEnd {
    let end = unlimited(|control| {
        let share = PlanShare::new(root, control)?;
        match kind.start(root, Some(&share), control)? {
            Some(mut search) => search.turn(u64::MAX, None, control),
            None => Ok(Some(SearchEnd::Exhausted)),
        }
    });
    end.expect("an end")
}

/// Solves without limits.
fn solve_freely(level: &Level, objective: Objective) -> Answer {
    solve(level, objective, &Limit::default(), &mut quiet).expect("not more boxes than goals")
}

/// Returns the options to solve the level of a number with: the usual ones, and for some levels those by which every
/// search and detector is active from the start, which take longer.
fn usual_and_hot(number: usize, objective: Objective) -> impl Iterator<Item = SolveOptions> {
    let usual = SolveOptions::new(objective);
    let hot = SolveOptions { tuning: Tuning::hot(), ..usual.clone() };
    [usual, hot].into_iter().take(if number % 5 == 0 { 2 } else { 1 })
}

/// Returns a level drawn in the letters of XSB.
fn draw(picture: &str) -> Level {
    let rows: Vec<&str> = picture.lines().filter(|row| !row.trim().is_empty()).collect();
    Level::from_rows(&rows).expect("a level")
}
