//! The static part of a level of Blockoban: its grounds, its tiles, its options, and the class of each piece.

use std::sync::OnceLock;

use super::super::cast::Cast;
use super::super::game_board::{PLAIN, choices};
use super::super::{GameBoard, Reading, Settings, unsupported};
use super::State;
use super::bound::BoundTables;

/// The counter of the pieces that have left the board.
pub(super) const FALLEN: &str = "fallen";

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
pub(crate) struct PieceClass {
    pub(super) is_circle: bool,
    pub(super) colour: usize,
    /// The group in which squares are swiped together, 0 for none.
    pub(super) group: i64,
}

/// The options of the game with their words, the defaults first.
pub(crate) const OPTIONS: [(&str, &[&str]); 4] = [
    ("notched", &["each", "rigid"]),
    ("circles", &["swiped", "hit"]),
    ("chain", &["no", "yes"]),
    ("nudge", &["yes", "no"]),
];

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

/// The static part of a level.
pub(crate) struct Statics {
    pub(super) options: Options,
    /// The ground of each cell, that off the board included.
    pub(super) grounds: Vec<Ground>,
    /// The tiles of each colour; those of none mean nothing.
    pub(super) tiles: Vec<Vec<u16>>,
    /// For each cell, that off the board included, the colour of its tile.
    tile_colours: Vec<usize>,
    /// How many pieces had left the board before the first move.
    fallen: i64,
    /// The position at the start.
    pub(super) start: State,
    /// Made when they are first used, as playing needs none.
    pub(super) tables: OnceLock<BoundTables>,
}

/// A level, read.
pub(crate) type StaticLevel = Cast<PieceClass, Statics>;

impl StaticLevel {
    /// Reads a level; returns its static part and its initial state.
    pub(super) fn of_board(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        let options = Options::new(options)?;
        let fallen = match &board.counters[..] {
            [] => 0,
            [(name, count)] if name == FALLEN && *count >= 0 => *count,
            counters => return unsupported(format!("found the counters {counters:?} in Blockoban")),
        };
        let palette = board.palette([]);
        let (mut grounds, mut tile_colours) = (Vec::new(), Vec::new());
        board.read_terrain("Blockoban", |_, terrain| {
            let colour = terrain.colour.as_deref().unwrap_or_default();
            grounds.push(match (terrain.kind.as_str(), colour) {
                ("goal", _) | ("floor", "") => Ground::Open,
                ("wall", "") => Ground::Wall,
                ("sticky", "") => Ground::Sticky,
                ("hole", "") => Ground::Hole,
                _ => return None,
            });
            tile_colours.push(palette.number(colour));
            terrain.is_plain_but(|bare| bare.colour = None).then_some(())
        })?;
        grounds.push(Ground::Wall);
        tile_colours.push(PLAIN);
        let (cast, state) = Cast::read(board, "Blockoban", &[], |cell, piece| {
            let is_circle = piece.kind == "circle";
            let is_known = is_circle && piece.group == 0 || piece.kind == "block";
            let is_held = grounds[usize::from(cell)] != Ground::Hole;
            let class = PieceClass { is_circle, colour: palette.number_of(piece)?, group: piece.group };
            let is_plain = piece.is_plain_but(|bare| (bare.colours, bare.group) = (Vec::new(), 0));
            (is_known && is_held && is_plain).then_some(class)
        })?;
        let tiles = (0..palette.names.len()).map(|colour| {
            (0..cast.grid.off()).filter(|&cell| tile_colours[usize::from(cell)] == colour).collect()
        });
        let (start, tables) = (state.clone(), OnceLock::new());
        let tiles = tiles.collect();
        let statics = Statics { options, grounds, tiles, tile_colours, fallen, start, tables };
        Ok((cast.with(statics), state))
    }

    /// Counts the pieces that have left the board.
    pub(super) fn fallen(&self, state: &State) -> i64 {
        self.fallen + state.iter().filter(|&&cell| cell == self.grid.off()).count() as i64
    }

    /// Returns whether the piece of a slot has a colour.
    pub(super) fn is_coloured(&self, slot: usize) -> bool {
        self.classes[slot].colour != PLAIN
    }

    /// Returns whether the piece of a slot stands on a tile of its colour, or has none.
    pub(super) fn is_home(&self, slot: usize, cell: u16) -> bool {
        !self.is_coloured(slot) || self.tile_colours[usize::from(cell)] == self.classes[slot].colour
    }
}

impl Options {
    /// Reads the options that a level sets; the others have their defaults.
    fn new(set: &Settings) -> Reading<Self> {
        let [rigid, hit, chain, apart] = choices("Blockoban", set, OPTIONS)?.map(|word| word == 1);
        Ok(Self { rigid, swiped: !hit, chain, nudge: !apart })
    }
}
