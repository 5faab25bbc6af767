//! The free floor around one box, taken off the board: which parts it falls into when the box stands on a square.
//!
//! One depth-first search (articulation points; Hopcroft and Tarjan 1973) answers that for all squares at once, so that
//! everywhere a box can be moved to, the sides that the player can reach, the regions on the board and the size of the
//! player's region are known without another flood.

use crate::field::Field;

/// The working memory, and the result of the last survey.
pub(crate) struct Floor {
    /// Times up to this one belong to earlier surveys.
    base: u32,
    clock: u32,
    /// When a square was entered.
    entered: Vec<u32>,
    /// The least time that the subtree of a square has an edge to.
    lowest: Vec<u32>,
    parent: Vec<u16>,
    next: Vec<u8>,
    /// The subtrees (first and last time) that a box on a square cuts off.
    cuts: Vec<[(u32, u32); 3]>,
    count: Vec<u8>,
    root: u16,
    root_children: u8,
}

impl Floor {
    /// Nothing surveyed yet.
    pub(crate) fn new(field: &Field) -> Self {
        let n = field.near.len();
        Self {
            base: 0,
            clock: 0,
            entered: vec![0; n],
            lowest: vec![0; n],
            parent: vec![0; n],
            next: vec![0; n],
            cuts: vec![[(0, 0); 3]; n],
            count: vec![0; n],
            root: 0,
            root_children: 0,
        }
    }

    /// Surveys the free floor connected with `root`, which counts as free; `is_box` tells the other boxes.
    pub(crate) fn survey(&mut self, field: &Field, is_box: &[bool], root: u16) {
        if self.clock > u32::MAX / 2 {
            self.entered.fill(0);
            self.clock = 0;
        }
        self.base = self.clock;
        let base = self.base;
        let wall = field.wall();
        self.root = root;
        self.root_children = 0;
        self.enter(root, wall);
        let mut square = root;
        loop {
            let at = usize::from(square);
            let direction = self.next[at];
            if direction < 4 {
                self.next[at] = direction + 1;
                let next = field.near[at][usize::from(direction)];
                let index = usize::from(next);
                if next == wall || next == self.parent[at] {
                    continue;
                }
                let time = self.entered[index];
                if time > base {
                    self.lowest[at] = self.lowest[at].min(time);
                } else if !is_box[index] || next == root {
                    self.enter(next, square);
                    square = next;
                }
                continue;
            }
            let above = self.parent[at];
            if above == wall {
                return;
            }
            let up = usize::from(above);
            let lowest = self.lowest[at];
            self.lowest[up] = self.lowest[up].min(lowest);
            if lowest >= self.entered[up] {
                // The root has no rest above it: its first subtree takes the place of the rest.
                let is_rest = above == root && {
                    self.root_children += 1;
                    self.root_children == 1
                };
                if !is_rest {
                    let count = usize::from(self.count[up]);
                    self.cuts[up][count] = (self.entered[at], self.clock);
                    self.count[up] += 1;
                }
            }
            square = above;
        }
    }

    fn enter(&mut self, square: u16, parent: u16) {
        let at = usize::from(square);
        self.clock += 1;
        self.entered[at] = self.clock;
        self.lowest[at] = self.clock;
        self.parent[at] = parent;
        self.next[at] = 0;
        self.count[at] = 0;
    }

    /// Whether `square` is free and belongs to the surveyed floor.
    pub(crate) fn holds(&self, square: u16) -> bool {
        self.entered[usize::from(square)] > self.base
    }

    /// The part, 0 to 3, in which `square` lies when a box stands on `at`; both must be on the floor.
    pub(crate) fn part(&self, at: u16, square: u16) -> usize {
        let count = usize::from(self.count[usize::from(at)]);
        let time = self.entered[usize::from(square)];
        let cuts = &self.cuts[usize::from(at)][..count];
        cuts.iter().position(|&(first, last)| first <= time && time <= last).map_or(0, |index| index + 1)
    }

    /// The number of parts when a box stands on `at`.
    pub(crate) fn parts(&self, at: u16) -> usize {
        if at == self.root {
            usize::from(self.root_children)
        } else {
            1 + usize::from(self.count[usize::from(at)])
        }
    }

    /// The squares of `part` when a box stands on `at`.
    pub(crate) fn size(&self, at: u16, part: usize) -> usize {
        let cuts = &self.cuts[usize::from(at)][..usize::from(self.count[usize::from(at)])];
        let length = |&(first, last): &(u32, u32)| (last - first + 1) as usize;
        match part.checked_sub(1) {
            Some(cut) => length(&cuts[cut]),
            None => (self.clock - self.base - 1) as usize - cuts.iter().map(length).sum::<usize>(),
        }
    }
}
