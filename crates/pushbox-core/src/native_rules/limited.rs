//! Limits of steps, which every game has; `pushbox.games.limits` states the rules.
//!
//! They stand around a level that is played, whatever its game. The seconds of a limit are no part of a position: whoever
//! plays counts them.

use std::borrow::Cow;

use super::game_board::{GameBoard, Scalar, Settings};
use super::loaded::{Played, PlayedLevel};
use super::play::{Change, Controls, Floor, Move, Part, Ruling};
use super::pointer::Reach;
use super::sentence::Sentence;
use super::{Outcome, Reading};

/// The option, and the counter.
const STEPS: &str = "steps";
/// The options of limits.
const OPTIONS: [&str; 2] = [STEPS, "seconds"];
/// The bytes of a count.
const COUNT: usize = size_of::<i64>();

/// Returns options without those of limits.
pub fn unlimited(options: &Settings) -> Vec<(String, Scalar)> {
    options.iter().filter(|(name, _)| !OPTIONS.contains(&name.as_str())).cloned().collect()
}

/// Returns a board without the counter of steps.
fn uncounted(mut board: GameBoard) -> GameBoard {
    board.counters.retain(|(name, _)| name != STEPS);
    board
}

/// Loads a level without its limits, with what loads any, and puts them around it.
pub(super) fn load(
    board: &GameBoard,
    options: &Settings,
    load: impl Fn(&GameBoard, &Settings) -> Reading<Box<dyn PlayedLevel>>,
) -> Reading<Box<dyn PlayedLevel>> {
    let others = unlimited(options);
    let limit = options.iter().find_map(|(name, value)| match value {
        Scalar::Whole(limit) if name == STEPS && *limit != 0 => Some(*limit),
        _ => None,
    });
    let Some(limit) = limit else { return load(board, &others) };
    let made = count_of(board).unwrap_or(0);
    let mut level = load(&uncounted(board.clone()), &others)?;
    if made != 0 && count_of(&level.board(&level.initial_state())).is_some() {
        level = load(board, &others)?; // the game counts them too
    }
    Ok(Box::new(Limited { level, made: made.max(0), limit }))
}

/// Returns the steps that a board counts.
fn count_of(board: &GameBoard) -> Option<i64> {
    board.counters.iter().find(|(name, _)| name == STEPS).map(|&(_, count)| count)
}

/// Returns a board on which so many steps are counted.
fn counted(board: GameBoard, steps: i64) -> GameBoard {
    let mut board = uncounted(board);
    board.counters.push((STEPS.to_owned(), steps));
    board
}

/// A level in which steps are limited. A position is that of the level below, and then the count of steps.
struct Limited {
    level: Box<dyn PlayedLevel>,
    /// How many steps were made before the start.
    made: i64,
    limit: i64,
}

/// Returns the position of the level below, and the count.
fn parts(state: &[u8]) -> (&[u8], i64) {
    let (below, count) = state.split_last_chunk::<COUNT>().expect("a position ends with its count of steps");
    (below, i64::from_le_bytes(*count))
}

/// Returns a position with the count.
fn with_count(mut below: Vec<u8>, steps: i64) -> Vec<u8> {
    below.extend(steps.to_le_bytes());
    below
}

impl Limited {
    /// Returns whether the limit is what a position is lost by; below it has an outcome of its own.
    fn is_lost_by_limit(&self, state: &[u8], below: Outcome) -> bool {
        let steps = parts(state).1;
        let is_over = steps > self.limit || (steps == self.limit && below != Outcome::Solved);
        is_over && below != Outcome::Lost
    }
}

impl PlayedLevel for Limited {
    fn initial_state(&self) -> Vec<u8> {
        with_count(self.level.initial_state(), self.made)
    }

    fn legal_moves(&self, state: &[u8]) -> Vec<Move> {
        self.level.legal_moves(parts(state).0)
    }

    fn apply(&self, state: &[u8], chosen: Move) -> Option<Played> {
        let (below, steps) = parts(state);
        let Played { state, mut changes, pushed } = self.level.apply(below, chosen)?;
        let counts = |change: &Change| matches!(&change.part, Part::Counter { name, after: Some(_), .. } if name == STEPS);
        if !changes.iter().any(counts) {
            let (before, after) = (Some(steps), Some(steps + 1));
            let part = Part::Counter { name: Cow::Borrowed(STEPS), before, after };
            changes.insert(0, Change { tick: 0, cause: "step", part });
        }
        Some(Played { state: with_count(state, steps + 1), changes, pushed })
    }

    fn ruling(&self, state: &[u8]) -> Ruling {
        match self.level.ruling(parts(state).0) {
            (outcome, _) if self.is_lost_by_limit(state, outcome) => {
                (Outcome::Lost, Some(Sentence::new("limit-steps").with("count", self.limit)))
            }
            ruling => ruling,
        }
    }

    fn winner(&self, state: &[u8]) -> usize {
        let below = parts(state).0;
        if self.is_lost_by_limit(state, self.level.ruling(below).0) { 0 } else { self.level.winner(below) }
    }

    fn refusal(&self, state: &[u8], chosen: Move) -> Option<Sentence> {
        self.level.refusal(parts(state).0, chosen)
    }

    fn controls(&self) -> Option<Controls> {
        self.level.controls()
    }

    fn floor(&self, state: &[u8], origin: usize) -> Option<Floor> {
        self.level.floor(parts(state).0, origin)
    }

    fn put(&self, state: &[u8], pusher: usize, cell: usize) -> Option<Vec<u8>> {
        let (below, steps) = parts(state);
        self.level.put(below, pusher, cell).map(|put| with_count(put, steps))
    }

    fn is_waiting(&self, state: &[u8]) -> bool {
        self.level.is_waiting(parts(state).0)
    }

    fn own_reach(&self, state: &[u8], origin: usize, limit: usize) -> Option<Reach<'static>> {
        self.level.own_reach(parts(state).0, origin, limit)
    }

    fn own_pushable(&self, state: &[u8], limit: usize) -> Option<Vec<(usize, Vec<usize>)>> {
        self.level.own_pushable(parts(state).0, limit)
    }

    fn dead_squares(&self, state: &[u8]) -> Vec<usize> {
        self.level.dead_squares(parts(state).0)
    }

    fn board(&self, state: &[u8]) -> GameBoard {
        let (below, steps) = parts(state);
        counted(self.level.board(below), steps)
    }

    fn unlimited_board(&self, state: &[u8]) -> GameBoard {
        self.level.board(parts(state).0)
    }

    fn view(&self, state: &[u8]) -> GameBoard {
        let (below, steps) = parts(state);
        counted(self.level.view(below), steps)
    }
}
