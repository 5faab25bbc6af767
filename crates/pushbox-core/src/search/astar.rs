//! A* (Hart, Nilsson and Raphael 1968): the first solution taken from the open list has the fewest pushes.

use super::End;
use super::limit::{LimitKind, Watch};
use super::open::Open;
use super::tree::{Child, ROOT, Tree};

/// Searches until a solution is proven to have the fewest pushes, or nothing is left.
///
/// The bound is consistent, so that a node is expanded once; should a shorter way to an expanded node ever turn up, it
/// is opened again, and the proof does not rest on consistency.
pub(crate) fn search(tree: &mut Tree<'_>, watch: &mut Watch<'_>) -> Result<End, LimitKind> {
    let mut open = Open::default();
    let mut pushes = Vec::new();
    open.push(key(tree, ROOT), ROOT, watch)?;
    while let Some((_, node)) = open.pop(watch) {
        if tree.arena.is_closed(node) {
            continue;
        }
        let (length, bound) = (tree.arena.pushes(node), tree.arena.bound(node));
        watch.raise(u64::from(length) + u64::from(bound));
        if bound == 0 {
            return Ok(End::Solved(node));
        }
        watch.open = open.len();
        watch.count()?;
        tree.arena.close(node);
        tree.expand(node, &mut pushes);
        for &push in &pushes {
            if let Child::New(child) | Child::Shorter(child) = tree.child(push, watch)? {
                open.push(key(tree, child), child, watch)?;
            }
        }
    }
    Ok(End::Exhausted)
}

/// Least total first; among equals the one nearest to its end.
fn key(tree: &Tree<'_>, node: u32) -> u64 {
    let (length, bound) = (u64::from(tree.arena.pushes(node)), u64::from(tree.arena.bound(node)));
    (length + bound) << 32 | bound
}
