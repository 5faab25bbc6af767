//! The kinds of searches in the portfolio, and how each is started.

use super::backward::BackwardSearch;
use super::bfws::Bfws;
use super::fess::{Fess, FessConfig, PlanShare, RemovalOrder};
use super::plan_bfws::PlanBfws;
use super::push_graph::PushGraph;
use super::turn_taking::Search;
use crate::board::RootPosition;
use crate::limit::{LimitKind, SearchControl};

/// The plainest configuration.
const PLAIN: FessConfig = FessConfig {
    follows_order: true,
    uses_rooms: false,
    inherits_cell: true,
    latest_first: false,
    removal_order: RemovalOrder::Farthest,
};

/// Packs in any order that leaves the other goals open.
const FLEXIBLE: FessConfig = FessConfig { follows_order: false, ..PLAIN };

/// The configurations: as unlike as can be, since a level that takes one of them long is often quick for another.
pub(crate) const CONFIGS: [FessConfig; 6] = [
    PLAIN,
    FessConfig { uses_rooms: true, ..FLEXIBLE },
    FessConfig { removal_order: RemovalOrder::Opening, ..PLAIN },
    FessConfig { uses_rooms: true, inherits_cell: false, ..PLAIN },
    FessConfig { latest_first: true, removal_order: RemovalOrder::Opening, ..FLEXIBLE },
    FessConfig { inherits_cell: false, latest_first: true, removal_order: RemovalOrder::Opening, ..PLAIN },
];

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
