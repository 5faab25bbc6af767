//! Pushes with the walk to the box: which there are, and one of them on each board.

use std::thread;

use super::{Batch, LEFT_GOAL, MOVED, ON_GOAL, PUSHED, Part, SOLVED, by_threads};
use crate::level::{BOX, GOAL, PLAYER, WALL};

/// What no walk has reached.
const NEVER: u16 = u16::MAX;

/// The steps of a player to each cell of a board, by a breadth-first search that is begun anew for each board.
struct Walk {
    steps: Vec<u16>,
    queue: Vec<u16>,
}

impl Walk {
    fn new(area: usize) -> Self {
        Self { steps: vec![NEVER; area], queue: Vec::with_capacity(area) }
    }

    /// Measures the steps of the player around the boxes of a board.
    fn measure(&mut self, cells: &[u8], player: u16, directions: [isize; 4]) {
        self.steps.fill(NEVER);
        self.queue.clear();
        self.steps[usize::from(player)] = 0;
        self.queue.push(player);
        let mut done = 0;
        while let Some(&cell) = self.queue.get(done) {
            done += 1;
            for step in directions {
                let next = usize::from(cell).wrapping_add_signed(step);
                if self.steps.get(next) == Some(&NEVER) && cells[next] & (WALL | BOX) == 0 {
                    self.steps[next] = self.steps[usize::from(cell)] + 1;
                    self.queue.push(next as u16);
                }
            }
        }
    }

    /// Returns the steps to the place from which the box of a cell is pushed, `None` where it cannot be.
    fn to_push(&self, cells: &[u8], cell: usize, step: isize) -> Option<u16> {
        if cells[cell] & BOX == 0 || cells[cell.wrapping_add_signed(step)] & (WALL | BOX) != 0 {
            return None;
        }
        Some(self.steps[cell.wrapping_add_signed(-step)]).filter(|&steps| steps != NEVER)
    }
}

impl Batch {
    /// Writes four bytes a cell, one a direction, for each board: 1 where the player can walk to the box of the cell and
    /// push it that way, else 0.
    ///
    /// # Panics
    /// Panics where `mask` has another length.
    pub fn pushes(&self, cells: &[u8], mask: &mut [u8], threads: usize) {
        let (area, width) = (self.levels.area(), 4 * self.levels.area());
        assert!(mask.len() == width * self.boards(), "four bytes a cell");
        if threads < 2 {
            return pushes(cells, &self.players, self.levels.steps(), mask);
        }
        let each = self.boards().div_ceil(threads).max(1);
        thread::scope(|scope| {
            let parts =
                cells.chunks(each * area).zip(self.players.chunks(each)).zip(mask.chunks_mut(each * width));
            for ((cells, players), mask) in parts {
                scope.spawn(|| pushes(cells, players, self.levels.steps(), mask));
            }
        });
    }

    /// Walks to a box and pushes it on each board: an action is four times the box's cell, and the direction. One that
    /// is no push changes nothing. Writes the events, as [`Batch::step`] does, and the moves of walk and push.
    ///
    /// # Panics
    /// Panics where there are not as many of each as boards.
    pub fn push(
        &mut self,
        cells: &mut [u8],
        actions: &[u32],
        events: &mut [u8],
        moves: &mut [u16],
        threads: usize,
    ) {
        assert!([actions.len(), events.len(), moves.len()] == [self.boards(); 3], "one of each a board");
        let mut results = vec![(0, 0); actions.len()];
        by_threads(self.whole(cells), actions, &mut results, threads, push);
        for ((event, count), result) in events.iter_mut().zip(moves).zip(results) {
            (*event, *count) = result;
        }
    }
}

/// Returns whether the cells beside a cell are on the board: a box may stand at the edge where no player comes.
fn is_inside(area: usize, cell: usize, directions: [isize; 4]) -> bool {
    let width = directions[3] as usize;
    let column = cell % width;
    cell >= width && cell + width < area && column > 0 && column + 1 < width
}

/// Writes the masks of the pushes on some boards.
fn pushes(cells: &[u8], players: &[u16], directions: [isize; 4], mask: &mut [u8]) {
    let area = cells.len() / players.len().max(1);
    let mut walk = Walk::new(area);
    for ((cells, &player), mask) in
        cells.chunks_exact(area.max(1)).zip(players).zip(mask.chunks_exact_mut(4 * area.max(1)))
    {
        walk.measure(cells, player, directions);
        mask.fill(0);
        for cell in (0..area).filter(|&cell| cells[cell] & BOX != 0 && is_inside(area, cell, directions)) {
            for (direction, &step) in directions.iter().enumerate() {
                mask[4 * cell + direction] = u8::from(walk.to_push(cells, cell, step).is_some());
            }
        }
    }
}

/// Pushes on each board of a part; the results are events and moves.
fn push(part: &mut Part<'_>, actions: &[u32], results: &mut [(u8, u16)]) {
    let (area, directions) = (part.levels.area(), part.levels.steps());
    let mut walk = Walk::new(area);
    for (board, (&action, result)) in actions.iter().zip(results).enumerate() {
        let cells = &mut part.cells[board * area..][..area];
        let (cell, step) = ((action / 4) as usize, directions[(action % 4) as usize]);
        let mut steps = None;
        if cell < area && is_inside(area, cell, directions) {
            walk.measure(cells, part.players[board], directions);
            steps = walk.to_push(cells, cell, step);
        }
        *result = match steps {
            Some(steps) => (pushed(part, board, cell, step), steps + 1),
            None => (SOLVED * u8::from(part.astray[board] == 0), 0),
        };
    }
}

/// Pushes the box of a cell, from where it can be, and returns the event.
fn pushed(part: &mut Part<'_>, board: usize, cell: usize, step: isize) -> u8 {
    let area = part.levels.area();
    let cells = &mut part.cells[board * area..][..area];
    let beyond = cell.wrapping_add_signed(step);
    let (was_home, is_home) = (cells[cell] & GOAL != 0, cells[beyond] & GOAL != 0);
    cells[usize::from(part.players[board])] ^= PLAYER;
    cells[cell] ^= BOX | PLAYER;
    cells[beyond] ^= BOX;
    part.players[board] = cell as u16;
    let astray = part.astray[board].wrapping_add(u16::from(was_home));
    part.astray[board] = astray.wrapping_sub(u16::from(is_home));
    MOVED
        + PUSHED
        + ON_GOAL * u8::from(is_home && !was_home)
        + LEFT_GOAL * u8::from(was_home && !is_home)
        + SOLVED * u8::from(part.astray[board] == 0)
}
