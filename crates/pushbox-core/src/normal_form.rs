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
        let mut board = self.cropped();
        let mut visits = 0;
        while visits < most_visits {
            // a wall that is new may hold another box, or leave another dead end
            let mut filled = board.clone();
            filled.freeze();
            filled.fill_dead_ends();
            if filled == board {
                break;
            }
            visits += board.signs.len();
            board = filled.cropped();
        }
        board.least_text()
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

    /// Returns the board on which all that no wall keeps the player from is left, with one cell of wall around it.
    fn cropped(&self) -> Self {
        let kept = self.reach([WALL]);
        let rows = || kept.chunks(self.width);
        let top = rows().position(|row| row.contains(&true)).map_or(0, |row| row - 1);
        let bottom = rows().rposition(|row| row.contains(&true)).map_or(0, |row| row + 1);
        let firsts = rows().filter_map(|row| row.iter().position(|&keep| keep));
        let lasts = rows().filter_map(|row| row.iter().rposition(|&keep| keep));
        let left = firsts.min().map_or(0, |column| column - 1);
        let right = lasts.max().map_or(0, |column| column + 1);
        let width = right - left + 1;
        let mut signs = Vec::with_capacity(width * (bottom - top + 1));
        for row in top..=bottom {
            let cells = row * self.width + left..=row * self.width + right;
            signs.extend(cells.map(|cell| if kept[cell] { self.signs[cell] } else { WALL }));
        }
        let (row, column) = (self.player / self.width, self.player % self.width);
        Self { width, signs, player: (row - top) * width + column - left }
    }

    /// Turns the boxes on goals that can never move into walls.
    ///
    /// A set of boxes never moves if each of them has, on both axes, a wall or a box of the set beside it: the first of
    /// them to move would need both sides free. The largest such set is what is left after dropping the others.
    fn freeze(&mut self) {
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
        for (sign, is_frozen) in self.signs.iter_mut().zip(frozen) {
            if is_frozen && *sign == b'*' {
                *sign = WALL;
            }
        }
    }

    /// Turns floor with at most one way out into wall, over and over; a player in a dead end first steps out of it.
    ///
    /// A box that is pushed into such a cell is lost, and the player has no use for it: they cannot be in it when a box
    /// comes to stand before it.
    fn fill_dead_ends(&mut self) {
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
            doubtful.extend(exit);
        }
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
