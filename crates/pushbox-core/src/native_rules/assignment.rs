//! Costs of pairs of rows and columns, and bounds on the cost of giving each row a column of its own.

use crate::board::{Distances, UNREACHED};
use crate::bound::matching::Matching;
use crate::limit::SearchControl;

/// The cost of a pair that cannot be assigned.
pub(crate) const FORBIDDEN: u32 = crate::flood::UNREACHABLE;

/// The most rows of a table for which an assignment is worth its time in each position.
const MOST_ROWS: usize = 64;

/// A table of costs. A cost above 65,534 is stored as 65,534, which is still a lower bound.
pub(crate) struct Costs {
    rows: usize,
    columns: usize,
    table: Distances,
}

impl Costs {
    /// Creates a table from the `cost` of each row and column.
    pub(crate) fn new(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> u32) -> Self {
        let narrow = |cost: u32| match cost {
            FORBIDDEN => UNREACHED,
            cost => cost.min(u32::from(UNREACHED) - 1) as u16,
        };
        let costs = (0..rows * columns).map(|index| narrow(cost(index / columns, index % columns)));
        Self { rows, columns, table: Distances::of_rows(columns, costs.collect()) }
    }

    /// Returns the cost of a row and a column.
    pub(super) fn at(&self, row: usize, column: usize) -> u32 {
        match self.table.row(row as u32)[column] {
            UNREACHED => FORBIDDEN,
            cost => cost.into(),
        }
    }

    /// Returns the table with rows as columns.
    pub(super) fn transposed(&self) -> Self {
        Self::new(self.columns, self.rows, |row, column| self.at(column, row))
    }

    /// Iterates over the least cost of each row; `None` for a row that has no column.
    pub(super) fn cheapest(&self) -> impl Iterator<Item = Option<u32>> {
        let least = |row| self.table.row(row).iter().copied().min().filter(|&cost| cost != UNREACHED);
        (0..self.rows as u32).map(move |row| least(row).map(u32::from))
    }

    /// Returns the greatest of the least costs of the rows; `None` if a row has no column.
    pub(super) fn farthest(&self) -> Option<u32> {
        self.cheapest().try_fold(0, |most, least| Some(most.max(least?)))
    }

    /// Bounds the cost of an assignment: by the cheapest one of few rows, else by the cheapest column of each row. Returns
    /// `None` if there is no assignment, as far as that is known.
    pub(super) fn bound(&self) -> Option<u32> {
        if self.rows <= MOST_ROWS || self.columns < self.rows {
            return self.assign().map(|(total, _)| total);
        }
        self.cheapest().sum()
    }

    /// Gives each row a column of its own at the least total cost. Returns that cost and the column of each row; `None`
    /// if there is no assignment.
    pub(crate) fn assign(&self) -> Option<(u32, Vec<usize>)> {
        if self.rows > self.columns {
            return None;
        }
        let mut matching = Matching::new(self.rows, self.columns);
        let rows: Vec<u32> = (0..self.rows as u32).collect();
        let total = SearchControl::unlimited(|control| matching.assign(&self.table, &rows, control))?;
        Some((total, matching.columns().collect()))
    }
}
