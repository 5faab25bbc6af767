//! Rooms and the corridors that link them.

use crate::field::Field;

/// The number of its room for every square; none in corridors. A room is a union of 2 x 2 squares that overlap by half,
/// of at least 2 x 3 squares; a square of two rooms counts for the later one.
pub(crate) fn rooms(field: &Field) -> Vec<Option<usize>> {
    let wall = field.wall();
    let right = |square: u16| field.near[usize::from(square)][2];
    let down = |square: u16| field.near[usize::from(square)][3];
    // A block is named after its upper left square.
    let is_block = |square: u16| {
        square != wall && right(square) != wall && down(square) != wall && right(down(square)) != wall
    };
    let mut room = vec![None; field.near.len()];
    let mut seen = vec![false; field.near.len()];
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
            for next in field.near[usize::from(block)] {
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

/// For every link between rooms the set of live squares on it: a box there breaks the link. What lies between rooms are
/// corridors; one that touches rooms at two places or more is a link.
pub(crate) fn links(field: &Field) -> Vec<Vec<u64>> {
    let wall = field.wall();
    let in_room: Vec<bool> = rooms(field).iter().map(Option::is_some).collect();
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
            for next in field.near[usize::from(square)] {
                contacts += usize::from(in_room[usize::from(next)]);
                if !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    corridor.push(next);
                }
            }
        }
        if contacts >= 2 {
            let mut set = vec![0; field.live.len().div_ceil(64)];
            for square in corridor.into_iter().filter(|&square| field.is_live[usize::from(square)]) {
                field.flip(&mut set, square);
            }
            links.push(set);
        }
    }
    links
}

/// How many of `links` the boxes `set` break.
pub(crate) fn broken(links: &[Vec<u64>], set: &[u64]) -> u16 {
    let is_broken = |link: &&Vec<u64>| link.iter().zip(set).any(|(link, set)| link & set != 0);
    links.iter().filter(is_broken).count() as u16
}
