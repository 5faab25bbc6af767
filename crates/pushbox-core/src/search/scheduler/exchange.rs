//! The exchange of positions between the threads of a team.
//!
//! Every position that a search meets leaves a mark in a table, which all threads write without locks. A search that
//! finds the mark of the other end claims that both ends have met the position. At the end of their turns the searches
//! go through the claims, and each adds the half of the solution that it knows.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::limit::Threads;
use crate::push::Push;
use crate::search::SearchEnd;
use crate::search::perimeter::{Perimeter, PositionRef, Side};
use crate::shared_progress::locked;

/// The fewest slots of the table.
const FEWEST_SLOTS: usize = 1 << 10;
/// Slots in which a key may stand.
const PROBES: usize = 8;
/// The most claims: one is settled at once, or never, as the search that knew its half is given up.
const MOST_CLAIMS: usize = 64;

/// The table, the claims and the outcome.
pub(crate) struct Exchange {
    slots: Box<[AtomicU64]>,
    claims: Mutex<Vec<Claim>>,
    waiting: AtomicUsize,
    outcome: Mutex<Option<SearchEnd>>,
    pub(crate) threads: Threads,
}

/// A position that both ends have met, and the halves of the solution known so far, by side.
struct Claim {
    key: u64,
    boxes: Box<[u64]>,
    player: u16,
    halves: [Option<Vec<Push>>; 2],
}

impl Exchange {
    /// Creates an empty exchange. The table has at most so many slots and takes at most `bytes`, or a few kilobytes where
    /// that is less.
    pub(crate) fn new(bytes: usize, most_slots: usize) -> Self {
        let slots = (bytes / 8).clamp(FEWEST_SLOTS, most_slots);
        let slots = 1 << slots.ilog2();
        Self {
            slots: std::iter::repeat_with(AtomicU64::default).take(slots).collect(),
            claims: Mutex::default(),
            waiting: AtomicUsize::new(0),
            outcome: Mutex::default(),
            threads: Threads::default(),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        8 * self.slots.len()
    }

    /// Marks the position of `key` as met from `side`, and returns whether the other side has met it.
    pub(crate) fn mark(&self, key: u64, side: Side) -> bool {
        // The lowest two bits of a slot hold the sides; a key that is 0 without them would look like an empty slot.
        let (mine, name) = (1 << side as u64, (key | 4) & !3);
        let at = |probe: usize| &self.slots[((key >> 32) as usize).wrapping_add(probe) % self.slots.len()];
        for slot in (0..PROBES).map(at) {
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
        // A new position is worth more than an old one that has led to nothing.
        at(0).store(name | mine, Ordering::Relaxed);
        false
    }

    fn claim(&self, position: PositionRef<'_>) {
        let mut claims = locked(&self.claims);
        if claims.len() == MOST_CLAIMS {
            claims.remove(0);
        }
        claims.push(Claim {
            key: position.key,
            boxes: position.boxes.into(),
            player: position.player,
            halves: [None, None],
        });
        self.waiting.store(claims.len(), Ordering::Relaxed);
    }

    /// Adds to the claims what a search from `side` knows: `half` returns the pushes between its end and a position.
    /// Returns the pushes of a whole solution, once there is one.
    pub(crate) fn settle(
        &self,
        side: Side,
        mut half: impl FnMut(PositionRef<'_>) -> Option<Vec<Push>>,
    ) -> Option<Vec<Push>> {
        if self.waiting.load(Ordering::Relaxed) == 0 {
            return None;
        }
        locked(&self.claims).iter_mut().find_map(|claim| {
            let mine = &mut claim.halves[side as usize];
            if mine.is_none() {
                *mine = half(PositionRef { key: claim.key, boxes: &claim.boxes, player: claim.player });
            }
            match &claim.halves {
                [Some(forward), Some(backward)] => Some([forward.as_slice(), backward].concat()),
                _ => None,
            }
        })
    }

    /// Ends the search for all with a result; the first one counts.
    pub(crate) fn finish(&self, end: SearchEnd) {
        locked(&self.outcome).get_or_insert(end);
        self.threads.end();
    }

    /// Takes the result, which is returned once.
    pub(crate) fn outcome(&self) -> Option<SearchEnd> {
        locked(&self.outcome).take()
    }
}

/// The perimeter of the other end, as a search of a team sees it from its side.
pub(crate) struct PerimeterHandle<'e> {
    pub(crate) exchange: &'e Exchange,
    pub(crate) side: Side,
}

impl Perimeter for PerimeterHandle<'_> {
    /// Marks the position, and claims it if the other end has met it. Always returns `None`.
    fn solution_from(&self, position: PositionRef<'_>) -> Option<Vec<Push>> {
        if self.exchange.mark(position.key, self.side) {
            self.exchange.claim(position);
        }
        None
    }

    fn may_contain(&self, _: u64) -> bool {
        false
    }
}
