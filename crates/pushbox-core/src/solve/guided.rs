//! The solver that is guided from outside.

use super::verdict_of;
use crate::level::{BOX, GOAL, Level};
use crate::limit::{Limited, SearchControl};
use crate::line::Line;
use crate::named::faults;
use crate::objective::Objective;
use crate::puzzle::Puzzle;
use crate::replay::is_solution;
use crate::search::SearchEnd;
use crate::search::guided::{Guidance, Guide, GuidedEnd, GuidedSearch};
use crate::search::push_graph::PushGraph;
use crate::search::root_position::{Prepared, prepare_puzzle};
use crate::search::verdict::{Answer, Verdict};

faults! {
    /// What keeps a guided search from an answer.
    pub enum GuideError {
        /// The level can never be solved as Sokoban defines it.
        MoreBoxesThanGoals { boxes: usize, goals: usize } => "more boxes than goals: found {boxes} boxes and {goals} goals";
        /// The heuristic has said more pushes than a solution has.
        NotAdmissible { said: u32, pushes: u32 } => "found a distance of {said} pushes in a position that {pushes} pushes solve, expected a heuristic that never says too many";
    }
}

/// Solves a level of plain Sokoban by a search that asks `guide` which positions come first.
///
/// The objective is any solution, or the fewest pushes with proof: by the bound of the solver and by having tried everything
/// else, or by a heuristic that is said to be admissible.
///
/// # Errors
/// [`GuideError`].
///
/// # Panics
/// For objectives that count moves.
pub fn solve_guided(
    level: &Level,
    objective: Objective,
    guide: &mut dyn Guide,
    guidance: Guidance,
    control: &mut SearchControl<'_>,
) -> Result<Answer, GuideError> {
    assert!(!objective.counts_moves(), "a guided search counts pushes");
    let (boxes, goals) = (level.count(BOX), level.count(GOAL));
    if boxes > goals {
        return Err(GuideError::MoreBoxesThanGoals { boxes, goals });
    }
    let mut refuted = None;
    let verdict = find(level, objective, guide, guidance, &mut refuted, control);
    match refuted {
        Some((said, pushes)) => Err(GuideError::NotAdmissible { said, pushes }),
        None => Ok(Answer::new(verdict, control)),
    }
}

fn find(
    level: &Level,
    objective: Objective,
    guide: &mut dyn Guide,
    guidance: Guidance,
    refuted: &mut Option<(u32, u32)>,
    control: &mut SearchControl<'_>,
) -> Limited<Verdict> {
    let puzzle = Puzzle::from(level);
    if puzzle.is_solved() {
        control.raise_bound(0);
        return Ok(Verdict::Solved { line: Line::default(), optimal: Some(Objective::Pushes), limit: None });
    }
    let root = match prepare_puzzle(&puzzle, control)? {
        Prepared::Ready(root) => root,
        Prepared::Unsolvable(proof) => return Ok(Verdict::Unsolvable(proof)),
    };
    let graph = match PushGraph::new(&root, control)? {
        Ok(graph) => graph,
        Err(proof) => return Ok(Verdict::Unsolvable(proof)),
    };
    let search = GuidedSearch::new(level, &root, graph, guide, guidance, objective, control)?;
    let GuidedEnd { best, limit: ended, refuted: found } = search.run(control);
    *refuted = found;
    let Some(pushes) = best else {
        return ended.map_or_else(|| Ok(verdict_of(&root, SearchEnd::Exhausted, control)), Err);
    };
    if objective == Objective::Pushes && ended.is_none() && found.is_none() {
        control.raise_bound(pushes.len() as u64);
    }
    let mut verdict = verdict_of(&root, SearchEnd::Solved(pushes), control);
    if let Verdict::Solved { line, limit, optimal } = &mut verdict {
        debug_assert!(is_solution(level, &line.lurd));
        *limit = if optimal.is_some() { None } else { ended };
    }
    Ok(verdict)
}
