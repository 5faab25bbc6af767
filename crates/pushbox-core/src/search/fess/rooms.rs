//! Rooms and the corridors that link them.

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

/// Returns for every link between rooms the set of live squares on it: a box on one breaks the link. The floor between
/// rooms are corridors; one that touches rooms in two squares or more is a link.
pub(crate) fn links(board: &Board) -> Vec<Vec<u64>> {
    let rooms = rooms(board);
    let in_room = board.boxes_on((0..board.wall()).filter(|&square| rooms[usize::from(square)].is_some()));
    let mut links = Vec::new();
    Region::new(board).each(&in_room, |_, corridor| {
        let beside = corridor.latest().flat_map(|square| board.neighbours(square));
        if beside.filter(|&next| in_room[usize::from(next)]).count() >= 2 {
            let live = corridor.latest().filter(|&square| board.is_live[usize::from(square)]);
            links.push(board.set_of(&live.collect::<Vec<_>>()));
        }
    });
    links
}

/// Counts the `links` that the boxes `set` break.
pub(crate) fn broken(links: &[Vec<u64>], set: &[u64]) -> u16 {
    let is_broken = |link: &&Vec<u64>| link.iter().zip(set).any(|(link, set)| link & set != 0);
    links.iter().filter(is_broken).count() as u16
}
