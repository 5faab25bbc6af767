//! The relaxed plan (h_FF) that brings one more box to a goal: a plan in a world where no fact ever becomes false
//! (delete relaxation; Hoffmann and Nebel, "The FF planning system", 2001).
//!
//! In that world a pushed box stands on its old square as well as on its new one, the old one is free as well as taken,
//! and the player is everywhere they have ever been. A fact is the player on a square, a square without a box, or a box
//! of some kind on a square. Packed boxes are walls. The pushes of the plan move the boxes in the way, and the boxes in
//! the way of those, and so on. The plan is an estimate, for guidance only.

use crate::board::Board;
use crate::level::opposite;
use crate::push::Push;
use crate::region::Region;

/// The greatest cost; a fact that costs more counts as unreachable.
const MAX_COST: u16 = 200;
const NEVER: u16 = u16::MAX;

/// The kinds of facts about a square. From [`BOXED`] on there is one for the boxes of each class that is to be brought to a
/// square, and one for the boxes of all other classes.
const PLAYER: u16 = 0;
const CLEAR: u16 = 1;
const BOXED: u16 = 2;

/// The cause that has made a fact true.
#[derive(Clone, Copy)]
enum Cause {
    /// A step of the player from this square.
    Step(u16),
    /// A push of a box of this kind.
    Push(u16, Push),
}

/// The costs of a fact, or [`NEVER`].
#[derive(Clone, Copy)]
struct Costs {
    /// The least known.
    least: u16,
    /// The same once it is settled: from then on the fact holds.
    settled: u16,
}

/// The latest plan, and working memory.
#[derive(Default)]
pub(crate) struct RelaxedPlan {
    /// The costs of the facts and what has made them true, by square and then by kind.
    costs: Vec<Costs>,
    causes: Vec<Cause>,
    kinds: u16,
    /// The classes that are to be brought to squares.
    classes: Vec<u16>,
    /// Facts to settle, by cost.
    buckets: Vec<Vec<(u16, u16)>>,
    /// The boxes that are not packed, as facts.
    loose: Vec<(u16, u16)>,
    /// Facts of the plan: those that are still to be traced, and all.
    wanted: Vec<(u16, u16)>,
    is_traced: Vec<bool>,
    plan: Vec<Push>,
    /// The facts before the first push that the plan depends on.
    preconditions: Vec<(u16, u16)>,
}

impl RelaxedPlan {
    pub(crate) fn new() -> Self {
        Self { buckets: vec![Vec::new(); usize::from(MAX_COST) + 1], ..Self::default() }
    }

    /// Returns the number of pushes of a plan that brings a box to one of `targets`, squares with the classes of their boxes;
    /// `None` where there is no plan. `pieces` are the boxes, those that are `packed` stay, and the player is in `region`.
    pub(crate) fn pushes(
        &mut self,
        board: &Board,
        pieces: &[u64],
        region: &Region,
        (packed, targets): (&[u64], &[(u16, u16)]),
    ) -> Option<u16> {
        self.classes.clear();
        self.classes.extend(targets.iter().map(|&(_, class)| class));
        self.classes.sort_unstable();
        self.classes.dedup();
        self.begin(board, pieces, packed, region);
        let end = self.settle(board, targets);
        self.buckets.iter_mut().for_each(Vec::clear);
        self.trace(board, end?);
        Some(self.plan.len() as u16)
    }

    /// Returns the number of pushes of the latest plan that are left after `push`, with the player in `region` then:
    /// one less where it belongs to the plan, whatever else it does; as many as before where all that the plan
    /// depends on still holds; else `None`.
    pub(crate) fn after(&self, board: &Board, push: Push, region: &Region) -> Option<u16> {
        let pushes = self.plan.len() as u16;
        if self.plan.contains(&push) {
            return Some(pushes - 1);
        }
        let target = board.target(push);
        let still_holds = |&(kind, square): &(u16, u16)| match kind {
            PLAYER => region.contains(square),
            CLEAR => square != target,
            _ => square != push.square,
        };
        self.preconditions.iter().all(still_holds).then_some(pushes)
    }

    fn begin(&mut self, board: &Board, pieces: &[u64], packed: &[u64], region: &Region) {
        let classes = self.classes.len() as u16;
        self.kinds = BOXED + classes + u16::from(board.classes() > classes);
        let facts = board.size() * usize::from(self.kinds);
        self.costs.clear();
        self.costs.resize(facts, Costs { least: NEVER, settled: NEVER });
        self.causes.resize(facts, Cause::Step(0));
        self.loose.clear();
        for square in 0..board.wall() {
            let is_box = board.is_live[usize::from(square)] && board.contains(pieces, square);
            if !is_box {
                self.set_true(CLEAR, square);
                if region.contains(square) {
                    self.set_true(PLAYER, square);
                }
            } else if !board.contains(packed, square) {
                let class = board.class_at(pieces, square);
                let kind = self.classes.binary_search(&class).unwrap_or(self.classes.len());
                self.set_true(BOXED + kind as u16, square);
                self.loose.push((BOXED + kind as u16, square));
            }
        }
    }

    #[inline]
    fn index(&self, kind: u16, square: u16) -> usize {
        usize::from(square) * usize::from(self.kinds) + usize::from(kind)
    }

    fn set_true(&mut self, kind: u16, square: u16) {
        let index = self.index(kind, square);
        self.costs[index] = Costs { least: 0, settled: 0 };
    }

    /// Settles the facts in the order of their costs (Knuth 1977) until a box stands on one of `targets`.
    fn settle(&mut self, board: &Board, targets: &[(u16, u16)]) -> Option<(u16, u16)> {
        for index in 0..self.loose.len() {
            let (kind, square) = self.loose[index];
            for direction in 0..4 {
                self.push(board, kind, square, direction);
            }
        }
        for cost in 0..=MAX_COST {
            while let Some((kind, square)) = self.buckets[usize::from(cost)].pop() {
                let index = self.index(kind, square);
                let costs = &mut self.costs[index];
                if costs.settled != NEVER || costs.least != cost {
                    continue;
                }
                costs.settled = cost;
                let class = kind.checked_sub(BOXED).and_then(|index| self.classes.get(usize::from(index)));
                if class.is_some_and(|&class| targets.contains(&(square, class))) {
                    return Some((kind, square));
                }
                for direction in 0..4 {
                    let next = board.neighbour(square, direction);
                    match kind {
                        PLAYER => {
                            self.step(square, next);
                            self.push_any(board, next, direction);
                        }
                        CLEAR => {
                            self.step(next, square);
                            self.push_any(board, next, opposite(direction));
                        }
                        _ => self.push(board, kind, square, direction),
                    }
                }
            }
        }
        None
    }

    /// Returns the cost of a fact that holds, else [`NEVER`].
    #[inline]
    fn cost(&self, kind: u16, square: u16) -> u16 {
        self.costs[self.index(kind, square)].settled
    }

    fn step(&mut self, from: u16, to: u16) {
        let (player, clear) = (self.cost(PLAYER, from), self.cost(CLEAR, to));
        if player != NEVER && clear != NEVER {
            self.improve(PLAYER, to, player + clear, Cause::Step(from));
        }
    }

    fn push_any(&mut self, board: &Board, square: u16, direction: usize) {
        for kind in BOXED..self.kinds {
            self.push(board, kind, square, direction);
        }
    }

    /// Pushes a box of a kind.
    #[inline]
    fn push(&mut self, board: &Board, kind: u16, square: u16, direction: usize) {
        let boxed = self.cost(kind, square);
        if boxed == NEVER || board.pushes[usize::from(square)] >> direction & 1 == 0 {
            return;
        }
        let neighbours = board.neighbours(square);
        let target = neighbours[direction];
        let (player, clear) = (self.cost(PLAYER, neighbours[opposite(direction)]), self.cost(CLEAR, target));
        if player != NEVER && clear != NEVER {
            // The box and the player behind it have mostly moved together: their cost counts once.
            let cost = 1 + player.max(boxed) + clear;
            let cause = Cause::Push(kind, Push { square, direction: direction as u8 });
            self.improve(kind, target, cost, cause);
            self.improve(CLEAR, square, cost, cause);
            self.improve(PLAYER, square, cost, cause);
        }
    }

    #[inline]
    fn improve(&mut self, kind: u16, square: u16, cost: u16, cause: Cause) {
        let index = self.index(kind, square);
        if cost < self.costs[index].least && cost <= MAX_COST {
            self.costs[index].least = cost;
            self.causes[index] = cause;
            self.buckets[usize::from(cost)].push((kind, square));
        }
    }

    /// Traces the box on `end` back to what holds from the beginning.
    fn trace(&mut self, board: &Board, end: (u16, u16)) {
        self.plan.clear();
        self.preconditions.clear();
        self.is_traced.clear();
        self.is_traced.resize(self.costs.len(), false);
        self.wanted.push(end);
        while let Some((kind, square)) = self.wanted.pop() {
            let at = self.index(kind, square);
            if std::mem::replace(&mut self.is_traced[at], true) {
                continue;
            }
            if self.costs[at].least == 0 {
                self.preconditions.push((kind, square));
                continue;
            }
            match self.causes[at] {
                Cause::Step(from) => self.wanted.extend([(PLAYER, from), (CLEAR, square)]),
                Cause::Push(kind, push) => {
                    let neighbours = board.neighbours(push.square);
                    let direction = usize::from(push.direction);
                    self.wanted.extend([
                        (PLAYER, neighbours[opposite(direction)]),
                        (kind, push.square),
                        (CLEAR, neighbours[direction]),
                    ]);
                    if !self.plan.contains(&push) {
                        self.plan.push(push);
                    }
                }
            }
        }
    }
}
