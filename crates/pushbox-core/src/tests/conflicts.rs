//! Conflicts of boxes: what up to three need more is what the oracle says, and what all need more is a bound.

use super::depth::{fewest, scaled};
use super::detectors::living_pushes;
use super::oracle::{Random, fewest_pushes};
use super::{hotly, root_of, unlimited};
use crate::Level;
use crate::board::Position;
use crate::bound::conflicts::{Conflict, Conflicts, MOST_CHOICES, greatest_packing};
use crate::level::{BOX, GOAL, PLAYER, WALL};
use crate::region::Region;
use crate::search::expanded_node::ExpandedNode;
use crate::search::root_position::RootPosition;

/// Visits levels of narrow ways to goals on the left, that need a search.
fn narrow(seed: u64, count: usize, most_boxes: usize, mut visit: impl FnMut(&Level, &RootPosition)) {
    let mut random = Random(seed);
    let (width, height) = (7, 4);
    for _ in 0..scaled(count) {
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

/// A position after a living push in a level of narrow ways.
struct RaisedPosition<'p> {
    root: &'p RootPosition,
    position: &'p Position,
    level: &'p Level,
    /// The bound on the pushes without conflicts.
    plain: u32,
    /// The same with them, `None` for a deadlock.
    bound: Option<u32>,
    /// The fewest pushes by the oracle, `None` for a deadlock.
    fewest: Option<u32>,
}

/// Visits positions with their bounds.
fn raised(seed: u64, count: usize, most_boxes: usize, mut visit: impl FnMut(&RaisedPosition<'_>)) {
    narrow(seed, count, most_boxes, |level, root| {
        let board = &root.board;
        let conflicts = Conflicts::default();
        hotly(|control| {
            let mut due = Conflicts::due(board, root.boxes.len(), control);
            conflicts.make(board, &mut due, control)
        });
        living_pushes(level, board, &root.boxes, root.player, |position, push, _, level| {
            let (plain, bounds) = unlimited(|control| {
                let mut node = ExpandedNode::new(root, false, control)?;
                node.load(board, &position.set, push.square);
                let mut region = Region::new(board);
                region.flood(&position.is_box, push.square);
                let reaches = |square| region.contains(square);
                Ok((node.bounds(board, control)?, node.raised_bounds(board, &conflicts, reaches, control)?))
            });
            let Some(plain) = plain.map(|bounds| bounds.pushes) else { return };
            let bound = bounds.map(|bounds| bounds.pushes);
            visit(&RaisedPosition { root, position, level, plain, bound, fewest: fewest_pushes(level) });
        });
    });
}

#[test]
fn up_to_three_boxes_need_the_pushes_that_the_oracle_says() {
    let (mut conflicts, mut dead, mut none) = ([0; 2], [0; 2], 0);
    raised(81, 30_000, 3, |raised| {
        let RaisedPosition { root, position, level, plain, bound, fewest } = *raised;
        // Distances past frozen boxes contain some of what a conflict counts.
        if position.boxes.iter().any(|&square| root.board.is_goal[usize::from(square)]) {
            return;
        }
        assert_eq!(bound, fewest, "{level:?}");
        match bound {
            Some(bound) if bound > plain => conflicts[root.boxes.len() - 2] += 1,
            Some(_) => none += 1,
            None => dead[root.boxes.len() - 2] += 1,
        }
    });
    assert!(
        conflicts.iter().chain(&dead).all(|&count| count > fewest(10)) && none > fewest(100),
        "{conflicts:?} {dead:?} {none}"
    );
}

#[test]
fn a_bound_that_conflicts_raise_is_a_bound() {
    let (mut tight, mut loose, mut dead) = (0, 0, 0);
    raised(82, 50_000, 5, |raised| {
        let RaisedPosition { root, level, plain, bound, fewest, .. } = *raised;
        match (bound, fewest) {
            (Some(bound), Some(fewest)) => {
                assert!(plain <= bound && bound <= fewest && (bound - plain) % 2 == 0, "{level:?}");
                tight += usize::from(root.boxes.len() > 3 && plain < bound && bound == fewest);
                loose += usize::from(root.boxes.len() > 3 && plain < bound && bound < fewest);
            }
            (None, Some(_)) => panic!("no deadlock: {level:?}"),
            (None, None) => dead += usize::from(root.boxes.len() > 3),
            (Some(_), None) => {}
        }
    });
    assert!(tight >= fewest(5) && dead >= fewest(10), "{tight} {loose} {dead}");
}

#[test]
fn the_packing_is_the_greatest() {
    let mut random = Random(83);
    let mut bounds = 0;
    for _ in 0..2000 {
        let boxes = 3 + random.below(4);
        let mut conflicts = Vec::new();
        for _ in 0..random.below(12) {
            let first = random.below(boxes - 2);
            let second = first + 1 + random.below(boxes - first - 2);
            let third = second + 1 + random.below(boxes - second - 1);
            let group = [first, second, third];
            conflicts.push(Conflict::new(&group[..2 + random.below(2)], 2 + 2 * random.below(3) as u32));
        }
        let is_disjoint = |chosen: &[&Conflict]| {
            let numbers: Vec<usize> = chosen.iter().flat_map(|conflict| conflict.boxes()).copied().collect();
            (0..numbers.len()).all(|index| !numbers[..index].contains(&numbers[index]))
        };
        let all = (0..1 << conflicts.len()).map(|code: u32| {
            let chosen: Vec<&Conflict> = (0..conflicts.len())
                .filter(|index| code >> index & 1 == 1)
                .map(|index| &conflicts[index])
                .collect();
            if is_disjoint(&chosen) { chosen.iter().map(|conflict| conflict.excess).sum() } else { 0 }
        });
        let expected: u32 = all.max().expect("some");
        assert_eq!(greatest_packing(&conflicts, &mut [false; 6], u32::MAX), expected, "{conflicts:?}");
        for choices in 0..=MOST_CHOICES {
            let bound = greatest_packing(&conflicts, &mut [false; 6], choices);
            assert!(bound <= expected, "{conflicts:?}");
            bounds += usize::from(bound < expected);
        }
    }
    assert!(bounds > 100, "{bounds}");
}
