//! Conflicts of boxes: the pushes that a group of two or three boxes needs beyond its cheapest assignment, even alone
//! on the board. One box may have to let the other pass, for instance.
//!
//! The excess of a group is the least over all goals for it, so it holds whichever goals the boxes get. Groups without
//! a common box need their excess pushes independently, so these add up to a bound. For pairs that is a linear conflict
//! (Hansson, Mayer and Yung 1992); for larger groups it is an additive pattern database (Felner, Korf and Hanan 2004),
//! with patterns chosen anew in each position.
//!
//! Distances past frozen boxes may already contain the excess of a conflict. Such a conflict counts less, by as much as
//! the distances are longer.

mod combinations;
mod positions;

use std::sync::OnceLock;

use crate::bits::{insert, ones};
use crate::board::group_components::MOST_BOXES;
use crate::board::{Board, Distances, UNREACHED};
use crate::limit::{LimitKind, Limited, SearchControl};
use positions::{GroupPositions, Pulls};

/// The boxes of the groups, by table.
const SIZES: [usize; 2] = [2, MOST_BOXES];
/// The excess pushes of a group that cannot be solved. Those of others are less, and even as all are: ways between two squares
/// differ by an even number of pushes.
pub(crate) const DEAD_GROUP: u8 = 254;
/// The ways to goals that are measured in the time that it takes to find the positions of a group and their pulls.
const WAYS_OF_A_GROUP: usize = 300;
/// Bytes for a group while its table is made, estimated from above.
const GROUP_BYTES: usize = 192;
/// The choices between conflicts after which a bound will do.
pub(crate) const MOST_CHOICES: u32 = 6;

/// The tables of conflicts of a level, each once it has been made.
#[derive(Default)]
pub(crate) struct Conflicts {
    tables: [OnceLock<ConflictTable>; SIZES.len()],
}

/// The positions after whose expansion a search is worth each of the tables, `None` for never.
pub(crate) type ConflictsDue = [Option<u64>; SIZES.len()];

#[derive(Clone, Copy)]
pub(crate) struct PlacedBoxes<'p> {
    pub(crate) squares: &'p [u16],
    pub(crate) box_states: &'p [u32],
    /// The sides of each that the player reaches, as bits by direction.
    pub(crate) reached: &'p [u8],
}

/// A group of boxes by number, and its excess pushes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict {
    pub(crate) excess: u32,
    size: usize,
    numbers: [usize; MOST_BOXES],
}

impl Conflict {
    /// Creates the conflict of a group, by the numbers of its boxes.
    pub(crate) fn new(boxes: &[usize], excess: u32) -> Self {
        let mut numbers = [0; MOST_BOXES];
        numbers[..boxes.len()].copy_from_slice(boxes);
        Self { excess, size: boxes.len(), numbers }
    }

    pub(crate) fn boxes(&self) -> &[usize] {
        &self.numbers[..self.size]
    }
}

impl Conflicts {
    /// Returns from when on a search that begins now is worth the tables.
    pub(crate) fn due(board: &Board, boxes: usize, control: &SearchControl<'_>) -> ConflictsDue {
        SIZES.map(|size| {
            let groups = combinations::count(board.live.len(), size);
            let starts = combinations::count(board.goals.len(), size);
            let fits = groups <= control.budget.free() / 8 / GROUP_BYTES;
            // The pulls from a position are more the more boxes there are.
            let all = (groups as u64).saturating_mul((size * (starts + WAYS_OF_A_GROUP)) as u64);
            let due = all.checked_div(control.tuning.group_distances_per_position as u64)?;
            (boxes >= size && fits).then_some(control.nodes.saturating_add(due))
        })
    }

    /// Makes the tables that are due; returns how many there are.
    pub(crate) fn make(
        &self,
        board: &Board,
        due: &mut ConflictsDue,
        control: &mut SearchControl<'_>,
    ) -> Limited<u8> {
        for (number, table) in self.tables.iter().enumerate() {
            if table.get().is_some() || due[number].is_none_or(|due| control.nodes < due) {
                continue;
            }
            let used = control.budget.used();
            match ConflictTable::new(board, SIZES[number], self, control) {
                Ok(made) => {
                    let bytes = control.budget.used() - used;
                    control.budget.share(table, made, bytes);
                }
                Err(LimitKind::Memory) => {
                    control.budget.reset(used);
                    due[number] = None;
                }
                Err(limit) => return Err(limit),
            }
        }
        Ok(self.made().count() as u8)
    }

    pub(crate) fn of(&self, board: &Board, boxes: PlacedBoxes<'_>) -> Vec<Conflict> {
        let index = |&square: &u16| usize::from(board.live_index[usize::from(square)]);
        let mut by_index: Vec<(usize, usize)> = boxes.squares.iter().map(index).zip(0..).collect();
        by_index.sort_unstable();
        let mut occupied = vec![0; board.words()];
        by_index.iter().for_each(|&(index, _)| _ = insert(&mut occupied, index));
        let mut found = Vec::new();
        self.made().for_each(|table| table.find(board, boxes, &by_index, &occupied, &mut found));
        found
    }

    fn made(&self) -> impl Iterator<Item = &ConflictTable> {
        self.tables.iter().filter_map(OnceLock::get)
    }
}

/// The conflicts of all groups of so many boxes.
struct ConflictTable {
    size: usize,
    positions: GroupPositions,
    /// By position the excess pushes of the group, where they are more than those of groups in it.
    excess: Vec<u8>,
    /// By group without its last box the live squares of that in those that have any, as bits.
    last: Vec<u64>,
}

impl ConflictTable {
    /// Creates the table, and takes its bytes from the budget; `smaller` has the conflicts of smaller groups.
    fn new(
        board: &Board,
        size: usize,
        smaller: &Conflicts,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let positions = GroupPositions::new(board, size, control)?;
        let beginnings = combinations::count(board.live.len(), size - 1);
        control.budget.take(positions.len() + 8 * beginnings * board.words())?;
        let mut table = Self {
            size,
            excess: vec![DEAD_GROUP; positions.len()],
            last: vec![0; beginnings * board.words()],
            positions,
        };
        let used = control.budget.used();
        let pulls = Pulls::new(board, &table.positions, control)?;
        table.measure(board, &pulls, control)?;
        table.keep_greater(board, &pulls, smaller, control)?;
        control.budget.reset(used);
        Ok(table)
    }

    /// Finds the excess pushes of all groups on their way to all goals.
    fn measure(&mut self, board: &Board, pulls: &Pulls, control: &mut SearchControl<'_>) -> Limited<()> {
        let goals = &board.goals;
        control.budget.take(Distances::bytes(board, goals.len()) + 6 * self.excess.len())?;
        let alone = Distances::new(board, goals, |_| false, &|_, _| 1, control)?;
        let mut distances = vec![UNREACHED; self.excess.len()];
        let mut queue = Vec::with_capacity(self.excess.len());
        combinations::each(goals.len(), self.size, |ends| {
            let mut squares: Vec<u16> = ends.iter().map(|&end| goals[end]).collect();
            squares.sort_unstable();
            let starts = self.positions.of_group(self.positions.group(board, &squares));
            pulls.measure(starts, &mut distances, &mut queue, control)?;
            for position in queue.drain(..).map(|position| position as usize) {
                let all = std::mem::replace(&mut distances[position], UNREACHED);
                let excess = &mut self.excess[position];
                if *excess > 0 {
                    // Boxes of a group that is on the way to goals can get there alone.
                    let states = &pulls.box_states[position * self.size..(position + 1) * self.size];
                    let apart = cheapest(&alone, states, ends, 0);
                    let more = u32::from(all).saturating_sub(apart).min(u32::from(DEAD_GROUP) - 2);
                    *excess = (*excess).min(more as u8);
                }
            }
            Ok(())
        })
    }

    /// Keeps what is more than the excess pushes of smaller groups, and notes where that is.
    fn keep_greater(
        &mut self,
        board: &Board,
        pulls: &Pulls,
        smaller: &Conflicts,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let (mut number, words) = (0, board.words());
        combinations::each(board.live.len(), self.size, |group| {
            let squares: Vec<u16> = group.iter().map(|&index| board.live[index]).collect();
            for position in self.positions.of_group(number) {
                let excess = &mut self.excess[position as usize];
                if *excess == 0 {
                    continue;
                }
                control.check()?;
                let mut reached = [0; MOST_BOXES];
                self.positions.sides(number, position).for_each(|side| reached[side / 4] |= 1 << (side % 4));
                let states = &pulls.box_states[position as usize * self.size..][..self.size];
                let boxes = PlacedBoxes { squares: &squares, box_states: states, reached: &reached };
                let conflicts = smaller.of(board, boxes);
                if greatest_packing(&conflicts, &mut [false; MOST_BOXES], u32::MAX) >= (*excess).into() {
                    *excess = 0;
                } else {
                    let beginning = self.positions.groups.number(&group[..self.size - 1]);
                    insert(&mut self.last[beginning * words..], group[self.size - 1]);
                }
            }
            number += 1;
            Ok(())
        })
    }

    /// Finds the conflicts of boxes, which are given with their live squares in ascending order, and these as bits.
    fn find(
        &self,
        board: &Board,
        boxes: PlacedBoxes<'_>,
        by_index: &[(usize, usize)],
        occupied: &[u64],
        found: &mut Vec<Conflict>,
    ) {
        let (mut group, mut numbers) = ([0; MOST_BOXES], Vec::new());
        let _: Result<(), ()> = combinations::each(by_index.len(), self.size - 1, |chosen| {
            group.iter_mut().zip(chosen).for_each(|(index, &choice)| *index = by_index[choice].0);
            let beginning = self.positions.groups.number(&group[..self.size - 1]) * occupied.len();
            let row = &self.last[beginning..beginning + occupied.len()];
            for last in ones(row.iter().zip(occupied).map(|(last, occupied)| last & occupied)) {
                group[self.size - 1] = last;
                let at = by_index.partition_point(|&(index, _)| index < last);
                numbers.clear();
                numbers.extend(chosen.iter().chain([&at]).map(|&choice| by_index[choice].1));
                let excess = self.excess(board, boxes, &group[..self.size], &numbers);
                found.extend((excess > 0).then(|| Conflict::new(&numbers, excess.into())));
            }
            Ok(())
        });
    }

    /// Returns the excess pushes of the boxes of these numbers, on a group of live squares.
    fn excess(&self, board: &Board, boxes: PlacedBoxes<'_>, group: &[usize], numbers: &[usize]) -> u8 {
        let number = self.positions.groups.number(group);
        let reached = numbers.iter().map(|&number| boxes.reached[number]);
        if let Some((rank, sides)) = reached.enumerate().find(|&(_, sides)| sides != 0) {
            let side = 4 * rank + sides.trailing_zeros() as usize;
            return self.excess[self.positions.at_side(number, side) as usize];
        }
        // The sides of the boxes alone are known still.
        let is_like = |&position: &u32| {
            self.positions.sides(number, position).next().is_some_and(|side| {
                let player = board.neighbour(board.live[group[side / 4]], side % 4);
                let is_same = |(&index, &number): (&usize, &usize)| {
                    board.box_state(board.live[index], player) == boxes.box_states[number]
                };
                group.iter().zip(numbers).all(is_same)
            })
        };
        let alike = self.positions.of_group(number).filter(is_like);
        alike.map(|position| self.excess[position as usize]).min().unwrap_or(0)
    }
}

/// Returns the pushes of the cheapest assignment of boxes in these states to goals, but for those taken, as bits.
fn cheapest(alone: &Distances, box_states: &[u32], goals: &[usize], taken: u32) -> u32 {
    let Some((&box_state, rest)) = box_states.split_first() else { return 0 };
    let row = alone.row(box_state);
    let free = (0..goals.len()).filter(|index| taken >> index & 1 == 0);
    let costs =
        free.map(|index| u32::from(row[goals[index]]) + cheapest(alone, rest, goals, taken | 1 << index));
    costs.min().unwrap_or(0)
}

/// Returns the most excess pushes of conflicts that have no box in common, none of those taken; a bound on them after so many
/// choices.
pub(crate) fn greatest_packing(conflicts: &[Conflict], is_taken: &mut [bool], choices: u32) -> u32 {
    let is_open =
        |conflict: &Conflict, is_taken: &[bool]| conflict.boxes().iter().all(|&number| !is_taken[number]);
    let Some(first) = conflicts.iter().position(|conflict| is_open(conflict, is_taken)) else { return 0 };
    let (conflict, rest) = (conflicts[first], &conflicts[first + 1..]);
    let shares = |other: &Conflict| other.boxes().iter().any(|number| conflict.boxes().contains(number));
    let has_rival = rest.iter().any(|other| shares(other) && is_open(other, is_taken));
    let left = choices.checked_sub(u32::from(has_rival));
    conflict.boxes().iter().for_each(|&number| is_taken[number] = true);
    let with = conflict.excess + greatest_packing(rest, is_taken, left.unwrap_or(0));
    conflict.boxes().iter().for_each(|&number| is_taken[number] = false);
    match left.filter(|_| has_rival) {
        Some(left) => with.max(greatest_packing(rest, is_taken, left)),
        None => with,
    }
}
