//! The searches of the portfolio, in a form in which they can take turns.

use std::rc::Rc;

use super::SearchStep;
use super::backward::BackwardSearch;
use super::bfws::Bfws;
use super::fess::{DeadlockChecker, Fess, LevelTables};
use super::perimeter::{Perimeter, PositionRef, Side};
use super::plan_bfws::PlanBfws;
use super::portfolio::{CONFIGS, FLEXIBLE};
use super::push_graph::PushGraph;
use crate::board::RootPosition;
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;

/// A kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchKind {
    /// Single pushes by novelty, which can also prove that there is no solution.
    Bfws,
    /// Single pulls, which can prove that too.
    Backward,
    /// Single pushes along a plan.
    PlanBfws,
    /// Feature space search with the configuration of this number, also along a plan.
    Fess(usize),
}

impl SearchKind {
    /// Returns whether the search follows a packing plan. Such a search proves nothing when it is exhausted.
    pub(crate) fn follows_plan(self) -> bool {
        matches!(self, Self::PlanBfws | Self::Fess(_))
    }
}

/// A search that runs.
pub(crate) struct SearchTask<'s> {
    search: Search<'s>,
    /// The memory that it has taken; where it was given its graph, without that.
    pub(crate) bytes: usize,
}

enum Search<'s> {
    Bfws(Box<PushGraph<'s>>, Box<Bfws>),
    Backward(Box<BackwardSearch<'s>>),
    PlanBfws(Box<PlanBfws<'s>>),
    Fess(Box<Fess<'s>>),
}

/// What the searches along a plan share.
pub(crate) struct PlanShare {
    checker: DeadlockChecker,
    tables: Rc<LevelTables>,
    /// The memory that it has taken.
    pub(crate) bytes: usize,
}

impl PlanShare {
    /// Makes what the searches from `root` share.
    pub(crate) fn new(root: &RootPosition, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let used = control.budget.used();
        let checker = DeadlockChecker::new(root, control)?;
        let tables = Rc::new(LevelTables::new(root, control)?);
        Ok(Self { checker, tables, bytes: control.budget.used() - used })
    }
}

impl<'s> SearchTask<'s> {
    /// Creates the search by single pushes on a graph that holds the root.
    pub(crate) fn bfws(graph: PushGraph<'s>, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let used = control.budget.used();
        let bfws = Bfws::new(&graph, control)?;
        let search = Search::Bfws(Box::new(graph), Box::new(bfws));
        Ok(Self { search, bytes: control.budget.used() - used })
    }

    /// Creates the search of a `kind` from `root`, which needs a `share` if it follows a plan. `None` where the root turns
    /// out to be a deadlock.
    pub(crate) fn new(
        root: &'s RootPosition,
        kind: SearchKind,
        share: Option<&mut PlanShare>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Self>, LimitKind> {
        let used = control.budget.used();
        let search = match (kind, share) {
            (SearchKind::Bfws, _) => match PushGraph::new(root, control)? {
                Ok(graph) => Some(Self::bfws(graph, control)?.search),
                Err(_) => None,
            },
            (SearchKind::Backward, _) => {
                Some(Search::Backward(Box::new(BackwardSearch::new(root, control)?)))
            }
            (SearchKind::PlanBfws, Some(PlanShare { tables, .. })) => {
                PlanBfws::new(root, FLEXIBLE, tables, control)?
                    .map(|search| Search::PlanBfws(Box::new(search)))
            }
            (SearchKind::Fess(number), Some(PlanShare { checker, tables, .. })) => {
                Some(Search::Fess(Box::new(Fess::new(root, CONFIGS[number], tables, checker, control)?)))
            }
            (_, None) => unreachable!("a search along a plan has a share"),
        };
        Ok(search.map(|search| Self { search, bytes: control.budget.used() - used }))
    }

    /// Takes up to so many steps; `other_end` is where the searches from the other end have been.
    pub(crate) fn turn(
        &mut self,
        steps: u64,
        share: Option<&mut PlanShare>,
        other_end: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<SearchStep, LimitKind> {
        let used = control.budget.used();
        let step = match (&mut self.search, share) {
            (Search::Bfws(graph, bfws), _) => run(steps, || bfws.step(graph, other_end, control)),
            (Search::Backward(backward), _) => run(steps, || backward.step(other_end, control)),
            (Search::PlanBfws(plan_bfws), Some(share)) => {
                run(steps, || plan_bfws.step(&mut share.checker, other_end, control))
            }
            (Search::Fess(fess), Some(share)) => {
                run(steps, || fess.step(&mut share.checker, other_end, control))
            }
            (_, None) => unreachable!("a search along a plan has a share"),
        };
        self.bytes = self.bytes + control.budget.used() - used;
        step
    }

    /// Returns the end from which it searches.
    pub(crate) fn side(&self) -> Side {
        if let Search::Backward(_) = self.search { Side::Backward } else { Side::Forward }
    }
}

impl Perimeter for SearchTask<'_> {
    fn solution_from(&self, position: PositionRef<'_>) -> Option<Vec<Push>> {
        match &self.search {
            Search::Bfws(graph, _) => graph.line(position),
            Search::Backward(backward) => backward.solution_from(position),
            Search::PlanBfws(plan_bfws) => plan_bfws.line(position),
            Search::Fess(fess) => fess.line(position),
        }
    }

    fn may_contain(&self, boxes: u64) -> bool {
        if let Search::Backward(backward) = &self.search { backward.may_contain(boxes) } else { true }
    }
}

/// Takes up to so many steps of a search.
pub(crate) fn run(
    steps: u64,
    mut step: impl FnMut() -> Result<SearchStep, LimitKind>,
) -> Result<SearchStep, LimitKind> {
    for _ in 0..steps {
        match step()? {
            SearchStep::Continue => {}
            end => return Ok(end),
        }
    }
    Ok(SearchStep::Continue)
}
