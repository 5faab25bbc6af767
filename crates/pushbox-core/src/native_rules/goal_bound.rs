//! A lower bound on the pushes, or pulls, that bring each box to a goal of its number.
//!
//! A lone box needs at least its distance to a goal if the player can get anywhere, and no two boxes end on the same
//! goal.

use super::assignment::{Costs, FORBIDDEN};
use super::grid::Grid;
use crate::flood::costs_from;

/// The most distances that are kept; a level with more has no bounds.
const MAX_DISTANCES: usize = 1 << 24;

/// A box: its cell and its number.
pub(super) type NumberedCell = (u16, i64);

/// The distances of a board.
pub(super) struct GoalBound {
    goals: Vec<NumberedCell>,
    cells: usize,
    /// At `goal * cells + cell`: the distance of a box on a cell from a goal; empty where there are too many.
    distances: Vec<u32>,
}

/// What boxes need at least.
#[derive(Clone, Copy, Default)]
pub(super) struct Needs {
    /// The sum over all boxes.
    pub(super) total: u32,
    /// The distance of the box that is farthest from its goals.
    pub(super) farthest: u32,
}

impl GoalBound {
    /// Measures the distances from goals; `is_solid` tells of each cell whether nothing can ever stand on it.
    pub(super) fn new(grid: &Grid, is_solid: &[bool], goals: Vec<NumberedCell>, pulls: bool) -> Self {
        let fits = goals.len().saturating_mul(grid.cells) <= MAX_DISTANCES;
        let measured = if fits { goals.as_slice() } else { &[] };
        let distances =
            measured.iter().flat_map(|&(goal, _)| distances(grid, is_solid, goal, pulls)).collect();
        Self { goals, cells: grid.cells, distances }
    }

    /// Returns whether a goal of this number is on a cell.
    pub(super) fn is_goal(&self, cell: u16, number: i64) -> bool {
        self.goals.contains(&(cell, number))
    }

    /// Returns whether a goal of any number is on a cell.
    pub(super) fn is_any_goal(&self, cell: u16) -> bool {
        self.goals.iter().any(|&(goal, _)| goal == cell)
    }

    /// Returns the cells that are not solid from which no box of one of these numbers gets to a goal of its own; none
    /// without boxes, and where there are too many distances.
    pub(super) fn dead_squares(&self, is_solid: &[bool], numbers: &[i64]) -> Vec<usize> {
        if numbers.is_empty() || (self.distances.is_empty() && !self.goals.is_empty()) {
            return Vec::new();
        }
        let wanted: Vec<usize> =
            (0..self.goals.len()).filter(|&goal| numbers.contains(&self.goals[goal].1)).collect();
        let leads = |cell: usize, goal: usize| self.distances[goal * self.cells + cell] != FORBIDDEN;
        let is_dead = |&cell: &usize| !is_solid[cell] && !wanted.iter().any(|&goal| leads(cell, goal));
        (0..self.cells).filter(is_dead).collect()
    }

    /// Returns what boxes need, `None` where they can never all get to goals of their own.
    pub(super) fn needs(&self, boxes: &[NumberedCell]) -> Option<Needs> {
        if self.distances.is_empty() && !self.goals.is_empty() {
            return Some(Needs::default());
        }
        let distance = |(cell, number): NumberedCell, goal: usize| {
            let fits = self.goals[goal].1 == number;
            if fits { self.distances[goal * self.cells + usize::from(cell)] } else { FORBIDDEN }
        };
        let costs = Costs::new(boxes.len(), self.goals.len(), |one, goal| distance(boxes[one], goal));
        Some(Needs { farthest: costs.farthest()?, total: costs.bound()? })
    }
}

/// Measures the distances from one goal, backwards: a box that is pushed came from where the player is then, and they
/// from behind it; one that is pulled came from behind the player, who went one cell ahead.
fn distances(grid: &Grid, is_solid: &[bool], goal: u16, pulls: bool) -> Vec<u32> {
    costs_from(grid.cells, &[goal.into()], |cell, visit| {
        for back in 0..4 {
            let before = grid.neighbour(cell, back);
            let player = if pulls { grid.neighbour(cell, back ^ 2) } else { grid.neighbour(before, back) };
            if !is_solid[usize::from(before)] && !is_solid[usize::from(player)] {
                visit(before.into(), 1);
            }
        }
    })
}
