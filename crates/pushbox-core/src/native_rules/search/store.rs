//! The positions of a search, encoded, and the table that finds them again.

use crate::limit::{LimitKind, SearchControl};
use crate::objective::Count;
use crate::search::position_table::PositionTable;

/// The parent of the initial position.
const NO_PARENT: u32 = u32::MAX;
/// Bytes of a page of encoded positions, unless one alone needs more.
const PAGE: usize = 1 << 16;

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
    /// The page, and the offset in it, of the encoded position; its length comes first.
    page: u32,
    offset: u32,
    is_closed: bool,
}

/// The positions.
pub(super) struct Store {
    nodes: Vec<Node>,
    pages: Vec<Vec<u8>>,
    table: PositionTable,
}

impl Store {
    pub(super) fn new(control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        Ok(Self { nodes: Vec::new(), pages: Vec::new(), table: PositionTable::new(control)? })
    }

    /// Finds the number of an encoded position that has been met.
    pub(super) fn find(&self, bytes: &[u8]) -> Option<u32> {
        self.table.find(hash(bytes), |node| self.bytes(node) == bytes)
    }

    /// Adds a position that [`Store::find`] does not find; the initial one has no edge.
    pub(super) fn add(
        &mut self,
        bytes: &[u8],
        edge: Option<Edge>,
        control: &mut SearchControl<'_>,
    ) -> Result<u32, LimitKind> {
        let id = u32::try_from(self.nodes.len()).ok().filter(|&id| id < NO_PARENT - 1);
        let id = id.ok_or(LimitKind::Memory)?;
        let size = bytes.len() + 4;
        if self.pages.last().is_none_or(|page| page.len() + size > page.capacity()) {
            let page = size.max(PAGE);
            control.budget.take(page)?;
            control.budget.room(&mut self.pages)?;
            self.pages.push(Vec::with_capacity(page));
        }
        control.budget.room(&mut self.nodes)?;
        self.table.insert(hash(bytes), id, control)?;
        let index = self.pages.len() - 1;
        let page = &mut self.pages[index];
        let edge = edge.unwrap_or(Edge { parent: NO_PARENT, ordinal: 0, cost: Count::default() });
        self.nodes.push(Node { edge, page: index as u32, offset: page.len() as u32, is_closed: false });
        page.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        page.extend_from_slice(bytes);
        Ok(id)
    }

    /// Returns the encoded position of a node.
    pub(super) fn bytes(&self, node: u32) -> &[u8] {
        let Node { page, offset, .. } = self.nodes[node as usize];
        let rest = &self.pages[page as usize][offset as usize..];
        let length = u32::from_le_bytes([rest[0], rest[1], rest[2], rest[3]]) as usize;
        &rest[4..4 + length]
    }

    /// Returns the cost of the best known path to a position.
    pub(super) fn cost(&self, node: u32) -> Count {
        self.nodes[node as usize].edge.cost
    }

    /// Replaces the path to a position by a better one, and opens it again.
    pub(super) fn improve(&mut self, node: u32, edge: Edge) {
        let node = &mut self.nodes[node as usize];
        node.edge = edge;
        node.is_closed = false;
    }

    /// Closes a position; returns false if it was closed already.
    pub(super) fn close(&mut self, node: u32) -> bool {
        !std::mem::replace(&mut self.nodes[node as usize].is_closed, true)
    }

    /// Returns the ordinals of the moves that lead to a position.
    pub(super) fn line(&self, mut node: u32) -> Vec<u32> {
        let mut line = Vec::new();
        loop {
            let edge = self.nodes[node as usize].edge;
            if edge.parent == NO_PARENT {
                break;
            }
            line.push(edge.ordinal);
            node = edge.parent;
        }
        line.reverse();
        line
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
