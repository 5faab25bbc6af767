//! Thousands of boards of Sokoban at once, in buffers of the caller: step, step back, push, reset, observe.
//!
//! A board is one byte a cell, a sum of the bits of [`crate::level`], as in [`Level::cells`]; the bytes are the position
//! and the observation in one. All boards of a batch have the size of the largest level, with walls around the others.
//! What is counted along is two numbers a board: the player's cell, and the boxes that are not on a goal.
//!
//! A step has no branch that depends on the board: with random moves no processor foresees walls and boxes, and a wrong
//! guess costs more than the step.

mod levels;
mod observe;
mod push;
mod step;

pub use levels::Levels;
pub use observe::{KINDS, observe, tiles};
pub use step::{LEFT_GOAL, MOVED, ON_GOAL, PUSHED, SOLVED, STAY};

use std::thread;

use crate::level::{BOX, GOAL, Level, LevelError, PLAYER};

/// Boards that are played at once; their cells are in a buffer of the caller, one board after the other.
#[derive(Clone, Debug)]
pub struct Batch {
    levels: Levels,
    players: Vec<u16>,
    /// The boxes of each board that are not on a goal.
    astray: Vec<u16>,
}

/// Some boards of a batch, which one thread plays.
struct Part<'a> {
    levels: &'a Levels,
    cells: &'a mut [u8],
    players: &'a mut [u16],
    astray: &'a mut [u16],
}

impl<'a> Part<'a> {
    /// Parts the first boards from the others.
    fn split(self, boards: usize) -> (Self, Self) {
        let (cells, more_cells) = self.cells.split_at_mut(boards * self.levels.area());
        let (players, more_players) = self.players.split_at_mut(boards);
        let (astray, more_astray) = self.astray.split_at_mut(boards);
        let levels = self.levels;
        (
            Part { levels, cells, players, astray },
            Part { levels, cells: more_cells, players: more_players, astray: more_astray },
        )
    }
}

impl Batch {
    /// Makes a batch of so many boards, the first level on the first board and so on, again from the first where there
    /// are fewer levels. `cells` is the buffer of all boards.
    pub fn new(levels: Levels, boards: usize, cells: &mut [u8]) -> Self {
        let mut batch = Self { levels, players: vec![0; boards], astray: vec![0; boards] };
        for board in 0..boards {
            batch.reset(cells, board, board % batch.levels.count());
        }
        batch
    }

    /// Returns the number of boards.
    pub fn boards(&self) -> usize {
        self.players.len()
    }

    /// Returns the levels that boards begin with.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Returns the cell of each board's player.
    pub fn players(&self) -> &[u16] {
        &self.players
    }

    /// Returns for each board how many boxes are not on a goal.
    pub fn astray(&self) -> &[u16] {
        &self.astray
    }

    /// Puts a level on a board, from its beginning.
    pub fn reset(&mut self, cells: &mut [u8], board: usize, level: usize) {
        let area = self.levels.area();
        let (start, player, astray) = self.levels.start(level);
        cells[board * area..][..area].copy_from_slice(start);
        (self.players[board], self.astray[board]) = (player, astray);
    }

    /// Puts any position on a board: walls and goals too may be other than those of all levels.
    ///
    /// # Errors
    /// A [`LevelError`] where the position is none, or is too large for the boards of this batch.
    pub fn put(&mut self, cells: &mut [u8], board: usize, position: &Level) -> Result<(), LevelError> {
        let area = self.levels.area();
        let placed = self.levels.placed(position)?;
        (self.players[board], self.astray[board]) = counted(&placed);
        cells[board * area..][..area].copy_from_slice(&placed);
        Ok(())
    }

    /// Puts the position of one board on another.
    pub fn copy(&mut self, cells: &mut [u8], from: usize, to: usize) {
        let area = self.levels.area();
        cells.copy_within(from * area..(from + 1) * area, to * area);
        self.players[to] = self.players[from];
        self.astray[to] = self.astray[from];
    }

    /// Returns all boards as one part.
    fn whole<'a>(&'a mut self, cells: &'a mut [u8]) -> Part<'a> {
        let Self { levels, players, astray } = self;
        Part { levels, cells, players, astray }
    }
}

/// Returns the player's cell and the number of boxes off goals of a board.
fn counted(cells: &[u8]) -> (u16, u16) {
    let player = cells.iter().position(|&byte| byte & PLAYER != 0).unwrap_or_default();
    let astray = cells.iter().filter(|&&byte| byte & (BOX | GOAL) == BOX).count();
    (player as u16, astray as u16)
}

/// Plays all boards by so many threads, each with its boards and as many of `inputs` and `outputs`.
fn by_threads<I: Sync, O: Send>(
    mut part: Part<'_>,
    inputs: &[I],
    outputs: &mut [O],
    threads: usize,
    play: impl Fn(&mut Part<'_>, &[I], &mut [O]) + Sync,
) {
    let each = part.players.len().div_ceil(threads.max(1)).max(1);
    if part.players.len() <= each {
        return play(&mut part, inputs, outputs); // a scope of threads costs more than the steps of few boards
    }
    thread::scope(|scope| {
        let (mut rest, mut inputs, mut outputs) = (part, inputs, outputs);
        while rest.players.len() > each {
            let (mut own, others) = rest.split(each);
            let (input, more_inputs) = inputs.split_at(each);
            let (output, more_outputs) = outputs.split_at_mut(each);
            let play = &play;
            scope.spawn(move || play(&mut own, input, output));
            (rest, inputs, outputs) = (others, more_inputs, more_outputs);
        }
        play(&mut rest, inputs, outputs);
    });
}
