//! The turns of A*, which searches for a proof, and of the optimizer, which improves its best solution. A proof ends
//! when its bound reaches that solution, so a better one ends it sooner.
//!
//! The optimizer goes first. When it finds nothing any more, the search by single pushes looks for any solution with
//! fewer pushes. The bound leaves out positions with too many pushes, so that it finds ways far from the line.

use crate::level::Level;
use crate::limit::{Limited, SearchControl, Threads};
use crate::line::Line;
use crate::objective::Objective;
use crate::optimize::Improver;
use crate::polling::to_end;
use crate::search::astar::metric_order::{Metric, MetricOrder};
use crate::search::astar::{AStar, RunEnd};
use crate::search::bfws::Bfws;
use crate::search::push_graph::PushGraph;
use crate::search::root_position::RootPosition;
use crate::search::{SearchEnd, TurnEnd, lurd, take_turn};
use crate::tuning::Tuning;

/// Turns so many times longer than the first of the optimizer no longer wait for it, if there are several threads.
const LONG_TURNS: u64 = 32;
/// The positions of a turn of A* for one of the search for any solution.
const ASTAR_SHARE: u64 = 4;

/// Turns that get longer and longer.
pub(super) struct Turns<'t> {
    improver: Improver<'t>,
    /// Where pushes come first.
    root: Option<&'t RootPosition>,
    /// The positions of the turns of the optimizer and A*.
    improvement: u64,
    length: u64,
}

impl<'t> Turns<'t> {
    /// Creates the turns for a level, which `root` stands for.
    pub(super) fn new(
        level: &'t Level,
        root: &'t RootPosition,
        objective: Objective,
        control: &SearchControl<'_>,
    ) -> Self {
        let metrics = MetricOrder::metrics(objective);
        let root = (metrics[0] == Metric::Pushes && root.players.len() == 1).then_some(root);
        let first = control.tuning.first_improvement;
        Self { improver: Improver::new(level, metrics), root, improvement: first, length: 2 * first }
    }

    /// Takes turns until the search has ended. By several threads A* and the optimizer search at a time, until that finds no more.
    pub(super) async fn take(
        mut self,
        astar: &mut AStar<'_, u64>,
        threads: usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<RunEnd> {
        loop {
            let (ended, is_better) = match threads {
                1 => self.one_after_the_other(astar, control).await?,
                _ => self.side_by_side(astar, control)?,
            };
            let is_late = self.length > LONG_TURNS * control.tuning.first_improvement;
            if ended != RunEnd::Paused || threads > 1 && !is_better && is_late {
                return Ok(ended);
            }
            // A proof takes far more where nothing better is left to find.
            self.improvement = if is_better { self.length } else { self.improvement };
            self.length = self.length.saturating_mul(2);
        }
    }

    /// Takes a turn of the optimizer, or of a search for any solution, and then one of A*; returns whether the first has found
    /// anything.
    async fn one_after_the_other(
        &mut self,
        astar: &mut AStar<'_, u64>,
        control: &mut SearchControl<'_>,
    ) -> Limited<(RunEnd, bool)> {
        let line = astar.best_line();
        let better = match &line {
            Some(line) => {
                let outer = control.begin_aside(self.improvement, Tuning::for_windows());
                let better = self.improver.improve(&line.lurd, control).await;
                control.end_aside(outer);
                Some(better)
            }
            None => None,
        };
        let mut is_better = take_better(astar, line.as_ref(), better, control);
        control.check()?;
        if let (Some(root), Some(line), false) = (self.root, line, is_better) {
            let found = any_below(root, line.count().pushes, self.length / ASTAR_SHARE, control).await?;
            is_better = take_better(astar, Some(&line), found, control);
        }
        Ok((astar.run(control.nodes.saturating_add(self.length), control).await?, is_better))
    }

    /// Takes a turn of A*, with the optimizer beside it; returns whether that has found anything.
    fn side_by_side(
        &mut self,
        astar: &mut AStar<'_, u64>,
        control: &mut SearchControl<'_>,
    ) -> Limited<(RunEnd, bool)> {
        let (line, length) = (astar.best_line(), self.length);
        let improve = |improver: &mut Improver<'_>, control: &mut SearchControl<'_>| {
            control.tuning = Tuning::for_windows();
            line.as_ref().map(|line| to_end(improver.improve(&line.lurd, control)))
        };
        let search = |control: &mut SearchControl<'_>, _: &dyn Fn() -> bool| {
            to_end(astar.run(control.nodes.saturating_add(length), control))
        };
        let improvers = vec![&mut self.improver];
        let (ended, mut better) = control.team(&Threads::default(), improvers, improve, search);
        let better = better.pop().flatten();
        let is_better = take_better(astar, line.as_ref(), better, control);
        Ok((ended?, is_better))
    }
}

/// Looks for any solution with fewer than so many pushes, in so many positions.
async fn any_below(
    root: &RootPosition,
    pushes: u32,
    nodes: u64,
    control: &mut SearchControl<'_>,
) -> Limited<Option<String>> {
    let outer = control.begin_half(nodes);
    let end = search_below(root, pushes, nodes, control).await;
    Ok(match control.end_half(outer, end)?.flatten() {
        Some(SearchEnd::Solved(pushes)) => Some(lurd::to_lurd(root, &pushes)),
        _ => None,
    })
}

async fn search_below(
    root: &RootPosition,
    pushes: u32,
    nodes: u64,
    control: &mut SearchControl<'_>,
) -> TurnEnd {
    match PushGraph::new(root, control)? {
        Ok(graph) => take_turn(&mut Bfws::new(graph.below(pushes), control)?, nodes, None, control).await,
        Err(_) => Ok(None),
    }
}

/// Gives A* a solution that has been made of its best one; returns whether it is another.
fn take_better(
    astar: &mut AStar<'_, u64>,
    line: Option<&Line>,
    better: Option<String>,
    control: &mut SearchControl<'_>,
) -> bool {
    let is_other = |better: &String| line.is_some_and(|line| line.lurd != *better);
    let Some(lurd) = better.filter(is_other) else { return false };
    astar.add_solution(Line { lurd, ..Line::default() }, control);
    true
}
