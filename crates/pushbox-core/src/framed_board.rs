//! A plain Sokoban board of any size as signs in a frame of walls: what ids and the normal form are made of.

use crate::named::faults;

pub(crate) const WALL: u8 = b'#';
pub(crate) const FLOOR: u8 = b' ';

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

    pub(crate) fn height(&self) -> usize {
        self.signs.len() / self.width
    }

    /// Returns the cells in the order in which they lie, its rows as columns if `turned`, with each axis either way.
    pub(crate) fn origins(&self, turned: bool) -> [Vec<usize>; 4] {
        let (width, height) = (self.width, self.height());
        [(false, false), (false, true), (true, false), (true, true)].map(|(down, across)| {
            let row = |y: usize| if down { height - 1 - y } else { y } * width;
            let column = |x: usize| if across { width - 1 - x } else { x };
            let mut origins = Vec::with_capacity(width * height);
            if turned {
                (0..width).for_each(|x| origins.extend((0..height).map(|y| row(y) + column(x))));
            } else {
                (0..height).for_each(|y| origins.extend((0..width).map(|x| row(y) + column(x))));
            }
            origins
        })
    }
}
