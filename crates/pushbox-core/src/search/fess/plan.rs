//! A packing plan: which goals to fill before which, and which boxes to park where meanwhile. It guides a search and
//! prunes nothing. [`super::peeling`] finds it.

use super::clusters::clusters;
use super::nodes::Origin;
use super::peeling::{Peel, Peeling};
use crate::field::Field;
use crate::limit::{LimitKind, SearchControl};

/// The steps of some clusters of goals, one after the other.
#[derive(Debug)]
pub(crate) struct Sequence {
    /// Where boxes have to stand after so many steps (sets of live squares); the first is empty.
    pub(crate) sets: Vec<Vec<u64>>,
    /// The square that gets its box in each step.
    pub(crate) targets: Vec<u16>,
    /// Whether some box is parked.
    pub(crate) parks: bool,
}

/// A packing plan.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Sequences that can be followed side by side.
    pub(crate) sequences: Vec<Sequence>,
}

impl Plan {
    /// Plans for boxes that start on `starts`.
    pub(crate) fn new(
        field: &Field,
        starts: &[u16],
        peel: Peel,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let used = control.budget.used();
        let line = Peeling::new(field, starts, peel, control)?.line(control);
        control.budget.reset(used);
        Ok(Self::read(field, &line?))
    }

    /// Reads what a search backwards has done, for every group of clusters that it handles apart from the others.
    fn read(field: &Field, line: &[Origin]) -> Self {
        let mut group = clusters(field);
        // Which goal each box came from, step by step.
        let number = |square: u16| field.goals.iter().position(|&goal| goal == square);
        let mut came: Vec<Option<usize>> =
            (0..usize::from(field.wall())).map(|square| number(square as u16)).collect();
        let mut steps = Vec::new();
        let mut pending: Vec<usize> = Vec::new();
        for &Origin { from, to, .. } in line {
            let Some(goal) = came[usize::from(from)].take() else { continue };
            if to != field.wall() {
                came[usize::from(to)] = Some(goal);
                pending.push(goal);
            } else {
                // A box was parked for the sake of the next one taken off.
                for other in pending.drain(..) {
                    let (keep, drop) = (group[goal], group[other]);
                    group.iter_mut().filter(|group| **group == drop).for_each(|group| *group = keep);
                }
            }
            steps.push((goal, from, to));
        }
        let mut sequences = Vec::new();
        let mut names = group.clone();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let mut set = vec![0; field.live.len().div_ceil(64)];
            for (goal, &square) in field.goals.iter().enumerate() {
                if group[goal] == name {
                    field.flip(&mut set, square);
                }
            }
            let mut sets = vec![set.clone()];
            let mut targets = Vec::new();
            for &(_, from, to) in steps.iter().filter(|&&(goal, _, _)| group[goal] == name) {
                field.flip(&mut set, from);
                if to != field.wall() {
                    field.flip(&mut set, to);
                }
                sets.push(set.clone());
                targets.push(from);
            }
            // What is left when the search gave up is filled first, in any order.
            let left: Vec<u16> = field.squares_of(&set).collect();
            for square in left {
                field.flip(&mut set, square);
                sets.push(set.clone());
                targets.push(square);
            }
            sets.reverse();
            targets.reverse();
            let parks = targets.iter().any(|&square| !field.is_goal[usize::from(square)]);
            sequences.push(Sequence { sets, targets, parks });
        }
        Self { sequences }
    }
}
