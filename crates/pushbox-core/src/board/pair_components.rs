//! Two boxes alone on the board: the components that they cut the floor into, by the sides of the boxes that belong to them, and
//! how the boxes can be moved.

use super::Board;

/// The component of a side that is a wall or holds the other box.
pub(crate) const NO_COMPONENT: u32 = 15;
/// The components of the floor around two boxes, with working memory.
pub(crate) struct PairComponents {
    /// Whether the floor beside a square is connected around it, so that a box there cuts nothing off.
    is_connected: Vec<bool>,
    stamps: Vec<u32>,
    now: u32,
    queue: Vec<u16>,
}

impl PairComponents {
    pub(crate) fn new(board: &Board) -> Self {
        let is_connected = (0..board.wall()).map(|square| is_connected(board, square)).collect();
        Self { is_connected, stamps: vec![0; board.size()], now: 0, queue: Vec::new() }
    }

    /// Returns the component of every side of the boxes on `one` and `other`, four bits each, from the low ones up: first
    /// the sides of the box with the lesser square.
    pub(crate) fn components(&mut self, board: &Board, one: u16, other: u16) -> u32 {
        let boxes = [one.min(other), one.max(other)];
        let sides = sides_of(board, boxes);
        if boxes.iter().all(|&square| self.is_connected[usize::from(square)]) && !are_close(board, boxes) {
            return pack(sides.map(|square| if square == board.wall() { NO_COMPONENT } else { 0 }));
        }
        let first = self.now + 1;
        let mut components = [NO_COMPONENT; 8];
        for side in 0..8 {
            if sides[side] == board.wall() || self.stamps[usize::from(sides[side])] >= first {
                continue;
            }
            let others = &sides[side + 1..];
            let mut left = others.iter().filter(|&&square| square != board.wall()).count();
            // Not exact (a side may be met twice or may have been met before), but never too early.
            self.flood(board, boxes, sides[side], |square| {
                let is_side = others.contains(&square);
                left -= usize::from(is_side);
                is_side && left == 0
            });
        }
        for (component, &square) in components.iter_mut().zip(&sides) {
            if square != board.wall() {
                *component = self.stamps[usize::from(square)] - first;
            }
        }
        pack(components)
    }

    /// Returns a side of the boxes on `one` and `other` that the floor around `player` touches; `None` where a box stands on
    /// `player`.
    pub(crate) fn side_of(&mut self, board: &Board, one: u16, other: u16, player: u16) -> Option<usize> {
        let boxes = [one.min(other), one.max(other)];
        let sides = sides_of(board, boxes);
        let beside = self.flood(board, boxes, player, |square| sides.contains(&square));
        beside
            .filter(|_| !boxes.contains(&player))
            .and_then(|square| sides.iter().position(|&side| side == square))
    }

    /// Stamps the floor that is connected with a square, until one that `is_last`, and returns that.
    fn flood(
        &mut self,
        board: &Board,
        boxes: [u16; 2],
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
pub(crate) fn component_of(components: u32, side: usize) -> u32 {
    components >> (4 * side) & 15
}

/// Returns the number of the first side of the box on a square of a pair.
pub(crate) fn first_side<T: Ord>(square: T, other: T) -> usize {
    if square < other { 0 } else { 4 }
}

/// Calls `visit` with the moves of the boxes of a pair whose sides belong to `components`, by a player in `component`: the number
/// of the box in the pair, the square that it comes to, and the side where the player is then. Before and after a move they are on
/// the side of the box that `stand` gives for its direction.
pub(crate) fn each_move(
    board: &Board,
    pair: [u16; 2],
    (components, component): (u32, u32),
    stand: fn(usize) -> usize,
    mut visit: impl FnMut(usize, u16, usize),
) {
    for number in 0..2 {
        let (moved, still) = (pair[number], pair[1 - number]);
        let sides = first_side(moved, still);
        for direction in 0..4 {
            let (target, side) = (board.neighbour(moved, direction), stand(direction));
            let player = board.neighbour(target, side);
            if component_of(components, sides + side) == component
                && board.is_live[usize::from(target)]
                && player != board.wall()
                && ![target, player].contains(&still)
            {
                visit(number, target, first_side(target, still) + side);
            }
        }
    }
}

/// Returns the squares beside two boxes, the wall where there is a wall or the other box.
fn sides_of(board: &Board, boxes: [u16; 2]) -> [u16; 8] {
    std::array::from_fn(|side| {
        let square = board.neighbour(boxes[side / 4], side % 4);
        if boxes.contains(&square) { board.wall() } else { square }
    })
}

fn pack(components: [u32; 8]) -> u32 {
    components.iter().rev().fold(0, |packed, component| packed << 4 | component)
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

/// Returns whether one of the boxes is among the squares around the other.
fn are_close(board: &Board, [one, other]: [u16; 2]) -> bool {
    board.neighbours(one).contains(&other)
        || (0..4)
            .any(|direction| corner(board, one, direction) == other || corner(board, other, direction) == one)
}
