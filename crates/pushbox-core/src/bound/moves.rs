//! The lower bound on the moves to a solution.
//!
//! Every push is a move, so a bound on the pushes is one on the moves; but the player who carries boxes to a far goal
//! also has to walk back for the next one. A *potential* counts that: a number for every square, two neighbours
//! differing by at most one. Along all steps to a solution its changes add up to its value where the player ends less
//! its value where the player is; a step that pushes nothing lowers it by at most one. So the steps that push nothing
//! are at least as many as the pushes raise the potential, less what the end is above the present:
//!
//! > moves >= (sum over the pushes of 1 + their gain) + potential of the player - greatest potential.
//!
//! Each push costs 0, 1 or 2 this way, and the cheapest assignment of boxes to goals at these costs is a lower bound on
//! the sum, as for plain pushes. (It is the dual of a flow: wherever a run of pushes ends a walk begins.) The bound is
//! consistent, since a step changes the potential of the player by what it costs more or less.

use super::Bound;
use crate::field::{Field, Kind, Start};
use crate::limit::{LimitKind, SearchControl};

/// A bound on the moves by one potential.
pub(crate) struct MoveBound {
    /// The pushes at the prices of the potential.
    pub(crate) pushes: Bound,
    /// The potential of every square: 0 at the peak, less everywhere else.
    potential: Vec<i32>,
}

/// The most peaks to choose from.
const MOST_PEAKS: usize = 16;

impl MoveBound {
    /// The bound that is the highest at the start, of those with their peak at a goal; `spots` are those of the boxes.
    /// None where no assignment of boxes to goals exists.
    pub(crate) fn best(
        start: &Start,
        spots: &[u32],
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Self>, LimitKind> {
        let goals = &start.field.goals;
        let mut best: Option<(u32, Self)> = None;
        for &peak in goals.iter().step_by(goals.len().div_ceil(MOST_PEAKS)) {
            let used = control.budget.used();
            let mut bound = Self::new(&start.field, &start.kinds, peak, control)?;
            let Some(pushes) = bound.pushes.load(&start.field, spots, &[], control)? else { return Ok(None) };
            let total = bound.total(pushes, &start.players);
            if best.as_ref().is_none_or(|&(highest, _)| total > highest) {
                best = Some((total, bound));
            }
            // One of two is dropped, and they take the same.
            if best.is_some() && used > 0 {
                control.budget.reset(used);
            }
        }
        Ok(best.map(|(_, bound)| bound))
    }

    /// The bound on `field` by the potential that falls with the walking distance from the square `peak`.
    pub(crate) fn new(
        field: &Field,
        kinds: &[Kind],
        peak: u16,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        control.budget.take(8 * field.near.len())?;
        let potential: Vec<i32> = distances(field, peak).iter().map(|&far| -far).collect();
        let here = potential.clone();
        let price = move |from: u16, to: u16| (1 + here[usize::from(to)] - here[usize::from(from)]) as u16;
        Ok(Self { pushes: Bound::priced(field, kinds, Box::new(price), control)?, potential })
    }

    /// The bound on the moves of a position that is not solved, from the bound on its priced pushes and the players.
    pub(crate) fn total(&self, pushes: u32, players: &[u16]) -> u32 {
        let walks: i64 = players.iter().map(|&player| i64::from(self.potential[usize::from(player)])).sum();
        (i64::from(pushes) + walks).max(0) as u32
    }
}

/// The walking distance of every square from `start` with no box on the board; the number of squares where there is no
/// way, from where no push leads anywhere that there is one.
fn distances(field: &Field, start: u16) -> Vec<i32> {
    let far = i32::from(field.wall());
    let mut distance = vec![far; field.near.len()];
    let mut queue = vec![start];
    distance[usize::from(start)] = 0;
    let mut done = 0;
    while let Some(&square) = queue.get(done) {
        done += 1;
        for next in field.near[usize::from(square)] {
            if next != field.wall() && distance[usize::from(next)] == far {
                distance[usize::from(next)] = distance[usize::from(square)] + 1;
                queue.push(next);
            }
        }
    }
    distance
}
