//! The static part of a level of Sokolor: its walls, its options, and the colour of each box.

use std::ops::Range;

use super::super::game_board::{PLAIN, Palette, unknown_option};
use super::super::grid::Grid;
use super::super::push_distance::connected;
use super::super::{GameBoard, Reading, Scalar, Settings};
use super::State;

/// The static part of a level. The boxes of a state stand by colour, those without one first.
pub(super) struct StaticLevel {
    pub(super) grid: Grid,
    /// For each cell whether the pusher could get there, were there no boxes.
    pub(super) walkable: Vec<bool>,
    /// How many boxes of one colour must touch to vanish.
    pub(super) vanish_min: usize,
    /// The slots of each colour, first those of the boxes without one.
    pub(super) slots: Vec<Range<usize>>,
    pub(super) palette: Palette,
    pub(super) bare: GameBoard,
}

impl StaticLevel {
    /// Reads a level; returns its static part and its initial state.
    pub(super) fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        let (vanish_min, vanishes_first) = read_options(options)?;
        let grid = Grid::new(board)?;
        board.counter(None)?;
        board.read_terrain("Sokolor", |_, terrain| {
            let is_known = matches!(terrain.kind.as_str(), "floor" | "wall");
            (is_known && terrain.is_plain_but(|_| ())).then_some(())
        })?;
        let palette = board.palette([]);
        let (mut pusher, mut boxes) = (grid.off(), Vec::new());
        grid.read_pieces(board, "Sokolor", |cell, piece| {
            match (piece.kind.as_str(), palette.number_of(piece)?) {
                ("pusher", PLAIN) if pusher == grid.off() => pusher = cell,
                ("box", colour) => boxes.push((colour, cell)),
                _ => return None,
            }
            piece.is_plain_but(|bare| bare.colours.clear()).then_some(())
        })?;
        boxes.sort_unstable();
        let slots = (0..palette.names.len()).map(|colour| {
            boxes.partition_point(|&(other, _)| other < colour)
                ..boxes.partition_point(|&(other, _)| other <= colour)
        });
        let level = Self {
            walkable: connected(&grid, &[pusher], |cell| !grid.is_wall[usize::from(cell)]),
            vanish_min,
            slots: slots.collect(),
            palette,
            bare: board.bare(),
            grid,
        };
        let mut state = State { pusher, boxes: boxes.iter().map(|&(_, cell)| cell).collect() };
        if vanishes_first {
            level.vanish(&mut state.boxes);
        }
        Ok((level, state))
    }

    /// Returns the slots of the boxes of each colour.
    pub(super) fn coloured_slots(&self) -> &[Range<usize>] {
        &self.slots[PLAIN + 1..]
    }

    /// Returns the boxes of each colour that are left.
    pub(super) fn left_by_colour<'a>(&'a self, boxes: &'a [u16]) -> impl Iterator<Item = &'a [u16]> {
        self.coloured_slots().iter().map(|slots| {
            let cells = &boxes[slots.clone()];
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
    pub(super) fn vanish(&self, boxes: &mut [u16]) {
        for slots in self.coloured_slots() {
            let cells = &mut boxes[slots.clone()];
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
