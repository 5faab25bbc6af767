//! Rooms: a board with a frame of wall, and one connected floor inside that touches all four sides of the frame.

use super::random::Random;
use crate::named::named;

named! {
    /// The shape of a room.
    pub enum Shape {
        /// A walk that digs small pieces of floor wherever it goes, as in the Boxoban levels (Racanière et al.,
        /// "Imagination-Augmented Agents", 2017, appendix).
        Walk => "walk",
        /// Squares of 3x3 cells, each a small piece of masonry turned and mirrored at random (after Taylor and Parberry,
        /// "Procedural Generation of Sokoban Levels", 2011; the pieces are our own).
        Blocks => "blocks",
        /// An open hall with a few pillars.
        Hall => "hall",
        /// A cave: noise smoothed by what most neighbours are.
        Cave => "cave",
        /// Small rooms with doors between them.
        Rooms => "rooms",
    }
}

/// The floor of a board. The cells at the edge are wall, so that a cell of the floor has all four neighbours.
#[derive(Clone)]
pub(crate) struct Room {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) floor: Vec<bool>,
}

impl Room {
    /// Creates a room of one shape; it may be in several parts and of a lesser size than the board.
    pub(crate) fn new(width: usize, height: usize, shape: Shape, random: &mut Random) -> Self {
        let mut room = Self { width, height, floor: vec![false; width * height] };
        match shape {
            Shape::Walk => room.dig_walk(random),
            Shape::Blocks => room.lay_blocks(random),
            Shape::Hall => room.set_pillars(random),
            Shape::Cave => room.smooth_noise(random),
            Shape::Rooms => room.divide(random),
        }
        room
    }

    /// Returns the cell next to a cell that is not at the edge, 0 left, 1 up, 2 right, 3 down.
    pub(crate) fn next(&self, cell: usize, direction: usize) -> usize {
        match direction {
            0 => cell - 1,
            1 => cell - self.width,
            2 => cell + 1,
            _ => cell + self.width,
        }
    }

    pub(crate) fn cells(&self) -> Vec<usize> {
        (0..self.floor.len()).filter(|&cell| self.floor[cell]).collect()
    }

    /// Leaves only the largest part of the floor.
    pub(crate) fn keep_largest(&mut self) {
        let mut seen = vec![false; self.floor.len()];
        let unseen = |start: usize| (!seen[start]).then(|| self.part(start, &mut seen));
        let parts = self.cells().into_iter().filter_map(unseen);
        let largest = parts.reduce(|one, other| if other.len() > one.len() { other } else { one });
        self.floor.fill(false);
        largest.into_iter().flatten().for_each(|cell| self.floor[cell] = true);
    }

    /// Returns the cells of the floor that hang together with `start` by cells that are not `seen`, which they then
    /// are.
    pub(crate) fn part(&self, start: usize, seen: &mut [bool]) -> Vec<usize> {
        seen[start] = true;
        let mut part = vec![start];
        let mut done = 0;
        while let Some(&cell) = part.get(done) {
            done += 1;
            for next in (0..4).map(|direction| self.next(cell, direction)) {
                if self.floor[next] && !seen[next] {
                    seen[next] = true;
                    part.push(next);
                }
            }
        }
        part
    }

    /// Returns whether the floor touches all four sides of the frame, so that the board is no larger than it has to be.
    pub(crate) fn fills_frame(&self) -> bool {
        let (width, height) = (self.width, self.height);
        let row = |row: usize| (0..width).any(|column| self.floor[row * width + column]);
        let column = |column: usize| (0..height).any(|row| self.floor[row * width + column]);
        row(1) && row(height - 2) && column(1) && column(width - 2)
    }

    fn set(&mut self, row: usize, column: usize, is_floor: bool) {
        if (1..self.height - 1).contains(&row) && (1..self.width - 1).contains(&column) {
            self.floor[row * self.width + column] = is_floor;
        }
    }

    fn dig_walk(&mut self, random: &mut Random) {
        // Cells by row and column around the digger: a line either way, a corner, a square, a cross of half.
        const PIECES: [&[(usize, usize)]; 5] = [
            &[(1, 0), (1, 1), (1, 2)],
            &[(0, 1), (1, 1), (2, 1)],
            &[(1, 1), (1, 2), (2, 1)],
            &[(1, 1), (1, 2), (2, 1), (2, 2)],
            &[(1, 1), (0, 1), (1, 0)],
        ];
        let (rows, columns) = (self.height - 2, self.width - 2);
        let (mut row, mut column) = (random.between(1, rows), random.between(1, columns));
        let mut direction = random.below(4);
        // About a step for every second cell leaves a third to a half of the board wall; in a long board it takes more to
        // get from end to end.
        let (least, most) = ((rows * columns).div_ceil(2), 3 * rows * columns);
        for step in 0..most {
            if step >= least && self.fills_frame() {
                break;
            }
            let piece = random.pick(&PIECES);
            for &(down, right) in piece {
                self.set(row + down - 1, column + right - 1, true);
            }
            if random.chance(35) {
                direction = random.below(4);
            }
            match direction {
                0 if column > 1 => column -= 1,
                1 if row > 1 => row -= 1,
                2 if column < columns => column += 1,
                3 if row < rows => row += 1,
                _ => direction = random.below(4),
            }
            self.set(row, column, true);
        }
    }

    fn lay_blocks(&mut self, random: &mut Random) {
        // The walls of a block as bits, row by row.
        const BLOCKS: [u16; 10] = [
            0,
            0,
            0b100_000_000,
            0b110_000_000,
            0b100_100_000,
            0b000_010_000,
            0b111_000_000,
            0b110_100_000,
            0b100_000_001,
            0b010_010_000,
        ];
        // The grid of blocks begins anywhere, so that sizes that are no multiple of three are as good as others.
        let (top, left) = (random.below(3), random.below(3));
        for block_row in (0..self.height + 3).step_by(3) {
            for block_column in (0..self.width + 3).step_by(3) {
                let (walls, turns, mirrored) = (random.pick(&BLOCKS), random.below(4), random.chance(50));
                for cell in 0..9 {
                    let (mut row, mut column) = (cell / 3, cell % 3);
                    if mirrored {
                        column = 2 - column;
                    }
                    for _ in 0..turns {
                        (row, column) = (column, 2 - row);
                    }
                    let place =
                        (block_row + row).checked_sub(top).zip((block_column + column).checked_sub(left));
                    if let Some((row, column)) = place {
                        self.set(row, column, walls >> cell & 1 == 0);
                    }
                }
            }
        }
    }

    fn set_pillars(&mut self, random: &mut Random) {
        let (rows, columns) = (self.height - 2, self.width - 2);
        self.inner().for_each(|cell| self.floor[cell] = true);
        for _ in 0..random.between(rows * columns / 12, rows * columns / 6) {
            let (row, column) = (random.between(1, rows), random.between(1, columns));
            let (down, right) = random.pick(&[(0, 0), (0, 1), (1, 0)]);
            self.set(row, column, false);
            self.set(row + down, column + right, false);
        }
    }

    fn smooth_noise(&mut self, random: &mut Random) {
        for cell in self.inner() {
            self.floor[cell] = random.chance(68);
        }
        for _ in 0..2 {
            let old = self.clone();
            for cell in old.inner() {
                // Straight neighbours and diagonal ones.
                let around = [0, 2].into_iter().flat_map(|side| {
                    let beside = old.next(cell, side);
                    [beside, beside - old.width, beside + old.width]
                });
                let around = around.chain([cell - old.width, cell + old.width]);
                let floor = around.filter(|&near| old.floor[near]).count();
                self.floor[cell] = if old.floor[cell] { floor >= 3 } else { floor >= 5 };
            }
        }
    }

    fn divide(&mut self, random: &mut Random) {
        self.inner().for_each(|cell| self.floor[cell] = true);
        let mut left = vec![(1, self.height - 2, 1, self.width - 2)];
        while let Some((top, bottom, west, east)) = left.pop() {
            let (rows, columns) = (bottom + 1 - top, east + 1 - west);
            // A room of a box and a way around it is worth a door.
            if rows.max(columns) < 5 || (rows * columns < 25 && random.chance(50)) {
                continue;
            }
            let is_row = rows > columns || (rows == columns && random.chance(50));
            let (first, last) = if is_row { (top, bottom) } else { (west, east) };
            let (begin, end) = if is_row { (west, east) } else { (top, bottom) };
            let wall = random.between(first + 2, last - 2);
            let mut set = |along: usize, is_floor: bool| {
                let (row, column) = if is_row { (wall, along) } else { (along, wall) };
                self.set(row, column, is_floor);
            };
            (begin..=end).for_each(|along| set(along, false));
            for _ in 0..random.between(1, 2) {
                set(random.between(begin, end), true);
            }
            for (first, last) in [(first, wall - 1), (wall + 1, last)] {
                left.push(if is_row { (first, last, begin, end) } else { (begin, end, first, last) });
            }
        }
    }

    fn inner(&self) -> impl Iterator<Item = usize> + use<> {
        let (width, height) = (self.width, self.height);
        (1..height - 1).flat_map(move |row| (1..width - 1).map(move |column| row * width + column))
    }
}
