//! What play needs of native rules: moves by name, each with the changes of the board that a player sees.
//!
//! Searches and play share the statement of each rule: the code that makes a move writes its changes to a [`Log`], and the
//! log of a search is empty and costs nothing.

use super::game_board::{GameBoard, Piece, Terrain};
use super::{Outcome, Rules, Transition};

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
