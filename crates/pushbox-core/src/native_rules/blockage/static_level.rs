//! The static part of a level of Blockage: its options, its cells, and the names of its colours.

use std::collections::HashMap;

use super::super::game_board::choices;
use super::super::grid::Grid;
use super::super::{GameBoard, Piece, Reading, Settings, Terrain, unsupported};
use super::{State, Stone};

const BLACK: &str = "black";
/// The most colours: one goes into 16 bits with a flag.
const MOST_COLOURS: usize = 1 << 15;
/// No target, no dye, no other end.
pub(super) const NONE: u16 = u16::MAX;

/// The options of the game with their words, the defaults first.
pub(crate) const OPTIONS: [(&str, &[&str]); 5] = [
    ("overlap", &["rest", "cross"]),
    ("win", &["stones", "targets"]),
    ("auto_fix", &["no", "yes"]),
    ("dye", &["all", "coloured"]),
    ("fix", &["alone", "shared"]),
];

#[derive(Clone, Copy)]
pub(super) struct Options {
    /// Whether coloured stones only cross, and rest on each other.
    pub(super) cross: bool,
    /// Whether every target is to hold a stone, rather than every coloured stone to be fixed on a target.
    pub(super) win_targets: bool,
    pub(super) auto_fix: bool,
    /// Whether black stones leave a dye as it is.
    pub(super) spare_dye: bool,
    /// Whether a stone can be fixed that shares its cell.
    pub(super) shared_fix: bool,
}

impl Options {
    /// Reads the options that a level sets; the others have their defaults.
    fn new(set: &Settings) -> Reading<Self> {
        let [cross, win_targets, auto_fix, spare_dye, shared_fix] =
            choices("Blockage", set, OPTIONS)?.map(|word| word == 1);
        Ok(Self { cross, win_targets, auto_fix, spare_dye, shared_fix })
    }
}

/// The stones that a cell takes as a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// None: it is no target.
    No,
    /// Coloured stones of any colour.
    Any,
    /// Stones of a colour.
    Of(u16),
}

/// The cells of a level, the one off the board included, which is a wall.
pub(crate) struct StaticLevel {
    pub(super) grid: Grid,
    pub(super) rules: Options,
    pub(super) target: Vec<Target>,
    /// The targets in reading order.
    pub(super) goals: Vec<u16>,
    /// The colour of each dye.
    pub(super) dye: Vec<u16>,
    /// The cell at the other end of each teleporter that has one.
    pub(super) exit: Vec<u16>,
    /// For each cell that acts once its index among them.
    pub(super) single_use_index: Vec<u16>,
    /// The number of cells that act once.
    pub(super) single_use_cells: usize,
    /// The colours in the order of their names.
    pub(super) colours: Vec<String>,
    /// The colour of stones that are solid.
    pub(super) black: u16,
    pub(super) stones: usize,
    pub(super) bare: GameBoard,
}

impl StaticLevel {
    /// Reads a level; returns its static part and its initial state.
    pub(super) fn of_board(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        let rules = Options::new(options)?;
        let grid = Grid::new(board)?;
        board.counter(None)?;
        // In the order of the names, by which Python sorts the stones of a cell.
        let colours = board.palette([BLACK]).names.split_off(1);
        if colours.len() > MOST_COLOURS {
            return unsupported(format!("found {} colours, expected fewer", colours.len()));
        }
        let cells = grid.cells + 1;
        let mut level = Self {
            rules,
            target: vec![Target::No; cells],
            goals: Vec::new(),
            dye: vec![NONE; cells],
            exit: vec![NONE; cells],
            single_use_index: vec![NONE; cells],
            single_use_cells: 0,
            black: 0,
            stones: board.pieces.len(),
            bare: board.bare(),
            colours,
            grid,
        };
        level.black = level.colour(BLACK);
        let used = level.read_terrain(board)?;
        let mut stones = Vec::new();
        for piece in &board.pieces {
            stones.push(level.stone(piece)?);
        }
        stones.sort_unstable();
        let shares = |stone: &Stone| {
            stone.colour == level.black && stones.iter().filter(|other| other.cell == stone.cell).count() > 1
        };
        if stones.iter().any(shares) {
            return unsupported("found a black stone that shares its cell");
        }
        Ok((level, State { stones: stones.into(), used: used.into() }))
    }

    /// Reads the terrain; returns for each cell that acts once whether it has.
    fn read_terrain(&mut self, board: &GameBoard) -> Reading<Vec<bool>> {
        let mut used = Vec::new();
        let mut ends: HashMap<i64, Vec<usize>> = HashMap::new();
        board.read_terrain("Blockage", |cell, terrain| {
            let colour = terrain.colour.as_deref();
            let acts = matches!((terrain.kind.as_str(), terrain.uses), ("dye" | "teleporter", 0 | 1));
            match terrain.kind.as_str() {
                "wall" | "floor" => {}
                "goal" => {
                    self.target[cell] = colour.map_or(Target::Any, |name| Target::Of(self.colour(name)));
                    self.goals.push(cell as u16);
                }
                "dye" if acts => {
                    let colour = colour.filter(|&name| !name.is_empty() && name != BLACK)?;
                    self.dye[cell] = self.colour(colour);
                }
                "teleporter" if acts => ends.entry(terrain.pair).or_default().push(cell),
                _ => return None,
            }
            if acts {
                self.single_use_index[cell] = used.len() as u16;
                used.push(terrain.uses == 0);
            }
            let forget = |bare: &mut Terrain| match bare.kind.as_str() {
                "goal" => bare.colour = None,
                "dye" => (bare.colour, bare.uses) = (None, 0),
                "teleporter" => (bare.pair, bare.uses) = (0, 0),
                _ => {}
            };
            terrain.is_plain_but(forget).then_some(())
        })?;
        for pair in ends.into_values() {
            if let [one, two] = pair[..] {
                self.exit[one] = two as u16;
                self.exit[two] = one as u16;
            }
        }
        self.single_use_cells = used.len();
        Ok(used)
    }

    /// Returns the number of a colour that the level has.
    fn colour(&self, name: &str) -> u16 {
        self.colours.iter().position(|known| known == name).map_or(NONE, |index| index as u16)
    }

    fn stone(&self, piece: &Piece) -> Reading<Stone> {
        let cell = self.grid.cell_of(piece)?;
        let is_plain = piece.is_plain_but(|bare| (bare.colours, bare.fixed) = (Vec::new(), false));
        match piece.colours.first() {
            Some(name) if piece.kind == "stone" && is_plain && !self.grid.is_wall[usize::from(cell)] => {
                Ok(Stone { cell, colour: self.colour(name), is_fixed: piece.fixed })
            }
            _ => unsupported(format!("found {piece:?}, which Blockage does not take")),
        }
    }

    /// Returns a stone as a piece of the board.
    pub(super) fn piece(&self, stone: Stone) -> Piece {
        Piece {
            colours: vec![self.colours[usize::from(stone.colour)].clone()],
            fixed: stone.is_fixed,
            ..Piece::plain("stone", vec![usize::from(stone.cell)])
        }
    }

    /// Returns whether a cell is a target for stones of a colour.
    pub(super) fn takes(&self, cell: u16, colour: u16) -> bool {
        match self.target[usize::from(cell)] {
            Target::No => false,
            Target::Any => colour != self.black,
            Target::Of(own) => own == colour,
        }
    }
}
