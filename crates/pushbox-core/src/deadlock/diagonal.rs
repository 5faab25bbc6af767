//! Closed diagonals, of any length.
//!
//! # Definition
//! A *run* is a line of free squares d(0) to d(k), each diagonally next to the one before, without the player, and each
//! with nothing but boxes and walls on its four sides. At either end it is *closed*: the two outer sides are walls, or
//! the next square of the line, the corner, is a wall or holds a box.
//!
//! # Why a run stays closed
//! Nobody can stand on a square of the run. So a box beside it can only be pushed into it, from outside, and a box on a
//! corner cannot be pushed at all: two sides of it are taken by the boxes beside d(0). Let the first of these boxes
//! to move go into d(i). It leaves a gap on one side only; on the other side it closes a shorter run, of whose boxes
//! none has moved, and is its corner. When no square is left in that run, four boxes and walls stand in a block that
//! nothing can move.
//!
//! So at any time some part of the run is closed, between two corners, each one of the old or a square of the run
//! that has got a box, and all boxes of that part stand where they stood at first. At the end they are on goals, and
//! so are its corners; and no goal is among its squares when every goal needs a box. If no part of the run is like that,
//! the run is dead.

use super::scene::Scene;
use crate::board::opposite;
use crate::field::Field;

/// The two directions that make a step along a diagonal; the opposite ones make the step back.
const DIAGONALS: [[usize; 2]; 2] = [[2, 3], [2, 1]];

/// Whether the box that now stands on `square` makes a dead run.
pub(crate) fn is_dead_beside(scene: &Scene<'_>, square: u16) -> bool {
    DIAGONALS.into_iter().any(|step| {
        let back = step.map(opposite);
        let near = scene.field.near[usize::from(square)];
        // The box is beside a square of the run, or on a corner of it.
        let sides = near.into_iter();
        let ends = [step, back].into_iter().filter_map(|step| corner(scene.field, square, step));
        sides.chain(ends).any(|inside| is_closed(scene, inside) && is_dead_run(scene, inside, step))
    })
}

/// Whether a square is free, out of the player's reach, and has boxes and walls on all sides.
fn is_closed(scene: &Scene<'_>, square: u16) -> bool {
    square != scene.field.wall()
        && !scene.is_box[usize::from(square)]
        && !scene.region.contains(square)
        && scene.field.near[usize::from(square)].into_iter().all(|side| is_solid(scene, side))
}

fn is_solid(scene: &Scene<'_>, square: u16) -> bool {
    square == scene.field.wall() || scene.is_box[usize::from(square)]
}

/// The square next to `square` on a diagonal, `None` behind two walls, where nobody can tell which it is.
fn corner(field: &Field, square: u16, [one, other]: [usize; 2]) -> Option<u16> {
    let near = field.near[usize::from(square)];
    if near[one] != field.wall() {
        Some(field.near[usize::from(near[one])][other])
    } else if near[other] != field.wall() {
        Some(field.near[usize::from(near[other])][one])
    } else {
        None
    }
}

/// Whether `inside` belongs to a run along `step` that is dead.
fn is_dead_run(scene: &Scene<'_>, inside: u16, step: [usize; 2]) -> bool {
    let field = scene.field;
    let mut run = vec![inside];
    let Some(first) = follow(scene, &mut run, step.map(opposite)) else { return false };
    run.reverse();
    let Some(last) = follow(scene, &mut run, step) else { return false };
    // Places 1 to k + 1 are the squares of the run, those before and after are its corners.
    let suits = |square: u16| square == field.wall() || field.is_goal[usize::from(square)];
    let is_corner: Vec<bool> =
        [first].into_iter().chain(run.iter().copied()).chain([last]).map(suits).collect();
    // Whether the two squares between a place and the next can stay as they are.
    let can_stay = |place: usize| {
        let (square, step) =
            if place < run.len() { (run[place], step.map(opposite)) } else { (run[place - 1], step) };
        step.into_iter().all(|side| suits(field.near[usize::from(square)][side]))
    };
    let stays_empty = |place: usize| !(scene.needs_all && field.is_goal[usize::from(run[place - 1])]);
    // Whether a part that begins at a corner ends at another before anything in it has to change.
    let is_lasting = |from: usize| {
        let end = (from + 1..=run.len() + 1)
            .find(|&to| !can_stay(to - 1) || is_corner[to] || to > run.len() || !stays_empty(to));
        end.is_some_and(|to| can_stay(to - 1) && is_corner[to])
    };
    !(0..=run.len()).any(|from| is_corner[from] && is_lasting(from))
}

/// Follows a run to its end and returns the corner, the wall where two walls take its place; `None` for an open end.
fn follow(scene: &Scene<'_>, run: &mut Vec<u16>, step: [usize; 2]) -> Option<u16> {
    let mut square = run[run.len() - 1];
    loop {
        match corner(scene.field, square, step) {
            None => return Some(scene.field.wall()),
            Some(next) if is_solid(scene, next) => return Some(next),
            Some(next) if is_closed(scene, next) => {
                run.push(next);
                square = next;
            }
            Some(_) => return None,
        }
    }
}
