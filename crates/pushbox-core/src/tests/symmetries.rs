//! The symmetries of levels, and what A* makes of them.

use super::astar::{agree, puzzle};
use super::{draw, root_of, root_of_puzzle, solve_freely};
use crate::generate::random::Random;
use crate::search::symmetries::Symmetry;
use crate::{Objective, Puzzle};

/// Returns how many symmetries a level has, the one that changes nothing included.
fn count(picture: &str) -> usize {
    let root = root_of(&draw(picture)).expect("it needs a search");
    1 + Symmetry::all(&root.board, &root.classes).len()
}

#[test]
fn floor_and_goals_have_to_stay() {
    assert_eq!(count("#######\n#     #\n#  @  #\n# $.  #\n#     #\n#     #\n#######"), 8);
    assert_eq!(count("########\n#      #\n# @$.  #\n#      #\n########"), 2, "upside down");
    assert_eq!(count("#######\n#  #  #\n#  @  #\n# $.  #\n#     #\n#  #  #\n#######"), 4);
    assert_eq!(count("#######\n# #   #\n#  @  #\n# $.  #\n#     #\n#   # #\n#######"), 2, "half a turn");
    assert_eq!(count("#######\n#   # #\n#  @ ##\n# $.  #\n##    #\n# #   #\n#######"), 4, "diagonals");
    assert_eq!(count("#######\n#     #\n# @   #\n#. $. #\n# $   #\n#     #\n#######"), 2, "goals apart");
    assert_eq!(count("#######\n#     #\n#@    #\n# $$. #\n# .   #\n##    #\n#######"), 1);
}

#[test]
fn goals_of_other_numbers_are_other_goals() {
    let level = draw("#########\n#       #\n# . @ . #\n#  $ $  #\n#       #\n#########");
    let number = |cell: usize| if cell % level.width() < 4 { 1 } else { 2 };
    let numbered = |numbers: Vec<u32>| {
        let puzzle =
            Puzzle::new(level.width(), level.height(), level.cells(), &numbers, &numbers).expect("a puzzle");
        let root = root_of_puzzle(&puzzle).expect("it has a solution");
        Symmetry::all(&root.board, &root.classes).len()
    };
    let marked = |cell: usize| level.is_box(cell) || level.is_goal(cell);
    let all = 0..level.cells().len();
    assert_eq!(numbered(all.clone().map(|cell| u32::from(marked(cell))).collect()), 1);
    assert_eq!(numbered(all.map(|cell| if marked(cell) { number(cell) } else { 0 }).collect()), 0);
}

/// Returns a random puzzle whose floor and goals are their own mirror image.
pub(super) fn mirrored(random: &mut Random, numbers: usize) -> Puzzle {
    loop {
        let half = puzzle(random, 3, numbers, 1);
        let (width, cells) = (half.level().width(), half.level().cells());
        let (wide, height) = (2 * width - 1, half.level().height());
        if wide * height > 24 {
            continue;
        }
        let origin = |cell: usize| {
            let column = cell % wide;
            cell / wide * width + column.min(wide - 1 - column)
        };
        let is_left = |cell: usize| cell % wide < width;
        let kept =
            |cell: usize| if is_left(cell) { u8::MAX } else { crate::level::WALL | crate::level::GOAL };
        let all = 0..wide * height;
        let level: Vec<u8> = all.clone().map(|cell| cells[origin(cell)] & kept(cell)).collect();
        let box_number = |cell| if is_left(cell) { half.box_number(origin(cell)) } else { 0 };
        let boxes: Vec<u32> = all.clone().map(box_number).collect();
        let goals: Vec<u32> = all.map(|cell| half.goal_number(origin(cell))).collect();
        if let Ok(puzzle) = Puzzle::new(wide, height, &level, &boxes, &goals) {
            return puzzle;
        }
    }
}

#[test]
fn symmetric_levels_as_the_oracle_says() {
    agree(26, 400, |random| mirrored(random, 0));
    agree(27, 200, |random| mirrored(random, 2));
}

#[test]
fn images_are_searched_once() {
    let by_pushes = "#   #   #\n## $@  ##\n# . $ . #\n#  #.#  #\n##$$  $##\n#  . .  #\n#########";
    let by_moves = "#       #\n# $@$   #\n#  #$#  #\n# #. .# #\n#  .$.  #\n#       #\n#########";
    for (objective, rows) in [(Objective::Pushes, by_pushes), (Objective::Moves, by_moves)] {
        let nodes = |first: &str| solve_freely(&draw(&format!("{first}\n{rows}")), objective).nodes;
        let (once, all) = (nodes("#########"), nodes("# #######"));
        assert!(once > 1000 && once * 5 < all * 3, "{objective:?}: {once} positions for {all}");
    }
}
