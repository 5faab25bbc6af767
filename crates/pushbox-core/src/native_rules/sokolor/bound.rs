//! The lower bound on the pushes of a position of Sokolor.
//!
//! A box vanishes in a group, and every box of the group was pushed to its place. If two boxes vanish already, no two
//! of a colour touch after a push, so a group is the box that was pushed last and up to three around it. The cheapest
//! way to divide all boxes into such groups is a bound. Else the boxes of a group can be ordered in a ring in which
//! each is at most three steps from the next (the cube of a connected graph has a Hamiltonian cycle, Sekanina 1960).
//! The pushes that bring each box so near to another, over all boxes, are at most twice those that are needed.

use std::sync::OnceLock;

use super::super::assignment::{Costs, FORBIDDEN};
use super::super::push_distance::{MOST_CELLS, pushed};
use super::static_level::StaticLevel;
use crate::flood::{NEVER, UNREACHABLE, costs_from};

/// The steps between two boxes of a ring, at most.
const RING: usize = 3;
/// The most boxes of a colour for which all ways to group them are compared.
const MOST_GROUPED: usize = 8;
/// The most boxes of a colour of which each two are compared.
const MOST_PAIRED: usize = 200;

/// Whether no boxes stand in a group that vanishes, or some do until the first push.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Groups {
    Settled,
    Waiting,
}

/// The tables that the bounds use, each row made when it is first asked for: whole tables would take hundreds of milliseconds on
/// a large board, in which no clock is looked at. A board too large for them has the distances of an empty one.
pub(super) struct BoundTables {
    /// For each number of steps from 1 on, the pushes that bring two boxes so near to each other, by cell and cell; no rows
    /// for a board too large.
    meeting: [Vec<OnceLock<Vec<u16>>>; RING],
}

impl BoundTables {
    /// Creates the tables of a level, without any rows yet.
    pub(super) fn new(level: &StaticLevel) -> Self {
        let rows = if level.grid.cells <= MOST_CELLS { level.grid.cells } else { 0 };
        Self { meeting: std::array::from_fn(|_| vec![OnceLock::new(); rows]) }
    }

    /// Counts the rows that have been made.
    #[cfg(test)]
    pub(super) fn rows(&self) -> usize {
        self.meeting.iter().flatten().filter(|row| row.get().is_some()).count()
    }

    /// Bounds the pushes until all boxes have vanished; `None` if some never can.
    pub(super) fn pushes(&self, level: &StaticLevel, state: &[u16], groups: Groups) -> Option<u32> {
        level
            .left_by_colour(state)
            .try_fold(0, |sum, cells| Some(sum + self.of_colour(level, cells, groups)?))
    }

    /// Bounds the pushes until all boxes of one colour have vanished.
    fn of_colour(&self, level: &StaticLevel, cells: &[u16], groups: Groups) -> Option<u32> {
        let meeting = |one: usize, two: usize, steps| self.meeting(level, cells[one], cells[two], steps);
        if cells.is_empty() || self.meeting[0].is_empty() && cells.len() > MOST_PAIRED {
            return Some(0);
        }
        if groups == Groups::Waiting {
            return ring(cells.len(), |one, two| meeting(one, two, RING));
        }
        let grouped = match (level.vanish_min, cells.len()) {
            (2, ..=MOST_GROUPED) => cheapest_groups(cells.len(), &meeting)?,
            (3, 3) => group(&[0, 1, 2], &meeting)?,
            (2, _) => ring(cells.len(), |one, two| meeting(one, two, 2))?,
            _ => ring(cells.len(), |one, two| meeting(one, two, RING))?,
        };
        if cells.len() > MOST_PAIRED {
            return Some(grouped);
        }
        let pairs = (0..cells.len()).flat_map(|two| (0..two).map(move |one| (one, two)));
        let closest = pairs.filter_map(|(one, two)| meeting(one, two, 1)).min()?;
        Some(grouped.max(closest))
    }

    /// Returns the pushes that bring two boxes to within so many steps of each other; `None` where nothing does.
    fn meeting(&self, level: &StaticLevel, one: u16, two: u16, steps: usize) -> Option<u32> {
        let pushes = match self.meeting[steps - 1].get(usize::from(one)) {
            Some(row) => row.get_or_init(|| meeting_distances(level, one, steps))[usize::from(two)],
            None => level.grid.apart(one, two).saturating_sub(steps as u16),
        };
        (pushes != NEVER).then_some(u32::from(pushes))
    }
}

/// Measures the pushes that bring a box on `start` and another one to within so many steps of each other, by the cell of the
/// other. Boxes that are to touch stand on unlike cells.
fn meeting_distances(level: &StaticLevel, start: u16, steps: usize) -> Vec<u16> {
    let (grid, cells) = (&level.grid, level.grid.cells);
    // One box is pushed on the first layer, each step leads a layer down, on the last the other box is pushed backwards.
    let edges = |place: usize, visit: &mut dyn FnMut(usize, u32)| {
        let (layer, cell) = (place / cells, (place % cells) as u16);
        for direction in 0..4 {
            let next = grid.neighbour(cell, direction);
            if level.grid.is_wall[usize::from(next)] {
                continue;
            }
            if layer < steps {
                visit((layer + 1) * cells + usize::from(next), 0);
            }
            if layer == 0 && pushed(grid, &level.walkable, &level.grid.is_wall, cell, direction).is_some() {
                visit(usize::from(next), 1);
            }
            let is_pushed =
                || pushed(grid, &level.walkable, &level.grid.is_wall, next, direction ^ 2) == Some(cell);
            if layer == steps && is_pushed() {
                visit(layer * cells + usize::from(next), 1);
            }
        }
        if layer < steps && steps > 1 {
            visit(place + cells, 0);
        }
    };
    let costs = costs_from(cells * (steps + 1), &[usize::from(start)], edges);
    let narrow =
        |&cost: &u32| if cost == UNREACHABLE { NEVER } else { cost.min(u32::from(NEVER) - 1) as u16 };
    costs[cells * steps..].iter().map(narrow).collect()
}

/// Bounds the pushes of so many boxes by the cheapest rings.
fn ring(boxes: usize, meeting: impl Fn(usize, usize) -> Option<u32>) -> Option<u32> {
    let costs = Costs::new(boxes, boxes, |one, two| match one == two {
        true => FORBIDDEN,
        false => meeting(one, two).unwrap_or(FORBIDDEN),
    });
    costs.bound().map(|total| total.div_ceil(2))
}

/// Bounds the pushes of so many boxes by the cheapest way to make groups of two, three or four of them.
fn cheapest_groups(boxes: usize, meeting: &impl Fn(usize, usize, usize) -> Option<u32>) -> Option<u32> {
    let mut cheapest: Vec<Option<u32>> = vec![None; 1 << boxes];
    cheapest[0] = Some(0);
    let mut add = |mask: usize, members: &[usize]| {
        let bits = members.iter().fold(0, |bits, member| bits | 1 << member);
        if mask & bits != bits {
            return;
        }
        if let (Some(rest), Some(more)) = (cheapest[mask & !bits], group(members, meeting)) {
            let total = rest + more;
            cheapest[mask] = Some(cheapest[mask].map_or(total, |least| least.min(total)));
        }
    };
    for mask in 1_usize..1 << boxes {
        let first = mask.trailing_zeros() as usize;
        for second in first + 1..boxes {
            add(mask, &[first, second]);
            for third in second + 1..boxes {
                add(mask, &[first, second, third]);
                for fourth in third + 1..boxes {
                    add(mask, &[first, second, third, fourth]);
                }
            }
        }
    }
    cheapest[(1 << boxes) - 1]
}

/// Bounds the pushes of two to four boxes that vanish together, one of which touches all others.
fn group(members: &[usize], meeting: &impl Fn(usize, usize, usize) -> Option<u32>) -> Option<u32> {
    // A push moves one box: what two boxes need, and two others, adds up.
    let around = |&middle: &usize| {
        let outer: Vec<usize> = members.iter().copied().filter(|&member| member != middle).collect();
        let touching: Vec<u32> =
            outer.iter().map(|&other| meeting(middle, other, 1)).collect::<Option<_>>()?;
        match outer[..] {
            [one, two] => {
                let across = meeting(one, two, 2)?;
                let half = (touching[0] + touching[1] + across).div_ceil(2);
                Some(half.max(across).max(touching[0]).max(touching[1]))
            }
            [one, two, three] => {
                let across = [meeting(two, three, 2)?, meeting(one, three, 2)?, meeting(one, two, 2)?];
                touching.iter().zip(across).map(|(touching, across)| touching + across).max()
            }
            _ => touching.into_iter().max(),
        }
    };
    members.iter().filter_map(around).min()
}
