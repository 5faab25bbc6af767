//! How many pushes a box needs from cell to cell, were there no other box and a pusher always where it is needed.
//!
//! Ice may end anywhere, as something could stand in the way; what is carried is carried for nothing; weak tiles and
//! holes that can be filled let a box pass and swallow it too. So no distance is more than the true one.

use std::collections::VecDeque;

use super::ground::{Ground, NONE};

/// No number of pushes is enough.
pub(super) const NEVER: u16 = u16::MAX;
/// Boards of more cells have no table, whose size is the square of it.
pub(super) const MOST_CELLS: usize = 900;

/// Where a box can get in one go, and what it costs.
type Edges = Vec<(u16, u16)>;

/// The distances of the boxes of one look.
pub(super) struct Distances {
    cells: usize,
    /// By cell and cell.
    pushes: Vec<u16>,
    /// By cell, the pushes until something swallows the box.
    swallowed: Vec<u16>,
}

impl Distances {
    /// The distances of what the slot `piece` holds, a box; `pushers` are the cells of the pushers at the start.
    pub(super) fn new(ground: &Ground, piece: usize, pushers: &[u16]) -> Self {
        let cells = ground.shape.cells;
        let mut edges: Vec<Edges> = vec![Vec::new(); cells];
        let mut falls = vec![NEVER; cells];
        for cell in 0..cells {
            let mut add = |way: usize, cost: u16| {
                let mut to = ground.shape.step[cell][way];
                while ground.admits(piece, to, way) {
                    let floor = &ground.floor[usize::from(to)];
                    if floor.hole || floor.tile().is_some() {
                        falls[cell] = falls[cell].min(cost);
                    }
                    if floor.hole {
                        break;
                    }
                    edges[cell].push((to, cost));
                    if !floor.ice {
                        break;
                    }
                    to = ground.shape.step[usize::from(to)][way];
                }
            };
            let floor = &ground.floor[cell];
            if floor.conveyor != NONE && ground.rules.carries_boxes {
                add(usize::from(floor.conveyor), 0);
            }
            for way in (0..4).filter(|&way| ground.can_push(piece, cell, way, pushers)) {
                add(way, 1);
            }
        }
        let mut pushes = vec![NEVER; cells * cells];
        let mut swallowed = vec![NEVER; cells];
        let mut queue = VecDeque::new();
        for (start, row) in pushes.chunks_mut(cells.max(1)).enumerate() {
            row[start] = 0;
            queue.push_back((start, 0));
            while let Some((cell, far)) = queue.pop_front() {
                if row[cell] < far {
                    continue;
                }
                swallowed[start] = swallowed[start].min(falls[cell].saturating_add(far));
                for &(to, cost) in &edges[cell] {
                    let to = usize::from(to);
                    if far + cost < row[to] {
                        row[to] = far + cost;
                        if cost == 0 {
                            queue.push_front((to, far));
                        } else {
                            queue.push_back((to, far + cost));
                        }
                    }
                }
            }
        }
        Self { cells, pushes, swallowed }
    }

    /// The pushes from a cell to each cell.
    pub(super) fn from(&self, cell: u16) -> &[u16] {
        &self.pushes[usize::from(cell) * self.cells..][..self.cells]
    }

    /// The pushes from a cell until something swallows the box.
    pub(super) fn until_swallowed(&self, cell: u16) -> u16 {
        self.swallowed[usize::from(cell)]
    }

    /// For each cell the pushes to any that is at most `radius` steps from it, by cell and cell.
    pub(super) fn near(&self, ground: &Ground, radius: usize) -> Vec<u16> {
        let mut near = self.pushes.clone();
        for row in near.chunks_mut(self.cells.max(1)) {
            for _ in 0..radius {
                let before: Vec<u16> = row.iter().copied().chain([NEVER]).collect();
                for (cell, far) in row.iter_mut().enumerate() {
                    for next in ground.shape.step[cell] {
                        *far = (*far).min(before[usize::from(next)]);
                    }
                }
            }
        }
        near
    }
}
