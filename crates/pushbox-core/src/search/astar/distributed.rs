//! A* by several threads: each owns some positions, and sends positions of other owners to them (hash-distributed A*;
//! Kishimoto, Fukunaga and Botea 2009).
//!
//! The zones of its boxes decide who owns a position, so that few pushes lead to another thread (Jinnai and Fukunaga
//! 2017). The owner looks it up and evaluates it. The search ends when no thread has anything to expand and no batch is
//! on its way.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use super::metric_order::PackedCost;
use super::nodes::{NO_NODE, Node, Nodes};
use super::task::LineTask;
use super::{AStar, Evaluation, Path, RunEnd};
use crate::board::{Board, Position};
use crate::limit::{Limited, SearchControl, Threads};
use crate::polling::to_end;
use crate::zobrist::split_mix;

/// The rows and columns of a zone: with smaller ones more is sent, with larger ones the threads have less alike to do.
const ZONE: usize = 3;
/// The positions that are sent at a time, unless somebody waits for them.
pub(super) const BATCH: usize = 64;
/// The batches that may wait for a thread.
const MOST_WAITING: usize = 64;
/// The time that a thread with nothing to expand waits between two looks at the limits.
const IDLE: Duration = Duration::from_millis(1);

/// What a thread sends to the others and receives from them.
pub(super) struct Channels<C> {
    thread: usize,
    shared: Arc<Shared>,
    inbox: Receiver<Batch<C>>,
    outboxes: Vec<Outbox<C>>,
    /// The least sum of what a limit kept from being taken in.
    missed: C,
}

struct Shared {
    threads: Threads,
    /// The threads that have something to expand, and the batches on their way.
    pending: AtomicUsize,
    /// By square a number for its zone.
    zones: Vec<u32>,
}

struct Outbox<C> {
    sender: SyncSender<Batch<C>>,
    next: Batch<C>,
    /// The bytes that are counted for it: as if all batches on their way were as large as the largest one.
    bytes: usize,
}

/// Positions for another thread.
struct Batch<C> {
    /// The cost to beat, as far as the sender knows.
    best: C,
    /// Their paths and players.
    paths: Vec<(Path<C>, u16)>,
    /// Their boxes, one after the other.
    boxes: Vec<u64>,
}

/// What is left of a helper thread.
struct Remains<C: PackedCost> {
    /// None where there was no memory to begin.
    nodes: Option<Nodes<C>>,
    /// The cost to beat, and the end of the line that has it where the helper has found it.
    best: (C, u32),
    least: C,
    /// What has arrived too late.
    inbox: Option<Receiver<Batch<C>>>,
}

impl<C: PackedCost> Channels<C> {
    /// Connects so many threads.
    fn connect(board: &Board, count: usize) -> Vec<Self> {
        let zone = |square| {
            let (row, column) = board.place(square);
            split_mix(&mut ((((row / ZONE) << 16) + column / ZONE) as u64)) as u32
        };
        let zones = (0..board.wall()).map(zone).collect();
        let shared =
            Arc::new(Shared { threads: Threads::default(), pending: AtomicUsize::new(count), zones });
        let (senders, inboxes): (Vec<_>, Vec<_>) = (0..count).map(|_| sync_channel(MOST_WAITING)).unzip();
        let of_thread = |(thread, inbox)| {
            let outbox =
                |sender: &SyncSender<_>| Outbox { sender: sender.clone(), next: Batch::new(), bytes: 0 };
            let outboxes = senders.iter().map(outbox).collect();
            Self { thread, shared: Arc::clone(&shared), inbox, outboxes, missed: C::FAR }
        };
        inboxes.into_iter().enumerate().map(of_thread).collect()
    }

    /// Returns whether another thread has ended the search.
    pub(super) fn is_over(&self) -> bool {
        self.shared.threads.is_over()
    }

    /// Makes a position of another thread ready to be sent there; returns whether it is one.
    pub(super) fn forward(
        &mut self,
        path: &Path<C>,
        nodes: &Nodes<C>,
        position: &Position,
        player: u16,
    ) -> bool {
        let owner = self.owner(nodes, position);
        if owner != self.thread {
            let next = &mut self.outboxes[owner].next;
            next.paths.push((*path, player));
            next.boxes.extend_from_slice(&position.set);
        }
        owner != self.thread
    }

    /// Returns the thread to which a position and all its images belong.
    fn owner(&self, nodes: &Nodes<C>, position: &Position) -> usize {
        let number = |image: &dyn Fn(u16) -> u16| {
            let zone = |&square: &u16| self.shared.zones[usize::from(image(square))];
            position.boxes.iter().map(zone).fold(0, |number, zone| number ^ zone)
        };
        let images = nodes.symmetries.iter();
        let images = images.map(|symmetry| number(&|square| symmetry.image[usize::from(square)]));
        let sum = images.fold(number(&|square| square), u32::wrapping_add);
        ((u64::from(sum) * self.outboxes.len() as u64) >> 32) as usize
    }

    /// Counts the memory of the largest batch for all that may be on their way.
    fn count_memory(&mut self, control: &mut SearchControl<'_>) -> Limited<()> {
        for Outbox { next, bytes, .. } in &mut self.outboxes {
            // Lists grow to twice what they hold.
            let largest = 2 * (size_of_val(&*next.paths) + size_of_val(&*next.boxes)) * (MOST_WAITING + 1);
            control.budget.take(largest.saturating_sub(*bytes))?;
            *bytes = largest.max(*bytes);
        }
        Ok(())
    }
}

impl<C: PackedCost> Batch<C> {
    fn new() -> Self {
        Self { best: C::FAR, paths: Vec::new(), boxes: Vec::new() }
    }

    /// Returns the least sum of its paths.
    fn least(&self) -> C {
        self.paths.iter().map(|(path, _)| path.cost + path.least).min().unwrap_or(C::FAR)
    }
}

impl<C: PackedCost> AStar<'_, C> {
    /// Searches to the end by all threads, the calling one among them.
    pub(crate) async fn run_by_all(&mut self, control: &mut SearchControl<'_>) -> Limited<RunEnd> {
        if self.threads == 1 {
            return self.run(u64::MAX, control).await;
        }
        let mut channels = Channels::connect(self.board, self.threads);
        let shared = Arc::clone(&channels[0].shared);
        let for_helpers = channels.split_off(1);
        self.channels = channels.pop();
        let (task, best) = (self.task.clone(), self.best);
        let help = |channels, control: &mut SearchControl<'_>| Self::help(&task, channels, best, control);
        let lead = |control: &mut SearchControl<'_>, _: &dyn Fn() -> bool| {
            let ended = to_end(self.run(u64::MAX, control));
            shared.end(ended)
        };
        let (mut ended, helped) = control.team(&shared.threads, for_helpers, help, lead);
        let mut least = self.least_left();
        let least_of = |inbox: Option<Receiver<Batch<C>>>| {
            inbox.iter().flat_map(Receiver::try_iter).map(|batch| batch.least()).min().unwrap_or(C::FAR)
        };
        least = least.min(least_of(self.channels.take().map(|channels| channels.inbox)));
        for (other_end, remains) in helped {
            ended = if ended == Ok(RunEnd::Paused) { other_end } else { ended };
            let Remains { nodes, best: (best, end), least: other, inbox } = remains;
            if end != NO_NODE && best <= self.best {
                (self.best, self.end) = (best, end);
            }
            least = least.min(other).min(least_of(inbox));
            self.others.push(nodes);
        }
        if self.end != NO_NODE {
            control.found_better(&self.line());
        }
        if let Ok(RunEnd::Proven | RunEnd::Exhausted) = ended {
            let proof = if self.has_solution() { RunEnd::Proven } else { RunEnd::Exhausted };
            (ended, least) = (Ok(proof), self.best);
        }
        if ended != Ok(RunEnd::Exhausted) {
            control.raise_bound(self.task.order.first_count(least.min(self.best)));
        }
        ended
    }

    /// Searches as a helper, for lines that cost less than `best`.
    fn help(
        task: &LineTask<'_, C>,
        channels: Channels<C>,
        best: C,
        control: &mut SearchControl<'_>,
    ) -> (Limited<RunEnd>, Remains<C>) {
        let shared = Arc::clone(&channels.shared);
        let (thread, count) = (channels.thread, channels.outboxes.len());
        let mut astar = match AStar::of_thread(thread, count, task.clone(), control) {
            Ok(astar) => astar,
            Err(limit) => {
                let inbox = Some(channels.inbox);
                let remains = Remains { nodes: None, best: (best, NO_NODE), least: C::FAR, inbox };
                return (shared.end(Err(limit)), remains);
            }
        };
        (astar.best, astar.channels) = (best, Some(channels));
        let ended = astar.dive(control).and_then(|()| to_end(astar.run(u64::MAX, control)));
        let (ended, least) = (shared.end(ended), astar.least_left());
        let (best, inbox) = ((astar.best, astar.end), astar.channels.map(|channels| channels.inbox));
        (ended, Remains { nodes: Some(astar.nodes), best, least, inbox })
    }

    /// Returns what no line from the nodes of this thread costs less than, sent or not.
    fn least_left(&self) -> C {
        let open = self.open.first().map(|(sum, _)| sum);
        let sum = |node: &Node<C>| node.cost + node.least;
        let expanded = (self.node != NO_NODE).then(|| sum(&self.nodes[self.node]));
        let outboxes = self.channels.iter().flat_map(|channels| &channels.outboxes);
        let unsent = outboxes.map(|outbox| outbox.next.least());
        let missed = self.channels.iter().map(|channels| channels.missed);
        unsent.chain(missed).chain(open).chain(expanded).min().unwrap_or(C::FAR)
    }

    /// Sends what is ready for others, in batches of `least` or more, and takes in what has come.
    pub(super) fn exchange(&mut self, least: usize, control: &mut SearchControl<'_>) -> Limited<()> {
        let Some(channels) = &mut self.channels else { return Ok(()) };
        channels.count_memory(control)?;
        let (thread, count) = (channels.thread, channels.outboxes.len());
        // Where somebody waits, a single position will do.
        let is_waited_for = channels.shared.pending.load(Ordering::Relaxed) < count;
        let least = if is_waited_for { least.min(1) } else { least };
        for other in (0..count).filter(|&other| other != thread) {
            while !self.send(other, least) {
                // The other may be waiting for this thread.
                self.receive(control)?;
                control.check()?;
                thread::yield_now();
            }
        }
        self.count_helpers(control);
        self.receive(control)
    }

    /// Lets the progress of the calling thread count the positions of the others.
    fn count_helpers(&self, control: &mut SearchControl<'_>) {
        if let (0, Some(channels)) = (self.thread, &self.channels) {
            control.helper_nodes = channels.shared.threads.nodes();
        }
    }

    /// Sends a batch of `least` positions or more to a thread; returns false where it has to be tried again.
    fn send(&mut self, other: usize, least: usize) -> bool {
        let Some(channels) = &mut self.channels else { return true };
        let Outbox { sender, next, .. } = &mut channels.outboxes[other];
        if next.paths.len() < least || channels.shared.threads.is_over() {
            return true;
        }
        next.best = self.best;
        channels.shared.pending.fetch_add(1, Ordering::SeqCst);
        match sender.try_send(std::mem::replace(next, Batch::new())) {
            Ok(()) => true,
            Err(TrySendError::Full(batch) | TrySendError::Disconnected(batch)) => {
                *next = batch;
                channels.shared.pending.fetch_sub(1, Ordering::SeqCst);
                false
            }
        }
    }

    /// Takes in what has come.
    fn receive(&mut self, control: &mut SearchControl<'_>) -> Limited<()> {
        while let Some(batch) = self.channels.as_ref().and_then(|channels| channels.inbox.try_recv().ok()) {
            self.unpack(&batch, control)?;
            let Some(channels) = &self.channels else { break };
            channels.shared.pending.fetch_sub(1, Ordering::SeqCst);
        }
        Ok(())
    }

    fn unpack(&mut self, batch: &Batch<C>, control: &mut SearchControl<'_>) -> Limited<()> {
        let taken = self.meet_all(batch, control);
        if let (Err(_), Some(channels)) = (taken, &mut self.channels) {
            channels.missed = batch.least();
        }
        taken
    }

    fn meet_all(&mut self, batch: &Batch<C>, control: &mut SearchControl<'_>) -> Limited<()> {
        if batch.best < self.best {
            (self.best, self.end) = (batch.best, NO_NODE);
        }
        let boxes = batch.boxes.chunks_exact(self.board.piece_words());
        for (boxes, &(path, player)) in boxes.zip(&batch.paths) {
            if path.cost + path.least < self.best {
                self.expanded.load(self.board, boxes, player);
                if !self.nodes.symmetries.is_empty() {
                    // The player of an image is named by the region that is flooded last.
                    self.generator.normal(&self.expanded.position, &[player]);
                }
                let mut evaluation = Evaluation { is_loaded: true, ..Evaluation::default() };
                self.meet(&path, self.expanded.key, &[player], &mut evaluation, control)?;
            }
        }
        Ok(())
    }

    /// Waits for something to expand. Returns whether to go on: not where no thread has anything.
    pub(super) fn wait(&mut self, control: &mut SearchControl<'_>) -> Limited<bool> {
        self.exchange(1, control)?;
        if self.channels.is_none() || self.open.first().is_some_and(|(sum, _)| sum < self.best) {
            return Ok(self.channels.is_some());
        }
        let going_idle = |channels: &Channels<C>| channels.shared.pending.fetch_sub(1, Ordering::SeqCst);
        if self.channels.as_ref().map(going_idle) == Some(1) {
            return Ok(false);
        }
        while let Some(Channels { shared, inbox, .. }) = &self.channels {
            if let Ok(batch) = inbox.recv_timeout(IDLE) {
                // It counted as on its way, and now for this thread.
                self.unpack(&batch, control)?;
                break;
            }
            if shared.pending.load(Ordering::SeqCst) == 0 {
                return Ok(false);
            }
            if shared.threads.is_over() {
                break;
            }
            self.count_helpers(control);
            control.check()?;
        }
        Ok(true)
    }
}

impl Shared {
    /// Ends the search for all threads. Returns the end of the first, and for others that they were ended.
    fn end(&self, ended: Limited<RunEnd>) -> Limited<RunEnd> {
        if self.threads.end() { ended } else { Ok(RunEnd::Paused) }
    }
}
