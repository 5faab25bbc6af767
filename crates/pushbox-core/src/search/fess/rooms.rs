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
    let is_other: Vec<bool> = (0..=wall).map(|square| !is_block(square)).collect();
    let mut rooms = 0;
    Region::new(board).each(board, &is_other, |_, blocks| {
        if blocks.len() > 1 {
            for &block in blocks {
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
    let in_room: Vec<bool> = rooms(board).iter().map(Option::is_some).collect();
    let mut links = Vec::new();
    Region::new(board).each(board, &in_room, |_, corridor| {
        let beside = corridor.iter().flat_map(|&square| board.neighbours(square));
        if beside.filter(|&next| in_room[usize::from(next)]).count() >= 2 {
            let live = corridor.iter().copied().filter(|&square| board.is_live[usize::from(square)]);
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
