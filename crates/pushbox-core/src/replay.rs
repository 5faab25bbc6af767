//! Playing a LURD text on a level, step by step, by the rules of Sokoban.

use std::fmt;

use crate::board::{LETTERS, Level};

/// Stands in [`Walk::letters`] for a step that the rules refused.
pub const REFUSED: u8 = b'-';

/// What became of a text that was walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// One byte a letter: `lurd` for a move, `LURD` for a push, [`REFUSED`] for a step that was not legal.
    pub letters: Vec<u8>,
    /// The position after the last letter.
    pub end: Level,
}

/// A text holds a letter that is no direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterError {
    /// Characters before the letter.
    pub index: usize,
    /// The letter.
    pub letter: char,
}

impl fmt::Display for LetterError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "character {}: found {:?}, expected one of l, u, r, d in either case",
            self.index, self.letter
        )
    }
}

impl std::error::Error for LetterError {}

/// Plays `text` from `level`. The case of a letter is ignored; a refused step changes nothing and play goes on.
///
/// # Errors
/// [`LetterError`] for the first character that is none of `lurdLURD`.
pub fn walk(level: &Level, text: &str) -> Result<Walk, LetterError> {
    let mut end = level.clone();
    let mut letters = Vec::with_capacity(text.len());
    for (index, letter) in text.chars().enumerate() {
        let direction = LETTERS
            .iter()
            .position(|&known| letter.to_ascii_lowercase() == char::from(known))
            .ok_or(LetterError { index, letter })?;
        letters.push(end.step(direction).unwrap_or(REFUSED));
    }
    Ok(Walk { letters, end })
}
