//! The limits of a search, and the control that enforces them.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock::{Clock, system_clock};
use crate::line::Line;
use crate::named::named;
use crate::objective::Count;
use crate::polling::pending_once;
use crate::tuning::Tuning;

/// The limits of a search; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limit {
    /// Seconds of wall clock. A number that is not above zero ends the search at the first check of the clock.
    pub seconds: Option<f64>,
    /// Positions to expand.
    pub nodes: Option<u64>,
    /// Bytes for everything the search allocates that grows with the level or with time.
    pub memory: Option<usize>,
}

named! {
    /// Which limit ended a search.
    pub enum LimitKind {
        /// [`Limit::seconds`].
        Seconds => "seconds",
        /// [`Limit::nodes`].
        Nodes => "nodes",
        /// [`Limit::memory`], or the four billion positions that can be numbered.
        Memory => "memory",
        /// The progress callback stopped the search.
        Stopped => "stopped",
    }
}

/// The result of a search, or the limit that ended it.
pub(crate) type Limited<T> = Result<T, LimitKind>;

/// The state of a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Positions expanded.
    pub nodes: u64,
    /// Entries of the open list.
    pub open: u64,
    /// No solution has fewer pushes than this, or fewer moves where the objective puts them first.
    pub bound: u64,
    /// Seconds of wall clock since the start.
    pub seconds: f64,
    /// The pushes and moves of the best solution so far.
    pub best: Option<Count>,
}

/// Time between two calls of the progress callback, which may end the search: too short for anybody to notice.
const INTERVAL: Duration = Duration::from_millis(20);

/// Enforces the limits of one search, and reports its progress.
///
/// A search pauses between two positions where it is stepped ([`SteppedSearch`](crate::SteppedSearch)); whatever runs it
/// to its end goes on there.
pub struct SearchControl<'a> {
    pub(crate) budget: Budget,
    /// Positions expanded.
    pub(crate) nodes: u64,
    /// Positions that helper threads have expanded meanwhile, for the progress.
    pub(crate) helper_nodes: u64,
    /// Entries of the open list, for the progress.
    pub(crate) open: u64,
    /// The thresholds of the searches that it controls.
    pub(crate) tuning: Tuning,
    /// The best solution so far, for the progress.
    pub(crate) best: Option<Count>,
    on_better: Option<&'a mut (dyn FnMut(&Line) + Send)>,
    pub(crate) bound: Option<u64>,
    /// The state to report while a search for something else runs.
    aside: Option<Progress>,
    clock: Clock,
    start: Duration,
    deadline: Option<Duration>,
    next_report: Duration,
    most_nodes: u64,
    /// The positions of a step, and those after which it pauses.
    step: Option<&'a AtomicU64>,
    pause_at: u64,
    progress: &'a mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
}

impl<'a> SearchControl<'a> {
    /// Begins at the time of the system. `progress` is called about every 20 ms with the state of the search;
    /// [`ControlFlow::Break`] ends it.
    pub fn new(limit: &Limit, progress: &'a mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send)) -> Self {
        Self::with_clock(system_clock, limit, progress)
    }

    /// As [`SearchControl::new`], by another clock.
    pub fn with_clock(
        clock: Clock,
        limit: &Limit,
        progress: &'a mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
    ) -> Self {
        let start = clock();
        let deadline = limit.seconds.and_then(|seconds| {
            // A time too long for a duration is no limit; a negative one is over already.
            let seconds = if seconds > 0.0 { seconds } else { 0.0 };
            Duration::try_from_secs_f64(seconds).ok().and_then(|time| start.checked_add(time))
        });
        Self {
            budget: Budget { limit: limit.memory.unwrap_or(usize::MAX), used: 0, kept: 0 },
            nodes: 0,
            helper_nodes: 0,
            open: 0,
            tuning: Tuning::default(),
            best: None,
            on_better: None,
            bound: None,
            aside: None,
            clock,
            start,
            deadline,
            next_report: start + INTERVAL,
            most_nodes: limit.nodes.unwrap_or(u64::MAX),
            step: None,
            pause_at: u64::MAX,
            progress,
        }
    }

    /// Calls `on_better` with each solution that is better than those before, as soon as it is known.
    #[must_use]
    pub fn on_better(self, on_better: &'a mut (dyn FnMut(&Line) + Send)) -> Self {
        Self { on_better: Some(on_better), ..self }
    }

    /// Lets the search pause after as many positions as `step` has by then.
    pub(crate) fn stepped(self, step: &'a AtomicU64) -> Self {
        Self { step: Some(step), pause_at: step.load(Ordering::Relaxed), ..self }
    }

    /// Takes up a solution that is better than those before.
    pub(crate) fn found_better(&mut self, line: &Line) {
        self.best = Some(line.count());
        if let (Some(on_better), None) = (&mut self.on_better, self.aside) {
            on_better(line);
        }
    }

    /// Takes up a better solution to which searches aside have led.
    pub(crate) fn found_aside(&mut self, line: &Line) {
        if let Some(outer) = &mut self.aside {
            outer.best = Some(line.count());
        }
        if let Some(on_better) = &mut self.on_better {
            on_better(line);
        }
    }

    /// Runs a search without limits, for which no time passes.
    pub(crate) fn unlimited<T>(search: impl FnOnce(&mut SearchControl<'_>) -> Limited<T>) -> T {
        let mut quiet = |_: &Progress| ControlFlow::Continue(());
        let control = &mut SearchControl::with_clock(|| Duration::ZERO, &Limit::default(), &mut quiet);
        search(control).expect("no limit")
    }

    pub(crate) fn tuned(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }

    /// Checks the clock, and reports progress when it is due.
    pub(crate) fn check(&mut self) -> Limited<()> {
        let now = (self.clock)();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(LimitKind::Seconds);
        }
        if now < self.next_report {
            return Ok(());
        }
        let Progress { nodes, seconds, .. } = self.state();
        let report = self.aside.map_or(self.state(), |outer| Progress { nodes, seconds, ..outer });
        let flow = (self.progress)(&report);
        self.next_report = (self.clock)() + INTERVAL;
        // No step is longer than the time between two reports.
        self.pause_at = if self.step.is_some() { 0 } else { u64::MAX };
        if flow.is_break() { Err(LimitKind::Stopped) } else { Ok(()) }
    }

    fn state(&self) -> Progress {
        Progress {
            nodes: self.nodes + self.helper_nodes,
            open: self.open,
            bound: self.bound.unwrap_or(0),
            seconds: self.seconds(),
            best: self.best,
        }
    }

    /// Counts one more position about to be expanded.
    pub(crate) fn count(&mut self) -> Limited<()> {
        if self.nodes >= self.most_nodes {
            return Err(LimitKind::Nodes);
        }
        self.nodes += 1;
        self.check()
    }

    /// Pauses where the search is stepped and the positions of the step are expanded; it goes on when it is polled again.
    /// The loops that run long do so before each position.
    pub(crate) async fn pause(&mut self) -> Limited<()> {
        let Some(step) = self.step.filter(|_| self.nodes >= self.pause_at) else { return Ok(()) };
        self.next_report = Duration::ZERO;
        self.check()?;
        pending_once().await;
        // Somebody may have stopped it meanwhile.
        self.next_report = Duration::ZERO;
        self.check()?;
        self.pause_at = self.nodes.saturating_add(step.load(Ordering::Relaxed));
        Ok(())
    }

    /// Narrows the limits to half of what is left of each and at most `nodes` positions, for a search that frees all that it
    /// allocates. [`SearchControl::end_half`] ends it.
    pub(crate) fn begin_half(&mut self, nodes: u64) -> OuterLimits {
        let now = (self.clock)();
        let deadline = self.deadline.map(|deadline| now + deadline.saturating_sub(now) / 2);
        self.narrow(deadline, nodes.min((self.most_nodes - self.nodes) / 2))
    }

    /// Widens the limits again. Returns `None` if half of them was too little for the `result`.
    pub(crate) fn end_half<T>(&mut self, outer: OuterLimits, result: Limited<T>) -> Limited<Option<T>> {
        self.widen(outer);
        match result {
            Ok(result) => Ok(Some(result)),
            Err(LimitKind::Stopped) => Err(LimitKind::Stopped),
            Err(_) => Ok(None),
        }
    }

    /// Narrows the limits to at most `nodes` positions, for another search that frees all that it allocates. Its solutions
    /// and bounds are not reported. [`SearchControl::end_aside`] ends it.
    pub(crate) fn begin_aside(&mut self, nodes: u64, tuning: Tuning) -> OuterSearch {
        let (before, bound, state) = (self.tuning, self.bound, self.state());
        (self.tuning, self.aside) = (tuning, Some(state));
        let limits = self.narrow(self.deadline, nodes.min(self.most_nodes - self.nodes));
        OuterSearch { limits, tuning: before, bound, state }
    }

    /// Goes back to the search before.
    pub(crate) fn end_aside(&mut self, outer: OuterSearch) {
        let OuterSearch { limits, tuning, bound, state } = outer;
        self.widen(limits);
        (self.tuning, self.aside) = (tuning, None);
        (self.bound, self.open, self.best) = (bound, state.open, state.best);
    }

    /// Narrows the limits to a deadline and at most `nodes` positions.
    fn narrow(&mut self, deadline: Option<Duration>, nodes: u64) -> OuterLimits {
        let outer = OuterLimits { deadline: self.deadline, nodes: self.most_nodes, used: self.budget.used() };
        (self.deadline, self.most_nodes) = (deadline, self.nodes + nodes);
        outer
    }

    fn widen(&mut self, outer: OuterLimits) {
        (self.deadline, self.most_nodes) = (outer.deadline, outer.nodes);
        self.budget.reset(outer.used);
    }

    /// Runs `lead`, and meanwhile each of `works` by `help` on a thread of its own. All get equal shares of the positions
    /// and the memory left, and stop when `lead` ends. `lead` can ask whether any of the helpers still works.
    pub(crate) fn team<W: Send, R: Send, T>(
        &mut self,
        threads: &Threads,
        works: Vec<W>,
        help: impl Fn(W, &mut SearchControl<'_>) -> R + Sync,
        lead: impl FnOnce(&mut Self, &dyn Fn() -> bool) -> T,
    ) -> (T, Vec<R>) {
        let (clock, tuning, help) = (self.clock, self.tuning, &help);
        let results = self.split(works.len(), |control, share| {
            thread::scope(|scope| {
                let help = |work| move || threads.help(clock, share, tuning, |control| help(work, control));
                let start = |work| scope.spawn(help(work));
                let helpers: Vec<_> = works.into_iter().map(start).collect();
                let result = lead(control, &|| helpers.iter().any(|helper| !helper.is_finished()));
                threads.end();
                (result, helpers.into_iter().map(|helper| helper.join().expect("no panic")).collect())
            })
        });
        self.helper_nodes = 0;
        self.nodes += threads.nodes();
        results
    }

    /// Divides the positions and the memory left into `helpers` + 1 equal shares, and runs `lead` with one of them.
    /// `lead` also gets the share of each helper.
    fn split<T>(&mut self, helpers: usize, lead: impl FnOnce(&mut Self, &Limit) -> T) -> T {
        let (nodes, memory) = (self.most_nodes - self.nodes, self.budget.free());
        let share = Limit {
            seconds: self.deadline.map(|deadline| deadline.saturating_sub((self.clock)()).as_secs_f64()),
            nodes: Some(nodes / (helpers as u64 + 1)),
            memory: Some(memory / (helpers + 1)),
        };
        let given = (nodes / (helpers as u64 + 1) * helpers as u64, memory / (helpers + 1) * helpers);
        self.most_nodes -= given.0;
        self.budget.used += given.1;
        let result = lead(self, &share);
        self.most_nodes += given.0;
        self.budget.used -= given.1;
        result
    }

    /// Raises the proven bound: no solution has fewer pushes than `bound`, or fewer moves where they come first.
    pub(crate) fn raise_bound(&mut self, bound: u64) {
        self.bound = Some(self.bound.map_or(bound, |known| known.max(bound)));
    }

    pub(crate) fn seconds(&self) -> f64 {
        ((self.clock)() - self.start).as_secs_f64()
    }
}

/// The limits around those of a search within a search, and the memory that was used before it.
#[must_use]
pub(crate) struct OuterLimits {
    deadline: Option<Duration>,
    nodes: u64,
    used: usize,
}

/// What a search aside leaves as it was.
#[must_use]
pub(crate) struct OuterSearch {
    limits: OuterLimits,
    tuning: Tuning,
    bound: Option<u64>,
    state: Progress,
}

/// State shared by the threads of a search.
#[derive(Default)]
pub(crate) struct Threads {
    is_over: AtomicBool,
    helper_nodes: AtomicU64,
}

impl Threads {
    /// Ends the search for all; returns whether it was not over yet.
    pub(crate) fn end(&self) -> bool {
        !self.is_over.swap(true, Ordering::Relaxed)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Returns the positions that helpers have expanded.
    pub(crate) fn nodes(&self) -> u64 {
        self.helper_nodes.load(Ordering::Relaxed)
    }

    /// Runs the search of a helper with its share of a limit, until the search is over for all. A panic ends it for all.
    fn help<T>(
        &self,
        clock: Clock,
        share: &Limit,
        tuning: Tuning,
        search: impl FnOnce(&mut SearchControl<'_>) -> T,
    ) -> T {
        let _guard = EndOnPanic(self);
        let mut counted = 0;
        let mut report = |state: &Progress| {
            self.helper_nodes.fetch_add(state.nodes - counted, Ordering::Relaxed);
            counted = state.nodes;
            if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut control = SearchControl::with_clock(clock, share, &mut report).tuned(tuning);
        let result = search(&mut control);
        let nodes = control.nodes;
        self.helper_nodes.fetch_add(nodes - counted, Ordering::Relaxed);
        result
    }
}

/// Ends a search where its thread panics.
struct EndOnPanic<'t>(&'t Threads);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

/// A budget of memory, counted as it is allocated.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    limit: usize,
    used: usize,
    /// Counted apart from what is used: shared by searches, of which none gives it back.
    kept: usize,
}

impl Budget {
    /// Counts `bytes` about to be allocated.
    pub(crate) fn take(&mut self, bytes: usize) -> Limited<()> {
        if bytes > self.free() {
            return Err(LimitKind::Memory);
        }
        self.used += bytes;
        Ok(())
    }

    /// Counts `bytes` that have been freed.
    pub(crate) fn give(&mut self, bytes: usize) {
        debug_assert!(bytes <= self.used);
        self.used -= bytes;
    }

    /// Keeps the `bytes` of a table that all searches of a level share for good, or frees them if the table was made before.
    pub(crate) fn share<T>(&mut self, table: &OnceLock<T>, made: T, bytes: usize) {
        self.give(bytes);
        self.kept += if table.set(made).is_ok() { bytes } else { 0 };
    }

    pub(crate) fn free(&self) -> usize {
        self.limit - self.used - self.kept
    }

    /// Returns the bytes counted that are not kept to the end.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// Goes back to an earlier count, when all that came after it has been freed.
    pub(crate) fn reset(&mut self, used: usize) {
        self.used = used;
    }

    /// Makes room for one more element, doubling the capacity; the old memory counts until the new one is filled.
    pub(crate) fn room<T>(&mut self, list: &mut Vec<T>) -> Limited<()> {
        if list.len() < list.capacity() {
            return Ok(());
        }
        let size = size_of::<T>();
        let old = list.capacity();
        let mut more = old.max(16);
        // Near the limit smaller steps still fit.
        while more >= 16 && (old + more) * size > self.free() {
            more /= 2;
        }
        if more < 16 {
            return Err(LimitKind::Memory);
        }
        list.reserve_exact(more);
        self.used += (list.capacity() - old) * size;
        Ok(())
    }
}
