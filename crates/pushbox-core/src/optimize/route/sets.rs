//! The arrangements of boxes that a search for the best way has met, each with its nodes.

use super::NO_NODE;
use crate::field::Field;
use crate::limit::{LimitKind, SearchControl};
use crate::search::position_table::PositionTable;

/// The anchor of boxes that are not to be looked at: a deadlock, or outside the vicinity.
pub(super) const OUTSIDE: u32 = u32::MAX;

/// What is known of an arrangement of boxes.
#[derive(Clone, Copy)]
pub(super) struct Config {
    /// The first of its nodes.
    pub(super) first: u32,
    /// The nearest anchor of the vicinity, or [`OUTSIDE`].
    pub(super) anchor: u32,
    /// Boxes off the goals.
    pub(super) off: u16,
}

/// The arrangements, numbered from 0 and found by their boxes.
pub(super) struct Sets {
    words: usize,
    configs: Vec<Config>,
    boxes: Vec<u64>,
    table: PositionTable,
}

impl Sets {
    /// None yet.
    pub(super) fn new(field: &Field, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let words = field.live.len().div_ceil(64);
        Ok(Self { words, configs: Vec::new(), boxes: Vec::new(), table: PositionTable::new(control)? })
    }

    /// The boxes of `id`, as a set of live squares.
    pub(super) fn boxes(&self, id: u32) -> &[u64] {
        &self.boxes[id as usize * self.words..][..self.words]
    }

    /// What is known of `id`.
    pub(super) fn at(&self, id: u32) -> &Config {
        &self.configs[id as usize]
    }

    /// What is known of `id`, to be changed.
    pub(super) fn at_mut(&mut self, id: u32) -> &mut Config {
        &mut self.configs[id as usize]
    }

    /// The arrangement with the boxes `set`, which make `key`, if it has been met.
    pub(super) fn find(&self, key: u64, set: &[u64]) -> Option<u32> {
        self.table.find(key, |id| self.boxes(id) == set)
    }

    /// Adds an arrangement that has not been met, without nodes.
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
        self.configs.push(Config { first: NO_NODE, anchor, off });
        self.table.insert(key, id, control)?;
        Ok(id)
    }
}
