//! What never changes in a level of Blockage: its options, its cells, and the names of its colours.

use std::collections::{BTreeSet, HashMap};

use super::super::shape::Shape;
use super::super::{Board, Piece, Scalar, Terrain, TwinError};
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
    fn new(set: &[(String, Scalar)]) -> Result<Self, TwinError> {
        let mut found = Self::default();
        for (name, value) in set {
            let text = if let Scalar::Text(text) = value { text.as_str() } else { "" };
            match (name.as_str(), text) {
                ("overlap", "rest" | "cross") => found.cross = text == "cross",
                ("win", "stones" | "targets") => found.win_targets = text == "targets",
                ("auto_fix", "no" | "yes") => found.auto_fix = text == "yes",
                ("dye", "all" | "coloured") => found.spare_dye = text == "coloured",
                ("fix", "alone" | "shared") => found.shared_fix = text == "shared",
                _ => {
                    let told = format!("found the option {name}={value:?}, which Blockage does not have");
                    return Err(TwinError(told));
                }
            }
        }
        Ok(found)
    }
}

/// Which stones a target takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// It is no target.
    No,
    /// Coloured stones of any colour.
    Any,
    /// Stones of a colour.
    Of(u16),
}

/// The cells of a level, the one off the board included, which is a wall.
pub(super) struct Ground {
    pub(super) shape: Shape,
    pub(super) rules: Options,
    pub(super) free: Vec<bool>,
    pub(super) target: Vec<Target>,
    /// The targets in reading order.
    pub(super) goals: Vec<u16>,
    /// The colour of each dye.
    pub(super) dye: Vec<u16>,
    /// The other end of each teleporter that has one.
    pub(super) exit: Vec<u16>,
    /// For each cell that acts once its place among them.
    pub(super) once: Vec<u16>,
    /// How many cells act once.
    pub(super) acting: usize,
    /// The colours in the order of their names.
    pub(super) colours: Vec<String>,
    /// The colour of stones that are solid.
    pub(super) black: u16,
    /// How many stones there are.
    pub(super) stones: usize,
    terrain: Vec<Terrain>,
}

impl Ground {
    /// Reads a level; returns its field, its stones and which cells have acted, by their places.
    pub(super) fn new(
        board: &Board,
        options: &[(String, Scalar)],
    ) -> Result<(Self, Vec<Stone>, Vec<bool>), TwinError> {
        let rules = Options::new(options)?;
        let shape = Shape::new(board)?;
        if !board.counters.is_empty() {
            return Err(TwinError("found a counter, which Blockage does not have".to_owned()));
        }
        // In the order of the names, by which Python sorts the stones of a cell.
        let names: BTreeSet<&str> = board
            .pieces
            .iter()
            .filter_map(|piece| piece.colours.first())
            .chain(board.terrain.iter().filter_map(|terrain| terrain.colour.as_ref()))
            .map(String::as_str)
            .chain([BLACK])
            .collect();
        let colours: Vec<String> = names.into_iter().map(str::to_owned).collect();
        if colours.len() > Stone::COLOURS {
            return Err(TwinError(format!("found {} colours, expected fewer", colours.len())));
        }
        let cells = shape.cells + 1;
        let mut ground = Self {
            rules,
            free: vec![false; cells],
            target: vec![Target::No; cells],
            goals: Vec::new(),
            dye: vec![NONE; cells],
            exit: vec![NONE; cells],
            once: vec![NONE; cells],
            acting: 0,
            black: 0,
            stones: board.pieces.len(),
            terrain: board.terrain.clone(),
            colours,
            shape,
        };
        ground.black = ground.colour(BLACK);
        let used = ground.lay()?;
        let mut stones = Vec::new();
        for piece in &board.pieces {
            stones.push(ground.stone(piece)?);
        }
        stones.sort_unstable();
        let shares = |stone: &Stone| {
            stone.colour() == ground.black
                && stones.iter().filter(|other| other.cell() == stone.cell()).count() > 1
        };
        if stones.iter().any(shares) {
            return Err(TwinError("found a black stone that shares its cell".to_owned()));
        }
        Ok((ground, stones, used))
    }

    /// Reads the terrain; returns for each cell that acts once whether it has.
    fn lay(&mut self) -> Result<Vec<bool>, TwinError> {
        let mut used = Vec::new();
        let mut ends: HashMap<i64, Vec<usize>> = HashMap::new();
        for cell in 0..self.shape.cells {
            let terrain = &self.terrain[cell];
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
                    _ => return Err(TwinError("found a dye without a colour".to_owned())),
                },
                "teleporter" if acts => {
                    ends.entry(bare.pair).or_default().push(cell);
                    bare.pair = 0;
                }
                kind => return Err(TwinError(format!("found a {kind} that is none of Blockage's"))),
            }
            self.free[cell] = terrain.kind != "wall";
            if acts {
                self.once[cell] = used.len() as u16;
                used.push(terrain.uses == 0);
                bare.uses = 0;
            }
            if bare != Terrain::plain("") {
                return Err(TwinError(format!("found a {} that is none of Blockage's", terrain.kind)));
            }
        }
        for pair in ends.into_values() {
            if let [one, two] = pair[..] {
                self.exit[one] = two as u16;
                self.exit[two] = one as u16;
            }
        }
        self.acting = used.len();
        Ok(used)
    }

    /// The number of a colour that the level has.
    fn colour(&self, name: &str) -> u16 {
        self.colours.iter().position(|known| known == name).map_or(NONE, |place| place as u16)
    }

    fn stone(&self, piece: &Piece) -> Result<Stone, TwinError> {
        let known = Piece {
            colours: piece.colours.clone(),
            fixed: piece.fixed,
            ..Piece::plain("stone", piece.cells.clone())
        };
        let cell = self.shape.cell(piece)?;
        match piece.colours.first() {
            Some(name) if *piece == known && self.free[usize::from(cell)] => {
                Ok(Stone::new(cell, self.colour(name), piece.fixed))
            }
            _ => Err(TwinError(format!("found a {} that is none of Blockage's", piece.kind))),
        }
    }

    /// Whether a cell is a target for stones of a colour.
    pub(super) fn takes(&self, cell: u16, colour: u16) -> bool {
        match self.target[usize::from(cell)] {
            Target::No => false,
            Target::Any => colour != self.black,
            Target::Of(own) => own == colour,
        }
    }

    /// The position as a board.
    pub(super) fn board(&self, stones: impl Iterator<Item = Stone>, used: impl Fn(usize) -> bool) -> Board {
        let mut terrain = self.terrain.clone();
        for (cell, &place) in self.once.iter().enumerate().filter(|&(_, &place)| place != NONE) {
            terrain[cell].uses = i64::from(!used(usize::from(place)));
        }
        let pieces = stones.map(|stone| Piece {
            colours: vec![self.colours[usize::from(stone.colour())].clone()],
            fixed: stone.is_fixed(),
            ..Piece::plain("stone", vec![usize::from(stone.cell())])
        });
        let (width, height) = (self.shape.width, self.shape.height);
        Board { width, height, terrain, pieces: pieces.collect(), counters: Vec::new() }
    }
}
