//! The cells that a piece visits by some moves.

use super::super::loaded::PlayedLevel;
use super::super::play::{Move, Part};

/// Returns the cells that the piece on `start` visits by moves, its own first, and those of the pusher who moves it, none
/// where it is one itself.
pub fn trail(
    level: &dyn PlayedLevel,
    state: &[u8],
    moves: &[Move],
    start: usize,
) -> (Vec<usize>, Vec<usize>) {
    let board = level.board(state);
    let mut piece = board.pieces.iter().find(|piece| piece.cells.contains(&start)).cloned();
    let part = piece.iter().flat_map(|piece| &piece.cells).position(|&cell| cell == start).unwrap_or(0);
    let (mut state, mut carried, mut walked) = (state.to_vec(), vec![start], Vec::new());
    for &chosen in moves {
        let Some(played) = level.apply(&state, chosen) else { break };
        let mut moved = piece.clone();
        for change in &played.changes {
            let Part::Piece { before: Some(before), after: Some(after), original } = &change.part else {
                continue;
            };
            if piece.is_some() && *original == piece {
                moved = Some(after.clone());
                carried.extend((before.cells != after.cells).then_some(after.cells[part]));
            } else if before.kind == "pusher" {
                match walked.last() {
                    None => walked.extend([before.cells[0], after.cells[0]]),
                    Some(&last) if last == before.cells[0] => walked.push(after.cells[0]),
                    Some(_) => {}
                }
            }
        }
        (piece, state) = (moved, played.state);
    }
    (carried, walked)
}
