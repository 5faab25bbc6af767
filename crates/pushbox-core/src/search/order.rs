//! Which position a search by single pushes or pulls expands next.
//!
//! Orders take turns. By bound and length (weighted A*, Pohl 1970) a search goes straight for the end, and stands still where
//! boxes that are home have to make way for the last ones: for each arrangement that gets on there are thousands of the other
//! boxes. What is new ([`Novelty`]) leads out of that. Positions count as alike that have as many boxes home, or else that
//! have come from the same stage: the boxes home where the line to the position had most of them so far. The second is a
//! search of its own around every step forwards (Lipovetzky and Geffner 2012 begin anew at each), and finds what the first
//! has seen too often far away.

use std::collections::HashMap;

use crate::field::Field;
use crate::limit::{LimitKind, SearchControl};
use crate::search::novelty::Novelty;
use crate::search::open_list::OpenList;

/// How much a push yet to do counts against one done.
const GREED: u64 = 4;

/// An order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// By novelty in the stage, and then by the bound.
    Stage,
    /// By novelty among positions with as many boxes home, and then by the bound.
    Novelty,
    /// By bound and length.
    Length,
}

/// Bytes of a stage without its boxes, also of its place in the table of what has been seen; estimated from above.
const STAGE_BYTES: usize = 160;

/// What there is to tell of a position that has been met.
pub(super) struct Rated<'a> {
    /// The node before it, and where a push or a pull from there has brought a box; a root has none.
    pub(super) origin: Option<(u32, u16)>,
    /// The boxes, as a set of live squares.
    pub(super) boxes: &'a [u64],
    /// The normalised player.
    pub(super) player: u16,
    /// Pushes or pulls done.
    pub(super) length: u32,
    /// Lower bound of those yet to do.
    pub(super) bound: u32,
}

/// The positions to expand, each in all orders, until it has been taken from one of them.
pub(super) struct Order {
    lists: [OpenList<(u64, u32, u32)>; 3],
    /// The orders of the turns, and how many have been.
    turns: &'static [By],
    done: usize,
    novelty: Novelty,
    stages: Stages,
    is_taken: Vec<bool>,
}

impl Order {
    /// Nothing to expand yet, for a search that brings boxes to `ends`, which are live squares.
    pub(super) fn new(
        field: &Field,
        ends: &[u16],
        turns: &'static [By],
        control: &SearchControl<'_>,
    ) -> Self {
        Self {
            lists: Default::default(),
            turns,
            done: 0,
            novelty: Novelty::new(field, ends, &control.budget),
            stages: Stages::default(),
            is_taken: Vec::new(),
        }
    }

    /// Entries of the longest list.
    pub(super) fn len(&self) -> u64 {
        self.lists.iter().map(OpenList::len).max().unwrap_or(0)
    }

    /// Adds `node`, which must have the next number.
    pub(super) fn push(
        &mut self,
        field: &Field,
        node: u32,
        position: &Rated<'_>,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        debug_assert_eq!(node as usize, self.is_taken.len());
        let Rated { origin, boxes, player, length, bound } = *position;
        let home = self.novelty.home(boxes);
        let stage = self.stages.add(origin.map(|(parent, _)| parent), home, &self.novelty, boxes, control)?;
        let [mut rate, mut rate_in_stage] = [1; 2];
        if let Some((_, target)) = origin {
            let mut rate_among =
                |like| self.novelty.rate(field, boxes, player, target, like, &mut control.budget);
            rate = rate_among(home);
            // Above the numbers of boxes.
            rate_in_stage = rate_among(field.goals.len() + 1 + stage as usize);
        }
        control.budget.room(&mut self.is_taken)?;
        self.is_taken.push(false);
        let far = (field.goals.len() - self.stages.home(stage)) as u32;
        let length = GREED * u64::from(bound) + u64::from(length);
        let keys = [
            (By::Stage, (rate_in_stage, bound, far)),
            (By::Novelty, (rate, bound, 0)),
            (By::Length, (length, 0, 0)),
        ];
        for (by, key) in keys {
            if self.turns.contains(&by) {
                self.lists[by as usize].push(key, node, control)?;
            }
        }
        Ok(())
    }

    /// Takes the best position of the order whose turn it is.
    pub(super) fn pop(&mut self, control: &mut SearchControl<'_>) -> Option<u32> {
        let list = &mut self.lists[self.turns[self.done % self.turns.len()] as usize];
        self.done += 1;
        loop {
            let (_, node) = list.pop(control)?;
            if !std::mem::replace(&mut self.is_taken[node as usize], true) {
                return Some(node);
            }
        }
    }
}

/// The stages that the lines to positions have come to.
#[derive(Default)]
struct Stages {
    /// The stage of every node.
    of: Vec<u32>,
    /// How many boxes are home in every stage.
    homes: Vec<usize>,
    known: HashMap<Vec<u64>, u32>,
}

impl Stages {
    /// Notes the stage of the next node, with the boxes `set`, of which `home` are home, and a line through `parent`.
    fn add(
        &mut self,
        parent: Option<u32>,
        home: usize,
        novelty: &Novelty,
        set: &[u64],
        control: &mut SearchControl<'_>,
    ) -> Result<u32, LimitKind> {
        let before = parent.map(|parent| self.of[parent as usize]);
        let stage = match before.filter(|&stage| home <= self.homes[stage as usize]) {
            Some(stage) => stage,
            None => {
                let boxes = novelty.boxes_home(set);
                match self.known.get(&boxes) {
                    Some(&stage) => stage,
                    None => {
                        control.budget.take(STAGE_BYTES + 16 * set.len())?;
                        let stage = self.homes.len() as u32;
                        self.homes.push(home);
                        self.known.insert(boxes, stage);
                        stage
                    }
                }
            }
        };
        control.budget.room(&mut self.of)?;
        self.of.push(stage);
        Ok(stage)
    }

    fn home(&self, stage: u32) -> usize {
        self.homes[stage as usize]
    }
}
