//! Push distances: how many pushes a lone box needs from a spot to a goal.

use super::Field;
use crate::search::limit::{LimitKind, Watch};

/// The distance of what cannot be reached.
pub(crate) const UNREACHED: u16 = u16::MAX;

/// For every spot the pushes to every goal. Longer ways than 65,534 pushes count as 65,534, which is still a lower
/// bound.
pub(crate) struct Distances {
    goals: usize,
    table: Vec<u16>,
}

impl Distances {
    /// Bytes of a table for `field`.
    pub(crate) fn bytes(field: &Field) -> usize {
        2 * field.goals.len() * field.spots
    }

    /// Distances with the boxes of `frozen` (squares, all goals) as walls; each of them keeps its own goal.
    /// `is_frozen` tells for every square whether it is one of them.
    ///
    /// The memory of the table is not counted here.
    pub(crate) fn new(
        field: &Field,
        is_frozen: impl Fn(u16) -> bool,
        watch: &mut Watch<'_>,
    ) -> Result<Self, LimitKind> {
        let goals = field.goals.len();
        let size = goals * field.spots;
        let mut table = Vec::with_capacity(size);
        // Filling a table of gigabytes takes seconds, in which the clock must be heard.
        while table.len() < size {
            watch.check()?;
            table.resize(size.min(table.len() + (1 << 22)), UNREACHED);
        }
        let mut queue: Vec<u32> = Vec::new();
        let mut pushes = vec![UNREACHED; 4 * usize::from(field.wall())];
        for (number, &goal) in field.goals.iter().enumerate() {
            watch.check()?;
            queue.clear();
            for side in 0..field.sides.count(goal) {
                let place = u32::from(goal) * 4 + side as u32;
                pushes[place as usize] = 0;
                queue.push(place);
            }
            let mut done = if is_frozen(goal) { queue.len() } else { 0 };
            while let Some(&place) = queue.get(done) {
                done += 1;
                let next = (pushes[place as usize] + 1).min(UNREACHED - 1);
                field.before(place, |earlier, from, behind| {
                    if pushes[earlier as usize] == UNREACHED && !is_frozen(from) && !is_frozen(behind) {
                        pushes[earlier as usize] = next;
                        queue.push(earlier);
                    }
                });
            }
            for &place in &queue {
                let spot = field.spot[place as usize] as usize;
                table[spot * goals + number] = pushes[place as usize];
                pushes[place as usize] = UNREACHED;
            }
        }
        Ok(Self { goals, table })
    }

    /// The distances from `spot` to every goal, by the number of the goal.
    pub(crate) fn row(&self, spot: u32) -> &[u16] {
        let first = spot as usize * self.goals;
        &self.table[first..first + self.goals]
    }
}
