//! The positions of a search, packed, and the table that finds them again.

use crate::limit::{LimitKind, Watch};
use crate::search::table::Table;
use crate::twin::Cost;

/// The parent of the first position.
const NO_PARENT: u32 = u32::MAX;
/// Bytes of a page of packed positions, unless one alone needs more.
const PAGE: usize = 1 << 16;

/// How a position was reached.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// From this position.
    pub(super) parent: u32,
    /// By the move of this index among its legal moves.
    pub(super) ordinal: u32,
    /// At this cost from the start.
    pub(super) cost: Cost,
}

struct Node {
    way: Way,
    /// The page, and in it the place, of the packed position; its length comes first.
    page: u32,
    place: u32,
    closed: bool,
}

/// The positions.
pub(super) struct Store {
    nodes: Vec<Node>,
    pages: Vec<Vec<u8>>,
    table: Table,
}

impl Store {
    pub(super) fn new(watch: &mut Watch<'_>) -> Result<Self, LimitKind> {
        Ok(Self { nodes: Vec::new(), pages: Vec::new(), table: Table::new(watch)? })
    }

    /// The number of a packed position that has been met.
    pub(super) fn find(&self, bytes: &[u8]) -> Option<u32> {
        self.table.find(hash(bytes), |node| self.bytes(node) == bytes)
    }

    /// Adds a position that [`Store::find`] does not find; the start comes no way.
    pub(super) fn add(
        &mut self,
        bytes: &[u8],
        way: Option<Way>,
        watch: &mut Watch<'_>,
    ) -> Result<u32, LimitKind> {
        let number = u32::try_from(self.nodes.len()).ok().filter(|&number| number < NO_PARENT - 1);
        let number = number.ok_or(LimitKind::Memory)?;
        let size = bytes.len() + 4;
        if self.pages.last().is_none_or(|page| page.len() + size > page.capacity()) {
            let page = size.max(PAGE);
            watch.budget.take(page)?;
            watch.budget.room(&mut self.pages)?;
            self.pages.push(Vec::with_capacity(page));
        }
        watch.budget.room(&mut self.nodes)?;
        self.table.insert(hash(bytes), number, watch)?;
        let index = self.pages.len() - 1;
        let page = &mut self.pages[index];
        let way = way.unwrap_or(Way { parent: NO_PARENT, ordinal: 0, cost: Cost::default() });
        self.nodes.push(Node { way, page: index as u32, place: page.len() as u32, closed: false });
        page.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        page.extend_from_slice(bytes);
        Ok(number)
    }

    /// The packed position.
    pub(super) fn bytes(&self, node: u32) -> &[u8] {
        let Node { page, place, .. } = self.nodes[node as usize];
        let rest = &self.pages[page as usize][place as usize..];
        let length = u32::from_le_bytes([rest[0], rest[1], rest[2], rest[3]]) as usize;
        &rest[4..4 + length]
    }

    /// What it costs to get to a position, by the best way known.
    pub(super) fn cost(&self, node: u32) -> Cost {
        self.nodes[node as usize].way.cost
    }

    /// Notes a better way to a position, which is to be expanded again if it has been.
    pub(super) fn better(&mut self, node: u32, way: Way) {
        let node = &mut self.nodes[node as usize];
        node.way = way;
        node.closed = false;
    }

    /// Notes that a position is expanded; false if it was already.
    pub(super) fn close(&mut self, node: u32) -> bool {
        !std::mem::replace(&mut self.nodes[node as usize].closed, true)
    }

    /// The ordinals of the moves that lead to a position.
    pub(super) fn line(&self, mut node: u32) -> Vec<u32> {
        let mut line = Vec::new();
        loop {
            let way = self.nodes[node as usize].way;
            if way.parent == NO_PARENT {
                break;
            }
            line.push(way.ordinal);
            node = way.parent;
        }
        line.reverse();
        line
    }
}

/// A hash of bytes whose upper half is good too: multiply and fold, eight bytes at a time.
fn hash(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut sum = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = mixed(sum ^ u64::from_le_bytes(word), FACTOR);
    }
    mixed(sum, 0xd6e8_feb8_6659_fd93)
}

fn mixed(value: u64, factor: u64) -> u64 {
    let product = u128::from(value ^ factor >> 7) * u128::from(factor);
    (product >> 64) as u64 ^ product as u64
}
