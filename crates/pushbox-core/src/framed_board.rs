//! A plain Sokoban board of any size as signs in a frame of walls: what ids and the normal form are made of.

use crate::level;
use crate::named::faults;

pub(crate) const WALL: u8 = b'#';
pub(crate) const FLOOR: u8 = b' ';
const ON_GOAL: u8 = level::BOX | level::GOAL;

/// A plain board of any size: its signs (`#`, blank, `.`, `$`, `*`) cell by cell, without the player, and where they
/// stand. Its edge is of walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FramedBoard {
    pub(crate) width: usize,
    pub(crate) signs: Vec<u8>,
    pub(crate) player: usize,
}

faults! {
    /// What keeps signs from being a [`FramedBoard`].
    pub enum FrameError {
        /// The signs are no whole rows.
        Rows => "found signs that are no whole rows";
        /// A cell has none of the five signs.
        Sign(cell: usize) => "cell {cell}: expected one of '# .$*'";
        /// A cell at the edge is no wall.
        Open(cell: usize) => "cell {cell}: expected a wall at the edge";
        /// The player is on a wall, on a box or off the board.
        Player => "expected the player on floor or on a goal";
    }
}

impl FramedBoard {
    /// Returns the board of these signs.
    ///
    /// # Errors
    ///
    /// Says what keeps them from being a board in a frame of walls with a player in it.
    pub fn new(width: usize, signs: &[u8], player: usize) -> Result<Self, FrameError> {
        if width == 0 || signs.len() % width != 0 {
            return Err(FrameError::Rows);
        }
        if let Some(cell) = signs.iter().position(|sign| !b"# .$*".contains(sign)) {
            return Err(FrameError::Sign(cell));
        }
        let last = signs.len() - signs.len().min(width);
        let is_edge =
            |cell| cell < width || cell >= last || matches!(cell % width, 0) || cell % width == width - 1;
        if let Some(cell) = (0..signs.len()).find(|&cell| is_edge(cell) && signs[cell] != WALL) {
            return Err(FrameError::Open(cell));
        }
        if !signs.get(player).is_some_and(|sign| b" .".contains(sign)) {
            return Err(FrameError::Player);
        }
        Ok(Self { width, signs: signs.to_vec(), player })
    }

    /// Returns the board of bytes as [`crate::Level`] takes them, in a frame of walls; nothing where they are no whole rows
    /// with one player, or where a cell has a mixture that no plain board has.
    #[must_use]
    pub fn of_cells(width: usize, cells: &[u8]) -> Option<Self> {
        if width == 0 || cells.len() % width != 0 {
            return None;
        }
        let framed = width + 2;
        let mut signs = vec![WALL; framed * (cells.len() / width + 2)];
        let mut player = None;
        for (row, cells) in cells.chunks(width).enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                let place = (row + 1) * framed + column + 1;
                signs[place] = match cell & !level::PLAYER {
                    level::WALL if cell == level::WALL => WALL,
                    0 => FLOOR,
                    level::GOAL => b'.',
                    level::BOX if cell == level::BOX => b'$',
                    ON_GOAL if cell == ON_GOAL => b'*',
                    _ => return None,
                };
                if cell & level::PLAYER != 0 && player.replace(place).is_some() {
                    return None;
                }
            }
        }
        Some(Self { width: framed, signs, player: player? })
    }

    pub(crate) fn height(&self) -> usize {
        self.signs.len() / self.width
    }

    /// Returns the four ways to go through the cells, its rows as columns if `turned`, with each axis either way; those at
    /// the edge only with `frame`.
    pub(crate) fn ways(&self, turned: bool, frame: bool) -> [Way; 4] {
        let edge = usize::from(!frame);
        let rows = Axis { first: edge * self.width, step: self.width, count: self.height() - 2 * edge };
        let columns = Axis { first: edge, step: 1, count: self.width - 2 * edge };
        let (lines, cells) = if turned { (columns, rows) } else { (rows, columns) };
        [(false, false), (false, true), (true, false), (true, true)]
            .map(|(back, across)| Way { lines: lines.directed(back), cells: cells.directed(across) })
    }
}

/// An order of the cells of a board: line by line, from either end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    lines: Axis,
    cells: Axis,
}

impl Way {
    /// Returns the cells one after the other.
    pub(crate) fn cells(self) -> impl Iterator<Item = usize> {
        self.lines.places().flat_map(move |line| self.cells.places().map(move |cell| line + cell))
    }

    /// Returns how many cells there are.
    pub(crate) fn count(self) -> usize {
        self.lines.count * self.cells.count
    }
}

/// The places of rows or columns, the step between two of them modulo the greatest number.
#[derive(Clone, Copy, Debug)]
struct Axis {
    first: usize,
    step: usize,
    count: usize,
}

impl Axis {
    fn directed(self, back: bool) -> Self {
        match self.count.checked_sub(1) {
            Some(last) if back => {
                Self { first: self.first + last * self.step, step: self.step.wrapping_neg(), ..self }
            }
            _ => self,
        }
    }

    fn places(self) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |number| self.first.wrapping_add(number.wrapping_mul(self.step)))
    }
}
