//! The static part of a level of Blockage: its options, its cells, and the names of its colours.

use std::collections::HashMap;

use super::super::grid::Grid;
use super::super::{GameBoard, Piece, Scalar, Terrain, UnsupportedLevel, unknown_option, unsupported};
use super::stone::Stone;

const BLACK: &str = "black";
/// No target, no dye, no other end.
pub(super) const NONE: u16 = u16::MAX;

/// The options of a level.
#[derive(Clone, Copy, Default)]
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
    fn new(set: &[(String, Scalar)]) -> Result<Self, UnsupportedLevel> {
        let mut options = Self::default();
        for (name, value) in set {
            let text = if let Scalar::Text(text) = value { text.as_str() } else { "" };
            match (name.as_str(), text) {
                ("overlap", "rest" | "cross") => options.cross = text == "cross",
                ("win", "stones" | "targets") => options.win_targets = text == "targets",
                ("auto_fix", "no" | "yes") => options.auto_fix = text == "yes",
                ("dye", "all" | "coloured") => options.spare_dye = text == "coloured",
                ("fix", "alone" | "shared") => options.shared_fix = text == "shared",
                _ => return unknown_option("Blockage", name, value),
            }
        }
        Ok(options)
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
pub(super) struct StaticLevel {
    pub(super) grid: Grid,
    pub(super) rules: Options,
    pub(super) free: Vec<bool>,
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
    /// The number of stones.
    pub(super) stones: usize,
    bare: GameBoard,
}

impl StaticLevel {
    /// Reads a level; returns its static part, its stones and which of the cells that act once have acted.
    pub(super) fn new(
        board: &GameBoard,
        options: &[(String, Scalar)],
    ) -> Result<(Self, Vec<Stone>, Vec<bool>), UnsupportedLevel> {
        let rules = Options::new(options)?;
        let grid = Grid::new(board)?;
        board.refuse_counters()?;
        // In the order of the names, by which Python sorts the stones of a cell.
        let colours = board.palette([BLACK]).split_off(1);
        if colours.len() > Stone::COLOURS {
            return unsupported(format!("found {} colours, expected fewer", colours.len()));
        }
        let cells = grid.cells + 1;
        let mut level = Self {
            rules,
            free: vec![false; cells],
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
        let used = level.read_terrain()?;
        let mut stones = Vec::new();
        for piece in &board.pieces {
            stones.push(level.stone(piece)?);
        }
        stones.sort_unstable();
        let shares = |stone: &Stone| {
            stone.colour() == level.black
                && stones.iter().filter(|other| other.cell() == stone.cell()).count() > 1
        };
        if stones.iter().any(shares) {
            return unsupported("found a black stone that shares its cell");
        }
        Ok((level, stones, used))
    }

    /// Reads the terrain; returns for each cell that acts once whether it has.
    fn read_terrain(&mut self) -> Result<Vec<bool>, UnsupportedLevel> {
        let mut used = Vec::new();
        let mut ends: HashMap<i64, Vec<usize>> = HashMap::new();
        for cell in 0..self.grid.cells {
            let terrain = &self.bare.terrain[cell];
            let mut bare = terrain.clone();
            bare.kind.clear();
            let acts = matches!((terrain.kind.as_str(), terrain.uses), ("dye" | "teleporter", 0 | 1));
            match terrain.kind.as_str() {
                "wall" | "floor" => {}
                "goal" => {
                    let colour = bare.colour.take();
                    self.target[cell] = colour.map_or(Target::Any, |name| Target::Of(self.colour(&name)));
                    self.goals.push(cell as u16);
                }
                "dye" if acts => match bare.colour.take() {
                    Some(name) if !name.is_empty() && name != BLACK => self.dye[cell] = self.colour(&name),
                    _ => return unsupported("found a dye without a colour"),
                },
                "teleporter" if acts => {
                    ends.entry(bare.pair).or_default().push(cell);
                    bare.pair = 0;
                }
                kind => return unsupported(format!("found a {kind} that is none of Blockage's")),
            }
            self.free[cell] = terrain.kind != "wall";
            if acts {
                self.single_use_index[cell] = used.len() as u16;
                used.push(terrain.uses == 0);
                bare.uses = 0;
            }
            if bare != Terrain::plain("") {
                return unsupported(format!("found a {} that is none of Blockage's", terrain.kind));
            }
        }
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

    fn stone(&self, piece: &Piece) -> Result<Stone, UnsupportedLevel> {
        let known = Piece {
            colours: piece.colours.clone(),
            fixed: piece.fixed,
            ..Piece::plain("stone", piece.cells.clone())
        };
        let cell = self.grid.cell_of(piece)?;
        match piece.colours.first() {
            Some(name) if *piece == known && self.free[usize::from(cell)] => {
                Ok(Stone::new(cell, self.colour(name), piece.fixed))
            }
            _ => unsupported(format!("found a {} that is none of Blockage's", piece.kind)),
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

    /// Returns the position as a board.
    pub(super) fn to_board(
        &self,
        stones: impl Iterator<Item = Stone>,
        used: impl Fn(usize) -> bool,
    ) -> GameBoard {
        let mut board = self.bare.clone();
        for (terrain, &use_index) in board.terrain.iter_mut().zip(&self.single_use_index) {
            if use_index != NONE {
                terrain.uses = i64::from(!used(usize::from(use_index)));
            }
        }
        let pieces = stones.map(|stone| Piece {
            colours: vec![self.colours[usize::from(stone.colour())].clone()],
            fixed: stone.is_fixed(),
            ..Piece::plain("stone", vec![usize::from(stone.cell())])
        });
        GameBoard { pieces: pieces.collect(), ..board }
    }
}
