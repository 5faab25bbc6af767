//! Levels with their native rules, to be searched and to be played.
//!
//! A position that is played is bytes, as a search stores it, and every function is pure: whoever plays keeps the
//! positions it may come back to, and nothing is replayed.

use super::game_board::{GameBoard, Settings};
use super::play::{Change, Controls, Floor, Move, Play, Ruling};
use super::pointer::Reach;
use super::replay::{PositionReport, replay};
use super::search::search_states;
use super::sentence::Sentence;
use super::{Reading, Rules, Transition};
use crate::clock::Clock;
use crate::limit::{Limit, SearchControl};
use crate::objective::Objective;
use crate::polling::to_end;
use crate::search::verdict::Answer;
use crate::stepping::{PausedSearch, SteppedSearch};

/// A level that is searched.
pub trait NativeLevel: Send + Sync {
    /// Returns the search that solves the level.
    fn search<'s>(
        &'s self,
        objective: Objective,
        most_moves: Option<u32>,
        control: &'s mut SearchControl<'_>,
    ) -> PausedSearch<'s, Answer<Vec<u32>>>;

    /// Plays a line of ordinals; reports on each position, the first and the last included. Each is encoded and decoded,
    /// as in a search.
    ///
    /// # Errors
    /// [`super::UnsupportedLevel`] for an ordinal that is not that of a legal move.
    fn replay(&self, line: &[u32]) -> Reading<Vec<PositionReport>>;
}

impl dyn NativeLevel {
    /// Solves the level; a line is the ordinal of each move among the legal moves of its position. With a limit of moves
    /// the search is by moves, as in [`crate::solve`].
    pub fn solve(
        &self,
        objective: Objective,
        most_moves: Option<u32>,
        control: &mut SearchControl<'_>,
    ) -> Answer<Vec<u32>> {
        to_end(self.search(objective, most_moves, control))
    }

    /// Returns the same search, to be stepped.
    pub fn solve_in_steps(
        self: Box<Self>,
        objective: Objective,
        most_moves: Option<u32>,
        limit: Limit,
        clock: Clock,
    ) -> SteppedSearch<Answer<Vec<u32>>> {
        SteppedSearch::new(limit, clock, move |control| {
            Box::pin(async move { self.search(objective, most_moves, control).await })
        })
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

    /// Returns the number of the player who has won, if people compete; 0 for none.
    fn winner(&self, state: &[u8]) -> usize;

    /// Returns why a move is illegal, where the board alone does not tell.
    fn refusal(&self, state: &[u8], chosen: Move) -> Option<Sentence>;

    /// Returns how it is steered, `None` where that is not stated natively.
    fn controls(&self) -> Option<Controls>;

    /// Returns what pushers walk on, and what the box on a cell is carried over; see [`Play::floor`].
    fn floor(&self, state: &[u8], origin: usize) -> Option<Floor>;

    /// Returns the position with a pusher put on another cell; see [`Play::put`].
    fn put(&self, state: &[u8], pusher: usize, cell: usize) -> Option<Vec<u8>>;

    /// Returns whether a pusher has to come onto the board before anything is steered.
    fn is_waiting(&self, state: &[u8]) -> bool;

    /// Returns where a pointer takes what stands on a cell; see [`Play::own_reach`].
    fn own_reach(&self, state: &[u8], origin: usize, limit: usize) -> Option<Reach<'static>>;

    /// Returns the boxes that can be pushed; see [`Play::own_pushable`].
    fn own_pushable(&self, state: &[u8], limit: usize) -> Option<Vec<(usize, Vec<usize>)>>;

    /// Returns known dead squares.
    fn dead_squares(&self, state: &[u8]) -> Vec<usize>;

    /// Returns the board, hidden things included.
    fn board(&self, state: &[u8]) -> GameBoard;

    /// Returns the board without what counts the steps of a limit.
    fn unlimited_board(&self, state: &[u8]) -> GameBoard {
        self.board(state)
    }

    /// Returns the board as the player sees it.
    fn view(&self, state: &[u8]) -> GameBoard;
}

/// The rules of a level, and its initial state.
pub(super) struct Loaded<R: Rules>(R, R::State);

impl<R: Rules> Loaded<R> {
    /// Reads a level.
    pub(super) fn new(board: &GameBoard, options: &Settings) -> Reading<Self> {
        R::new(board, options).map(Self::of)
    }

    /// Takes the rules of a level and its initial state.
    pub(super) fn of((rules, initial): (R, R::State)) -> Self {
        Self(rules, initial)
    }
}

impl<R: Rules> NativeLevel for Loaded<R> {
    fn search<'s>(
        &'s self,
        objective: Objective,
        most_moves: Option<u32>,
        control: &'s mut SearchControl<'_>,
    ) -> PausedSearch<'s, Answer<Vec<u32>>> {
        Box::pin(async move {
            let verdict = search_states(&self.0, &self.1, objective, most_moves, control).await;
            Answer::new(verdict, control)
        })
    }

    fn replay(&self, line: &[u32]) -> Reading<Vec<PositionReport>> {
        replay(&self.0, &self.1, line)
    }
}

fn encoded<R: Rules>(rules: &R, state: &R::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    rules.encode(state, &mut bytes);
    bytes
}

/// Puts changes into the order in which they happen. It stands outside of the rules of any game, so that it is compiled once.
fn sort_by_tick(changes: &mut [Change]) {
    changes.sort_by_key(|change| change.tick);
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
        sort_by_tick(&mut changes);
        Some(Played { state: encoded(&self.0, &state), changes, pushed })
    }

    fn ruling(&self, state: &[u8]) -> Ruling {
        self.0.ruling(&self.0.decode(state))
    }

    fn winner(&self, state: &[u8]) -> usize {
        self.0.winner(&self.0.decode(state))
    }

    fn refusal(&self, state: &[u8], chosen: Move) -> Option<Sentence> {
        self.0.refusal(&self.0.decode(state), chosen)
    }

    fn controls(&self) -> Option<Controls> {
        self.0.controls()
    }

    fn floor(&self, state: &[u8], origin: usize) -> Option<Floor> {
        self.0.floor(&self.0.decode(state), origin)
    }

    fn put(&self, state: &[u8], pusher: usize, cell: usize) -> Option<Vec<u8>> {
        self.0.put(&self.0.decode(state), pusher, cell).map(|put| encoded(&self.0, &put))
    }

    fn is_waiting(&self, state: &[u8]) -> bool {
        self.0.is_waiting(&self.0.decode(state))
    }

    fn own_reach(&self, state: &[u8], origin: usize, limit: usize) -> Option<Reach<'static>> {
        self.0.own_reach(&self.0.decode(state), origin, limit)
    }

    fn own_pushable(&self, state: &[u8], limit: usize) -> Option<Vec<(usize, Vec<usize>)>> {
        self.0.own_pushable(&self.0.decode(state), limit)
    }

    fn dead_squares(&self, state: &[u8]) -> Vec<usize> {
        self.0.dead_squares(&self.0.decode(state))
    }

    fn board(&self, state: &[u8]) -> GameBoard {
        self.0.to_board(&self.0.decode(state))
    }

    fn view(&self, state: &[u8]) -> GameBoard {
        self.0.view(&self.0.decode(state))
    }
}
