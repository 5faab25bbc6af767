//! The cheapest assignment of boxes to goals (Hungarian algorithm, Kuhn 1955, by shortest augmenting paths, Jonker and
//! Volgenant 1987), kept up to date while boxes move.
//!
//! If there are fewer boxes than goals, boxes that cost nothing anywhere fill the rows up. A goal that loses its box
//! keeps its potential, and only in a square problem does the next augmenting path surely end at that goal. So one
//! changed box costs one path, not a new assignment.

use std::ops::RangeInclusive;

use crate::bits::{has, insert};
use crate::board::{Distances, UNREACHED, ones};
use crate::limit::{Limited, SearchControl};

const NONE: u32 = u32::MAX;
/// The length of a path that does not exist.
const FAR: i32 = i32::MAX;

/// The least potential. They fall from one position to the next, and would leave the 31 bits of a length at last.
const LEAST_POTENTIAL: i32 = -(1 << 29);

/// Edges between two checks of the clock: a path over thousands of boxes takes a tenth of a second.
const EDGES_UNCHECKED: usize = 1 << 20;

/// The sizes for which tight edges are kept: with less a path is found as quickly without them, and with more they would
/// take megabytes.
const TIGHT_SIZES: RangeInclusive<usize> = 32..=1024;

/// An assignment of rows (boxes, then padding) to columns (goals), kept optimal while boxes move.
#[derive(Default)]
pub(crate) struct Matching {
    boxes: usize,
    size: usize,
    box_states: Vec<u32>,
    column_of: Vec<u32>,
    row_of: Vec<u32>,
    /// The potentials of the columns (dual variables); never above zero.
    potentials: Vec<i32>,
    zeros: Vec<u16>,
    total: i64,
    // The working memory of a path.
    distance: Vec<i32>,
    from: Vec<u32>,
    /// [`FAR`] for the columns that have been scanned, 0 for the others.
    closed: Vec<i32>,
    scanned: Vec<u32>,
    /// For the column of every row the columns of other tight edges of that row (slack 0), as a set; the least slack of
    /// the edges that are not tight; and whether they are those of the present assignment.
    tight: Vec<u64>,
    least_slack: i32,
    is_tight_known: bool,
    // The columns reached by tight edges, and those of them that have been gone on from.
    reached: Vec<u64>,
    followed: Vec<u64>,
}

impl Matching {
    /// Creates an assignment of nothing. `boxes` must not exceed `goals`.
    pub(crate) fn new(boxes: usize, goals: usize) -> Self {
        debug_assert!(boxes <= goals);
        Self {
            boxes,
            size: goals,
            box_states: vec![NONE; boxes],
            column_of: vec![NONE; goals],
            row_of: vec![NONE; goals],
            potentials: vec![0; goals],
            zeros: if boxes < goals { vec![0; goals] } else { Vec::new() },
            distance: vec![FAR; goals],
            from: vec![NONE; goals],
            closed: vec![0; goals],
            scanned: Vec::with_capacity(goals),
            ..Self::default()
        }
    }

    /// Forgets everything; the next [`Matching::assign`] starts anew.
    pub(crate) fn clear(&mut self) {
        self.box_states.fill(NONE);
        self.forget();
    }

    fn forget(&mut self) {
        self.column_of.fill(NONE);
        self.row_of.fill(NONE);
        self.potentials.fill(0);
    }

    /// Moves the boxes to `box_states` and returns the cost of the best assignment, `None` if there is none.
    pub(crate) fn assign(
        &mut self,
        table: &Distances,
        box_states: &[u32],
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        for (row, &box_state) in box_states.iter().enumerate() {
            if self.box_states[row] != box_state {
                self.box_states[row] = box_state;
                let column = std::mem::replace(&mut self.column_of[row], NONE);
                if column != NONE {
                    self.row_of[column as usize] = NONE;
                }
            }
        }
        if self.potentials.iter().any(|&potential| potential < LEAST_POTENTIAL) {
            self.forget();
        }
        self.is_tight_known = false;
        let mut complete = true;
        for row in 0..self.size {
            if self.column_of[row] == NONE {
                if self.size > 64 {
                    control.check()?;
                }
                complete &= self.augment(table, row, control)?;
            }
        }
        if !complete {
            return Ok(None);
        }
        self.total =
            (0..self.boxes).map(|row| i64::from(self.costs(table, row)[self.column_of[row] as usize])).sum();
        Ok(Some(self.total as u32))
    }

    /// Returns the column of each box, once [`Matching::assign`] has found an assignment.
    pub(crate) fn columns(&self) -> impl Iterator<Item = usize> {
        self.column_of[..self.boxes].iter().map(|&column| column as usize)
    }

    /// Asserts that no assignment is cheaper: in costs less the potentials every row has its cheapest column.
    #[cfg(test)]
    pub(crate) fn check(&self, table: &Distances) {
        for (row, &column) in self.column_of.iter().enumerate() {
            let costs = self.costs(table, row).iter().zip(&self.potentials);
            let reduced: Vec<i32> = costs.map(|(&cost, &potential)| reduced(cost, potential, 0)).collect();
            assert_eq!(reduced.iter().min(), reduced.get(column as usize));
        }
    }

    /// Returns the cost of the best assignment if box `row` went to `box_state`, `None` if there is none. The last
    /// [`Matching::assign`] must have found an assignment; it stays.
    pub(crate) fn preview(
        &mut self,
        table: &Distances,
        row: usize,
        box_state: u32,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        let left = self.column_of[row] as usize;
        let paid = i64::from(self.costs(table, row)[left]);
        let length = match TIGHT_SIZES.contains(&self.size) {
            true => self.length_by_tight(table, left, table.row(box_state)),
            false => None,
        };
        let length = match length {
            Some(length) => length,
            None => {
                let end = |_: &[u32], distance: &[i32], length| (distance[left] == length).then_some(left);
                let path = self.shortest_path(table, row, Some(box_state), end, control)?;
                let Some((_, length)) = path else { return Ok(None) };
                length
            }
        };
        Ok(Some((self.total - paid + i64::from(length + self.potentials[left])) as u32))
    }

    /// Returns the length of the shortest path to the column `left` from a row with `costs`, if the tight edges alone show
    /// it: where they lead there, or where the edge straight there is no longer than any path can be that has others too.
    fn length_by_tight(&mut self, table: &Distances, left: usize, costs: &[u16]) -> Option<i32> {
        let straight = reduced(costs[left], self.potentials[left], 0);
        let mut least = FAR;
        for (&cost, &potential) in costs.iter().zip(&self.potentials) {
            least = least.min(reduced(cost, potential, 0));
        }
        if least == straight {
            return (least != FAR).then_some(least);
        }
        self.find_tight(table);
        let words = self.size.div_ceil(64);
        self.reached.fill(0);
        let mut next = self.least_slack.saturating_add(least);
        for (column, (&cost, &potential)) in costs.iter().zip(&self.potentials).enumerate() {
            let length = reduced(cost, potential, 0);
            if length == least {
                insert(&mut self.reached, column);
            } else {
                next = next.min(length);
            }
        }
        self.followed.fill(0);
        let first_open = |reached: &[u64], followed: &[u64]| {
            ones(reached.iter().zip(followed).map(|(reached, followed)| reached & !followed)).next()
        };
        while let Some(column) = first_open(&self.reached, &self.followed) {
            insert(&mut self.followed, column);
            let tight = &self.tight[column * words..(column + 1) * words];
            self.reached.iter_mut().zip(tight).for_each(|(reached, tight)| *reached |= tight);
            if has(&self.reached, left) {
                return Some(least);
            }
        }
        (straight <= next && straight != FAR).then_some(straight)
    }

    /// Finds for every column the columns that its row could have as well, at no cost, and the least cost of any other.
    fn find_tight(&mut self, table: &Distances) {
        if self.is_tight_known {
            return;
        }
        self.is_tight_known = true;
        let words = self.size.div_ceil(64);
        let mut tight = std::mem::take(&mut self.tight);
        tight.clear();
        tight.resize(self.size * words, 0);
        self.reached.resize(words, 0);
        self.followed.resize(words, 0);
        self.least_slack = FAR;
        for (column, tight) in tight.chunks_exact_mut(words).enumerate() {
            let costs = self.costs(table, self.row_of[column] as usize);
            let own = reduced(costs[column], self.potentials[column], 0);
            let mut least_slack = FAR;
            let edges = costs.chunks(64).zip(self.potentials.chunks(64));
            for (tight, (costs, potentials)) in tight.iter_mut().zip(edges) {
                for (bit, (&cost, &potential)) in costs.iter().zip(potentials).enumerate() {
                    let slack = reduced(cost, potential, -own);
                    *tight |= u64::from(slack == 0) << bit;
                    least_slack = least_slack.min(slack | (FAR * i32::from(slack == 0)));
                }
            }
            self.least_slack = self.least_slack.min(least_slack);
        }
        self.tight = tight;
    }

    fn costs<'a>(&'a self, table: &'a Distances, row: usize) -> &'a [u16] {
        if row < self.boxes { table.row(self.box_states[row]) } else { &self.zeros }
    }

    /// Gives `row` a column, along the shortest path to a column without a row.
    fn augment(&mut self, table: &Distances, row: usize, control: &mut SearchControl<'_>) -> Limited<bool> {
        let box_state = self.box_states.get(row).copied();
        let end = |row_of: &[u32], distance: &[i32], length| {
            row_of.iter().zip(distance).position(|(&row, &distance)| row == NONE && distance == length)
        };
        let path = self.shortest_path(table, row, box_state, end, control)?;
        let Some((mut column, length)) = path else { return Ok(false) };
        for &scanned in &self.scanned {
            self.potentials[scanned as usize] += self.distance[scanned as usize] - length;
        }
        loop {
            let previous_row = self.from[column];
            self.row_of[column] = previous_row;
            let next = std::mem::replace(&mut self.column_of[previous_row as usize], column as u32);
            if previous_row as usize == row {
                return Ok(true);
            }
            column = next as usize;
        }
    }

    /// Dijkstra's search in reduced costs from `row`, which has the costs of `box_state` or is padding, to the first
    /// column that `end` accepts: that column and the length of the path, not counting the potential of the column at its
    /// end. `end` gets the row of every column, the distance of every column, and the least of those not scanned yet.
    ///
    /// Every step goes over all columns, in loops without branches that the compiler turns into vector instructions.
    fn shortest_path(
        &mut self,
        table: &Distances,
        row: usize,
        box_state: Option<u32>,
        end: impl Fn(&[u32], &[i32], i32) -> Option<usize>,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<(usize, i32)>> {
        let costs = box_state.map_or(&*self.zeros, |box_state| table.row(box_state));
        self.scanned.clear();
        self.closed.fill(0);
        self.from.fill(row as u32);
        let mut length = FAR;
        for ((distance, &cost), &potential) in self.distance.iter_mut().zip(costs).zip(&self.potentials) {
            *distance = reduced(cost, potential, 0);
            length = length.min(*distance);
        }
        let mut unchecked = 0;
        while length != FAR {
            if unchecked >= EDGES_UNCHECKED {
                control.check()?;
                unchecked = 0;
            }
            unchecked += self.size;
            if let Some(column) = end(&self.row_of, &self.distance, length) {
                return Ok(Some((column, length)));
            }
            let mut open =
                self.distance.iter().zip(&self.closed).map(|(&distance, &closed)| distance | closed);
            let Some(column) = open.position(|distance| distance == length) else { break };
            self.scanned.push(column as u32);
            self.closed[column] = FAR;
            let owner = self.row_of[column];
            let box_state = self.box_states.get(owner as usize);
            let costs = box_state.map_or(&*self.zeros, |&box_state| table.row(box_state));
            let offset = length - reduced(costs[column], self.potentials[column], 0);
            length = FAR;
            let columns = costs.iter().zip(&self.potentials).zip(&self.closed);
            for ((distance, from), ((&cost, &potential), &closed)) in
                self.distance.iter_mut().zip(&mut self.from).zip(columns)
            {
                let by_owner = reduced(cost, potential, offset);
                *from = if by_owner < *distance { owner } else { *from };
                *distance = by_owner.min(*distance);
                length = length.min(*distance | closed);
            }
        }
        Ok(None)
    }
}

/// Returns the cost of an edge less the potential of its column, after a path of the length `offset`; without a branch.
fn reduced(cost: u16, potential: i32, offset: i32) -> i32 {
    let is_missing = -i32::from(cost == UNREACHED);
    (offset + i32::from(cost) - potential) & !is_missing | FAR & is_missing
}
