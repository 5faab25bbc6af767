//! The lower bound on the pushes to a solution: the cheapest assignment of boxes to different goals, each pair at the
//! push distance of its box alone on the board. The bound is consistent: one push lowers it by at most one.
//!
//! Boxes that are frozen on goals are walls for the other boxes, so their distances are computed anew for every frozen
//! set that turns up (and kept, up to a limit). This makes the bound tighter and finds sealed-off goals. Where no
//! assignment exists at all, the position is a bipartite deadlock.
//!
//! Boxes with different numbers have different goals, so that each class of boxes is an assignment of its own.

pub(crate) mod flow;
pub(crate) mod goal_assignment;
pub(crate) mod matching;
pub(crate) mod moves;

use std::ops::Range;
use std::rc::Rc;

use crate::board::{Board, BoxClass, Distances};
use crate::bounded_cache::BoundedCache;
use crate::limit::{Limited, SearchControl};
use matching::Matching;

/// Tables larger than this are not made anew for frozen sets: it would cost more than it saves.
const LARGEST_TABLE: usize = 1 << 18;
/// The most bytes of tables in the cache when memory is not limited.
const MAX_BYTES: usize = 64 << 20;

/// The cost of a push: see [`Distances`].
type PushCost = Box<dyn Fn(u16, u16) -> u16>;

/// The distances of every class of boxes, with one frozen set.
type DistanceTables = Rc<[Distances]>;

/// The lower bound of a position that changes by pushes.
pub(crate) struct MatchingBound {
    classes: Vec<ClassMatching>,
    push_cost: PushCost,
    unfrozen: DistanceTables,
    /// The tables that the assignments use, and the frozen set they belong to.
    tables: DistanceTables,
    frozen: Vec<u16>,
    cache: BoundedCache<DistanceTables>,
    uses_frozen: bool,
    /// The bound of the loaded position.
    total: u32,
}

/// The boxes of one class, and their assignment to goals.
struct ClassMatching {
    boxes: Range<usize>,
    goals: Vec<u16>,
    matching: Matching,
    scratch: Matching,
    /// The cost of the assignment of the loaded position.
    cost: u32,
}

impl MatchingBound {
    /// Creates a bound on the pushes of `boxes` boxes on `board`, any of them to any goal.
    #[cfg(test)]
    pub(crate) fn new(board: &Board, boxes: usize, control: &mut SearchControl<'_>) -> Limited<Self> {
        let class = BoxClass { boxes: 0..boxes, goals: board.goals.clone() };
        Self::with_costs(board, &[class], Box::new(|_, _| 1), control)
    }

    /// Creates a bound on the costs of the pushes of boxes of several classes, by `push_cost`: from the square the player
    /// comes from and the square they push from it to; 0, 1 or 2.
    pub(crate) fn with_costs(
        board: &Board,
        classes: &[BoxClass],
        push_cost: PushCost,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let bytes: usize = classes.iter().map(|class| Distances::bytes(board, class.goals.len())).sum();
        control.budget.take(bytes)?;
        let classes: Vec<ClassMatching> = classes.iter().map(ClassMatching::new).collect();
        let unfrozen = measure(board, &classes, &[], &push_cost, control)?;
        let max_bytes = MAX_BYTES.min(control.budget.free() / 8);
        let uses_frozen = bytes <= LARGEST_TABLE && bytes * 4 <= max_bytes;
        if uses_frozen {
            control.budget.take(max_bytes)?;
        }
        Ok(Self {
            classes,
            push_cost,
            tables: Rc::clone(&unfrozen),
            unfrozen,
            frozen: Vec::new(),
            cache: BoundedCache::new(max_bytes),
            uses_frozen,
            total: 0,
        })
    }

    /// Returns whether [`MatchingBound::load`] and [`MatchingBound::after_freezing`] use the frozen boxes at all.
    pub(crate) fn uses_frozen(&self) -> bool {
        self.uses_frozen
    }

    /// Makes `box_states` (of all boxes, in a fixed order) the position in which pushes are evaluated, with `frozen` the
    /// boxes frozen on goals. Only what differs from the last position costs time. Returns the bound, `None` for a
    /// deadlock.
    pub(crate) fn load(
        &mut self,
        board: &Board,
        box_states: &[u32],
        frozen: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        if frozen != self.frozen {
            self.tables = self.tables_for(board, frozen, control)?;
            self.frozen.clear();
            self.frozen.extend_from_slice(frozen);
            for class in &mut self.classes {
                class.matching.clear();
            }
        }
        self.total = 0;
        for (class, table) in self.classes.iter_mut().zip(&*self.tables) {
            let Some(cost) = class.matching.assign(table, &box_states[class.boxes.clone()], control)? else {
                return Ok(None);
            };
            class.cost = cost;
            self.total += cost;
        }
        Ok(Some(self.total))
    }

    /// Returns the bound when box number `index` of the loaded position goes to `box_state`, `None` for a deadlock.
    pub(crate) fn after(
        &mut self,
        index: usize,
        box_state: u32,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        let mut classes = self.classes.iter_mut().zip(&*self.tables);
        let found = classes.find(|(class, _)| class.boxes.contains(&index));
        let Some((class, table)) = found else { return Ok(None) };
        let cost = class.matching.preview(table, index - class.boxes.start, box_state, control)?;
        Ok(cost.map(|cost| self.total - class.cost + cost))
    }

    /// Returns the bound of another position than the loaded one, with boxes at `box_states`, of which `frozen` are
    /// frozen.
    pub(crate) fn after_freezing(
        &mut self,
        board: &Board,
        box_states: &[u32],
        frozen: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        let tables = self.tables_for(board, frozen, control)?;
        let mut total = 0;
        for (class, table) in self.classes.iter_mut().zip(&*tables) {
            class.scratch.clear();
            let Some(cost) = class.scratch.assign(table, &box_states[class.boxes.clone()], control)? else {
                return Ok(None);
            };
            total += cost;
        }
        Ok(Some(total))
    }

    fn tables_for(
        &mut self,
        board: &Board,
        frozen: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Limited<DistanceTables> {
        if frozen.is_empty() || !self.uses_frozen {
            return Ok(Rc::clone(&self.unfrozen));
        }
        if let Some(tables) = self.cache.get_mut(frozen) {
            return Ok(Rc::clone(tables));
        }
        let goals = self.classes.iter().map(|class| class.goals.len()).sum();
        let bytes = Distances::bytes(board, goals) + 64 + 2 * frozen.len();
        let tables = measure(board, &self.classes, frozen, &self.push_cost, control)?;
        *self.cache.grow(frozen, bytes) = Rc::clone(&tables);
        Ok(tables)
    }
}

impl ClassMatching {
    fn new(class: &BoxClass) -> Self {
        let (boxes, goals) = (class.boxes.clone(), class.goals.clone());
        let matching = || Matching::new(boxes.len(), goals.len());
        Self { matching: matching(), scratch: matching(), boxes, goals, cost: 0 }
    }
}

fn measure(
    board: &Board,
    classes: &[ClassMatching],
    frozen: &[u16],
    push_cost: &PushCost,
    control: &mut SearchControl<'_>,
) -> Limited<DistanceTables> {
    let is_frozen = |square| frozen.contains(&square);
    classes.iter().map(|class| Distances::new(board, &class.goals, is_frozen, push_cost, control)).collect()
}
