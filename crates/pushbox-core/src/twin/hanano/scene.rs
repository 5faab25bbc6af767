//! The pieces while a turn lasts.

use super::{Class, Hanano, Position, Wave};

/// A cell with nothing on it.
pub(super) const FREE: u16 = u16::MAX;
/// A cell that never changes: wall, a fixed flower, the frame.
pub(super) const FIXED: u16 = u16::MAX - 1;

const UP: usize = 1;
const DOWN: usize = 3;

/// The pieces, and for each cell which of them is there.
pub(super) struct Scene<'a> {
    rules: &'a Hanano,
    at: Vec<usize>,
    bloomed: Vec<bool>,
    grid: Vec<u16>,
    /// Pieces found by the search that runs.
    found: Vec<usize>,
    /// Whether each piece is among them.
    is_found: Vec<bool>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(rules: &'a Hanano, position: &Position) -> Self {
        let mut scene = Self {
            rules,
            at: Vec::new(),
            bloomed: Vec::new(),
            grid: Vec::new(),
            found: Vec::new(),
            is_found: vec![false; position.at.len()],
        };
        scene.set(position);
        scene
    }

    /// Goes to a position.
    pub(super) fn set(&mut self, position: &Position) {
        self.at.clear();
        self.at.extend(position.at.iter().map(|&at| usize::from(at)));
        self.bloomed.clear();
        self.bloomed.extend_from_slice(&position.bloomed);
        self.grid.clear();
        self.grid.extend_from_slice(&self.rules.ground);
        for piece in 0..self.at.len() {
            self.draw(piece, piece as u16);
        }
    }

    /// Whether each piece has its cells for itself.
    pub(super) fn is_sound(&self) -> bool {
        (0..self.at.len()).all(|piece| {
            self.cells(piece).all(|cell| self.grid[cell] == piece as u16 && self.rules.ground[cell] == FREE)
        })
    }

    /// The position, its pieces in their order.
    pub(super) fn position(&self) -> Position {
        let mut at: Box<[u16]> = self.at.iter().map(|&at| at as u16).collect();
        let mut bloomed: Box<[bool]> = self.bloomed.as_slice().into();
        let mut start = 0;
        while start < at.len() {
            let end = self.rules.ends[start];
            if end - start > 1 {
                if start < bloomed.len() {
                    // Few are alike: insertion sort keeps both columns together.
                    for right in start + 1..end {
                        for place in (start + 1..=right).rev() {
                            if (bloomed[place - 1], at[place - 1]) <= (bloomed[place], at[place]) {
                                break;
                            }
                            at.swap(place - 1, place);
                            bloomed.swap(place - 1, place);
                        }
                    }
                } else {
                    at[start..end].sort_unstable();
                }
            }
            start = end;
        }
        Position { at, bloomed }
    }

    /// Shifts a piece or swaps two, as the pair of the cell `left` and the one right of it says. Where that is not legal
    /// it answers false, and nothing has changed.
    pub(super) fn act(&mut self, left: usize) -> bool {
        match (self.grid[left], self.grid[left + 1]) {
            (FIXED, _) | (_, FIXED) | (FREE, FREE) => false,
            (one, two) if one == two => false,
            (one, FREE) => self.shift(usize::from(one), 1),
            (FREE, two) => self.shift(usize::from(two), -1),
            (one, two) => self.swap(usize::from(one), usize::from(two)),
        }
    }

    fn shift(&mut self, piece: usize, by: isize) -> bool {
        let room = self.cells(piece).all(|cell| {
            let there = self.grid[cell.wrapping_add_signed(by)];
            there == FREE || there == piece as u16
        });
        if room {
            self.found.clear();
            self.found.push(piece);
            self.move_found(by);
        }
        room
    }

    fn swap(&mut self, one: usize, two: usize) -> bool {
        let lowest = |piece| self.cells(piece).max().unwrap_or(0);
        if self.is_wide(one) || self.is_wide(two) || lowest(one) + 1 != lowest(two) {
            return false;
        }
        let free = |cell: usize| [FREE, one as u16, two as u16].contains(&self.grid[cell]);
        let room = self.cells(one).all(|cell| free(cell + 1)) && self.cells(two).all(|cell| free(cell - 1));
        if room {
            self.draw(one, FREE);
            self.draw(two, FREE);
            self.at[one] += 1;
            self.at[two] -= 1;
            self.draw(one, one as u16);
            self.draw(two, two as u16);
        }
        room
    }

    fn is_wide(&self, piece: usize) -> bool {
        match self.rules.classes[piece] {
            Class::Block { columns, .. } => columns > 1,
            Class::Stone { arrow, .. } => self.bloomed[piece] && arrow % 2 == 0,
        }
    }

    /// Lets everything fall and bloom until it rests.
    pub(super) fn settle(&mut self) {
        self.fall();
        while self.wave() {
            self.fall();
        }
    }

    /// Lets all that is not held from below by anything fixed fall together, cell by cell.
    fn fall(&mut self) {
        let down = self.rules.strides[DOWN] as usize;
        loop {
            self.found.clear();
            self.is_found.fill(false);
            for piece in 0..self.at.len() {
                if self.cells(piece).any(|cell| self.grid[cell + down] == FIXED) {
                    self.found.push(piece);
                    self.is_found[piece] = true;
                }
            }
            self.spread(UP);
            if self.found.len() == self.at.len() {
                return;
            }
            self.found.clear();
            let is_found = &self.is_found;
            self.found.extend((0..is_found.len()).filter(|&piece| !is_found[piece]));
            self.move_found(down as isize);
        }
    }

    /// Adds to what is found everything that lies before it in a direction, on and on; false where anything fixed does.
    fn spread(&mut self, direction: usize) -> bool {
        let stride = self.rules.strides[direction];
        let mut free = true;
        let mut next = 0;
        while next < self.found.len() {
            let piece = self.found[next];
            next += 1;
            for index in 0..self.size(piece) {
                let there = self.grid[self.cell(piece, index).wrapping_add_signed(stride)];
                if there == FIXED {
                    free = false;
                } else if there != FREE && !self.is_found[usize::from(there)] {
                    self.is_found[usize::from(there)] = true;
                    self.found.push(usize::from(there));
                }
            }
        }
        free
    }

    /// Lets the stones bloom that can, the lowest first, in a row from left to right; tells whether any has.
    fn wave(&mut self) -> bool {
        let stride = self.rules.strides[DOWN] as usize;
        let touching = (0..self.bloomed.len()).any(|stone| !self.bloomed[stone] && self.touches(stone));
        if !touching {
            return false;
        }
        let mut waiting: Vec<(usize, usize, usize)> = (0..self.bloomed.len())
            .filter(|&stone| !self.bloomed[stone])
            .map(|stone| (usize::MAX - self.at[stone] / stride, self.at[stone] % stride, stone))
            .collect();
        waiting.sort_unstable();
        let mut first = None;
        for (row, _, stone) in waiting {
            let over = match self.rules.wave {
                Wave::All => false,
                Wave::Row => first.is_some_and(|first| row != first),
                Wave::One => first.is_some(),
            };
            if over {
                break;
            }
            if self.touches(stone) && (self.push(stone) || self.recoil(stone)) && first.is_none() {
                first = Some(row);
            }
        }
        first.is_some()
    }

    /// Whether a stone is next to a flower of its colour.
    fn touches(&self, stone: usize) -> bool {
        let (colour, _) = self.rules.stone(stone);
        self.rules.strides.iter().any(|&stride| {
            let cell = self.at[stone].wrapping_add_signed(stride);
            match self.grid[cell] {
                FREE => false,
                FIXED => usize::from(self.rules.flower[cell]) == colour + 1,
                other => {
                    let other = usize::from(other);
                    self.bloomed.get(other) == Some(&true)
                        && self.at[other] != cell
                        && self.rules.stone(other).0 == colour
                }
            }
        })
    }

    /// Lets the flower of a stone grow before it and push what is there; false where that is held.
    fn push(&mut self, stone: usize) -> bool {
        let (_, arrow) = self.rules.stone(stone);
        let before = self.at[stone].wrapping_add_signed(self.rules.strides[arrow]);
        if !self.clear(before, arrow) {
            return false;
        }
        self.bloomed[stone] = true;
        self.draw(stone, stone as u16);
        true
    }

    /// Lets the flower of a stone grow where the stone is, which gives way and pushes what is behind it.
    fn recoil(&mut self, stone: usize) -> bool {
        let (_, arrow) = self.rules.stone(stone);
        let behind = self.at[stone].wrapping_add_signed(-self.rules.strides[arrow]);
        if !self.clear(behind, arrow ^ 2) {
            return false;
        }
        self.at[stone] = behind;
        self.bloomed[stone] = true;
        self.draw(stone, stone as u16);
        true
    }

    /// Pushes what is on a cell, and all that it pushes, one cell on; false where anything fixed holds it.
    fn clear(&mut self, cell: usize, direction: usize) -> bool {
        let piece = match self.grid[cell] {
            FREE => return true,
            FIXED => return false,
            piece => usize::from(piece),
        };
        self.found.clear();
        self.is_found.fill(false);
        self.found.push(piece);
        self.is_found[piece] = true;
        let free = self.spread(direction);
        if free {
            self.move_found(self.rules.strides[direction]);
        }
        free
    }

    /// Moves all that is found.
    fn move_found(&mut self, by: isize) {
        for index in 0..self.found.len() {
            self.draw(self.found[index], FREE);
        }
        for index in 0..self.found.len() {
            let piece = self.found[index];
            self.at[piece] = self.at[piece].wrapping_add_signed(by);
            self.draw(piece, piece as u16);
        }
    }

    fn draw(&mut self, piece: usize, mark: u16) {
        for index in 0..self.size(piece) {
            let cell = self.cell(piece, index);
            self.grid[cell] = mark;
        }
    }

    fn cells(&self, piece: usize) -> impl Iterator<Item = usize> {
        (0..self.size(piece)).map(move |index| self.cell(piece, index))
    }

    fn size(&self, piece: usize) -> usize {
        self.rules.shapes[piece].len() + usize::from(self.bloomed.get(piece) == Some(&true))
    }

    fn cell(&self, piece: usize, index: usize) -> usize {
        let offset = match self.rules.shapes[piece].get(index) {
            Some(&offset) => offset,
            None => self.rules.strides[self.rules.stone(piece).1],
        };
        self.at[piece].wrapping_add_signed(offset)
    }
}
