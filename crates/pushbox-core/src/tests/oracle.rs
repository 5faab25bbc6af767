//! The oracle of the solver: exhaustive breadth-first search without any pruning, and random levels.

use std::collections::{HashMap, HashSet};

use crate::exhaustive::best_count;
use crate::flood::costs_from;
pub(super) use crate::generate::random::Random;
use crate::level::{BOX, GOAL, PLAYER, WALL, opposite};
use crate::{Level, Objective, Puzzle, Rank};

impl Random {
    /// Returns a crowded level of 3x3 to 7x7 cells without a frame: the edge of the board is wall enough.
    pub(super) fn level(&mut self, most_boxes: usize) -> Level {
        loop {
            let (width, height) = (3 + self.below(5), 3 + self.below(5));
            let area = width * height;
            let mut cells = vec![0; area];
            let dense = self.below(4);
            for cell in &mut cells {
                *cell = if self.below(12) < dense { WALL } else { 0 };
            }
            // The search space of the oracle grows with area to the power of boxes.
            let most = if area > 30 { most_boxes.min(3) } else { most_boxes };
            let boxes = 1 + self.below(most);
            let goals = if self.below(4) == 0 { boxes + 1 + self.below(2) } else { boxes };
            let free = cells.iter().filter(|&&cell| cell == 0).count();
            if free < goals.max(boxes + 1) + 1 {
                continue;
            }
            self.place(&mut cells, goals, GOAL, WALL | GOAL);
            self.place(&mut cells, boxes, BOX, WALL | BOX);
            self.place(&mut cells, 1, PLAYER, WALL | BOX);
            return Level::new(width, height, &cells).expect("a level");
        }
    }

    fn place(&mut self, cells: &mut [u8], count: usize, what: u8, not_with: u8) {
        let mut left = count;
        while left > 0 {
            let cell = self.below(cells.len());
            if cells[cell] & not_with == 0 {
                cells[cell] |= what;
                left -= 1;
            }
        }
    }
}

/// Returns the fewest pushes that solve `level`, which has at most 64 cells; `None` if nothing does.
pub(super) fn fewest_pushes(level: &Level) -> Option<u32> {
    let goals = mask(level, GOAL);
    explore(level, |boxes, _, pushes| (boxes & !goals == 0).then_some(pushes))
}

/// Everything that pushes lead to from `level`, which has at most 64 cells: the cells of the boxes and the least cell
/// that the player reaches, with the fewest pushes.
pub(super) fn all_positions(level: &Level) -> HashMap<(u64, u32), u32> {
    let mut positions = HashMap::new();
    explore(level, |boxes, least, pushes| {
        positions.insert((boxes, least), pushes);
        None::<()>
    });
    positions
}

pub(super) fn mask(level: &Level, bit: u8) -> u64 {
    let cells = level.cells();
    (0..cells.len()).filter(|&cell| cells[cell] & bit != 0).fold(0, |mask, cell| mask | 1 << cell)
}

/// Visits all positions in the order of their pushes until `visit` has an answer.
fn explore<T>(level: &Level, mut visit: impl FnMut(u64, u32, u32) -> Option<T>) -> Option<T> {
    let walls = mask(level, WALL);
    let mut layer = vec![(mask(level, BOX), level.player() as u8)];
    let mut seen = HashSet::new();
    let mut pushes = 0;
    while !layer.is_empty() {
        let mut next_layer = Vec::new();
        for (boxes, player) in layer {
            let reach = flood(level, walls | boxes, usize::from(player));
            if !seen.insert((boxes, reach.trailing_zeros())) {
                continue;
            }
            let answer = visit(boxes, reach.trailing_zeros(), pushes);
            if answer.is_some() {
                return answer;
            }
            next_layer.extend(pushes_from(level, walls, boxes, reach));
        }
        layer = next_layer;
        pushes += 1;
    }
    None
}

/// Returns the boxes and the player after each legal push of a player who reaches the cells `reach`.
fn pushes_from(level: &Level, walls: u64, boxes: u64, reach: u64) -> impl Iterator<Item = (u64, u8)> + '_ {
    (0..4 * level.cells().len()).filter_map(move |index| {
        let (cell, direction) = (index / 4, index % 4);
        let (target, from) = (level.neighbour(cell, direction)?, level.neighbour(cell, opposite(direction))?);
        let is_legal = boxes >> cell & 1 != 0 && reach >> from & 1 != 0 && (walls | boxes) >> target & 1 == 0;
        is_legal.then_some((boxes ^ 1 << cell ^ 1 << target, cell as u8))
    })
}

/// Returns every position that pushes lead to, named as by [`all_positions`], with the fewest pushes that solve it, or
/// [`UNREACHABLE`](crate::flood::UNREACHABLE). `None` if there are more than `most` positions.
pub(super) fn pushes_left(level: &Level, most: usize) -> Option<HashMap<(u64, u32), u32>> {
    let (walls, goals) = (mask(level, WALL), mask(level, GOAL));
    let position = |boxes: u64, player: u8| {
        let reach = flood(level, walls | boxes, player.into());
        ((boxes, reach.trailing_zeros()), reach)
    };
    let first = position(mask(level, BOX), level.player() as u8);
    let (mut positions, mut into) = (vec![first], vec![Vec::new()]);
    let mut number = HashMap::from([(first.0, 0)]);
    let mut done = 0;
    while let Some(&((boxes, _), reach)) = positions.get(done) {
        for (after, player) in pushes_from(level, walls, boxes, reach) {
            let next = position(after, player);
            let next = *number.entry(next.0).or_insert_with(|| {
                positions.push(next);
                into.push(Vec::new());
                into.len() - 1
            });
            into[next].push(done);
        }
        if positions.len() > most {
            return None;
        }
        done += 1;
    }
    let solved: Vec<usize> =
        (0..positions.len()).filter(|&index| positions[index].0.0 & !goals == 0).collect();
    let left =
        costs_from(into.len(), &solved, |index, visit| into[index].iter().for_each(|&from| visit(from, 1)));
    Some(positions.into_iter().map(|(name, _)| name).zip(left).collect())
}

/// Returns the cells that the player reaches.
pub(super) fn flood(level: &Level, obstacles: u64, player: usize) -> u64 {
    let mut reach = 1u64 << player;
    let mut stack = vec![player];
    while let Some(cell) = stack.pop() {
        for next in (0..4).filter_map(|direction| level.neighbour(cell, direction)) {
            if (obstacles | reach) >> next & 1 == 0 {
                reach |= 1 << next;
                stack.push(next);
            }
        }
    }
    reach
}

/// Returns the least rank that solves `puzzle` by an objective; `None` if nothing does.
pub(super) fn best_rank(puzzle: &Puzzle, objective: Objective) -> Option<Rank> {
    best_count(puzzle, objective).map(|count| objective.rank(count))
}
