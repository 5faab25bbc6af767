//! Which boxes on goals are in place: those that can stay there while the other goals are filled.
//!
//! A set of filled goals is *open* when, with all goals filled, the others can be cleared one by one: each box pulled to
//! where a box stood at the start, past all that are still there. Read backwards that is an order in which the others
//! can be filled.

use std::collections::HashMap;
use std::rc::Rc;

use super::macros::{Generator, UNCOUNTED, Way};
use crate::field::Field;

/// Sets to keep.
const MOST_KEPT: usize = 1 << 14;
/// Filled goals that are in place.
#[derive(Debug)]
pub(crate) struct Packed {
    /// How many.
    pub(crate) count: u16,
    /// Which.
    pub(crate) set: Box<[u64]>,
}

/// The goals that are filled without parking.
pub(crate) struct Packing {
    /// The goals in the order of the plan.
    order: Vec<u16>,
    goals: Vec<u64>,
    is_box: Vec<bool>,
    generator: Generator,
    known: HashMap<Box<[u64]>, Rc<Packed>>,
    now: Box<[u64]>,
    last: Option<(Box<[u64]>, Rc<Packed>)>,
}

impl Packing {
    /// Bytes that may be kept.
    pub(crate) fn bytes(field: &Field) -> usize {
        MOST_KEPT * (16 * field.live.len().div_ceil(64) + 96)
    }

    /// For goals that the plan fills in `order`.
    pub(crate) fn new(field: &Field, order: Vec<u16>) -> Self {
        let mut goals = vec![0; field.live.len().div_ceil(64)];
        for &goal in &order {
            field.flip(&mut goals, goal);
        }
        let now = goals.clone().into_boxed_slice();
        Self {
            order,
            goals,
            is_box: vec![false; field.near.len()],
            generator: Generator::new(field),
            known: HashMap::new(),
            now,
            last: None,
        }
    }

    /// What is in place of the boxes `set`; `is_base` tells where boxes stood at the start.
    pub(crate) fn packed(&mut self, field: &Field, is_base: &[bool], set: &[u64]) -> Rc<Packed> {
        for ((now, set), goals) in self.now.iter_mut().zip(set).zip(&self.goals) {
            *now = set & goals;
        }
        if let Some((last, packed)) = &self.last
            && *last == self.now
        {
            return Rc::clone(packed);
        }
        let packed = match self.known.get(&self.now) {
            Some(packed) => Rc::clone(packed),
            None => {
                let packed = Rc::new(self.judge(field, is_base));
                if self.known.len() >= MOST_KEPT {
                    self.known.clear();
                }
                self.known.insert(self.now.clone(), Rc::clone(&packed));
                packed
            }
        };
        self.last = Some((self.now.clone(), Rc::clone(&packed)));
        packed
    }

    fn judge(&mut self, field: &Field, is_base: &[bool]) -> Packed {
        let filled: Vec<u16> =
            self.order.iter().copied().filter(|&goal| field.contains(&self.now, goal)).collect();
        let mut kept = filled.clone();
        if !self.is_open(field, is_base, &kept) {
            // Those that come first in the plan, and what else fits to them.
            kept.clear();
            for (index, &goal) in filled.iter().enumerate() {
                kept.push(goal);
                if self.order[index] != goal && !self.is_open(field, is_base, &kept) {
                    kept.pop();
                }
            }
        }
        let mut set = vec![0; self.goals.len()];
        for &goal in &kept {
            field.flip(&mut set, goal);
        }
        Packed { count: kept.len() as u16, set: set.into() }
    }

    fn is_open(&mut self, field: &Field, is_base: &[bool], kept: &[u16]) -> bool {
        self.is_box.fill(false);
        for square in field.squares_of(&self.goals) {
            self.is_box[usize::from(square)] = true;
        }
        let mut left: Vec<u16> =
            self.order.iter().rev().copied().filter(|goal| !kept.contains(goal)).collect();
        loop {
            let before = left.len();
            left.retain(|&goal| {
                let can_leave = self.can_leave(field, is_base, goal);
                if can_leave {
                    self.is_box[usize::from(goal)] = false;
                }
                !can_leave
            });
            if left.is_empty() {
                return true;
            }
            if left.len() == before {
                return false;
            }
        }
    }

    fn can_leave(&mut self, field: &Field, is_base: &[bool], goal: u16) -> bool {
        if is_base[usize::from(goal)] {
            return true;
        }
        let mut found = false;
        self.generator.each(
            field,
            Way::Pull,
            &self.is_box,
            |_| true,
            UNCOUNTED,
            |_, _| true,
            goal,
            15,
            |step| {
                found = is_base[usize::from(step.to)];
                !found
            },
        );
        found
    }
}
