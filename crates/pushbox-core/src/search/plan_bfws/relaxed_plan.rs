//! The relaxed plan (h_FF) that brings one more box to a goal: a plan in a world where no fact ever becomes false (delete
//! relaxation; Hoffmann and Nebel, "The FF planning system", 2001).
//!
//! In that world a box that is pushed stands on its old square as well as on its new one, the old one is free as well
//! as taken, and the player is wherever they have ever been. A fact is the player on a square, a square without a box,
//! or a box on a square, whichever. Boxes that are packed are walls. The pushes of the plan move what is in the way,
//! and what is in the way of that, and so on. An estimate, for guidance only.

use crate::board::Board;
use crate::level::opposite;
use crate::push::Push;
use crate::region::Region;

/// The greatest cost; a fact that costs more counts as unreachable.
const MAX_COST: u16 = 200;
const NEVER: u16 = u16::MAX;

/// The kinds of facts about a square. From [`BOXED`] on there is one for the boxes of each class that is to be brought to a
/// square, and one for the boxes of all other classes.
const PLAYER: usize = 0;
const CLEAR: usize = 1;
const BOXED: usize = 2;

/// The cause that has made a fact true.
#[derive(Clone, Copy)]
enum Cause {
    /// A step of the player from this square.
    Step(u16),
    /// A push of a box of this kind.
    Push(usize, Push),
}

/// A fact, by square.
#[derive(Clone)]
struct Facts {
    cost: Vec<u16>,
    /// Whether the cost is settled.
    holds: Vec<bool>,
    cause: Vec<Cause>,
    is_traced: Vec<bool>,
}

/// The latest plan, and working memory.
#[derive(Default)]
pub(crate) struct RelaxedPlan {
    facts: Vec<Facts>,
    /// The classes that are to be brought to squares.
    classes: Vec<u16>,
    /// Facts to settle, by cost.
    buckets: Vec<Vec<(usize, u16)>>,
    /// The boxes that are not packed, as facts.
    loose: Vec<(usize, u16)>,
    /// Facts of the plan that are still to be traced.
    wanted: Vec<(usize, u16)>,
    /// The pushes of the plan.
    plan: Vec<Push>,
    /// The facts before the first push that the plan depends on.
    preconditions: Vec<(usize, u16)>,
}

impl Facts {
    fn new(squares: usize) -> Self {
        Self {
            cost: vec![NEVER; squares],
            holds: vec![false; squares],
            cause: vec![Cause::Step(0); squares],
            is_traced: vec![false; squares],
        }
    }
}

impl RelaxedPlan {
    pub(crate) fn new(board: &Board) -> Self {
        let facts = vec![Facts::new(board.size()); BOXED + 2];
        Self { facts, buckets: vec![Vec::new(); usize::from(MAX_COST) + 1], ..Self::default() }
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
        let still_holds = |&(kind, square): &(usize, u16)| match kind {
            PLAYER => region.contains(square),
            CLEAR => square != target,
            _ => square != push.square,
        };
        self.preconditions.iter().all(still_holds).then_some(pushes)
    }

    fn begin(&mut self, board: &Board, pieces: &[u64], packed: &[u64], region: &Region) {
        let kinds = BOXED + self.classes.len() + usize::from(board.classes() > self.classes.len() as u16);
        self.facts.resize(kinds, Facts::new(board.size()));
        for facts in &mut self.facts {
            facts.cost.fill(NEVER);
            facts.holds.fill(false);
            facts.is_traced.fill(false);
        }
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
                let kind = BOXED + self.classes.binary_search(&class).unwrap_or(self.classes.len());
                self.set_true(kind, square);
                self.loose.push((kind, square));
            }
        }
    }

    fn set_true(&mut self, kind: usize, square: u16) {
        self.facts[kind].cost[usize::from(square)] = 0;
        self.facts[kind].holds[usize::from(square)] = true;
    }

    /// Settles the facts in the order of their costs (Knuth 1977) until a box stands on one of `targets`.
    fn settle(&mut self, board: &Board, targets: &[(u16, u16)]) -> Option<(usize, u16)> {
        for index in 0..self.loose.len() {
            let (kind, square) = self.loose[index];
            for direction in 0..4 {
                self.push(board, kind, square, direction);
            }
        }
        for cost in 0..=MAX_COST {
            while let Some((kind, square)) = self.buckets[usize::from(cost)].pop() {
                let facts = &mut self.facts[kind];
                let at = usize::from(square);
                if facts.holds[at] || facts.cost[at] != cost {
                    continue;
                }
                facts.holds[at] = true;
                let class = kind.checked_sub(BOXED).and_then(|index| self.classes.get(index));
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

    fn holds(&self, kind: usize, square: u16) -> bool {
        self.facts[kind].holds[usize::from(square)]
    }

    fn cost(&self, kind: usize, square: u16) -> u16 {
        self.facts[kind].cost[usize::from(square)]
    }

    fn step(&mut self, from: u16, to: u16) {
        if self.holds(PLAYER, from) && self.holds(CLEAR, to) {
            self.improve(PLAYER, to, self.cost(PLAYER, from) + self.cost(CLEAR, to), Cause::Step(from));
        }
    }

    fn push_any(&mut self, board: &Board, square: u16, direction: usize) {
        for kind in BOXED..self.facts.len() {
            self.push(board, kind, square, direction);
        }
    }

    /// Pushes a box of a kind.
    fn push(&mut self, board: &Board, kind: usize, square: u16, direction: usize) {
        let neighbours = board.neighbours(square);
        let (target, stand) = (neighbours[direction], neighbours[opposite(direction)]);
        if board.pushes[usize::from(square)] >> direction & 1 == 1
            && self.holds(kind, square)
            && self.holds(PLAYER, stand)
            && self.holds(CLEAR, target)
        {
            // The box and the player behind it have mostly moved together: their cost counts once.
            let before = self.cost(PLAYER, stand).max(self.cost(kind, square));
            let cost = 1 + before + self.cost(CLEAR, target);
            let cause = Cause::Push(kind, Push { square, direction: direction as u8 });
            self.improve(kind, target, cost, cause);
            self.improve(CLEAR, square, cost, cause);
            self.improve(PLAYER, square, cost, cause);
        }
    }

    fn improve(&mut self, kind: usize, square: u16, cost: u16, cause: Cause) {
        let (facts, at) = (&mut self.facts[kind], usize::from(square));
        if cost < facts.cost[at] && cost <= MAX_COST {
            facts.cost[at] = cost;
            facts.cause[at] = cause;
            self.buckets[usize::from(cost)].push((kind, square));
        }
    }

    /// Traces the box on `end` back to what holds from the beginning.
    fn trace(&mut self, board: &Board, end: (usize, u16)) {
        self.plan.clear();
        self.preconditions.clear();
        self.wanted.push(end);
        while let Some((kind, square)) = self.wanted.pop() {
            let at = usize::from(square);
            if std::mem::replace(&mut self.facts[kind].is_traced[at], true) {
                continue;
            }
            if self.facts[kind].cost[at] == 0 {
                self.preconditions.push((kind, square));
                continue;
            }
            match self.facts[kind].cause[at] {
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
