//! A group of a few boxes alone on the board: the components into which they cut the floor, and their moves.
//!
//! Each box has four sides to stand on. Every component of the floor touches a box, as the floor without boxes is
//! connected. So the sides that belong to a component name it. A group is given by its squares in ascending order; its
//! sides are numbered by box and direction.

use super::Board;

/// The most boxes of a group.
pub(crate) const MOST_BOXES: usize = 3;
/// The component of a side that is a wall or holds another box of the group.
pub(crate) const NO_COMPONENT: u32 = 15;

/// The components of the floor around groups, with working memory.
pub(crate) struct GroupComponents {
    /// Whether the floor beside a square is connected around it, so that a box there cuts nothing off.
    is_connected: Vec<bool>,
    stamps: Vec<u32>,
    now: u32,
    queue: Vec<u16>,
}

impl GroupComponents {
    pub(crate) fn new(board: &Board) -> Self {
        let is_connected = (0..board.wall()).map(|square| is_connected(board, square)).collect();
        Self { is_connected, stamps: vec![0; board.size()], now: 0, queue: Vec::new() }
    }

    /// Returns the component of every side of the boxes, four bits each, from the low ones up.
    pub(crate) fn components(&mut self, board: &Board, boxes: &[u16]) -> u64 {
        let mut sides = [0; 4 * MOST_BOXES];
        let sides = sides_of(board, boxes, &mut sides);
        let cuts = |(number, &square): (usize, &u16)| {
            !self.is_connected[usize::from(square)]
                || boxes[..number].iter().any(|&other| are_close(board, square, other))
        };
        if !boxes.iter().enumerate().any(cuts) {
            return pack(sides.iter().map(|&square| if square == board.wall() { NO_COMPONENT } else { 0 }));
        }
        let first = self.now + 1;
        for (side, &start) in sides.iter().enumerate() {
            if start == board.wall() || self.stamps[usize::from(start)] >= first {
                continue;
            }
            let others = &sides[side + 1..];
            // Not exact (a side may be met twice or may have been met before), but never too early.
            let mut left = others.iter().filter(|&&square| square != board.wall()).count();
            self.flood(board, boxes, start, |square| {
                let is_side = others.contains(&square);
                left -= usize::from(is_side);
                is_side && left == 0
            });
        }
        pack(sides.iter().map(|&square| match square == board.wall() {
            true => NO_COMPONENT,
            false => self.stamps[usize::from(square)] - first,
        }))
    }

    /// Returns a side of the boxes that the floor around `player` touches; `None` where a box stands on `player`.
    pub(crate) fn side_of(&mut self, board: &Board, boxes: &[u16], player: u16) -> Option<usize> {
        let mut sides = [0; 4 * MOST_BOXES];
        let sides = sides_of(board, boxes, &mut sides);
        let beside = self.flood(board, boxes, player, |square| sides.contains(&square));
        beside
            .filter(|_| !boxes.contains(&player))
            .and_then(|square| sides.iter().position(|&side| side == square))
    }

    /// Stamps the floor that is connected with a square, until one that `is_last`, and returns that.
    fn flood(
        &mut self,
        board: &Board,
        boxes: &[u16],
        start: u16,
        mut is_last: impl FnMut(u16) -> bool,
    ) -> Option<u16> {
        self.now += 1;
        self.queue.clear();
        self.queue.push(start);
        self.stamps[usize::from(start)] = self.now;
        let mut done = 0;
        while let Some(&square) = self.queue.get(done) {
            done += 1;
            for next in board.neighbours(square) {
                let is_floor = next != board.wall() && !boxes.contains(&next);
                if is_floor && self.stamps[usize::from(next)] != self.now {
                    self.stamps[usize::from(next)] = self.now;
                    self.queue.push(next);
                }
            }
            if is_last(square) {
                return Some(square);
            }
        }
        None
    }
}

/// Returns the component of a side, of those of all sides.
pub(crate) fn component_of(components: u64, side: usize) -> u32 {
    (components >> (4 * side) & 15) as u32
}

/// Returns the moves of the boxes of a group whose sides belong to `components`, by a player in `component`: the number of the box
/// in the group, the square that it comes to, and the direction of the player from it then. Before and after a move they are on
/// the side of the box that `stand` gives for its direction.
pub(crate) fn moves(
    board: &Board,
    boxes: &[u16],
    (components, component): (u64, u32),
    stand: fn(usize) -> usize,
) -> impl Iterator<Item = (usize, u16, usize)> {
    (0..4 * boxes.len()).filter_map(move |index| {
        let (number, direction) = (index / 4, index % 4);
        let (moved, side) = (boxes[number], stand(direction));
        let target = board.neighbour(moved, direction);
        let player = board.neighbour(target, side);
        let is_free = |square: u16| square == moved || !boxes.contains(&square);
        let is_possible = component_of(components, 4 * number + side) == component
            && board.is_live[usize::from(target)]
            && player != board.wall()
            && is_free(target)
            && is_free(player);
        is_possible.then_some((number, target, side))
    })
}

/// Returns the squares beside the boxes, in `sides`: the wall where there is a wall or another box.
fn sides_of<'s>(board: &Board, boxes: &[u16], sides: &'s mut [u16; 4 * MOST_BOXES]) -> &'s [u16] {
    for (side, &square) in sides.chunks_exact_mut(4).zip(boxes) {
        side.copy_from_slice(&board.neighbours(square));
        side.iter_mut().filter(|square| boxes.contains(square)).for_each(|square| *square = board.wall());
    }
    &sides[..4 * boxes.len()]
}

fn pack(components: impl Iterator<Item = u32>) -> u64 {
    components.enumerate().fold(0, |packed, (side, component)| packed | u64::from(component) << (4 * side))
}

/// Returns whether the free neighbours of a square are connected by the squares around it.
fn is_connected(board: &Board, square: u16) -> bool {
    let neighbours = board.neighbours(square);
    let free = neighbours.iter().filter(|&&next| next != board.wall()).count();
    let links = (0..4).filter(|&direction| corner(board, square, direction) != board.wall()).count();
    free <= links + 1
}

/// Returns the square that links the neighbours in `direction` and the next direction, the wall if nothing does.
fn corner(board: &Board, square: u16, direction: usize) -> u16 {
    let neighbours = board.neighbours(square);
    let next = (direction + 1) % 4;
    if neighbours[next] == board.wall() { board.wall() } else { board.neighbour(neighbours[direction], next) }
}

/// Returns whether one of two boxes is among the squares around the other.
fn are_close(board: &Board, one: u16, other: u16) -> bool {
    board.neighbours(one).contains(&other)
        || (0..4)
            .any(|direction| corner(board, one, direction) == other || corner(board, other, direction) == one)
}
