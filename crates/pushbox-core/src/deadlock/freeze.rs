//! Freeze deadlocks: boxes that block each other for good.
//!
//! The frozen set is the greatest set of boxes in which each one is blocked on both axes by a wall, by another box of
//! the set, or by dead squares on both sides. No box of such a set is ever pushed on the way to a solution: the first
//! one to go would have to move past what blocks it, or onto a dead square. So one frozen box off the goals is a
//! deadlock. Starting from all touching boxes and striking out those that can move finds the greatest set in linear
//! time, where the usual recursion needs marks that are easily left stale.

use crate::field::Field;

/// What a push has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frost {
    /// The box can still move, as far as this detector sees.
    Free,
    /// The box is frozen, and everything that is frozen with it stands on goals.
    OnGoals,
    /// Something is frozen off the goals.
    Dead,
}

/// The working memory of the detector.
pub(crate) struct Freeze {
    assumed: Vec<bool>,
    group: Vec<u16>,
    queue: Vec<u16>,
}

impl Freeze {
    /// A detector for `field`.
    pub(crate) fn new(field: &Field) -> Self {
        Self { assumed: vec![false; field.near.len()], group: Vec::new(), queue: Vec::new() }
    }

    /// Judges the box that now stands on `square`. `is_box` tells the boxes by square and is false for the wall.
    pub(crate) fn pushed(&mut self, field: &Field, is_box: &[bool], square: u16) -> Frost {
        // Nearly every push ends here: one axis is open whatever the other boxes do.
        if Self::is_open(field, is_box, square, 0) || Self::is_open(field, is_box, square, 1) {
            return Frost::Free;
        }
        self.group.push(square);
        self.assumed[usize::from(square)] = true;
        let mut done = 0;
        while let Some(&member) = self.group.get(done) {
            done += 1;
            for next in field.near[usize::from(member)] {
                if is_box[usize::from(next)] && !self.assumed[usize::from(next)] {
                    self.assumed[usize::from(next)] = true;
                    self.group.push(next);
                }
            }
        }
        self.strike_out(field);
        let frost = if !self.assumed[usize::from(square)] {
            Frost::Free
        } else if self.frozen().any(|member| !field.is_goal[usize::from(member)]) {
            Frost::Dead
        } else {
            Frost::OnGoals
        };
        self.clear();
        frost
    }

    /// The frozen ones of `boxes`, in their order.
    pub(crate) fn all(&mut self, field: &Field, is_box: &[bool], boxes: &[u16]) -> &[u16] {
        debug_assert!(boxes.iter().all(|&square| is_box[usize::from(square)]));
        self.group.extend_from_slice(boxes);
        for &square in boxes {
            self.assumed[usize::from(square)] = true;
        }
        self.strike_out(field);
        self.queue.clear();
        self.queue.extend(self.group.iter().copied().filter(|&square| self.assumed[usize::from(square)]));
        self.clear();
        &self.queue
    }

    fn frozen(&self) -> impl Iterator<Item = u16> {
        self.group.iter().copied().filter(|&square| self.assumed[usize::from(square)])
    }

    fn clear(&mut self) {
        for square in self.group.drain(..) {
            self.assumed[usize::from(square)] = false;
        }
    }

    /// Takes boxes that can move out of the assumed set until none is left that can.
    fn strike_out(&mut self, field: &Field) {
        self.queue.clear();
        self.queue.extend_from_slice(&self.group);
        while let Some(square) = self.queue.pop() {
            let can_move = |axis| Self::is_open(field, &self.assumed, square, axis);
            if self.assumed[usize::from(square)] && (can_move(0) || can_move(1)) {
                self.assumed[usize::from(square)] = false;
                let near = field.near[usize::from(square)];
                self.queue.extend(near.into_iter().filter(|&next| self.assumed[usize::from(next)]));
            }
        }
    }

    /// Whether nothing of `obstacles` and no wall blocks a box on `square` along `axis` (0 row, 1 column).
    fn is_open(field: &Field, obstacles: &[bool], square: u16, axis: usize) -> bool {
        let [one, other] = [axis, axis + 2].map(|direction| field.near[usize::from(square)][direction]);
        let is_free = |next: u16| next != field.wall() && !obstacles[usize::from(next)];
        let is_live = |next: u16| field.is_live[usize::from(next)];
        is_free(one) && is_free(other) && (is_live(one) || is_live(other))
    }
}
