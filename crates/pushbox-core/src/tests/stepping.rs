//! Searches in steps: whatever the steps, they answer as if they had not been stopped, and what is stepped no more is free.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::depth::{fewest, scaled};
use super::oracle::Random;
use super::{draw, line_of, usual_and_hot, within};
use crate::native_rules::{GameBoard, Piece, Terrain, games};
use crate::optimize::{Metric, OptimizeRequest, optimize, optimize_in_steps};
use crate::{
    Clock, Level, Limit, LimitKind, Objective, Puzzle, SolveOptions, SteppedSearch, Tuning, Verdict, solve,
    solve_in_steps, system_clock,
};

/// For searches for which no time passes, so that a step is as long as it is said to be.
fn no_clock() -> Duration {
    Duration::ZERO
}

/// Takes steps of so many positions to the end; returns the answer and the number of steps that did not end it.
fn in_steps<T: 'static>(mut search: SteppedSearch<T>, positions: u64) -> (T, u64) {
    let mut steps = 0;
    loop {
        match search.step(positions) {
            ControlFlow::Continue(state) => {
                steps += 1;
                assert!(state.nodes >= steps * positions, "{state:?} after {steps} steps of {positions}");
                assert_eq!(search.progress(), state);
            }
            ControlFlow::Break(answer) => return (answer, steps),
        }
    }
}

/// Returns a limit of positions, mostly a small one; for one of four none.
fn some_limit(random: &mut Random) -> Limit {
    let nodes = [Some(1 + random.below(4) as u64), Some(1 + random.below(40) as u64), Some(400), None]
        [random.below(4)];
    Limit { nodes, memory: Some(64 << 20), seconds: None }
}

#[test]
fn a_solver_in_steps_answers_as_at_once() {
    let mut random = Random(91);
    let (mut paused, mut gave_up) = (0, 0);
    for number in 0..scaled(600) {
        let level = random.level(4);
        let (puzzle, limit) = (Puzzle::from(&level), some_limit(&mut random));
        for objective in Objective::ALL {
            for options in usual_and_hot(number, objective) {
                let once = within(&limit, |control| solve(&puzzle, &options, control)).unwrap();
                for positions in [1, 1 + random.below(200) as u64] {
                    let search = solve_in_steps(puzzle.clone(), options, limit, no_clock);
                    let (answer, steps) = in_steps(search, positions);
                    let answer = answer.unwrap();
                    assert_eq!(
                        (&answer.verdict, answer.nodes, answer.bound),
                        (&once.verdict, once.nodes, once.bound),
                        "{positions} {options:?} {level:?}"
                    );
                    assert!(steps <= once.nodes / positions + 1, "{steps} of {positions}: {once:?}");
                    paused += u64::from(steps > 1);
                }
                gave_up += u64::from(matches!(once.verdict, Verdict::GaveUp(_)));
            }
        }
    }
    assert!(paused > fewest(100) as u64 && gave_up > fewest(20) as u64, "{paused} {gave_up}");
}

/// More than any search finishes in a thousand positions, whatever is searched for.
fn hall() -> Level {
    draw(
        "
##############
#@           #
# $ $ $ $ $  #
#  $ $ $ $   #
#            #
#....   .....#
##############",
    )
}

/// Returns options by which all that the solver has takes turns within a few thousand positions.
fn early(objective: Objective) -> SolveOptions {
    let tuning = Tuning { astar_head_start: 500, first_improvement: 500, ..Tuning::default() };
    SolveOptions { tuning, ..SolveOptions::new(objective) }
}

#[test]
fn each_turn_of_the_searches_can_pause() {
    let puzzle = Puzzle::from(&hall());
    for objective in Objective::ALL {
        let options = early(objective);
        let limit = Limit { nodes: Some(6_000), ..Limit::default() };
        let once = within(&limit, |control| solve(&puzzle, &options, control)).unwrap();
        for positions in [97, 2_000] {
            let (answer, steps) =
                in_steps(solve_in_steps(puzzle.clone(), options, limit, no_clock), positions);
            let answer = answer.unwrap();
            assert_eq!((answer.verdict, answer.nodes), (once.verdict.clone(), once.nodes), "{objective:?}");
            // An order of pushes that is tried is not left in the midst of it.
            assert!(2 * (steps + 1) * positions >= once.nodes, "{steps} of {positions}: {objective:?}");
        }
    }
}

#[test]
fn an_optimizer_in_steps_answers_as_at_once() {
    let mut random = Random(92);
    let two_ways = draw(
        "
#########
#   #   #
# $   $ #
# . $ . #
## #@# ##
# . $ . #
# $   . #
#   #   #
#########",
    );
    let levels = (0..scaled(300)).map(|_| random.level(3)).collect::<Vec<_>>();
    let (mut paused, mut improved) = (0, 0);
    for level in levels.into_iter().chain([two_ways]) {
        let options = SolveOptions::new(Objective::Any);
        let answer = within(&Limit::default(), |control| solve(&Puzzle::from(&level), &options, control));
        let Verdict::Solved { line, .. } = answer.unwrap().verdict else { continue };
        let first = random.below(6);
        let metrics = vec![Metric::ALL[first], Metric::ALL[(first + 1 + random.below(5)) % 6]];
        let request = OptimizeRequest { metrics, ..OptimizeRequest::default() };
        let limit = Limit { nodes: Some(5_000), ..Limit::default() };
        let once = within(&limit, |control| optimize(&level, &[&line.lurd], &request, control)).unwrap();
        for positions in [1, 60] {
            let solutions = vec![line.lurd.clone()];
            let search = optimize_in_steps(level.clone(), solutions, request.clone(), limit, no_clock);
            let (answer, steps) = in_steps(search, positions);
            let answer = answer.unwrap();
            let told = (&answer.lurd, answer.limit, answer.nodes);
            assert_eq!(told, (&once.lurd, once.limit, once.nodes), "{level:?}");
            paused = paused.max(steps);
        }
        improved += usize::from(once.lurd != line.lurd);
    }
    assert!(paused > 1_000 && improved > 0, "{paused} {improved}");
}

/// Returns the board of a level as native rules read it.
fn board(level: &Level) -> GameBoard {
    let cells = 0..level.cells().len();
    let terrain = |cell| {
        Terrain::plain(if level.is_wall(cell) {
            "wall"
        } else if level.is_goal(cell) {
            "goal"
        } else {
            "floor"
        })
    };
    let pieces = cells.clone().filter(|&cell| level.is_box(cell)).map(|cell| Piece::plain("box", vec![cell]));
    let pieces = pieces.chain([Piece::plain("pusher", vec![level.player()])]).collect();
    let terrain: Vec<Terrain> = cells.map(terrain).collect();
    GameBoard {
        width: level.width(),
        height: level.height(),
        terrain: terrain.into(),
        pieces,
        counters: Vec::new(),
    }
}

#[test]
fn a_search_by_rules_in_steps_answers_as_at_once() {
    let board = board(&draw("#######\n#@ $ .#\n#  $ .#\n#     #\n#######"));
    for objective in Objective::ALL {
        let load = || games::load("sokoban", &board, &[]).unwrap();
        let once = within(&Limit::default(), |control| load().solve(objective, None, control));
        assert!(once.nodes > 5, "{once:?}");
        for positions in [1, 13] {
            let search = load().solve_in_steps(objective, None, Limit::default(), no_clock);
            let (answer, steps) = in_steps(search, positions);
            assert_eq!((&answer.verdict, answer.nodes), (&once.verdict, once.nodes));
            assert_eq!(steps, (once.nodes - 1) / positions);
        }
    }
}

#[test]
fn a_search_that_is_stopped_ends_with_what_it_has_found() {
    let search =
        |objective| solve_in_steps(Puzzle::from(&hall()), early(objective), Limit::default(), no_clock);
    let mut early = search(Objective::Moves);
    assert!(early.step(5).is_continue());
    early.stop();
    let ControlFlow::Break(Ok(answer)) = early.step(1000) else { panic!("it has been stopped") };
    assert_eq!((answer.verdict, answer.nodes), (Verdict::GaveUp(LimitKind::Stopped), 5));
    let mut late = search(Objective::Moves);
    let better = loop {
        assert!(late.step(500).is_continue());
        if let Some(line) = late.take_better() {
            break line;
        }
    };
    assert_eq!((late.take_better(), late.progress().best), (None, Some(better.count())));
    late.stop();
    let ControlFlow::Break(Ok(answer)) = late.step(1000) else { panic!("it has been stopped") };
    let Verdict::Solved { line, limit, optimal } = answer.verdict else { panic!("it has a solution") };
    assert_eq!((limit, optimal), (Some(LimitKind::Stopped), None));
    assert!(line.count().moves <= better.count().moves, "a turn that had not ended may have made it better");
}

static NOW: AtomicU64 = AtomicU64::new(0);

#[test]
fn time_passes_between_steps_and_ends_them() {
    let clock: Clock = || Duration::from_millis(NOW.load(Ordering::Relaxed));
    let limit = Limit { seconds: Some(1.0), ..Limit::default() };
    let mut search = solve_in_steps(Puzzle::from(&hall()), SolveOptions::new(Objective::Moves), limit, clock);
    assert!(search.step(100).is_continue());
    NOW.store(999, Ordering::Relaxed);
    let ControlFlow::Continue(state) = search.step(100) else { panic!("there is some time left") };
    assert!(state.nodes == 200 && state.seconds > 0.99, "{state:?}");
    NOW.store(1000, Ordering::Relaxed);
    let ControlFlow::Break(Ok(answer)) = search.step(100) else { panic!("the time is over") };
    assert_eq!((answer.verdict, answer.nodes), (Verdict::GaveUp(LimitKind::Seconds), state.nodes));
}

#[test]
fn a_step_takes_no_longer_than_the_time_between_two_reports() {
    let options = SolveOptions::new(Objective::Moves);
    let mut search = solve_in_steps(Puzzle::from(&hall()), options, Limit::default(), system_clock);
    for _ in 0..5 {
        assert!(search.step(u64::MAX).is_continue());
    }
}

#[test]
fn several_searches_take_turns() {
    let level = hall();
    let search = |objective| {
        let limit = Limit { nodes: Some(900), ..Limit::default() };
        solve_in_steps(Puzzle::from(&level), SolveOptions::new(objective), limit, no_clock)
    };
    let mut running: Vec<_> = Objective::ALL.into_iter().map(search).collect();
    let mut answers = Vec::new();
    while !running.is_empty() {
        running.retain_mut(|search| match search.step(7) {
            ControlFlow::Continue(_) => true,
            ControlFlow::Break(answer) => {
                answers.push(answer.unwrap().nodes);
                false
            }
        });
    }
    assert_eq!(answers.len(), Objective::ALL.len());
    assert!(answers.iter().all(|&nodes| nodes <= 900), "{answers:?}");
}

#[test]
fn what_a_search_holds_is_freed_with_it() {
    let held = Arc::new(());
    let hold = Arc::clone(&held);
    let mut search = SteppedSearch::<()>::new(Limit::default(), no_clock, move |control| {
        Box::pin(async move {
            let _hold = hold;
            while control.pause().await.is_ok() {
                control.count().unwrap();
            }
        })
    });
    assert!(search.step(3).is_continue());
    assert_eq!((Arc::strong_count(&held), search.progress().nodes), (2, 3));
    drop(search);
    assert_eq!(Arc::strong_count(&held), 1);
}

#[test]
fn a_search_may_go_on_in_another_thread() {
    let level = draw("#######\n#@ $ .#\n#######");
    let search = solve_in_steps(
        Puzzle::from(&level),
        SolveOptions::new(Objective::Pushes),
        Limit::default(),
        no_clock,
    );
    let (answer, _) = std::thread::spawn(|| in_steps(search, 1)).join().unwrap();
    let Verdict::Solved { line, .. } = answer.unwrap().verdict else { panic!("it has a solution") };
    assert_eq!(line, line_of(&level, Objective::Pushes));
}
