//! The searches of the portfolio, in a form in which they can take turns.

use std::cell::RefCell;
use std::rc::Rc;

use super::SearchEnd;
use super::backward::BackwardSearch;
use super::bfws::Bfws;
use super::fess::{DeadlockChecker, Fess, LevelTables};
use super::perimeter::{Perimeter, Side};
use super::plan_bfws::PlanBfws;
use super::portfolio::{CONFIGS, FLEXIBLE};
use super::push_graph::PushGraph;
use crate::board::RootPosition;
use crate::limit::{LimitKind, SearchControl};

/// A search that takes turns with others; what it has met is a perimeter for those from the other end.
pub(crate) trait Search: Perimeter {
    /// Expands the position whose turn it is; a position that the searches from the `other_end` have met is solved.
    /// Returns `None` where the search goes on.
    fn step(
        &mut self,
        other_end: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<SearchEnd>, LimitKind>;

    /// Takes up to so many steps.
    fn turn(
        &mut self,
        steps: u64,
        other_end: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<SearchEnd>, LimitKind> {
        for _ in 0..steps {
            if let Some(end) = self.step(other_end, control)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Returns the end from which it searches.
    fn side(&self) -> Side {
        Side::Forward
    }
}

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

    /// Creates the search from `root`, which needs a `share` if it follows a plan. `None` where the root turns out to be a
    /// deadlock.
    pub(crate) fn start<'s>(
        self,
        root: &'s RootPosition,
        share: Option<&PlanShare>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Box<dyn Search + 's>>, LimitKind> {
        Ok(match (self, share) {
            (Self::Bfws, _) => match PushGraph::new(root, control)? {
                Ok(graph) => Some(Box::new(Bfws::new(graph, control)?)),
                Err(_) => None,
            },
            (Self::Backward, _) => Some(Box::new(BackwardSearch::new(root, control)?)),
            (Self::PlanBfws, Some(share)) => match PushGraph::new(root, control)? {
                Ok(graph) => Some(Box::new(PlanBfws::new(graph, FLEXIBLE, share, control)?)),
                Err(_) => None,
            },
            (Self::Fess(number), Some(share)) => {
                Some(Box::new(Fess::new(root, CONFIGS[number], share, control)?))
            }
            (_, None) => unreachable!("a search along a plan has a share"),
        })
    }
}

/// What the searches along a plan share.
pub(crate) struct PlanShare {
    pub(crate) checker: Rc<RefCell<DeadlockChecker>>,
    pub(crate) tables: Rc<LevelTables>,
}

impl PlanShare {
    /// Makes what the searches from `root` share.
    pub(crate) fn new(root: &RootPosition, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let checker = Rc::new(RefCell::new(DeadlockChecker::new(root, control)?));
        Ok(Self { checker, tables: Rc::new(LevelTables::new(root, control)?) })
    }
}
