//! Where pieces that move by themselves are taken: stones, blocks, and pieces that change places with what is beside them.

use super::super::controls::{beside, steerable};
use super::super::game_board::{GameBoard, Piece};
use super::super::loaded::PlayedLevel;
use super::super::play::{Action, Change, Move, Part};
use super::walks::near;

/// Returns the piece that a move has made of one; itself where it has not moved, `None` where it has gone.
pub(in crate::native_rules) fn became(piece: &Piece, changes: &[Change]) -> Option<Piece> {
    let last = changes.iter().rev().find_map(|change| match &change.part {
        Part::Piece { after, original: Some(original), .. } if original == piece => Some(after.clone()),
        _ => None,
    });
    last.unwrap_or_else(|| Some(piece.clone()))
}

/// Returns the shortest moves of one piece by which its part on `origin` comes to each cell that it can come to. `moves`
/// gives those to try.
pub(super) fn dragged(
    level: &dyn PlayedLevel,
    state: &[u8],
    piece: &Piece,
    origin: usize,
    limit: usize,
    moves: &dyn Fn(&GameBoard, &Piece) -> Vec<Move>,
) -> Vec<(usize, Vec<Move>)> {
    let part = piece.cells.iter().position(|&cell| cell == origin).unwrap_or(0);
    let mut paths = vec![(origin, Vec::new())];
    let mut queue = vec![(state.to_vec(), piece.clone())];
    let mut done = 0;
    while done < queue.len() {
        let (state, body) = queue[done].clone();
        done += 1;
        for chosen in moves(&level.board(&state), &body) {
            let Some(played) = level.apply(&state, chosen) else { continue };
            let Some(after) = became(&body, &played.changes) else { continue };
            let end = after.cells[part];
            if paths.iter().any(|path| path.0 == end) {
                continue;
            }
            let before = paths.iter().find(|path| path.0 == body.cells[part]);
            let path = before.into_iter().flat_map(|path| path.1.iter().copied()).chain([chosen]).collect();
            paths.push((end, path));
            queue.push((played.state, after));
        }
        if paths.len() > limit {
            return Vec::new();
        }
    }
    paths.remove(0);
    paths
}

/// Returns the move of a stone.
fn stone_move(board: &GameBoard, stone: &Piece, action: Action) -> Move {
    let cell = stone.cells[0];
    let before = |other: &&Piece| other.cells[0] == cell && !other.fixed && other.colours < stone.colours;
    let mut others: Vec<&Piece> = board.pieces.iter().filter(before).collect();
    others.dedup();
    Move { piece: cell as u16, rank: others.len() as u16, action }
}

/// Returns the moves of a piece with what is beside it.
pub(super) fn exchanges(board: &GameBoard, piece: &Piece) -> Vec<Move> {
    let pairs = [0, 2].into_iter().flat_map(|way| beside(board, piece, way));
    pairs.map(|left| Move::new(left as u16, Action::Exchange)).collect()
}

/// Where stones on a cell roll; onto itself is fixing them.
pub(super) fn rolled(
    level: &dyn PlayedLevel,
    state: &[u8],
    origin: usize,
    limit: usize,
) -> Vec<(usize, Vec<Move>)> {
    let mut paths: Vec<(usize, Vec<Move>)> = Vec::new();
    let board = level.board(state);
    for stone in steerable(level, state).iter().filter(|stone| stone.cells[0] == origin) {
        let rolls = |board: &GameBoard, stone: &Piece| -> Vec<Move> {
            [0, 2].iter().map(|&way| stone_move(board, stone, Action::Step(way))).collect()
        };
        let mut of_stone = dragged(level, state, stone, origin, limit, &rolls);
        for (cell, moves) in paths {
            match of_stone.iter_mut().find(|path| path.0 == cell) {
                Some(known) => known.1 = moves,
                None => of_stone.push((cell, moves)),
            }
        }
        paths = of_stone;
        let fix = stone_move(&board, stone, Action::Fix);
        if limit > 0 && level.apply(state, fix).is_some() {
            match paths.iter_mut().find(|path| path.0 == origin) {
                Some(known) => known.1 = vec![fix],
                None => paths.push((origin, vec![fix])),
            }
        }
    }
    paths
}

/// Where a block is swiped to; onto the next cell is a swipe where it does not come to rest there.
pub(super) fn swiped(
    level: &dyn PlayedLevel,
    state: &[u8],
    board: &GameBoard,
    piece: &Piece,
    origin: usize,
    limit: usize,
) -> Vec<(usize, Vec<Move>)> {
    let swipes = |_: &GameBoard, piece: &Piece| -> Vec<Move> {
        (0..4).map(|way| Move::new(piece.cells[0] as u16, Action::Step(way))).collect()
    };
    let (width, area) = (board.width, board.terrain.len());
    let mut paths: Vec<(usize, Vec<Move>)> = (0..4)
        .map(|way| (near(width, area, origin, way), Move::new(origin as u16, Action::Step(way))))
        .filter(|&(beside, swipe)| beside != area && level.apply(state, swipe).is_some())
        .map(|(beside, swipe)| (beside, vec![swipe]))
        .collect();
    let nearby = paths.len();
    for (cell, moves) in dragged(level, state, piece, origin, limit, &swipes) {
        match paths.iter_mut().find(|path| path.0 == cell) {
            Some(known) => known.1 = moves,
            None => paths.push((cell, moves)),
        }
    }
    if nearby < limit && paths.len() <= limit { paths } else { Vec::new() }
}
