//! The searches: the interface that they share, and the kinds of searches for any solution.
//!
//! A new search is a file with a [`Search`], and a [`SearchKind`] here.

mod arena;
pub(crate) mod astar;
pub(crate) mod backward;
pub(crate) mod bfws;
pub(crate) mod dive;
pub(crate) mod expanded_node;
pub(crate) mod fess;
pub(crate) mod guided;
pub(crate) mod lurd;
pub(crate) mod midpoint;
pub(crate) mod novelty;
pub(crate) mod open_list;
mod open_lists;
pub(crate) mod perimeter;
pub(crate) mod plan_bfws;
pub(crate) mod position_store;
pub(crate) mod position_table;
pub(crate) mod proof;
pub(crate) mod push_graph;
pub(crate) mod rejoin;
pub(crate) mod root_position;
pub(crate) mod scheduler;
pub(crate) mod symmetries;
pub(crate) mod verdict;

use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::tuning::{Tuning, TurnLengths};
use backward::BackwardSearch;
use bfws::Bfws;
use fess::{Fess, FessConfig, PlanShare, RemovalOrder};
use midpoint::Midpoint;
use perimeter::{OtherEnd, Perimeter, Side};
use plan_bfws::PlanBfws;
use push_graph::PushGraph;
use root_position::RootPosition;

/// The result of a search that no limit has ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SearchEnd<S = Vec<Push>> {
    /// A solution: its pushes, or what stands for it.
    Solved(S),
    /// Nothing is left to try; whether that proves that there is no solution depends on the search.
    Exhausted,
}

/// What a turn of a search comes to: an end, or `None` where it goes on.
pub(crate) type TurnEnd = Limited<Option<SearchEnd>>;

/// A search in steps, so that it can take turns with others; what it has met is a perimeter for those from the other end.
pub(crate) trait Search: Perimeter {
    /// Expands the position whose turn it is; a position that the searches from the `other_end` have met is solved.
    /// Returns `None` where the search goes on.
    fn step(&mut self, other: OtherEnd<'_>, control: &mut SearchControl<'_>) -> TurnEnd;

    /// Returns the end from which it searches.
    fn side(&self) -> Side {
        Side::Forward
    }
}

/// Takes up to so many steps of a search.
pub(crate) async fn take_turn(
    search: &mut dyn Search,
    steps: u64,
    other: OtherEnd<'_>,
    control: &mut SearchControl<'_>,
) -> TurnEnd {
    for _ in 0..steps {
        control.pause().await?;
        if let Some(end) = search.step(other, control)? {
            return Ok(Some(end));
        }
    }
    Ok(None)
}

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

/// A kind of search, in the order of their turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SearchKind {
    /// Single pushes by novelty, which can also prove that there is no solution.
    Bfws,
    /// Single pulls, which can prove that too.
    Backward,
    /// Single pushes along a plan.
    PlanBfws,
    /// Feature space search with the configuration of this number, also along a plan.
    Fess(usize),
    /// By way of a mid-point, by macro pulls and macro pushes.
    Midpoint,
}

impl SearchKind {
    /// Returns the searches that are worth their time, that by single pushes first. Where goals stay empty there are too
    /// many ends to begin with.
    pub(crate) fn worth_starting(root: &RootPosition, tuning: &Tuning) -> Vec<Self> {
        let mut kinds = vec![Self::Bfws];
        if root.boxes.len() == root.board.goals.len() {
            kinds.push(Self::Backward);
        }
        kinds.push(Self::Fess(0));
        if root.boxes.len() >= tuning.min_boxes_for_plan {
            kinds.push(Self::PlanBfws);
        }
        kinds.extend((1..CONFIGS.len()).map(Self::Fess));
        if root.boxes.len() >= tuning.min_boxes_for_midpoint && Midpoint::is_for(root) {
            kinds.push(Self::Midpoint);
        }
        kinds
    }

    /// Returns whether the search goes by single steps; the others need a share. Only such a search proves something when it
    /// is exhausted.
    pub(crate) fn is_by_single_steps(self) -> bool {
        matches!(self, Self::Bfws | Self::Backward)
    }

    /// Returns whether the search follows a packing plan.
    pub(crate) fn follows_plan(self) -> bool {
        matches!(self, Self::PlanBfws | Self::Fess(_))
    }

    /// Returns the positions of its turn in a round, `None` where it has none in this one.
    pub(super) fn turn(self, round: usize, lengths: TurnLengths) -> Option<u64> {
        match self {
            Self::Bfws => Some(lengths.bfws),
            // A pull takes a third of the time of a push.
            Self::Backward => Some(2 * lengths.bfws),
            Self::PlanBfws => Some(lengths.plan_bfws),
            Self::Fess(0..3) => Some(lengths.fess),
            // What it finds, it finds early, and it must not slow down for long what the others find late.
            Self::Midpoint => {
                let is_due =
                    round % lengths.midpoint_unit == 0 && (round / lengths.midpoint_unit).is_power_of_two();
                is_due.then_some(lengths.midpoint)
            }
            // The other configurations take turns in three rounds.
            Self::Fess(number) => (number % 3 == round % 3).then_some(lengths.fess),
        }
    }

    /// Creates the search from `root`, which needs a `share` unless it goes by single steps. `None` where the root turns
    /// out to be a deadlock.
    pub(crate) fn start<'s>(
        self,
        root: &'s RootPosition,
        share: Option<&PlanShare>,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<Box<dyn Search + 's>>> {
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
            (Self::Midpoint, Some(share)) => Some(Box::new(Midpoint::new(root, share, control)?)),
            (_, None) => unreachable!("a search by more than single steps has a share"),
        })
    }
}
