//! The cheapest assignment of the boxes of each class; their costs add up.

use std::ops::Range;

use super::matching::Matching;
use crate::board::{BoxClass, Distances};
use crate::limit::{Limited, SearchControl};

/// The assignments of a position. A table of distances for each class comes with every call.
pub(crate) struct ClassMatchings {
    classes: Vec<ClassMatching>,
    /// The cost of the assigned position.
    total: u32,
}

/// The boxes of one class, and their assignment.
struct ClassMatching {
    boxes: Range<usize>,
    matching: Matching,
    cost: u32,
}

impl ClassMatchings {
    pub(crate) fn new(classes: &[BoxClass]) -> Self {
        let of_class = |class: &BoxClass| {
            let matching = Matching::new(class.boxes.len(), class.goals.len());
            ClassMatching { boxes: class.boxes.clone(), matching, cost: 0 }
        };
        Self { classes: classes.iter().map(of_class).collect(), total: 0 }
    }

    /// Forgets everything; the next [`ClassMatchings::assign`] starts anew.
    pub(crate) fn clear(&mut self) {
        self.classes.iter_mut().for_each(|class| class.matching.clear());
    }

    /// Moves all boxes to `box_states` and returns the cost of the best assignment, `None` if there is none. Only what
    /// differs from the last position costs time.
    pub(crate) fn assign(
        &mut self,
        tables: &[Distances],
        box_states: &[u32],
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        self.total = 0;
        for (class, table) in self.classes.iter_mut().zip(tables) {
            let cost = class.matching.assign(table, &box_states[class.boxes.clone()], control)?;
            let Some(cost) = cost else { return Ok(None) };
            class.cost = cost;
            self.total += cost;
        }
        Ok(Some(self.total))
    }

    /// Returns the cost if box `number` of the assigned position went to `box_state`, `None` if there is no assignment then.
    pub(crate) fn preview(
        &mut self,
        tables: &[Distances],
        number: usize,
        box_state: u32,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        let index = self.class_of(number);
        let class = &mut self.classes[index];
        let cost = class.matching.preview(&tables[index], number - class.boxes.start, box_state, control)?;
        Ok(cost.map(|cost| self.total - class.cost + cost))
    }

    /// Returns the number of the class of a box.
    pub(crate) fn class_of(&self, number: usize) -> usize {
        self.classes.partition_point(|class| class.boxes.end <= number)
    }
}
