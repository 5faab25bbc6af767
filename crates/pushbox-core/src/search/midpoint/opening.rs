//! The half by macro pulls, which opens the filled goals up.

use std::sync::Arc;

use super::super::backward::pulls;
use super::super::backward::stuck::Stuck;
use super::super::fess::LevelTables;
use super::super::fess::macro_moves::{MacroMove, MoveKind};
use super::super::root_position::RootPosition;
use super::assignment::Assignment;
use super::tree::{Features, Half, small};
use crate::board::{Board, Distances, Position};
use crate::limit::{Limited, SearchControl};
use crate::region::Region;

/// Counts boxes that cannot be pulled wherever the player is, regions of the floor, broken links between rooms, boxes at
/// home, and the pulls to the first squares of the boxes by the cheapest assignment.
pub(super) struct Opening {
    tables: Arc<LevelTables>,
    /// To the first squares.
    assignment: Assignment,
    /// The pulls that a box may make, as bits by square.
    pulls: Vec<u8>,
    stuck: Stuck,
    is_first: Vec<bool>,
}

impl Opening {
    pub(super) fn new(
        root: &RootPosition,
        tables: &Arc<LevelTables>,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let board = &root.board;
        control.budget.take(Distances::bytes(board, root.boxes.len()) + 16 * board.size())?;
        let distances = Distances::mirrored(board, &root.boxes, root.player, control)?;
        Ok(Self {
            tables: Arc::clone(tables),
            pulls: pulls(board, &distances),
            assignment: Assignment::new(&root.classes, distances),
            stuck: Stuck::new(board),
            is_first: board.table_of(&root.boxes),
        })
    }
}

impl Half for Opening {
    const KIND: MoveKind = MoveKind::Pull;

    fn allowed<'a>(&'a self, _: &'a Board) -> &'a [u8] {
        &self.pulls
    }

    fn is_pair_dead(&self, _: &Board, _: &[u64], _: u16, _: usize) -> bool {
        false
    }

    fn assignment(&mut self) -> &mut Assignment {
        &mut self.assignment
    }

    fn features(&self, board: &Board, position: &Position, regions: u16, distance: u32) -> Features {
        let can_be_pulled = |square: u16| {
            let pulls = self.pulls[usize::from(square)];
            (0..4).filter(|direction| pulls >> direction & 1 == 1).any(|direction| {
                let target = board.neighbour(square, direction);
                let player = board.neighbour(target, direction);
                !position.is_box[usize::from(target)] && !position.is_box[usize::from(player)]
            })
        };
        let count = |is_counted: &dyn Fn(u16) -> bool| {
            position.boxes.iter().filter(|&&square| is_counted(square)).count() as u16
        };
        let held = count(&|square| !can_be_pulled(square));
        let home = count(&|square| board.is_home(&position.set, square));
        [held, regions, self.tables.links.broken(board, &position.set), home, small(distance)]
    }

    fn is_dead(
        &mut self,
        board: &Board,
        position: &Position,
        _: &Region,
        (to, _): (u16, u16),
        _: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let Self { pulls, is_first, stuck, .. } = self;
        let pulls = |square: u16| pulls[usize::from(square)];
        let is_first = |square: u16| is_first[usize::from(square)];
        Ok(stuck.pulled(board, pulls, is_first, &position.boxes, &position.is_box, to))
    }

    fn cell(&[held, regions, rooms, home, _]: &Features) -> u64 {
        u64::from(held) << 48 | u64::from(regions) << 32 | u64::from(rooms) << 16 | u64::from(home)
    }

    fn rank(&[held, regions, rooms, home, distance]: &Features, step: &MacroMove) -> u64 {
        let byte = |value: u16| u64::from(value.min(255));
        byte(held) << 56
            | byte(regions) << 48
            | byte(rooms) << 40
            | byte(home) << 32
            | u64::from(distance) << 16
            | u64::from(step.length)
    }
}
