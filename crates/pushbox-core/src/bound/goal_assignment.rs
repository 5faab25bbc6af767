//! The assignment of boxes to different goals that each can reach alone on the board; without one the boxes are a bipartite
//! deadlock.
//!
//! Where only that is asked, and not the cost, the goals that a box can reach are a set of bits, and an assignment is kept by augmenting
//! paths (Kuhn 1955) that look at 64 goals at once. A box that moves and can still reach its goal keeps it, so that most
//! positions take no path at all.

use std::rc::Rc;

use super::{LARGEST_TABLE, MAX_BYTES};
use crate::board::{Board, Distances, ReachableGoals, ones};
use crate::bounded_cache::BoundedCache;
use crate::limit::{Limited, SearchControl};

const NONE: u16 = u16::MAX;

/// An assignment of boxes to goals that they can reach, kept while boxes move.
pub(crate) struct GoalAssignment {
    unfrozen: Rc<ReachableGoals>,
    /// The goals of every class, as sets of their numbers.
    goals_of_class: Vec<Vec<u64>>,
    /// The goals that boxes can reach past `frozen`.
    reachable: Rc<ReachableGoals>,
    frozen: Vec<u16>,
    cache: BoundedCache<Option<Rc<ReachableGoals>>>,
    uses_frozen: bool,
    box_states: Vec<u32>,
    classes: Vec<u16>,
    /// The goal of every box, and the box of every goal.
    goal_of: Vec<u16>,
    box_of: Vec<u16>,
    // The working memory of a path: the boxes to go on from, the goals not met yet, the box before each goal met.
    queue: Vec<u16>,
    unmet: Vec<u64>,
    from: Vec<u16>,
}

impl GoalAssignment {
    /// Creates an assignment of `boxes` boxes on `board`, each to any goal of its class; at most as many as goals.
    pub(crate) fn new(board: &Board, boxes: usize, control: &mut SearchControl<'_>) -> Limited<Self> {
        let goals = board.goals.len();
        let classes =
            usize::from(board.goals.iter().map(|&goal| board.goal_class(goal)).max().unwrap_or(0)) + 1;
        let words = goals.div_ceil(64);
        control.budget.take(ReachableGoals::bytes(board) + 16 * goals + 8 * classes * words)?;
        let mut goals_of_class = vec![vec![0; words]; classes];
        for (number, &goal) in board.goals.iter().enumerate() {
            goals_of_class[usize::from(board.goal_class(goal))][number / 64] |= 1 << (number % 64);
        }
        let unfrozen = Rc::new(ReachableGoals::new(board, &[], control)?);
        // Frozen boxes are used where the bound uses them.
        let bytes = Distances::bytes(board, goals);
        let max_bytes = MAX_BYTES.min(control.budget.free() / 8);
        let uses_frozen = bytes <= LARGEST_TABLE && bytes * 4 <= max_bytes;
        if uses_frozen {
            control.budget.take(max_bytes)?;
        }
        Ok(Self {
            reachable: Rc::clone(&unfrozen),
            unfrozen,
            goals_of_class,
            frozen: Vec::new(),
            cache: BoundedCache::new(max_bytes),
            uses_frozen,
            box_states: vec![u32::MAX; boxes],
            classes: vec![0; boxes],
            goal_of: vec![NONE; boxes],
            box_of: vec![NONE; goals],
            queue: Vec::with_capacity(boxes),
            unmet: vec![0; words],
            from: vec![NONE; goals],
        })
    }

    /// Returns whether [`GoalAssignment::is_missing`] uses the frozen boxes at all.
    pub(crate) fn uses_frozen(&self) -> bool {
        self.uses_frozen
    }

    /// Returns whether boxes at `box_states`, of the classes `classes` (all boxes, in one order), of which those on the goals
    /// `frozen` are frozen, have no assignment to goals. Only what differs from the last position costs time.
    pub(crate) fn is_missing(
        &mut self,
        board: &Board,
        box_states: &[u32],
        classes: &[u16],
        frozen: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        if frozen != self.frozen {
            self.reachable = self.reachable_past(board, frozen, control)?;
            self.frozen.clear();
            self.frozen.extend_from_slice(frozen);
            // No state is one of no box, so that every goal is looked at again.
            self.box_states.fill(u32::MAX);
        }
        for (number, (&box_state, &class)) in box_states.iter().zip(classes).enumerate() {
            if self.box_states[number] != box_state || self.classes[number] != class {
                self.box_states[number] = box_state;
                self.classes[number] = class;
                let goal = self.goal_of[number];
                let is_of_class = |goal: u16| {
                    let goals = self.goals_of_class.get(usize::from(class));
                    goals.is_some_and(|goals| goals[usize::from(goal / 64)] >> (goal % 64) & 1 == 1)
                };
                if goal != NONE && !(is_of_class(goal) && self.reachable.contains(box_state, goal)) {
                    self.goal_of[number] = NONE;
                    self.box_of[usize::from(goal)] = NONE;
                }
            }
        }
        for number in 0..box_states.len() {
            if self.goal_of[number] == NONE {
                if self.box_of.len() > 64 {
                    control.check()?;
                }
                if !self.augment(number as u16) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Gives the box `number` a goal, along the shortest path to one without a box.
    fn augment(&mut self, number: u16) -> bool {
        self.unmet.fill(u64::MAX);
        self.queue.clear();
        self.queue.push(number);
        let mut done = 0;
        while let Some(&owner) = self.queue.get(done) {
            done += 1;
            let goals = self.reachable.row(self.box_states[usize::from(owner)]);
            let Some(class) = self.goals_of_class.get(usize::from(self.classes[usize::from(owner)])) else {
                continue;
            };
            let mut free = None;
            let goals = || goals.iter().zip(class).map(|(goals, class)| goals & class);
            for goal in ones(goals().zip(&self.unmet).map(|(goals, unmet)| goals & unmet)) {
                self.from[goal] = owner;
                match self.box_of[goal] {
                    NONE => {
                        free = Some(goal);
                        break;
                    }
                    next => self.queue.push(next),
                }
            }
            if let Some(goal) = free {
                self.assign_back(goal, number);
                return true;
            }
            self.unmet.iter_mut().zip(goals()).for_each(|(unmet, goals)| *unmet &= !goals);
        }
        false
    }

    /// Gives every box on the path to `goal` the goal after it, from the last to `first`.
    fn assign_back(&mut self, mut goal: usize, first: u16) {
        loop {
            let owner = self.from[goal];
            self.box_of[goal] = owner;
            let before = std::mem::replace(&mut self.goal_of[usize::from(owner)], goal as u16);
            if owner == first {
                return;
            }
            goal = usize::from(before);
        }
    }

    fn reachable_past(
        &mut self,
        board: &Board,
        frozen: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Limited<Rc<ReachableGoals>> {
        if frozen.is_empty() || !self.uses_frozen {
            return Ok(Rc::clone(&self.unfrozen));
        }
        if let Some(Some(reachable)) = self.cache.get_mut(frozen) {
            return Ok(Rc::clone(reachable));
        }
        let reachable = Rc::new(ReachableGoals::new(board, frozen, control)?);
        let bytes = ReachableGoals::bytes(board) + 64 + 2 * frozen.len();
        *self.cache.grow(frozen, bytes) = Some(Rc::clone(&reachable));
        Ok(reachable)
    }
}
