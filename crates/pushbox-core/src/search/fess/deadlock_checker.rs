//! The deadlock detectors together, for positions reached by macro moves. All are sound.

use crate::board::{Board, DEAD, RootPosition};
use crate::bound::MatchingBound;
use crate::deadlock::corral::CorralDetector;
use crate::deadlock::dead_pairs::DeadPairs;
use crate::deadlock::freeze::FreezeDetector;
use crate::deadlock::frozen_walls::FrozenWalls;
use crate::deadlock::local_deadlock::LocalDeadlocks;
use crate::deadlock::position_view::PositionView;
use crate::limit::{LimitKind, SearchControl};
use crate::region::Region;
use crate::search::position::Position;

/// The detectors, and their caches.
pub(crate) struct DeadlockChecker {
    freeze: FreezeDetector,
    corrals: CorralDetector,
    local_deadlocks: LocalDeadlocks,
    pairs: Option<DeadPairs>,
    bound: MatchingBound,
    frozen_walls: FrozenWalls,
    box_states: Vec<u32>,
    frozen: Vec<u16>,
}

impl DeadlockChecker {
    /// Creates the detectors for the level of `root`.
    pub(crate) fn new(root: &RootPosition, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let board = &root.board;
        let is_worth_pairs = DeadPairs::due(board, root.boxes.len(), control).is_some();
        let pairs = is_worth_pairs.then(|| DeadPairs::new(board, control)).transpose()?;
        Ok(Self {
            freeze: FreezeDetector::new(board),
            corrals: CorralDetector::new(board, control),
            local_deadlocks: LocalDeadlocks::new(board, control),
            pairs,
            bound: MatchingBound::new(board, root.boxes.len(), control)?,
            frozen_walls: FrozenWalls::new(control)?,
            box_states: vec![0; root.boxes.len()],
            frozen: Vec::new(),
        })
    }

    /// Returns whether a push in `direction` may end on `to`, with `others` the other boxes (a set of live squares).
    pub(crate) fn may_enter(&self, board: &Board, others: &[u64], to: u16, direction: usize) -> bool {
        !self.pairs.as_ref().is_some_and(|pairs| pairs.pushed(board, others, to, direction))
    }

    /// Returns whether `position` is a deadlock, after a box has gone to `to` with the player at last on `stand`, from
    /// where the player reaches `region`.
    pub(crate) fn is_dead(
        &mut self,
        board: &Board,
        position: &Position,
        region: &Region,
        to: u16,
        stand: u16,
        control: &mut SearchControl<'_>,
    ) -> Result<bool, LimitKind> {
        for (box_state, &square) in self.box_states.iter_mut().zip(&position.boxes) {
            *box_state = board.box_state(square, stand);
            if *box_state == DEAD {
                return Ok(true);
            }
        }
        self.frozen.clear();
        self.frozen.extend_from_slice(self.freeze.all(board, &position.is_box, &position.boxes));
        if self.frozen.iter().any(|&square| !board.is_goal[usize::from(square)]) {
            return Ok(true);
        }
        let view = PositionView::new(board, self.pairs.as_ref(), position, region, stand);
        if self.corrals.pushed(&view, to) || self.local_deadlocks.pushed(&view, to) {
            return Ok(true);
        }
        if !self.bound.uses_frozen() {
            self.frozen.clear();
        }
        self.frozen.sort_unstable();
        if self.bound.load(board, &self.box_states, &self.frozen, control)?.is_none() {
            return Ok(true);
        }
        Ok(!self.frozen.is_empty()
            && self.frozen_walls.is_dead(board, &position.boxes, stand, &self.frozen, control)?)
    }
}
