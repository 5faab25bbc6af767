//! The assignment of boxes to different goals that each can reach alone. Without one the position is a bipartite
//! deadlock.
//!
//! The cost does not matter here, so the goals that a box can reach are a set of bits. A box that moves and can still
//! reach its goal keeps it, so most positions take no augmenting path at all.

use super::bit_matching::{BitMatching, NONE};
use super::frozen_tables::FrozenTables;
use crate::bits::{has, insert};
use crate::board::{Board, Distances, ReachableGoals};
use crate::limit::{Limited, SearchControl};

/// An assignment of boxes to goals that they can reach, kept while boxes move.
pub(crate) struct GoalAssignment {
    /// The goals of every class, as sets of their numbers.
    goals_of_class: Vec<Vec<u64>>,
    /// The goals that boxes can reach.
    reachable: FrozenTables<ReachableGoals>,
    box_states: Vec<u32>,
    classes: Vec<u16>,
    /// The goal of every box, and the box of every goal.
    matching: BitMatching,
}

impl GoalAssignment {
    /// Creates an assignment of `boxes` boxes on `board`, each to any goal of its class; at most as many as goals.
    pub(crate) fn new(board: &Board, boxes: usize, control: &mut SearchControl<'_>) -> Limited<Self> {
        let goals = board.goals.len();
        let classes =
            usize::from(board.goals.iter().map(|&goal| board.goal_class(goal)).max().unwrap_or(0)) + 1;
        let words = goals.div_ceil(64);
        control.budget.take(ReachableGoals::bytes(board) + 16 * goals + 8 * classes * words)?;
        let mut goals_of_class = vec![vec![0; words]; classes];
        for (number, &goal) in board.goals.iter().enumerate() {
            insert(&mut goals_of_class[usize::from(board.goal_class(goal))], number);
        }
        let unfrozen = ReachableGoals::new(board, &[], control)?;
        // Frozen boxes are used where the bound uses them.
        let reachable = FrozenTables::new(unfrozen, Distances::bytes(board, goals), control)?;
        let (box_states, classes) = (vec![u32::MAX; boxes], vec![0; boxes]);
        let matching = BitMatching::new(boxes, goals);
        Ok(Self { goals_of_class, reachable, box_states, classes, matching })
    }

    /// Returns whether [`GoalAssignment::is_missing`] uses the frozen boxes at all.
    pub(crate) fn uses_frozen(&self) -> bool {
        self.reachable.uses_frozen
    }

    /// Returns whether boxes at `box_states`, of the classes `classes` (all boxes, in one order), of which those on the goals
    /// `frozen` are frozen, have no assignment to goals. Only what differs from the last position costs time.
    pub(crate) fn is_missing(
        &mut self,
        board: &Board,
        box_states: &[u32],
        classes: &[u16],
        frozen: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let make = || ReachableGoals::new(board, frozen, control);
        if self.reachable.switch(frozen, ReachableGoals::bytes(board), make)? {
            // No state is one of no box, so that every goal is looked at again.
            self.box_states.fill(u32::MAX);
        }
        for (number, (&box_state, &class)) in box_states.iter().zip(classes).enumerate() {
            if self.box_states[number] != box_state || self.classes[number] != class {
                self.box_states[number] = box_state;
                self.classes[number] = class;
                let goal = self.matching.column_of[number];
                let of_class = self.goals_of_class.get(usize::from(class));
                let fits = |goal: usize| {
                    of_class.is_some_and(|goals| has(goals, goal)) && has(self.reachable.row(box_state), goal)
                };
                if goal != NONE && !fits(goal.into()) {
                    self.matching.release(number);
                }
            }
        }
        let goals_of = |number: usize| {
            let of_class = self.goals_of_class.get(usize::from(self.classes[number])).into_iter().flatten();
            self.reachable
                .row(self.box_states[number])
                .iter()
                .zip(of_class)
                .map(|(goals, class)| goals & class)
        };
        for number in 0..box_states.len() {
            if self.matching.column_of[number] == NONE {
                if board.goals.len() > 64 {
                    control.check()?;
                }
                if !self.matching.augment(number, goals_of) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
