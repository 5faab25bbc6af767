//! What play needs of native rules: moves by name, each with the changes of the board that a player sees.
//!
//! Searches and play share the statement of each rule: the code that makes a move writes its changes to a [`Log`], and the
//! log of a search is empty and costs nothing.

use std::borrow::Cow;

use super::game_board::{GameBoard, Piece, Terrain};
use super::pointer::Reach;
use super::sentence::Sentence;
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
        name: Cow<'static, str>,
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
pub trait Log {
    /// Whether anybody reads the changes. Work that only puts them in order is left out where nobody does.
    const IS_READ: bool;

    /// Adds a change, which is made only if somebody reads it.
    fn add(&mut self, change: impl FnOnce() -> Change);
}

/// The log of a search, which has no use for changes.
impl Log for () {
    const IS_READ: bool = false;

    fn add(&mut self, _change: impl FnOnce() -> Change) {}
}

impl Log for Vec<Change> {
    const IS_READ: bool = true;

    fn add(&mut self, change: impl FnOnce() -> Change) {
        self.push(change());
    }
}

impl<L: Log> Log for &mut L {
    const IS_READ: bool = L::IS_READ;

    fn add(&mut self, change: impl FnOnce() -> Change) {
        (**self).add(change);
    }
}

/// The action of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A step, a roll or a swipe in a direction: 0 left, 1 up, 2 right, 3 down. It pushes what is in the way.
    Step(usize),
    /// A step in a direction that pulls the box behind.
    Pull(usize),
    /// A jump to a cell.
    Jump(u16),
    /// The piece is fixed where it is.
    Fix,
    /// What stands on the cell and on the one to the right of it changes places, or comes onto the empty one of them.
    Exchange,
    /// A step of each of two players at once, `None` for one who stands still.
    Both([Option<usize>; 2]),
}

impl Action {
    /// Returns the name and the numbers of an action: of a direction, a cell, or a direction of each player, -1 for none.
    pub fn named(self) -> (&'static str, Vec<i64>) {
        match self {
            Self::Step(direction) => ("step", vec![direction as i64]),
            Self::Pull(direction) => ("pull", vec![direction as i64]),
            Self::Jump(cell) => ("jump", vec![cell.into()]),
            Self::Fix => ("fix", vec![]),
            Self::Exchange => ("exchange", vec![]),
            Self::Both(both) => ("both", both.map(|way| way.map_or(-1, |way| way as i64)).into()),
        }
    }

    /// Returns the action of this name and these numbers; `None` where there is none.
    pub fn of_name(name: &str, numbers: &[i64]) -> Option<Self> {
        let direction = |number: i64| usize::try_from(number).ok().filter(|&way| way < 4);
        Some(match (name, numbers) {
            ("step", &[number]) => Self::Step(direction(number)?),
            ("pull", &[number]) => Self::Pull(direction(number)?),
            ("jump", &[number]) => Self::Jump(number.try_into().ok()?),
            ("fix", []) => Self::Fix,
            ("exchange", []) => Self::Exchange,
            ("both", &[-1, -1]) => return None,
            ("both", &[one, two]) => {
                let way = |number| if number == -1 { Some(None) } else { direction(number).map(Some) };
                Self::Both([way(one)?, way(two)?])
            }
            _ => return None,
        })
    }
}

/// A move by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The cell of the piece, the number of cells for a piece that is not on the board yet.
    pub piece: u16,
    /// Which of the unlike pieces on the cell that can move, 0 for the first.
    pub rank: u16,
    /// What the piece does.
    pub action: Action,
}

impl Move {
    /// Creates the move of the only piece on a cell.
    pub fn new(piece: u16, action: Action) -> Self {
        Self { piece, rank: 0, action }
    }
}

/// The family of controls by which a game is steered; what keys mean to each is in `controls`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controls {
    /// One pusher, whose steps are letters.
    Pusher,
    /// Pushers of whom one is chosen, or a group of linked ones.
    Pushers,
    /// Stones that roll aside or are fixed.
    Stones,
    /// Pieces that change places with what is beside them.
    Pairs,
    /// Pushers who pull the boxes beside them and jump; a box that is steered is pulled.
    Pullers,
    /// Blocks that are swiped, and perhaps `circles`.
    Swipes {
        /// Whether circles are swiped too.
        circles: bool,
    },
}

/// What pushers walk on, and boxes are carried over.
#[derive(Clone, Debug, Default)]
pub struct Floor {
    /// Whether a pusher or a box can stand on each cell, and last on the one that stands for all off the board: no.
    pub free: Vec<bool>,
    /// Where the box that is carried comes to rest, and is pushed no further.
    pub ends: Vec<u32>,
    /// Whether that box never moves.
    pub is_held: bool,
    /// Whether it may explode on the way.
    pub has_fuse: bool,
    /// Whether a step may change a box far away.
    pub burns: bool,
    /// Whether a pusher may push boxes aside and back again, as nothing else is changed by that.
    pub is_plain: bool,
}

/// An outcome with its reason, where it has one.
pub type Ruling = (Outcome, Option<Sentence>);

/// The rules of a game, as a player needs them; tied to the Python game of that name.
pub trait Play: Rules {
    /// Adds moves in the order of [`Rules::successors`], all legal ones among them.
    fn pseudo_legal_moves(&self, state: &Self::State, out: &mut Vec<Move>);

    /// Makes a move, and logs its changes; those of one tick are in the order of Python's transition. Returns `None` if it
    /// is illegal; the log has nothing to say then.
    fn act<L: Log>(&self, state: &Self::State, chosen: Move, log: &mut L) -> Option<Transition<Self::State>>;

    /// Returns the outcome with its reason; the outcome is that of [`Rules::outcome`].
    fn ruling(&self, state: &Self::State) -> Ruling;

    /// Returns the number of the player who has won, if people compete; 0 for none.
    fn winner(&self, _state: &Self::State) -> usize {
        0
    }

    /// Returns why a move is illegal, where the board alone does not tell; see `controls`.
    fn refusal(&self, _state: &Self::State, _chosen: Move) -> Option<Sentence> {
        None
    }

    /// Returns how the game is steered, `None` where that is not stated natively.
    fn controls(&self) -> Option<Controls> {
        None
    }

    /// Returns what pushers walk on, and what the box on a cell is carried over; `None` where that is not stated natively, and
    /// for pieces that are no pushers and boxes.
    fn floor(&self, _state: &Self::State, _origin: usize) -> Option<Floor> {
        None
    }

    /// Returns the position with the pusher on a cell put on another one, from where it may push; `None` for pieces that are no
    /// pushers.
    fn put(&self, _state: &Self::State, _pusher: usize, _cell: usize) -> Option<Self::State> {
        None
    }

    /// Returns whether a pusher has to come onto the board before anything is steered.
    fn is_waiting(&self, _state: &Self::State) -> bool {
        false
    }

    /// Returns where a pointer takes what stands on a cell within a limit of cells, where that is not what it means to the family
    /// of controls.
    fn own_reach(&self, _state: &Self::State, _origin: usize, _limit: usize) -> Option<Reach<'static>> {
        None
    }

    /// Returns the boxes that can be pushed, each with the directions, where that is not what it means to the family of controls.
    fn own_pushable(&self, _state: &Self::State, _limit: usize) -> Option<Vec<(usize, Vec<usize>)>> {
        None
    }

    /// Returns known dead squares: cells from which no box of the level can reach a goal.
    fn dead_squares(&self, _state: &Self::State) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the board as the player sees it.
    fn view(&self, state: &Self::State) -> GameBoard {
        self.to_board(state)
    }
}
