//! Packed goals: the filled goals whose boxes can stay while the other goals are filled.
//!
//! A goal is *filled* if it has a box of its class. A set of filled goals is *open* if, with all goals filled, the
//! others can be cleared one by one: each box is pulled to a square where a box of its class stood at the start, past
//! all that are left. In reverse that is an order in which the others can be filled.

use std::sync::Arc;

use super::macro_moves::{MacroMoveGenerator, MacroPosition, MoveKind, UNCOUNTED};
use crate::board::{Board, alike};
use crate::bounded_cache::BoundedCache;
use crate::held::remove_free;

/// The most sets in the cache.
const MAX_CACHED: usize = 1 << 14;

/// The packed goals of a position.
#[derive(Debug, Default)]
pub(crate) struct PackedSet {
    pub(crate) count: u16,
    /// Their boxes, as pieces.
    pub(crate) set: Box<[u64]>,
}

/// The goals that the plan fills without parking, and the packed sets that are known.
pub(crate) struct PackedGoals {
    /// The goals in the order of the plan.
    order: Vec<u16>,
    /// The same goals, filled.
    goals: Vec<u64>,
    is_box: Vec<bool>,
    generator: MacroMoveGenerator,
    cache: BoundedCache<Arc<PackedSet>, u64>,
    filled: Box<[u64]>,
    last: Option<(Box<[u64]>, Arc<PackedSet>)>,
}

impl PackedGoals {
    /// Returns the most bytes of the cache.
    pub(crate) fn bytes(board: &Board) -> usize {
        MAX_CACHED * (8 * board.words() + 8 * board.piece_words() + 96)
    }

    /// Creates an empty cache for goals that the plan fills in `order`.
    pub(crate) fn new(board: &Board, order: Vec<u16>) -> Self {
        let goals = board.pieces_of(order.iter().map(|&goal| (goal, board.goal_class(goal))));
        let filled = vec![0; board.words()].into_boxed_slice();
        Self {
            order,
            goals,
            is_box: vec![false; board.size()],
            generator: MacroMoveGenerator::new(board),
            cache: BoundedCache::new(MAX_CACHED),
            filled,
            last: None,
        }
    }

    /// Returns the packed goals of the boxes `pieces`; `start_class` holds the classes of the boxes at the root by square.
    pub(crate) fn packed(&mut self, board: &Board, start_class: &[u16], pieces: &[u64]) -> Arc<PackedSet> {
        let filled = alike(board.words(), pieces, &self.goals);
        self.filled.iter_mut().zip(filled).for_each(|(known, filled)| *known = filled);
        if let Some((_, packed)) = self.last.as_ref().filter(|(last, _)| *last == self.filled) {
            return Arc::clone(packed);
        }
        let packed = match self.cache.get_mut(&self.filled) {
            Some(packed) => Arc::clone(packed),
            None => {
                let packed = Arc::new(self.evaluate(board, start_class));
                *self.cache.grow(&self.filled, 1) = Arc::clone(&packed);
                packed
            }
        };
        self.last = Some((self.filled.clone(), Arc::clone(&packed)));
        packed
    }

    fn evaluate(&mut self, board: &Board, start_class: &[u16]) -> PackedSet {
        let filled: Vec<u16> =
            self.order.iter().copied().filter(|&goal| board.contains(&self.filled, goal)).collect();
        let mut kept = filled.clone();
        if !self.is_open(board, start_class, &kept) {
            // The goals that come first in the plan, and all others that can be filled with them.
            kept.clear();
            for (index, &goal) in filled.iter().enumerate() {
                kept.push(goal);
                if self.order[index] != goal && !self.is_open(board, start_class, &kept) {
                    kept.pop();
                }
            }
        }
        let pieces = kept.iter().map(|&goal| (goal, board.goal_class(goal)));
        PackedSet { count: kept.len() as u16, set: board.pieces_of(pieces).into() }
    }

    fn is_open(&mut self, board: &Board, start_class: &[u16], kept: &[u16]) -> bool {
        self.is_box = board.table_of(&self.order);
        let mut left: Vec<u16> =
            self.order.iter().rev().copied().filter(|goal| !kept.contains(goal)).collect();
        remove_free(&mut left, |&goal| {
            let can_leave = self.can_leave(board, start_class, goal);
            self.is_box[usize::from(goal)] &= !can_leave;
            can_leave
        });
        left.is_empty()
    }

    fn can_leave(&mut self, board: &Board, start_class: &[u16], goal: u16) -> bool {
        let is_start = |square: u16| start_class[usize::from(square)] == board.goal_class(goal);
        if is_start(goal) {
            return true;
        }
        let position = MacroPosition { board, is_box: &self.is_box, region: None, regions: UNCOUNTED };
        let mut pulls = self.generator.moves(position, MoveKind::Pull, goal, 15, |_, _| true);
        pulls.any(|pull| is_start(pull.to))
    }
}
