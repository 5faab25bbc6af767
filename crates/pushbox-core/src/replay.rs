//! Replaying a LURD text on a level, step by step, by the rules of Sokoban.

use crate::level::{Level, direction_of};
use crate::named::faults;

/// The letter in [`Replay::letters`] of a step that is not legal.
pub const ILLEGAL: u8 = b'-';

/// The result of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// One byte a letter: `lurd` for a move, `LURD` for a push, [`ILLEGAL`] for a step that was not legal.
    pub letters: Vec<u8>,
    /// The position after the last letter.
    pub end: Level,
}

faults! {
    /// A fault of a text that is to be replayed.
    pub enum LetterError {
        /// A letter that is no direction, after so many others.
        Unknown { index: usize, letter: char } => "character {index}: found {letter:?}, expected one of l, u, r, d in either case";
    }
}

/// Replays `text` from `level`, ignoring the case of letters. An illegal step changes nothing, and play goes on.
///
/// # Errors
/// [`LetterError`] for the first character that is none of `lurdLURD`.
pub fn replay(level: &Level, text: &str) -> Result<Replay, LetterError> {
    let mut end = level.clone();
    let mut letters = Vec::with_capacity(text.len());
    for (index, letter) in text.chars().enumerate() {
        let direction = direction_of(letter).ok_or(LetterError::Unknown { index, letter })?;
        letters.push(end.step(direction).unwrap_or(ILLEGAL));
    }
    Ok(Replay { letters, end })
}

/// Returns whether `lurd` solves `level` and is written with a capital exactly where it pushes.
pub(crate) fn is_solution(level: &Level, lurd: &str) -> bool {
    replay(level, lurd).is_ok_and(|replay| replay.letters == lurd.as_bytes() && replay.end.is_solved())
}
