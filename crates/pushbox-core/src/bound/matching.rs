//! The cheapest assignment of boxes to goals (Hungarian algorithm, Kuhn 1955, in the form of shortest augmenting
//! paths, Jonker and Volgenant 1987).
//!
//! Fewer boxes than goals are padded with boxes that cost nothing anywhere. This is no detail: a goal that loses its
//! box keeps its potential, and only in a square problem is the next augmenting path sure to end at that very goal, so
//! that one changed box costs one path instead of a new assignment.

use crate::board::{Distances, UNREACHED};
use crate::limit::{LimitKind, SearchControl};

const NONE: u32 = u32::MAX;
const FAR: i64 = i64::MAX;

/// An assignment of rows (boxes, then padding) to columns (goals), kept optimal while boxes move.
pub(crate) struct Matching {
    boxes: usize,
    size: usize,
    box_states: Vec<u32>,
    column_of: Vec<u32>,
    row_of: Vec<u32>,
    /// The potentials of the columns (dual variables).
    potentials: Vec<i64>,
    zeros: Vec<u16>,
    total: i64,
    // The working memory of a path.
    distance: Vec<i64>,
    from: Vec<u32>,
    open: Vec<u32>,
    scanned: Vec<u32>,
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
            total: 0,
            distance: vec![FAR; goals],
            from: vec![NONE; goals],
            open: Vec::with_capacity(goals),
            scanned: Vec::with_capacity(goals),
        }
    }

    /// Forgets everything; the next [`Matching::assign`] starts anew.
    pub(crate) fn clear(&mut self) {
        self.box_states.fill(NONE);
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
    ) -> Result<Option<u32>, LimitKind> {
        for (row, &box_state) in box_states.iter().enumerate() {
            if self.box_states[row] != box_state {
                self.box_states[row] = box_state;
                let column = std::mem::replace(&mut self.column_of[row], NONE);
                if column != NONE {
                    self.row_of[column as usize] = NONE;
                }
            }
        }
        let mut complete = true;
        for row in 0..self.size {
            if self.column_of[row] == NONE {
                if self.size > 64 {
                    control.check()?;
                }
                complete &= self.augment(table, row);
            }
        }
        if !complete {
            return Ok(None);
        }
        self.total =
            (0..self.boxes).map(|row| i64::from(self.costs(table, row)[self.column_of[row] as usize])).sum();
        Ok(Some(self.total as u32))
    }

    /// Returns the cost of the best assignment if box `row` went to `box_state`, `None` if there is none. The last
    /// [`Matching::assign`] must have found an assignment; it stays.
    pub(crate) fn preview(&mut self, table: &Distances, row: usize, box_state: u32) -> Option<u32> {
        let left = self.column_of[row] as usize;
        let paid = i64::from(self.costs(table, row)[left]);
        let length = self.shortest_path(table, row, Some(box_state), |_, column| column == left)?.1;
        Some((self.total - paid + length + self.potentials[left]) as u32)
    }

    fn costs<'a>(&'a self, table: &'a Distances, row: usize) -> &'a [u16] {
        if row < self.boxes { table.row(self.box_states[row]) } else { &self.zeros }
    }

    /// Gives `row` a column, along the shortest path to a column without a row.
    fn augment(&mut self, table: &Distances, row: usize) -> bool {
        let box_state = self.box_states.get(row).copied();
        let path = self.shortest_path(table, row, box_state, |rows, column| rows[column] == NONE);
        let Some((mut column, length)) = path else { return false };
        for &scanned in &self.scanned {
            self.potentials[scanned as usize] += self.distance[scanned as usize] - length;
        }
        loop {
            let previous_row = self.from[column];
            self.row_of[column] = previous_row;
            let next = std::mem::replace(&mut self.column_of[previous_row as usize], column as u32);
            if previous_row as usize == row {
                return true;
            }
            column = next as usize;
        }
    }

    /// Dijkstra's search in reduced costs from `row`, which has the costs of `box_state` or is padding, to the first
    /// column that `is_end` accepts: that column and the length of the path, not counting the potential of the column at
    /// its end.
    fn shortest_path(
        &mut self,
        table: &Distances,
        row: usize,
        box_state: Option<u32>,
        is_end: impl Fn(&[u32], usize) -> bool,
    ) -> Option<(usize, i64)> {
        let costs = box_state.map_or(&*self.zeros, |box_state| table.row(box_state));
        self.open.clear();
        self.scanned.clear();
        for (column, &cost) in costs.iter().enumerate() {
            self.distance[column] =
                if cost == UNREACHED { FAR } else { i64::from(cost) - self.potentials[column] };
            self.from[column] = row as u32;
            self.open.push(column as u32);
        }
        loop {
            let (mut best, mut length) = (usize::MAX, FAR);
            for (index, &column) in self.open.iter().enumerate() {
                let distance = self.distance[column as usize];
                if distance < length {
                    (best, length) = (index, distance);
                }
            }
            if length == FAR {
                return None;
            }
            let column = self.open.swap_remove(best) as usize;
            if is_end(&self.row_of, column) {
                return Some((column, length));
            }
            self.scanned.push(column as u32);
            let owner = self.row_of[column] as usize;
            let box_state = self.box_states.get(owner);
            let costs = box_state.map_or(&*self.zeros, |&box_state| table.row(box_state));
            let offset = length - (i64::from(costs[column]) - self.potentials[column]);
            for &next in &self.open {
                let next = next as usize;
                if costs[next] != UNREACHED {
                    let distance = offset + i64::from(costs[next]) - self.potentials[next];
                    if distance < self.distance[next] {
                        self.distance[next] = distance;
                        self.from[next] = owner as u32;
                    }
                }
            }
        }
    }
}
