//! An open list for a search by features: a list for every combination of features, and each in its turn.

use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};

use super::limit::{LimitKind, Watch};
use super::open::Open;
use super::plan::Features;

/// Bytes of a cell without its entries, estimated from above.
const CELL_BYTES: usize = 256;

/// Goals not packed, regions: the less of both the better.
type Cell = (u32, u32);

/// The cells.
#[derive(Default)]
pub(crate) struct Cells {
    cells: BTreeMap<Cell, Open>,
    /// The cell that had its turn.
    last: Cell,
}

impl Cells {
    /// Files a node. `weight` counts the moves on the way to it that nothing recommended.
    pub(crate) fn push(
        &mut self,
        node: u32,
        features: Features,
        weight: u32,
        bound: u32,
        watch: &mut Watch<'_>,
    ) -> Result<(), LimitKind> {
        let cell = (u32::MAX - features.packed, features.regions);
        if !self.cells.contains_key(&cell) {
            watch.budget.take(CELL_BYTES)?;
        }
        // A goal filled too early counts for more than any distance on the board is likely to.
        let key =
            u64::from(weight) << 32 | u64::from(features.early) << 24 | u64::from(bound).min((1 << 24) - 1);
        self.cells.entry(cell).or_default().push(key, node, watch)
    }

    /// Takes the node with the least weight from the next cell: its weight and the node. Nodes that `is_closed` are
    /// dropped.
    pub(crate) fn pop(
        &mut self,
        is_closed: impl Fn(u32) -> bool,
        watch: &mut Watch<'_>,
    ) -> Option<(u32, u32)> {
        loop {
            let next = self.cells.range_mut((Excluded(self.last), Unbounded)).next();
            let Some((&cell, open)) = next else {
                // One more round, as long as there are cells: the worst cell before the best one never exists.
                if self.cells.is_empty() {
                    return None;
                }
                self.last = Cell::default();
                continue;
            };
            self.last = cell;
            while let Some((key, node)) = open.pop(watch) {
                if !is_closed(node) {
                    return Some(((key >> 32) as u32, node));
                }
            }
            self.cells.remove(&cell);
            watch.budget.give(CELL_BYTES);
        }
    }
}
