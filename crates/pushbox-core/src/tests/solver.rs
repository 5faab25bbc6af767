//! The solver against exhaustive search, and on levels with a catch.

use super::depth::{fewest, scaled};
use super::detectors::starts;
use super::oracle::{Random, fewest_pushes};
use super::{by_one_search, draw, solve_freely, solve_within, turn, unlimited, usual_and_hot, within};
use crate::replay::is_solution;
use crate::search::bfws::Bfws;
use crate::search::push_graph::PushGraph;
use crate::search::{CONFIGS, SearchEnd, SearchKind, lurd};
use crate::{
    Answer, Level, LevelError, Limit, Line, Objective, Proof, Puzzle, SolveOptions, Tuning, Verdict, solve,
};

fn check(number: usize, level: &Level, expected: Option<u32>, objective: Objective) {
    for options in usual_and_hot(number, objective) {
        let answer = solve_within(&Puzzle::from(level), options, &Limit::default());
        check_answer(level, expected, objective, answer);
    }
}

/// Checks an answer with the fewest pushes by the oracle.
pub(super) fn check_answer(level: &Level, expected: Option<u32>, objective: Objective, answer: Answer) {
    match (answer.verdict, expected) {
        (Verdict::Unsolvable(_), None) => {}
        (Verdict::Solved { line, optimal, limit: None }, Some(fewest)) => {
            assert!(is_solution(level, &line.lurd), "{line:?} {level:?}");
            let pushes = line.count().pushes;
            assert!(pushes >= fewest);
            if optimal == Some(Objective::Pushes) {
                assert_eq!(pushes, fewest, "{level:?}");
            }
            if objective == Objective::Pushes {
                assert_eq!(optimal, Some(objective));
                assert_eq!(answer.bound, Some(u64::from(fewest)));
            } else {
                assert!(answer.bound.expect("a bound") <= u64::from(fewest));
            }
        }
        (verdict, expected) => panic!("{verdict:?}, but the oracle says {expected:?}: {level:?}"),
    }
}

#[test]
fn random_levels_as_the_oracle_says() {
    let mut random = Random(1);
    let mut solvable = 0;
    let count = scaled(4000);
    for number in 0..count {
        let level = random.level(4);
        let expected = fewest_pushes(&level);
        solvable += usize::from(expected.is_some());
        check(number, &level, expected, Objective::Any);
        check(number, &level, expected, Objective::Pushes);
    }
    assert!((count / 10..count * 9 / 10).contains(&solvable), "both verdicts are common: {solvable}");
}

#[test]
fn each_search_alone_decides_what_can_be_solved() {
    let mut counts: Vec<(SearchKind, usize, usize)> = Vec::new();
    starts(24, 300, |level, root, expected| {
        for kind in SearchKind::worth_starting(root, &Tuning::hot()) {
            if !counts.iter().any(|(counted, ..)| *counted == kind) {
                counts.push((kind, 0, 0));
            }
            let count = counts.iter_mut().find(|(counted, ..)| *counted == kind).expect("a count");
            match by_one_search(root, kind) {
                SearchEnd::Solved(pushes) => {
                    assert!(lurd::solves(root, &pushes), "{level:?}");
                    assert!(is_solution(level, &lurd::to_lurd(root, &pushes)), "{level:?}");
                    assert!(expected.is_some_and(|fewest| pushes.len() >= fewest as usize), "{level:?}");
                    count.1 += 1;
                }
                end => {
                    assert_eq!((end, expected), (SearchEnd::Exhausted, None), "{level:?} {kind:?}");
                    count.2 += 1;
                }
            }
        }
    });
    assert!(counts.len() > CONFIGS.len());
    for (kind, solved, exhausted) in counts {
        assert!(solved > fewest(40) && exhausted > fewest(10), "{kind:?} {solved} {exhausted}");
    }
}

#[test]
fn a_search_below_a_number_of_pushes_finds_no_more() {
    let (mut found, mut fewest_found) = (0, 0);
    starts(25, 1000, |level, root, expected| {
        let Some(fewest) = expected else { return };
        for below in fewest..fewest + 3 {
            let end = unlimited(|control| {
                let graph = PushGraph::new(root, control)?.expect("a level with a solution");
                turn(&mut Bfws::new(graph.below(below), control)?, u64::MAX, None, control)
            });
            if let Some(SearchEnd::Solved(pushes)) = end {
                assert!(lurd::solves(root, &pushes), "{level:?}");
                assert!((fewest as usize..below as usize).contains(&pushes.len()), "{level:?}");
                found += 1;
                fewest_found += usize::from(pushes.len() == fewest as usize);
            }
        }
    });
    assert!(found > fewest(200) && fewest_found > fewest(100), "{found} {fewest_found}");
}

#[test]
fn a_solved_level_needs_nothing() {
    for picture in ["###\n#@#\n###", "#####\n#@* #\n#####", "#######\n#@ #* #\n#######"] {
        for objective in Objective::ALL {
            let Verdict::Solved { line, optimal, .. } = solve_freely(&draw(picture), objective).verdict
            else {
                panic!("it is solved");
            };
            assert_eq!(line, Line::default());
            assert!(optimal.is_some());
        }
    }
}

#[test]
fn hopeless_levels_are_known_without_a_search() {
    let cases = [
        ("########\n#@ .##$#\n########", Proof::UnreachableBox),
        ("#####\n#@ .#\n#  $#\n#####", Proof::DeadSquare),
        ("#######\n#@ .. #\n# .$$ #\n# .$$ #\n#     #\n#######", Proof::FrozenBox),
        ("#######\n#  $  #\n#@  . #\n#######", Proof::DeadSquare),
        ("#########\n#@   #.##\n# $$  ###\n#   . ###\n#    ####\n#########", Proof::FewerGoals),
    ];
    for (picture, proof) in cases {
        let answer = solve_freely(&draw(picture), Objective::Any);
        assert_eq!((answer.verdict, answer.nodes), (Verdict::Unsolvable(proof), 0), "{picture}");
    }
}

#[test]
fn decoration_out_of_reach_does_not_matter() {
    let level = draw("#########\n#@ $ .#*#\n#########");
    check(0, &level, Some(2), Objective::Pushes);
}

#[test]
fn a_frozen_box_on_a_goal_is_a_wall() {
    check(0, &draw("########\n#*     #\n#@ $ . #\n########"), Some(2), Objective::Pushes);
}

#[test]
fn more_boxes_than_goals_is_an_error() {
    let level = draw("#######\n#@$ $.#\n#######");
    let options = SolveOptions::new(Objective::Any);
    let answer = within(&Limit::default(), |control| solve(&Puzzle::from(&level), &options, control));
    assert_eq!(answer.err(), Some(LevelError::MoreBoxesThanGoals { boxes: 2, goals: 1 }));
}

#[test]
fn the_same_search_is_the_same() {
    let mut random = Random(2);
    for objective in Objective::ALL {
        for _ in 0..50 {
            let level = random.level(4);
            for nodes in [0, 7, 40] {
                let limit = Limit { nodes: Some(nodes), ..Limit::default() };
                let (puzzle, options) = (Puzzle::from(&level), SolveOptions::new(objective));
                let [one, other] = [(); 2].map(|()| solve_within(&puzzle, options, &limit));
                assert_eq!((&one.verdict, one.nodes, one.bound), (&other.verdict, other.nodes, other.bound));
                assert!(one.nodes <= nodes);
            }
        }
    }
}
