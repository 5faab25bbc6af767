//! How far stones are from blooming, by where the fixed cells are alone.
//!
//! A stone goes sideways by moves and by blooms, down by falling, and up only where something blooms upwards or recoils
//! upwards below it: each upright stone that has not bloomed yet lifts any cell by at most one, once.

use std::collections::VecDeque;

use super::scene::{FIXED, FREE};
use super::{Hanano, Position};

/// What a lift counts in the guide, in moves.
const LIFT: u32 = 8;
/// What a stone that has not bloomed counts in the guide by itself.
const UNBLOOMED: u32 = 2;
/// The guide's distance where there is no way.
const NO_WAY: u8 = u8::MAX;
/// Boards of more cells, frame included, get no tables.
const MAX_CELLS: usize = 1024;

/// Tables over the cells of a board.
pub(super) struct Far {
    cells: usize,
    words: usize,
    /// At `flower * cells + stone`: what it takes a stone to get beside a flower.
    ways: Vec<u8>,
    /// At `(lifts * cells + cell) * words`: the set of cells that something on a cell can get to with so many lifts. The
    /// last number of lifts stands for all above it.
    reach: Vec<u64>,
    /// The same, with all cells beside them.
    beside: Vec<u64>,
    lifts: usize,
}

impl Far {
    pub(super) fn new(ground: &[u16], strides: &[isize; 4]) -> Self {
        let cells = if ground.len() <= MAX_CELLS { ground.len() } else { 0 };
        let words = cells.div_ceil(64);
        let mut far = Self {
            cells,
            words,
            ways: vec![NO_WAY; cells * cells],
            reach: vec![0; cells * words],
            beside: Vec::new(),
            lifts: 0,
        };
        if cells == 0 {
            return far;
        }
        for cell in 0..cells {
            far.fill_ways(ground, strides, cell);
        }
        far.fill_reach(ground, strides);
        far
    }

    /// Distances to the neighbours of `flower`, found backwards from them: sideways one move, up a lift, down nothing.
    fn fill_ways(&mut self, ground: &[u16], strides: &[isize; 4], flower: usize) {
        let row = &mut self.ways[flower * self.cells..][..self.cells];
        let mut buckets: Vec<Vec<usize>> = vec![Vec::new(); usize::from(NO_WAY) + LIFT as usize + 1];
        for &stride in strides {
            if let Some(cell) = flower.checked_add_signed(stride).filter(|&cell| cell < self.cells) {
                buckets[0].push(cell);
            }
        }
        for cost in 0..usize::from(NO_WAY) {
            while let Some(cell) = buckets[cost].pop() {
                if ground[cell] == FIXED || usize::from(row[cell]) <= cost {
                    continue;
                }
                row[cell] = cost as u8;
                for (stride, more) in [(-1, 1), (1, 1), (strides[1], 0), (strides[3], LIFT as usize)] {
                    buckets[cost + more].push(cell.wrapping_add_signed(stride));
                }
            }
        }
    }

    fn fill_reach(&mut self, ground: &[u16], strides: &[isize; 4]) {
        let (cells, words) = (self.cells, self.words);
        let mut levels: Vec<Vec<u64>> = Vec::new();
        loop {
            let mut level = levels.last().cloned().unwrap_or_else(|| vec![0; cells * words]);
            for cell in (0..cells).filter(|&cell| ground[cell] == FREE) {
                let set = &mut level[cell * words..][..words];
                let mut front = VecDeque::new();
                if levels.is_empty() {
                    front.push_back(cell);
                } else {
                    let lifted = |place: &usize| {
                        has(set, *place) && ground[place.wrapping_add_signed(strides[1])] == FREE
                    };
                    front
                        .extend((0..cells).filter(lifted).map(|place| place.wrapping_add_signed(strides[1])));
                }
                while let Some(place) = front.pop_front() {
                    if ground[place] == FREE && !has(set, place) {
                        set[place / 64] |= 1 << (place % 64);
                        front.extend([place - 1, place + 1, place.wrapping_add_signed(strides[3])]);
                    }
                }
            }
            if levels.last() == Some(&level) {
                break;
            }
            levels.push(level);
        }
        self.lifts = levels.len() - 1;
        self.reach = levels.concat();
        self.beside = vec![0; self.reach.len()];
        for (set, beside) in self.reach.chunks(words).zip(self.beside.chunks_mut(words)) {
            for place in (0..cells).filter(|&place| has(set, place)) {
                for &stride in strides {
                    let near = place.wrapping_add_signed(stride);
                    beside[near / 64] |= 1 << (near % 64);
                }
            }
        }
    }

    fn set<'a>(&self, sets: &'a [u64], lifts: usize, cell: usize) -> &'a [u64] {
        &sets[(lifts.min(self.lifts) * self.cells + cell) * self.words..][..self.words]
    }
}

fn has(set: &[u64], cell: usize) -> bool {
    set[cell / 64] >> (cell % 64) & 1 == 1
}

/// The sum over the stones of what takes each to a flower of its colour.
pub(super) fn guide(rules: &Hanano, state: &Position) -> u32 {
    let far = &rules.far;
    let mut sum = 0;
    for stone in (0..rules.stones).filter(|&stone| !state.bloomed[stone]) {
        sum += UNBLOOMED;
        if far.cells > 0 {
            let way = |flower: usize| far.ways[flower * far.cells + usize::from(state.at[stone])];
            let (colour, _) = rules.stone(stone);
            let fixed = rules.fixed[colour].iter().map(|&flower| way(flower));
            sum += u32::from(fixed.chain(flowers(rules, state, colour).map(way)).min().unwrap_or(NO_WAY));
        }
    }
    sum
}

/// Whether some stone can never get beside a flower of its colour, be it one that is yet to bloom.
pub(super) fn is_dead(rules: &Hanano, state: &Position) -> bool {
    let far = &rules.far;
    if far.cells == 0 {
        return false;
    }
    let waiting = || (0..rules.stones).filter(|&stone| !state.bloomed[stone]);
    let is_upright = |stone: usize| rules.stone(stone).1 % 2 == 1;
    let lifts = waiting().filter(|&stone| is_upright(stone)).count();
    // A stone is lifted by others only, while it waits; its flower, once there is one, by all.
    let beside = |stone: usize| {
        far.set(&far.beside, lifts - usize::from(is_upright(stone)), usize::from(state.at[stone]))
    };
    let meets = |stone: usize, flower: usize| {
        let reach = far.set(&far.reach, lifts, flower);
        beside(stone).iter().zip(reach).any(|(near, there)| near & there != 0)
    };
    let mut blooms: Vec<bool> = waiting()
        .map(|stone| {
            let (colour, _) = rules.stone(stone);
            rules.fixed[colour].iter().any(|&flower| has(beside(stone), flower))
                || flowers(rules, state, colour).any(|flower| meets(stone, flower))
        })
        .collect();
    let waiting: Vec<usize> = waiting().collect();
    loop {
        let more = (0..waiting.len()).find(|&one| {
            !blooms[one]
                && (0..waiting.len()).any(|other| {
                    blooms[other]
                        && rules.stone(waiting[one]).0 == rules.stone(waiting[other]).0
                        && meets(waiting[one], usize::from(state.at[waiting[other]]))
                })
        });
        match more {
            Some(one) => blooms[one] = true,
            None => return blooms.contains(&false),
        }
    }
}

/// The cells of the bloomed flowers of a colour.
fn flowers<'a>(rules: &'a Hanano, state: &'a Position, colour: usize) -> impl Iterator<Item = usize> + 'a {
    (0..rules.stones).filter_map(move |stone| {
        let (other, arrow) = rules.stone(stone);
        (state.bloomed[stone] && other == colour)
            .then(|| usize::from(state.at[stone]).wrapping_add_signed(rules.strides[arrow]))
    })
}
