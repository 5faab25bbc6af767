//! PI-corral pruning (Brian Damgaard, in the solver YASS): when the player is locked out of a region that has to be
//! opened anyway, and every way to open it is at hand now, only those pushes are worth generating.
//!
//! # Definition
//! Let C be a union of regions that hold neither a box nor the player, and B a set of boxes that holds at least all
//! boxes next to C. Look at every push of a box b of B, from the player's square s over b to the target t:
//!
//! * it is *out of the question* as the first push of a box of B if s or t is a wall or holds a box of B, if s lies
//!   in C, or if no box pushed to t that way can reach a goal;
//! * any other push must end in C (an I-corral), and the player must reach s now (a PI-corral).
//!
//! The corral is *forced* if a box of B is off the goals, or if C holds an empty goal and every goal needs a box.
//!
//! # Why the other pushes can be left out
//! Take a shortest solution. Because the corral is forced, some box of B is pushed in it (a box from outside
//! enters C only after that, as all that borders C is wall or B). Let p be the first such push and q the pushes before
//! it, none of which moves a box of B. During q nobody enters C: neither the player nor a box can pass what borders
//! it. So p is not out of the question, hence it ends in C and the player reaches its square s now: p is legal now.
//!
//! Play p first, then q, then the rest. After p the player steps back to s and so reaches what was reachable before.
//! The pushes and walks of q use no square of C and no square of B, and p has changed only those. After q the player
//! walks to s as in the solution, and onto the square that the box left, which q kept free because the box stood there
//! in the solution. The position is the same as after q and p, so the rest follows, with the same number of pushes.
//! Hence some shortest solution begins with one of the kept pushes, and by induction on its length a search that
//! prunes in every position still finds a shortest solution. If no push is kept, no solution exists: a deadlock.
//!
//! The proof does not require B to be small. If only a box outside B, or a region outside C, violates the condition, it
//! joins B or C, and the condition is tested again.

use crate::board::{Board, BoxTable, Position};
use crate::push::Push;
use crate::region::Region;

/// No region.
const NONE: u16 = u16::MAX;

/// The working memory of the analysis, and its result.
pub(crate) struct PiCorral {
    /// The number of the region of every square that the player cannot reach.
    label: Vec<u16>,
    labelled: Vec<u16>,
    /// Those regions together.
    beyond: Region,
    in_corral: Vec<bool>,
    member: Vec<bool>,
    members: Vec<u16>,
    pushes: Vec<Push>,
    best: Vec<Push>,
}

impl PiCorral {
    pub(crate) fn new(board: &Board) -> Self {
        Self {
            beyond: Region::new(board),
            label: vec![NONE; board.size()],
            labelled: Vec::new(),
            in_corral: Vec::new(),
            member: vec![false; board.size()],
            members: Vec::new(),
            pushes: Vec::new(),
            best: Vec::new(),
        }
    }

    /// Calls `visit` with the pushes from `region`, which a flood of `position` has reached, that are worth generating.
    pub(crate) fn pushes(
        &mut self,
        board: &Board,
        position: &Position,
        region: &Region,
        visit: impl FnMut(Push),
    ) {
        match self.find(board, &position.boxes, &position.is_box, region) {
            Some(only) => only.iter().copied().for_each(visit),
            None => {
                position.pushes(board).filter(|&push| region.contains(board.ends(push).0)).for_each(visit)
            }
        }
    }

    /// Returns the pushes of the PI-corral with the fewest, if there is one; an empty list is a deadlock.
    ///
    /// `boxes` are the squares of the boxes, `is_box` the same by square, `region` what a flood of them has reached.
    pub(crate) fn find(
        &mut self,
        board: &Board,
        boxes: &[u16],
        is_box: &BoxTable,
        region: &Region,
    ) -> Option<&[Push]> {
        if region.count_latest() + boxes.len() == usize::from(board.wall()) {
            return None;
        }
        let regions = self.label_regions(board, boxes, is_box, region);
        let mut has_corral = false;
        for seed in 0..regions {
            self.in_corral.clear();
            self.in_corral.resize(regions, false);
            self.in_corral[seed] = true;
            let forced = self.grow(board, boxes, is_box, region) && self.is_forced(board, boxes);
            for square in self.members.drain(..) {
                self.member[usize::from(square)] = false;
            }
            if forced && (!has_corral || self.pushes.len() < self.best.len()) {
                has_corral = true;
                std::mem::swap(&mut self.best, &mut self.pushes);
                if self.best.len() <= 1 {
                    break;
                }
            }
        }
        for square in self.labelled.drain(..) {
            self.label[usize::from(square)] = NONE;
        }
        has_corral.then_some(&self.best)
    }

    /// Numbers the regions that the player cannot reach.
    fn label_regions(&mut self, board: &Board, boxes: &[u16], is_box: &BoxTable, region: &Region) -> usize {
        let mut regions = 0;
        self.beyond.clear();
        for seed in boxes.iter().flat_map(|&square| board.neighbours(square)) {
            if region.misses(seed) && self.label[usize::from(seed)] == NONE {
                self.beyond.extend(is_box, seed);
                for square in self.beyond.latest() {
                    self.label[usize::from(square)] = regions;
                    self.labelled.push(square);
                }
                regions += 1;
            }
        }
        usize::from(regions)
    }

    fn is_in_corral(&self, square: u16) -> bool {
        let label = self.label[usize::from(square)];
        label != NONE && self.in_corral[usize::from(label)]
    }

    /// Takes in boxes and regions until the condition holds (true, and the pushes are collected) or cannot hold.
    fn grow(&mut self, board: &Board, boxes: &[u16], is_box: &[bool], region: &Region) -> bool {
        loop {
            for &square in boxes {
                if board.neighbours(square).into_iter().any(|next| self.is_in_corral(next)) {
                    self.add_box(square);
                }
            }
            match self.collect(board, is_box, region) {
                Some(true) => return true,
                Some(false) => {}
                None => return false,
            }
        }
    }

    fn add_box(&mut self, square: u16) {
        if !self.member[usize::from(square)] {
            self.member[usize::from(square)] = true;
            self.members.push(square);
        }
    }

    /// Collects the pushes. `Some(true)`: the condition holds; `Some(false)`: the corral has grown, try again; `None`:
    /// it cannot hold.
    fn collect(&mut self, board: &Board, is_box: &[bool], region: &Region) -> Option<bool> {
        self.pushes.clear();
        let mut complete = true;
        let mut index = 0;
        while let Some(&square) = self.members.get(index) {
            index += 1;
            for push in board.live_pushes(square) {
                let (pusher, target) = board.ends(push);
                let is_member = |square: u16| self.member[usize::from(square)];
                if is_member(target) || is_member(pusher) || self.is_in_corral(pusher) {
                    continue;
                }
                let mut holds = true;
                for (square, is_needed) in
                    [(target, self.is_in_corral(target)), (pusher, region.contains(pusher))]
                {
                    if is_box[usize::from(square)] {
                        self.add_box(square);
                        holds = false;
                    } else if !is_needed {
                        if region.contains(square) {
                            return None;
                        }
                        self.in_corral[usize::from(self.label[usize::from(square)])] = true;
                        holds = false;
                    }
                }
                if holds {
                    self.pushes.push(push);
                }
                complete &= holds;
            }
        }
        Some(complete)
    }

    fn is_forced(&self, board: &Board, boxes: &[u16]) -> bool {
        let off_goal = self.members.iter().any(|&square| !board.is_goal[usize::from(square)]);
        let must_fill =
            || boxes.len() == board.goals.len() && board.goals.iter().any(|&goal| self.is_in_corral(goal));
        off_goal || must_fill()
    }
}
