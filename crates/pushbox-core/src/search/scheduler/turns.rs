//! The searches of one thread, which take turns.
//!
//! The searches by single steps go first, as they are quicker where they work at all. Then the searches along a packing
//! plan take turns with them, in the order of the kinds. Turns are counted in positions, so that a level takes the same
//! course on any machine.

use std::iter;

use super::super::root_position::RootPosition;
use super::exchange::{Exchange, PerimeterHandle};
use crate::limit::{LimitKind, Limited, SearchControl};
use crate::push::Push;
use crate::search::bfws::Bfws;
use crate::search::fess::PlanShare;
use crate::search::perimeter::{Perimeter, PositionRef};
use crate::search::push_graph::PushGraph;
use crate::search::{Search, SearchEnd, SearchKind, TurnEnd, take_turn};
use crate::tuning::TurnLengths;

/// Returns the turns of the searches of a thread, and the positions of each: short ones of those by single steps, each twice
/// as long as the one before, then rounds.
fn turns(mut kinds: Vec<SearchKind>, lengths: TurnLengths) -> impl Iterator<Item = (SearchKind, u64)> {
    kinds.sort_unstable();
    let length = move |kind: SearchKind, round| Some((kind, kind.turn(round, lengths)?));
    let by_single_steps: Vec<_> =
        kinds.iter().filter(|kind| kind.is_by_single_steps()).filter_map(|&kind| length(kind, 0)).collect();
    let begin = iter::successors(Some(lengths.first), |turn| Some(2 * turn));
    let begin = begin.take_while(move |&turn| turn < lengths.bfws).flat_map(move |turn| {
        let part = move |(kind, positions)| (kind, positions * turn / lengths.bfws);
        by_single_steps.clone().into_iter().map(part)
    });
    let rounds = (0..).flat_map(move |round| {
        let in_round: Vec<_> = kinds.iter().filter_map(|&kind| length(kind, round)).collect();
        in_round
    });
    begin.chain(rounds)
}

/// The searches of a thread, as long as there is memory for them.
pub(crate) struct Searches<'s, 'e> {
    root: &'s RootPosition,
    /// Those that have not ended.
    tasks: Vec<SearchTask<'s>>,
    /// What those by more than single steps share, and the memory that it has taken.
    share: Option<(PlanShare, usize)>,
    /// The exchange with other threads, if there are any.
    exchange: Option<&'e Exchange>,
}

struct SearchTask<'s> {
    kind: SearchKind,
    /// `None` before the first turn.
    search: Option<Box<dyn Search + 's>>,
    /// The memory that it has taken; where it was given its graph, without that.
    bytes: usize,
}

impl<'s, 'e> Searches<'s, 'e> {
    /// Creates searches of `kinds` that have not begun.
    pub(crate) fn new(root: &'s RootPosition, kinds: &[SearchKind], exchange: Option<&'e Exchange>) -> Self {
        let task = |&kind: &SearchKind| SearchTask { kind, search: None, bytes: 0 };
        Self { root, tasks: kinds.iter().map(task).collect(), share: None, exchange }
    }

    /// Starts the first one, which is that by single pushes, on a graph that holds nothing but the root.
    pub(super) fn start_on(&mut self, graph: PushGraph<'s>, control: &mut SearchControl<'_>) -> Limited<()> {
        let used = control.budget.used();
        self.tasks[0].search = Some(Box::new(Bfws::new(graph, control)?));
        self.tasks[0].bytes = control.budget.used() - used;
        Ok(())
    }

    /// Takes turns until the search ends; `None` where another thread has ended it. One that runs out of memory is given up
    /// for the others, and all along a plan together.
    pub(crate) async fn run(&mut self, control: &mut SearchControl<'_>) -> TurnEnd {
        let lengths = match self.exchange {
            Some(_) => control.tuning.turns_in_team,
            None => control.tuning.turns,
        };
        let kinds = self.tasks.iter().map(|task| task.kind).collect();
        for (kind, positions) in turns(kinds, lengths) {
            if self.exchange.is_some_and(|exchange| exchange.threads.is_over()) {
                return Ok(None);
            }
            match self.turn(kind, positions, control).await {
                Ok(None) => {}
                Ok(Some(SearchEnd::Exhausted)) if !kind.is_by_single_steps() => {
                    self.give_up(|other| other == kind, control)
                }
                Ok(Some(end)) => return Ok(Some(end)),
                Err(LimitKind::Memory) => self
                    .give_up(|other| other == kind || kind.follows_plan() && other.follows_plan(), control),
                Err(limit) => return Err(limit),
            }
            if self.tasks.is_empty() {
                break;
            }
        }
        Err(LimitKind::Memory)
    }

    /// Takes a turn of the search of a kind, unless that has ended.
    async fn turn(&mut self, kind: SearchKind, positions: u64, control: &mut SearchControl<'_>) -> TurnEnd {
        let find = |tasks: &[SearchTask<'_>]| tasks.iter().position(|task| task.kind == kind);
        if find(&self.tasks).is_some_and(|index| self.tasks[index].search.is_none()) {
            self.start(kind, control)?;
        }
        let Some(index) = find(&self.tasks) else { return Ok(None) };
        let Some(mut search) = self.tasks[index].search.take() else {
            return Ok(Some(SearchEnd::Exhausted));
        };
        let used = control.budget.used();
        let side = search.side();
        let end = match self.exchange {
            Some(exchange) => {
                let other_end = PerimeterHandle { exchange, side };
                let end = take_turn(&mut *search, positions, Some(&other_end), control).await;
                let joined = exchange.settle(side, |position| search.solution_from(position));
                joined.map_or(end, |pushes| Ok(Some(SearchEnd::Solved(pushes))))
            }
            None => {
                let started = self.tasks.iter().filter_map(|task| task.search.as_deref());
                let other_end = OtherSearches(started.filter(|other| other.side() != side).collect());
                let is_met = !other_end.0.is_empty();
                let other_end = is_met.then_some(&other_end as &dyn Perimeter);
                take_turn(&mut *search, positions, other_end, control).await
            }
        };
        let task = &mut self.tasks[index];
        task.bytes = task.bytes + control.budget.used() - used;
        task.search = Some(search);
        end
    }

    /// Starts the search of a kind, and all along a plan together; none from a root that turns out to be a deadlock, and none
    /// by way of a mid-point where a plan has too few faults.
    fn start(&mut self, kind: SearchKind, control: &mut SearchControl<'_>) -> Limited<()> {
        let mut used = control.budget.used();
        if !kind.is_by_single_steps() && self.share.is_none() {
            let share = PlanShare::new(self.root, control)?;
            // Where a plan knows a way for every box, no mid-point is needed.
            if share.tables.faults() < control.tuning.min_faults_for_midpoint {
                self.tasks.retain(|task| task.kind != SearchKind::Midpoint);
            }
            self.share = Some((share, control.budget.used() - used));
        }
        for SearchTask { kind: other, search, bytes } in &mut self.tasks {
            if *other == kind || kind.follows_plan() && other.follows_plan() && search.is_none() {
                used = control.budget.used();
                *search = other.start(self.root, self.share.as_ref().map(|(share, _)| share), control)?;
                *bytes = control.budget.used() - used;
            }
        }
        Ok(())
    }

    /// Ends the searches of some kinds, and gives back their memory.
    fn give_up(&mut self, is_over: impl Fn(SearchKind) -> bool, control: &mut SearchControl<'_>) {
        self.tasks.retain(|task| {
            let goes_on = !is_over(task.kind);
            if !goes_on {
                control.budget.give(task.bytes);
            }
            goes_on
        });
        if self.tasks.iter().all(|task| task.kind.is_by_single_steps()) {
            control.budget.give(self.share.take().map_or(0, |(_, bytes)| bytes));
        }
    }
}

/// The searches from the other end.
pub(crate) struct OtherSearches<'t, 's>(pub(crate) Vec<&'t (dyn Search + 's)>);

impl Perimeter for OtherSearches<'_, '_> {
    fn solution_from(&self, position: PositionRef<'_>) -> Option<Vec<Push>> {
        self.0.iter().find_map(|search| search.solution_from(position))
    }

    fn may_contain(&self, boxes: u64) -> bool {
        self.0.iter().any(|search| search.may_contain(boxes))
    }

    fn warm(&self, boxes: &[u64]) {
        self.0.iter().for_each(|search| search.warm(boxes));
    }
}
