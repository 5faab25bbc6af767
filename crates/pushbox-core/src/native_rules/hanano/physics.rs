//! The simulation of a move: a piece is shifted or two are swapped, then everything falls and blooms.

use super::super::play::{Change, Log, Part};
use super::{Hanano, PieceClass, Position, Wave};

/// A cell with nothing on it.
pub(super) const FREE: u16 = u16::MAX;
/// A cell that never changes: wall, a fixed flower, the frame.
pub(super) const FIXED: u16 = u16::MAX - 1;

const UP: usize = 1;
const DOWN: usize = 3;

/// The pieces while a move is simulated, and for each cell its piece.
pub(super) struct Simulation<'a, L: Log> {
    rules: &'a Hanano,
    /// The position before the move.
    before: &'a Position,
    log: L,
    /// What changes at once has one number.
    tick: u32,
    /// By which the pieces are in the order of Python's position, the lowest first; empty where nobody reads the log.
    ranks: Vec<usize>,
    anchors: Vec<usize>,
    bloomed: Vec<bool>,
    grid: Vec<u16>,
    /// The pieces that are to move together.
    selected: Vec<usize>,
    /// Whether each piece is among them.
    is_selected: Vec<bool>,
}

impl<'a, L: Log> Simulation<'a, L> {
    pub(super) fn new(rules: &'a Hanano, position: &'a Position, log: L) -> Self {
        let mut simulation = Self {
            rules,
            before: position,
            log,
            tick: 0,
            ranks: Vec::new(),
            anchors: Vec::new(),
            bloomed: Vec::new(),
            grid: Vec::new(),
            selected: Vec::new(),
            is_selected: vec![false; position.anchors.len()],
        };
        simulation.set(position);
        if L::IS_READ {
            let rank = |piece| usize::MAX - simulation.cells(piece).max().unwrap_or(0);
            simulation.ranks = (0..simulation.anchors.len()).map(rank).collect();
        }
        simulation
    }

    /// Goes over to a position.
    pub(super) fn set(&mut self, position: &Position) {
        self.anchors.clear();
        self.anchors.extend(position.anchors.iter().map(|&anchor| usize::from(anchor)));
        self.bloomed.clear();
        self.bloomed.extend_from_slice(&position.bloomed);
        self.grid.clear();
        self.grid.extend_from_slice(&self.rules.static_grid);
        for piece in 0..self.anchors.len() {
            self.draw(piece, piece as u16);
        }
    }

    /// Returns whether each piece has its cells for itself.
    pub(super) fn is_valid(&self) -> bool {
        (0..self.anchors.len()).all(|piece| {
            self.cells(piece)
                .all(|cell| self.grid[cell] == piece as u16 && self.rules.static_grid[cell] == FREE)
        })
    }

    /// Returns the position, its pieces in their order.
    pub(super) fn position(&self) -> Position {
        let bloomed = self.bloomed.iter().copied().chain(std::iter::repeat(false));
        let mut pieces: Vec<(bool, usize)> = bloomed.zip(self.anchors.iter().copied()).collect();
        for alike in &self.rules.alike {
            pieces[alike.clone()].sort_unstable();
        }
        Position {
            anchors: pieces.iter().map(|&(_, anchor)| anchor as u16).collect(),
            bloomed: pieces[..self.bloomed.len()].iter().map(|&(bloomed, _)| bloomed).collect(),
        }
    }

    /// Shifts a piece or swaps two, as the pair of the cell `left` and the one right of it says. Where that is not legal
    /// it returns false, and nothing has changed.
    pub(super) fn shift_or_swap(&mut self, left: usize) -> bool {
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
            let occupant = self.grid[cell.wrapping_add_signed(by)];
            occupant == FREE || occupant == piece as u16
        });
        if room {
            self.selected.clear();
            self.selected.push(piece);
            self.move_selected(by, "shift");
            self.tick += 1;
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
            for (piece, by) in [(one, 1), (two, -1)] {
                let before = (self.anchors[piece], self.is_bloomed(piece));
                self.anchors[piece] = self.anchors[piece].wrapping_add_signed(by);
                self.draw(piece, piece as u16);
                self.log_change(piece, "swap", before);
            }
            self.tick += 1;
        }
        room
    }

    fn is_wide(&self, piece: usize) -> bool {
        match self.rules.classes[piece] {
            PieceClass::Block { columns, .. } => columns > 1,
            PieceClass::Stone { arrow, .. } => self.bloomed[piece] && arrow % 2 == 0,
        }
    }

    /// Settles everything: pieces fall and stones bloom until all rests.
    pub(super) fn settle(&mut self) {
        self.fall();
        while self.wave() {
            self.fall();
        }
    }

    /// Drops together all that is not held from below by anything fixed, cell by cell.
    fn fall(&mut self) {
        let down = self.rules.strides[DOWN] as usize;
        loop {
            self.selected.clear();
            self.is_selected.fill(false);
            for piece in 0..self.anchors.len() {
                if self.cells(piece).any(|cell| self.grid[cell + down] == FIXED) {
                    self.selected.push(piece);
                    self.is_selected[piece] = true;
                }
            }
            self.select_pushed(UP);
            if self.selected.len() == self.anchors.len() {
                return;
            }
            self.selected.clear();
            let is_selected = &self.is_selected;
            self.selected.extend((0..is_selected.len()).filter(|&piece| !is_selected[piece]));
            self.rank_selected(0);
            self.move_selected(down as isize, "fall");
            self.tick += 1;
        }
    }

    /// Selects also everything that the selected pieces push in a direction, on and on; returns false where that is fixed.
    fn select_pushed(&mut self, direction: usize) -> bool {
        let stride = self.rules.strides[direction];
        let mut free = true;
        let (mut next, mut ranked) = (0, 1);
        while next < self.selected.len() {
            if next == ranked {
                ranked = self.selected.len(); // all that the pieces before it push
                self.rank_selected(next);
            }
            let piece = self.selected[next];
            next += 1;
            for index in 0..self.size(piece) {
                let occupant = self.grid[self.cell(piece, index).wrapping_add_signed(stride)];
                if occupant == FIXED {
                    free = false;
                } else if occupant != FREE && !self.is_selected[usize::from(occupant)] {
                    self.is_selected[usize::from(occupant)] = true;
                    self.selected.push(usize::from(occupant));
                }
            }
        }
        free
    }

    /// Puts the selected pieces from an index on in the order of Python's position, where somebody reads the log.
    fn rank_selected(&mut self, from: usize) {
        if L::IS_READ {
            let ranks = &self.ranks;
            self.selected[from..].sort_by_key(|&piece| ranks[piece]);
        }
    }

    /// Blooms the stones that can, the lowest first, in a row from left to right; returns whether any has.
    fn wave(&mut self) -> bool {
        let stride = self.rules.strides[DOWN] as usize;
        let touching = (0..self.bloomed.len()).any(|stone| !self.bloomed[stone] && self.touches(stone));
        if !touching {
            return false;
        }
        let mut unbloomed: Vec<(usize, usize, usize)> = (0..self.bloomed.len())
            .filter(|&stone| !self.bloomed[stone])
            .map(|stone| (usize::MAX - self.anchors[stone] / stride, self.anchors[stone] % stride, stone))
            .collect();
        unbloomed.sort_unstable();
        let mut first = None;
        for (row, _, stone) in unbloomed {
            let over = match self.rules.wave {
                Wave::All => false,
                Wave::Row => first.is_some_and(|first| row != first),
                Wave::One => first.is_some(),
            };
            if over {
                break;
            }
            if self.touches(stone) && self.bloom(stone) && first.is_none() {
                first = Some(row);
            }
        }
        first.is_some()
    }

    /// Returns whether a stone is next to a flower of its colour.
    fn touches(&self, stone: usize) -> bool {
        let (colour, _) = self.rules.stone(stone);
        self.rules.strides.iter().any(|&stride| {
            let cell = self.anchors[stone].wrapping_add_signed(stride);
            match self.grid[cell] {
                FREE => false,
                FIXED => usize::from(self.rules.flower[cell]) == colour + 1,
                other => {
                    let other = usize::from(other);
                    self.bloomed.get(other) == Some(&true)
                        && self.anchors[other] != cell
                        && self.rules.stone(other).0 == colour
                }
            }
        })
    }

    /// Grows the flower of a stone in front of it, which pushes what stands in the way, or else in its cell, so that the stone
    /// recoils and pushes what is behind it; returns false where both are held.
    fn bloom(&mut self, stone: usize) -> bool {
        let (_, arrow) = self.rules.stone(stone);
        let beside = |way: usize| self.anchors[stone].wrapping_add_signed(self.rules.strides[way]);
        let (ahead, behind) = (beside(arrow), beside(arrow ^ 2));
        let before = (self.anchors[stone], false);
        let mut cause = "bloom";
        if !self.clear(ahead, arrow) {
            if !self.clear(behind, arrow ^ 2) {
                return false;
            }
            self.anchors[stone] = behind;
            cause = "recoil";
        }
        self.bloomed[stone] = true;
        self.draw(stone, stone as u16);
        self.log_change(stone, cause, before);
        self.tick += 1;
        true
    }

    /// Pushes the piece of a cell, and all that it pushes, one cell on; returns false where anything fixed holds it.
    fn clear(&mut self, cell: usize, direction: usize) -> bool {
        let piece = match self.grid[cell] {
            FREE => return true,
            FIXED => return false,
            piece => usize::from(piece),
        };
        self.selected.clear();
        self.is_selected.fill(false);
        self.selected.push(piece);
        self.is_selected[piece] = true;
        let free = self.select_pushed(direction);
        if free {
            self.move_selected(self.rules.strides[direction], "push");
        }
        free
    }

    /// Moves all selected pieces.
    fn move_selected(&mut self, by: isize, cause: &'static str) {
        for index in 0..self.selected.len() {
            self.draw(self.selected[index], FREE);
        }
        for index in 0..self.selected.len() {
            let piece = self.selected[index];
            let before = (self.anchors[piece], self.is_bloomed(piece));
            self.anchors[piece] = self.anchors[piece].wrapping_add_signed(by);
            self.draw(piece, piece as u16);
            self.log_change(piece, cause, before);
        }
    }

    /// Logs what has become of a piece, which had this anchor and may have been in bloom.
    fn log_change(&mut self, index: usize, cause: &'static str, (anchor, bloomed): (usize, bool)) {
        let now = (self.anchors[index], self.is_bloomed(index));
        self.log.add(|| {
            let start = (self.before.anchors[index].into(), self.before.is_bloomed(index));
            let pieces = [(anchor, bloomed), now, start];
            let [before, after, original] =
                pieces.map(|(anchor, bloomed)| Some(self.rules.piece(index, anchor, bloomed)));
            Change { tick: self.tick, cause, part: Part::Piece { before, after, original } }
        });
    }

    fn is_bloomed(&self, piece: usize) -> bool {
        self.bloomed.get(piece) == Some(&true)
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
        self.rules.shapes[piece].len() + usize::from(self.is_bloomed(piece))
    }

    fn cell(&self, piece: usize, index: usize) -> usize {
        let offset = match self.rules.shapes[piece].get(index) {
            Some(&offset) => offset,
            None => self.rules.strides[self.rules.stone(piece).1],
        };
        self.anchors[piece].wrapping_add_signed(offset)
    }
}
