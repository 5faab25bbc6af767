//! The static part of a level of Sokolor: its walls, its options, and the colour of each box.

use std::ops::Range;
use std::sync::OnceLock;

use super::super::cast::Cast;
use super::super::game_board::{PLAIN, unknown_option};
use super::super::push_distance::connected;
use super::super::walked_bounds::WalkedBounds;
use super::super::{GameBoard, Reading, Scalar, Settings};
use super::State;
use super::bound::BoundTables;

/// The class of a piece: whether it is a box, and its colour.
type PieceClass = (bool, usize);

/// The static part of a level.
pub(crate) struct Statics {
    /// For each cell whether the pusher could get there, were there no boxes.
    pub(super) walkable: Vec<bool>,
    /// How many boxes of one colour must touch to vanish.
    pub(super) vanish_min: usize,
    /// The first class of boxes with a colour.
    first_coloured: usize,
    /// The names of the colours.
    pub(super) colours: Vec<String>,
    /// Made when they are first used, as playing needs none.
    pub(super) tables: OnceLock<BoundTables>,
    /// The fewest pushes.
    pub(super) pushes: WalkedBounds<u32>,
}

/// A level, read.
pub(crate) type StaticLevel = Cast<PieceClass, Statics>;

impl StaticLevel {
    /// Reads a level; returns its static part and its initial state.
    pub(super) fn of_board(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        let (vanish_min, vanishes_first) = read_options(options)?;
        board.counter(None)?;
        board.read_terrain("Sokolor", |_, terrain| {
            let is_known = matches!(terrain.kind.as_str(), "floor" | "wall");
            (is_known && terrain.is_plain_but(|_| ())).then_some(())
        })?;
        let palette = board.palette([]);
        let mut has_pusher = false;
        let (cast, mut state) =
            Cast::read(board, "Sokolor", &[((false, PLAIN), 1, "pusher")], |_, piece| {
                let class = match (piece.kind.as_str(), palette.number_of(piece)?) {
                    ("pusher", PLAIN) if !std::mem::replace(&mut has_pusher, true) => (false, PLAIN),
                    ("box", colour) => (true, colour),
                    _ => return None,
                };
                piece.is_plain_but(|bare| bare.colours.clear()).then_some(class)
            })?;
        let grid = &cast.grid;
        let statics = Statics {
            walkable: connected(grid, &state[..1], |cell| !grid.is_wall[usize::from(cell)]),
            vanish_min,
            first_coloured: cast.ranges.partition_point(|range| cast.classes[range.start].1 == PLAIN),
            colours: palette.names,
            tables: OnceLock::new(),
            pushes: WalkedBounds::new(),
        };
        let level = cast.with(statics);
        if vanishes_first {
            level.vanish(&mut state);
        }
        Ok((level, state))
    }

    /// Returns the slots of the boxes of each colour.
    pub(super) fn coloured_slots(&self) -> &[Range<usize>] {
        &self.ranges[self.first_coloured..]
    }

    /// Returns the boxes of each colour that are left.
    pub(super) fn left_by_colour<'a>(&'a self, state: &'a [u16]) -> impl Iterator<Item = &'a [u16]> {
        self.coloured_slots().iter().map(|slots| {
            let cells = &state[slots.clone()];
            &cells[..cells.partition_point(|&cell| cell != self.grid.off())]
        })
    }

    /// Finds the boxes that are in a group which vanishes; `cells` are all boxes of one colour that are left, in order.
    pub(super) fn grouped(&self, cells: &[u16]) -> Vec<bool> {
        let groups = self.grid.groups(cells);
        let mut sizes = vec![0; groups.len()];
        groups.iter().for_each(|&first| sizes[first] += 1);
        groups.iter().map(|&first| sizes[first] >= self.vanish_min).collect()
    }

    /// Takes the groups off, all at once.
    pub(super) fn vanish(&self, state: &mut [u16]) {
        for slots in self.coloured_slots() {
            let cells = &mut state[slots.clone()];
            let left = cells.partition_point(|&cell| cell != self.grid.off());
            if self.touches(&cells[..left]) {
                let grouped = self.grouped(&cells[..left]);
                for (cell, _) in cells.iter_mut().zip(grouped).filter(|&(_, is_grouped)| is_grouped) {
                    *cell = self.grid.off();
                }
                cells.sort_unstable();
            }
        }
    }

    /// Returns whether any two boxes of one colour touch; `cells` are those that are left, in order.
    pub(super) fn touches(&self, cells: &[u16]) -> bool {
        cells.iter().enumerate().any(|(index, &cell)| {
            let (right, below) = (self.grid.neighbour(cell, 2), self.grid.neighbour(cell, 3));
            cells.get(index + 1) == Some(&right) || cells[index..].binary_search(&below).is_ok()
        })
    }
}

/// Reads how many boxes of one colour must touch to vanish, and whether those that touch at the start vanish first.
fn read_options(options: &Settings) -> Reading<(usize, bool)> {
    let (mut vanish_min, mut vanishes_first) = (2, false);
    for (name, value) in options {
        match (name.as_str(), value) {
            ("vanish_min", &Scalar::Whole(number)) if number >= 2 => {
                vanish_min = usize::try_from(number).unwrap_or(usize::MAX);
            }
            ("touching", Scalar::Text(text)) if text == "wait" || text == "vanish" => {
                vanishes_first = text == "vanish";
            }
            _ => return unknown_option("Sokolor", name, value),
        }
    }
    Ok((vanish_min, vanishes_first))
}
