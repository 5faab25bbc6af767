//! The node that a search expands: its boxes, their key, and the bounds of the positions after each push.

use std::cmp::Reverse;

use super::root_position::RootPosition;
use crate::board::{Board, DEAD, Position};
use crate::bound::MatchingBound;
use crate::bound::conflicts::{Conflicts, DEAD_GROUP, MOST_CHOICES, PlacedBoxes, greatest_packing};
use crate::bound::moves::MoveBound;
use crate::deadlock::freeze::{FreezeDetector, FreezeResult};
use crate::deadlock::position_view::PositionView;
use crate::deadlock::{Pipeline, Stage};
use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::zobrist::Zobrist;

/// The expanded node, in which pushes are tried one at a time: each is played, evaluated and undone.
pub(crate) struct ExpandedNode {
    pub(crate) position: Position,
    pub(crate) zobrist: Zobrist,
    /// The key of the boxes as they were loaded.
    pub(crate) key: u64,
    detectors: Pipeline,
    freeze: FreezeDetector,
    pushes: MatchingBound,
    /// Where moves count.
    pub(crate) moves: Option<MoveBound>,
    /// The state of every box as it was loaded.
    box_states: Vec<u32>,
    /// Whether the bounds have the position: most are never evaluated by them.
    is_bound_loaded: bool,
}

/// The bounds of a position: on the pushes, and on their costs by [`MoveBound`], 0 where moves do not count.
#[derive(Clone, Copy)]
pub(crate) struct PushBounds {
    pub(crate) pushes: u32,
    pub(crate) costs: u32,
}

impl ExpandedNode {
    /// Creates the node of `root`. Where no assignment of boxes to goals exists, nothing bounds the moves.
    pub(crate) fn new(
        root: &RootPosition,
        counts_moves: bool,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let board = &root.board;
        let mut expanded = Self {
            position: root.position(),
            zobrist: Zobrist::new(board.size()),
            key: 0,
            detectors: Pipeline::new(&root.detector_parts(Stage::Push), control)?,
            freeze: FreezeDetector::new(board),
            pushes: MatchingBound::with_costs(board, &root.classes, Box::new(|_, _| 1), control)?,
            moves: None,
            box_states: board.box_states_of(&root.boxes, root.player),
            is_bound_loaded: false,
        };
        expanded.refresh(board, root.player);
        if counts_moves {
            let box_states = &expanded.box_states;
            expanded.moves = MoveBound::best(board, &root.classes, box_states, &root.players, control)?;
        }
        Ok(expanded)
    }

    /// Goes over to the position with the boxes `set` (pieces) and the player on `player`.
    pub(crate) fn load(&mut self, board: &Board, set: &[u64], player: u16) {
        self.position.load(board, set);
        self.refresh(board, player);
    }

    /// Goes over to the boxes of the position as they are, with the player on `player`.
    pub(crate) fn refresh(&mut self, board: &Board, player: u16) {
        self.is_bound_loaded = false;
        self.box_states = board.box_states_of(&self.position.boxes, player);
        self.key = self.zobrist.boxes(board, &self.position.set);
    }

    /// Returns the class of the box on `square`.
    pub(crate) fn class(&self, square: u16) -> u16 {
        self.position.class(square)
    }

    /// Returns the key of the boxes after a push, which has been played.
    pub(crate) fn key_after(&self, board: &Board, push: Push) -> u64 {
        let target = board.target(push);
        self.zobrist.moved(self.key, self.class(target), push.square, target)
    }

    /// Returns whether a detector calls the position after a push, which has been played, dead.
    pub(crate) fn is_dead(
        &mut self,
        board: &Board,
        push: Push,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let view = PositionView::new(board, &self.position, None, board.target(push), push.square);
        self.detectors.is_dead(&view, control)
    }

    /// Returns the bounds of the position, `None` for a bipartite deadlock.
    pub(crate) fn bounds(
        &mut self,
        board: &Board,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<PushBounds>> {
        self.is_bound_loaded = true;
        let frozen = if self.pushes.uses_frozen() { self.frozen(board) } else { Vec::new() };
        self.each_bound(|bound, box_states| bound.load(board, box_states, &frozen, control))
    }

    /// Returns the bounds of the position, in which the player `reaches` squares, with the excess pushes of its conflicts; `None` for
    /// a deadlock.
    pub(crate) fn raised_bounds(
        &mut self,
        board: &Board,
        conflicts: &Conflicts,
        reaches: impl Fn(u16) -> bool,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<PushBounds>> {
        let Some(mut bounds) = self.bounds(board, control)? else { return Ok(None) };
        let reached = |&square: &u16| {
            let is_reached = |direction: &usize| board.floor_beside(square, *direction).is_some_and(&reaches);
            (0..4).filter(is_reached).fold(0, |sides, direction| sides | 1 << direction)
        };
        let squares = &self.position.boxes;
        let reached: Vec<u8> = squares.iter().map(reached).collect();
        let boxes = PlacedBoxes { squares, box_states: &self.box_states, reached: &reached };
        let mut found = conflicts.of(board, boxes);
        if found.iter().any(|conflict| conflict.excess == DEAD_GROUP.into()) {
            return Ok(None);
        }
        // Boxes of several classes cannot swap their goals.
        let classes = self.position.classes();
        found.retain(|conflict| {
            let mut of_boxes = conflict.boxes().iter().map(|&number| classes[number]);
            of_boxes.next().is_some_and(|first| of_boxes.all(|class| class == first))
        });
        for conflict in &mut found {
            let longer = |&number: &usize| self.pushes.lengthening(number, self.box_states[number]);
            let longer: u32 = conflict.boxes().iter().map(longer).sum();
            conflict.excess = conflict.excess.saturating_sub(longer);
        }
        found.sort_by_key(|conflict| Reverse(conflict.excess));
        bounds.pushes += greatest_packing(&found, &mut vec![false; squares.len()], MOST_CHOICES);
        Ok(Some(bounds))
    }

    /// Returns the bounds after a push, which has been played; `None` for a deadlock.
    pub(crate) fn bounds_after(
        &mut self,
        board: &Board,
        push: Push,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<PushBounds>> {
        let target = board.target(push);
        let number = self.position.number(target);
        let box_state = board.box_state_after(target, usize::from(push.direction));
        debug_assert!(box_state != DEAD, "the push was allowed");
        if board.goals.len() > 64 {
            control.check()?;
        }
        if self.freeze.pushed(board, &self.position.is_box, target) == FreezeResult::OnGoals {
            let frozen = self.frozen(board);
            if !frozen.iter().all(|&square| board.is_home(&self.position.set, square)) {
                return Ok(None);
            }
            if self.pushes.uses_frozen() {
                let before = std::mem::replace(&mut self.box_states[number], box_state);
                let bounds = self.each_bound(|bound, box_states| {
                    bound.after_freezing(board, box_states, &frozen, control)
                });
                self.box_states[number] = before;
                return bounds;
            }
        }
        if !self.is_bound_loaded {
            // The bounds are those of the position before the push.
            self.position.undo(board, push);
            let expanded = self.bounds(board, control);
            self.position.play(board, push);
            if expanded?.is_none() {
                return Ok(None);
            }
        }
        self.each_bound(|bound, _| bound.after(number, box_state, control))
    }

    /// Computes each of the bounds by `evaluate`, which also gets the states of the boxes.
    fn each_bound(
        &mut self,
        mut evaluate: impl FnMut(&mut MatchingBound, &[u32]) -> Limited<Option<u32>>,
    ) -> Limited<Option<PushBounds>> {
        let Some(pushes) = evaluate(&mut self.pushes, &self.box_states)? else { return Ok(None) };
        let costs = match &mut self.moves {
            Some(moves) => evaluate(&mut moves.pushes, &self.box_states)?,
            None => None,
        };
        Ok(Some(PushBounds { pushes, costs: costs.unwrap_or(0) }))
    }

    /// Returns the boxes that are frozen, in ascending order.
    fn frozen(&mut self, board: &Board) -> Vec<u16> {
        self.freeze.all(board, &self.position.is_box, &self.position.boxes).to_vec()
    }

    /// Asserts that the incremental state is what it would be from scratch, with the player on `player`.
    #[cfg(test)]
    pub(crate) fn check(&self, board: &Board, player: u16) {
        let (boxes, classes) = (&self.position.boxes, self.position.classes());
        let key_of = |(&square, &class): (&u16, &u16)| self.zobrist.of_class(square, class);
        assert_eq!(self.key, boxes.iter().zip(classes).map(key_of).fold(0, |key, other| key ^ other));
        assert_eq!(Position::with_classes(board, boxes, classes.to_vec()).set, self.position.set);
        for (number, &square) in boxes.iter().enumerate() {
            assert_eq!(self.position.number(square), number);
            assert_eq!(self.box_states[number], board.box_state(square, player));
        }
    }
}
