//! The heuristic of the search of any solution, and the features of positions; no bounds.

use super::bound::{Assignment, ClassTables, Destination};
use super::static_level::PLAIN;
use super::{Crossoban, State};
use crate::flood::{NEVER, steps_from};

/// The weight of a move that pushes, in moves, as most moves are steps on the way to a push.
const PUSH: u32 = 4;
/// The weight of each group of a colour beyond the first.
const GROUP: u32 = 2;
/// The steps to the next push where none helps.
const NO_PUSH: u32 = 16;

impl Crossoban {
    /// Estimates the distance to a solution, in moves.
    pub(super) fn estimate(&self, state: &State, assignment: &Assignment) -> u32 {
        let level = &self.level;
        let coloured = level.box_ranges().filter(|range| level.class(range.start).colour != PLAIN);
        let groups: usize = coloured.map(|range| self.groups(&state[range]).saturating_sub(1)).sum();
        PUSH * assignment.pushes
            + GROUP * groups as u32
            + self.steps_to_next_push(state, assignment).unwrap_or(NO_PUSH)
    }

    /// Returns the steps of the nearest pusher to where it can push a box nearer to its destination.
    fn steps_to_next_push(&self, state: &State, assignment: &Assignment) -> Option<u32> {
        let level = &self.level;
        let mut is_box = vec![false; level.grid.cells + 1];
        for &cell in &state[level.first_box..level.slots()] {
            is_box[usize::from(cell)] = true;
        }
        let walks = self.walks(state, &is_box);
        let mut least = None;
        for (range, class) in level.box_ranges().zip(&self.tables().classes) {
            for slot in range.filter(|&slot| self.is_on_board(state[slot])) {
                let cell = state[slot];
                let destination = assignment.destinations[slot - level.first_box];
                let remaining = self.remaining_pushes(class, cell, destination);
                if remaining == 0 {
                    continue;
                }
                let neighbours = level.grid.neighbours(cell);
                for direction in 0..4 {
                    let to = neighbours[direction];
                    let helps = level.admits(slot, to, direction)
                        && !is_box[usize::from(to)]
                        && !level.floor[usize::from(cell)].lock
                        && self.remaining_pushes(class, to, destination) < remaining;
                    if !helps {
                        continue;
                    }
                    for (pusher, walk) in &walks {
                        let steps = walk[usize::from(neighbours[direction ^ 2])];
                        if steps != NEVER
                            && level.may_push(*pusher, slot)
                            && least.is_none_or(|least| steps < least)
                        {
                            least = Some(steps);
                        }
                    }
                }
            }
        }
        least.map(u32::from)
    }

    /// Returns the pushes from a cell to a destination.
    fn remaining_pushes(&self, class: &ClassTables, cell: u16, destination: Destination) -> u16 {
        match destination {
            Destination::Stay => 0,
            Destination::At(goal) => class.distances.from(cell)[usize::from(goal)],
            Destination::Near(middle) => {
                class.near[usize::from(cell) * self.level.grid.cells + usize::from(middle)]
            }
        }
    }

    /// For one pusher of each class returns the steps of the nearest of that class to each cell, around the boxes.
    fn walks(&self, state: &State, is_box: &[bool]) -> Vec<(usize, Vec<u16>)> {
        let level = &self.level;
        let pushers = level.class_ranges().iter().filter(|range| range.start < level.first_box);
        pushers
            .map(|range| {
                let cells = state[range.clone()].iter().copied().filter(|&cell| self.is_on_board(cell));
                let enters = |cell: u16, direction: usize| {
                    let to = level.grid.neighbour(cell, direction);
                    let is_free = !is_box[usize::from(to)] && !level.floor[usize::from(to)].hole;
                    (is_free && level.admits(range.start, to, direction)).then_some(to)
                };
                (range.start, steps_from(level.grid.cells + 1, &cells.collect::<Vec<_>>(), enters))
            })
            .collect()
    }

    /// Counts the groups that cells in reading order form; those off the board stand last and count for none.
    pub(super) fn groups(&self, cells: &[u16]) -> usize {
        let cells = &cells[..cells.partition_point(|&cell| self.is_on_board(cell))];
        let mut seen: Vec<u16> = Vec::with_capacity(cells.len());
        let mut groups = 0;
        for &cell in cells {
            if seen.contains(&cell) {
                continue;
            }
            groups += 1;
            let mut done = seen.len();
            seen.push(cell);
            while done < seen.len() {
                for next in self.level.grid.neighbours(seen[done]) {
                    if cells.contains(&next) && !seen.contains(&next) {
                        seen.push(next);
                    }
                }
                done += 1;
            }
        }
        groups
    }

    /// Returns the features of a position: the groups that the colours form, the goals covered, the boxes on the board.
    pub(super) fn count_features(&self, state: &State) -> u64 {
        let level = &self.level;
        let boxes = &state[level.first_box..level.slots()];
        let coloured = level.box_ranges().filter(|range| level.class(range.start).colour != PLAIN);
        let groups: usize = coloured.map(|range| self.groups(&state[range])).sum();
        let covered = level.goals.iter().filter(|goal| boxes.contains(goal)).count();
        let remaining = boxes.iter().filter(|&&cell| self.is_on_board(cell)).count();
        (groups as u64) << 32 | (covered as u64) << 16 | remaining as u64
    }
}
