//! The positions met, found by hash key: open addressing with linear probing.

use crate::limit::{LimitKind, Limited, SearchControl};
use crate::zobrist::REGION_BITS;

/// Slots moved between two checks of the clock: a large table takes seconds to double.
const CHUNK: usize = 1 << 16;

/// Each slot holds half of the key above the number of the node plus one; zero is an empty slot. The half also
/// determines the slot, so that growing does not visit the nodes.
#[derive(Default)]
pub(crate) struct PositionTable {
    slots: Vec<u64>,
    len: usize,
}

impl PositionTable {
    /// Creates a small table; it grows with what it holds.
    pub(crate) fn new(control: &mut SearchControl<'_>) -> Limited<Self> {
        let slots = 1 << 10;
        control.budget.take(8 * slots)?;
        Ok(Self { slots: vec![0; slots], len: 0 })
    }

    /// Returns the node with the key `key` for which `is_same` holds.
    pub(crate) fn find(&self, key: u64, is_same: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mark = key >> 32;
        let mut index = mark as usize & mask;
        loop {
            let slot = self.slots[index];
            if slot == 0 {
                return None;
            }
            let id = (slot as u32).wrapping_sub(1);
            if slot >> 32 == mark && is_same(id) {
                return Some(id);
            }
            index = (index + 1) & mask;
        }
    }

    /// Returns whether there may be a node with these boxes, wherever its player is; never false where there is one.
    pub(crate) fn may_contain(&self, boxes: u64) -> bool {
        let mask = self.slots.len() - 1;
        if mask as u64 & REGION_BITS >> 32 != 0 {
            return true;
        }
        let mut index = (boxes >> 32) as usize & mask;
        while self.slots[index] != 0 {
            if ((self.slots[index] ^ boxes) & !REGION_BITS) >> 32 == 0 {
                return true;
            }
            index = (index + 1) & mask;
        }
        false
    }

    /// Reads the slots of all these keys at once: the time that each takes to come from memory is waited for only once.
    pub(crate) fn warm(&self, keys: &[u64]) {
        let mask = self.slots.len() - 1;
        let slots = keys.iter().map(|key| self.slots[(key >> 32) as usize & mask]);
        std::hint::black_box(slots.fold(0, |all, slot| all ^ slot));
    }

    /// Adds a node that [`PositionTable::find`] does not find.
    pub(crate) fn insert(&mut self, key: u64, id: u32, control: &mut SearchControl<'_>) -> Limited<()> {
        if self.len >= self.slots.len() / 4 * 3 {
            self.grow(control)?;
        }
        self.place(key & !0xffff_ffff | u64::from(id + 1));
        self.len += 1;
        Ok(())
    }

    fn place(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut index = (slot >> 32) as usize & mask;
        while self.slots[index] != 0 {
            index = (index + 1) & mask;
        }
        self.slots[index] = slot;
    }

    /// Doubles the table; near the memory limit it is filled further instead. A limit that is reached meanwhile leaves
    /// the table half filled, and ends the search that it belongs to.
    fn grow(&mut self, control: &mut SearchControl<'_>) -> Limited<()> {
        let old = self.slots.len();
        if control.budget.take(16 * old).is_err() {
            let is_nearly_full = self.len >= old / 16 * 15;
            return if is_nearly_full { Err(LimitKind::Memory) } else { Ok(()) };
        }
        // Written at once: where a page is first read and then written the system stops all threads.
        let slots = std::mem::replace(&mut self.slots, std::iter::repeat_n(0, 2 * old).collect());
        for chunk in slots.chunks(CHUNK) {
            control.check()?;
            for &slot in chunk.iter().filter(|&&slot| slot != 0) {
                self.place(slot);
            }
        }
        drop(slots);
        control.budget.give(8 * old);
        Ok(())
    }
}
