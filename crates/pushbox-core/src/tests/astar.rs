//! A* against exhaustive search, for every objective, with numbers and several pushers.

use super::depth::scaled;
use super::oracle::{Random, best_rank};
use super::{draw, quiet, root_of, root_of_puzzle, solve_within, unlimited, usual_and_hot};
use crate::bound::moves::MoveBound;
use crate::level::{BOX, GOAL, PLAYER, WALL, direction_of};
use crate::limit::SearchControl;
use crate::search::root_position::RootPosition;
use crate::{
    Answer, Count, Level, Limit, LimitKind, Line, Objective, Puzzle, Rank, SolveOptions, Tuning, Verdict,
};

/// Returns a random level with numbers on its boxes and goals, and with more pushers.
pub(super) fn puzzle(random: &mut Random, boxes: usize, numbers: usize, pushers: usize) -> Puzzle {
    // Exhaustive search step by step takes area to the power of boxes and pushers.
    let most = if boxes + pushers > 3 { 20 } else { 30 };
    let level = loop {
        let level = random.level(boxes);
        if level.cells().len() <= most {
            break level;
        }
    };
    let mut cells = level.cells().to_vec();
    let mut placed = 1;
    for _ in 0..30 {
        let cell = random.below(cells.len());
        if placed < pushers && cells[cell] & (WALL | BOX | PLAYER) == 0 {
            cells[cell] |= PLAYER;
            placed += 1;
        }
    }
    let mut box_numbers = vec![0; cells.len()];
    let mut left = Vec::new();
    for cell in (0..cells.len()).filter(|&cell| cells[cell] & BOX != 0) {
        box_numbers[cell] = random.below(numbers + 1) as u32;
        left.push(box_numbers[cell]);
    }
    // The goals have the numbers of the boxes in another order, a goal too many has none.
    let mut goal_numbers = vec![0; cells.len()];
    for cell in (0..cells.len()).filter(|&cell| cells[cell] & GOAL != 0) {
        if !left.is_empty() {
            goal_numbers[cell] = left.swap_remove(random.below(left.len()));
        }
    }
    Puzzle::new(level.width(), level.height(), &cells, &box_numbers, &goal_numbers).expect("a puzzle")
}

/// Plays a line by the rules and returns its counts; panics where it is illegal or does not solve.
fn play(puzzle: &Puzzle, line: &Line) -> Count {
    let level = puzzle.level();
    let mut boxes: Vec<Option<u32>> =
        (0..level.cells().len()).map(|cell| level.is_box(cell).then(|| puzzle.box_number(cell))).collect();
    let mut pushers = puzzle.pushers().to_vec();
    assert_eq!(line.pushers.len(), if pushers.len() > 1 { line.lurd.len() } else { 0 });
    for (index, letter) in line.lurd.chars().enumerate() {
        let who = line.pushers.get(index).map_or(pushers[0], |&cell| cell as usize);
        let who = pushers.iter_mut().find(|pusher| **pusher == who).expect("a pusher");
        let direction = direction_of(letter).expect("a letter");
        let target = level.neighbour(*who, direction).expect("on the board");
        *who = target;
        assert!(!level.is_wall(target));
        assert_eq!(letter.is_ascii_uppercase(), boxes[target].is_some());
        if letter.is_ascii_uppercase() {
            let beyond = level.neighbour(target, direction).expect("on the board");
            assert!(!level.is_wall(beyond) && boxes[beyond].is_none() && !pushers.contains(&beyond));
            boxes.swap(target, beyond);
        }
        assert_eq!(pushers.iter().filter(|&&pusher| pusher == target).count(), 1, "{puzzle:?} {line:?}");
    }
    for (cell, number) in boxes.iter().enumerate() {
        assert!(number.is_none_or(|number| level.is_goal(cell) && puzzle.goal_number(cell) == number));
    }
    line.count()
}

/// Solves without limits, and checks the answers with that of the oracle.
fn check(number: usize, puzzle: &Puzzle, objective: Objective, expected: Option<Rank>) {
    for options in usual_and_hot(number, objective) {
        check_answer(puzzle, objective, expected, solve_within(puzzle, options, &Limit::default()));
    }
}

fn check_answer(puzzle: &Puzzle, objective: Objective, expected: Option<Rank>, answer: Answer) {
    match (answer.verdict, expected) {
        (Verdict::Unsolvable(_), None) => {}
        (Verdict::Solved { line, optimal, limit: None }, Some(expected)) => {
            let rank = objective.rank(play(puzzle, &line));
            if objective == Objective::Any {
                assert!(rank >= expected);
            } else {
                assert_eq!((rank, optimal), (expected, Some(objective)), "{puzzle:?} {line:?}");
                assert_eq!(answer.bound, Some(u64::from(expected.0)));
            }
        }
        (verdict, expected) => panic!("{verdict:?}, but the oracle says {expected:?}: {puzzle:?}"),
    }
}

/// Checks all objectives on a share of so many random puzzles, and that a good part of them can be solved.
pub(super) fn agree(seed: u64, count: usize, make: impl Fn(&mut Random) -> Puzzle) {
    let (mut random, count) = (Random(seed), scaled(count));
    let (mut solved, mut hard) = (0, 0);
    for number in 0..count {
        let puzzle = make(&mut random);
        for objective in Objective::ALL {
            let expected = best_rank(&puzzle, objective);
            check(number, &puzzle, objective, expected);
            solved += usize::from(expected.is_some());
            hard += usize::from(expected.is_some_and(|rank| rank.0 > 5));
        }
    }
    assert!(solved > count / 2 && solved < 4 * count && hard > count / 50, "{solved} {hard}");
}

#[test]
fn plain_sokoban_as_the_oracle_says() {
    agree(21, 1000, |random| puzzle(random, 3, 0, 1));
}

#[test]
fn numbers_as_the_oracle_says() {
    agree(22, 1500, |random| {
        let numbers = 1 + random.below(2);
        puzzle(random, 3, numbers, 1)
    });
}

#[test]
fn several_pushers_as_the_oracle_says() {
    agree(23, 600, |random| {
        let pushers = 2 + random.below(2);
        puzzle(random, 2, 0, pushers)
    });
}

#[test]
fn several_pushers_and_numbers_as_the_oracle_says() {
    agree(24, 600, |random| puzzle(random, 2, 1, 2));
}

#[test]
fn several_threads_prove_what_one_does() {
    let mut random = Random(27);
    for number in 0..scaled(120) {
        let puzzle = puzzle(&mut random, 3, number % 2, 1);
        for objective in Objective::ALL {
            let expected = best_rank(&puzzle, objective);
            for (threads, most_for_any) in [(2, 0), (2, 500_000), (3, 0)] {
                // With no solution known the threads have to find one.
                let tuning = Tuning { most_for_any, ..Tuning::hot() };
                let options = SolveOptions { threads, tuning, ..SolveOptions::new(objective) };
                check_answer(&puzzle, objective, expected, solve_within(&puzzle, options, &Limit::default()));
            }
        }
    }
}

#[test]
fn the_bound_on_moves_is_a_bound() {
    let mut random = Random(25);
    let (mut checked, mut above_pushes) = (0, 0);
    while checked < scaled(300) {
        let pushers = 1 + random.below(2);
        let puzzle = puzzle(&mut random, 3, 1, pushers);
        let Some(fewest) = best_rank(&puzzle, Objective::Moves) else { continue };
        if puzzle.is_solved() {
            continue;
        }
        let root = root_of_puzzle(&puzzle).expect("it has a solution");
        checked += 1;
        let pushes = best_rank(&puzzle, Objective::Pushes).expect("it has a solution").0;
        let board = &root.board;
        let box_states = board.box_states_of(&root.boxes, root.player);
        // Any square will do for a peak, not only goals.
        for peak in 0..board.wall() {
            let bound = unlimited(|control| {
                let mut bound = MoveBound::new(board, &root.classes, Some(peak), control)?;
                let pushes = bound.pushes.load(board, &box_states, &[], control)?;
                Ok(pushes.map(|pushes| bound.total(pushes, &root.players)))
            });
            let bound = bound.expect("an assignment");
            assert!(bound <= fewest.0, "{bound} {fewest:?} {puzzle:?}");
            above_pushes += usize::from(bound > pushes);
        }
    }
    assert!(above_pushes > scaled(200), "the bound is often above the pushes: {above_pushes}");
}

#[test]
fn the_bound_on_moves_keeps_what_one_potential_takes() {
    let level = draw("########\n#  . . #\n# $  $ #\n#@ $ . #\n########");
    let root = root_of(&level).expect("it needs a search");
    let (board, box_states) = (&root.board, root.board.box_states_of(&root.boxes, root.player));
    let best = |root: &RootPosition, box_states: &[u32], control: &mut SearchControl<'_>| {
        MoveBound::best(&root.board, &root.classes, box_states, &root.players, control)
    };
    let mut report = quiet;
    let mut control = SearchControl::new(&Limit { memory: Some(1 << 30), ..Limit::default() }, &mut report);
    control.budget.take(1000).expect("memory");
    MoveBound::new(board, &root.classes, Some(board.goals[0]), &mut control).expect("memory");
    let one = control.budget.used() - 1000;
    control.budget.reset(1000);
    assert!(best(&root, &box_states, &mut control).expect("memory").is_some());
    assert_eq!(control.budget.used(), 1000 + one, "three were made, and one is kept");

    // With memory for one there is one; where no assignment exists, nothing is kept.
    let mut control = SearchControl::new(&Limit { memory: Some(one), ..Limit::default() }, &mut report);
    assert!(best(&root, &box_states, &mut control).expect("memory").is_some());
    let root = root_of(&draw("########\n#  .   #\n#  $   #\n#   @  #\n# .$   #\n########")).expect("a root");
    // Both boxes are to go to the only goal along the wall.
    let box_states = vec![root.board.box_states_of(&root.boxes, root.player)[1]; 2];
    let mut control = SearchControl::new(&Limit::default(), &mut report);
    let bound = best(&root, &box_states, &mut control).expect("memory");
    assert_eq!((bound.is_some(), control.budget.used()), (false, 0));
}

/// Six boxes of one number with far goals, and nearer goals of another number.
fn with_spare_goals() -> Puzzle {
    let rows =
        [". ..   ", "     . ", "      #", " .$ #@ ", " $  $. ", "    .  ", " .  .# ", ".$.*$  ", "       "];
    let level = Level::from_rows(&rows).expect("a level");
    let numbers = |bit: u8, number: fn(usize) -> u32| -> Vec<u32> {
        let of = |(cell, byte): (usize, &u8)| if byte & bit == 0 { 0 } else { number(cell) };
        level.cells().iter().enumerate().map(of).collect()
    };
    let goal_number = |cell| if [0, 2, 3, 12, 49, 52].contains(&cell) { 1 } else { 2 };
    let (boxes, goals) = (numbers(BOX, |_| 1), numbers(GOAL, goal_number));
    Puzzle::new(level.width(), level.height(), level.cells(), &boxes, &goals).expect("a puzzle")
}

#[test]
fn goals_of_a_number_that_no_box_has_are_no_goals() {
    let puzzle = with_spare_goals();
    let limit = Limit { nodes: Some(30_000), ..Limit::default() };
    for objective in Objective::ALL {
        for threads in [1, 2] {
            let options = SolveOptions { threads, ..SolveOptions::new(objective) };
            match solve_within(&puzzle, options, &limit).verdict {
                Verdict::Solved { line, .. } => drop(play(&puzzle, &line)),
                verdict => assert_eq!(verdict, Verdict::GaveUp(LimitKind::Nodes), "past the head start"),
            }
        }
    }
}

#[test]
fn a_limit_leaves_the_best_known() {
    let level: Level = draw(
        "
##########
#        #
# $$ $   #
#  $ $@  #
#        #
# ...    #
#  ..    #
##########",
    );
    let puzzle = Puzzle::from(&level);
    let mut last: Option<(Rank, u64)> = None;
    for nodes in [30_000, 60_000, 120_000] {
        let limit = Limit { nodes: Some(nodes), ..Limit::default() };
        for threads in [1, 2, 3] {
            let options = SolveOptions { threads, ..SolveOptions::new(Objective::MovesPushes) };
            let answer = solve_within(&puzzle, options, &limit);
            let Verdict::Solved { line, optimal, limit } = answer.verdict else { panic!("a solution") };
            let rank = Objective::MovesPushes.rank(play(&puzzle, &line));
            assert_eq!(optimal.is_none(), limit.is_some());
            let bound = answer.bound.expect("a bound");
            assert!(bound <= u64::from(rank.0));
            if threads > 1 {
                assert!(answer.nodes <= nodes);
                continue;
            }
            if let Some((before, bound_before)) = last {
                assert!(bound >= bound_before, "the bound only rises");
                assert!(rank <= before, "more positions, and a solution at least as good");
            }
            last = Some((rank, bound));
        }
    }
}
