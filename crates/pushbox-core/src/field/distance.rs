//! Push distances: how many pushes a lone box needs from a spot to a goal.

use super::Field;
use crate::board::opposite;
use crate::limit::{LimitKind, SearchControl};

/// The distance of what cannot be reached.
pub(crate) const UNREACHED: u16 = u16::MAX;

/// For every spot the cost of the pushes to every goal of some goals. What costs more than 65,534 counts as 65,534,
/// which is still a lower bound.
pub(crate) struct Distances {
    goals: usize,
    table: Vec<u16>,
}

/// What a push costs, from the square the player comes from and the square he pushes from it to: 0, 1 or 2.
pub(crate) type Cost<'a> = &'a dyn Fn(u16, u16) -> u16;

/// The most that a push costs.
const MOST: usize = 2;

impl Distances {
    /// Bytes of a table for `goals` goals on `field`.
    pub(crate) fn bytes(field: &Field, goals: usize) -> usize {
        2 * goals * field.spots
    }

    /// The costs to `goals` with the boxes of `frozen` (squares, all goals) as walls; each of them keeps its own goal.
    /// `is_frozen` tells for every square whether it is one of them. (Dijkstra 1959, with buckets as in Dial 1969.)
    ///
    /// The memory of the table is not counted here.
    pub(crate) fn new(
        field: &Field,
        goals: &[u16],
        is_frozen: impl Fn(u16) -> bool,
        cost: Cost<'_>,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let mut table = blank(goals.len() * field.spots, control)?;
        // The places at the present distance, at the next, and at the one after.
        let mut rings: [Vec<u32>; MOST + 1] = Default::default();
        let mut costs = vec![UNREACHED; 4 * usize::from(field.wall())];
        let mut reached: Vec<u32> = Vec::new();
        for (number, &goal) in goals.iter().enumerate() {
            control.check()?;
            for side in 0..field.sides.count(goal) {
                let place = u32::from(goal) * 4 + side as u32;
                costs[place as usize] = 0;
                rings[0].push(place);
                reached.push(place);
            }
            let mut now = 0;
            while rings.iter().any(|ring| !ring.is_empty()) {
                while let Some(place) = rings[0].pop() {
                    if costs[place as usize] != now || is_frozen((place / 4) as u16) {
                        continue;
                    }
                    field.before(place, |earlier, from, behind| {
                        if is_frozen(from) || is_frozen(behind) {
                            return;
                        }
                        let step = cost(behind, from);
                        let there = now.saturating_add(step).min(UNREACHED - 1);
                        let known = &mut costs[earlier as usize];
                        if there < *known {
                            if *known == UNREACHED {
                                reached.push(earlier);
                            }
                            *known = there;
                            rings[usize::from(there - now)].push(earlier);
                        }
                    });
                }
                rings.rotate_left(1);
                now = now.saturating_add(1).min(UNREACHED - 1);
            }
            for place in reached.drain(..) {
                let spot = field.spot[place as usize] as usize;
                table[spot * goals.len() + number] = costs[place as usize];
                costs[place as usize] = UNREACHED;
            }
        }
        Ok(Self { goals: goals.len(), table })
    }

    /// For every spot the pushes that lead to it from each of `starts`, squares of boxes, with the player on `player`: the
    /// mirror image, for a search backwards.
    ///
    /// The memory of the table is not counted here.
    pub(crate) fn mirrored(
        field: &Field,
        starts: &[u16],
        player: u16,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let mut table = blank(starts.len() * field.spots, control)?;
        let mut queue: Vec<(u16, u32)> = Vec::new();
        for (number, &start) in starts.iter().enumerate() {
            control.check()?;
            let place = |spot: u32| spot as usize * starts.len() + number;
            let first = field.spot(start, player);
            table[place(first)] = 0;
            queue.clear();
            queue.push((start, first));
            let mut done = 0;
            while let Some(&(square, spot)) = queue.get(done) {
                done += 1;
                let there = table[place(spot)].saturating_add(1).min(UNREACHED - 1);
                let near = field.near[usize::from(square)];
                for direction in
                    (0..4).filter(|direction| field.pushes[usize::from(square)] >> direction & 1 == 1)
                {
                    let next = field.spot_after(near[direction], direction);
                    if field.spot(square, near[opposite(direction)]) == spot
                        && table[place(next)] == UNREACHED
                    {
                        table[place(next)] = there;
                        queue.push((near[direction], next));
                    }
                }
            }
        }
        Ok(Self { goals: starts.len(), table })
    }

    /// The distances from `spot` to every goal, by the number of the goal.
    pub(crate) fn row(&self, spot: u32) -> &[u16] {
        let first = spot as usize * self.goals;
        &self.table[first..first + self.goals]
    }
}

/// A table of `size` distances in which nothing has been reached.
fn blank(size: usize, control: &mut SearchControl<'_>) -> Result<Vec<u16>, LimitKind> {
    let mut table = Vec::with_capacity(size);
    // Filling a table of gigabytes takes seconds, in which the clock must be heard.
    while table.len() < size {
        control.check()?;
        table.resize(size.min(table.len() + (1 << 22)), UNREACHED);
    }
    Ok(table)
}
