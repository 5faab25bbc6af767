//! What never changes during a search: the squares, their neighbours, and where boxes may go.
//!
//! A *square* is a cell that a player could reach if there were no boxes. Squares are numbered from 0 row by row;
//! the number after the last square stands for every wall, so that tables need no test at the edge.
//!
//! A *spot* is a box on a square together with the side on which the player is: the floor around the box, seen
//! without the other boxes, falls into up to four parts, and the player cannot change the part unless that very box
//! is pushed. Distances between spots are therefore tighter than distances between squares, and just as safe. Where
//! there are several players, one may stand on each side, so that every square has one side only.

mod distance;
mod sides;
mod start;

pub(crate) use distance::{Distances, UNREACHED};
pub(crate) use start::{Kind, Prepared, Start, prepare, prepare_puzzle};

use crate::board::{Level, opposite};
use crate::limit::{LimitKind, SearchControl};
use sides::Sides;

/// No spot: a box there can never reach a goal.
pub(crate) const DEAD: u32 = u32::MAX;

/// The board of a search.
pub(crate) struct Field {
    /// The cell of every square.
    pub(crate) cells: Vec<u32>,
    /// The square of every cell, [`Field::wall`] where there is none.
    pub(crate) squares: Vec<u16>,
    /// The neighbours of every square, by direction.
    pub(crate) near: Vec<[u16; 4]>,
    /// Goals by number.
    pub(crate) goals: Vec<u16>,
    /// Whether a square is a goal; false for the wall.
    pub(crate) is_goal: Vec<bool>,
    /// Whether a box on a square can reach a goal with the player on some side; false for the wall.
    pub(crate) is_live: Vec<bool>,
    /// The pushes of a box on a square, as bits by direction, that end on a live spot.
    pub(crate) pushes: Vec<u8>,
    /// Position of a live square among the live squares, for sets of boxes.
    pub(crate) live_index: Vec<u16>,
    /// The live squares in ascending order.
    pub(crate) live: Vec<u16>,
    /// Spots in use.
    pub(crate) spots: usize,
    sides: Sides,
    /// Number of the spot of square * 4 + side, or [`DEAD`].
    spot: Vec<u32>,
}

impl Field {
    /// The field of a level whose walls are `wall` (by cell) and whose players stand on `players`.
    pub(crate) fn new(
        level: &Level,
        wall: &[bool],
        players: &[usize],
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let cells = inner_cells(level, wall, players);
        let n = cells.len();
        // Per cell and per square, all tables below together; a bound, not an exact count.
        control.budget.take(2 * wall.len() + 128 * (n + 1))?;
        let outside = n as u16;
        let mut squares = vec![outside; wall.len()];
        for (square, &cell) in cells.iter().enumerate() {
            squares[cell as usize] = square as u16;
        }
        let near: Vec<[u16; 4]> = cells
            .iter()
            .map(|&cell| {
                std::array::from_fn(|d| {
                    level.neighbour(cell as usize, d).map_or(outside, |cell| squares[cell])
                })
            })
            .chain([[outside; 4]])
            .collect();
        control.check()?;
        let sides = match players {
            [player] => Sides::new(&near, squares[*player]),
            _ => Sides::one(n),
        };
        control.check()?;
        let mut is_goal: Vec<bool> = cells.iter().map(|&cell| level.is_goal(cell as usize)).collect();
        is_goal.push(false);
        Ok(Self::numbered(cells, squares, near, is_goal, sides))
    }

    /// The field with these squares, and what follows from them.
    fn numbered(
        cells: Vec<u32>,
        squares: Vec<u16>,
        near: Vec<[u16; 4]>,
        is_goal: Vec<bool>,
        sides: Sides,
    ) -> Self {
        let n = cells.len();
        let goals: Vec<u16> = (0..n as u16).filter(|&square| is_goal[usize::from(square)]).collect();
        let mut field = Self {
            cells,
            squares,
            near,
            goals,
            is_goal,
            is_live: vec![false; n + 1],
            pushes: vec![0; n + 1],
            live_index: vec![u16::MAX; n + 1],
            live: Vec::new(),
            spots: 0,
            sides,
            spot: vec![DEAD; 4 * n],
        };
        field.number_spots();
        field
    }

    /// This field with `walls` (squares) walled up, as far as a player on `player` can get; squares have new numbers,
    /// cells do not.
    pub(crate) fn walled(&self, walls: &[u16], player: u16) -> Self {
        let mut is_kept = vec![false; self.near.len()];
        is_kept[usize::from(player)] = true;
        let mut kept = vec![player];
        let mut done = 0;
        while let Some(&square) = kept.get(done) {
            done += 1;
            for next in self.near[usize::from(square)] {
                if next != self.wall() && !is_kept[usize::from(next)] && !walls.contains(&next) {
                    is_kept[usize::from(next)] = true;
                    kept.push(next);
                }
            }
        }
        kept.sort_unstable();
        let outside = kept.len() as u16;
        let mut number = vec![outside; self.near.len()];
        let mut squares = vec![outside; self.squares.len()];
        for (new, &old) in kept.iter().enumerate() {
            number[usize::from(old)] = new as u16;
            squares[self.cells[usize::from(old)] as usize] = new as u16;
        }
        let near_of = |&old: &u16| self.near[usize::from(old)].map(|next| number[usize::from(next)]);
        let near: Vec<[u16; 4]> = kept.iter().map(near_of).chain([[outside; 4]]).collect();
        let sides = Sides::new(&near, number[usize::from(player)]);
        let cells = kept.iter().map(|&old| self.cells[usize::from(old)]).collect();
        let is_goal = kept.iter().map(|&old| self.is_goal[usize::from(old)]).chain([false]).collect();
        Self::numbered(cells, squares, near, is_goal, sides)
    }

    /// The square that stands for every wall; also the number of squares.
    pub(crate) fn wall(&self) -> u16 {
        (self.near.len() - 1) as u16
    }

    /// The spot of a box on `square` with the player on square `player`, or [`DEAD`].
    pub(crate) fn spot(&self, square: u16, player: u16) -> u32 {
        self.spot[4 * usize::from(square) + self.sides.side(square, player)]
    }

    /// The spot of a box that has just been pushed to `square` in `direction`.
    pub(crate) fn spot_after(&self, square: u16, direction: usize) -> u32 {
        let player = self.near[usize::from(square)][opposite(direction)];
        self.spot(square, player)
    }

    /// Adds a live square to a set of live squares, or takes it out.
    pub(crate) fn flip(&self, set: &mut [u64], square: u16) {
        let index = self.live_index[usize::from(square)];
        set[usize::from(index / 64)] ^= 1 << (index % 64);
    }

    /// Whether a set of live squares contains `square`, which must be live.
    pub(crate) fn contains(&self, set: &[u64], square: u16) -> bool {
        let index = self.live_index[usize::from(square)];
        set[usize::from(index / 64)] & 1 << (index % 64) != 0
    }

    /// The squares of a set of live squares.
    pub(crate) fn squares_of<'a>(&'a self, set: &'a [u64]) -> impl Iterator<Item = u16> + 'a {
        set.iter().enumerate().flat_map(move |(word, &bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(self.live[64 * word + bit])
            })
        })
    }

    /// Calls `visit` with every place (square * 4 + side, and the two squares the player needs free, the box's
    /// square before and the square behind it) from which one push leads to `place`.
    fn before(&self, place: u32, mut visit: impl FnMut(u32, u16, u16)) {
        let (square, side) = ((place / 4) as u16, (place % 4) as usize);
        let wall = self.wall();
        for direction in 0..4 {
            let from = self.near[usize::from(square)][direction];
            if from == wall || self.sides.side(square, from) != side {
                continue;
            }
            let behind = self.near[usize::from(from)][direction];
            if behind != wall {
                visit(u32::from(from) * 4 + self.sides.side(from, behind) as u32, from, behind);
            }
        }
    }

    /// Finds the places from which a goal can be reached, by pulling from all goals at once, and numbers them.
    fn number_spots(&mut self) {
        let mut queue: Vec<u32> = Vec::new();
        for &goal in &self.goals {
            for side in 0..self.sides.count(goal) {
                let place = u32::from(goal) * 4 + side as u32;
                self.spot[place as usize] = 0;
                queue.push(place);
            }
        }
        let mut spot = std::mem::take(&mut self.spot);
        let mut done = 0;
        while let Some(&place) = queue.get(done) {
            done += 1;
            self.before(place, |earlier, _, _| {
                if spot[earlier as usize] == DEAD {
                    spot[earlier as usize] = 0;
                    queue.push(earlier);
                }
            });
        }
        for (place, number) in spot.iter_mut().enumerate().filter(|(_, number)| **number != DEAD) {
            *number = self.spots as u32;
            self.spots += 1;
            self.is_live[place / 4] = true;
        }
        self.spot = spot;
        self.live = (0..self.wall()).filter(|&square| self.is_live[usize::from(square)]).collect();
        for (index, &square) in self.live.iter().enumerate() {
            self.live_index[usize::from(square)] = index as u16;
        }
        for square in 0..self.wall() {
            for direction in 0..4 {
                let target = self.near[usize::from(square)][direction];
                let behind = self.near[usize::from(square)][opposite(direction)];
                let possible = target != self.wall() && behind != self.wall();
                if possible && self.spot_after(target, direction) != DEAD {
                    self.pushes[usize::from(square)] |= 1 << direction;
                }
            }
        }
    }
}

/// The cells that the players reach when no box is in the way, in ascending order.
fn inner_cells(level: &Level, wall: &[bool], players: &[usize]) -> Vec<u32> {
    let mut seen = vec![false; wall.len()];
    let mut queue: Vec<u32> = players.iter().map(|&player| player as u32).collect();
    for &player in players {
        seen[player] = true;
    }
    let mut done = 0;
    while let Some(&cell) = queue.get(done) {
        done += 1;
        for direction in 0..4 {
            if let Some(next) = level.neighbour(cell as usize, direction)
                && !wall[next]
                && !seen[next]
            {
                seen[next] = true;
                queue.push(next as u32);
            }
        }
    }
    queue.sort_unstable();
    queue
}
