//! The static part of a level of Sokolor: its walls, its options, and the colour of each box.

use std::ops::Range;

use super::super::game_board::{PLAIN, Palette, unknown_option};
use super::super::grid::Grid;
use super::super::push_distance::connected;
use super::super::{GameBoard, Reading, Scalar, Settings};
use super::State;
use crate::flood::reached_from;

/// The static part of a level. The boxes of a state stand by colour, those without one first.
pub(super) struct StaticLevel {
    pub(super) grid: Grid,
    /// For each cell, that off the board included, whether it is a wall.
    pub(super) is_wall: Vec<bool>,
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
        let mut is_wall = Vec::new();
        board.read_terrain("Sokolor", |_, terrain| {
            is_wall.push(terrain.kind == "wall");
            let is_known = matches!(terrain.kind.as_str(), "floor" | "wall");
            (is_known && terrain.is_plain_but(|_| ())).then_some(())
        })?;
        is_wall.push(true);
        let palette = board.palette([]);
        let (mut pusher, mut boxes) = (grid.off(), Vec::new());
        grid.read_pieces(board, is_wall.clone(), "Sokolor", |cell, piece| {
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
            walkable: connected(&grid, &[pusher], |cell| !is_wall[usize::from(cell)]),
            vanish_min,
            slots: slots.collect(),
            palette,
            bare: board.bare(),
            is_wall,
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
        let mut is_grouped = vec![false; cells.len()];
        let mut is_met = vec![false; cells.len()];
        for first in 0..cells.len() {
            if is_met[first] {
                continue;
            }
            let group = reached_from(cells.len(), &[first], |index, visit| {
                let beside = self.grid.neighbours(cells[index]).into_iter();
                beside.filter_map(|next| cells.binary_search(&next).ok()).for_each(visit);
            });
            let vanishes = group.iter().filter(|&&is_inside| is_inside).count() >= self.vanish_min;
            for index in (first..cells.len()).filter(|&index| group[index]) {
                (is_met[index], is_grouped[index]) = (true, vanishes);
            }
        }
        is_grouped
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
