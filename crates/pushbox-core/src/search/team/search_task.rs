//! The searches that threads run in turns.

use std::rc::Rc;

use super::exchange::{Exchange, PerimeterHandle, Side};
use crate::board::RootPosition;
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::region::Region;
use crate::search::backward::BackwardSearch;
use crate::search::bfws::Bfws;
use crate::search::fess::{DeadlockChecker, Fess, LevelTables};
use crate::search::perimeter::{Perimeter, PositionRef};
use crate::search::plan_bfws::PlanBfws;
use crate::search::portfolio::{self, CONFIGS, FLEXIBLE};
use crate::search::position::Position;
use crate::search::push_graph::PushGraph;
use crate::search::{SearchEnd, SearchStep};

/// Positions of a turn of each kind of search, of some milliseconds each.
const BFWS_TURN: usize = 500;
const BACKWARD_TURN: usize = 1000;
const FESS_TURN: u64 = 50;
const PLAN_BFWS_TURN: u64 = 150;

/// A kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchKind {
    /// Single pushes by novelty, which can also prove that there is no solution.
    Bfws,
    /// Single pulls, which can prove that too.
    Backward,
    /// Feature space search with the configuration of this number.
    Fess(usize),
    /// Single pushes along a plan.
    PlanBfws,
}

/// The result of a turn.
pub(crate) enum TaskStep {
    /// The search goes on.
    Continue,
    /// Nothing is left to try, which proves nothing.
    Exhausted,
    /// All searches end.
    Ended(SearchEnd),
}

/// A search that runs.
pub(crate) struct SearchTask<'s> {
    search: Search<'s>,
    /// The memory that it has taken; where it was given its graph, without that.
    pub(crate) bytes: usize,
}

enum Search<'s> {
    Bfws(Box<PushGraph<'s>>, Box<Bfws>),
    /// With the boxes and the player of the root: its exhaustion is a proof only if it tests for the root itself.
    Backward(Box<BackwardSearch<'s>>, Position, u16),
    Fess(Box<Fess<'s>>),
    PlanBfws(Box<PlanBfws<'s>>),
}

/// What the searches along a plan of a thread share.
pub(crate) struct SharedFess {
    checker: DeadlockChecker,
    tables: Rc<LevelTables>,
}

impl SharedFess {
    fn new(root: &RootPosition, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        Ok(Self {
            checker: DeadlockChecker::new(root, control)?,
            tables: Rc::new(LevelTables::new(root, control)?),
        })
    }
}

impl<'s> SearchTask<'s> {
    /// Creates the search by single pushes on a graph that holds the root.
    pub(crate) fn bfws(graph: PushGraph<'s>, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let used = control.budget.used();
        let bfws = Bfws::new(&graph, control)?;
        Ok(Self {
            search: Search::Bfws(Box::new(graph), Box::new(bfws)),
            bytes: control.budget.used() - used,
        })
    }

    /// Creates the search of a `kind` from `root`; the first along a plan makes what those of the thread share. `None`
    /// where the root turns out to be a deadlock.
    pub(crate) fn new(
        root: &'s RootPosition,
        kind: SearchKind,
        shared: &mut Option<SharedFess>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Self>, LimitKind> {
        if let (SearchKind::Fess(_) | SearchKind::PlanBfws, None) = (kind, &shared) {
            *shared = Some(SharedFess::new(root, control)?);
        }
        let used = control.budget.used();
        let search = match kind {
            SearchKind::Bfws => match PushGraph::new(root, control)? {
                Ok(graph) => Self::bfws(graph, control)?.search,
                Err(_) => return Ok(None),
            },
            SearchKind::Backward => {
                let position = Position::new(&root.board, &root.boxes);
                let player = Region::new(&root.board).flood(&root.board, &position.is_box, root.player);
                Search::Backward(Box::new(BackwardSearch::new(root, control)?), position, player)
            }
            SearchKind::Fess(number) => {
                let Some(SharedFess { checker, tables }) = shared else { unreachable!("made above") };
                Search::Fess(Box::new(Fess::new(root, CONFIGS[number], tables, checker, control)?))
            }
            SearchKind::PlanBfws => {
                let Some(SharedFess { tables, .. }) = shared else { unreachable!("made above") };
                match PlanBfws::new(root, FLEXIBLE, tables, control)? {
                    Some(plan_bfws) => Search::PlanBfws(Box::new(plan_bfws)),
                    None => return Ok(None),
                }
            }
        };
        Ok(Some(Self { search, bytes: control.budget.used() - used }))
    }

    /// Takes a turn, and settles claims.
    pub(crate) fn turn(
        &mut self,
        shared: &mut Option<SharedFess>,
        exchange: &Exchange,
        control: &mut SearchControl<'_>,
    ) -> Result<TaskStep, LimitKind> {
        let used = control.budget.used();
        let turn = self.search(shared, exchange, control);
        self.bytes = self.bytes + control.budget.used() - used;
        if let Ok(TaskStep::Ended(_)) | Err(_) = turn {
            return turn;
        }
        let joined = match &self.search {
            Search::Bfws(graph, _) => exchange.settle(Side::Forward, |position| graph.line(position)),
            Search::Backward(backward, ..) => {
                exchange.settle(Side::Backward, |position| backward.solution_from(position))
            }
            Search::Fess(fess) => exchange.settle(Side::Forward, |position| fess.line(position)),
            Search::PlanBfws(plan_bfws) => {
                exchange.settle(Side::Forward, |position| plan_bfws.line(position))
            }
        };
        Ok(match joined {
            Some(pushes) => TaskStep::Ended(SearchEnd::Solved(pushes)),
            None => turn?,
        })
    }

    fn search(
        &mut self,
        shared: &mut Option<SharedFess>,
        exchange: &Exchange,
        control: &mut SearchControl<'_>,
    ) -> Result<TaskStep, LimitKind> {
        let solved = |pushes: Vec<Push>| Ok(TaskStep::Ended(SearchEnd::Solved(pushes)));
        match &mut self.search {
            Search::Bfws(graph, bfws) => {
                let perimeter = PerimeterHandle { exchange, side: Side::Forward };
                for _ in 0..BFWS_TURN {
                    if let Some(end) = bfws.step(graph, Some(&perimeter), control)? {
                        return Ok(TaskStep::Ended(end));
                    }
                }
            }
            Search::Backward(backward, root, player) => {
                let perimeter = PerimeterHandle { exchange, side: Side::Backward };
                let forward = |position: PositionRef<'_>| match position.player == *player
                    && position.boxes == root.set
                {
                    true => Some(Vec::new()),
                    false => perimeter.solution_from(position),
                };
                for _ in 0..BACKWARD_TURN {
                    match backward.step(forward, control)? {
                        SearchStep::Continue => {}
                        SearchStep::Solved(pushes) => return solved(pushes),
                        SearchStep::Exhausted => return Ok(TaskStep::Ended(SearchEnd::Exhausted)),
                    }
                }
            }
            Search::Fess(fess) => {
                let Some(SharedFess { checker, .. }) = shared else { return Ok(TaskStep::Exhausted) };
                let perimeter = PerimeterHandle { exchange, side: Side::Forward };
                return run(FESS_TURN, || fess.step(checker, Some(&perimeter), control));
            }
            Search::PlanBfws(plan_bfws) => {
                let Some(SharedFess { checker, .. }) = shared else { return Ok(TaskStep::Exhausted) };
                let perimeter = PerimeterHandle { exchange, side: Side::Forward };
                return run(PLAN_BFWS_TURN, || plan_bfws.step(checker, Some(&perimeter), control));
            }
        }
        Ok(TaskStep::Continue)
    }
}

/// Takes a turn of a search along a plan.
fn run(positions: u64, step: impl FnMut() -> Result<SearchStep, LimitKind>) -> Result<TaskStep, LimitKind> {
    Ok(match portfolio::run(positions, step)? {
        SearchStep::Continue => TaskStep::Continue,
        SearchStep::Exhausted => TaskStep::Exhausted,
        SearchStep::Solved(pushes) => TaskStep::Ended(SearchEnd::Solved(pushes)),
    })
}
