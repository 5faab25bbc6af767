//! The lower bound on the pushes to a solution: the cheapest assignment of boxes to different goals, each pair at the
//! push distance of its box alone on the board. The bound is consistent: one push lowers it by at most one.
//!
//! Boxes that are frozen on goals are walls for the other boxes, so their distances are computed anew for every frozen
//! set that turns up (and kept, up to a limit). This makes the bound tighter and finds sealed-off goals. Where no
//! assignment exists at all, the position is a bipartite deadlock.
//!
//! Boxes with different numbers have different goals, so that each number is an assignment of its own.

pub(crate) mod matching;
pub(crate) mod moves;

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use crate::field::{Distances, Field, Kind};
use crate::limit::{LimitKind, SearchControl};
use matching::Matching;

/// Tables larger than this are not made anew for frozen sets: it would cost more than it saves.
const LARGEST_TABLE: usize = 1 << 18;
/// Bytes of tables to keep when memory is not limited.
const MOST_KEPT: usize = 64 << 20;

/// What a push costs: see [`Distances`].
type Price = Box<dyn Fn(u16, u16) -> u16>;

/// The distances of every kind, with one frozen set.
type Tables = Rc<[Distances]>;

/// The lower bound of a position that changes by pushes.
pub(crate) struct Bound {
    parts: Vec<Part>,
    price: Price,
    lone: Tables,
    /// The tables that the assignments use, and the frozen set they belong to.
    tables: Tables,
    frozen: Vec<u16>,
    known: HashMap<Box<[u16]>, Tables>,
    kept: usize,
    most_kept: usize,
    heeds_frozen: bool,
    /// The bound of the loaded position.
    total: u32,
}

/// The boxes of one kind and their goals.
struct Part {
    boxes: Range<usize>,
    goals: Vec<u16>,
    matching: Matching,
    scratch: Matching,
    /// The cost of the assignment of the loaded position.
    cost: u32,
}

impl Bound {
    /// A bound on the pushes of `boxes` boxes on `field`, any of them to any goal.
    pub(crate) fn new(
        field: &Field,
        boxes: usize,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let kind = Kind { boxes: 0..boxes, goals: field.goals.clone() };
        Self::priced(field, &[kind], Box::new(|_, _| 1), control)
    }

    /// A bound on what the pushes of boxes of several kinds cost by `price`: from the square the player comes from and
    /// the square he pushes from it to; 0, 1 or 2.
    pub(crate) fn priced(
        field: &Field,
        kinds: &[Kind],
        price: Price,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let bytes: usize = kinds.iter().map(|kind| Distances::bytes(field, kind.goals.len())).sum();
        control.budget.take(bytes)?;
        let parts: Vec<Part> = kinds.iter().map(Part::new).collect();
        let lone = measure(field, &parts, &[], &price, control)?;
        let most_kept = MOST_KEPT.min(control.budget.free() / 8);
        let heeds_frozen = bytes <= LARGEST_TABLE && bytes * 4 <= most_kept;
        if heeds_frozen {
            control.budget.take(most_kept)?;
        }
        Ok(Self {
            parts,
            price,
            tables: Rc::clone(&lone),
            lone,
            frozen: Vec::new(),
            known: HashMap::new(),
            kept: 0,
            most_kept,
            heeds_frozen,
            total: 0,
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
        control: &mut SearchControl<'_>,
    ) -> Result<Option<u32>, LimitKind> {
        if frozen != self.frozen {
            self.tables = self.tables_for(field, frozen, control)?;
            self.frozen.clear();
            self.frozen.extend_from_slice(frozen);
            for part in &mut self.parts {
                part.matching.clear();
            }
        }
        self.total = 0;
        for (part, table) in self.parts.iter_mut().zip(&*self.tables) {
            let Some(cost) = part.matching.assign(table, &spots[part.boxes.clone()], control)? else {
                return Ok(None);
            };
            part.cost = cost;
            self.total += cost;
        }
        Ok(Some(self.total))
    }

    /// The bound when box number `index` of the loaded position goes to `spot`, `None` for a deadlock.
    pub(crate) fn after(&mut self, index: usize, spot: u32) -> Option<u32> {
        let mut parts = self.parts.iter_mut().zip(&*self.tables);
        let (part, table) = parts.find(|(part, _)| part.boxes.contains(&index))?;
        let cost = part.matching.preview(table, index - part.boxes.start, spot)?;
        Some(self.total - part.cost + cost)
    }

    /// The bound of another position than the loaded one, with boxes at `spots`, of which `frozen` are frozen.
    pub(crate) fn after_freezing(
        &mut self,
        field: &Field,
        spots: &[u32],
        frozen: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Result<Option<u32>, LimitKind> {
        let tables = self.tables_for(field, frozen, control)?;
        let mut total = 0;
        for (part, table) in self.parts.iter_mut().zip(&*tables) {
            part.scratch.clear();
            let Some(cost) = part.scratch.assign(table, &spots[part.boxes.clone()], control)? else {
                return Ok(None);
            };
            total += cost;
        }
        Ok(Some(total))
    }

    fn tables_for(
        &mut self,
        field: &Field,
        frozen: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Result<Tables, LimitKind> {
        if frozen.is_empty() || !self.heeds_frozen {
            return Ok(Rc::clone(&self.lone));
        }
        if let Some(tables) = self.known.get(frozen) {
            return Ok(Rc::clone(tables));
        }
        let goals = self.parts.iter().map(|part| part.goals.len()).sum();
        let bytes = Distances::bytes(field, goals) + 64 + 2 * frozen.len();
        if self.kept + bytes > self.most_kept {
            self.known.clear();
            self.kept = 0;
        }
        let tables = measure(field, &self.parts, frozen, &self.price, control)?;
        self.kept += bytes;
        self.known.insert(frozen.into(), Rc::clone(&tables));
        Ok(tables)
    }
}

impl Part {
    fn new(kind: &Kind) -> Self {
        let (boxes, goals) = (kind.boxes.clone(), kind.goals.clone());
        let matching = || Matching::new(boxes.len(), goals.len());
        Self { matching: matching(), scratch: matching(), boxes, goals, cost: 0 }
    }
}

fn measure(
    field: &Field,
    parts: &[Part],
    frozen: &[u16],
    price: &Price,
    control: &mut SearchControl<'_>,
) -> Result<Tables, LimitKind> {
    let is_frozen = |square| frozen.contains(&square);
    parts.iter().map(|part| Distances::new(field, &part.goals, is_frozen, price, control)).collect()
}
