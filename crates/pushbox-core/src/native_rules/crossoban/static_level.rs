//! The static part of a level of Crossoban: its options, its terrain, and the class of each piece.

use std::ops::Range;
use std::sync::OnceLock;

use super::super::cast::Cast;
use super::super::game_board::{PLAIN, Palette};
use super::super::grid::Grid;
use super::super::{GameBoard, Reading, Settings, Terrain, unsupported};
use super::bound::BoundTables;
use super::options::{FilterPushers, Options};

/// The tile of a hole which a box would fill.
pub(super) const HOLE: u16 = 0;
/// The tile of a hole that is filled.
pub(super) const FLOOR: u16 = 1;
/// The tile of a weak one that is worn out; each use that is left adds one.
pub(super) const WEAK: u16 = 2;
/// What the counters of boxes that are gone begin with.
pub(super) const SWALLOWED: &str = "swallowed ";

/// A position of Crossoban.
pub type State = Box<[u16]>;

/// The kind of a piece. Pieces of one class are interchangeable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PieceClass {
    pub(super) is_box: bool,
    pub(super) colour: usize,
    /// The group that links pushers, 0 for none.
    pub(super) group: i64,
}

/// The effects of a cell.
#[derive(Default)]
pub(super) struct CellEffects {
    /// Whether the cell does anything to what stands on it or comes to it.
    pub(super) special: bool,
    pub(super) goal: bool,
    pub(super) ice: bool,
    pub(super) lock: bool,
    /// Whether the cell is a hole that nothing fills.
    pub(super) hole: bool,
    /// The direction in which the cell carries pieces.
    pub(super) conveyor: Option<usize>,
    /// The direction in which nothing enters the cell.
    against: Option<usize>,
    /// The number of the cell's tile, of those that a move can change.
    pub(super) tile: Option<usize>,
}

/// A level, read. The slots of a state are those of the pushers, then of the boxes, then of the tiles.
pub(crate) type StaticLevel = Cast<PieceClass, Statics>;

/// The static part of a level.
pub(crate) struct Statics {
    pub(super) rules: Options,
    pub(super) floor: Vec<CellEffects>,
    pub(super) first_box: usize,
    /// The cells of the pushers at the start, where they may stand against the rules.
    pushers: Vec<u16>,
    /// Whether any conveyor carries anything.
    pub(super) carries: bool,
    /// Whether something could slide and be carried in a cycle.
    pub(super) has_cycle: bool,
    pub(super) goals: Vec<u16>,
    pub(super) tile_cells: Vec<u16>,
    /// For each colour the number of boxes that ever were; 0 for boxes without one.
    pub(super) had: Vec<i64>,
    /// Whether a colour of two boxes or more had lost one before the first move.
    pub(super) begins_with_loss: bool,
    /// For each colour the number of boxes that were gone before the first move.
    pub(super) gone: Vec<i64>,
    pub(super) palette: Palette,
    /// Whether every number of a state fits into a byte.
    pub(super) narrow: bool,
    /// By slot and cell, whether the terrain admits the piece.
    admits: Vec<bool>,
    /// Made when they are first used, as playing needs none.
    pub(super) tables: OnceLock<BoundTables>,
}

impl StaticLevel {
    /// Reads a level; returns its static part and its initial state.
    pub(super) fn of_board(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        let rules = Options::new(options)?;
        let swallowed = board.counters.iter().filter_map(|(name, _)| name.strip_prefix(SWALLOWED));
        let palette = board.palette(swallowed);
        let mut gone = vec![0; palette.names.len()];
        for (name, value) in &board.counters {
            match name.strip_prefix(SWALLOWED).map(|name| palette.number(name)) {
                Some(colour) if colour != PLAIN && *value > 0 => gone[colour] = *value,
                _ => return unsupported(format!("found the counter {name}={value} in Crossoban")),
            }
        }
        let (cast, cells) = Cast::read(board, "Crossoban", &[], |_, piece| {
            let is_box = piece.kind == "box";
            let class = PieceClass { is_box, colour: palette.number_of(piece)?, group: piece.group };
            let is_known = is_box && piece.group == 0 || piece.kind == "pusher";
            let is_plain = piece.is_plain_but(|bare| (bare.colours, bare.group) = (Vec::new(), 0));
            (is_known && is_plain).then_some(class)
        })?;
        let first_box = cast.classes.iter().filter(|class| !class.is_box).count();
        let mut had = gone.clone();
        let coloured = cast.classes.iter().filter(|class| class.is_box && class.colour != PLAIN);
        coloured.for_each(|class| had[class.colour] += 1);
        let (floor, tiles) = read_terrain(board, &rules)?;
        let cells_of = |has: fn(&CellEffects) -> bool| {
            (0..cast.grid.off()).filter(|&cell| has(&floor[usize::from(cell)])).collect()
        };
        let statics = Statics {
            first_box,
            pushers: cells[..first_box].to_vec(),
            carries: floor.iter().any(|floor| floor.conveyor.is_some()),
            has_cycle: has_cycle(&cast.grid, &floor),
            goals: cells_of(|floor| floor.goal),
            tile_cells: cells_of(|floor| floor.tile.is_some()),
            begins_with_loss: had.iter().zip(&gone).any(|(&had, &gone)| gone > 0 && had > 1),
            narrow: cast.grid.is_narrow() && tiles.iter().all(|&tile| tile <= 0xff),
            admits: Vec::new(),
            tables: OnceLock::new(),
            rules,
            floor,
            had,
            gone,
            palette,
        };
        let mut level = cast.with(statics);
        let size = level.grid.cells + 1;
        let admits = |index: usize| level.admits_class(board, level.classes[index / size], index % size);
        level.of_game.admits = (0..level.slots() * size).map(admits).collect();
        Ok((level, cells.iter().copied().chain(tiles).collect()))
    }

    /// Returns whether the terrain of a cell admits a class of pieces.
    fn admits_class(&self, board: &GameBoard, class: PieceClass, cell: usize) -> bool {
        let Some(terrain) = board.terrain.get(cell) else {
            return false;
        };
        match terrain.kind.as_str() {
            "wall" => false,
            "lock" => class.is_box || self.rules.walk_locks,
            "filter" => {
                let same = terrain.colour.as_deref() == Some(self.palette.names[class.colour].as_str());
                if class.is_box {
                    return same || (class.colour == PLAIN && self.rules.filter_plain);
                }
                match self.rules.filter_pushers {
                    FilterPushers::None => true,
                    FilterPushers::All => false,
                    FilterPushers::Colour => class.colour == PLAIN || self.rules.any_colour || same,
                }
            }
            _ => true,
        }
    }

    /// Returns the number of pieces at the start.
    pub(super) fn slots(&self) -> usize {
        self.classes.len()
    }

    /// Returns the slots of each class of boxes.
    pub(super) fn box_ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.ranges.iter().filter(|range| range.start >= self.first_box).cloned()
    }

    /// Returns the slots of all boxes.
    pub(super) fn boxes(&self) -> Range<usize> {
        self.first_box..self.slots()
    }

    /// Counts for each colour the boxes that are gone.
    pub(super) fn gone(&self, cells: &[u16]) -> Vec<i64> {
        let mut gone = self.gone.clone();
        for (_, class) in cells.iter().zip(&self.classes).filter(|&(&cell, _)| cell == self.grid.off()) {
            gone[class.colour] += i64::from(class.is_box && class.colour != PLAIN);
        }
        gone
    }

    /// Counts the groups that the boxes of each colour form.
    pub(super) fn groups(&self, state: &State) -> impl Iterator<Item = usize> {
        let coloured = self.box_ranges().filter(|range| self.classes[range.start].colour != PLAIN);
        coloured.map(|range| {
            let groups = self.grid.groups(&state[range]);
            groups.iter().enumerate().filter(|&(index, &first)| index == first).count()
        })
    }

    /// Sorts slots whose pieces move in a direction: the foremost first, then in reading order.
    pub(super) fn sort_along(&self, cell_of: &[u16], slots: &mut [usize], direction: usize) {
        slots.sort_by_key(|&slot| self.place_along(cell_of[slot], direction));
    }

    /// Sorts slots with the directions of their pieces: boxes before pushers, then the foremost, then in reading order.
    pub(super) fn foremost_first(
        &self,
        cell_of: &[u16],
        mut pieces: Vec<(usize, usize)>,
    ) -> Vec<(usize, usize)> {
        pieces.sort_by_key(|&(slot, direction)| {
            (slot < self.first_box, self.place_along(cell_of[slot], direction))
        });
        pieces
    }

    fn place_along(&self, cell: u16, direction: usize) -> (usize, u16) {
        (self.grid.distance_to_edge(cell, direction), cell)
    }

    /// Returns whether the terrain of a cell admits the piece of a slot in a direction, whatever stands on it.
    pub(super) fn admits(&self, slot: usize, cell: u16, direction: usize) -> bool {
        let cell = usize::from(cell);
        self.admits[slot * self.floor.len() + cell] && self.floor[cell].against != Some(direction)
    }

    /// Returns whether the terrain allows that a pusher pushes the box of `slot` from a cell in a direction, whatever the
    /// next cell is.
    pub(super) fn can_push(&self, slot: usize, cell: usize, direction: usize) -> bool {
        if self.floor[cell].lock {
            return false;
        }
        if self.rules.sticky && self.classes[slot].colour != PLAIN {
            return true; // perhaps by another box
        }
        let behind = self.grid.neighbour(cell, direction ^ 2);
        let floor = &self.floor[usize::from(behind)];
        (0..self.first_box).any(|pusher| {
            self.may_push(pusher, slot)
                && self.admits(pusher, cell as u16, direction)
                && (self.pushers.contains(&behind)
                    || (!floor.hole && self.admits[pusher * self.floor.len() + usize::from(behind)]))
        })
    }

    /// Returns whether a pusher may push a box, by their colours.
    pub(super) fn may_push(&self, pusher: usize, pushed: usize) -> bool {
        let (own, colour) = (self.classes[pusher].colour, self.classes[pushed].colour);
        own == PLAIN || own == colour || self.rules.any_colour || (self.rules.pushes_plain && colour == PLAIN)
    }

    /// Returns the state of a tile when something has left it.
    pub(super) fn worn(&self, tile: u16, by_box: bool) -> u16 {
        let needs_box = self.rules.boxes_wear && tile > WEAK + 1;
        match tile {
            HOLE | FLOOR | WEAK => tile,
            _ if needs_box && by_box => WEAK,
            _ if needs_box => tile,
            _ => tile - 1,
        }
    }
}

/// Returns the terrain that a tile is.
pub(super) fn terrain_of_tile(tile: u16) -> Terrain {
    match tile {
        HOLE => Terrain::plain("hole"),
        FLOOR => Terrain::plain("floor"),
        weak => Terrain { uses: i64::from(weak - WEAK), ..Terrain::plain("weak") },
    }
}

/// Reads the terrain; returns the effects of each cell, that off the board included, and the state of each tile.
fn read_terrain(board: &GameBoard, rules: &Options) -> Reading<(Vec<CellEffects>, Vec<u16>)> {
    let (mut cells, mut tiles) = (Vec::new(), Vec::new());
    board.read_terrain("Crossoban", |_, terrain| {
        let special = !matches!(terrain.kind.as_str(), "wall" | "floor" | "goal");
        let mut floor = CellEffects { special, ..CellEffects::default() };
        let mut tile = |uses| {
            floor.tile = Some(tiles.len());
            tiles.push(uses);
        };
        match terrain.kind.as_str() {
            "wall" | "floor" | "filter" => {}
            "goal" => floor.goal = true,
            "ice" => floor.ice = true,
            "lock" => floor.lock = true,
            "hole" if rules.fills => tile(HOLE),
            "hole" => floor.hole = true,
            "weak" => tile(u16::try_from(terrain.uses).ok()?.checked_add(WEAK)?),
            "conveyor" if (0..4).contains(&terrain.direction) => {
                let direction = terrain.direction as usize;
                (floor.conveyor, floor.against) = match rules.one_way {
                    true => (None, Some(direction ^ 2)),
                    false => (Some(direction), None),
                };
            }
            _ => return None,
        }
        cells.push(floor);
        let forget = |bare: &mut Terrain| match bare.kind.as_str() {
            "weak" => bare.uses = 0,
            "filter" => bare.colour = None,
            "conveyor" => bare.direction = -1,
            _ => {}
        };
        terrain.is_plain_but(forget).then_some(())
    })?;
    cells.push(CellEffects::default());
    Ok((cells, tiles))
}

/// Returns whether a piece that slides or is carried could come back to where it was, were there nothing else.
fn has_cycle(grid: &Grid, floor: &[CellEffects]) -> bool {
    // Follows the only next step of what slides or is carried, by cell and direction.
    let next = |cell: usize, direction: usize| {
        let to = usize::from(grid.neighbour(cell, direction));
        let effects = &floor[to];
        if effects.ice { Some((to, direction)) } else { effects.conveyor.map(|conveyor| (to, conveyor)) }
    };
    let mut done = vec![0_u32; floor.len() * 4];
    for start in 0..done.len() {
        let (mut cell, mut direction) = (start / 4, start % 4);
        let mark = start as u32 + 1;
        while done[cell * 4 + direction] == 0 {
            done[cell * 4 + direction] = mark;
            match next(cell, direction) {
                Some(then) => (cell, direction) = then,
                None => break,
            }
            if done[cell * 4 + direction] == mark {
                return true;
            }
        }
    }
    false
}
