//! The half by macro pushes, which gathers the boxes on the squares of a mid-point.

use std::sync::{Arc, Mutex};

use super::super::fess::macro_moves::{MacroMove, MoveKind};
use super::super::fess::{LevelTables, PlanShare};
use super::super::root_position::RootPosition;
use super::assignment::Assignment;
use super::tree::{Features, Half, small};
use crate::board::{Board, BoxClass, Distances, Position};
use crate::deadlock::Pipeline;
use crate::deadlock::position_view::PositionView;
use crate::level::opposite;
use crate::limit::{Limited, SearchControl};
use crate::region::Region;
use crate::shared_progress::locked;

/// Counts boxes that are on none of the squares, regions of the floor, broken links between rooms, pairs of boxes of which
/// one bars the other from all goals, and the pushes to the squares by the cheapest assignment.
pub(super) struct Gathering {
    detectors: Arc<Mutex<Pipeline>>,
    tables: Arc<LevelTables>,
    assignment: Assignment,
    is_target: Vec<bool>,
}

impl Gathering {
    /// Creates the half for `squares`, as many as boxes.
    pub(super) fn new(
        root: &RootPosition,
        squares: &[u16],
        share: &PlanShare,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let board = &root.board;
        control.budget.take(Distances::bytes(board, squares.len()) + 16 * board.size())?;
        let class = BoxClass { boxes: 0..squares.len(), goals: squares.to_vec() };
        Ok(Self {
            detectors: Arc::clone(&share.detectors),
            tables: Arc::clone(&share.tables),
            assignment: Assignment::new(
                &[class],
                Distances::new(board, squares, |_| false, &|_, _| 1, control)?,
            ),
            is_target: board.table_of(squares),
        })
    }
}

impl Half for Gathering {
    const KIND: MoveKind = MoveKind::Push;

    fn allowed<'a>(&'a self, board: &'a Board) -> &'a [u8] {
        board.pushes_of_class(0)
    }

    fn is_pair_dead(&self, board: &Board, others: &[u64], to: u16, direction: usize) -> bool {
        let detectors = locked(&self.detectors);
        detectors.pairs().is_some_and(|pairs| pairs.is_dead(board, others, (to, 0), opposite(direction)))
    }

    fn assignment(&mut self) -> &mut Assignment {
        &mut self.assignment
    }

    fn features(&self, board: &Board, position: &Position, regions: u16, distance: u32) -> Features {
        let is_missing = |&&square: &&u16| !self.is_target[usize::from(square)];
        let missing = position.boxes.iter().filter(is_missing).count() as u16;
        let LevelTables { links, hotspots, .. } = &*self.tables;
        let (rooms, hot) = (links.broken(board, &position.set), hotspots.pairs(board, &position.set));
        [missing, regions, rooms, hot, small(distance)]
    }

    fn is_dead(
        &mut self,
        board: &Board,
        position: &Position,
        region: &Region,
        (to, player): (u16, u16),
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let view = PositionView::new(board, position, Some(region), to, player);
        locked(&self.detectors).is_dead(&view, control)
    }

    fn cell(&[missing, regions, rooms, ..]: &Features) -> u64 {
        u64::from(missing) << 48 | u64::from(regions) << 32 | u64::from(rooms) << 16
    }

    fn rank(&[missing, regions, rooms, hot, distance]: &Features, step: &MacroMove) -> u64 {
        let byte = |value: u16| u64::from(value.min(255));
        byte(missing) << 56
            | byte(regions) << 48
            | byte(rooms) << 40
            | u64::from(distance) << 24
            | byte(hot) << 16
            | u64::from(step.length)
    }
}
