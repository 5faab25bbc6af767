//! The static part of a level of Blockoban: its grounds, its tiles, its options, and the class of each piece.

use std::ops::Range;

use super::super::game_board::colour_number;
use super::super::grid::Grid;
use super::super::{GameBoard, Piece, Scalar, Terrain, UnsupportedLevel, runs, unknown_option, unsupported};
use super::State;

/// No colour, among the colours of a level.
pub(super) const PLAIN: usize = 0;

const FALLEN: &str = "fallen";

/// What a cell does to a piece that slides onto it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Wall,
    Open,
    Sticky,
    Hole,
}

/// The kind of a piece. Pieces of one class are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PieceClass {
    pub(super) is_circle: bool,
    pub(super) colour: usize,
    /// The group in which squares are swiped together, 0 for none.
    pub(super) group: i64,
}

/// The options of a level.
#[derive(Clone, Copy)]
pub(super) struct Options {
    /// Whether the squares of a group stop together.
    pub(super) rigid: bool,
    /// Whether circles can be swiped.
    pub(super) swiped: bool,
    /// Whether a circle passes its motion on to a circle that it hits.
    pub(super) chain: bool,
    /// Whether a square that is swiped hits a circle that it touches.
    pub(super) nudge: bool,
}

/// The static part of a level. The pieces of a state stand by class, and in a class in the order of their cells.
pub(super) struct StaticLevel {
    pub(super) grid: Grid,
    pub(super) options: Options,
    /// The ground of each cell, that off the board included.
    pub(super) grounds: Vec<Ground>,
    /// The tiles of each colour; those of none mean nothing.
    pub(super) tiles: Vec<Vec<u16>>,
    /// The class of each slot.
    pub(super) classes: Vec<PieceClass>,
    /// The slots of each class.
    pub(super) ranges: Vec<Range<usize>>,
    /// For each cell, that off the board included, the colour of its tile.
    tile_colours: Vec<usize>,
    /// How many pieces had left the board before the first move.
    fallen: i64,
    colours: Vec<String>,
    bare: GameBoard,
}

impl StaticLevel {
    /// Reads a level; returns its static part and its initial state.
    pub(super) fn new(
        board: &GameBoard,
        options: &[(String, Scalar)],
    ) -> Result<(Self, State), UnsupportedLevel> {
        let options = Options::new(options)?;
        let grid = Grid::new(board)?;
        let fallen = match &board.counters[..] {
            [] => 0,
            [(name, count)] if name == FALLEN && *count >= 0 => *count,
            counters => return unsupported(format!("found the counters {counters:?} in Blockoban")),
        };
        let colours = board.palette([]);
        let (mut grounds, mut tile_colours) = (Vec::new(), Vec::new());
        for (cell, terrain) in board.terrain.iter().enumerate() {
            let (ground, colour) = read_terrain(cell, terrain)?;
            grounds.push(ground);
            tile_colours.push(colour_number(&colours, colour));
        }
        grounds.push(Ground::Wall);
        tile_colours.push(PLAIN);
        let pieces = read_pieces(board, &grid, &grounds, &colours)?;
        let tiles = (0..colours.len()).map(|colour| {
            (0..grid.cells as u16).filter(|&cell| tile_colours[usize::from(cell)] == colour).collect()
        });
        let classes: Vec<PieceClass> = pieces.iter().map(|&(class, _)| class).collect();
        let level = Self {
            options,
            tiles: tiles.collect(),
            ranges: runs(&classes),
            grounds,
            classes,
            tile_colours,
            fallen,
            colours,
            bare: board.bare(),
            grid,
        };
        Ok((level, pieces.into_iter().map(|(_, cell)| cell).collect()))
    }

    /// Returns the cell of a piece that has left the board.
    pub(super) fn gone(&self) -> u16 {
        self.grid.cells as u16
    }

    /// Counts the pieces that have left the board.
    pub(super) fn fallen(&self, state: &State) -> i64 {
        self.fallen + state.iter().filter(|&&cell| cell == self.gone()).count() as i64
    }

    /// Returns whether the piece of a slot has a colour.
    pub(super) fn is_coloured(&self, slot: usize) -> bool {
        self.classes[slot].colour != PLAIN
    }

    /// Returns whether the piece of a slot stands on a tile of its colour, or has none.
    pub(super) fn is_home(&self, slot: usize, cell: u16) -> bool {
        !self.is_coloured(slot) || self.tile_colours[usize::from(cell)] == self.classes[slot].colour
    }

    /// Returns a position as a board.
    pub(super) fn to_board(&self, state: &State) -> GameBoard {
        let on_board = self.classes.iter().zip(state).filter(|&(_, &cell)| cell != self.gone());
        let pieces = on_board.map(|(class, &cell)| {
            let kind = if class.is_circle { "circle" } else { "block" };
            let coloured = class.colour != PLAIN;
            let colours = coloured.then(|| self.colours[class.colour].clone()).into_iter().collect();
            Piece { colours, group: class.group, ..Piece::plain(kind, vec![cell.into()]) }
        });
        let fallen = self.fallen(state);
        let counters = if fallen == 0 { Vec::new() } else { vec![(FALLEN.to_owned(), fallen)] };
        GameBoard { pieces: pieces.collect(), counters, ..self.bare.clone() }
    }
}

impl Options {
    /// Reads the options that a level sets; the others have their defaults.
    fn new(set: &[(String, Scalar)]) -> Result<Self, UnsupportedLevel> {
        let mut options = Self { rigid: false, swiped: true, chain: false, nudge: true };
        for (name, value) in set {
            let text = if let Scalar::Text(text) = value { text.as_str() } else { "" };
            match (name.as_str(), text) {
                ("notched", "each" | "rigid") => options.rigid = text == "rigid",
                ("circles", "swiped" | "hit") => options.swiped = text == "swiped",
                ("chain", "no" | "yes") => options.chain = text == "yes",
                ("nudge", "no" | "yes") => options.nudge = text == "yes",
                _ => return unknown_option("Blockoban", name, value),
            }
        }
        Ok(options)
    }
}

/// Reads the ground of a cell, and the colour of its tile, empty for none.
fn read_terrain(cell: usize, terrain: &Terrain) -> Result<(Ground, &str), UnsupportedLevel> {
    let bare = Terrain { colour: None, ..terrain.clone() };
    let colour = terrain.colour.as_deref().unwrap_or_default();
    match terrain.kind.as_str() {
        _ if bare != Terrain::plain(&terrain.kind) => {}
        "goal" => return Ok((Ground::Open, colour)),
        _ if !colour.is_empty() => {}
        "floor" => return Ok((Ground::Open, "")),
        "wall" => return Ok((Ground::Wall, "")),
        "sticky" => return Ok((Ground::Sticky, "")),
        "hole" => return Ok((Ground::Hole, "")),
        _ => {}
    }
    unsupported(format!("cell {cell}: found {terrain:?}, which Blockoban does not have"))
}

/// Reads the class and the cell of each piece, in order.
fn read_pieces(
    board: &GameBoard,
    grid: &Grid,
    grounds: &[Ground],
    colours: &[String],
) -> Result<Vec<(PieceClass, u16)>, UnsupportedLevel> {
    let is_blocked = grounds.iter().map(|ground| matches!(ground, Ground::Wall | Ground::Hole));
    let mut pieces = Vec::new();
    for (cell, piece) in grid.place(board, is_blocked.collect())? {
        let bare = Piece { colours: Vec::new(), group: 0, ..piece.clone() };
        let is_circle = piece.kind == "circle";
        let colour = match (piece.kind.as_str(), piece.colours.as_slice()) {
            _ if bare != Piece::plain(&piece.kind, piece.cells.clone()) => None,
            ("circle", _) if piece.group != 0 => None,
            ("block" | "circle", []) => Some(PLAIN),
            ("block" | "circle", [colour]) if !colour.is_empty() => Some(colour_number(colours, colour)),
            _ => None,
        };
        let Some(colour) = colour else {
            return unsupported(format!("found {piece:?}, expected a block or a circle"));
        };
        pieces.push((PieceClass { is_circle, colour, group: piece.group }, cell));
    }
    pieces.sort_unstable();
    Ok(pieces)
}
