//! Conflicts of boxes: what two need more is what the oracle says, and what all need more is a bound.

use super::detectors::living_pushes;
use super::oracle::{Random, best_rank, fewest_pushes};
use super::{root_of, unlimited};
use crate::board::{Distances, UNREACHED};
use crate::bound::pair_conflicts::{MOST_CHOICES, PairConflicts, least_cover};
use crate::level::{BOX, GOAL, PLAYER, WALL};
use crate::region::Region;
use crate::search::expanded_node::ExpandedNode;
use crate::search::root_position::RootPosition;
use crate::{Level, Objective, Puzzle};

/// Visits levels of narrow ways to goals on the left, that need a search.
fn narrow(seed: u64, count: usize, most_boxes: usize, mut visit: impl FnMut(&Level, &RootPosition)) {
    let mut random = Random(seed);
    let (width, height) = (7, 4);
    for _ in 0..count {
        let mut cells: Vec<u8> =
            (0..width * height).map(|_| if random.below(12) < 3 { WALL } else { 0 }).collect();
        for _ in 0..2 + random.below(most_boxes - 1) {
            cells[random.below(height) * width + random.below(3)] |= GOAL;
            cells[random.below(width * height)] |= BOX;
        }
        let player = random.below(cells.len());
        cells.iter_mut().filter(|cell| **cell & WALL != 0).for_each(|cell| *cell = WALL);
        cells[player] = cells[player] & GOAL | PLAYER;
        let Ok(level) = Level::new(width, height, &cells) else { continue };
        if level.count(BOX) == level.count(GOAL) && level.count(BOX) > 1 {
            if let Some(root) = root_of(&level) {
                visit(&level, &root);
            }
        }
    }
}

/// Returns the excess pushes of the two boxes of a level by the oracle: the least over both ways to give them the two goals.
fn excess(level: &Level, root: &RootPosition) -> Option<u32> {
    let board = &root.board;
    let cell = |square: u16| board.cells[usize::from(square)] as usize;
    let alone = unlimited(|control| Distances::new(board, &board.goals, |_| false, &|_, _| 1, control));
    let states = board.box_states_of(&root.boxes, root.player);
    let of_order = |goals: [usize; 2]| {
        let apart: Vec<u16> = (0..2).map(|index| alone.row(states[index])[goals[index]]).collect();
        let numbers = |squares: [u16; 2]| {
            let mut numbers = vec![0; level.cells().len()];
            squares.into_iter().zip(1..).for_each(|(square, number)| numbers[cell(square)] = number);
            numbers
        };
        let of_boxes = numbers([root.boxes[0], root.boxes[1]]);
        let of_goals = numbers(goals.map(|goal| board.goals[goal]));
        let puzzle = Puzzle::new(level.width(), level.height(), level.cells(), &of_boxes, &of_goals);
        let pushes = best_rank(&puzzle.expect("a puzzle"), Objective::Pushes)?.0;
        Some(pushes - apart.iter().map(|&pushes| u32::from(pushes)).sum::<u32>())
            .filter(|_| !apart.contains(&UNREACHED))
    };
    [[0, 1], [1, 0]].into_iter().filter_map(of_order).min()
}

#[test]
fn two_boxes_conflict_as_much_as_the_oracle_says() {
    let (mut conflicts, mut none) = (0, 0);
    narrow(81, 20_000, 2, |level, root| {
        let Some(expected) = (root.boxes.len() == 2).then(|| excess(level, root)).flatten() else { return };
        let board = &root.board;
        let table = unlimited(|control| PairConflicts::new(board, control));
        let mut region = Region::new(board);
        region.flood(&board.boxes_on(&root.boxes), root.player);
        let reached = |&square: &u16| {
            let reaches = |&side: &usize| region.contains(board.neighbour(square, side));
            (0..4).filter(reaches).fold(0, |sides, side| sides | 1 << side)
        };
        let reached: Vec<u8> = root.boxes.iter().map(reached).collect();
        let box_states = board.box_states_of(&root.boxes, root.player);
        let found = table.of(&root.boxes, &box_states, &reached);
        conflicts += usize::from(expected > 0);
        none += usize::from(expected == 0);
        assert_eq!(found.first().map_or(0, |conflict| conflict.2), expected, "{level:?}");
        // A player of whom no more is known than the sides of both boxes may have it easier.
        let unknown = table.of(&root.boxes, &box_states, &[0, 0]);
        assert!(unknown.first().map_or(0, |conflict| conflict.2) <= expected, "{level:?}");
    });
    assert!(conflicts > 20 && none > 100, "{conflicts} {none}");
}

#[test]
fn a_bound_that_conflicts_raise_is_a_bound() {
    let (mut raised, mut tight, mut frozen) = (0, 0, 0);
    narrow(82, 30_000, 4, |level, root| {
        let board = &root.board;
        let conflicts = unlimited(|control| PairConflicts::new(board, control));
        living_pushes(level, board, &root.boxes, root.player, |position, push, _, next| {
            let bounds = unlimited(|control| {
                let mut node = ExpandedNode::new(root, false, control)?;
                node.load(board, &position.set, push.square);
                let mut region = Region::new(board);
                region.flood(&position.is_box, push.square);
                let reaches = |square| region.contains(square);
                Ok((node.bounds(board, control)?, node.raised_bounds(board, &conflicts, reaches, control)?))
            });
            let (Some(plain), Some(bound)) = bounds else { return };
            let fewest = fewest_pushes(next);
            assert!(fewest.is_none_or(|fewest| bound.pushes <= fewest), "{next:?}");
            assert!(bound.pushes > plain.pushes && (bound.pushes - plain.pushes) % 2 == 0);
            raised += 1;
            tight += usize::from(fewest == Some(bound.pushes));
            frozen += usize::from(root.boxes.len() > 2);
        });
    });
    assert!(raised > 80 && tight > 40 && frozen > 10, "{raised} {tight} {frozen}");
}

#[test]
fn the_cover_is_the_least() {
    let mut random = Random(83);
    let mut bounds = 0;
    for _ in 0..2000 {
        let boxes = 2 + random.below(4);
        let mut conflicts = Vec::new();
        for other in 1..boxes {
            for one in 0..other {
                let excess = [0, 0, 2, 2, 4, 6][random.below(6)];
                conflicts.extend((excess > 0).then_some((one, other, excess)));
            }
        }
        let all = (0..4_u32.pow(boxes as u32)).map(|code| {
            let pushes: Vec<u32> = (0..boxes).map(|number| (code >> (2 * number) & 3) * 2).collect();
            let holds = conflicts.iter().all(|&(one, other, excess)| pushes[one] + pushes[other] >= excess);
            if holds { pushes.iter().sum() } else { u32::MAX }
        });
        let expected = all.min().expect("some");
        assert_eq!(least_cover(&conflicts, &mut [0; 6], u32::MAX), expected, "{conflicts:?}");
        for choices in 0..=MOST_CHOICES {
            let bound = least_cover(&conflicts, &mut [0; 6], choices);
            assert!(bound <= expected, "{conflicts:?}");
            bounds += usize::from(bound < expected);
        }
    }
    assert!(bounds > 100, "{bounds}");
}
