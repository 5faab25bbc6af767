//! The lower bound on the ticks of a position of versus, and whether player 1 can still win.
//!
//! The game is over when every goal is filled, or every box on a goal if there are fewer boxes. In the first case all
//! goals count; in the second player 1 needs more of their goals than player 2. The cheapest assignment of boxes to
//! goals under these conditions is a bound on the pushes, each box by itself with frozen boxes in its way. A tick has
//! at most one push of each player, and no two push the same box.

use super::super::assignment::{Costs, FORBIDDEN};
use super::super::freeze::Relaxation;
use super::static_level::StaticLevel;
use super::{PUSHERS, State};
use crate::flood::{NEVER, steps_from};

/// The most cells, once for each box, of a board that is bounded.
const MOST_ENTRIES: usize = 1 << 15;

#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// The fewest pushes of boxes.
    pub(super) pushes: u32,
    /// The fewest ticks with a push.
    pub(super) ticks: u32,
}

/// Bounds what a position in play needs; `None` if player 1 can never win.
pub(super) fn bounds(level: &StaticLevel, state: &State) -> Option<Bounds> {
    let (boxes, goals) = (state.len() - PUSHERS, level.goals.len());
    if boxes >= goals && level.owned[0] <= level.owned[1] {
        return None;
    }
    if level.grid.cells * boxes > MOST_ENTRIES {
        return Some(Bounds { pushes: 1, ticks: 1 });
    }
    let costs = pushes_to_goals(level, state);
    let (pushes, farthest) = if boxes < goals {
        (win_by_boxes(level, boxes, &costs)?, costs.farthest()?)
    } else {
        let by_goal = costs.transposed();
        (by_goal.bound()?, by_goal.farthest()?)
    };
    let pushers = state[..PUSHERS].iter().filter(|&&cell| cell != level.grid.off()).count() as u32;
    let ticks = pushes.div_ceil(pushers.max(1)).max(farthest).max(1);
    Some(Bounds { pushes: pushes.max(1), ticks })
}

/// Counts the pushes from each box to each goal, [`FORBIDDEN`] where it never gets there: by box and goal.
fn pushes_to_goals(level: &StaticLevel, state: &State) -> Costs {
    let boxes = &state[PUSHERS..];
    let relaxation = Relaxation::new(&level.grid, &state[..PUSHERS], boxes);
    let pushes_from =
        |&cell: &u16| steps_from(level.grid.cells, &[cell], |cell, way| relaxation.pushed(cell, way));
    let pushes: Vec<Vec<u16>> = boxes.iter().map(pushes_from).collect();
    Costs::new(boxes.len(), level.goals.len(), |one, goal| {
        match pushes[one][usize::from(level.goals[goal])] {
            NEVER => FORBIDDEN,
            pushes => pushes.into(),
        }
    })
}

/// Bounds the pushes that bring fewer boxes than goals onto goals, more onto those of player 1 than of player 2.
fn win_by_boxes(level: &StaticLevel, boxes: usize, costs: &Costs) -> Option<u32> {
    let goals = level.goals.len();
    let [own, other] = level.owned;
    let any = costs.bound()?;
    if other == 0 && own == goals || goals > MOST_COMPARED {
        return Some(any);
    }
    // Goals that stay empty have a row each. If player 2 gets `most` at most, so many of theirs at least stay empty, and of
    // player 1's no more than leave them one more than that.
    let with_most = |most: usize| {
        let (kept, empty) = (other - most, goals - boxes);
        let spare = own.checked_sub(most + 1)?;
        let rest = empty.checked_sub(kept)?;
        let with_empty = Costs::new(goals, goals, |row, goal| {
            let Some(row) = row.checked_sub(boxes) else { return costs.at(row, goal) };
            let (is_own, is_other) = (goal < own, goal >= own && goal < own + other);
            let is_allowed = if row < kept { is_other } else { row - kept < spare.min(rest) || !is_own };
            if is_allowed { 0 } else { FORBIDDEN }
        });
        with_empty.bound()
    };
    (0..=other.min(boxes)).filter_map(with_most).min()
}

/// The most goals for which the assignments that win are compared.
const MOST_COMPARED: usize = 24;
