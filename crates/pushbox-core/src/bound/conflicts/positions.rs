//! The positions of groups of a few boxes alone on the board, and the pulls between them.

use std::ops::Range;

use super::combinations::{self, Combinations};
use crate::board::group_components::{GroupComponents, MOST_BOXES, NO_COMPONENT, component_of, moves};
use crate::board::{Board, UNREACHED};
use crate::limit::{Limited, SearchControl};

/// Groups or positions visited between two checks of the clock.
const UNCHECKED: usize = 1 << 12;

/// The positions of groups of so many boxes, by number: groups by the combination of their live squares, and in a group by the
/// component of the floor that the player is in.
pub(super) struct GroupPositions {
    size: usize,
    pub(super) groups: Combinations,
    /// By group the components of its sides.
    components: Vec<u64>,
    /// By group its first position, and at the end the number of all.
    first: Vec<u32>,
}

/// The pulls from position to position, and the states of the boxes in each, one after another.
pub(super) struct Pulls {
    /// By position the first of those that pulls lead to, and at the end the number of all.
    first: Vec<u32>,
    ends: Vec<u32>,
    pub(super) box_states: Vec<u32>,
}

impl GroupPositions {
    /// Numbers the positions, and takes their memory from the budget.
    pub(super) fn new(board: &Board, size: usize, control: &mut SearchControl<'_>) -> Limited<Self> {
        let live = &board.live;
        let count = combinations::count(live.len(), size);
        control.budget.take(12 * count + 4 * MOST_BOXES * live.len())?;
        let (mut components, mut first) = (Vec::with_capacity(count), Vec::with_capacity(count + 1));
        let (mut floor, mut positions) = (GroupComponents::new(board), 0);
        combinations::each(live.len(), size, |group| {
            if components.len() % UNCHECKED == 0 {
                control.check()?;
            }
            let of_sides = floor.components(board, squares(board, group, &mut [0; MOST_BOXES]));
            first.push(positions);
            positions += count_of(of_sides, size);
            components.push(of_sides);
            Ok(())
        })?;
        first.push(positions);
        Ok(Self { size, groups: Combinations::below(live.len()), components, first })
    }

    pub(super) fn len(&self) -> usize {
        self.first[self.components.len()] as usize
    }

    /// Returns the number of a group by its squares, which ascend.
    pub(super) fn group(&self, board: &Board, squares: &[u16]) -> usize {
        let mut indices = [0; MOST_BOXES];
        for (index, &square) in indices.iter_mut().zip(squares) {
            *index = board.live_index[usize::from(square)].into();
        }
        self.groups.number(&indices[..self.size])
    }

    pub(super) fn of_group(&self, group: usize) -> Range<u32> {
        self.first[group]..self.first[group + 1]
    }

    /// Returns the position of a group with the player on a side.
    pub(super) fn at_side(&self, group: usize, side: usize) -> u32 {
        self.first[group] + component_of(self.components[group], side)
    }

    /// Returns the sides of a group that the player reaches in a position of it.
    pub(super) fn sides(&self, group: usize, position: u32) -> impl Iterator<Item = usize> + use<> {
        let (components, component) = (self.components[group], position - self.first[group]);
        (0..4 * self.size).filter(move |&side| component_of(components, side) == component)
    }
}

impl Pulls {
    /// Finds the pulls, and takes their memory from the budget.
    pub(super) fn new(
        board: &Board,
        positions: &GroupPositions,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let (mut first, mut ends, mut box_states) = (vec![0], Vec::new(), Vec::new());
        let mut number = 0;
        combinations::each(board.live.len(), positions.size, |group| {
            if number % UNCHECKED == 0 {
                control.check()?;
            }
            let (mut before, mut after) = ([0; MOST_BOXES], [0; MOST_BOXES]);
            let before = squares(board, group, &mut before);
            let after = &mut after[..positions.size];
            for position in positions.of_group(number) {
                let side = positions.sides(number, position).next().unwrap_or(0);
                let player = board.neighbour(before[side / 4], side % 4);
                for &square in before {
                    control.budget.room(&mut box_states)?;
                    box_states.push(board.box_state(square, player));
                }
                let at = (positions.components[number], position - positions.first[number]);
                // A player who pulls stands on the square that the box comes to, and then in front of it.
                for (moved, target, side) in moves(board, before, at, |direction| direction) {
                    after.copy_from_slice(before);
                    after[moved] = target;
                    after.sort_unstable();
                    let rank = after.iter().filter(|&&square| square < target).count();
                    control.budget.room(&mut ends)?;
                    ends.push(positions.at_side(positions.group(board, after), 4 * rank + side));
                }
                control.budget.room(&mut first)?;
                first.push(ends.len() as u32);
            }
            number += 1;
            Ok(())
        })?;
        Ok(Self { first, ends, box_states })
    }

    /// Measures the pulls to each position from the `starts`: into `pulls`, which is [`UNREACHED`] all over, with the positions
    /// that are reached in `queue`, which is empty.
    pub(super) fn measure(
        &self,
        starts: impl Iterator<Item = u32>,
        pulls: &mut [u16],
        queue: &mut Vec<u32>,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        queue.extend(starts);
        queue.iter().for_each(|&position| pulls[position as usize] = 0);
        let mut done = 0;
        while let Some(&position) = queue.get(done) {
            if done % UNCHECKED == 0 {
                control.check()?;
            }
            done += 1;
            let position = position as usize;
            let after = pulls[position].saturating_add(1).min(UNREACHED - 1);
            for &next in &self.ends[self.first[position] as usize..self.first[position + 1] as usize] {
                if pulls[next as usize] == UNREACHED {
                    pulls[next as usize] = after;
                    queue.push(next);
                }
            }
        }
        Ok(())
    }
}

/// Returns the squares of a combination of live squares, in `squares`.
fn squares<'s>(board: &Board, group: &[usize], squares: &'s mut [u16; MOST_BOXES]) -> &'s [u16] {
    squares.iter_mut().zip(group).for_each(|(square, &index)| *square = board.live[index]);
    &squares[..group.len()]
}

/// Returns how many components the sides of so many boxes belong to.
fn count_of(components: u64, size: usize) -> u32 {
    let of_sides = (0..4 * size).map(|side| component_of(components, side));
    of_sides.filter(|&component| component != NO_COMPONENT).max().map_or(0, |last| last + 1)
}
