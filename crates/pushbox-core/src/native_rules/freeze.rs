//! What boxes and pushers could do if boxes that can move were in nobody's way.
//!
//! Boxes that block each other stay until something else removes one of them (a freeze, as in Sokoban). A box that can
//! be pushed while all others of a set stay does not belong to the set; the rest is frozen.

use super::grid::{Grid, marked};
use super::push_distance::{connected, pushed};
use crate::held::remove_free;

/// The boxes that are frozen, and the cells that pushers could reach.
pub(super) struct Relaxation<'a> {
    grid: &'a Grid,
    /// The cell of each box, that off the board for none.
    boxes: &'a [u16],
    /// For each box whether it is thought to stay where it is.
    pub(super) is_frozen: Vec<bool>,
    /// For each cell whether it is a wall or has a frozen box.
    pub(super) blocked: Vec<bool>,
    /// For each cell whether a pusher could get there.
    pub(super) walkable: Vec<bool>,
}

impl<'a> Relaxation<'a> {
    /// Creates the relaxation of a position, with all boxes that cannot be pushed frozen.
    pub(super) fn new(grid: &'a Grid, pushers: &[u16], boxes: &'a [u16]) -> Self {
        let is_frozen: Vec<bool> = boxes.iter().map(|&cell| cell != grid.off()).collect();
        let blocked = marked(&grid.is_wall, boxes);
        let walkable = connected(grid, pushers, |cell| !blocked[usize::from(cell)]);
        let mut relaxation = Self { grid, boxes, is_frozen, blocked, walkable };
        relaxation.thaw();
        relaxation
    }

    /// Returns the cell that a push moves a box to, were the others that are not frozen in nobody's way.
    pub(super) fn pushed(&self, cell: u16, direction: usize) -> Option<u16> {
        pushed(self.grid, &self.walkable, &self.blocked, cell, direction)
    }

    /// Frees boxes that can be pushed until all others are frozen.
    pub(super) fn thaw(&mut self) {
        let mut frozen: Vec<usize> = (0..self.boxes.len()).filter(|&index| self.is_frozen[index]).collect();
        remove_free(&mut frozen, |&index| {
            let is_free = (0..4).any(|way| self.pushed(self.boxes[index], way).is_some());
            if is_free {
                self.free(index);
            }
            is_free
        });
    }

    /// Frees a box, and lets the pushers onto its cell from beside it.
    pub(super) fn free(&mut self, index: usize) {
        let cell = self.boxes[index];
        self.is_frozen[index] = false;
        self.blocked[usize::from(cell)] = false;
        if self.grid.neighbours(cell).iter().any(|&next| self.walkable[usize::from(next)]) {
            let beyond = connected(self.grid, &[cell], |cell| !self.blocked[usize::from(cell)]);
            self.walkable.iter_mut().zip(beyond).for_each(|(walkable, more)| *walkable |= more);
        }
    }
}
