//! What never changes in a level of Crossoban: its rules, its floor, and what each piece looks like.

use std::collections::BTreeSet;

use super::super::shape::Shape;
use super::super::{Board, Piece, Scalar, Terrain, TwinError};
use super::options::{FilterPushers, Options};

/// No direction.
pub(super) const NONE: u8 = u8::MAX;
/// A tile that is a hole which a box would fill.
pub(super) const HOLE: u16 = u16::MAX;
/// A tile that was a hole and is filled.
pub(super) const FLOOR: u16 = u16::MAX - 1;
/// No colour, among the colours of the level.
pub(super) const PLAIN: u16 = 0;

const SWALLOWED: &str = "swallowed ";
const NO_TILE: u16 = u16::MAX;

/// What a piece is beside its cell. Pieces that look alike are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Look {
    pub(super) is_box: bool,
    pub(super) colour: u16,
    /// What a pusher is linked by, 0 for nothing.
    pub(super) group: i64,
}

/// What a cell does.
#[derive(Clone)]
pub(super) struct Floor {
    pub(super) goal: bool,
    pub(super) ice: bool,
    pub(super) lock: bool,
    /// Whether it is a hole that nothing fills.
    pub(super) hole: bool,
    /// The direction in which it carries.
    pub(super) conveyor: u8,
    /// The direction in which nothing enters it.
    against: u8,
    tile: u16,
}

impl Floor {
    /// The tile that it is, of those that a turn can change.
    pub(super) fn tile(&self) -> Option<usize> {
        (self.tile != NO_TILE).then_some(usize::from(self.tile))
    }
}

/// The field of a level, with what each slot of a state stands for: pushers, then boxes, then the tiles.
pub(super) struct Ground {
    pub(super) shape: Shape,
    pub(super) rules: Options,
    pub(super) floor: Vec<Floor>,
    pub(super) first_box: usize,
    /// Whether any conveyor carries anything.
    pub(super) carries: bool,
    /// Whether something could slide and be carried in circles.
    pub(super) circles: bool,
    pub(super) goals: Vec<u16>,
    pub(super) tile_cells: Vec<u16>,
    /// For each colour how many of its boxes there ever were; none for boxes without one.
    pub(super) had: Vec<i64>,
    /// Whether a colour of two boxes or more had lost one before the first move.
    pub(super) broken: bool,
    /// For each colour how many boxes were gone before the first move.
    gone: Vec<i64>,
    colours: Vec<String>,
    terrain: Vec<Terrain>,
    /// Whether every number of a state fits into a byte.
    narrow: bool,
    /// The look of each slot.
    looks: Vec<Look>,
    /// Where the slots of each look begin and end.
    ranges: Vec<std::ops::Range<usize>>,
    /// For the kind of each slot, by slot and cell, whether the terrain admits it.
    admits: Vec<bool>,
}

impl Ground {
    /// Reads a level; returns its field and its first state.
    pub(super) fn new(board: &Board, options: &[(String, Scalar)]) -> Result<(Self, Vec<u16>), TwinError> {
        let rules = Options::new(options)?;
        let shape = Shape::new(board)?;
        let names: BTreeSet<String> = names(board).collect();
        let colours: Vec<String> = std::iter::once(String::new()).chain(names).collect();
        let mut gone = vec![0; colours.len()];
        for (name, value) in &board.counters {
            let colour = name.strip_prefix(SWALLOWED).and_then(|name| find(&colours, name));
            match colour {
                Some(colour) if colour != PLAIN && *value > 0 => gone[usize::from(colour)] = *value,
                _ => return Err(TwinError(format!("found the counter {name}={value} in Crossoban"))),
            }
        }
        let mut pieces = Vec::new();
        for piece in &board.pieces {
            pieces.push((look(piece, &colours)?, shape.cell(piece)?));
        }
        pieces.sort_unstable();
        let looks: Vec<Look> = pieces.iter().map(|&(look, _)| look).collect();
        let mut taken: Vec<u16> = pieces.iter().map(|&(_, cell)| cell).collect();
        taken.sort_unstable();
        if taken.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(TwinError("found pieces that share a cell".to_owned()));
        }
        if taken.iter().any(|&cell| board.terrain[usize::from(cell)].kind == "wall") {
            return Err(TwinError("found a piece in a wall".to_owned()));
        }
        let mut ground = Self {
            rules,
            floor: Vec::new(),
            first_box: looks.iter().filter(|look| !look.is_box).count(),
            carries: false,
            circles: false,
            goals: Vec::new(),
            tile_cells: Vec::new(),
            had: gone.clone(),
            broken: false,
            gone,
            terrain: board.terrain.clone(),
            ranges: looks
                .chunk_by(|a, b| a == b)
                .scan(0, |end, run| {
                    let start = *end;
                    *end += run.len();
                    Some(start..*end)
                })
                .collect(),
            admits: Vec::new(),
            narrow: false,
            looks,
            colours,
            shape,
        };
        for look in &ground.looks {
            if look.is_box && look.colour != PLAIN {
                ground.had[usize::from(look.colour)] += 1;
            }
        }
        ground.broken = ground.had.iter().zip(&ground.gone).any(|(&had, &gone)| gone > 0 && had > 1);
        let tiles = ground.lay(board)?;
        let uses = tiles.iter().filter(|&&tile| tile < FLOOR);
        ground.narrow = ground.shape.cells <= 0xff && uses.max() < Some(&(FLOOR & 0xff));
        ground.carries = ground.floor.iter().any(|floor| floor.conveyor != NONE);
        ground.circles = ground.carries && ground.has_circle();
        let looks = ground.looks.clone();
        ground.admits = looks
            .chunk_by(|a, b| a == b)
            .flat_map(|run| {
                let row: Vec<bool> =
                    (0..=ground.shape.cells).map(|cell| ground.admitted(run[0], cell)).collect();
                std::iter::repeat_n(row, run.len())
            })
            .flatten()
            .collect();
        let state = pieces.into_iter().map(|(_, cell)| cell).chain(tiles).collect();
        Ok((ground, state))
    }

    /// Reads the terrain; returns what is left of each tile.
    fn lay(&mut self, board: &Board) -> Result<Vec<u16>, TwinError> {
        let mut tiles = Vec::new();
        for (cell, terrain) in board.terrain.iter().enumerate() {
            let mut floor = Floor {
                goal: false,
                ice: false,
                lock: false,
                hole: false,
                conveyor: NONE,
                against: NONE,
                tile: NO_TILE,
            };
            let mut bare = terrain.clone();
            bare.kind.clear();
            let mut tile = |uses| {
                floor.tile = tiles.len() as u16;
                tiles.push(uses);
                self.tile_cells.push(cell as u16);
            };
            match terrain.kind.as_str() {
                "wall" | "floor" => {}
                "goal" => {
                    floor.goal = true;
                    self.goals.push(cell as u16);
                }
                "ice" => floor.ice = true,
                "lock" => floor.lock = true,
                "hole" if self.rules.fills => tile(HOLE),
                "hole" => floor.hole = true,
                "weak" if (0..i64::from(FLOOR)).contains(&terrain.uses) => {
                    bare.uses = 0;
                    tile(terrain.uses as u16);
                }
                "filter" => bare.colour = None,
                "conveyor" if (0..4).contains(&terrain.direction) => {
                    bare.direction = -1;
                    let way = terrain.direction as u8;
                    if self.rules.one_way {
                        floor.against = way ^ 2;
                    } else {
                        floor.conveyor = way;
                    }
                }
                kind => return Err(TwinError(format!("found a {kind} that is none of Crossoban's"))),
            }
            if bare != Terrain::plain("") {
                return Err(TwinError(format!("found a {} that is none of Crossoban's", terrain.kind)));
            }
            self.floor.push(floor);
        }
        self.floor.push(Floor {
            goal: false,
            ice: false,
            lock: false,
            hole: false,
            conveyor: NONE,
            against: NONE,
            tile: NO_TILE,
        });
        Ok(tiles)
    }

    /// Whether the terrain of a cell admits what looks so.
    fn admitted(&self, look: Look, cell: usize) -> bool {
        let Some(terrain) = self.terrain.get(cell) else {
            return false;
        };
        match terrain.kind.as_str() {
            "wall" => false,
            "lock" => look.is_box || self.rules.walk_locks,
            "filter" => {
                let same = terrain.colour.as_deref() == Some(self.colours[usize::from(look.colour)].as_str());
                if look.is_box {
                    return same || (look.colour == PLAIN && self.rules.filter_plain);
                }
                match self.rules.filter_pushers {
                    FilterPushers::None => true,
                    FilterPushers::All => false,
                    FilterPushers::Colour => look.colour == PLAIN || self.rules.any_colour || same,
                }
            }
            _ => true,
        }
    }

    /// Whether a piece that slides or is carried could come back to where it was, were there nothing else.
    fn has_circle(&self) -> bool {
        // By cell and direction of what slides or is carried, how often it was seen: a walk along the only next step.
        let next = |cell: usize, way: usize| {
            let to = usize::from(self.shape.step[cell][way]);
            let floor = &self.floor[to];
            if floor.ice {
                Some((to, way))
            } else {
                (floor.conveyor != NONE).then_some((to, usize::from(floor.conveyor)))
            }
        };
        let mut done = vec![0_u32; self.floor.len() * 4];
        for start in 0..done.len() {
            let (mut cell, mut way) = (start / 4, start % 4);
            let mark = start as u32 + 1;
            while done[cell * 4 + way] == 0 {
                done[cell * 4 + way] = mark;
                match next(cell, way) {
                    Some(then) => (cell, way) = then,
                    None => break,
                }
                if done[cell * 4 + way] == mark {
                    return true;
                }
            }
        }
        false
    }

    /// How many pieces there were at the start.
    pub(super) fn slots(&self) -> usize {
        self.looks.len()
    }

    /// What the piece of a slot looks like.
    pub(super) fn look(&self, slot: usize) -> Look {
        self.looks[slot]
    }

    /// The slots of the pieces that look alike, look by look.
    pub(super) fn ranges(&self) -> &[std::ops::Range<usize>] {
        &self.ranges
    }

    /// Brings a state into the one order that it has.
    pub(super) fn sort(&self, state: &mut [u16]) {
        for range in &self.ranges {
            state[range.clone()].sort_unstable();
        }
    }

    /// Whether the terrain of a cell admits the piece of a slot in a direction; what stands there does not matter.
    pub(super) fn admits(&self, slot: usize, cell: u16, way: usize) -> bool {
        let cell = usize::from(cell);
        self.admits[slot * self.floor.len() + cell] && usize::from(self.floor[cell].against) != way
    }

    /// Whether a pusher could push a box from a cell in a direction, as far as the terrain where they stand tells; where
    /// it goes does not matter. `pushers` are the cells of the pushers at the start, where they may stand against the rules.
    pub(super) fn can_push(&self, piece: usize, cell: usize, way: usize, pushers: &[u16]) -> bool {
        if self.floor[cell].lock {
            return false;
        }
        if self.rules.sticky && self.looks[piece].colour != PLAIN {
            return true; // perhaps by another box
        }
        let behind = self.shape.step[cell][way ^ 2];
        let floor = &self.floor[usize::from(behind)];
        (0..self.first_box).any(|pusher| {
            self.may_push(pusher, piece)
                && self.admits(pusher, cell as u16, way)
                && (pushers.contains(&behind)
                    || (!floor.hole && self.admits[pusher * self.floor.len() + usize::from(behind)]))
        })
    }

    /// Whether a pusher may push a box, by their colours.
    pub(super) fn may_push(&self, pusher: usize, pushed: usize) -> bool {
        let (own, colour) = (self.looks[pusher].colour, self.looks[pushed].colour);
        own == PLAIN || own == colour || self.rules.any_colour || (self.rules.pushes_plain && colour == PLAIN)
    }

    /// What is left of a tile when something has left it.
    pub(super) fn worn(&self, uses: u16, by_box: bool) -> u16 {
        match uses {
            0 | HOLE | FLOOR => uses,
            2.. if self.rules.boxes_wear => {
                if by_box {
                    0
                } else {
                    uses
                }
            }
            _ => uses - 1,
        }
    }

    /// Adds a state as bytes: one a number where that is enough, else two.
    pub(super) fn pack(&self, state: &[u16], out: &mut Vec<u8>) {
        if self.narrow {
            out.extend(state.iter().map(|&number| number as u8));
        } else {
            out.extend(state.iter().flat_map(|number| number.to_le_bytes()));
        }
    }

    /// The state that `pack` has written.
    pub(super) fn unpack(&self, bytes: &[u8]) -> Box<[u16]> {
        if !self.narrow {
            return bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        }
        let mut state: Box<[u16]> = bytes.iter().copied().map(u16::from).collect();
        for tile in &mut state[self.looks.len()..] {
            // The two tiles that are no number of uses are the greatest numbers, in one byte as in two.
            if *tile >= FLOOR & 0xff {
                *tile |= 0xff00;
            }
        }
        state
    }

    /// The position as a board.
    pub(super) fn board(&self, state: &[u16]) -> Board {
        let (at, tiles) = state.split_at(self.slots());
        let mut terrain = self.terrain.clone();
        for (&cell, &tile) in self.tile_cells.iter().zip(tiles) {
            let (kind, uses) = match tile {
                HOLE => ("hole", 0),
                FLOOR => ("floor", 0),
                uses => ("weak", i64::from(uses)),
            };
            terrain[usize::from(cell)] = Terrain { uses, ..Terrain::plain(kind) };
        }
        let mut gone = self.gone.clone();
        let mut pieces = Vec::new();
        for (&cell, look) in at.iter().zip(&self.looks) {
            if usize::from(cell) == self.shape.cells {
                if look.is_box && look.colour != PLAIN {
                    gone[usize::from(look.colour)] += 1;
                }
                continue;
            }
            let mut piece = Piece::plain(if look.is_box { "box" } else { "pusher" }, vec![usize::from(cell)]);
            if look.colour != PLAIN {
                piece.colours.push(self.colours[usize::from(look.colour)].clone());
            }
            pieces.push(Piece { group: look.group, ..piece });
        }
        let counters = self.colours.iter().zip(gone).filter(|&(_, count)| count > 0);
        Board {
            width: self.shape.width,
            height: self.shape.height,
            terrain,
            pieces,
            counters: counters.map(|(name, count)| (format!("{SWALLOWED}{name}"), count)).collect(),
        }
    }
}

/// The colours of a level, each as often as it stands there.
fn names(board: &Board) -> impl Iterator<Item = String> {
    let pieces = board.pieces.iter().filter_map(|piece| piece.colours.first().cloned());
    let counters =
        board.counters.iter().filter_map(|(name, _)| name.strip_prefix(SWALLOWED).map(String::from));
    pieces.chain(counters).filter(|name| !name.is_empty())
}

fn find(colours: &[String], name: &str) -> Option<u16> {
    colours.iter().position(|known| known == name).map(|place| place as u16)
}

fn look(piece: &Piece, colours: &[String]) -> Result<Look, TwinError> {
    let is_box = piece.kind == "box";
    let colour = piece.colours.first().map_or(Some(PLAIN), |name| find(colours, name));
    let known = Piece {
        colours: piece.colours.clone(),
        group: if is_box { 0 } else { piece.group },
        ..Piece::plain(&piece.kind, piece.cells.clone())
    };
    match colour {
        Some(colour) if (is_box || piece.kind == "pusher") && *piece == known => {
            Ok(Look { is_box, colour, group: piece.group })
        }
        _ => Err(TwinError(format!("found a {} that is none of Crossoban's", piece.kind))),
    }
}
