//! Which boxes can be pushed, and which can be taken to a cell.

use super::super::controls::{self, DIRECTIONS, Meaning};
use super::super::game_board::{GameBoard, Piece};
use super::super::loaded::PlayedLevel;
use super::super::play::{Action, Change, Controls, Move, Part};
use super::trail::trail;
use super::walks::near;
use super::{MAX_REACH, reach_within};

/// The cells that all boxes together may visit.
const MAX_REACH_ALL_BOXES: usize = 2_000_000;

/// Returns the cells of the boxes, as pointers see them.
fn boxes_of(board: &GameBoard) -> Vec<usize> {
    let is_box = |piece: &&Piece| piece.kind != "pusher" && !piece.hidden;
    board.pieces.iter().filter(is_box).map(|piece| piece.cells[0]).collect()
}

/// Returns the cells of the boxes that can be taken to a cell, in order; `None` where that is not stated natively.
pub fn origins(level: &dyn PlayedLevel, state: &[u8], cell: usize) -> Option<Vec<usize>> {
    let boxes = boxes_of(&level.board(state));
    let limit = MAX_REACH_ALL_BOXES / boxes.len().max(1);
    let mut found = Vec::new();
    for origin in boxes {
        if reach_within(level, state, origin, false, limit)?.has(cell) {
            found.push(origin);
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// Returns the boxes that can be pushed now, or the pieces that keys move, each with the directions; `None` where that is
/// not stated natively.
pub fn pushable(level: &dyn PlayedLevel, state: &[u8]) -> Option<Vec<(usize, Vec<usize>)>> {
    let mut ways: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut add = |cell: usize, way: usize| match ways.iter_mut().find(|known| known.0 == cell) {
        Some(known) => known.1.push(way),
        None => ways.push((cell, vec![way])),
    };
    let board = level.board(state);
    let (width, area) = (board.width, board.terrain.len());
    let controls = level.controls()?;
    if let Some(own) = level.own_pushable(state, MAX_REACH) {
        return Some(own);
    }
    if !matches!(controls, Controls::Pusher | Controls::Pushers) {
        for (number, piece) in controls::steerable(level, state).iter().enumerate() {
            for (way, key) in DIRECTIONS.iter().enumerate() {
                let Meaning::Move(chosen) = controls::meaning(level, state, Some(number), key) else {
                    continue;
                };
                let played = level.apply(state, chosen);
                if played.is_some_and(|played| played.changes.iter().any(|change| is_of(change, piece))) {
                    add(piece.cells[0], way);
                }
            }
        }
        return Some(ways);
    }
    let mut boxes = boxes_of(&board);
    if level.floor(state, area)?.burns {
        let limit = MAX_REACH_ALL_BOXES / boxes.len().max(1);
        for cell in boxes {
            let reach = reach_within(level, state, cell, false, limit)?;
            for way in 0..4 {
                let next = near(width, area, cell, way);
                let moves = reach.moves(next);
                if moves.is_some_and(|moves| trail(level, state, &moves, cell).0 == [cell, next]) {
                    add(cell, way);
                }
            }
        }
        return Some(ways);
    }
    boxes.sort_unstable();
    let mut walks = Vec::new();
    for pusher in controls::steerable(level, state).iter().map(|pusher| pusher.cells[0]) {
        let mut is_reached = vec![false; area + 1];
        for (cell, _) in reach_within(level, state, pusher, false, MAX_REACH)?.targets {
            is_reached[cell] = true;
        }
        walks.push((pusher, is_reached));
    }
    for cell in boxes {
        for way in 0..4 {
            let side = near(width, area, cell, way ^ 2);
            // From there it pushes that box, and no other.
            let can_push = |&(pusher, ref is_reached): &(usize, Vec<bool>)| {
                let put = is_reached[side].then(|| level.put(state, pusher, side)).flatten();
                let played = put.and_then(|put| level.apply(&put, Move::new(side as u16, Action::Step(way))));
                let pushes = played.map(|played| controls.pushes(&played.changes));
                pushes.is_some_and(|pushes| pushes.iter().map(|&(start, _)| start).eq([cell]))
            };
            if walks.iter().any(can_push) {
                add(cell, way);
            }
        }
    }
    Some(ways)
}

/// Returns whether a change is of a piece, as it was before the move.
fn is_of(change: &Change, piece: &Piece) -> bool {
    matches!(&change.part, Part::Piece { original: Some(original), .. } if original == piece)
}
