//! Boxes that can never move again. The level is lost if one of them is not on a goal of its number.

use super::{Position, Variants};

impl Variants {
    /// Returns whether a box that can never move again is not where it has to be.
    ///
    /// Where one box is pushed at a time, boxes that block each other are frozen together. A line of boxes that is pushed
    /// as one moves boxes that only block each other, so that there frozen boxes are those that walls hold, and boxes
    /// that these hold.
    pub(super) fn has_frozen_box(&self, state: &Position) -> bool {
        let boxes = &state.boxes;
        let together = self.options.max_push == 1;
        let mut is_frozen: Vec<bool> = boxes.iter().map(|one| together || one.is_fixed).collect();
        let holds = |is_frozen: &[bool], cell: u16| {
            self.ground.is_solid[usize::from(cell)]
                || boxes.iter().zip(is_frozen).any(|(other, &frozen)| frozen && other.cell == cell)
        };
        loop {
            let mut changed = false;
            for (index, one) in boxes.iter().enumerate().filter(|(_, one)| !one.is_fixed) {
                let [left, up, right, down] = self.grid.neighbours(one.cell);
                let held = |a: u16, b: u16| holds(&is_frozen, a) || holds(&is_frozen, b);
                let is_held = held(left, right) && held(up, down);
                changed |= is_held != is_frozen[index];
                is_frozen[index] = is_held;
            }
            if !changed {
                break;
            }
        }
        boxes
            .iter()
            .zip(&is_frozen)
            .any(|(one, &frozen)| frozen && !self.goals.is_goal(one.cell, self.number(one)))
    }
}
