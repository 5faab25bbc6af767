//! The search of the best solution: A* (Hart, Nilsson and Raphael 1968), which with no estimate is uniform cost search.
//!
//! An estimate need not be consistent: a position that a better way leads to is expanded again.

use super::store::Way;
use super::{End, Tree};
use crate::limit::{LimitKind, Watch};
use crate::objective::{Count, Objective};
use crate::search::open::Open;
use crate::twin::{Cost, Rules, Status};

/// Searches until the best solution is known or nothing is left.
pub(super) fn search<R: Rules>(
    tree: &mut Tree<'_, R>,
    start: &R::State,
    objective: Objective,
    watch: &mut Watch<'_>,
) -> Result<End, LimitKind> {
    let mut open = Open::default();
    // Among the fewest pushes the fewest moves cost little more here, where every step is a position.
    let objective = if objective == Objective::Pushes { Objective::PushesMoves } else { objective };
    let rank = |cost: Cost| objective.rank(Count { pushes: cost.pushes, moves: cost.moves });
    let key = |cost: Cost, more: Cost| {
        let pushes = cost.pushes.saturating_add(more.pushes);
        rank(Cost { pushes, moves: cost.moves.saturating_add(more.moves) })
    };
    open.push(key(Cost::default(), tree.rules.estimate(start)), 0, watch)?;
    while let Some((order, node)) = open.pop(watch) {
        if !tree.store.close(node) {
            continue;
        }
        watch.raise(u64::from(order.0));
        let cost = tree.store.cost(node);
        let state = tree.rules.unpack(tree.store.bytes(node));
        if tree.rules.status(&state) == Status::Solved {
            return Ok(End::Solved(node));
        }
        watch.open = open.len();
        watch.count()?;
        tree.expand(node);
        for (ordinal, next) in tree.after.iter().enumerate() {
            let way = Way {
                parent: node,
                ordinal: ordinal as u32,
                cost: Cost { pushes: cost.pushes + u32::from(next.pushed), moves: cost.moves + 1 },
            };
            tree.bytes.clear();
            tree.rules.pack(&next.state, &mut tree.bytes);
            let child = match tree.store.find(&tree.bytes) {
                Some(known) if rank(tree.store.cost(known)) <= rank(way.cost) => continue,
                Some(known) => {
                    tree.store.better(known, way);
                    known
                }
                None if tree.rules.status(&next.state) == Status::Lost || tree.rules.is_dead(&next.state) => {
                    continue;
                }
                None => tree.store.add(&tree.bytes, Some(way), watch)?,
            };
            open.push(key(way.cost, tree.rules.estimate(&next.state)), child, watch)?;
        }
    }
    Ok(End::Exhausted)
}
