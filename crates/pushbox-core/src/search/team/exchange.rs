//! What the threads of a team tell each other.
//!
//! Every position that a search meets leaves a mark in a table that all threads write without locks. Who finds the mark of
//! the other end there claims that both ends have met the position; at the end of their turns the searches look through
//! the claims, and each adds the half of the solution that it knows.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::push::Push;
use crate::search::End;
use crate::search::perimeter::{Met, Perimeter};

/// The most and the fewest slots of the table: even the most are written in milliseconds.
const MOST_SLOTS: usize = 1 << 22;
const FEWEST_SLOTS: usize = 1 << 10;
/// Slots in which a key may stand.
const REACH: usize = 8;
/// Claims to keep: one is settled at once, or never, as the search that knew its half is given up.
const MOST_CLAIMS: usize = 64;

/// Where a search comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The start.
    Front,
    /// The solved positions.
    Rear,
}

/// The table, the claims and the outcome.
pub(crate) struct Exchange {
    slots: Box<[AtomicU64]>,
    claims: Mutex<Vec<Claim>>,
    waiting: AtomicUsize,
    outcome: Mutex<Option<End>>,
    is_over: AtomicBool,
    nodes: AtomicU64,
}

/// A position that both ends have met, and the halves of the solution known so far, by side.
struct Claim {
    key: u64,
    boxes: Box<[u64]>,
    player: u16,
    halves: [Option<Vec<Push>>; 2],
}

impl Exchange {
    /// Nothing met yet. The table takes at most `bytes`, or a few kilobytes where that is less.
    pub(crate) fn new(bytes: usize) -> Self {
        let slots = (bytes / 8).clamp(FEWEST_SLOTS, MOST_SLOTS);
        let slots = 1 << slots.ilog2();
        Self {
            slots: std::iter::repeat_with(AtomicU64::default).take(slots).collect(),
            claims: Mutex::default(),
            waiting: AtomicUsize::new(0),
            outcome: Mutex::default(),
            is_over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    /// Bytes of the table.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.slots.len()
    }

    /// Marks the position of `key` as met from `side`, and tells whether the other side has met it.
    pub(crate) fn mark(&self, key: u64, side: Side) -> bool {
        // The lowest two bits of a slot tell the sides; a key that is nothing without them could not be told from an
        // empty slot.
        let (mine, name) = (1 << side as u64, (key | 4) & !3);
        let at = |probe: usize| &self.slots[((key >> 32) as usize + probe) % self.slots.len()];
        for slot in (0..REACH).map(at) {
            let mut old = slot.load(Ordering::Relaxed);
            if old == 0 {
                match slot.compare_exchange(0, name | mine, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) => return false,
                    Err(other) => old = other,
                }
            }
            if old & !3 == name {
                return slot.fetch_or(mine, Ordering::Relaxed) & !mine & 3 != 0;
            }
        }
        // What is new is worth more than what has led to nothing for long.
        at(0).store(name | mine, Ordering::Relaxed);
        false
    }

    fn claim(&self, met: Met<'_>) {
        let mut claims = unpoisoned(&self.claims);
        if claims.len() == MOST_CLAIMS {
            claims.remove(0);
        }
        claims.push(Claim {
            key: met.key,
            boxes: met.boxes.into(),
            player: met.player,
            halves: [None, None],
        });
        self.waiting.store(claims.len(), Ordering::Relaxed);
    }

    /// Adds to the claims what a search from `side` knows: `half` tells the pushes between its end and a position. The
    /// pushes of a whole solution, once there is one.
    pub(crate) fn settle(
        &self,
        side: Side,
        mut half: impl FnMut(Met<'_>) -> Option<Vec<Push>>,
    ) -> Option<Vec<Push>> {
        if self.waiting.load(Ordering::Relaxed) == 0 {
            return None;
        }
        unpoisoned(&self.claims).iter_mut().find_map(|claim| {
            let mine = &mut claim.halves[side as usize];
            if mine.is_none() {
                *mine = half(Met { key: claim.key, boxes: &claim.boxes, player: claim.player });
            }
            match &claim.halves {
                [Some(front), Some(rear)] => Some([front.as_slice(), rear].concat()),
                _ => None,
            }
        })
    }

    /// Notes how the search has ended, and ends it for all; the first word counts.
    pub(crate) fn finish(&self, end: End) {
        unpoisoned(&self.outcome).get_or_insert(end);
        self.close();
    }

    /// Ends the search for all.
    pub(crate) fn close(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Whether the search has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// How it has ended, told once.
    pub(crate) fn outcome(&self) -> Option<End> {
        unpoisoned(&self.outcome).take()
    }

    /// Counts positions that a helper has expanded.
    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Positions that the helpers have expanded.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// What is locked; a thread that panicked has left nothing half done, and the panic is passed on when it is joined.
fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The other end of a level, as a search of a team sees it from its side.
pub(crate) struct Post<'e> {
    /// What all share.
    pub(crate) exchange: &'e Exchange,
    /// Where the search comes from.
    pub(crate) side: Side,
}

impl Perimeter for Post<'_> {
    /// Never known here and now: it is marked, and perhaps claimed.
    fn rest(&self, met: Met<'_>) -> Option<Vec<Push>> {
        if self.exchange.mark(met.key, self.side) {
            self.exchange.claim(met);
        }
        None
    }

    fn may_know(&self, _: u64) -> bool {
        false
    }
}
