//! The distances of stones from blooming, with the fixed cells as the only obstacles.
//!
//! A stone goes sideways by moves and by blooms, and down by falling. It goes up only if something below it blooms
//! upwards or recoils upwards: each upright stone that has not bloomed yet lifts any cell by at most one, once.

use std::collections::VecDeque;

use super::physics::{FIXED, FREE};
use super::{Hanano, Position};
use crate::bits::{has, insert};
use crate::flood::costs_from;
use crate::held::remove_free;

/// The weight of a lift in the heuristic, in moves.
const LIFT: u32 = 8;
/// The weight of a stone that has not bloomed in the heuristic.
const UNBLOOMED: u32 = 2;
/// The distance of a cell that cannot be reached.
const NEVER: u8 = u8::MAX;
/// The most cells, frame included, of a board with tables.
const MAX_CELLS: usize = 1024;

/// The tables of a board, by cell.
pub(super) struct ReachTables {
    cells: usize,
    words: usize,
    /// At `flower * cells + stone`: the distance of a stone from the cells beside a flower.
    distances: Vec<u8>,
    /// At `(lifts * cells + cell) * words`: the set of cells that something on a cell can get to with so many lifts. The
    /// last number of lifts stands for all above it.
    reach: Vec<u64>,
    /// The same sets with all cells beside their cells.
    beside: Vec<u64>,
    lifts: usize,
}

impl ReachTables {
    pub(super) fn new(static_grid: &[u16], strides: &[isize; 4]) -> Self {
        let cells = if static_grid.len() <= MAX_CELLS { static_grid.len() } else { 0 };
        let words = cells.div_ceil(64);
        let mut tables = Self {
            cells,
            words,
            distances: (0..cells).flat_map(|flower| distances(static_grid, strides, flower)).collect(),
            reach: vec![0; cells * words],
            beside: Vec::new(),
            lifts: 0,
        };
        if cells > 0 {
            tables.fill_reach(static_grid, strides);
        }
        tables
    }

    fn fill_reach(&mut self, static_grid: &[u16], strides: &[isize; 4]) {
        let (cells, words) = (self.cells, self.words);
        let up = |cell: usize| cell.wrapping_add_signed(strides[1]);
        let mut levels: Vec<Vec<u64>> = Vec::new();
        loop {
            let mut level = levels.last().cloned().unwrap_or_else(|| vec![0; cells * words]);
            for start in (0..cells).filter(|&cell| static_grid[cell] == FREE) {
                let set = &mut level[start * words..][..words];
                let mut queue = VecDeque::new();
                if levels.is_empty() {
                    queue.push_back(start);
                } else {
                    let can_rise = |cell: &usize| has(set, *cell) && static_grid[up(*cell)] == FREE;
                    queue.extend((0..cells).filter(can_rise).map(up));
                }
                while let Some(cell) = queue.pop_front() {
                    if static_grid[cell] == FREE && insert(set, cell) {
                        queue.extend([cell - 1, cell + 1, cell.wrapping_add_signed(strides[3])]);
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
            for cell in (0..cells).filter(|&cell| has(set, cell)) {
                for &stride in strides {
                    insert(beside, cell.wrapping_add_signed(stride));
                }
            }
        }
    }

    fn set<'a>(&self, sets: &'a [u64], lifts: usize, cell: usize) -> &'a [u64] {
        &sets[(lifts.min(self.lifts) * self.cells + cell) * self.words..][..self.words]
    }
}

/// Measures the distances to the neighbours of `flower` backwards from them: sideways one move, up a lift, down nothing.
fn distances(static_grid: &[u16], strides: &[isize; 4], flower: usize) -> Vec<u8> {
    let is_free = |cell: &usize| static_grid.get(*cell).is_some_and(|&mark| mark != FIXED);
    let beside = strides.iter().map(|&stride| flower.wrapping_add_signed(stride)).filter(is_free);
    let costs = costs_from(static_grid.len(), &beside.collect::<Vec<_>>(), |cell, visit| {
        for (stride, cost) in [(-1, 1), (1, 1), (strides[1], 0), (strides[3], LIFT)] {
            Some(cell.wrapping_add_signed(stride)).filter(is_free).inspect(|&next| visit(next, cost));
        }
    });
    costs.into_iter().map(|cost| u8::try_from(cost).unwrap_or(NEVER)).collect()
}

/// Sums the distances of the stones to the nearest flowers of their colours.
pub(super) fn heuristic(rules: &Hanano, state: &Position) -> u32 {
    let tables = &rules.reach_tables;
    let mut sum = 0;
    for stone in (0..rules.stones).filter(|&stone| !state.bloomed[stone]) {
        sum += UNBLOOMED;
        if tables.cells > 0 {
            let distance =
                |flower: usize| tables.distances[flower * tables.cells + usize::from(state.anchors[stone])];
            let (colour, _) = rules.stone(stone);
            let fixed = rules.fixed[colour].iter().map(|&flower| distance(flower));
            sum += u32::from(fixed.chain(flowers(rules, state, colour).map(distance)).min().unwrap_or(NEVER));
        }
    }
    sum
}

/// Returns whether some stone can never get beside a flower of its colour, be it one that is yet to bloom.
pub(super) fn is_deadlock(rules: &Hanano, state: &Position) -> bool {
    let tables = &rules.reach_tables;
    if tables.cells == 0 {
        return false;
    }
    let unbloomed: Vec<usize> = (0..rules.stones).filter(|&stone| !state.bloomed[stone]).collect();
    let is_upright = |stone: usize| rules.stone(stone).1 % 2 == 1;
    let lifts = unbloomed.iter().filter(|&&stone| is_upright(stone)).count();
    // Until it blooms a stone is lifted by others only; its flower, once there is one, by all.
    let beside = |stone: usize| {
        let anchor = usize::from(state.anchors[stone]);
        tables.set(&tables.beside, lifts - usize::from(is_upright(stone)), anchor)
    };
    let meets = |stone: usize, flower: usize| {
        let reach = tables.set(&tables.reach, lifts, flower);
        beside(stone).iter().zip(reach).any(|(beside, reach)| beside & reach != 0)
    };
    let can_bloom_now = |&stone: &usize| {
        let (colour, _) = rules.stone(stone);
        rules.fixed[colour].iter().any(|&flower| has(beside(stone), flower))
            || flowers(rules, state, colour).any(|flower| meets(stone, flower))
    };
    let (mut blooming, mut left): (Vec<usize>, Vec<usize>) = unbloomed.into_iter().partition(can_bloom_now);
    remove_free(&mut left, |&stone| {
        let is_flower = |&other: &usize| {
            rules.stone(other).0 == rules.stone(stone).0 && meets(stone, usize::from(state.anchors[other]))
        };
        let blooms = blooming.iter().any(is_flower);
        blooming.extend(blooms.then_some(stone));
        blooms
    });
    !left.is_empty()
}

/// Returns the cells of the bloomed flowers of a colour.
fn flowers<'a>(rules: &'a Hanano, state: &'a Position, colour: usize) -> impl Iterator<Item = usize> + 'a {
    (0..rules.stones).filter_map(move |stone| {
        let (other, arrow) = rules.stone(stone);
        (state.bloomed[stone] && other == colour)
            .then(|| usize::from(state.anchors[stone]).wrapping_add_signed(rules.strides[arrow]))
    })
}
