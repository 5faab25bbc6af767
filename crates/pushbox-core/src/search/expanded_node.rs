//! The node that a search expands: its boxes, their key, and the bounds of the positions that pushes lead to.

use super::position::Position;
use crate::board::Board;
use crate::bound::MatchingBound;
use crate::deadlock::freeze::{FreezeDetector, FreezeResult};
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::zobrist::Zobrist;

/// The expanded node, in which pushes are tried one at a time: each is played, evaluated and undone.
pub(crate) struct ExpandedNode {
    /// The boxes.
    pub(crate) position: Position,
    /// The detector of boxes that a push freezes.
    pub(crate) freeze: FreezeDetector,
    /// The keys of positions.
    pub(crate) zobrist: Zobrist,
    /// The key of the boxes as they were loaded.
    pub(crate) key: u64,
    bound: MatchingBound,
    /// The state of every box as it was loaded.
    box_states: Vec<u32>,
    /// Whether the bound has the position: most are never evaluated by it.
    is_bound_loaded: bool,
}

impl ExpandedNode {
    /// Creates the position with `boxes` (live squares) and the player on `player`.
    pub(crate) fn new(
        board: &Board,
        boxes: &[u16],
        player: u16,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let mut expanded = Self {
            position: Position::new(board, boxes),
            freeze: FreezeDetector::new(board),
            zobrist: Zobrist::new(board.size()),
            key: 0,
            bound: MatchingBound::new(board, boxes.len(), control)?,
            box_states: vec![0; boxes.len()],
            is_bound_loaded: false,
        };
        expanded.refresh(board, player);
        Ok(expanded)
    }

    /// Goes over to the position with the boxes `set` (live squares) and the player on `player`.
    pub(crate) fn load(&mut self, board: &Board, set: &[u64], player: u16) {
        self.position.load(board, set);
        self.refresh(board, player);
    }

    fn refresh(&mut self, board: &Board, player: u16) {
        self.is_bound_loaded = false;
        self.key = 0;
        for (box_state, &square) in self.box_states.iter_mut().zip(&self.position.boxes) {
            *box_state = board.box_state(square, player);
            self.key ^= self.zobrist.a_box(square);
        }
    }

    /// Returns the key of the boxes after a push to `target`.
    pub(crate) fn key_after(&self, push: Push, target: u16) -> u64 {
        self.key ^ self.zobrist.a_box(push.square) ^ self.zobrist.a_box(target)
    }

    /// Returns the bound of the position, `None` for a bipartite deadlock.
    pub(crate) fn bound(
        &mut self,
        board: &Board,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<u32>, LimitKind> {
        self.is_bound_loaded = true;
        let frozen = match self.bound.uses_frozen() {
            true => self.frozen(board),
            false => Vec::new(),
        };
        self.bound.load(board, &self.box_states, &frozen, control)
    }

    /// Returns the bound after a push to `target`, which has been played and leads to `freeze_result`; `None` for a
    /// bipartite deadlock.
    pub(crate) fn bound_after(
        &mut self,
        board: &Board,
        push: Push,
        target: u16,
        freeze_result: FreezeResult,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<u32>, LimitKind> {
        let number = self.position.number(target);
        let box_state = board.box_state_after(target, usize::from(push.direction));
        if freeze_result == FreezeResult::OnGoals && self.bound.uses_frozen() {
            let frozen = self.frozen(board);
            let before = std::mem::replace(&mut self.box_states[number], box_state);
            let bound = self.bound.after_freezing(board, &self.box_states, &frozen, control);
            self.box_states[number] = before;
            return bound;
        }
        if board.goals.len() > 64 {
            control.check()?;
        }
        if !self.is_bound_loaded {
            // The bound is that of the position before the push.
            self.position.undo(board, push);
            let expanded = self.bound(board, control);
            self.position.play(board, push);
            if expanded?.is_none() {
                return Ok(None);
            }
        }
        Ok(self.bound.after(number, box_state))
    }

    /// Returns the boxes that are frozen, in ascending order.
    fn frozen(&mut self, board: &Board) -> Vec<u16> {
        let mut frozen = self.freeze.all(board, &self.position.is_box, &self.position.boxes).to_vec();
        frozen.sort_unstable();
        frozen
    }

    /// Asserts that the incremental state is what it would be from scratch, with the player on `player`.
    #[cfg(test)]
    pub(crate) fn check(&self, board: &Board, player: u16) {
        let boxes = &self.position.boxes;
        assert_eq!(self.key, boxes.iter().fold(0, |key, &square| key ^ self.zobrist.a_box(square)));
        assert_eq!(Position::new(board, boxes).set, self.position.set);
        for (number, &square) in boxes.iter().enumerate() {
            assert_eq!(self.position.number(square), number);
            assert_eq!(self.box_states[number], board.box_state(square, player));
        }
    }
}
