//! The native rules of other games: boards of any game are converted by the names of their fields.

use std::borrow::Cow;

use pushbox_core::native_rules::games;
use pushbox_core::native_rules::loaded::PlayedLevel;
use pushbox_core::native_rules::play::{Change, Part};
use pushbox_core::native_rules::sentence::{Param, Sentence};
use pushbox_core::native_rules::{self, GameBoard, PositionReport};
use pyo3::prelude::*;

use crate::value_error;

/// Defines a struct that Python's attributes are read into and a dictionary is made of, with the conversions from and to
/// the struct of the core that has the same fields.
macro_rules! mirror {
    ($(#[$doc:meta])* $name:ident of $core:ident { $($field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(FromPyObject, IntoPyObject)]
        pub struct $name {
            $($field: $type,)*
        }

        impl From<$name> for native_rules::$core {
            fn from($name { $($field,)* }: $name) -> Self {
                Self { $($field,)* }
            }
        }

        impl From<native_rules::$core> for $name {
            fn from(native_rules::$core { $($field,)* }: native_rules::$core) -> Self {
                Self { $($field,)* }
            }
        }
    };
}

mirror! {
    /// The terrain of a cell.
    PyTerrain of Terrain {
        kind: String,
        colour: Option<String>,
        number: i64,
        direction: i64,
        uses: i64,
        pair: i64,
        ports: i64,
        role: Option<String>,
        player: i64,
        looks: Option<String>,
    }
}

mirror! {
    /// A piece.
    PyPiece of Piece {
        kind: String,
        cells: Vec<usize>,
        colours: Vec<String>,
        number: i64,
        group: i64,
        arrow: i64,
        ports: i64,
        fuse: i64,
        player: i64,
        fixed: bool,
        bloomed: bool,
        hidden: bool,
        spent: bool,
    }
}

/// A board: from its attributes, to a dictionary of them.
#[derive(FromPyObject, IntoPyObject)]
pub struct PyBoard {
    width: usize,
    height: usize,
    terrain: Vec<PyTerrain>,
    pieces: Vec<PyPiece>,
    counters: Vec<(String, i64)>,
}

impl From<PyBoard> for GameBoard {
    fn from(PyBoard { width, height, terrain, pieces, counters }: PyBoard) -> Self {
        let terrain: Vec<native_rules::Terrain> = converted(terrain);
        Self { width, height, terrain: terrain.into(), pieces: converted(pieces), counters }
    }
}

impl From<GameBoard> for PyBoard {
    fn from(GameBoard { width, height, terrain, pieces, counters }: GameBoard) -> Self {
        Self { width, height, terrain: converted(Vec::from(terrain)), pieces: converted(pieces), counters }
    }
}

fn converted<T, U: From<T>>(values: Vec<T>) -> Vec<U> {
    values.into_iter().map(U::from).collect()
}

/// The value of an option.
#[derive(FromPyObject)]
pub enum PyScalar {
    /// Before numbers, as True is one.
    Flag(bool),
    Whole(i64),
    Real(f64),
    Text(String),
}

/// Converts the options of a level.
pub fn options_of(options: Vec<(String, PyScalar)>) -> Vec<(String, native_rules::Scalar)> {
    let value = |value| match value {
        PyScalar::Flag(flag) => native_rules::Scalar::Flag(flag),
        PyScalar::Whole(number) => native_rules::Scalar::Whole(number),
        PyScalar::Real(number) => native_rules::Scalar::Real(number),
        PyScalar::Text(text) => native_rules::Scalar::Text(text),
    };
    options.into_iter().map(|(name, given)| (name, value(given))).collect()
}

/// A report on a position: outcome, lower bounds on pushes and moves, whether it is a deadlock, board, and for each legal
/// move whether it pushes and the board after it.
type PyReport = (&'static str, (u32, u32), bool, PyBoard, Vec<(bool, PyBoard)>);

/// Play ordinals from a level of a game that has native rules; report on each position.
#[pyfunction]
pub fn replay_native(
    py: Python<'_>,
    game: &str,
    board: PyBoard,
    options: Vec<(String, PyScalar)>,
    line: Vec<u32>,
) -> PyResult<Vec<PyReport>> {
    let (board, options) = (board.into(), options_of(options));
    let replay = || games::load(game, &board, &options)?.replay(&line);
    let reports = py.detach(replay).map_err(value_error)?;
    let convert = |report: PositionReport| {
        let successors =
            report.successors.into_iter().map(|(pushed, board)| (pushed, board.into())).collect();
        let bound = (report.lower_bound.pushes, report.lower_bound.moves);
        (report.outcome.as_str(), bound, report.is_deadlock, report.board.into(), successors)
    };
    Ok(reports.into_iter().map(convert).collect())
}

/// A part of a board: a terrain, a piece, or a counter.
#[derive(IntoPyObject)]
pub enum PyPart {
    Terrain(PyTerrain),
    Piece(PyPiece),
    Counter((Cow<'static, str>, i64)),
}

/// A change: tick, cause, part before and after, cell (-1 for none), and the piece before the whole move.
type PyChange = (u32, &'static str, Option<PyPart>, Option<PyPart>, i64, Option<PyPiece>);

/// A legal move: cell and rank of its piece, its action, the numbers of that, whether it pushes, its changes.
type PyMove = ((u16, u16, &'static str, Vec<i64>), bool, Vec<PyChange>);

/// A sentence: its code and its parameters.
#[derive(IntoPyObject)]
pub struct PySentence(Cow<'static, str>, Vec<(&'static str, PyParam)>);

/// A parameter of a sentence.
#[derive(IntoPyObject)]
pub enum PyParam {
    Number(i64),
    Text(String),
    Sentence(PySentence),
}

fn sentence_of(Sentence { code, params }: Sentence) -> PySentence {
    let param = |param| match param {
        Param::Number(number) => PyParam::Number(number),
        Param::Text(text) => PyParam::Text(text),
        Param::Sentence(sentence) => PyParam::Sentence(sentence_of(sentence)),
    };
    PySentence(code, params.into_iter().map(|(name, value)| (name, param(value))).collect())
}

/// A position in play: outcome with reason and winner, board, board as seen, legal moves.
type PyPosition = ((&'static str, Option<PySentence>, usize), PyBoard, PyBoard, Vec<PyMove>);

/// Play ordinals from a level that native rules can play; return each position with its legal moves.
#[pyfunction]
pub fn play_native(
    py: Python<'_>,
    game: &str,
    board: PyBoard,
    options: Vec<(String, PyScalar)>,
    line: Vec<u32>,
) -> PyResult<Vec<PyPosition>> {
    let (board, options) = (board.into(), options_of(options));
    py.detach(|| {
        let level = games::load_played(game, &board, &options).map_err(value_error)?;
        let mut state = level.initial_state();
        let mut positions = Vec::with_capacity(line.len() + 1);
        for step in 0..=line.len() {
            let (position, after) = position_of(&*level, &state);
            positions.push(position);
            if let Some(&ordinal) = line.get(step) {
                let legal = after.len();
                state = after.into_iter().nth(ordinal as usize).ok_or_else(|| {
                    let step = step + 1;
                    value_error(format!("step {step}: found {ordinal}, expected one of {legal} moves"))
                })?;
            }
        }
        Ok(positions)
    })
}

/// Returns a position with its legal moves, and the positions after these.
fn position_of(level: &dyn PlayedLevel, state: &[u8]) -> (PyPosition, Vec<Vec<u8>>) {
    let (moves, after) = (level.legal_moves(state).into_iter())
        .filter_map(|chosen| {
            let played = level.apply(state, chosen)?;
            let (action, numbers) = chosen.action.named();
            let changes = played.changes.into_iter().map(change_of).collect();
            Some((((chosen.piece, chosen.rank, action, numbers), played.pushed, changes), played.state))
        })
        .unzip();
    let (outcome, reason) = level.ruling(state);
    let ruling = (outcome.as_str(), reason.map(sentence_of), level.winner(state));
    ((ruling, level.board(state).into(), level.view(state).into(), moves), after)
}

fn change_of(Change { tick, cause, part }: Change) -> PyChange {
    match part {
        Part::Terrain { cell, before, after } => {
            let [before, after] = [before, after].map(|part| Some(PyPart::Terrain(part.into())));
            (tick, cause, before, after, cell as i64, None)
        }
        Part::Piece { before, after, original } => {
            let [before, after] = [before, after].map(|part| part.map(|piece| PyPart::Piece(piece.into())));
            (tick, cause, before, after, -1, original.map(PyPiece::from))
        }
        Part::Counter { name, before, after } => {
            let [before, after] =
                [before, after].map(|part| part.map(|count| PyPart::Counter((name.clone(), count))));
            (tick, cause, before, after, -1, None)
        }
    }
}

/// Explain why the native rules do not take a level; None where they do.
#[pyfunction]
pub fn explain_unsupported(game: &str, board: PyBoard, options: Vec<(String, PyScalar)>) -> Option<String> {
    games::load(game, &board.into(), &options_of(options)).err().map(|error| error.to_string())
}
