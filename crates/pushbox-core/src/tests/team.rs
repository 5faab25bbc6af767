//! Several threads on one level.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::depth::{fewest, scaled};
use super::detectors::starts;
use super::oracle::{Random, fewest_pushes};
use super::solver::check_answer;
use super::{draw, solve_within, unlimited, usual_and_hot};
use crate::search::backward::BackwardSearch;
use crate::search::bfws::Bfws;
use crate::search::perimeter::{Perimeter, Side};
use crate::search::push_graph::PushGraph;
use crate::search::scheduler::exchange::{Exchange, PerimeterHandle};
use crate::search::{Search, lurd};
use crate::zobrist::split_mix;
use crate::{
    Answer, Level, Limit, LimitKind, Objective, Progress, Puzzle, SearchControl, SolveOptions, Tuning,
    Verdict, solve,
};

fn by_team(level: &Level, objective: Objective, threads: usize, limit: &Limit) -> Answer {
    solve_by(level, team_of(threads, objective), limit)
}

/// Returns the options of a team whose proof begins early.
fn team_of(threads: usize, objective: Objective) -> SolveOptions {
    let tuning = Tuning { astar_head_start: 2000, ..Tuning::default() };
    SolveOptions { threads, tuning, ..SolveOptions::new(objective) }
}

fn solve_by(level: &Level, options: SolveOptions, limit: &Limit) -> Answer {
    solve_within(&Puzzle::from(level), options, limit)
}

#[test]
fn random_levels_as_the_oracle_says_by_any_number_of_threads() {
    let mut random = Random(61);
    let limit = Limit { memory: Some(64 << 20), ..Limit::default() };
    let mut solvable = 0;
    let count = scaled(250);
    for number in 0..count {
        let level = random.level(4);
        let expected = fewest_pushes(&level);
        solvable += usize::from(expected.is_some());
        for threads in [2, 3, 5, 8, 40] {
            for objective in [Objective::Any, Objective::Pushes] {
                for options in usual_and_hot(number + threads, objective) {
                    let answer = solve_by(&level, SolveOptions { threads, ..options }, &limit);
                    check_answer(&level, expected, objective, answer);
                }
            }
        }
    }
    assert!((count / 6..count * 9 / 10).contains(&solvable), "both verdicts are common: {solvable}");
}

#[test]
fn what_both_ends_mark_at_a_time_at_least_one_of_them_notices() {
    let keys: Vec<u64> = {
        let mut state = 62;
        (0..20_000).map(|_| split_mix(&mut state)).collect()
    };
    let exchange = Exchange::new(1 << 22, 1 << 22);
    let noticed: Vec<AtomicUsize> = keys.iter().map(|_| AtomicUsize::new(0)).collect();
    thread::scope(|scope| {
        for side in [Side::Forward, Side::Backward] {
            let (keys, exchange, noticed) = (&keys, &exchange, &noticed);
            scope.spawn(move || {
                for (key, noticed) in keys.iter().zip(noticed) {
                    noticed.fetch_add(exchange.mark(*key, side).into(), Ordering::Relaxed);
                }
            });
        }
    });
    assert!(noticed.iter().all(|noticed| noticed.load(Ordering::Relaxed) >= 1));
}

#[test]
fn where_the_halves_of_a_solution_are_claimed_they_are_joined() {
    let mut random = Random(64);
    let mut joined = 0;
    starts(63, 600, |level, root, expected| {
        if root.boxes.len() < root.board.goals.len() || expected.is_none() {
            return;
        }
        let behind = 1 + random.below(8);
        let line = unlimited(|control| {
            let exchange = Exchange::new(1 << 16, 1 << 22);
            let (from_root, from_goals) = (
                PerimeterHandle { exchange: &exchange, side: Side::Forward },
                PerimeterHandle { exchange: &exchange, side: Side::Backward },
            );
            let Ok(graph) = PushGraph::new(root, control)? else { panic!("the level can be solved") };
            from_root.solution_from(graph.latest());
            let mut bfws = Bfws::new(graph, control)?;
            let mut backward = BackwardSearch::new(root, control)?;
            for _ in 0..behind {
                if backward.step(Some(&from_goals), control)?.is_some() {
                    return Ok(None);
                }
            }
            loop {
                if bfws.step(Some(&from_root), control)?.is_some() {
                    return Ok(None);
                }
                assert_eq!(
                    exchange.settle(Side::Backward, |position| backward.solution_from(position)),
                    None,
                    "one half is no solution"
                );
                if let Some(line) = exchange.settle(Side::Forward, |position| bfws.solution_from(position)) {
                    return Ok(Some(line));
                }
            }
        });
        if let Some(line) = line {
            assert!(lurd::solves(root, &line), "{line:?} {level:?}");
            joined += 1;
        }
    });
    assert!(joined > fewest(100), "{joined}");
}

/// No search ends here: the room at the left can never be solved, which no detector finds, and the hall beside it has more
/// positions than anybody can visit.
pub(super) const ENDLESS: &str = "
#############################
# #    # @                  #
#.  .$ # # $ $ $ $ $ $ $ $  #
# $#   # #  $ $ $ $ $ $ $ $ #
#    # # # $ $ $ $ $ $ $ $  #
# $    # #                  #
#  #$  # #......   .........#
## . .   #.........         #
#############################
";

#[test]
fn the_shares_of_a_limit_are_no_more_than_the_limit() {
    for (objective, nodes) in [(Objective::Any, 400), (Objective::Moves, 600)] {
        for threads in [2, 4] {
            let limit = Limit { nodes: Some(nodes), ..Limit::default() };
            let answer = by_team(&draw(ENDLESS), objective, threads, &limit);
            assert!(matches!(answer.verdict, Verdict::GaveUp(LimitKind::Nodes)), "{:?}", answer.verdict);
            assert!((nodes / 2..=nodes).contains(&answer.nodes), "{}", answer.nodes);
            let limit = Limit { memory: Some(8 << 20), seconds: Some(0.2), ..Limit::default() };
            let answer = by_team(&draw(ENDLESS), objective, threads, &limit);
            assert!(matches!(answer.verdict, Verdict::GaveUp(_)), "{:?}", answer.verdict);
        }
    }
}

#[test]
fn a_callback_that_stops_ends_all_threads() {
    for (objective, nodes) in [(Objective::Any, 400), (Objective::Moves, 600)] {
        let mut calls = 0;
        let mut stop = |progress: &Progress| {
            calls += 1;
            if progress.nodes > nodes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let puzzle = Puzzle::from(&draw(ENDLESS));
        let control = &mut SearchControl::new(&Limit::default(), &mut stop);
        let answer = solve(&puzzle, &team_of(3, objective), control).expect("an answer");
        assert!(matches!(answer.verdict, Verdict::GaveUp(LimitKind::Stopped)), "{:?}", answer.verdict);
        assert!(calls > 0);
    }
}
