//! What a certificate leaves out: positions that are lost, and those too far from a solution.
//!
//! A checker recomputes all of it from the level alone: whether a few boxes can be solved alone, whether boxes hold each
//! other, and a bound on what is still to be played. The bound is the cheapest assignment of boxes to goals, by the
//! distances of a lone box. For moves a push costs as `bound::moves` says, by a potential that falls with the walking
//! distance from a goal, the peak.

use super::field::{Field, Item, Placement, SIDES, Square, Walk};
use super::subsets::Subsets;
use crate::flood::costs_from;
use crate::level::opposite;
use crate::limit::{Limited, SearchControl};
use crate::native_rules::assignment::{FORBIDDEN, min_cost_assignment};

/// The most peaks to choose from.
const MOST_PEAKS: usize = 16;

pub(super) struct Pruning {
    pub(super) bound: Bound,
    pub(super) subsets: Subsets,
    /// The squares by class from which a lone box reaches no goal, whatever the side of the player.
    is_dead_square: Vec<Vec<bool>>,
}

impl Pruning {
    /// Creates what is pruned by in positions from `start` on: for moves, else for pushes.
    pub(super) fn new(
        field: &Field,
        start: &Placement,
        by_moves: bool,
        subset: usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let by_pushes = Bound::new(field, None);
        let is_dead_square =
            (0..field.goals.len()).map(|class| by_pushes.dead_squares(field, class)).collect();
        let bound = if by_moves { Bound::best(field, start, control)? } else { by_pushes };
        Ok(Self { bound, subsets: Subsets::new(field, subset, control)?, is_dead_square })
    }

    /// Returns whether a position is lost, in which `moved` was pushed and the player stands on `player`.
    pub(super) fn is_dead(&self, field: &Field, items: &[Item], moved: Item, player: Square) -> bool {
        self.has_frozen_box(field, items) || self.subsets.is_dead(items, moved, player)
    }

    /// Returns whether boxes hold each other for ever, one of them off its goals.
    fn has_frozen_box(&self, field: &Field, items: &[Item]) -> bool {
        let mut frozen = items.to_vec();
        loop {
            let before = frozen.len();
            let held: Vec<Item> =
                frozen.iter().copied().filter(|&item| self.is_held(field, &frozen, item)).collect();
            frozen = held;
            if frozen.len() == before {
                return !field.is_solved(&frozen);
            }
        }
    }

    /// Returns whether a box can be pushed on neither axis while none of `frozen` has moved.
    fn is_held(&self, field: &Field, frozen: &[Item], item: Item) -> bool {
        let (square, class) = (field.square(item), field.class(item));
        (0..2).all(|axis| {
            let (Some(before), Some(after)) = (field.step(square, axis), field.step(square, opposite(axis)))
            else {
                return true;
            };
            let is_dead = |square: Square| self.is_dead_square[class][usize::from(square)];
            let holds = |&other: &Item| [before, after].contains(&field.square(other));
            is_dead(before) && is_dead(after) || frozen.iter().any(holds)
        })
    }
}

/// A lower bound by the cheapest assignment of boxes to goals.
pub(super) struct Bound {
    /// The square from which the potential falls, `None` for pushes.
    pub(super) peak: Option<Square>,
    /// A number for every square, 0 at the peak and less everywhere else.
    potential: Vec<i32>,
    /// For every goal of a class what a lone box on a square costs, by the side of the player.
    costs: Vec<Vec<Vec<u32>>>,
}

impl Bound {
    fn new(field: &Field, peak: Option<Square>) -> Self {
        let potential = match peak {
            None => vec![0; field.size()],
            Some(peak) => {
                let walk = Walk::from(field, &[], peak);
                let height = |square| -(walk.steps(square).unwrap_or(0) as i32);
                (0..field.size() as Square).map(height).collect()
            }
        };
        let costs_of = |goals: &Vec<Square>| {
            goals.iter().map(|&goal| costs_to(field, goal, &potential)).collect::<Vec<_>>()
        };
        let costs = field.goals.iter().map(costs_of).collect();
        Self { peak, potential, costs }
    }

    /// Returns the bound that is the highest at the start, of those with their peak at a goal.
    fn best(field: &Field, start: &Placement, control: &mut SearchControl<'_>) -> Limited<Self> {
        let goals: Vec<Square> = field.goals.iter().flatten().copied().collect();
        let mut best = Self::new(field, Some(goals.first().copied().unwrap_or(start.player)));
        let mut highest = best.of(field, &start.items, start.player);
        for &peak in goals.iter().step_by(goals.len().div_ceil(MOST_PEAKS).max(1)).skip(1) {
            control.check()?;
            let other = Self::new(field, Some(peak));
            let bound = other.of(field, &start.items, start.player);
            if bound > highest {
                (best, highest) = (other, bound);
            }
        }
        Ok(best)
    }

    /// Returns what a solution takes at least, `None` where boxes have no goals.
    pub(super) fn of(&self, field: &Field, items: &[Item], player: Square) -> Option<u32> {
        let mut total = 0;
        let mut first = 0;
        for (class, goals) in self.costs.iter().enumerate() {
            let count = field.counts[class];
            let boxes = &items[first..first + count];
            first += count;
            let cost = |&item: &Item| {
                let square = field.square(item);
                let state = usize::from(square) * SIDES + field.side(square, player);
                goals.iter().map(move |costs| costs[state])
            };
            let costs: Vec<u32> = boxes.iter().flat_map(cost).collect();
            total += min_cost_assignment(count, goals.len(), &costs)?.0;
        }
        Some((i64::from(total) + i64::from(self.potential[usize::from(player)])).max(0) as u32)
    }

    fn dead_squares(&self, field: &Field, class: usize) -> Vec<bool> {
        let is_dead = |square: usize| {
            self.costs[class].iter().all(|costs| {
                costs[square * SIDES..(square + 1) * SIDES].iter().all(|&cost| cost == FORBIDDEN)
            })
        };
        (0..field.size()).map(is_dead).collect()
    }
}

/// Returns the least cost of bringing a lone box to `goal`, by its square and the side of the player.
fn costs_to(field: &Field, goal: Square, potential: &[i32]) -> Vec<u32> {
    let solved: [usize; SIDES] = std::array::from_fn(|side| usize::from(goal) * SIDES + side);
    costs_from(field.size() * SIDES, &solved, |state, visit| {
        let target = (state / SIDES) as Square;
        for direction in 0..4 {
            let Some(square) = field.step(target, opposite(direction)) else { continue };
            let Some(player) = field.step(square, opposite(direction)) else { continue };
            if field.side(target, square) == state % SIDES {
                let rise = potential[usize::from(square)] - potential[usize::from(player)];
                visit(usize::from(square) * SIDES + field.side(square, player), (1 + rise) as u32);
            }
        }
    })
}
