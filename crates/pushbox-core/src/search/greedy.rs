//! Best-first search for any solution: two ways to choose the next position take turns on one tree.
//!
//! One way is weighted A* (Pohl 1970). The other is a feature space search in the manner of FESS (Shoham and Schaeffer,
//! "The FESS algorithm", 2020): positions are filed in cells by their features, the cells take turns, and in a cell the
//! position goes first that the fewest moves without a recommendation have led to. There a move is all that can be done
//! with one box. Small levels are solved by the first way, goal rooms by the second.
//!
//! Every position is filed for both ways and expanded once, so that the search is exhaustive when either runs dry.

use super::End;
use super::cells::Cells;
use super::limit::{LimitKind, Watch};
use super::open::Open;
use super::plan::{Features, Plan};
use super::tree::{ROOT, Tree};
use crate::deadlock::pi_corral::Push;

/// Positions that weighted A* expands before the turns begin: it is quicker where it works at all.
const HEAD_START: u64 = 2000;
/// How much a push yet to do counts against a push done.
const GREED: u64 = 4;
/// The weight of a position that weighted A* has found: after all that is recommended.
const UNWEIGHED: u32 = 1000;

/// Searches until a solution turns up or nothing is left. `boxes` are the squares of the boxes at the start.
pub(crate) fn search(tree: &mut Tree<'_>, boxes: &[u16], watch: &mut Watch<'_>) -> Result<End, LimitKind> {
    let plan = Plan::new(tree.field, boxes, watch)?;
    let mut greedy = Greedy {
        plan,
        open: Open::default(),
        cells: Cells::default(),
        pushes: Vec::new(),
        moves: Vec::new(),
    };
    greedy.file(tree, ROOT, Features::default(), 0, watch)?;
    let mut by_features = false;
    loop {
        let end =
            if by_features { greedy.by_features(tree, watch)? } else { greedy.by_bound(tree, watch)? };
        if let Some(end) = end {
            return Ok(end);
        }
        by_features = !by_features && watch.nodes >= HEAD_START;
    }
}

struct Greedy {
    plan: Plan,
    open: Open,
    cells: Cells,
    pushes: Vec<Push>,
    moves: Vec<(u32, Features)>,
}

impl Greedy {
    fn file(
        &mut self,
        tree: &Tree<'_>,
        node: u32,
        features: Features,
        weight: u32,
        watch: &mut Watch<'_>,
    ) -> Result<(), LimitKind> {
        let (length, bound) = (tree.arena.pushes(node), tree.arena.bound(node));
        self.open.push(GREED * u64::from(bound) + u64::from(length), node, watch)?;
        self.cells.push(node, features, weight, bound, watch)
    }

    /// Expands the position that is best by bound and length.
    fn by_bound(&mut self, tree: &mut Tree<'_>, watch: &mut Watch<'_>) -> Result<Option<End>, LimitKind> {
        let node = loop {
            let Some((_, node)) = self.open.pop(watch) else { return Ok(Some(End::Exhausted)) };
            if !tree.arena.is_closed(node) {
                break node;
            }
        };
        self.moves.clear();
        if let Some(solved) = self.expand(tree, node, watch)? {
            return Ok(Some(End::Solved(solved)));
        }
        for index in 0..self.moves.len() {
            let (child, features) = self.moves[index];
            self.file(tree, child, features, UNWEIGHED, watch)?;
        }
        Ok(None)
    }

    /// Expands the position whose turn it is by features, and goes on with each box as far as it can be pushed.
    fn by_features(&mut self, tree: &mut Tree<'_>, watch: &mut Watch<'_>) -> Result<Option<End>, LimitKind> {
        let Some((weight, node)) = self.cells.pop(|node| tree.arena.is_closed(node), watch) else {
            return Ok(Some(End::Exhausted));
        };
        self.moves.clear();
        let (mut from, mut done) = (node, 0);
        loop {
            if let Some(solved) = self.expand(tree, from, watch)? {
                return Ok(Some(End::Solved(solved)));
            }
            let Some(&(next, _)) = self.moves.get(done) else { break };
            (from, done) = (next, done + 1);
        }
        let advised = self.advised(tree);
        for index in 0..self.moves.len() {
            let (child, features) = self.moves[index];
            self.file(tree, child, features, weight + u32::from(!advised.contains(&Some(child))), watch)?;
        }
        Ok(None)
    }

    /// Adds the new positions after `node` to the moves; returns one that is solved. A node that is itself one of the
    /// moves is expanded for its own box only, and stays open.
    fn expand(
        &mut self,
        tree: &mut Tree<'_>,
        node: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u32>, LimitKind> {
        watch.open = self.open.len();
        watch.count()?;
        tree.expand(node, &mut self.pushes);
        if self.moves.is_empty() {
            tree.arena.close(node);
        } else {
            let last = tree.arena.last_push(node);
            let square = tree.field.near[usize::from(last.square)][usize::from(last.direction)];
            self.pushes.retain(|push| push.square == square);
        }
        for &push in &self.pushes {
            let (plan, field) = (&mut self.plan, tree.field);
            let look = |is_box: &[bool], region: &_| plan.features(field, is_box, region);
            if let Some((child, features)) = tree.child_seen(push, look, watch)? {
                if tree.arena.bound(child) == 0 {
                    return Ok(Some(child));
                }
                self.moves.push((child, features));
            }
        }
        Ok(None)
    }

    /// The moves that something speaks for: goals packed, ways opened, boxes brought nearer.
    fn advised(&self, tree: &Tree<'_>) -> [Option<u32>; 3] {
        let best = |rank: &dyn Fn(&Features) -> u32| {
            let key = |&&(node, ref features): &&(u32, Features)| (rank(features), tree.arena.bound(node));
            self.moves.iter().min_by_key(key).map(|&(node, _)| node)
        };
        [best(&|features| u32::MAX - features.packed), best(&|features| features.regions), best(&|_| 0)]
    }
}
