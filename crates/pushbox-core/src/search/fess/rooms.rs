//! Rooms, and the corridors that link them.

use crate::board::Board;
use crate::region::Region;

/// Returns the number of its room for every square; none in corridors. A room is a union of 2 x 2 squares that overlap
/// by half, of at least 2 x 3 squares; a square of two rooms counts for the later one.
pub(crate) fn rooms(board: &Board) -> Vec<Option<usize>> {
    let wall = board.wall();
    let right = |square: u16| board.neighbour(square, 2);
    let down = |square: u16| board.neighbour(square, 3);
    // A block is named after its upper left square.
    let is_block = |square: u16| {
        square != wall && right(square) != wall && down(square) != wall && right(down(square)) != wall
    };
    let mut room = vec![None; board.size()];
    let others = board.boxes_on((0..wall).filter(|&square| !is_block(square)));
    let mut rooms = 0;
    Region::new(board).each(&others, |_, region| {
        if region.count_latest() > 1 {
            for block in region.latest() {
                for square in [block, right(block), down(block), right(down(block))] {
                    room[usize::from(square)] = Some(rooms);
                }
            }
            rooms += 1;
        }
    });
    room
}

/// The links between rooms. The floor between rooms are corridors; one that touches rooms in two squares or more is a link, and
/// a box on a live square of it breaks it.
pub(crate) struct Links {
    /// The live squares of every link.
    squares: Vec<Vec<u16>>,
    /// The link of every live square.
    of: Vec<Option<u16>>,
}

impl Links {
    pub(crate) fn new(board: &Board) -> Self {
        let rooms = rooms(board);
        let in_room =
            board.boxes_on((0..board.wall()).filter(|&square| rooms[usize::from(square)].is_some()));
        let mut links = Self { squares: Vec::new(), of: vec![None; board.size()] };
        Region::new(board).each(&in_room, |_, corridor| {
            let beside = corridor.latest().flat_map(|square| board.neighbours(square));
            if beside.filter(|&next| in_room[usize::from(next)]).count() >= 2 {
                let squares: Vec<u16> =
                    corridor.latest().filter(|&square| board.is_live[usize::from(square)]).collect();
                for &square in &squares {
                    links.of[usize::from(square)] = Some(links.squares.len() as u16);
                }
                links.squares.push(squares);
            }
        });
        links
    }

    /// Counts the links that the boxes `set` break.
    pub(crate) fn broken(&self, board: &Board, set: &[u64]) -> u16 {
        let is_broken = |squares: &&Vec<u16>| squares.iter().any(|&square| board.contains(set, square));
        self.squares.iter().filter(is_broken).count() as u16
    }

    /// Counts those of the links that the box on `square` breaks alone: one or none.
    pub(crate) fn broken_by(&self, board: &Board, set: &[u64], square: u16) -> u16 {
        let Some(link) = self.of[usize::from(square)] else { return 0 };
        let squares = self.squares[usize::from(link)].iter();
        (squares.filter(|&&square| board.contains(set, square)).count() == 1).into()
    }
}
