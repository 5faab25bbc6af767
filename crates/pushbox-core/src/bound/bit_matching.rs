//! An assignment without costs: each row gets a column of its own, out of the columns that it may have.
//!
//! The columns of a row are a set of bits. Augmenting paths (Kuhn 1955) that look at 64 columns at once keep the
//! assignment up to date.

use crate::board::ones;

/// No row or column.
pub(crate) const NONE: u16 = u16::MAX;

/// The assignment, kept while rows and their columns change.
#[derive(Clone)]
pub(crate) struct BitMatching {
    /// The column of every row, and the row of every column.
    pub(crate) column_of: Vec<u16>,
    pub(crate) row_of: Vec<u16>,
    // The working memory of a path: the rows to go on from, the columns not met yet, the row before each column met.
    queue: Vec<u16>,
    unmet: Vec<u64>,
    from: Vec<u16>,
}

impl BitMatching {
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Self {
            column_of: vec![NONE; rows],
            row_of: vec![NONE; columns],
            queue: Vec::with_capacity(rows),
            unmet: vec![0; columns.div_ceil(64)],
            from: vec![NONE; columns],
        }
    }

    /// Takes the column of a row away, if it has one.
    pub(crate) fn release(&mut self, row: usize) {
        let column = std::mem::replace(&mut self.column_of[row], NONE);
        if column != NONE {
            self.row_of[usize::from(column)] = NONE;
        }
    }

    /// Gives a row a column, along the shortest path to one without a row; returns false where there is none. `columns` returns
    /// the set of columns that a row may have.
    pub(crate) fn augment<I: Iterator<Item = u64>>(
        &mut self,
        row: usize,
        columns: impl Fn(usize) -> I,
    ) -> bool {
        self.unmet.fill(u64::MAX);
        self.queue.clear();
        self.queue.push(row as u16);
        let mut done = 0;
        while let Some(&owner) = self.queue.get(done) {
            done += 1;
            let open = columns(owner.into()).zip(&self.unmet).map(|(columns, unmet)| columns & unmet);
            let free = ones(open).find(|&column| {
                self.from[column] = owner;
                let next = self.row_of[column];
                self.queue.extend(Some(next).filter(|&next| next != NONE));
                next == NONE
            });
            if let Some(column) = free {
                self.assign_back(column, row);
                return true;
            }
            self.unmet.iter_mut().zip(columns(owner.into())).for_each(|(unmet, columns)| *unmet &= !columns);
        }
        false
    }

    /// Gives every row on the path to `column` the column after it, from the last to the row `first`.
    fn assign_back(&mut self, mut column: usize, first: usize) {
        loop {
            let owner = usize::from(self.from[column]);
            self.row_of[column] = owner as u16;
            let before = std::mem::replace(&mut self.column_of[owner], column as u16);
            if owner == first {
                return;
            }
            column = usize::from(before);
        }
    }
}
