//! Rooms and the corridors that link them.

use crate::board::Board;

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
    let mut seen = vec![false; board.size()];
    let mut rooms = 0;
    for start in (0..wall).filter(|&square| is_block(square)) {
        if seen[usize::from(start)] {
            continue;
        }
        seen[usize::from(start)] = true;
        let mut blocks = vec![start];
        let mut done = 0;
        while let Some(&block) = blocks.get(done) {
            done += 1;
            for next in board.neighbours(block) {
                if is_block(next) && !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    blocks.push(next);
                }
            }
        }
        if blocks.len() > 1 {
            for block in blocks {
                for square in [block, right(block), down(block), right(down(block))] {
                    room[usize::from(square)] = Some(rooms);
                }
            }
            rooms += 1;
        }
    }
    room
}

/// Returns for every link between rooms the set of live squares on it: a box on one breaks the link. The floor between
/// rooms are corridors; one that touches rooms in two squares or more is a link.
pub(crate) fn links(board: &Board) -> Vec<Vec<u64>> {
    let wall = board.wall();
    let in_room: Vec<bool> = rooms(board).iter().map(Option::is_some).collect();
    let mut seen = in_room.clone();
    seen[usize::from(wall)] = true;
    let mut links = Vec::new();
    for start in 0..wall {
        if seen[usize::from(start)] {
            continue;
        }
        seen[usize::from(start)] = true;
        let mut corridor = vec![start];
        let (mut done, mut contacts) = (0, 0);
        while let Some(&square) = corridor.get(done) {
            done += 1;
            for next in board.neighbours(square) {
                contacts += usize::from(in_room[usize::from(next)]);
                if !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    corridor.push(next);
                }
            }
        }
        if contacts >= 2 {
            let mut set = vec![0; board.words()];
            for square in corridor.into_iter().filter(|&square| board.is_live[usize::from(square)]) {
                board.flip(&mut set, square);
            }
            links.push(set);
        }
    }
    links
}

/// Counts the `links` that the boxes `set` break.
pub(crate) fn broken(links: &[Vec<u64>], set: &[u64]) -> u16 {
    let is_broken = |link: &&Vec<u64>| link.iter().zip(set).any(|(link, set)| link & set != 0);
    links.iter().filter(is_broken).count() as u16
}
