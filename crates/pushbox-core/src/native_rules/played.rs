//! Levels that are played by native rules.
//!
//! A position is bytes, as a search stores it, and every function is pure: whoever plays keeps the positions it may
//! come back to, and nothing is replayed.

use super::controls::Controls;
use super::game_board::{GameBoard, Settings};
use super::play::{Change, Move, Play, Ruling};
use super::{
    Reading, Rules, Transition, blockage, blockoban, crossoban, hanano, multiban, reverse, sokolor,
    unsupported, variants, versus,
};

/// A move that has been made.
#[derive(Clone, Debug)]
pub struct Played {
    /// The position after it.
    pub state: Vec<u8>,
    /// The changes of the board, hidden ones included.
    pub changes: Vec<Change>,
    /// Whether it pushed or pulled anything.
    pub pushed: bool,
}

/// A level that is played. A position is bytes that come from the same level; any others panic or mean nothing.
pub trait PlayedLevel {
    /// Returns the position at the start.
    fn initial_state(&self) -> Vec<u8>;

    /// Returns the legal moves.
    fn legal_moves(&self, state: &[u8]) -> Vec<Move>;

    /// Makes a move; returns `None` if it is illegal.
    fn apply(&self, state: &[u8], chosen: Move) -> Option<Played>;

    /// Returns the outcome with its reason.
    fn ruling(&self, state: &[u8]) -> Ruling;

    /// Returns the number of the player who has won, if people compete; 0 for none.
    fn winner(&self, state: &[u8]) -> usize;

    /// Returns how it is steered, `None` where that is not stated natively.
    fn controls(&self) -> Option<Controls>;

    /// Returns the board, hidden things included.
    fn board(&self, state: &[u8]) -> GameBoard;

    /// Returns the board as the player sees it.
    fn view(&self, state: &[u8]) -> GameBoard;
}

/// The rules of a level, and its initial state.
struct Loaded<R: Rules>(R, R::State);

fn encoded<R: Rules>(rules: &R, state: &R::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    rules.encode(state, &mut bytes);
    bytes
}

impl<R: Play> PlayedLevel for Loaded<R> {
    fn initial_state(&self) -> Vec<u8> {
        encoded(&self.0, &self.1)
    }

    fn legal_moves(&self, state: &[u8]) -> Vec<Move> {
        let state = self.0.decode(state);
        let mut moves = Vec::new();
        self.0.pseudo_legal_moves(&state, &mut moves);
        moves.retain(|&chosen| self.0.act(&state, chosen, &mut ()).is_some());
        moves
    }

    fn apply(&self, state: &[u8], chosen: Move) -> Option<Played> {
        let mut changes = Vec::new();
        let Transition { state, pushed } = self.0.act(&self.0.decode(state), chosen, &mut changes)?;
        changes.sort_by_key(|change| change.tick);
        Some(Played { state: encoded(&self.0, &state), changes, pushed })
    }

    fn ruling(&self, state: &[u8]) -> Ruling {
        self.0.ruling(&self.0.decode(state))
    }

    fn winner(&self, state: &[u8]) -> usize {
        self.0.winner(&self.0.decode(state))
    }

    fn controls(&self) -> Option<Controls> {
        self.0.controls()
    }

    fn board(&self, state: &[u8]) -> GameBoard {
        self.0.to_board(&self.0.decode(state))
    }

    fn view(&self, state: &[u8]) -> GameBoard {
        self.0.view(&self.0.decode(state))
    }
}

/// Reads a level that is to be played.
type Load = fn(&GameBoard, &Settings) -> Reading<Box<dyn PlayedLevel>>;

/// The games that can be played, and what reads their levels.
const GAMES: &[(&str, Load)] = &[
    ("blockage", load_by::<blockage::Blockage>),
    ("blockoban", load_by::<blockoban::Blockoban>),
    ("crossoban", load_by::<crossoban::Crossoban>),
    ("hanano", load_by::<hanano::Hanano>),
    ("multiban", |board, options| match reverse::is_reverse(options) {
        true => load_by::<reverse::Reverse<false>>(board, options),
        false => load_by::<multiban::Multiban>(board, options),
    }),
    ("plus", either_way::<false>),
    ("sokoban", either_way::<true>),
    ("sokolor", load_by::<sokolor::Sokolor>),
    ("versus", load_by::<versus::Versus>),
];

/// Returns the names of the games that native rules can play.
pub fn games() -> Vec<&'static str> {
    GAMES.iter().map(|(name, _)| *name).collect()
}

/// Loads a level to be played.
///
/// # Errors
/// [`super::UnsupportedLevel`] where no native rules play the game, or they do not know all of the level.
pub fn load(game: &str, board: &GameBoard, options: &Settings) -> Reading<Box<dyn PlayedLevel>> {
    match GAMES.iter().find(|(name, _)| *name == game) {
        Some((_, load)) => load(board, options),
        None => unsupported(format!("found the game {game:?}, expected one of {}", games().join(", "))),
    }
}

fn load_by<R: Play + 'static>(board: &GameBoard, options: &Settings) -> Reading<Box<dyn PlayedLevel>> {
    let (rules, initial) = R::new(board, options)?;
    Ok(Box::new(Loaded(rules, initial)))
}

fn either_way<const SOLO: bool>(board: &GameBoard, options: &Settings) -> Reading<Box<dyn PlayedLevel>> {
    match reverse::is_reverse(options) {
        true => load_by::<reverse::Reverse<SOLO>>(board, options),
        false => load_by::<variants::Variants>(board, options),
    }
}
