//! The twins: boards of any game cross the border by the names of their fields.

use pushbox_core::twin::{self, walk::Ply};
use pyo3::prelude::*;

use crate::value_error;

/// What a cell is made of: from its attributes, to a dictionary of them.
#[derive(FromPyObject, IntoPyObject)]
struct Terrain {
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

/// A piece: from its attributes, to a dictionary of them.
#[derive(FromPyObject, IntoPyObject)]
struct Piece {
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

/// A board: from its attributes, to a dictionary of them.
#[derive(FromPyObject, IntoPyObject)]
pub struct Board {
    width: usize,
    height: usize,
    terrain: Vec<Terrain>,
    pieces: Vec<Piece>,
    counters: Vec<(String, i64)>,
}

/// The value of an option.
#[derive(FromPyObject)]
pub enum Scalar {
    /// Before numbers, as True is one.
    Flag(bool),
    Whole(i64),
    Real(f64),
    Text(String),
}

impl From<Terrain> for twin::Terrain {
    fn from(value: Terrain) -> Self {
        let Terrain { kind, colour, number, direction, uses, pair, ports, role, player, looks } = value;
        Self { kind, colour, number, direction, uses, pair, ports, role, player, looks }
    }
}

impl From<twin::Terrain> for Terrain {
    fn from(value: twin::Terrain) -> Self {
        let twin::Terrain { kind, colour, number, direction, uses, pair, ports, role, player, looks } = value;
        Self { kind, colour, number, direction, uses, pair, ports, role, player, looks }
    }
}

impl From<Piece> for twin::Piece {
    fn from(value: Piece) -> Self {
        let Piece {
            kind,
            cells,
            colours,
            number,
            group,
            arrow,
            ports,
            fuse,
            player,
            fixed,
            bloomed,
            hidden,
            spent,
        } = value;
        Self {
            kind,
            cells,
            colours,
            number,
            group,
            arrow,
            ports,
            fuse,
            player,
            fixed,
            bloomed,
            hidden,
            spent,
        }
    }
}

impl From<twin::Piece> for Piece {
    fn from(value: twin::Piece) -> Self {
        let twin::Piece {
            kind,
            cells,
            colours,
            number,
            group,
            arrow,
            ports,
            fuse,
            player,
            fixed,
            bloomed,
            hidden,
            spent,
        } = value;
        Self {
            kind,
            cells,
            colours,
            number,
            group,
            arrow,
            ports,
            fuse,
            player,
            fixed,
            bloomed,
            hidden,
            spent,
        }
    }
}

impl From<Board> for twin::Board {
    fn from(board: Board) -> Self {
        let Board { width, height, terrain, pieces, counters } = board;
        let terrain = terrain.into_iter().map(Into::into).collect();
        Self { width, height, terrain, pieces: pieces.into_iter().map(Into::into).collect(), counters }
    }
}

impl From<twin::Board> for Board {
    fn from(board: twin::Board) -> Self {
        let twin::Board { width, height, terrain, pieces, counters } = board;
        let terrain = terrain.into_iter().map(Into::into).collect();
        Self { width, height, terrain, pieces: pieces.into_iter().map(Into::into).collect(), counters }
    }
}

/// The options of a level.
pub fn options_of(options: Vec<(String, Scalar)>) -> Vec<(String, twin::Scalar)> {
    let value = |value| match value {
        Scalar::Flag(flag) => twin::Scalar::Flag(flag),
        Scalar::Whole(number) => twin::Scalar::Whole(number),
        Scalar::Real(number) => twin::Scalar::Real(number),
        Scalar::Text(text) => twin::Scalar::Text(text),
    };
    options.into_iter().map(|(name, given)| (name, value(given))).collect()
}

/// What a twin says of a position: status, pushes and moves needed at least, whether it is dead, board, and what each
/// legal move leads to.
type Told = (&'static str, (u32, u32), bool, Board, Vec<(bool, Board)>);

/// Play ordinals from a level of a game that has a twin; tell of each position.
#[pyfunction]
pub fn walk_twin(
    py: Python<'_>,
    game: &str,
    board: Board,
    options: Vec<(String, Scalar)>,
    line: Vec<u32>,
) -> PyResult<Vec<Told>> {
    let (board, options) = (board.into(), options_of(options));
    let plies = py.detach(|| twin::walk::walk(game, &board, &options, &line)).map_err(value_error)?;
    let told = |ply: Ply| {
        let after = ply.after.into_iter().map(|(pushed, board)| (pushed, board.into())).collect();
        let estimate = (ply.estimate.pushes, ply.estimate.moves);
        (ply.status.as_str(), estimate, ply.is_dead, ply.board.into(), after)
    };
    Ok(plies.into_iter().map(told).collect())
}

/// Why the twin of a game does not take a level; None where it does.
#[pyfunction]
pub fn refusal_twin(game: &str, board: Board, options: Vec<(String, Scalar)>) -> Option<String> {
    twin::refusal(game, &board.into(), &options_of(options)).map(|error| error.to_string())
}
