//! The lower bound on the pushes to a solution: the cheapest assignment of boxes to different goals, at the push
//! distance of each box alone on the board. The bound is consistent: one push lowers it by at most one.
//!
//! Boxes that are frozen on goals are walls for the other boxes. So their distances are computed anew for every frozen
//! set that turns up, and kept up to a limit. This makes the bound tighter and finds sealed-off goals. A position
//! without any assignment is a bipartite deadlock.
//!
//! Boxes with different numbers have different goals, so each class of boxes has an assignment of its own.

pub(crate) mod bit_matching;
pub(crate) mod class_matchings;
pub(crate) mod conflicts;
pub(crate) mod flow;
mod frozen_tables;
pub(crate) mod goal_assignment;
pub(crate) mod matching;
pub(crate) mod moves;

use crate::board::{Board, BoxClass, Distances, UNREACHED};
use crate::limit::{Limited, SearchControl};
use class_matchings::ClassMatchings;
use frozen_tables::FrozenTables;

/// The cost of a push: see [`Distances`].
type PushCost = Box<dyn Fn(u16, u16) -> u16 + Send + Sync>;

/// The lower bound of a position that changes by pushes.
pub(crate) struct MatchingBound {
    /// The assignments of the loaded position, and those of another.
    matchings: ClassMatchings,
    scratch: ClassMatchings,
    /// The distances of every class of boxes.
    tables: FrozenTables<Vec<Distances>>,
    /// The bytes of the distances for one frozen set, and what they are made of.
    bytes: usize,
    goals: Vec<Vec<u16>>,
    push_cost: PushCost,
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
        let goals: Vec<Vec<u16>> = classes.iter().map(|class| class.goals.clone()).collect();
        let bytes = goals.iter().map(|goals| Distances::bytes(board, goals.len())).sum();
        control.budget.take(bytes)?;
        let unfrozen = measure(board, &goals, &[], &push_cost, control)?;
        Ok(Self {
            matchings: ClassMatchings::new(classes),
            scratch: ClassMatchings::new(classes),
            tables: FrozenTables::new(unfrozen, bytes, control)?,
            bytes,
            goals,
            push_cost,
        })
    }

    /// Returns whether [`MatchingBound::load`] and [`MatchingBound::after_freezing`] use the frozen boxes at all.
    pub(crate) fn uses_frozen(&self) -> bool {
        self.tables.uses_frozen
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
        let make = || measure(board, &self.goals, frozen, &self.push_cost, control);
        if self.tables.switch(frozen, self.bytes, make)? {
            self.matchings.clear();
        }
        self.matchings.assign(&self.tables, box_states, control)
    }

    /// Returns by how much the distances of box number `index` of the loaded position, in `box_state`, are longer past the frozen
    /// boxes at most.
    pub(crate) fn lengthening(&self, index: usize, box_state: u32) -> u32 {
        let Some(unfrozen) = self.tables.unfrozen() else { return 0 };
        let class = self.matchings.class_of(index);
        let distances = self.tables[class].row(box_state).iter().zip(unfrozen[class].row(box_state));
        let longer = distances.filter(|&(&past, _)| past != UNREACHED).map(|(past, alone)| past - alone);
        longer.max().unwrap_or(0).into()
    }

    /// Returns the bound when box number `index` of the loaded position goes to `box_state`, `None` for a deadlock.
    pub(crate) fn after(
        &mut self,
        index: usize,
        box_state: u32,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        self.matchings.preview(&self.tables, index, box_state, control)
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
        let make = || measure(board, &self.goals, frozen, &self.push_cost, control);
        let tables = self.tables.of(frozen, self.bytes, make)?;
        self.scratch.clear();
        self.scratch.assign(&tables, box_states, control)
    }
}

/// Measures the distances to the goals of every class past frozen boxes.
fn measure(
    board: &Board,
    goals: &[Vec<u16>],
    frozen: &[u16],
    push_cost: &PushCost,
    control: &mut SearchControl<'_>,
) -> Limited<Vec<Distances>> {
    let is_frozen = |square| frozen.contains(&square);
    goals.iter().map(|goals| Distances::new(board, goals, is_frozen, push_cost, control)).collect()
}
