//! The parts into which the floor falls when one of its squares is blocked, for all squares at once.
//!
//! One depth-first search finds them (articulation points; Hopcroft and Tarjan 1973). A child of a square in the search
//! tree whose subtree has no edge to above the square is a part of its own; the rest is one more part. So one survey
//! answers for every square to which a box could be moved: on which side of the box the player is, how many regions
//! there are, and how large the player's region is. No further flood is needed.

/// The parts of a floor around each of its squares. Part 0 is the rest, parts 1 to 3 are subtrees.
#[derive(Default)]
pub(crate) struct ArticulationMap {
    /// Times up to this one belong to earlier surveys.
    base: u32,
    clock: u32,
    /// By square.
    visits: Vec<Visit>,
    /// The subtrees (first and last time) that blocking a square cuts off.
    cuts: Vec<[(u32, u32); 3]>,
    root: u16,
    root_children: u8,
}

/// What the latest survey that came to a square has found there.
#[derive(Clone, Copy, Default)]
struct Visit {
    /// The time when the square was entered.
    entered: u32,
    /// The least time that its subtree has an edge to.
    lowest: u32,
    parent: u16,
    /// The next direction to go.
    direction: u8,
    cuts: u8,
}

impl ArticulationMap {
    /// Creates a map for `size` squares, the wall included, in which every square has one part around it.
    pub(crate) fn new(size: usize) -> Self {
        Self { visits: vec![Visit::default(); size], cuts: vec![[(0, 0); 3]; size], ..Self::default() }
    }

    /// Surveys the floor that is connected with `root`, by the `neighbours` of every square, of which the last is the
    /// wall. The boxes `is_box` are obstacles, but the root counts as free.
    pub(crate) fn survey(&mut self, neighbours: &[[u16; 4]], is_box: &[bool], root: u16) {
        if self.clock > u32::MAX / 2 {
            self.visits.fill(Visit::default());
            self.clock = 0;
        }
        self.base = self.clock;
        let base = self.base;
        let wall = (neighbours.len() - 1) as u16;
        self.root = root;
        self.root_children = 0;
        self.enter(root, wall);
        let mut square = root;
        loop {
            let at = usize::from(square);
            let visit = &mut self.visits[at];
            if visit.direction < 4 {
                let next = neighbours[at][usize::from(visit.direction)];
                visit.direction += 1;
                let index = usize::from(next);
                if next == wall || next == visit.parent {
                    continue;
                }
                let time = self.visits[index].entered;
                if time > base {
                    let lowest = &mut self.visits[at].lowest;
                    *lowest = time.min(*lowest);
                } else if !is_box[index] || next == root {
                    self.enter(next, square);
                    square = next;
                }
                continue;
            }
            let Visit { entered, lowest, parent: above, .. } = *visit;
            if above == wall {
                return;
            }
            let up = &mut self.visits[usize::from(above)];
            up.lowest = lowest.min(up.lowest);
            if lowest >= up.entered {
                // The root has no rest above it: its first subtree takes the place of the rest.
                let is_rest = above == root && {
                    self.root_children += 1;
                    self.root_children == 1
                };
                if !is_rest {
                    self.cuts[usize::from(above)][usize::from(up.cuts)] = (entered, self.clock);
                    up.cuts += 1;
                }
            }
            square = above;
        }
    }

    fn enter(&mut self, square: u16, parent: u16) {
        self.clock += 1;
        let (entered, lowest) = (self.clock, self.clock);
        self.visits[usize::from(square)] = Visit { entered, lowest, parent, direction: 0, cuts: 0 };
    }

    fn cuts(&self, square: u16) -> &[(u32, u32)] {
        let square = usize::from(square);
        &self.cuts[square][..usize::from(self.visits[square].cuts)]
    }

    /// Returns whether `square` is free and belongs to the surveyed floor.
    pub(crate) fn contains(&self, square: u16) -> bool {
        self.visits[usize::from(square)].entered > self.base
    }

    /// Returns the part, 0 to 3, to which `square` belongs when `blocked` is; both must be on the floor.
    pub(crate) fn part(&self, blocked: u16, square: u16) -> usize {
        let time = self.visits[usize::from(square)].entered;
        let is_within = |&(first, last): &(u32, u32)| first <= time && time <= last;
        self.cuts(blocked).iter().position(is_within).map_or(0, |index| index + 1)
    }

    /// Returns the number of parts when `blocked` is.
    pub(crate) fn parts(&self, blocked: u16) -> usize {
        if blocked == self.root { usize::from(self.root_children) } else { 1 + self.cuts(blocked).len() }
    }

    /// Returns the number of squares of `part` when `blocked` is.
    pub(crate) fn size(&self, blocked: u16, part: usize) -> usize {
        let cuts = self.cuts(blocked);
        let length = |&(first, last): &(u32, u32)| (last - first + 1) as usize;
        match part.checked_sub(1) {
            Some(cut) => length(&cuts[cut]),
            None => (self.clock - self.base - 1) as usize - cuts.iter().map(length).sum::<usize>(),
        }
    }
}
