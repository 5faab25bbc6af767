//! The lower bound on the moves of a position of Blockoban, and its deadlocks.
//!
//! A piece stops at a wall, on a sticky tile, or beside a cell on which another piece of the level can come to rest.
//! The swipes that it needs then are a bound for it alone. A swipe moves one square, or the squares of one group, and
//! circles. So the swipes of squares without a group add up, of a group the farthest counts, and circles may move on
//! the side.

use std::collections::BTreeMap;
use std::ops::Range;

use super::super::assignment::Costs;
use super::super::game_board::PLAIN;
use super::State;
use super::static_level::{Ground, StaticLevel};
use crate::flood::{UNREACHABLE, costs_from};

/// The most cells, once for each class, of a board that is bounded.
const MOST_ENTRIES: usize = 1 << 15;

#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// The fewest moves.
    pub(super) moves: u32,
    /// The moves that the pieces need one after the other.
    pub(super) apart: u32,
}

/// The tables that the bounds use, made once for a level; without classes where the board is too large.
pub(super) struct BoundTables {
    /// For each class and each tile of its colour, by cell, the fewest moves to the tile.
    to_tile: Vec<Vec<Vec<u32>>>,
    /// Whether no swipe moves more than one circle.
    is_single: bool,
}

impl BoundTables {
    /// Makes the tables of a level for all positions that can be reached from one.
    pub(super) fn new(level: &StaticLevel, start: &State) -> Self {
        let is_grouped = level.classes.iter().any(|class| class.group != 0);
        let is_single = !is_grouped && !level.options.chain;
        if level.grid.cells * level.ranges.len() > MOST_ENTRIES {
            return Self { to_tile: Vec::new(), is_single };
        }
        let rest = RestCells::new(level, start);
        let of_class = |(index, range): (usize, &Range<usize>)| {
            let colour = level.classes[range.start].colour;
            let mut into = vec![Vec::new(); level.grid.cells];
            for cell in rest.cells(index).filter(|_| colour != PLAIN) {
                rest.stops(level, index, cell, |stop| into[usize::from(stop)].push(usize::from(cell)));
            }
            let to_tile = |&tile: &u16| {
                costs_from(level.grid.cells, &[usize::from(tile)], |cell, visit| {
                    into[cell].iter().for_each(|&from| visit(from, 1));
                })
            };
            let tiles = if colour == PLAIN { &[] } else { level.tiles[colour].as_slice() };
            tiles.iter().map(to_tile).collect()
        };
        Self { to_tile: level.ranges.iter().enumerate().map(of_class).collect(), is_single }
    }

    /// Bounds the moves of a position in play; `None` if it can never be solved.
    pub(super) fn bounds(&self, level: &StaticLevel, state: &State) -> Option<Bounds> {
        if self.to_tile.is_empty() {
            return Some(Bounds { moves: 1, apart: 1 });
        }
        let coloured: Vec<(usize, usize)> = (level.ranges.iter().enumerate())
            .flat_map(|(index, range)| range.clone().map(move |slot| (index, slot)))
            .filter(|&(_, slot)| level.is_coloured(slot))
            .collect();
        let of = |is_wanted: &dyn Fn(usize) -> bool| {
            let pieces: Vec<_> = coloured.iter().copied().filter(|&(_, slot)| is_wanted(slot)).collect();
            self.assigned(level, state, &pieces)
        };
        let apart = of(&|_| true)?;
        let is_circle = |slot: usize| level.classes[slot].is_circle;
        let squares = of(&|slot| !is_circle(slot) && level.classes[slot].group == 0)?;
        let mut groups: BTreeMap<i64, u32> = BTreeMap::new();
        let mut farthest_circle = 0;
        for &(index, slot) in &coloured {
            let nearest = self.nearest(index, state[slot])?;
            if is_circle(slot) {
                farthest_circle = farthest_circle.max(nearest);
            } else if level.classes[slot].group != 0 {
                let most = groups.entry(level.classes[slot].group).or_default();
                *most = nearest.max(*most);
            }
        }
        let circles = if self.is_single { of(&is_circle)? } else { farthest_circle };
        let moves = (squares + groups.values().sum::<u32>()).max(circles).max(1);
        Some(Bounds { moves, apart })
    }

    /// Returns the moves of a piece to the nearest tile of its colour.
    fn nearest(&self, class: usize, cell: u16) -> Option<u32> {
        let to_tile = self.to_tile[class].iter().map(|costs| costs[usize::from(cell)]);
        to_tile.min().filter(|&moves| moves != UNREACHABLE)
    }

    /// Sums up the moves of pieces, given by class and slot, each to a tile of its own; `None` where they cannot all have
    /// one.
    fn assigned(&self, level: &StaticLevel, state: &State, pieces: &[(usize, usize)]) -> Option<u32> {
        let mut sum = 0;
        for (colour, tiles) in level.tiles.iter().enumerate() {
            let rows: Vec<_> =
                pieces.iter().filter(|&&(_, slot)| level.classes[slot].colour == colour).collect();
            if rows.is_empty() {
                continue;
            }
            let costs = Costs::new(rows.len(), tiles.len(), |row, tile| {
                let &(class, slot) = rows[row];
                self.to_tile[class][tile][usize::from(state[slot])]
            });
            sum += costs.bound()?;
        }
        Some(sum)
    }
}

/// The cells on which pieces can come to rest, were all others wherever they can be.
struct RestCells {
    cells: usize,
    /// By class and cell.
    rests: Vec<bool>,
    /// For each cell the number of classes whose pieces can rest there.
    classes: Vec<u16>,
}

impl RestCells {
    /// Finds the cells for all positions that can be reached from one.
    fn new(level: &StaticLevel, start: &State) -> Self {
        let cells = level.grid.cells;
        let mut rest =
            Self { cells, rests: vec![false; level.ranges.len() * cells], classes: vec![0; cells + 1] };
        for (class, range) in level.ranges.iter().enumerate() {
            for &cell in start[range.clone()].iter().filter(|&&cell| cell != level.grid.off()) {
                rest.add(class, cell);
            }
        }
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for class in 0..level.ranges.len() {
                let mut queue: Vec<u16> = rest.cells(class).collect();
                while let Some(cell) = queue.pop() {
                    let mut stops = Vec::new();
                    rest.stops(level, class, cell, |stop| stops.push(stop));
                    for stop in stops {
                        if rest.add(class, stop) {
                            queue.push(stop);
                            is_changed = true;
                        }
                    }
                }
            }
        }
        rest
    }

    fn add(&mut self, class: usize, cell: u16) -> bool {
        let is_new = !std::mem::replace(&mut self.rests[class * self.cells + usize::from(cell)], true);
        self.classes[usize::from(cell)] += u16::from(is_new);
        is_new
    }

    /// Returns the cells on which a piece of a class can rest.
    fn cells(&self, class: usize) -> impl Iterator<Item = u16> + use<'_> {
        let row = &self.rests[class * self.cells..][..self.cells];
        row.iter().enumerate().filter(|&(_, &rests)| rests).map(|(cell, _)| cell as u16)
    }

    /// Returns whether a piece other than one of a class can rest on a cell.
    fn has_other(&self, level: &StaticLevel, class: usize, cell: u16) -> bool {
        let (cell, is_alone) = (usize::from(cell), level.ranges[class].len() == 1);
        let own = is_alone && cell < self.cells && self.rests[class * self.cells + cell];
        self.classes[cell] > u16::from(own)
    }

    /// Visits the cells at which a piece of a class can stop when it moves from a cell.
    fn stops(&self, level: &StaticLevel, class: usize, cell: u16, mut visit: impl FnMut(u16)) {
        let piece = level.classes[level.ranges[class].start];
        let stops_anywhere = level.options.rigid && piece.group != 0;
        for direction in 0..4 {
            if piece.is_circle && !level.options.swiped && !self.can_be_hit(level, cell, direction) {
                continue;
            }
            let mut end = level.grid.neighbour(cell, direction);
            loop {
                let beyond = level.grid.neighbour(end, direction);
                match level.grounds[usize::from(end)] {
                    Ground::Wall | Ground::Hole => break,
                    Ground::Sticky => {
                        visit(end);
                        break;
                    }
                    Ground::Open => {}
                }
                let is_stopped = level.grounds[usize::from(beyond)] == Ground::Wall;
                if stops_anywhere || is_stopped || self.has_other(level, class, beyond) {
                    visit(end);
                }
                end = beyond;
            }
        }
    }

    /// Returns whether something could hit a circle on a cell in a direction.
    fn can_be_hit(&self, level: &StaticLevel, circle: u16, direction: usize) -> bool {
        let mut from = level.grid.neighbour(circle, direction ^ 2);
        let mut can_hit = level.options.nudge;
        loop {
            if matches!(level.grounds[usize::from(from)], Ground::Wall | Ground::Hole) {
                return false;
            }
            let rests = |class: usize| self.rests[class * self.cells + usize::from(from)];
            let is_square = |class: usize| !level.classes[level.ranges[class].start].is_circle;
            let hits = |class: usize| level.options.chain || is_square(class);
            if can_hit && (0..level.ranges.len()).any(|class| hits(class) && rests(class)) {
                return true;
            }
            if level.grounds[usize::from(from)] == Ground::Sticky {
                return false;
            }
            can_hit = true;
            from = level.grid.neighbour(from, direction ^ 2);
        }
    }
}
