//! A small search with a few boxes: can they be brought to goals, or out of a zone?

use super::freeze::{Freeze, Frost};
use super::scene::Scene;
use crate::board::opposite;
use crate::field::Field;
use crate::region::Region;

/// The working memory of the search.
pub(super) struct Trial {
    freeze: Freeze,
    region: Region,
    is_box: Vec<bool>,
    set: Vec<u64>,
    in_zone: Vec<bool>,
    zone: Vec<u16>,
    /// Positions to look at, each the squares of the boxes and the player. A box that has left stands on the wall.
    todo: Vec<u16>,
    /// Positions looked at, with the normalised player, and where they are by hash.
    seen: Vec<u16>,
    slots: Vec<u32>,
    here: Vec<u16>,
    /// Numbers that tell a position: one a box, one for the player.
    stride: usize,
}

impl Trial {
    /// A search on `field`.
    pub(super) fn new(field: &Field) -> Self {
        Self {
            freeze: Freeze::new(field),
            region: Region::new(field),
            is_box: vec![false; field.near.len()],
            set: vec![0; field.live.len().div_ceil(64)],
            in_zone: vec![false; field.near.len()],
            zone: Vec::new(),
            todo: Vec::new(),
            seen: Vec::new(),
            slots: Vec::new(),
            here: Vec::new(),
            stride: 0,
        }
    }

    /// Whether all that can be done with `boxes` has been tried in vain, within so many `positions`. The zone is made
    /// of `inside`, the boxes, and what is at most `margin` squares away. The aim is to get every box to a goal or out
    /// of the zone, or else to get the player or a box on the square `to_enter`.
    pub(super) fn is_dead(
        &mut self,
        scene: &Scene<'_>,
        boxes: &[u16],
        inside: &[u16],
        margin: usize,
        positions: usize,
        to_enter: Option<u16>,
    ) -> bool {
        let field = scene.field;
        self.mark_zone(field, inside.iter().chain(boxes), margin);
        self.stride = boxes.len() + 1;
        self.todo.clear();
        self.todo.extend_from_slice(boxes);
        self.todo.push(scene.player);
        self.seen.clear();
        self.slots.clear();
        self.slots.resize((2 * positions).next_power_of_two(), 0);
        let is_dead = self.is_exhausted(scene, positions, to_enter);
        for square in self.zone.drain(..) {
            self.in_zone[usize::from(square)] = false;
        }
        is_dead
    }

    /// Makes `squares` and what is at most `margin` squares from them the zone.
    fn mark_zone<'a>(&mut self, field: &Field, squares: impl Iterator<Item = &'a u16>, margin: usize) {
        for &square in squares {
            self.add_to_zone(square);
        }
        let mut done = 0;
        for _ in 0..margin {
            let ring = self.zone.len();
            while done < ring {
                for next in field.near[usize::from(self.zone[done])] {
                    if next != field.wall() {
                        self.add_to_zone(next);
                    }
                }
                done += 1;
            }
        }
    }

    fn add_to_zone(&mut self, square: u16) {
        if !self.in_zone[usize::from(square)] {
            self.in_zone[usize::from(square)] = true;
            self.zone.push(square);
        }
    }

    fn is_exhausted(&mut self, scene: &Scene<'_>, positions: usize, to_enter: Option<u16>) -> bool {
        let field = scene.field;
        let last = self.stride - 1;
        while !self.todo.is_empty() {
            let first = self.todo.len() - self.stride;
            self.here.clear();
            self.here.extend_from_slice(&self.todo[first..]);
            self.todo.truncate(first);
            for &square in &self.here[..last] {
                self.is_box[usize::from(square)] = square != field.wall();
            }
            self.here[last] = self.region.flood(field, &self.is_box, self.here[last]);
            self.here[..last].sort_unstable();
            let is_at_rest = |&square: &u16| square == field.wall() || field.is_goal[usize::from(square)];
            let is_end = match to_enter {
                Some(goal) => self.is_box[usize::from(goal)] || self.region.contains(goal),
                None => self.here[..last].iter().all(is_at_rest),
            };
            let is_over = is_end || self.seen.len() >= positions * self.stride;
            if !is_over && self.is_new() {
                self.expand(scene);
            }
            for &square in &self.here[..last] {
                self.is_box[usize::from(square)] = false;
            }
            if is_over {
                return false;
            }
        }
        true
    }

    /// Whether the position has not been looked at yet; notes it.
    fn is_new(&mut self) -> bool {
        // The hash function of rustc ("FxHash").
        let hash = self.here.iter().fold(0u64, |hash, &square| {
            (hash.rotate_left(5) ^ u64::from(square)).wrapping_mul(0x517c_c1b7_2722_0a95)
        });
        let mask = self.slots.len() - 1;
        let mut index = (hash >> 32) as usize & mask;
        while self.slots[index] != 0 {
            let first = (self.slots[index] as usize - 1) * self.stride;
            if self.seen[first..first + self.stride] == self.here[..] {
                return false;
            }
            index = (index + 1) & mask;
        }
        self.slots[index] = (self.seen.len() / self.stride + 1) as u32;
        self.seen.extend_from_slice(&self.here);
        true
    }

    /// Adds what a push can lead to; a single position where a box can leave the zone.
    fn expand(&mut self, scene: &Scene<'_>) {
        let field = scene.field;
        let before = self.todo.len();
        self.set.fill(0);
        for &square in self.here[..self.stride - 1].iter().filter(|&&square| square != field.wall()) {
            field.flip(&mut self.set, square);
        }
        for number in 0..self.stride - 1 {
            let square = self.here[number];
            let allowed = field.pushes[usize::from(square)];
            for direction in (0..4).filter(|direction| allowed & (1 << direction) != 0) {
                let near = field.near[usize::from(square)];
                let (target, pusher) = (near[direction], near[opposite(direction)]);
                if self.is_box[usize::from(target)]
                    || !self.region.contains(pusher)
                    || self.makes_deadlock(scene, square, target, direction)
                {
                    continue;
                }
                let leaves = !self.in_zone[usize::from(target)];
                if leaves {
                    self.todo.truncate(before);
                }
                let first = self.todo.len();
                self.todo.extend_from_slice(&self.here);
                self.todo[first + number] = if leaves { field.wall() } else { target };
                self.todo[first + self.stride - 1] = square;
                if leaves {
                    return;
                }
            }
        }
    }

    /// Whether a push makes a freeze deadlock or a dead pair.
    fn makes_deadlock(&mut self, scene: &Scene<'_>, square: u16, target: u16, direction: usize) -> bool {
        let field = scene.field;
        self.is_box[usize::from(square)] = false;
        self.is_box[usize::from(target)] = true;
        field.flip(&mut self.set, square);
        let is_dead = scene.pairs.is_some_and(|pairs| pairs.pushed(field, &self.set, target, direction))
            || self.freeze.pushed(field, &self.is_box, target) == Frost::Dead;
        field.flip(&mut self.set, square);
        self.is_box[usize::from(square)] = true;
        self.is_box[usize::from(target)] = false;
        is_dead
    }
}
