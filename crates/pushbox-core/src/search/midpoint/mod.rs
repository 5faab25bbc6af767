//! A search by way of a mid-point, for levels in which boxes have to leave their goals before any plan can be followed.
//!
//! Two feature space searches take turns. One goes by macro pulls from the filled goals ([`Opening`]) and looks for open
//! positions: the most open one is the mid-point. The other goes by macro pushes from the root ([`Gathering`]) and brings
//! the boxes to the squares of that. Any position that both have met solves the level. Where the pushes do not get there in
//! their phase, the pulls go on, and the best position that has not been one yet is the next mid-point.
//!
//! It follows no packing plan.

mod assignment;
mod gathering;
mod opening;
mod tree;

use std::sync::Arc;

use super::fess::PlanShare;
use super::perimeter::{OtherEnd, Perimeter, PositionRef};
use super::root_position::RootPosition;
use super::{Search, SearchEnd, TurnEnd};
use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::region::Region;
use gathering::Gathering;
use opening::Opening;
use tree::{Step, Tree};

/// The half whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Pulls,
    Pushes,
}

pub(crate) struct Midpoint<'s> {
    root: &'s RootPosition,
    /// The boxes of the root and the normalised player.
    start: (Vec<u64>, u16),
    share: PlanShare,
    /// The positions from which the boxes have been seen to come home.
    back: Tree<'s>,
    opening: Opening,
    /// The way to the present mid-point, and the memory that it has taken; `None` before the first.
    front: Option<(Tree<'s>, Gathering)>,
    front_bytes: usize,
    phase: Phase,
    /// Moves left in the phase.
    left: u64,
    /// The nodes of the pulls that have been mid-points.
    used: Vec<u32>,
}

impl<'s> Midpoint<'s> {
    /// Returns whether the search knows the kind of level: one player, boxes that are all alike, and as many
    /// goals.
    pub(crate) fn is_for(root: &RootPosition) -> bool {
        root.players.len() == 1 && root.classes.len() == 1 && root.boxes.len() == root.board.goals.len()
    }

    /// Creates a search of a level for which it [`Midpoint::is_for`].
    pub(crate) fn new(
        root: &'s RootPosition,
        share: &PlanShare,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let mut opening = Opening::new(root, &share.tables, control)?;
        let mut back = Tree::new(root, &root.board.goals, control)?;
        let mut players = Vec::new();
        Region::new(&root.board).each(back.boxes(), |least, _| players.push(least));
        for player in players {
            back.add_root(&mut opening, player, control)?;
        }
        let share = PlanShare { detectors: Arc::clone(&share.detectors), tables: Arc::clone(&share.tables) };
        let position = root.position();
        let player = Region::new(&root.board).flood(&position.is_box, root.player);
        let start = (position.set, player);
        let left = control.tuning.midpoint_pulls;
        let (phase, used) = (Phase::Pulls, Vec::new());
        Ok(Self { root, start, share, back, opening, front: None, front_bytes: 0, phase, left, used })
    }

    /// Chooses the best position that has not been a mid-point yet, and begins the way to it. Without one left there is
    /// none.
    fn choose(&mut self, control: &mut SearchControl<'_>) -> Limited<()> {
        self.front = None;
        control.budget.give(std::mem::take(&mut self.front_bytes));
        let Some(best) = self.back.best(&self.used) else { return Ok(()) };
        self.used.push(best);
        let used = control.budget.used();
        let begin = |control: &mut SearchControl<'_>| {
            let mut gathering = Gathering::new(self.root, &self.back.squares(best), &self.share, control)?;
            let mut tree = Tree::new(self.root, &self.root.boxes, control)?;
            tree.add_root(&mut gathering, self.root.player, control)?;
            Ok((tree, gathering))
        };
        let front = begin(control);
        self.front_bytes = control.budget.used() - used;
        self.front = Some(front?);
        Ok(())
    }

    /// Returns how many mid-points there have been.
    #[cfg(test)]
    pub(crate) fn midpoints(&self) -> usize {
        self.used.len()
    }

    fn pull(&mut self, control: &mut SearchControl<'_>) -> TurnEnd {
        let id = match self.back.step(&mut self.opening, control)? {
            Step::New(id) => id,
            Step::Nothing => return Ok(None),
            Step::Exhausted => return Ok(Some(SearchEnd::Exhausted)),
        };
        let position = self.back.position(id);
        let rest = || self.back.pushes_from(id);
        if (position.boxes, position.player) == (self.start.0.as_slice(), self.start.1) {
            return Ok(Some(SearchEnd::Solved(rest())));
        }
        let way = self.solution_from(position);
        Ok(way.map(|way| SearchEnd::Solved([way, rest()].concat())))
    }

    fn push(&mut self, other: OtherEnd<'_>, control: &mut SearchControl<'_>) -> TurnEnd {
        let Some((front, gathering)) = &mut self.front else {
            self.left = 0;
            return Ok(None);
        };
        let used = control.budget.used();
        let step = front.step(gathering, control);
        // What has been tried gives memory back.
        self.front_bytes = (self.front_bytes + control.budget.used()).saturating_sub(used);
        let id = match step? {
            Step::New(id) => id,
            Step::Nothing => return Ok(None),
            Step::Exhausted => {
                self.left = 0;
                return Ok(None);
            }
        };
        let position = front.position(id);
        if self.root.is_solved(position.boxes) {
            return Ok(Some(SearchEnd::Solved(front.pushes_to(id))));
        }
        let rest = self.back.find(position).map(|node| self.back.pushes_from(node));
        let rest = rest.or_else(|| other.and_then(|other| other.solution_from(position)));
        Ok(rest.map(|rest| SearchEnd::Solved([front.pushes_to(id), rest].concat())))
    }
}

impl Search for Midpoint<'_> {
    fn step(&mut self, other: OtherEnd<'_>, control: &mut SearchControl<'_>) -> TurnEnd {
        if self.left == 0 {
            (self.phase, self.left) = match self.phase {
                Phase::Pushes => (Phase::Pulls, control.tuning.midpoint_pulls),
                Phase::Pulls => (Phase::Pushes, control.tuning.midpoint_pushes),
            };
            if self.phase == Phase::Pushes {
                self.choose(control)?;
            }
        }
        self.left -= 1;
        match self.phase {
            Phase::Pulls => self.pull(control),
            Phase::Pushes => self.push(other, control),
        }
    }
}

impl Perimeter for Midpoint<'_> {
    fn solution_from(&self, position: PositionRef<'_>) -> Option<Vec<Push>> {
        let (front, _) = self.front.as_ref()?;
        front.find(position).map(|id| front.pushes_to(id))
    }
}
