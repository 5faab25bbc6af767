//! What the player and a lone box can do on the empty floor, wherever the player would have to be.

use crate::board::opposite;
use crate::field::Field;

/// More than any distance.
pub(super) const NEVER: u16 = u16::MAX;

/// The steps from `from` to every square.
pub(super) fn walks(field: &Field, from: u16) -> Vec<u16> {
    spread(field, &[from], |square, direction| field.near[usize::from(square)][direction])
}

/// The fewest pushes that take a box from every square to one of `targets`.
pub(super) fn pushes_to(field: &Field, targets: &[u16]) -> Vec<u16> {
    spread(field, targets, |square, direction| {
        let before = field.near[usize::from(square)][direction];
        let stand = field.near[usize::from(before)][direction];
        if stand == field.wall() { stand } else { before }
    })
}

/// The fewest pushes that take a box from one of `sources` to every square, past what `is_open` says no to.
pub(super) fn pushes_from(field: &Field, sources: &[u16], is_open: impl Fn(u16) -> bool) -> Vec<u16> {
    spread(field, sources, |square, direction| {
        let near = field.near[usize::from(square)];
        let (next, stand) = (near[direction], near[opposite(direction)]);
        if is_open(next) && is_open(stand) { next } else { field.wall() }
    })
}

/// Whether a box can be pushed from `from` to every square.
pub(super) fn pushed_from(field: &Field, from: u16) -> Vec<bool> {
    let pushes = pushes_from(field, &[from], |square| square != field.wall());
    pushes.iter().map(|&pushes| pushes != NEVER).collect()
}

/// The steps from the nearest of `sources` to every square, where `next` tells what one step leads to, or the wall.
fn spread(field: &Field, sources: &[u16], next: impl Fn(u16, usize) -> u16) -> Vec<u16> {
    let mut steps = vec![NEVER; field.near.len()];
    for &source in sources {
        steps[usize::from(source)] = 0;
    }
    let mut queue = sources.to_vec();
    let mut done = 0;
    while let Some(&square) = queue.get(done) {
        done += 1;
        for direction in 0..4 {
            let next = next(square, direction);
            if next != field.wall() && steps[usize::from(next)] == NEVER {
                steps[usize::from(next)] = steps[usize::from(square)] + 1;
                queue.push(next);
            }
        }
    }
    steps
}
