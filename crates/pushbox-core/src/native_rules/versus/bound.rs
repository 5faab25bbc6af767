//! The lower bound on the ticks of a position of versus, and whether player 1 can still win.
//!
//! The game is over when every goal is filled, or every box on a goal where there are fewer boxes. In the first case all
//! goals count, in the second player 1 needs more of theirs than player 2: the cheapest assignment of boxes to goals like
//! that is a bound on the pushes, each box by itself with boxes that are frozen in its way. A tick has a push of each player
//! at most, and none pushes a box twice.

use super::super::assignment::{FORBIDDEN, assignment_bound, costs_of};
use super::super::freeze::Relaxation;
use super::State;
use super::static_level::StaticLevel;
use crate::flood::{NEVER, steps_from};

/// The most cells, once for each box, of a board that is bounded.
const MOST_ENTRIES: usize = 1 << 15;

/// The bounds of a position.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// The fewest pushes of boxes.
    pub(super) pushes: u32,
    /// The fewest ticks with a push.
    pub(super) ticks: u32,
}

/// Bounds what a position in play needs; `None` if player 1 can never win.
pub(super) fn bounds(level: &StaticLevel, state: &State) -> Option<Bounds> {
    let (boxes, goals) = (state.boxes.len(), level.goals.len());
    if boxes >= goals && level.owned[0] <= level.owned[1] {
        return None;
    }
    if level.grid.cells * boxes > MOST_ENTRIES {
        return Some(Bounds { pushes: 1, ticks: 1 });
    }
    let costs = pushes_to_goals(level, state);
    let (pushes, farthest) = if boxes < goals {
        (win_by_boxes(level, boxes, &costs)?, farthest(&costs, goals)?)
    } else {
        let by_goal = costs_of(goals, boxes, |goal, one| costs[one * goals + goal]);
        (assignment_bound(goals, boxes, &by_goal)?, farthest(&by_goal, boxes)?)
    };
    let pushers = state.pushers.iter().filter(|&&cell| cell != level.grid.off()).count() as u32;
    let ticks = pushes.div_ceil(pushers.max(1)).max(farthest).max(1);
    Some(Bounds { pushes: pushes.max(1), ticks })
}

/// Counts the pushes from each box to each goal, [`FORBIDDEN`] where it never gets there: by box and goal.
fn pushes_to_goals(level: &StaticLevel, state: &State) -> Vec<u32> {
    let relaxation = Relaxation::new(&level.grid, &state.pushers, &state.boxes);
    let mut costs = Vec::with_capacity(state.boxes.len() * level.goals.len());
    for &cell in &state.boxes {
        let pushes = steps_from(level.grid.cells, &[cell], |cell, way| relaxation.pushed(cell, way));
        costs.extend(level.goals.iter().map(|&goal| match pushes[usize::from(goal)] {
            NEVER => FORBIDDEN,
            pushes => u32::from(pushes),
        }));
    }
    costs
}

/// Returns the most that any row costs at least; `None` for a row that has no column.
fn farthest(costs: &[u32], columns: usize) -> Option<u32> {
    let cheapest = |row: &[u32]| row.iter().copied().min().filter(|&cost| cost != FORBIDDEN);
    costs.chunks(columns).map(cheapest).try_fold(0, |most, cheapest| Some(most.max(cheapest?)))
}

/// Bounds the pushes that bring fewer boxes than goals onto goals, more onto those of player 1 than of player 2.
fn win_by_boxes(level: &StaticLevel, boxes: usize, costs: &[u32]) -> Option<u32> {
    let goals = level.goals.len();
    let [own, other] = level.owned;
    let any = assignment_bound(boxes, goals, costs)?;
    if other == 0 && own == goals || goals > MOST_COMPARED {
        return Some(any);
    }
    // Goals that stay empty have a row each. If player 2 gets `most` at most, so many of theirs at least stay empty, and of
    // player 1's no more than leave them one more than that.
    let with_most = |most: usize| {
        let (kept, empty) = (other - most, goals - boxes);
        let spare = own.checked_sub(most + 1)?;
        let rest = empty.checked_sub(kept)?;
        let mut table = costs.to_vec();
        for row in 0..empty {
            table.extend((0..goals).map(|goal| {
                let (is_own, is_other) = (goal < own, goal >= own && goal < own + other);
                let is_allowed = if row < kept { is_other } else { row - kept < spare.min(rest) || !is_own };
                if is_allowed { 0 } else { FORBIDDEN }
            }));
        }
        assignment_bound(goals, goals, &table)
    };
    (0..=other.min(boxes)).filter_map(with_most).min()
}

/// The most goals for which the assignments that win are compared.
const MOST_COMPARED: usize = 24;
