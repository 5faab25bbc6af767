//! Single steps, forwards and back, and which are legal.

use super::{Batch, Part, by_threads};
use crate::level::{BOX, GOAL, PLAYER, WALL};

/// An action that is no step: every one above the directions of [`crate::level::LETTERS`] is none.
pub const STAY: u8 = 4;

/// Bit of an event: the player has moved.
pub const MOVED: u8 = 1;
/// Bit of an event: the player has pushed a box.
pub const PUSHED: u8 = 2;
/// Bit of an event: a box that was not on a goal is on one now.
pub const ON_GOAL: u8 = 4;
/// Bit of an event: a box that was on a goal is on none now.
pub const LEFT_GOAL: u8 = 8;
/// Bit of an event: every box stands on a goal after it, whether anything has moved or not.
pub const SOLVED: u8 = 16;

const BITS_OF_GOAL: u32 = GOAL.trailing_zeros();
const BITS_OF_BOX: u32 = BOX.trailing_zeros();

impl Batch {
    /// Steps on each board, once for each row of `actions`: a direction each, or [`STAY`]. An illegal step changes
    /// nothing. Writes what has happened, as a sum of bits, in the order of the actions.
    ///
    /// # Panics
    /// Panics where `actions` has no whole rows, or `events` is of another length.
    pub fn step(&mut self, cells: &mut [u8], actions: &[u8], events: &mut [u8], threads: usize) {
        let boards = self.boards().max(1);
        assert!(
            actions.len() % boards == 0 && actions.len() == events.len(),
            "an action a board, an event each"
        );
        for (actions, events) in actions.chunks_exact(boards).zip(events.chunks_exact_mut(boards)) {
            by_threads(self.whole(cells), actions, events, threads, step);
        }
    }

    /// Takes back a step of each board: what [`Batch::step`] was given, and what it has written.
    ///
    /// # Errors
    /// The first board on which no such step has just been played; nothing has changed then.
    ///
    /// # Panics
    /// Panics where there are not as many as boards.
    pub fn step_back(&mut self, cells: &mut [u8], actions: &[u8], events: &[u8]) -> Result<(), usize> {
        assert!(
            actions.len() == self.boards() && events.len() == actions.len(),
            "an action and an event a board"
        );
        let (area, steps) = (self.levels.area(), self.levels.steps());
        let moved = || (0..actions.len()).filter(|&board| events[board] & MOVED != 0);
        let fits = |board: usize| {
            let cells = &cells[board * area..][..area];
            let to = usize::from(self.players[board]);
            let Some(step) = steps.get(usize::from(actions[board])) else { return false };
            let at = |cell: usize| cells.get(cell).copied().unwrap_or(WALL);
            at(to.wrapping_add_signed(-step)) & (WALL | BOX) == 0
                && (events[board] & PUSHED == 0 || at(to.wrapping_add_signed(*step)) & BOX != 0)
        };
        if let Some(board) = moved().find(|&board| !fits(board)) {
            return Err(board);
        }
        for board in moved() {
            let (cells, step) = (&mut cells[board * area..][..area], steps[usize::from(actions[board])]);
            let (to, event) = (usize::from(self.players[board]), events[board]);
            let from = to.wrapping_add_signed(-step);
            if event & PUSHED != 0 {
                cells[to.wrapping_add_signed(step)] ^= BOX;
                cells[to] ^= BOX;
            }
            cells[to] ^= PLAYER;
            cells[from] ^= PLAYER;
            self.players[board] = from as u16;
            let astray = self.astray[board].wrapping_add(u16::from(event & ON_GOAL != 0));
            self.astray[board] = astray.wrapping_sub(u16::from(event & LEFT_GOAL != 0));
        }
        Ok(())
    }

    /// Writes four bytes a board, one a direction: the bits [`MOVED`] and [`PUSHED`] of the event of that step.
    ///
    /// # Panics
    /// Panics where `legal` has another length.
    pub fn legal(&self, cells: &[u8], legal: &mut [u8]) {
        assert!(legal.len() == 4 * self.boards(), "four bytes a board");
        let (area, steps) = (self.levels.area(), self.levels.steps());
        for ((cells, &player), legal) in
            cells.chunks_exact(area).zip(&self.players).zip(legal.chunks_exact_mut(4))
        {
            for (step, legal) in steps.iter().zip(legal) {
                let next = usize::from(player).wrapping_add_signed(*step);
                let (is_box, is_free) = ahead(cells, next, *step);
                *legal = is_free * (MOVED + PUSHED * is_box);
            }
        }
    }
}

/// Returns whether a box stands ahead of a player, and whether they can step there, as 1 or 0. Off the board is wall: the
/// caller may have written to the cells.
fn ahead(cells: &[u8], next: usize, step: isize) -> (u8, u8) {
    let at = |cell: usize| cells.get(cell).copied().unwrap_or(WALL);
    let is_box = (at(next) >> BITS_OF_BOX) & 1;
    // The cell itself where there is no box: a wall there says no too.
    let beyond = at(next.wrapping_add_signed(step * isize::from(is_box as i8)));
    let is_stopped = ((at(next) | beyond) & WALL) | (is_box & (beyond >> BITS_OF_BOX));
    (is_box, 1 - is_stopped)
}

/// Steps on each board of a part.
fn step(part: &mut Part<'_>, actions: &[u8], events: &mut [u8]) {
    let (area, steps) = (part.levels.area(), part.levels.steps());
    let boards = part.cells.chunks_exact_mut(area).zip(part.players.iter_mut().zip(part.astray.iter_mut()));
    for ((cells, (player, astray)), (&action, event)) in boards.zip(actions.iter().zip(events)) {
        let from = usize::from(*player);
        let step = steps[usize::from(action & 3)];
        let next = from.wrapping_add_signed(step);
        let (is_box, is_free) = ahead(cells, next, step);
        let moved = is_free & u8::from(action < STAY);
        let pushed = is_box & moved;
        let beyond = next.wrapping_add_signed(step * isize::from(is_box as i8));
        let is_goal =
            |cells: &[u8], cell: usize| cells.get(cell).map_or(0, |byte| (byte >> BITS_OF_GOAL) & 1);
        let was_home = pushed & is_goal(cells, next);
        let is_home = pushed & is_goal(cells, beyond);
        for (cell, bits) in
            [(from, PLAYER * moved), (next, PLAYER * moved + BOX * pushed), (beyond, BOX * pushed)]
        {
            if let Some(byte) = cells.get_mut(cell) {
                *byte ^= bits;
            }
        }
        *player = from.wrapping_add_signed(step * isize::from(moved as i8)) as u16;
        *astray = astray.wrapping_add(u16::from(was_home)).wrapping_sub(u16::from(is_home));
        *event = MOVED * moved
            + PUSHED * pushed
            + ON_GOAL * (is_home & !was_home)
            + LEFT_GOAL * (was_home & !is_home)
            + SOLVED * u8::from(*astray == 0);
    }
}
