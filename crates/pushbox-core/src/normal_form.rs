//! The normal form of a plain Sokoban board: the board without anything that cannot matter.
//!
//! Boxes on goals that can never move become walls, and so do dead ends. Cells that the player cannot reach go, and
//! with them all wall that nobody sees. The player stands at the first cell of its area.
//!
//! Source: soukoban's normalisation, with the player taken out of dead ends as well.

use crate::framed_board::{FLOOR, FramedBoard, WALL, Way};
use crate::held::clear_free;

impl FramedBoard {
    /// Returns the rows of the normal form, each with its LF, in that of its eight symmetries in which they are the
    /// smallest text.
    ///
    /// A round is linear in the cells, and there are few; those of a board that is made to need many end where they have
    /// visited `most_visits` cells, in all symmetries alike.
    #[must_use]
    pub fn normal_form(&self, most_visits: usize) -> Vec<u8> {
        let mut board = self.clone();
        board.close_unreachable();
        let mut visits = 0;
        let mut is_new = true;
        while visits < most_visits {
            // a wall that is new may hold another box; where it holds none, no dead end is left either
            let cells = board.bounds().area();
            let is_frozen = board.freeze();
            if !is_frozen && !is_new {
                break;
            }
            is_new = false;
            let is_filled = board.fill_dead_ends();
            if is_frozen {
                board.close_unreachable();
            } else if !is_filled {
                break;
            }
            visits += cells;
        }
        board.cropped().least_text()
    }

    fn neighbours(&self, cell: usize) -> [usize; 4] {
        [cell - 1, cell - self.width, cell + 1, cell + self.width]
    }

    /// Returns which cells the player reaches over cells that are none of the signs `blocked`.
    ///
    /// A flood of its own: a library has the normal form of every level made, and half of that were calls per cell of the
    /// one that takes any edges.
    fn reach<const N: usize>(&self, blocked: [u8; N]) -> Vec<bool> {
        let mut is_reached = vec![false; self.signs.len()];
        let mut open = Vec::with_capacity(self.signs.len());
        is_reached[self.player] = true;
        open.push(self.player);
        while let Some(cell) = open.pop() {
            for near in self.neighbours(cell) {
                if !is_reached[near] && !blocked.contains(&self.signs[near]) {
                    is_reached[near] = true;
                    open.push(near);
                }
            }
        }
        is_reached
    }

    /// Turns all that walls keep the player from into wall.
    fn close_unreachable(&mut self) {
        let kept = self.reach([WALL]);
        for (sign, is_kept) in self.signs.iter_mut().zip(kept) {
            if !is_kept {
                *sign = WALL;
            }
        }
    }

    /// Returns the rows and columns of what is no wall, with one cell of wall around it.
    fn bounds(&self) -> Bounds {
        let is_open = |&sign: &u8| sign != WALL;
        let (mut top, mut bottom, mut left, mut right) = (usize::MAX, 0, usize::MAX, 0);
        for (row, signs) in self.signs.chunks(self.width).enumerate() {
            let Some(first) = signs.iter().position(is_open) else { continue };
            let last = signs.iter().rposition(is_open).unwrap_or(first);
            (top, bottom) = (top.min(row), row);
            (left, right) = (left.min(first), right.max(last));
        }
        Bounds { top: top - 1, bottom: bottom + 1, left: left - 1, right: right + 1 }
    }

    /// Returns the board without the rows and columns of walls beyond its bounds.
    fn cropped(&self) -> Self {
        let bounds = self.bounds();
        let mut signs = Vec::with_capacity(bounds.area());
        for row in self.signs.chunks(self.width).take(bounds.bottom + 1).skip(bounds.top) {
            signs.extend_from_slice(&row[bounds.left..=bounds.right]);
        }
        let (row, column) = (self.player / self.width, self.player % self.width);
        let width = bounds.width();
        Self { width, signs, player: (row - bounds.top) * width + column - bounds.left }
    }

    /// Turns the boxes on goals that can never move into walls, and returns whether there is one.
    ///
    /// A set of boxes never moves if each of them has, on both axes, a wall or a box of the set beside it: the first of
    /// them to move would need both sides free. The largest such set is what is left after dropping the others.
    fn freeze(&mut self) -> bool {
        if !self.signs.contains(&b'*') {
            return false;
        }
        let mut frozen: Vec<bool> = self.signs.iter().map(|sign| b"$*".contains(sign)).collect();
        let mut doubtful: Vec<usize> = (0..frozen.len()).filter(|&cell| frozen[cell]).collect();
        clear_free(
            &mut frozen,
            &mut doubtful,
            |cell| self.neighbours(cell),
            |frozen, cell| {
                let is_free = |side: usize| self.signs[side] != WALL && !frozen[side];
                let moves = |step: usize| is_free(cell - step) && is_free(cell + step);
                moves(1) || moves(self.width)
            },
        );
        let mut is_any = false;
        for (sign, is_frozen) in self.signs.iter_mut().zip(frozen) {
            if is_frozen && *sign == b'*' {
                *sign = WALL;
                is_any = true;
            }
        }
        is_any
    }

    /// Turns floor with at most one way out into wall, over and over, and returns whether there is any; a player in a dead
    /// end first steps out of it.
    ///
    /// A box that is pushed into such a cell is lost, and the player has no use for it: they cannot be in it when a box
    /// comes to stand before it.
    fn fill_dead_ends(&mut self) -> bool {
        let mut is_any = false;
        let mut doubtful: Vec<usize> =
            (0..self.signs.len()).filter(|&cell| self.signs[cell] == FLOOR).collect();
        while let Some(cell) = doubtful.pop() {
            if self.signs[cell] != FLOOR {
                continue;
            }
            let mut exits = self.neighbours(cell).into_iter().filter(|&near| self.signs[near] != WALL);
            let exit = exits.next();
            if exits.next().is_some() {
                continue;
            }
            if cell == self.player {
                match exit {
                    Some(exit) if !b"$*".contains(&self.signs[exit]) => self.player = exit,
                    _ => continue,
                }
            }
            self.signs[cell] = WALL;
            is_any = true;
            doubtful.extend(exit);
        }
        is_any
    }

    /// Returns the smallest text of the eight symmetries, with the player at the first cell of its area in each.
    ///
    /// Their first rows are walls alone, so that of two texts the one with the shorter rows is the smaller.
    fn least_text(&self) -> Vec<u8> {
        let area = self.reach(*b"#$*");
        let height = self.height();
        let narrow = self.width.min(height);
        let turned =
            [false, true].into_iter().filter(|&turned| (if turned { height } else { self.width }) == narrow);
        let ways = turned.flat_map(|turned| self.ways(turned, true));
        let starts = ways.map(|way| (way, way.cells().find(|&cell| area[cell])));
        let drawn = |(way, player): (Way, Option<usize>)| {
            way.cells().map(move |cell| match self.signs[cell] {
                FLOOR if Some(cell) == player => b'@',
                _ if Some(cell) == player => b'+',
                sign => sign,
            })
        };
        let mut text = Vec::with_capacity(self.signs.len() + self.signs.len() / narrow);
        for (place, sign) in
            starts.min_by(|&one, &other| drawn(one).cmp(drawn(other))).into_iter().flat_map(drawn).enumerate()
        {
            if place != 0 && place % narrow == 0 {
                text.push(b'\n');
            }
            text.push(sign);
        }
        text.push(b'\n');
        text
    }
}

/// The first and last row and column of a part of a board.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Bounds {
    const fn width(self) -> usize {
        self.right - self.left + 1
    }

    const fn area(self) -> usize {
        self.width() * (self.bottom - self.top + 1)
    }
}
