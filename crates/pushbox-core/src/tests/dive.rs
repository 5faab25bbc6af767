//! The dive: what it returns is a solution, and open boards with many boxes need no search.

use super::depth::fewest;
use super::detectors::starts;
use super::oracle::Random;
use super::{solve_within, unlimited};
use crate::level::{BOX, GOAL, Level, PLAYER, WALL};
use crate::objective::Objective;
use crate::search::dive::dive;
use crate::search::lurd;
use crate::search::verdict::Verdict;
use crate::{Limit, Puzzle, SolveOptions};

#[test]
fn what_a_dive_returns_is_a_solution() {
    let (mut solved, mut open) = (0, 0);
    starts(41, 1500, |level, root, expected| match unlimited(|control| dive(root, control)) {
        Some(pushes) => {
            assert!(expected.is_some_and(|fewest| fewest as usize <= pushes.len()), "{level:?}");
            assert!(lurd::solves(root, &pushes), "{level:?}");
            solved += 1;
        }
        None => open += usize::from(expected.is_some()),
    });
    assert!(solved > fewest(200) && open > fewest(20), "{solved} {open}");
}

/// Returns a room of so many cells each way, with its walls, with boxes and goals at random.
fn open_room(random: &mut Random, size: usize, boxes: usize) -> Level {
    let width = size + 2;
    let mut cells: Vec<u8> = (0..width * width)
        .map(|cell| {
            let (row, column) = (cell / width, cell % width);
            if row % (size + 1) == 0 || column % (size + 1) == 0 { WALL } else { 0 }
        })
        .collect();
    let inner = |random: &mut Random| (2 + random.below(size - 2)) * width + 2 + random.below(size - 2);
    for (piece, count) in [(BOX, boxes), (GOAL, boxes), (PLAYER, 1)] {
        for _ in 0..count {
            let cell = std::iter::repeat_with(|| inner(random)).find(|&cell| cells[cell] == 0);
            cells[cell.expect("room for all")] = piece;
        }
    }
    Level::new(width, width, &cells).expect("a level")
}

#[test]
fn open_rooms_with_many_boxes_need_no_search() {
    let mut random = Random(42);
    for (size, boxes) in [(14, 40), (24, 60), (40, 100)] {
        let level = open_room(&mut random, size, boxes);
        let limit = Limit { nodes: Some(12 * boxes as u64), ..Limit::default() };
        let answer = solve_within(&Puzzle::from(&level), SolveOptions::new(Objective::Any), &limit);
        assert!(matches!(answer.verdict, Verdict::Solved { .. }), "{size} {boxes}");
    }
}
