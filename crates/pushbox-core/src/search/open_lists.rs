//! The order in which a search by single pushes or pulls expands positions.
//!
//! Several open lists take turns. By bound and length (weighted A*, Pohl 1970) a search goes straight for the end. It
//! gets stuck if boxes that are home have to move out of the way of the last ones: for each arrangement that helps
//! there are thousands of the other boxes. Novelty ([`Novelty`]) leads out of that. It is rated among the positions
//! with as many boxes home, or among those of the same stage: the boxes home where the line to the position had most of
//! them so far. The second kind is a new search around every step forwards (Lipovetzky and Geffner 2012 begin anew at
//! each), and finds what the first kind has seen too often far away.

use std::collections::HashMap;

use super::arena::{Arena, Node};
use crate::board::Board;
use crate::limit::{Limited, SearchControl};
use crate::search::novelty::Novelty;
use crate::search::open_list::OpenList;

/// The weight of the bound against the length.
const BOUND_WEIGHT: u64 = 4;

/// The key of an open list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QueueKey {
    /// Novelty in the stage, and then the bound.
    Stage,
    /// Novelty among positions with as many boxes home, and then the bound.
    Novelty,
    /// Bound and length.
    Length,
}

/// Bytes of a stage without its boxes, also of its entry in the table of what has been seen; estimated from above.
const STAGE_BYTES: usize = 160;

/// The positions to expand, each in all lists, until it has been taken from one of them.
pub(super) struct OpenLists {
    lists: [OpenList<(u64, u32, u32)>; 3],
    /// The keys of the turns, and the number of turns so far.
    turns: &'static [QueueKey],
    turn: usize,
    novelty: Novelty,
    stages: Stages,
    is_taken: Vec<bool>,
}

impl OpenLists {
    /// Creates empty lists for a search that brings boxes to where they stand in the pieces `ends`.
    pub(super) fn new(
        board: &Board,
        ends: Vec<u64>,
        turns: &'static [QueueKey],
        control: &SearchControl<'_>,
    ) -> Self {
        Self {
            lists: Default::default(),
            turns,
            turn: 0,
            novelty: Novelty::new(board, ends, &control.budget),
            stages: Stages::default(),
            is_taken: Vec::new(),
        }
    }

    /// Returns the length of the longest list.
    pub(super) fn len(&self) -> u64 {
        self.lists.iter().map(OpenList::len).max().unwrap_or(0)
    }

    /// Adds `node`, the latest of `arena`. `origin` is its parent, and the square to which a push or a pull from that has
    /// brought a box; a root has none.
    pub(super) fn push(
        &mut self,
        board: &Board,
        arena: &Arena,
        node: u32,
        origin: Option<(u32, u16)>,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        debug_assert_eq!(node as usize, self.is_taken.len());
        let (boxes, Node { pushes, bound, player, .. }) = (arena.pieces(node), arena[node]);
        let home = self.novelty.home(boxes);
        let stage = self.stages.add(origin.map(|(parent, _)| parent), home, &self.novelty, boxes, control)?;
        let [mut novelty, mut novelty_in_stage] = [1; 2];
        if let Some((_, target)) = origin {
            let mut rate_among =
                |class| self.novelty.rate(board, boxes, player, target, class, &mut control.budget);
            novelty = rate_among(home);
            // The classes of the stages come after those of the numbers of boxes.
            novelty_in_stage = rate_among(board.goals.len() + 1 + stage as usize);
        }
        control.budget.room(&mut self.is_taken)?;
        self.is_taken.push(false);
        let not_home = (board.goals.len() - self.stages.homes[stage as usize]) as u32;
        let length = BOUND_WEIGHT * u64::from(bound) + u64::from(pushes);
        let keys = [
            (QueueKey::Stage, (novelty_in_stage, bound, not_home)),
            (QueueKey::Novelty, (novelty, bound, 0)),
            (QueueKey::Length, (length, 0, 0)),
        ];
        for (list, key) in keys {
            if self.turns.contains(&list) {
                self.lists[list as usize].push(key, node, control)?;
            }
        }
        Ok(())
    }

    /// Takes the best position of the list whose turn it is.
    pub(super) fn pop(&mut self, control: &mut SearchControl<'_>) -> Option<u32> {
        let list = &mut self.lists[self.turns[self.turn % self.turns.len()] as usize];
        self.turn += 1;
        loop {
            let (_, node) = list.pop(control)?;
            if !std::mem::replace(&mut self.is_taken[node as usize], true) {
                return Some(node);
            }
        }
    }
}

/// The stages that the lines to positions have reached.
#[derive(Default)]
struct Stages {
    /// The stage of every node.
    of: Vec<u32>,
    /// The number of boxes that are home in every stage.
    homes: Vec<usize>,
    known: HashMap<Vec<u64>, u32>,
}

impl Stages {
    /// Adds the next node, with the boxes `set`, of which `home` are home, and a line through `parent`; returns its stage.
    fn add(
        &mut self,
        parent: Option<u32>,
        home: usize,
        novelty: &Novelty,
        set: &[u64],
        control: &mut SearchControl<'_>,
    ) -> Limited<u32> {
        let before = parent.map(|parent| self.of[parent as usize]);
        let stage = match before.filter(|&stage| home <= self.homes[stage as usize]) {
            Some(stage) => stage,
            None => {
                let fresh = self.homes.len() as u32;
                let stage = *self.known.entry(novelty.boxes_home(set)).or_insert(fresh);
                if stage == fresh {
                    control.budget.take(STAGE_BYTES + 16 * set.len())?;
                    self.homes.push(home);
                }
                stage
            }
        };
        control.budget.room(&mut self.of)?;
        self.of.push(stage);
        Ok(stage)
    }
}
