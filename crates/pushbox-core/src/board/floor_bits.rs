//! The floor as bits in rows: sets of squares in which a step is a shift.
//!
//! A word holds as many rows of the board as fit. Each row ends with a bit that is never floor, so that no shift leads
//! from one row to the next. A row of 64 cells or more takes several words.

use std::ops::Deref;
use std::sync::Arc;

const WORD: usize = 64;

/// The squares of a board as bits in rows.
pub(crate) struct FloorBits {
    /// The set of all squares, and after it the words below the last row, which are empty.
    pub(crate) floor: Vec<u64>,
    /// The words of a row; one where a word holds several rows.
    pub(crate) row_words: usize,
    /// The bits from a cell to the one below it in the same word, and from the first row of a word to its last one.
    row: u32,
    last_row: u32,
    /// The bit of every square; one that is never set for the wall.
    bits: Vec<u32>,
    /// The square of every bit.
    squares: Vec<u16>,
}

impl FloorBits {
    /// Makes the bits of the squares with these cells of a level so many cells wide.
    pub(crate) fn new(cells: &[u32], width: usize) -> Self {
        let places = || cells.iter().map(|&cell| (cell as usize / width, cell as usize % width));
        let top = places().map(|(row, _)| row).min().unwrap_or(0);
        let bottom = places().map(|(row, _)| row).max().unwrap_or(0);
        let left = places().map(|(_, column)| column).min().unwrap_or(0);
        let right = places().map(|(_, column)| column).max().unwrap_or(0);
        // One column more than there are squares keeps the rows apart.
        let (rows, columns) = (bottom + 1 - top, right + 2 - left);
        let (rows_a_word, row_words) = (WORD / columns.min(WORD), columns.div_ceil(WORD));
        let words = rows.div_ceil(rows_a_word) * row_words;
        let bit_of = |(row, column): (usize, usize)| {
            let (row, column) = (row - top, column - left);
            let word = row / rows_a_word * row_words + column / WORD;
            word * WORD + row % rows_a_word * columns.min(WORD) + column % WORD
        };
        let mut floor_bits = Self {
            floor: vec![0; words + row_words],
            row_words,
            row: columns.min(WORD) as u32,
            last_row: ((rows_a_word - 1) * columns.min(WORD)) as u32,
            bits: places().map(|place| bit_of(place) as u32).chain([(words * WORD) as u32]).collect(),
            squares: vec![cells.len() as u16; words * WORD],
        };
        for (square, &bit) in floor_bits.bits[..cells.len()].iter().enumerate() {
            floor_bits.floor[bit as usize / WORD] |= 1 << (bit as usize % WORD);
            floor_bits.squares[bit as usize] = square as u16;
        }
        floor_bits
    }

    /// Returns the word that holds the bit of `square`, and the bit in it.
    #[inline]
    pub(crate) fn place(&self, square: u16) -> (usize, u64) {
        let bit = self.bits[usize::from(square)] as usize;
        (bit / WORD, 1 << (bit % WORD))
    }

    pub(crate) fn square(&self, bit: usize) -> u16 {
        self.squares[bit]
    }

    /// Returns the square of the lowest bit set in `bits`, which is a `word` of a set and not empty.
    pub(crate) fn lowest(&self, word: usize, bits: u64) -> u16 {
        self.squares[word * WORD + bits.trailing_zeros() as usize]
    }

    /// Returns the bits of a word that steps on `free` lead to from `reached`.
    #[inline]
    pub(crate) fn fill(&self, reached: u64, free: u64) -> u64 {
        if self.last_row == 0 { fill_row(reached, free) } else { self.fill_rows(reached, free) }
    }

    #[inline]
    fn fill_rows(&self, mut reached: u64, free: u64) -> u64 {
        loop {
            let beside = reached << 1 | reached >> 1 | reached << self.row | reached >> self.row;
            let next = (reached | beside) & free;
            let beside = next << 1 | next >> 1 | next << self.row | next >> self.row;
            reached = (next | beside) & free;
            if reached == next {
                return reached;
            }
        }
    }

    /// Returns the bits that steps lead to in the words above and below one in which `reached` is new.
    #[inline]
    pub(crate) fn beyond(&self, reached: u64) -> (u64, u64) {
        (reached << self.last_row, reached >> self.last_row)
    }
}

/// Returns the bits of a row that steps on `free` lead to from `reached`: to the left by an addition that carries on to
/// the end of a run of floor, to the right by doubled steps (Kogge and Stone 1973).
#[inline]
fn fill_row(reached: u64, free: u64) -> u64 {
    let mut filled = reached | free & (free ^ free.wrapping_add(reached));
    let mut open = free;
    for step in [1, 2, 4, 8, 16, 32] {
        filled |= open & filled >> step;
        open &= open >> step;
    }
    filled
}

/// The boxes of a position by square, and as bits in rows.
#[derive(Clone)]
pub(crate) struct BoxTable {
    is_box: Vec<bool>,
    bits: Vec<u64>,
    floor_bits: Arc<FloorBits>,
}

impl BoxTable {
    pub(crate) fn new(floor_bits: &Arc<FloorBits>) -> Self {
        let squares = floor_bits.bits.len();
        let bits = vec![0; floor_bits.floor.len()];
        Self { is_box: vec![false; squares], bits, floor_bits: Arc::clone(floor_bits) }
    }

    pub(crate) fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// Puts a box on `square`, where there may be one.
    pub(crate) fn put(&mut self, square: u16) {
        let (word, bit) = self.floor_bits.place(square);
        self.is_box[usize::from(square)] = true;
        self.bits[word] |= bit;
    }

    /// Takes the box off `square`, if there is one.
    pub(crate) fn take(&mut self, square: u16) {
        let (word, bit) = self.floor_bits.place(square);
        self.is_box[usize::from(square)] = false;
        self.bits[word] &= !bit;
    }

    pub(crate) fn shift(&mut self, from: u16, to: u16) {
        self.take(from);
        self.put(to);
    }
}

impl Deref for BoxTable {
    type Target = [bool];

    fn deref(&self) -> &[bool] {
        &self.is_box
    }
}
