//! Which box could go where, and how far the next helpful push is: guidance for a search, no bound.

use std::collections::VecDeque;

use super::bound::Kind;
use super::distance::NEVER;
use super::ground::PLAIN;
use super::{Crossoban, State};

/// What a move that pushes is worth in moves, as most moves are steps on the way to a push.
const PUSH: u32 = 4;
/// What each group of a colour beyond the first is worth.
const GROUP: u32 = 2;
/// How far away the next push counts where none helps.
const NOWHERE: u32 = 16;

/// Where a box is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// It may stay.
    Stay,
    /// To this cell.
    At(u16),
    /// To the neighbourhood of this cell.
    Near(u16),
}

/// What a position needs.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The moves that push, at least.
    pub(super) pushes: u32,
    /// For each slot of a box where it goes if that many are enough.
    pub(super) aims: Vec<Aim>,
}

impl Crossoban {
    /// How far a solution seems to be, in moves.
    pub(super) fn seems(&self, state: &State, plan: &Plan) -> u32 {
        let ground = &self.ground;
        let boxes = ground.ranges().iter().filter(|range| range.start >= ground.first_box);
        let coloured = boxes.filter(|range| ground.look(range.start).colour != PLAIN);
        let groups: usize = coloured.map(|range| self.groups(&state[range.clone()]).saturating_sub(1)).sum();
        PUSH * plan.pushes + GROUP * groups as u32 + self.to_next_push(state, plan).unwrap_or(NOWHERE)
    }

    /// The steps of the nearest pusher to where it can push a box nearer to its aim.
    fn to_next_push(&self, state: &State, plan: &Plan) -> Option<u32> {
        let ground = &self.ground;
        let mut boxes = vec![false; ground.shape.cells + 1];
        for &cell in &state[ground.first_box..ground.slots()] {
            boxes[usize::from(cell)] = true;
        }
        let walks = self.walks(state, &boxes);
        let ranges = ground.ranges().iter().filter(|range| range.start >= ground.first_box);
        let mut least = None;
        for (range, kind) in ranges.zip(&self.tables().kinds) {
            for slot in range.clone().filter(|&slot| self.is_there(state[slot])) {
                let cell = state[slot];
                let far = self.left(kind, cell, plan.aims[slot - ground.first_box]);
                if far == 0 {
                    continue;
                }
                let step = ground.shape.step[usize::from(cell)];
                for way in 0..4 {
                    let to = step[way];
                    let helps = ground.admits(slot, to, way)
                        && !boxes[usize::from(to)]
                        && !ground.floor[usize::from(cell)].lock
                        && self.left(kind, to, plan.aims[slot - ground.first_box]) < far;
                    if !helps {
                        continue;
                    }
                    for (pusher, walk) in &walks {
                        let steps = walk[usize::from(step[way ^ 2])];
                        if steps != NEVER
                            && ground.may_push(*pusher, slot)
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

    /// The pushes from a cell to an aim.
    fn left(&self, kind: &Kind, cell: u16, aim: Aim) -> u16 {
        match aim {
            Aim::Stay => 0,
            Aim::At(goal) => kind.distances.from(cell)[usize::from(goal)],
            Aim::Near(middle) => kind.near[usize::from(cell) * self.ground.shape.cells + usize::from(middle)],
        }
    }

    /// For one pusher of each look the steps of the nearest of that look to each cell, around the boxes.
    fn walks(&self, state: &State, boxes: &[bool]) -> Vec<(usize, Vec<u16>)> {
        let ground = &self.ground;
        let looks = ground.ranges().iter().filter(|range| range.start < ground.first_box);
        looks
            .map(|range| {
                let mut walk = vec![NEVER; ground.shape.cells + 1];
                let mut queue = VecDeque::new();
                for &cell in state[range.clone()].iter().filter(|&&cell| self.is_there(cell)) {
                    walk[usize::from(cell)] = 0;
                    queue.push_back(cell);
                }
                while let Some(cell) = queue.pop_front() {
                    for (way, &to) in ground.shape.step[usize::from(cell)].iter().enumerate() {
                        let index = usize::from(to);
                        if walk[index] == NEVER
                            && !boxes[index]
                            && !ground.floor[index].hole
                            && ground.admits(range.start, to, way)
                        {
                            walk[index] = walk[usize::from(cell)] + 1;
                            queue.push_back(to);
                        }
                    }
                }
                (range.start, walk)
            })
            .collect()
    }

    /// How many groups cells in reading order form; those off the board stand last and count for none.
    fn groups(&self, cells: &[u16]) -> usize {
        let cells = &cells[..cells.partition_point(|&cell| self.is_there(cell))];
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
                for near in self.ground.shape.step[usize::from(seen[done])] {
                    if cells.contains(&near) && !seen.contains(&near) {
                        seen.push(near);
                    }
                }
                done += 1;
            }
        }
        groups
    }

    /// What a position has achieved: how many groups the colours form, how many goals are covered, how many boxes are left.
    pub(super) fn achieved(&self, state: &State) -> u64 {
        let ground = &self.ground;
        let boxes = &state[ground.first_box..ground.slots()];
        let coloured = ground
            .ranges()
            .iter()
            .filter(|range| range.start >= ground.first_box && ground.look(range.start).colour != PLAIN);
        let groups: usize = coloured.map(|range| self.groups(&state[range.clone()])).sum();
        let covered = ground.goals.iter().filter(|goal| boxes.contains(goal)).count();
        let left = boxes.iter().filter(|&&cell| self.is_there(cell)).count();
        (groups as u64) << 32 | (covered as u64) << 16 | left as u64
    }
}
