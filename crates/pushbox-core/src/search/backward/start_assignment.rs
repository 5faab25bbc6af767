//! The cheapest assignment of boxes to the squares where boxes of their classes stood at the root, by pulls.

use std::ops::Range;

use super::super::root_position::RootPosition;
use super::pulls;
use crate::board::Distances;
use crate::bound::matching::Matching;
use crate::limit::{Limited, SearchControl};

/// The assignments, one for each class.
pub(super) struct StartAssignment {
    classes: Vec<ClassAssignment>,
    /// The cost for the loaded position.
    total: u32,
}

/// The boxes of one class, and what pushes from where such boxes stood at the root lead to.
struct ClassAssignment {
    boxes: Range<usize>,
    distances: Distances,
    matching: Matching,
    pulls: Vec<u8>,
    cost: u32,
}

impl StartAssignment {
    /// Creates the assignments for boxes that are numbered as those of `root`. Their memory is not counted.
    pub(super) fn new(root: &RootPosition, control: &mut SearchControl<'_>) -> Limited<Self> {
        let mut classes = Vec::new();
        for class in &root.classes {
            let boxes = class.boxes.clone();
            let distances =
                Distances::mirrored(&root.board, &root.boxes[boxes.clone()], root.player, control)?;
            let matching = Matching::new(boxes.len(), boxes.len());
            let pulls = pulls(&root.board, &distances);
            classes.push(ClassAssignment { boxes, distances, matching, pulls, cost: 0 });
        }
        Ok(Self { classes, total: 0 })
    }

    /// Returns the pulls of a box of a class by square, as bits by direction, after which pushes from the root can have led
    /// to it.
    pub(super) fn pulls(&self, class: u16) -> &[u8] {
        &self.classes[usize::from(class)].pulls
    }

    /// Makes boxes at `box_states` the loaded position, and returns the pulls that they need at least; `None` where they cannot
    /// have come from the root.
    pub(super) fn assign(
        &mut self,
        box_states: &[u32],
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        self.total = 0;
        for class in &mut self.classes {
            let box_states = &box_states[class.boxes.clone()];
            let Some(cost) = class.matching.assign(&class.distances, box_states, control)? else {
                return Ok(None);
            };
            class.cost = cost;
            self.total += cost;
        }
        Ok(Some(self.total))
    }

    /// Returns the same for the loaded position with the box `number` of a class at `box_state`.
    pub(super) fn preview(
        &mut self,
        class: u16,
        number: usize,
        box_state: u32,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        let class = &mut self.classes[usize::from(class)];
        let row = number - class.boxes.start;
        let cost = class.matching.preview(&class.distances, row, box_state, control)?;
        Ok(cost.map(|cost| self.total - class.cost + cost))
    }
}
