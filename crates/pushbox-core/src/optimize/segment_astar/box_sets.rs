//! The sets of boxes that a segment search has met, each with its nodes.

use super::NO_NODE;
use crate::board::Board;
use crate::limit::{LimitKind, SearchControl};
use crate::search::position_table::PositionTable;

/// The anchor of sets that are not visited: a deadlock, or outside the vicinity.
pub(super) const OUTSIDE: u32 = u32::MAX;

/// The data of a set of boxes.
#[derive(Clone, Copy)]
pub(super) struct BoxSet {
    /// The first of its nodes.
    pub(super) first: u32,
    /// The nearest anchor of the vicinity, or [`OUTSIDE`].
    pub(super) anchor: u32,
    /// Boxes off the goals.
    pub(super) off: u16,
}

/// The sets, numbered from 0 and found by their boxes.
pub(super) struct BoxSets {
    words: usize,
    configs: Vec<BoxSet>,
    boxes: Vec<u64>,
    table: PositionTable,
}

impl BoxSets {
    /// Creates an empty table.
    pub(super) fn new(board: &Board, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let words = board.words();
        Ok(Self { words, configs: Vec::new(), boxes: Vec::new(), table: PositionTable::new(control)? })
    }

    /// Returns the boxes of `id`, as a set of live squares.
    pub(super) fn boxes(&self, id: u32) -> &[u64] {
        &self.boxes[id as usize * self.words..][..self.words]
    }

    /// Returns the data of `id`.
    pub(super) fn at(&self, id: u32) -> &BoxSet {
        &self.configs[id as usize]
    }

    /// Returns the data of `id`, to be changed.
    pub(super) fn at_mut(&mut self, id: u32) -> &mut BoxSet {
        &mut self.configs[id as usize]
    }

    /// Returns the set with the boxes `set`, which make `key`, if it has been met.
    pub(super) fn find(&self, key: u64, set: &[u64]) -> Option<u32> {
        self.table.find(key, |id| self.boxes(id) == set)
    }

    /// Adds a set that has not been met, without nodes.
    pub(super) fn add(
        &mut self,
        key: u64,
        set: &[u64],
        anchor: u32,
        off: u16,
        control: &mut SearchControl<'_>,
    ) -> Result<u32, LimitKind> {
        let id = self.configs.len() as u32;
        control.budget.room(&mut self.configs)?;
        for &word in set {
            control.budget.room(&mut self.boxes)?;
            self.boxes.push(word);
        }
        self.configs.push(BoxSet { first: NO_NODE, anchor, off });
        self.table.insert(key, id, control)?;
        Ok(id)
    }
}
