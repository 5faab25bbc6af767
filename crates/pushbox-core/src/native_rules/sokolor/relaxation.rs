//! Deadlocks of Sokolor, by a relaxation: what a box or the pusher could do if boxes that can move were in nobody's
//! way.
//!
//! Boxes that block each other stay until one of them vanishes (a freeze, as in Sokoban), for which one of its colour
//! must come from elsewhere. If none can get there, the frozen boxes are walls, and each other box still needs one of
//! its colour that could come to touch it.

use std::ops::Range;

use super::super::freeze::Relaxation;
use super::super::push_distance::MOST_CELLS;
use super::State;
use super::static_level::StaticLevel;
use crate::flood::reached_from;

/// Returns whether the relaxation has no solution. No group may wait to vanish.
pub(super) fn is_deadlock(level: &StaticLevel, state: &State) -> bool {
    if level.grid.cells > MOST_CELLS {
        return false; // it would take too long
    }
    let mut relaxation = Relaxation::new(&level.grid, &state[..1], &state[1..]);
    loop {
        if !relaxation.is_frozen.contains(&true) {
            return false; // what the walls alone keep apart is for the bound
        }
        let reach = ColourReach::all(level, state, &relaxation);
        if !dissolve(level, state, &mut relaxation, &reach) {
            let mut coloured = level.coloured_slots().iter().flat_map(|slots| slots.clone());
            return coloured.any(|slot| relaxation.is_frozen[slot - 1])
                || reach.iter().any(|colour| !colour.can_all_meet());
        }
        relaxation.thaw();
    }
}

/// Frees the frozen boxes that one of their colour from elsewhere could come to touch; returns whether there are any.
fn dissolve(
    level: &StaticLevel,
    state: &State,
    relaxation: &mut Relaxation<'_>,
    reach: &[ColourReach],
) -> bool {
    let mut is_changed = false;
    for (slots, colour) in level.coloured_slots().iter().zip(reach) {
        for slot in slots.clone() {
            let mut beside = level.grid.neighbours(state[slot]).into_iter();
            if relaxation.is_frozen[slot - 1] && beside.any(|next| colour.moving[usize::from(next)]) {
                relaxation.free(slot - 1);
                is_changed = true;
            }
        }
    }
    is_changed
}

/// Where the boxes of one colour could get to.
struct ColourReach {
    /// For each cell whether a box that is not frozen could get there.
    moving: Vec<bool>,
    /// For each cell the bits of the boxes that could get there, frozen ones included.
    boxes: Vec<u64>,
    count: usize,
    neighbours: Vec<[u16; 4]>,
}

impl ColourReach {
    /// Finds where the boxes of each colour could get to.
    fn all(level: &StaticLevel, state: &State, relaxation: &Relaxation<'_>) -> Vec<Self> {
        let of_colour = |slots: &Range<usize>| {
            let mut reach = Self {
                moving: vec![false; level.grid.cells + 1],
                boxes: vec![0; level.grid.cells + 1],
                count: 0,
                neighbours: (0..level.grid.cells).map(|cell| level.grid.neighbours(cell)).collect(),
            };
            for slot in slots.clone().filter(|&slot| state[slot] != level.grid.off()) {
                reach.add(relaxation, state[slot], relaxation.is_frozen[slot - 1]);
            }
            reach
        };
        level.coloured_slots().iter().map(of_colour).collect()
    }

    /// Adds the box on a cell.
    fn add(&mut self, relaxation: &Relaxation<'_>, start: u16, is_frozen: bool) {
        let bit = 1_u64.checked_shl(self.count as u32).unwrap_or(0);
        self.count += 1;
        self.boxes[usize::from(start)] |= bit;
        if is_frozen {
            return;
        }
        let is_met = reached_from(self.boxes.len(), &[start.into()], |cell, visit| {
            let pushed = (0..4).filter_map(|direction| relaxation.pushed(cell as u16, direction));
            pushed.for_each(|next| visit(next.into()));
        });
        for cell in (0..is_met.len()).filter(|&cell| is_met[cell]) {
            self.moving[cell] = true;
            self.boxes[cell] |= bit;
        }
    }

    /// Returns whether each box could come to touch another one.
    fn can_all_meet(&self) -> bool {
        if self.count > u64::BITS as usize {
            return true; // more boxes than bits: nothing is known
        }
        let mut meeting = 0;
        for (cell, next) in self.neighbours.iter().enumerate() {
            for &next in next {
                let (one, two) = (self.boxes[cell], self.boxes[usize::from(next)]);
                // A box that could be on both cells meets another one only where there is another one.
                meeting |= if two.count_ones() == 1 {
                    one & !two
                } else if two != 0 {
                    one
                } else {
                    0
                };
            }
        }
        meeting.count_ones() as usize == self.count
    }
}
