//! Limits are enforced, and a search that gives up reports which one it was.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{draw, quiet};
use crate::level::{BOX, GOAL, PLAYER};
use crate::{Level, Limit, LimitKind, Objective, Verdict, solve};

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
    let answer = solve(&hall(), objective, limit, &mut quiet).expect("an answer");
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
fn the_deadline_is_kept() {
    for seconds in [0.0, 0.02, 0.2] {
        let begin = Instant::now();
        let limit = Limit { seconds: Some(seconds), ..Limit::default() };
        for objective in [Objective::Pushes, Objective::MovesPushes] {
            assert_eq!(ending(&limit, objective).0, LimitKind::Seconds);
        }
        // Other work on the machine may delay us, hence the generous margin.
        assert!(begin.elapsed() < Duration::from_secs_f64(2.0 * seconds + 0.6));
    }
}

#[test]
fn the_deadline_is_kept_on_a_huge_board() {
    let mut cells = vec![0; 255 * 254];
    cells[0] = PLAYER;
    for index in 0..8000 {
        cells[256 + 7 * index] |= GOAL;
        cells[259 + 7 * index] |= BOX;
    }
    let level = Level::new(255, 254, &cells).expect("a level");
    let begin = Instant::now();
    let limit = Limit { seconds: Some(0.2), memory: Some(8 << 30), nodes: None };
    let answer = solve(&level, Objective::Any, &limit, &mut quiet).expect("an answer");
    assert_eq!(answer.verdict, Verdict::GaveUp(LimitKind::Seconds));
    assert!(begin.elapsed() < Duration::from_secs(2));
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
        reason(&solve(&hall(), Objective::Any, &limit, &mut quiet).expect("an answer").verdict)
    });
    assert_eq!((ends[0], ends[5]), (Some(LimitKind::Memory), None), "{ends:?}");
}

#[test]
fn the_callback_can_stop_a_search() {
    let mut calls = 0;
    let mut stop = |progress: &crate::Progress| {
        calls += 1;
        assert!(progress.seconds > 0.0);
        if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let answer = solve(&hall(), Objective::Pushes, &Limit::default(), &mut stop).expect("an answer");
    assert_eq!(reason(&answer.verdict), Some(LimitKind::Stopped));
    assert_eq!(calls, 3);
    assert!(answer.bound.is_some());
}
