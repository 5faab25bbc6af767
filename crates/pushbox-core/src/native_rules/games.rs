//! The table of the games that have native rules.

use super::blockage::Blockage;
use super::blockoban::Blockoban;
use super::crossoban::Crossoban;
use super::game_board::{GameBoard, Settings};
use super::hanano::Hanano;
use super::limited;
use super::loaded::{Loaded, NativeLevel, PlayedLevel};
use super::multiban::Multiban;
use super::play::Play;
use super::reverse::{Reverse, Team, is_reverse};
use super::sokolor::Sokolor;
use super::variants::Variants;
use super::versus::Versus;
use super::{Reading, unsupported};

/// Reads a level.
type Load<L> = fn(&GameBoard, &Settings) -> Reading<Box<L>>;

/// What reads the levels of one kind of rules.
#[derive(Clone, Copy)]
struct Loader {
    /// To be searched; `None` for levels that the search of boxes takes.
    searched: Option<Load<dyn NativeLevel>>,
    /// To be played.
    played: Load<dyn PlayedLevel>,
}

/// A game that has native rules.
struct Game {
    name: &'static str,
    forwards: Loader,
    /// In reverse, where the rules are others.
    reverse: Option<Loader>,
}

impl Game {
    const fn new(name: &'static str, forwards: Loader) -> Self {
        Self { name, forwards, reverse: None }
    }

    const fn reversed(self, reverse: Loader) -> Self {
        Self { reverse: Some(reverse), ..self }
    }
}

/// What reads levels that a team plays backwards.
macro_rules! reversed {
    ($team:ident) => {
        Loader {
            searched: Some(|board, options| {
                Ok(Box::new(Loaded::of(Reverse::of_team(board, options, Team::$team)?)))
            }),
            played: |board, options| Ok(Box::new(Loaded::of(Reverse::of_team(board, options, Team::$team)?))),
        }
    };
}

/// The games, by name.
const GAMES: [Game; 9] = [
    Game::new("blockage", rules::<Blockage>()),
    Game::new("blockoban", rules::<Blockoban>()),
    Game::new("crossoban", rules::<Crossoban>()),
    Game::new("hanano", rules::<Hanano>()),
    Game::new("multiban", Loader { searched: None, ..rules::<Multiban>() }).reversed(reversed!(Pushers)),
    Game::new("plus", rules::<Variants>()).reversed(reversed!(Drawn)),
    Game::new("sokoban", rules::<Variants>()).reversed(reversed!(Solo)),
    Game::new("sokolor", rules::<Sokolor>()),
    Game::new("versus", rules::<Versus>()),
];

/// Returns what reads the levels of rules of one type.
const fn rules<R: Play + 'static>() -> Loader {
    Loader {
        searched: Some(|board, options| Ok(Box::new(Loaded::<R>::new(board, options)?))),
        played: |board, options| Ok(Box::new(Loaded::<R>::new(board, options)?)),
    }
}

/// Returns the names of the games that have native rules.
pub fn names() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name).collect()
}

/// Returns what reads the levels of a game with some options.
fn loader(name: &str, options: &Settings) -> Reading<Loader> {
    match GAMES.iter().find(|game| game.name == name) {
        Some(game) => Ok(game.reverse.filter(|_| is_reverse(options)).unwrap_or(game.forwards)),
        None => unsupported(format!("found the game {name:?}, expected one of {}", names().join(", "))),
    }
}

/// Loads a level of the game of this name to be searched.
///
/// # Errors
/// [`super::UnsupportedLevel`] where the game has no native rules, they do not know all of the level, or the search of
/// boxes takes it.
pub fn load(name: &str, board: &GameBoard, options: &Settings) -> Reading<Box<dyn NativeLevel>> {
    match loader(name, options)?.searched {
        Some(load) => load(board, options),
        None => unsupported("found no reverse play, expected the search of boxes"),
    }
}

/// Loads a level of the game of this name to be played, with its limit of steps.
///
/// # Errors
/// [`super::UnsupportedLevel`] where the game has no native rules, or they do not know all of the level.
pub fn load_played(name: &str, board: &GameBoard, options: &Settings) -> Reading<Box<dyn PlayedLevel>> {
    let loader = loader(name, options)?;
    limited::load(board, options, loader.played)
}
