//! The pushes that a box needs from cell to cell, without other boxes and with a pusher wherever one is needed.
//!
//! A slide on ice may end anywhere, as something could stand in the way. Conveyors carry for nothing. Weak tiles, and
//! holes that can be filled, let a box pass and swallow it too. So no distance is more than the true one.

use super::static_level::StaticLevel;
use crate::flood::{NEVER, UNREACHABLE, costs_from};

/// The cells that a box gets to by one push or conveyor, and the pushes each costs.
type Edges = Vec<(u16, u32)>;

/// The distances of the boxes of one class.
pub(super) struct PushDistances {
    cells: usize,
    /// By cell and cell.
    pushes: Vec<u16>,
    /// By cell, the fewest pushes until something swallows the box.
    swallowed: Vec<u16>,
}

impl PushDistances {
    /// Measures the distances of the box of `slot`.
    pub(super) fn new(level: &StaticLevel, slot: usize) -> Self {
        let cells = level.grid.cells;
        let mut edges: Vec<Edges> = vec![Vec::new(); cells];
        let mut falls = vec![NEVER; cells];
        for cell in 0..cells {
            let mut add = |direction: usize, cost: u32| {
                let mut to = level.grid.neighbour(cell, direction);
                while level.admits(slot, to, direction) {
                    let floor = &level.floor[usize::from(to)];
                    if floor.hole || floor.tile.is_some() {
                        falls[cell] = falls[cell].min(cost as u16);
                    }
                    if floor.hole {
                        break;
                    }
                    edges[cell].push((to, cost));
                    if !floor.ice {
                        break;
                    }
                    to = level.grid.neighbour(to, direction);
                }
            };
            let floor = &level.floor[cell];
            floor.conveyor.filter(|_| level.rules.carries_boxes).inspect(|&direction| add(direction, 0));
            for direction in (0..4).filter(|&direction| level.can_push(slot, cell, direction)) {
                add(direction, 1);
            }
        }
        let mut pushes = Vec::with_capacity(cells * cells);
        for start in 0..cells {
            let costs = costs_from(cells, &[start], |cell, visit| {
                edges[cell].iter().for_each(|&(to, cost)| visit(to.into(), cost));
            });
            pushes.extend(costs.iter().map(|&cost| if cost == UNREACHABLE { NEVER } else { cost as u16 }));
        }
        let fewest = |row: &[u16]| row.iter().zip(&falls).map(|(&to, fall)| fall.saturating_add(to)).min();
        let swallowed = pushes.chunks(cells.max(1)).map(|row| fewest(row).unwrap_or(NEVER)).collect();
        Self { cells, pushes, swallowed }
    }

    /// Returns the pushes from a cell to each cell.
    pub(super) fn from(&self, cell: u16) -> &[u16] {
        &self.pushes[usize::from(cell) * self.cells..][..self.cells]
    }

    /// Returns the fewest pushes from a cell until something swallows the box.
    pub(super) fn until_swallowed(&self, cell: u16) -> u16 {
        self.swallowed[usize::from(cell)]
    }

    /// Returns for each cell the fewest pushes to any that is at most `radius` steps from it, by cell and cell.
    pub(super) fn within_radius(&self, level: &StaticLevel, radius: usize) -> Vec<u16> {
        let mut near = self.pushes.clone();
        for row in near.chunks_mut(self.cells.max(1)) {
            for _ in 0..radius {
                let before: Vec<u16> = row.iter().copied().chain([NEVER]).collect();
                for (cell, distance) in row.iter_mut().enumerate() {
                    for next in level.grid.neighbours(cell) {
                        *distance = (*distance).min(before[usize::from(next)]);
                    }
                }
            }
        }
        near
    }
}
