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

use super::Detector;
use super::position_view::PositionView;
use crate::board::Board;
use crate::level::opposite;
use crate::limit::{Limited, SearchControl};

/// The two directions that make a step along a diagonal; the opposite ones make the step back.
const DIAGONALS: [[usize; 2]; 2] = [[2, 3], [2, 1]];

pub(crate) struct Diagonals;

impl Detector for Diagonals {
    fn is_dead(&mut self, view: &PositionView<'_>, _: &mut SearchControl<'_>) -> Limited<bool> {
        Ok(is_dead_beside(view, view.target))
    }
}

/// Returns whether the box that now stands on `square` makes a dead run.
pub(crate) fn is_dead_beside(view: &PositionView<'_>, square: u16) -> bool {
    DIAGONALS.into_iter().any(|step| {
        let reverse = step.map(opposite);
        let neighbours = view.board.neighbours(square);
        // The box is beside a square of the run, or on a corner of it.
        let sides = neighbours.into_iter();
        let ends = [step, reverse].into_iter().filter_map(|step| corner(view.board, square, step));
        sides.chain(ends).any(|inside| is_closed(view, inside) && is_dead_run(view, inside, step))
    })
}

/// Returns whether a square is free, out of the player's reach, and has boxes and walls on all sides.
fn is_closed(view: &PositionView<'_>, square: u16) -> bool {
    square != view.board.wall()
        && !view.is_box[usize::from(square)]
        && !view.region().contains(square)
        && view.board.neighbours(square).into_iter().all(|side| is_solid(view, side))
}

fn is_solid(view: &PositionView<'_>, square: u16) -> bool {
    square == view.board.wall() || view.is_box[usize::from(square)]
}

/// Returns the square next to `square` on a diagonal, `None` behind two walls, where it is not known which it is.
fn corner(board: &Board, square: u16, [one, other]: [usize; 2]) -> Option<u16> {
    let neighbours = board.neighbours(square);
    if neighbours[one] != board.wall() {
        Some(board.neighbour(neighbours[one], other))
    } else if neighbours[other] != board.wall() {
        Some(board.neighbour(neighbours[other], one))
    } else {
        None
    }
}

/// Returns whether `inside` belongs to a run along `step` that is dead.
fn is_dead_run(view: &PositionView<'_>, inside: u16, step: [usize; 2]) -> bool {
    let board = view.board;
    let mut run = vec![inside];
    let Some(first) = follow(view, &mut run, step.map(opposite)) else { return false };
    run.reverse();
    let Some(last) = follow(view, &mut run, step) else { return false };
    // Places 1 to k + 1 are the squares of the run, those before and after are its corners.
    // A box that stands there now is still there at the end.
    let suits = |square: u16| match square {
        square if is_solid(view, square) => square == board.wall() || view.is_home(square),
        square => board.is_goal[usize::from(square)],
    };
    let is_corner: Vec<bool> =
        [first].into_iter().chain(run.iter().copied()).chain([last]).map(suits).collect();
    // Whether the two squares between a place and the next can stay as they are.
    let can_stay = |place: usize| {
        let (square, step) =
            if place < run.len() { (run[place], step.map(opposite)) } else { (run[place - 1], step) };
        step.into_iter().all(|side| suits(board.neighbour(square, side)))
    };
    let stays_empty = |place: usize| !(view.needs_all() && board.is_goal[usize::from(run[place - 1])]);
    // Whether a part that begins at a corner ends at another before anything in it has to change.
    let is_lasting = |from: usize| {
        let end = (from + 1..=run.len() + 1)
            .find(|&to| !can_stay(to - 1) || is_corner[to] || to > run.len() || !stays_empty(to));
        end.is_some_and(|to| can_stay(to - 1) && is_corner[to])
    };
    !(0..=run.len()).any(|from| is_corner[from] && is_lasting(from))
}

/// Follows a run to its end and returns the corner, the wall where two walls take its place; `None` for an open end.
fn follow(view: &PositionView<'_>, run: &mut Vec<u16>, step: [usize; 2]) -> Option<u16> {
    let mut square = run[run.len() - 1];
    loop {
        match corner(view.board, square, step) {
            None => return Some(view.board.wall()),
            Some(next) if is_solid(view, next) => return Some(next),
            Some(next) if is_closed(view, next) => {
                run.push(next);
                square = next;
            }
            Some(_) => return None,
        }
    }
}
