//! Play by native rules: moves by name, each with the changes of the board that a player sees.
//!
//! A position is bytes, as a search stores it, and every function is pure: whoever plays keeps the positions it may
//! come back to, and nothing is replayed. Searches and play share the statement of each rule: the code that makes a move
//! writes its changes to a [`Log`], and the log of a search is empty and costs nothing.

use super::game_board::{GameBoard, Piece, Settings, Terrain};
use super::{Outcome, Reading, Rules, Transition, reverse, unsupported, variants};

/// The difference that a move makes to one part of a board. The fields are those of Python's `Change`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Changes of equal tick are shown together.
    pub tick: u32,
    /// The reason, by a name.
    pub cause: &'static str,
    /// The part of the board.
    pub part: Part,
}

/// A part of a board, before and after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The terrain of a cell.
    Terrain {
        /// The cell.
        cell: usize,
        /// The terrain before.
        before: Terrain,
        /// The terrain after.
        after: Terrain,
    },
    /// A piece, `None` where it is not on the board.
    Piece {
        /// The piece before.
        before: Option<Piece>,
        /// The piece after.
        after: Option<Piece>,
        /// The piece before the whole move: its identity where several of a kind move at once.
        original: Option<Piece>,
    },
    /// A counter, `None` where the board has none of its name.
    Counter {
        /// The name.
        name: &'static str,
        /// The number before.
        before: Option<i64>,
        /// The number after.
        after: Option<i64>,
    },
}

impl Change {
    /// Creates the change of a piece in the first tick.
    pub(super) fn moved(cause: &'static str, before: Piece, after: Piece) -> Self {
        let original = Some(before.clone());
        Self { tick: 0, cause, part: Part::Piece { before: Some(before), after: Some(after), original } }
    }
}

/// Receives the changes of a move while it is made.
pub(super) trait Log {
    /// Adds a change, which is made only if somebody reads it.
    fn add(&mut self, change: impl FnOnce() -> Change);
}

/// The log of a search, which has no use for changes.
impl Log for () {
    fn add(&mut self, _change: impl FnOnce() -> Change) {}
}

impl Log for Vec<Change> {
    fn add(&mut self, change: impl FnOnce() -> Change) {
        self.push(change());
    }
}

/// The action of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A step in a direction: 0 left, 1 up, 2 right, 3 down. It pushes what is in the way.
    Step(usize),
    /// A step in a direction that pulls the box behind.
    Pull(usize),
    /// A jump to a cell.
    Jump(u16),
}

/// A move by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The cell of the piece, the number of cells for a piece that is not on the board yet.
    pub piece: u16,
    /// What the piece does.
    pub action: Action,
}

/// The reason of an outcome: the code of a sentence, and the number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The code, as Python's sentences have it.
    pub code: &'static str,
    /// The number of which the sentence speaks.
    pub count: Option<usize>,
}

impl Reason {
    /// Creates the reason of a sentence without a number.
    pub(super) fn new(code: &'static str) -> Self {
        Self { code, count: None }
    }

    /// Creates the reason of a sentence with a number.
    pub(super) fn counted(code: &'static str, count: usize) -> Self {
        Self { code, count: Some(count) }
    }
}

/// An outcome with its reason, where it has one.
pub type Ruling = (Outcome, Option<Reason>);

/// The rules of a game, as a player needs them; tied to the Python game of that name.
pub trait Play: Rules {
    /// Adds moves in the order of [`Rules::successors`], all legal ones among them.
    fn pseudo_legal_moves(&self, state: &Self::State, out: &mut Vec<Move>);

    /// Makes a move, and adds its changes in the order of Python's transition. Returns `None` if it is illegal; `changes`
    /// has nothing to say then.
    fn apply(
        &self,
        state: &Self::State,
        chosen: Move,
        changes: &mut Vec<Change>,
    ) -> Option<Transition<Self::State>>;

    /// Returns the outcome with its reason; the outcome is that of [`Rules::outcome`].
    fn ruling(&self, state: &Self::State) -> Ruling;

    /// Returns the board as the player sees it.
    fn view(&self, state: &Self::State) -> GameBoard {
        self.to_board(state)
    }
}

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
        moves.retain(|&chosen| self.0.apply(&state, chosen, &mut Vec::new()).is_some());
        moves
    }

    fn apply(&self, state: &[u8], chosen: Move) -> Option<Played> {
        let mut changes = Vec::new();
        let Transition { state, pushed } = self.0.apply(&self.0.decode(state), chosen, &mut changes)?;
        Some(Played { state: encoded(&self.0, &state), changes, pushed })
    }

    fn ruling(&self, state: &[u8]) -> Ruling {
        self.0.ruling(&self.0.decode(state))
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
    ("multiban", |board, options| match reverse::is_reverse(options) {
        true => load_by::<reverse::Reverse<false>>(board, options),
        false => unsupported("found no reverse play, which is all that native rules of multiban play"),
    }),
    ("plus", either_way::<false>),
    ("sokoban", either_way::<true>),
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
