//! The guided search: what is asked from outside decides which positions come first, many of them in one question, so
//! that a neural network can answer.
//!
//! * A heuristic says how many pushes a position is from a solution. By it alone the search is weighted A*
//!   (Pohl 1970), in batches (Agostinelli, McAleer, Shmakov and Baldi 2019).
//! * A policy says how good each push is. By it alone this is Levin tree search (Orseau, Lelis, Lattimore and Weber
//!   2018): by the pushes so far over the chance that the policy makes them.
//! * By both it is PHS* (Orseau and Lelis 2021).
//!
//! Deadlocks, pruned pushes and bounds are those of the other searches, so that nothing is lost by a bad answer but
//! time: the search is exhaustive, and proves by its own bound, or by a heuristic that never says too many pushes.

use std::ops::ControlFlow;

use super::lurd;
use super::open_list::OpenList;
use super::push_graph::{Child, PushGraph, ROOT};
use super::root_position::RootPosition;
use crate::level::{BOX, Level, PLAYER};
use crate::limit::{LimitKind, Limited, SearchControl};
use crate::objective::{Count, Objective};
use crate::push::Push;

/// Answers questions about positions. Boards stand one behind the other, each in the cells of [`crate::level`], with the player on
/// the first cell that they can walk to. [`ControlFlow::Break`] ends the search.
pub trait Guide {
    /// Returns how many pushes each position is from a solution, not negative; infinite where there is none.
    fn distances(&mut self, boards: &[u8]) -> ControlFlow<(), Vec<f32>>;

    /// Returns how good the pushes of each position are, 4 values for each cell: the logits of the pushes of the box on
    /// it, left, up, right and down.
    fn preferences(&mut self, boards: &[u8]) -> ControlFlow<(), Vec<f32>>;
}

/// How a search is guided.
#[derive(Clone, Copy, Debug)]
pub struct Guidance {
    /// Whether the guide is asked for distances.
    pub has_heuristic: bool,
    /// Whether the guide is asked for preferences.
    pub has_policy: bool,
    /// Whether the heuristic never says more pushes than there are, so that it takes part in proofs.
    pub admissible: bool,
    /// What a push of the heuristic counts, beside one that has been made.
    pub weight: f64,
    /// Positions that are expanded between two questions, one at least.
    pub batch: usize,
}

/// How a search ended.
pub(crate) struct GuidedEnd {
    /// The pushes of the best solution.
    pub(crate) best: Option<Vec<Push>>,
    /// The limit that ended the search before it had tried everything that could be better.
    pub(crate) limit: Option<LimitKind>,
    /// The pushes that an admissible heuristic said there are at least, and those of a solution from there, which are fewer.
    pub(crate) refuted: Option<(u32, u32)>,
}

/// What the guide has said of a position.
#[derive(Clone, Copy)]
struct Opinion {
    distance: f32,
    /// The logarithm of the chance that the policy makes the pushes to it.
    chance: f32,
    /// The pushes with which it was expanded last, [`NEVER`] before.
    expanded: u32,
}

const NEVER: u32 = u32::MAX;

pub(crate) struct GuidedSearch<'s, 'g> {
    root: &'s RootPosition,
    graph: PushGraph<'s>,
    guide: &'g mut dyn Guide,
    guidance: Guidance,
    /// Whether the search goes on after a solution, for fewer pushes.
    is_for_best: bool,
    /// The cells without what moves, and the boards of the next question.
    bare: Vec<u8>,
    boards: Vec<u8>,
    opinions: Vec<Opinion>,
    /// The first key is what to expand first, the second one breaks ties.
    open: OpenList<(u64, u64)>,
    best: Option<Vec<Push>>,
    refuted: Option<(u32, u32)>,
}

impl<'s, 'g> GuidedSearch<'s, 'g> {
    /// Creates a search from the root of `graph`, which is that of a level with one player and boxes without numbers.
    pub(crate) fn new(
        level: &Level,
        root: &'s RootPosition,
        graph: PushGraph<'s>,
        guide: &'g mut dyn Guide,
        guidance: Guidance,
        objective: Objective,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let mut bare = level.cells().to_vec();
        bare[level.player()] &= !PLAYER;
        for &square in &root.boxes {
            bare[root.board.cells[usize::from(square)] as usize] &= !BOX;
        }
        // The boards, and what is said of them.
        control.budget.take(bare.len().saturating_mul(guidance.batch).saturating_mul(40))?;
        let mut search = Self {
            root,
            graph,
            guide,
            guidance,
            is_for_best: objective == Objective::Pushes,
            bare,
            boards: Vec::new(),
            opinions: Vec::new(),
            open: OpenList::default(),
            best: None,
            refuted: None,
        };
        search.opinions.push(Opinion { distance: 0.0, chance: 0.0, expanded: NEVER });
        search.judge(&[ROOT], control)?;
        Ok(search)
    }

    /// Searches to the end.
    pub(crate) fn run(mut self, control: &mut SearchControl<'_>) -> GuidedEnd {
        let limit = loop {
            match self.turn(control) {
                Ok(true) => {}
                Ok(false) => break None,
                Err(limit) => break Some(limit),
            }
        };
        GuidedEnd { best: self.best, limit, refuted: self.refuted }
    }

    /// Expands the positions whose turn it is; returns whether there is more to do.
    fn turn(&mut self, control: &mut SearchControl<'_>) -> Limited<bool> {
        let nodes = self.next(control)?;
        if nodes.is_empty() {
            return Ok(false);
        }
        let preferences = if self.guidance.has_policy { self.preferences(&nodes)? } else { Vec::new() };
        let (mut pushes, mut fresh, mut logits) = (Vec::new(), Vec::new(), Vec::new());
        for (index, &node) in nodes.iter().enumerate() {
            control.open = self.open.len();
            control.count()?;
            self.graph.expand(node, &mut pushes);
            let chance = self.opinions[node as usize].chance;
            if self.guidance.has_policy {
                let values = &preferences[index * 4 * self.bare.len()..];
                self.log_chances(values, &pushes, &mut logits);
            }
            for (at, &push) in pushes.iter().enumerate() {
                let Some(child) = self.graph.any_child(push, control)? else { continue };
                let chance = chance + logits.get(at).unwrap_or(&0.0);
                match child {
                    Child::New(id) => {
                        control.budget.room(&mut self.opinions)?;
                        self.opinions.push(Opinion { distance: 0.0, chance, expanded: NEVER });
                        debug_assert_eq!(self.opinions.len(), id as usize + 1);
                        fresh.push(id);
                    }
                    // A first solution will do by any path.
                    Child::Shorter(_) if !self.is_for_best => continue,
                    Child::Shorter(id) => {
                        self.opinions[id as usize].chance = chance;
                        if self.graph.arena[id].bound > 0 {
                            self.file(id, control)?;
                        }
                    }
                }
                let (Child::New(id) | Child::Shorter(id)) = child;
                if self.graph.arena[id].bound == 0 && self.improve(id, control) {
                    return Ok(false);
                }
            }
        }
        fresh.retain(|&id| self.graph.arena[id].bound > 0);
        self.judge(&fresh, control)?;
        Ok(true)
    }

    /// Takes the positions to expand next; none where everything has been tried that could be better than the best.
    fn next(&mut self, control: &mut SearchControl<'_>) -> Limited<Vec<u32>> {
        if let (true, Some((first, _))) = (self.proves(), self.open.first()) {
            let solved = self.best.as_ref().map_or(u64::MAX, |pushes| pushes.len() as u64);
            control.raise_bound(first.min(solved));
        }
        let mut nodes = Vec::new();
        while nodes.len() < self.guidance.batch {
            let Some((_, id)) = self.open.pop(control) else { break };
            let (node, opinion) = (self.graph.arena[id], self.opinions[id as usize]);
            let is_late = self.best.as_ref().is_some_and(|best| self.least(id) >= best.len() as u64);
            if !is_late && node.pushes < opinion.expanded {
                self.opinions[id as usize].expanded = node.pushes;
                nodes.push(id);
            }
        }
        Ok(nodes)
    }

    /// Whether positions come in the order of a bound on the pushes of solutions through them.
    fn proves(&self) -> bool {
        self.is_for_best && self.guidance.admissible
    }

    /// Returns a bound on the pushes of the solutions through a position.
    fn least(&self, id: u32) -> u64 {
        let node = self.graph.arena[id];
        let said = if self.guidance.admissible { self.opinions[id as usize].distance.ceil() } else { 0.0 };
        u64::from(node.pushes) + u64::from(node.bound).max(said as u64)
    }

    /// Asks for the distances of new positions, and files them in the open list.
    fn judge(&mut self, nodes: &[u32], control: &mut SearchControl<'_>) -> Limited<()> {
        for some in nodes.chunks(self.guidance.batch) {
            if self.guidance.has_heuristic {
                self.draw(some);
                let distances = self.guide.distances(&self.boards);
                let ControlFlow::Continue(distances) = distances else { return Err(LimitKind::Stopped) };
                assert_eq!(distances.len(), some.len(), "one distance for each board");
                for (&id, distance) in some.iter().zip(distances) {
                    self.opinions[id as usize].distance = distance.max(0.0);
                }
                control.check()?;
            }
            for &id in some {
                // What an admissible heuristic calls lost is lost; of any other this is an opinion.
                if !(self.guidance.admissible && self.opinions[id as usize].distance == f32::INFINITY) {
                    self.file(id, control)?;
                }
            }
        }
        Ok(())
    }

    /// Asks for the preferences in positions.
    fn preferences(&mut self, nodes: &[u32]) -> Limited<Vec<f32>> {
        self.draw(nodes);
        let preferences = self.guide.preferences(&self.boards);
        let ControlFlow::Continue(preferences) = preferences else { return Err(LimitKind::Stopped) };
        assert_eq!(preferences.len(), 4 * self.boards.len(), "four values for each cell");
        Ok(preferences)
    }

    /// Draws positions one behind the other.
    fn draw(&mut self, nodes: &[u32]) {
        let board = self.graph.board;
        let cell = |square: u16| board.cells[usize::from(square)] as usize;
        self.boards.clear();
        for &node in nodes {
            let start = self.boards.len();
            self.boards.extend_from_slice(&self.bare);
            for square in board.squares_of(self.graph.arena.pieces(node)) {
                self.boards[start + cell(square)] |= BOX;
            }
            self.boards[start + cell(self.graph.arena[node].player)] |= PLAYER;
        }
    }

    /// Computes the logarithms of the chances of pushes of the loaded position, a softmax of their logits.
    fn log_chances(&self, values: &[f32], pushes: &[Push], chances: &mut Vec<f32>) {
        let board = self.graph.board;
        let logit = |push: &Push| {
            values[4 * board.cells[usize::from(push.square)] as usize + usize::from(push.direction)]
        };
        chances.clear();
        chances.extend(pushes.iter().map(logit));
        let most = chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        if !most.is_finite() {
            let alike = -(chances.len() as f32).ln(); // nothing was preferred
            return chances.fill(alike);
        }
        let sum: f32 = chances.iter().map(|value| (value - most).exp()).sum();
        chances.iter_mut().for_each(|value| *value = (*value - most - sum.ln()).max(LEAST_CHANCE));
    }

    fn file(&mut self, id: u32, control: &mut SearchControl<'_>) -> Limited<()> {
        let (node, opinion) = (self.graph.arena[id], self.opinions[id as usize]);
        let (pushes, chance) = (f64::from(node.pushes), f64::from(opinion.chance));
        let left =
            f64::from(opinion.distance.max(if self.guidance.admissible { node.bound as f32 } else { 0.0 }));
        let ahead = self.guidance.weight * left;
        let key = match self.guidance {
            _ if self.proves() => (self.least(id), ordered(ahead - chance)),
            Guidance { has_policy: false, .. } => (ordered(pushes + ahead), ordered(left)),
            _ => {
                // The logarithm of pushes and distance over a power of the chance; without a distance, of pushes over it.
                let pushes = pushes.max(1.0);
                (ordered((pushes + ahead).ln() - (1.0 + ahead / pushes) * chance), ordered(left))
            }
        };
        self.open.push(key, id, control)
    }

    /// Notes a solved position; returns whether the search is over.
    fn improve(&mut self, id: u32, control: &mut SearchControl<'_>) -> bool {
        let arena = &self.graph.arena;
        let pushes = arena.pushes_to(id);
        if self.best.as_ref().is_some_and(|best| best.len() <= pushes.len()) {
            return false;
        }
        if self.guidance.admissible {
            let line = std::iter::once(ROOT).chain(arena.line(id, |node| node.parent));
            let left = (0..=pushes.len() as u32).rev();
            let said = |(id, left): (u32, u32)| (self.opinions[id as usize].distance.ceil() as u32, left);
            self.refuted = line.zip(left).map(said).find(|(said, left)| said > left);
        }
        control.best = Some(Count::of(&lurd::to_lurd(self.root, &pushes)));
        self.graph.look_below(pushes.len() as u32);
        self.best = Some(pushes);
        !self.is_for_best || self.refuted.is_some()
    }
}

/// A push that a policy all but excludes still has a chance, so that its position is expanded in finite time.
const LEAST_CHANCE: f32 = -30.0;

/// Returns a key in the order of a number that is not NaN.
fn ordered(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}
