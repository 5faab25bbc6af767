//! What a certificate leaves out: positions that are lost, and those too far from a solution.
//!
//! A checker recomputes all of it from the level alone: whether a few boxes can be solved alone, whether boxes hold each
//! other, and a bound on what is still to be played. The bound is the cheapest assignment of boxes to goals, by the
//! distances of a lone box. For moves a push costs as [`moves`](crate::bound::moves) says, by a potential that falls with
//! the walking distance from a goal, the peak.

use super::field::{Field, Item, Placement, Square};
use super::subsets::Subsets;
use crate::board::single_box_distances::walks;
use crate::board::{BoxClass, DEAD, Distances, UNREACHED};
use crate::bound::class_matchings::ClassMatchings;
use crate::held::remove_free;
use crate::level::opposite;
use crate::limit::{Limited, SearchControl};

/// The most peaks to choose from.
const MOST_PEAKS: usize = 16;

pub(super) struct Pruning {
    pub(super) bound: Bound,
    pub(super) subsets: Subsets,
    /// The squares by class from which a lone box reaches no goal, whatever the side of the player.
    is_dead_square: Vec<Vec<bool>>,
}

impl Pruning {
    /// Creates the pruning of positions from `start` on, with a bound on moves or else on pushes.
    pub(super) fn new(
        field: &Field,
        start: &Placement,
        by_moves: bool,
        subset: usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let by_pushes = Bound::new(field, None, control)?;
        let is_dead_square =
            by_pushes.distances.iter().map(|distances| dead_squares(field, distances)).collect();
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
        let mut is_frozen = field.board.table_of(items.iter().map(|&item| field.square(item)));
        remove_free(&mut frozen, |&item| {
            let is_free = (0..2).any(|axis| self.can_move(field, &is_frozen, item, axis));
            is_frozen[usize::from(field.square(item))] &= !is_free;
            is_free
        });
        !field.is_solved(&frozen)
    }

    /// Returns whether a box can be pushed along an axis while no frozen one has moved.
    fn can_move(&self, field: &Field, is_frozen: &[bool], item: Item, axis: usize) -> bool {
        let (square, class) = (field.square(item), field.class(item));
        let sides = (field.step(square, axis), field.step(square, opposite(axis)));
        let (Some(before), Some(after)) = sides else { return false };
        let is_dead = |square: Square| self.is_dead_square[class][usize::from(square)];
        let is_frozen = |square: Square| is_frozen[usize::from(square)];
        let is_blocked = is_frozen(before) || is_frozen(after) || is_dead(before) && is_dead(after);
        !is_blocked
    }
}

/// A lower bound by the cheapest assignment of boxes to goals.
pub(super) struct Bound {
    /// The square from which the potential falls, `None` for pushes.
    pub(super) peak: Option<Square>,
    /// A number for every square, 0 at the peak and less everywhere else.
    potential: Vec<i32>,
    /// By class what a lone box costs to each goal.
    distances: Vec<Distances>,
    /// `None` where a class has fewer goals than boxes.
    matchings: Option<ClassMatchings>,
}

impl Bound {
    fn new(field: &Field, peak: Option<Square>, control: &mut SearchControl<'_>) -> Limited<Self> {
        let Field { board, classes } = field;
        let height = |steps: u16| -i32::from(steps);
        let potential: Vec<i32> = match peak {
            None => vec![0; board.size()],
            Some(peak) => walks(board, peak).into_iter().map(height).collect(),
        };
        let cost =
            |from: u16, to: u16| (1 + potential[usize::from(to)] - potential[usize::from(from)]) as u16;
        let mut distances = Vec::new();
        for BoxClass { goals, .. } in classes {
            control.budget.take(Distances::bytes(board, goals.len()))?;
            distances.push(Distances::new(board, goals, |_| false, &cost, control)?);
        }
        let fits = classes.iter().all(|class| class.boxes.len() <= class.goals.len());
        Ok(Self { peak, potential, distances, matchings: fits.then(|| ClassMatchings::new(classes)) })
    }

    /// Returns the bound that is the highest at the start, of those with their peak at a goal.
    fn best(field: &Field, start: &Placement, control: &mut SearchControl<'_>) -> Limited<Self> {
        let goals: Vec<Square> = field.classes.iter().flat_map(|class| &class.goals).copied().collect();
        let mut best = Self::new(field, Some(goals.first().copied().unwrap_or(start.player)), control)?;
        let mut highest = best.of(field, &start.items, start.player, control)?;
        for &peak in goals.iter().step_by(goals.len().div_ceil(MOST_PEAKS).max(1)).skip(1) {
            let used = control.budget.used();
            let mut other = Self::new(field, Some(peak), control)?;
            let bound = other.of(field, &start.items, start.player, control)?;
            control.budget.reset(used);
            if bound > highest {
                (best, highest) = (other, bound);
            }
        }
        Ok(best)
    }

    /// Returns the bound of a position; `None` if the boxes cannot all have goals.
    pub(super) fn of(
        &mut self,
        field: &Field,
        items: &[Item],
        player: Square,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        let state = |&item: &Item| field.board.box_state(field.square(item), player);
        let box_states: Vec<u32> = items.iter().map(state).collect();
        let total = match &mut self.matchings {
            Some(matchings) if !box_states.contains(&DEAD) => {
                matchings.assign(&self.distances, &box_states, control)?
            }
            _ => None,
        };
        let moved = i64::from(self.potential[usize::from(player)]);
        Ok(total.map(|total| (i64::from(total) + moved).max(0) as u32))
    }
}

/// Returns the squares from which a lone box reaches none of the goals that `distances` lead to.
fn dead_squares(field: &Field, distances: &Distances) -> Vec<bool> {
    let board = &field.board;
    let is_live = |square: Square, player: Square| {
        let box_state = board.box_state(square, player);
        box_state != DEAD && distances.row(box_state).iter().any(|&cost| cost != UNREACHED)
    };
    let players = |square| (0..4).filter_map(move |direction| field.step(square, direction));
    (0..board.wall()).map(|square| !players(square).any(|player| is_live(square, player))).collect()
}
