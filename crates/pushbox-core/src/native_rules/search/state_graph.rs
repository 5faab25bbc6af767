//! The positions of a search, encoded, and the rules that lead on from them.

use crate::limit::{Limited, SearchControl};
use crate::native_rules::{Rules, Transition};
use crate::objective::Count;
use crate::search::position_store::{NO_PARENT, PositionStore};

/// The best known path to a position, by its last move.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The position before.
    pub(super) parent: u32,
    /// The index of the move among its legal moves.
    pub(super) ordinal: u32,
    /// The cost from the initial position.
    pub(super) cost: Count,
}

struct Node {
    edge: Edge,
    is_closed: bool,
}

/// The positions met, and the rules.
pub(super) struct StateGraph<'a, R: Rules> {
    pub(super) rules: &'a R,
    store: PositionStore<Node, u8>,
    pub(super) encoded: Vec<u8>,
}

impl<'a, R: Rules> StateGraph<'a, R> {
    /// Creates the graph of the initial position, which is node 0.
    pub(super) fn new(rules: &'a R, initial: &R::State, control: &mut SearchControl<'_>) -> Limited<Self> {
        let mut encoded = Vec::new();
        encode(rules, initial, &mut encoded);
        let store = PositionStore::new(encoded.len(), control)?;
        let mut graph = Self { rules, store, encoded };
        graph.add(Edge { parent: NO_PARENT, ordinal: 0, cost: Count::default() }, control)?;
        Ok(graph)
    }

    /// Returns the transitions of a position.
    pub(super) fn successors(&self, node: u32) -> Vec<Transition<R::State>> {
        let mut successors = Vec::new();
        self.rules.successors(&self.state(node), &mut successors);
        successors
    }

    /// Fills `encoded` with a position, and returns its number if it has been met.
    pub(super) fn find(&mut self, state: &R::State) -> Option<u32> {
        self.encoded.clear();
        encode(self.rules, state, &mut self.encoded);
        self.store.table.find(hash(&self.encoded), |node| self.bytes(node) == self.encoded)
    }

    /// Adds the position in `encoded`, which [`StateGraph::find`] has not found.
    pub(super) fn add(&mut self, edge: Edge, control: &mut SearchControl<'_>) -> Limited<u32> {
        self.store.add(hash(&self.encoded), Node { edge, is_closed: false }, &[&self.encoded], control)
    }

    /// Returns the encoded position of a node.
    pub(super) fn bytes(&self, node: u32) -> &[u8] {
        self.store.pieces(node)
    }

    pub(super) fn state(&self, node: u32) -> R::State {
        self.rules.decode(self.bytes(node))
    }

    /// Returns the cost of the best known path to a position.
    pub(super) fn cost(&self, node: u32) -> Count {
        self.store[node].edge.cost
    }

    /// Replaces the path to a position by a better one, and opens it again; returns its number.
    pub(super) fn improve(&mut self, node: u32, edge: Edge) -> u32 {
        self.store[node] = Node { edge, is_closed: false };
        node
    }

    /// Closes a position; returns false if it was closed already.
    pub(super) fn close(&mut self, node: u32) -> bool {
        !std::mem::replace(&mut self.store[node].is_closed, true)
    }

    /// Returns the ordinals of the moves that lead to a position.
    pub(super) fn line(&self, node: u32) -> Vec<u32> {
        let nodes = self.store.line(node, |node| node.edge.parent);
        nodes.into_iter().map(|node| self.store[node].edge.ordinal).collect()
    }
}

/// Adds a position as bytes, without what no later move depends on.
fn encode<R: Rules>(rules: &R, state: &R::State, out: &mut Vec<u8>) {
    match rules.reduced(state) {
        Some(reduced) => rules.encode(&reduced, out),
        None => rules.encode(state, out),
    }
}

/// Hashes bytes so that the upper half is good too: multiply and fold, eight bytes at a time.
fn hash(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut sum = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = mix(sum ^ u64::from_le_bytes(word), FACTOR);
    }
    mix(sum, 0xd6e8_feb8_6659_fd93)
}

fn mix(value: u64, factor: u64) -> u64 {
    let product = u128::from(value ^ factor >> 7) * u128::from(factor);
    (product >> 64) as u64 ^ product as u64
}
