//! What a certificate leaves out: positions that are lost, and those too far from a solution.
//!
//! A checker recomputes all of it from the level alone: whether a few boxes can be solved alone, whether boxes hold each
//! other, and a bound on what is still to be played. The bound is the cheapest assignment of boxes to goals, by the
//! distances of a lone box. For moves a push costs as [`moves`](crate::bound::moves) says, by a potential that falls with
//! the walking distance from a goal, the peak.

use super::field::{Field, Item, Placement, Square};
use super::subsets::Subsets;
use crate::board::{BoxClass, DEAD, Distances, UNREACHED};
use crate::bound::moves::MoveBound;
use crate::held::remove_free;
use crate::level::opposite;
use crate::limit::{Limited, SearchControl};

pub(super) struct Pruning {
    /// `None` where a class has fewer goals than boxes.
    bound: Option<MoveBound>,
    /// The square from which the potential of a bound on moves falls.
    pub(super) peak: Option<Square>,
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
        let Field { board, classes } = field;
        let mut is_dead_square = Vec::new();
        for BoxClass { goals, .. } in classes {
            let distances = Distances::new(board, goals, |_| false, &|_, _| 1, control)?;
            is_dead_square.push(dead_squares(field, &distances));
        }
        let fits = classes.iter().all(|class| class.boxes.len() <= class.goals.len());
        let used = control.budget.used();
        let box_states = field.box_states(&start.items, start.player);
        let mut peak = by_moves.then(|| board.goals.first().copied().unwrap_or(start.player));
        let bound = match fits && by_moves && !box_states.contains(&DEAD) {
            true => MoveBound::best(board, classes, &box_states, &[start.player], control)?,
            false => None,
        };
        let bound = match bound {
            None if fits => Some(MoveBound::new(board, classes, peak, control)?),
            bound => bound,
        };
        peak = bound.as_ref().map_or(peak, |bound| bound.peak);
        // What a bound keeps for boxes that freeze is not needed here.
        let tables = classes.iter().map(|class| Distances::bytes(board, class.goals.len()));
        control.budget.reset(used + tables.sum::<usize>());
        Ok(Self { bound, peak, subsets: Subsets::new(field, subset, control)?, is_dead_square })
    }

    /// Returns the least cost from a position to a solution; `None` if the boxes cannot all have goals.
    pub(super) fn bound(
        &mut self,
        field: &Field,
        items: &[Item],
        player: Square,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<u32>> {
        let box_states = field.box_states(items, player);
        let Some(bound) = self.bound.as_mut().filter(|_| !box_states.contains(&DEAD)) else {
            return Ok(None);
        };
        let pushes = bound.pushes.load(&field.board, &box_states, &[], control)?;
        Ok(pushes.map(|pushes| bound.total(pushes, &[player])))
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
