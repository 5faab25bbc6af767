//! The search of any solution: ways to choose the next position take turns on one set of positions.
//!
//! * Weighted A* (Pohl 1970): moves done, and moves that the guide still sees, which count more.
//! * Best-first width search (Lipovetzky and Geffner 2017): the newest position, among those the one nearest by the guide.
//! * Feature space search in the manner of FESS (Shoham and Schaeffer 2020): positions are filed by their features, the
//!   cells take turns, and in a cell the position nearest by the guide goes first.
//!
//! Every position is filed for all of them and expanded once, so that the search is exhaustive when any runs dry.

use std::collections::BTreeMap;

use super::novelty::Novelty;
use super::store::Way;
use super::{End, Tree};
use crate::limit::{LimitKind, Watch};
use crate::search::open::Open;
use crate::twin::{Cost, Rules, Status};

/// How much the guide counts against a move done.
const GREED: u64 = 5;

/// Searches until a solution turns up or nothing is left.
pub(super) fn search<R: Rules>(
    tree: &mut Tree<'_, R>,
    start: &R::State,
    watch: &mut Watch<'_>,
) -> Result<End, LimitKind> {
    let mut queues = Queues {
        novelty: Novelty::new(watch)?,
        by_guide: Open::default(),
        by_novelty: Open::default(),
        by_features: BTreeMap::new(),
        cell: 0,
        turn: 0,
    };
    queues.file(tree, start, 0, &[], watch)?;
    let mut before = Vec::new();
    while let Some(node) = queues.next(watch) {
        if !tree.store.close(node) {
            continue;
        }
        watch.open = queues.by_guide.len();
        watch.count()?;
        let moves = tree.store.cost(node).moves + 1;
        before.clear();
        before.extend_from_slice(tree.store.bytes(node));
        tree.expand(node);
        let after = std::mem::take(&mut tree.after);
        for (ordinal, next) in after.iter().enumerate() {
            tree.bytes.clear();
            tree.rules.pack(&next.state, &mut tree.bytes);
            if tree.store.find(&tree.bytes).is_some() {
                continue;
            }
            let status = tree.rules.status(&next.state);
            if status == Status::Lost || status == Status::Playing && tree.rules.is_dead(&next.state) {
                continue;
            }
            let way = Way { parent: node, ordinal: ordinal as u32, cost: Cost { pushes: 0, moves } };
            let child = tree.store.add(&tree.bytes, Some(way), watch)?;
            if status == Status::Solved {
                return Ok(End::Solved(child));
            }
            queues.file(tree, &next.state, child, &before, watch)?;
        }
        tree.after = after;
    }
    Ok(End::Exhausted)
}

/// The positions that wait, once for each way to choose.
struct Queues {
    novelty: Novelty,
    by_guide: Open,
    by_novelty: Open,
    by_features: BTreeMap<u64, Open>,
    /// The features whose turn was last.
    cell: u64,
    turn: u32,
}

impl Queues {
    /// Files a position that is packed in `tree.bytes`; `before` is that of the position it comes from.
    fn file<R: Rules>(
        &mut self,
        tree: &Tree<'_, R>,
        state: &R::State,
        node: u32,
        before: &[u8],
        watch: &mut Watch<'_>,
    ) -> Result<(), LimitKind> {
        let guide = u64::from(tree.rules.guide(state));
        let features = tree.rules.features(state);
        let moves = u64::from(tree.store.cost(node).moves);
        let rate = self.novelty.rate(features, &tree.bytes, before);
        self.by_guide.push(GREED * guide + moves, node, watch)?;
        self.by_novelty.push(rate << 32 | guide, node, watch)?;
        self.by_features.entry(features).or_default().push(guide, node, watch)
    }

    /// The position whose turn it is, None where a queue has run dry.
    fn next(&mut self, watch: &mut Watch<'_>) -> Option<u32> {
        self.turn = (self.turn + 1) % 3;
        match self.turn {
            0 => self.by_guide.pop(watch),
            1 => self.by_novelty.pop(watch),
            _ => loop {
                let later = self.by_features.range(self.cell + 1..).next();
                let (&cell, _) = later.or_else(|| self.by_features.first_key_value())?;
                self.cell = cell;
                match self.by_features.get_mut(&cell).and_then(|open| open.pop(watch)) {
                    Some(found) => break Some(found),
                    None => self.by_features.remove(&cell),
                };
            },
        }
        .map(|(_, node)| node)
    }
}
