//! Limits of positions and memory are exact, and a search that gives up reports which one it was. Clocks and callbacks are
//! tested from Python.

use std::thread;

use super::{draw, solve_within};
use crate::{
    Level, Limit, LimitKind, Objective, Puzzle, SearchControl, SharedProgress, SolveOptions, Verdict, solve,
};

/// More than any search finishes: many boxes in an open hall.
fn hall() -> Level {
    draw(
        "
####################
#@                 #
# $ $ $ $ $ $ $ $  #
#  $ $ $ $ $ $ $ $ #
# $ $ $ $ $ $ $ $  #
#                  #
#......   .........#
#.........         #
####################",
    )
}

/// Returns the limit that ended a search, with or without a solution.
fn reason(verdict: &Verdict) -> Option<LimitKind> {
    match *verdict {
        Verdict::GaveUp(kind) => Some(kind),
        Verdict::Solved { limit, .. } => limit,
        Verdict::Unsolvable(_) => None,
    }
}

fn ending(limit: &Limit, objective: Objective) -> (LimitKind, u64) {
    let answer = solve_within(&Puzzle::from(&hall()), SolveOptions::new(objective), limit);
    (reason(&answer.verdict).expect("more than any search finishes"), answer.nodes)
}

#[test]
fn nodes_are_counted_exactly() {
    let limit = Limit { nodes: Some(123), ..Limit::default() };
    for objective in Objective::ALL.into_iter().filter(|&objective| objective != Objective::Any) {
        assert_eq!(ending(&limit, objective), (LimitKind::Nodes, 123));
    }
    let limit = Limit { nodes: Some(30_000), ..Limit::default() };
    assert_eq!(ending(&limit, Objective::Moves), (LimitKind::Nodes, 30_000));
}

#[test]
fn memory_ends_a_search() {
    for memory in [0, 10_000, 1_000_000, 8_000_000] {
        let limit = Limit { memory: Some(memory), seconds: Some(60.0), nodes: None };
        for objective in [Objective::Pushes, Objective::PushesMoves] {
            assert_eq!(ending(&limit, objective).0, LimitKind::Memory);
        }
    }
}

#[test]
fn the_search_for_any_solution_makes_do_with_little_memory() {
    let ends = [100_000, 700_000, 1_500_000, 3_000_000, 4_000_000, 6_000_000].map(|memory| {
        let limit = Limit { memory: Some(memory), nodes: Some(12_000), seconds: None };
        reason(&solve_within(&Puzzle::from(&hall()), SolveOptions::new(Objective::Any), &limit).verdict)
    });
    assert_eq!((ends[0], ends[5]), (Some(LimitKind::Memory), None), "{ends:?}");
}

#[test]
fn a_search_is_polled_and_stopped_from_another_thread() {
    let (progress, puzzle) = (SharedProgress::default(), Puzzle::from(&hall()));
    assert_eq!((progress.last(), progress.is_stopped()), (None, false));
    let answer = thread::scope(|scope| {
        let searching = scope.spawn(|| {
            let mut report = progress.report();
            let control = &mut SearchControl::new(&Limit::default(), &mut report);
            solve(&puzzle, &SolveOptions::new(Objective::Pushes), control).unwrap()
        });
        while progress.last().is_none_or(|state| state.nodes == 0) {
            thread::yield_now();
        }
        progress.stop();
        searching.join().unwrap()
    });
    assert_eq!(reason(&answer.verdict), Some(LimitKind::Stopped));
    assert!(progress.is_stopped() && progress.last().is_some_and(|state| state.nodes <= answer.nodes));
}
