//! The solver: from a level to a verdict.

mod arena;
mod astar;
pub(crate) mod fess;
mod greedy;
pub(crate) mod limit;
pub(crate) mod open;
mod portfolio;
pub(crate) mod position;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod verdict;
pub(crate) mod walk;

use std::ops::ControlFlow;

use crate::board::{BOX, GOAL, Level, LevelError};
use crate::deadlock::pi_corral::Push;
use crate::field::{Prepared, prepare};
use crate::zobrist::split_mix;
use limit::{Limit, LimitKind, Progress, Watch};
use tree::Tree;
use verdict::{Answer, Proof, Verdict};

/// What a solution has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Any solution, as soon as possible.
    Any,
    /// A solution with the fewest pushes, and the proof of it.
    Pushes,
}

/// How a search ends.
pub(crate) enum End {
    /// At a node that is solved.
    Solved(u32),
    /// With these pushes.
    Line(Vec<Push>),
    /// Nothing is left to try.
    Exhausted,
}

/// Solves `level`: every box on a goal. Boxes may be fewer than goals.
///
/// `progress` is called about every 20 ms with the state of the search; [`ControlFlow::Break`] ends it. The clock never
/// changes the order of a search: the same level, objective and node limit give the same answer and the same nodes.
///
/// # Errors
/// [`LevelError::MoreBoxesThanGoals`].
pub fn solve(
    level: &Level,
    objective: Objective,
    limit: &Limit,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Answer, LevelError> {
    solve_seeded(level, objective, limit, 0, progress)
}

/// As [`solve`], which has the seed 0, with another order among what looks equally good for another `seed`.
///
/// # Errors
/// [`LevelError::MoreBoxesThanGoals`].
pub fn solve_seeded(
    level: &Level,
    objective: Objective,
    limit: &Limit,
    seed: u64,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Answer, LevelError> {
    let (boxes, goals) = (level.count(BOX), level.count(GOAL));
    if boxes > goals {
        return Err(LevelError::MoreBoxesThanGoals { boxes, goals });
    }
    let mut watch = Watch::new(limit, progress);
    let verdict = find(level, objective, seed, &mut watch).unwrap_or_else(Verdict::GaveUp);
    let bound = match &verdict {
        Verdict::Unsolvable(_) => None,
        _ => watch.proven(),
    };
    Ok(Answer { verdict, nodes: watch.nodes, seconds: watch.seconds(), bound })
}

fn find(level: &Level, objective: Objective, seed: u64, watch: &mut Watch<'_>) -> Result<Verdict, LimitKind> {
    if level.is_solved() {
        watch.raise(0);
        return Ok(Verdict::Solved { lurd: String::new(), optimal: true });
    }
    let mut start = match prepare(level, watch)? {
        Prepared::Ready(start) => start,
        Prepared::Hopeless(proof) => return Ok(Verdict::Unsolvable(proof)),
    };
    shuffle(&mut start.boxes, seed);
    let mut tree = match Tree::new(&start, watch)? {
        Ok(tree) => tree,
        Err(proof) => return Ok(Verdict::Unsolvable(proof)),
    };
    let end = match objective {
        Objective::Any => portfolio::search(&mut tree, &start, watch)?,
        Objective::Pushes => astar::search(&mut tree, watch)?,
    };
    let pushes = match end {
        End::Solved(node) => tree.arena.line(node),
        End::Line(pushes) => pushes,
        End::Exhausted => return Ok(Verdict::Unsolvable(Proof::Exhausted)),
    };
    let count = pushes.len() as u64;
    let lurd = walk::write(&start, &pushes);
    debug_assert!(
        crate::replay::walk(level, &lurd)
            .is_ok_and(|walk| { walk.letters == lurd.as_bytes() && walk.end.is_solved() })
    );
    Ok(Verdict::Solved { lurd, optimal: watch.proven() == Some(count) })
}

/// Numbers the boxes anew, which is the order in which a search tries them; the seed 0 leaves them as they are.
fn shuffle(boxes: &mut [u16], seed: u64) {
    if seed == 0 {
        return;
    }
    let mut state = seed;
    for last in (1..boxes.len()).rev() {
        boxes.swap(last, (split_mix(&mut state) % (last as u64 + 1)) as usize);
    }
}
