//! The lower bound on the pushes to a solution: the cheapest assignment of boxes to different goals, each pair at the
//! push distance of its box alone on the board. The bound is consistent: one push lowers it by at most one.
//!
//! Boxes that are frozen on goals are walls for the other boxes, so their distances are computed anew for every frozen
//! set that turns up (and kept, up to a limit). This makes the bound tighter and finds sealed-off goals. Where no
//! assignment exists at all, the position is a bipartite deadlock.

pub(crate) mod matching;

use std::collections::HashMap;
use std::rc::Rc;

use crate::field::{Distances, Field};
use crate::search::limit::{LimitKind, Watch};
use matching::Matching;

/// Tables larger than this are not made anew for frozen sets: it would cost more than it saves.
const LARGEST_TABLE: usize = 1 << 18;
/// Bytes of tables to keep when memory is not limited.
const MOST_KEPT: usize = 64 << 20;

/// The lower bound of a position that changes by pushes.
pub(crate) struct Bound {
    lone: Rc<Distances>,
    matching: Matching,
    scratch: Matching,
    /// The table that `matching` uses, and the frozen set it belongs to.
    table: Rc<Distances>,
    frozen: Vec<u16>,
    known: HashMap<Box<[u16]>, Rc<Distances>>,
    kept: usize,
    most_kept: usize,
    heeds_frozen: bool,
}

impl Bound {
    /// A bound for `boxes` boxes on `field`.
    pub(crate) fn new(field: &Field, boxes: usize, watch: &mut Watch<'_>) -> Result<Self, LimitKind> {
        let bytes = Distances::bytes(field);
        watch.budget.take(bytes)?;
        let lone = Rc::new(Distances::new(field, |_| false, watch)?);
        let most_kept = MOST_KEPT.min(watch.budget.free() / 8);
        let heeds_frozen = bytes <= LARGEST_TABLE && bytes * 4 <= most_kept;
        if heeds_frozen {
            watch.budget.take(most_kept)?;
        }
        Ok(Self {
            matching: Matching::new(boxes, field.goals.len()),
            scratch: Matching::new(boxes, field.goals.len()),
            table: Rc::clone(&lone),
            lone,
            frozen: Vec::new(),
            known: HashMap::new(),
            kept: 0,
            most_kept,
            heeds_frozen,
        })
    }

    /// Whether [`Bound::load`] and [`Bound::after_freezing`] look at the frozen boxes at all.
    pub(crate) fn heeds_frozen(&self) -> bool {
        self.heeds_frozen
    }

    /// Makes `spots` (of all boxes, in a fixed order) the position from which pushes are judged, with `frozen` the
    /// boxes frozen on goals. Only what differs from the last position costs time. Returns the bound, `None` for a
    /// deadlock.
    pub(crate) fn load(
        &mut self,
        field: &Field,
        spots: &[u32],
        frozen: &[u16],
        watch: &mut Watch<'_>,
    ) -> Result<Option<u32>, LimitKind> {
        if frozen != self.frozen {
            self.table = self.table_for(field, frozen, watch)?;
            self.frozen.clear();
            self.frozen.extend_from_slice(frozen);
            self.matching.clear();
        }
        self.matching.assign(&self.table, spots, watch)
    }

    /// The bound when box number `index` of the loaded position goes to `spot`, `None` for a deadlock.
    pub(crate) fn after(&mut self, index: usize, spot: u32) -> Option<u32> {
        self.matching.preview(&self.table, index, spot)
    }

    /// The bound of another position than the loaded one, with boxes at `spots`, of which `frozen` are frozen.
    pub(crate) fn after_freezing(
        &mut self,
        field: &Field,
        spots: &[u32],
        frozen: &[u16],
        watch: &mut Watch<'_>,
    ) -> Result<Option<u32>, LimitKind> {
        let table = self.table_for(field, frozen, watch)?;
        self.scratch.clear();
        self.scratch.assign(&table, spots, watch)
    }

    fn table_for(
        &mut self,
        field: &Field,
        frozen: &[u16],
        watch: &mut Watch<'_>,
    ) -> Result<Rc<Distances>, LimitKind> {
        if frozen.is_empty() || !self.heeds_frozen {
            return Ok(Rc::clone(&self.lone));
        }
        if let Some(table) = self.known.get(frozen) {
            return Ok(Rc::clone(table));
        }
        let bytes = Distances::bytes(field) + 64 + 2 * frozen.len();
        if self.kept + bytes > self.most_kept {
            self.known.clear();
            self.kept = 0;
        }
        let table = Rc::new(Distances::new(field, |square| frozen.contains(&square), watch)?);
        self.kept += bytes;
        self.known.insert(frozen.into(), Rc::clone(&table));
        Ok(table)
    }
}
