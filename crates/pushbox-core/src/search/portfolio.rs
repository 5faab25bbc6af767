//! The search for any solution: a portfolio of unlike searches that take turns, and the first solution ends all of them.
//!
//! The best-first width search by single pushes goes first, as it is quicker where it works at all. Then it takes turns
//! with a backward search from the goals, with feature space searches of several configurations, and with one by single
//! pushes along a packing plan. A position that both ends have met joins a solution. Turns are counted in positions, so
//! that the same level takes the same course on any machine. Only the first search and the backward search can prove that
//! there is no solution.

use std::rc::Rc;

use super::backward::BackwardSearch;
use super::bfws::Bfws;
use super::fess::{DeadlockChecker, Fess, FessConfig, LevelTables, RemovalOrder};
use super::perimeter::{Perimeter, PositionRef};
use super::plan_bfws::PlanBfws;
use super::push_graph::PushGraph;
use super::{SearchEnd, SearchStep};
use crate::board::RootPosition;
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;

/// Positions of the first turn of the search by single pushes; each turn is twice the one before.
const FIRST_TURN: u64 = 250;
/// Positions of a turn of it in the long run, and of a feature space search. Those join when its turns are that long: in a
/// small level a position of them costs ten times as much.
const BFWS_TURN: u64 = 2000;
const FESS_TURN: u64 = 500;
/// Positions that the backward search expands for one of the search by single pushes: it takes a third of the time for
/// each.
const BACKWARD_SHARE: u64 = 2;

/// Positions of a turn of the search along a plan, and the fewest boxes that are worth one.
const PLAN_BFWS_TURN: u64 = 2000;
pub(crate) const MIN_BOXES_FOR_PLAN_BFWS: usize = 9;

/// The plainest configuration.
const PLAIN: FessConfig = FessConfig {
    follows_order: true,
    uses_rooms: false,
    inherits_cell: true,
    latest_first: false,
    removal_order: RemovalOrder::Farthest,
};

/// Packs in any order that leaves the other goals open.
pub(crate) const FLEXIBLE: FessConfig = FessConfig { follows_order: false, ..PLAIN };

/// The configurations: as unlike as can be, since a level that takes one of them long is often quick for another.
pub(crate) const CONFIGS: [FessConfig; 6] = [
    PLAIN,
    FessConfig { uses_rooms: true, ..FLEXIBLE },
    FessConfig { removal_order: RemovalOrder::Opening, ..PLAIN },
    FessConfig { uses_rooms: true, inherits_cell: false, ..PLAIN },
    FessConfig { latest_first: true, removal_order: RemovalOrder::Opening, ..FLEXIBLE },
    FessConfig { inherits_cell: false, latest_first: true, removal_order: RemovalOrder::Opening, ..PLAIN },
];
/// The order of their turns: the first three have three turns for one of each of the others.
const TURNS: [usize; 12] = [0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 5];

/// Searches until a solution turns up or nothing is left.
pub(crate) fn search(
    graph: &mut PushGraph<'_>,
    root: &RootPosition,
    control: &mut SearchControl<'_>,
) -> Result<SearchEnd, LimitKind> {
    let mut bfws = Bfws::new(graph, control)?;
    let mut backward = BackwardTurns::new(root);
    let mut planned = Some(PlannedSearches::default());
    let mut positions = FIRST_TURN;
    loop {
        for _ in 0..positions {
            if let Some(end) = bfws.step(graph, backward.perimeter(), control)? {
                return Ok(end);
            }
        }
        let end = backward.turn(root, BACKWARD_SHARE * positions, control, |position| {
            let line = graph.line(position);
            line.or_else(|| planned.as_ref().and_then(|searches| searches.line(position)))
        })?;
        if let Some(end) = end {
            return Ok(end);
        }
        if positions < BFWS_TURN {
            positions = BFWS_TURN.min(2 * positions);
        } else if let Some(searches) = &mut planned {
            let before = control.budget.used();
            let step = searches.turn(root, backward.perimeter(), control);
            searches.bytes = searches.bytes + control.budget.used() - before;
            match step {
                Ok(SearchStep::Solved(pushes)) => return Ok(SearchEnd::Solved(pushes)),
                Ok(SearchStep::Continue) => {}
                // The others go on, with all the memory.
                Ok(SearchStep::Exhausted) | Err(LimitKind::Memory) => {
                    control.budget.give(searches.bytes);
                    planned = None;
                }
                Err(limit) => return Err(limit),
            }
        }
    }
}

/// Takes up to so many steps of a search.
pub(crate) fn run(
    positions: u64,
    mut step: impl FnMut() -> Result<SearchStep, LimitKind>,
) -> Result<SearchStep, LimitKind> {
    for _ in 0..positions {
        match step()? {
            SearchStep::Continue => {}
            end => return Ok(end),
        }
    }
    Ok(SearchStep::Continue)
}

/// The backward search, as long as there is memory for it.
struct BackwardTurns<'s> {
    /// `None` before its first turn, and when it has been given up.
    search: Option<BackwardSearch<'s>>,
    is_over: bool,
    bytes: usize,
}

impl<'s> BackwardTurns<'s> {
    /// Creates a search without turns so far. Where goals stay empty there are too many ends to begin with.
    fn new(root: &'s RootPosition) -> Self {
        let is_over = root.boxes.len() < root.board.goals.len();
        Self { search: None, is_over, bytes: 0 }
    }

    /// Returns the positions that it has met.
    fn perimeter(&self) -> Option<&dyn Perimeter> {
        self.search.as_ref().map(|search| search as &dyn Perimeter)
    }

    /// Takes a turn; a search that runs out of memory is given up for the others. `forward` returns the pushes from the
    /// root to a position that another search has met.
    fn turn(
        &mut self,
        root: &'s RootPosition,
        positions: u64,
        control: &mut SearchControl<'_>,
        forward: impl Fn(PositionRef<'_>) -> Option<Vec<Push>>,
    ) -> Result<Option<SearchEnd>, LimitKind> {
        if self.is_over {
            return Ok(None);
        }
        let before = control.budget.used();
        let step = match &mut self.search {
            Some(search) => run(positions, || search.step(&forward, control)),
            None => BackwardSearch::new(root, control).and_then(|search| {
                let search = self.search.insert(search);
                run(positions, || search.step(&forward, control))
            }),
        };
        self.bytes = self.bytes + control.budget.used() - before;
        match step {
            Ok(SearchStep::Continue) => Ok(None),
            Ok(SearchStep::Solved(pushes)) => Ok(Some(SearchEnd::Solved(pushes))),
            Ok(SearchStep::Exhausted) => Ok(Some(SearchEnd::Exhausted)),
            Err(LimitKind::Memory) => {
                control.budget.give(self.bytes);
                self.search = None;
                self.is_over = true;
                Ok(None)
            }
            Err(limit) => Err(limit),
        }
    }
}

/// The searches along a packing plan, and what they share.
#[derive(Default)]
struct PlannedSearches<'s> {
    checker: Option<DeadlockChecker>,
    fess: Vec<Option<Fess<'s>>>,
    plan_bfws: Option<PlanBfws<'s>>,
    /// The number of turns so far.
    turns: usize,
    /// The memory that they have taken.
    bytes: usize,
}

impl<'s> PlannedSearches<'s> {
    /// Takes a few turns, after which the search by single pushes is to have one again.
    fn turn(
        &mut self,
        root: &'s RootPosition,
        backward: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<SearchStep, LimitKind> {
        let checker = match &mut self.checker {
            Some(checker) => checker,
            None => {
                let mut checker = DeadlockChecker::new(root, control)?;
                let tables = Rc::new(LevelTables::new(root, control)?);
                for config in CONFIGS {
                    self.fess.push(Some(Fess::new(root, config, &tables, &mut checker, control)?));
                }
                if root.boxes.len() >= MIN_BOXES_FOR_PLAN_BFWS {
                    self.plan_bfws = PlanBfws::new(root, FLEXIBLE, &tables, control)?;
                }
                self.checker.insert(checker)
            }
        };
        if let Some(search) = &mut self.plan_bfws {
            match run(PLAN_BFWS_TURN, || search.step(checker, backward, control))? {
                SearchStep::Continue => {}
                SearchStep::Exhausted => self.plan_bfws = None,
                solved => return Ok(solved),
            }
        }
        for _ in 0..TURNS.len() / 3 {
            let index = TURNS[self.turns % TURNS.len()];
            self.turns += 1;
            let Some(search) = &mut self.fess[index] else { continue };
            match run(FESS_TURN, || search.step(checker, backward, control))? {
                SearchStep::Continue => {}
                SearchStep::Exhausted => self.fess[index] = None,
                solved => return Ok(solved),
            }
        }
        let is_exhausted = self.plan_bfws.is_none() && self.fess.iter().all(Option::is_none);
        Ok(if is_exhausted { SearchStep::Exhausted } else { SearchStep::Continue })
    }

    /// Returns the pushes from the root to a position that one of them has met.
    fn line(&self, position: PositionRef<'_>) -> Option<Vec<Push>> {
        let line = self.plan_bfws.as_ref().and_then(|search| search.line(position));
        line.or_else(|| self.fess.iter().flatten().find_map(|search| search.line(position)))
    }
}
