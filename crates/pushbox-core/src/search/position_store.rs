//! The positions of a search, numbered from 0 in the order in which they are added, and found by hash key.

use std::ops::{Deref, DerefMut, Index, IndexMut};

use super::perimeter::PositionRef;
use super::position_table::PositionTable;
use crate::drop_later::drop_later;
use crate::limit::{LimitKind, Limited, SearchControl};

/// The parent of a root.
pub(crate) const NO_PARENT: u32 = u32::MAX;

/// Aim for chunks of this many bytes: small enough for small limits, large enough to be few.
const CHUNK_BYTES: usize = 1 << 16;

/// A node of a position with one player, whose pieces are a set of boxes.
pub(crate) trait OnePlayer {
    /// Returns the normalised player.
    fn player(&self) -> u16;
}

/// Memory comes in chunks that never move, so that growing needs no second copy.
struct Chunk<N, T> {
    nodes: Vec<N>,
    pieces: Vec<T>,
}

/// Nodes, indexed by number, each with as many `T` for its pieces as any other.
pub(crate) struct NodeList<N: Send + 'static, T: Send + 'static = ()> {
    stride: usize,
    shift: u32,
    chunks: Vec<Chunk<N, T>>,
    len: u32,
}

impl<N: Send + 'static, T: Copy + Send + 'static> NodeList<N, T> {
    /// Creates an empty list of nodes with `stride` items each.
    pub(crate) fn new(stride: usize) -> Self {
        let fitting = CHUNK_BYTES / Self::bytes(stride);
        Self { stride, shift: fitting.max(16).ilog2(), chunks: Vec::new(), len: 0 }
    }

    fn bytes(stride: usize) -> usize {
        size_of::<N>() + stride * size_of::<T>()
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// Adds a node, with the items of `pieces` one after another.
    pub(crate) fn add(&mut self, node: N, pieces: &[&[T]], control: &mut SearchControl<'_>) -> Limited<u32> {
        let id = self.len;
        if id >= NO_PARENT - 1 {
            return Err(LimitKind::Memory);
        }
        if (id >> self.shift) as usize == self.chunks.len() {
            let nodes = 1 << self.shift;
            control.budget.take(nodes * Self::bytes(self.stride))?;
            control.budget.room(&mut self.chunks)?;
            let pieces = Vec::with_capacity(nodes * self.stride);
            self.chunks.push(Chunk { nodes: Vec::with_capacity(nodes), pieces });
        }
        let chunk = &mut self.chunks[(id >> self.shift) as usize];
        chunk.nodes.push(node);
        pieces.iter().for_each(|items| chunk.pieces.extend_from_slice(items));
        self.len += 1;
        Ok(id)
    }

    /// Returns the items of the pieces of `id`.
    pub(crate) fn pieces(&self, id: u32) -> &[T] {
        let (chunk, index) = self.place(id);
        &self.chunks[chunk].pieces[index * self.stride..(index + 1) * self.stride]
    }

    /// Returns the nodes from a root to `id`, without the root; `parent` returns the node before, or [`NO_PARENT`].
    pub(crate) fn line(&self, mut id: u32, parent: impl Fn(&N) -> u32) -> Vec<u32> {
        let mut line = Vec::new();
        while parent(&self[id]) != NO_PARENT {
            line.push(id);
            id = parent(&self[id]);
        }
        line.reverse();
        line
    }

    fn place(&self, id: u32) -> (usize, usize) {
        ((id >> self.shift) as usize, (id & ((1 << self.shift) - 1)) as usize)
    }
}

impl<N: Send + 'static, T: Send + 'static> Drop for NodeList<N, T> {
    fn drop(&mut self) {
        let chunks = std::mem::take(&mut self.chunks);
        let bytes = (chunks.len() << self.shift) * (size_of::<N>() + self.stride * size_of::<T>());
        drop_later(chunks, bytes);
    }
}

/// The positions, each a node that is found by its pieces.
pub(crate) struct PositionStore<N: Send + 'static, T: Send + 'static> {
    nodes: NodeList<N, T>,
    table: PositionTable,
}

impl<N: Send + 'static, T: Copy + Send + 'static> PositionStore<N, T> {
    /// Creates an empty store for positions of `stride` items each.
    pub(crate) fn new(stride: usize, control: &mut SearchControl<'_>) -> Limited<Self> {
        Ok(Self { nodes: NodeList::new(stride), table: PositionTable::new(control)? })
    }

    /// Returns the position of the key `key` for which `is_same` holds.
    pub(crate) fn find(&self, key: u64, is_same: impl Fn(u32) -> bool) -> Option<u32> {
        self.table.find(key, is_same)
    }

    /// Returns whether there may be a position with the boxes of this key, wherever its player is.
    pub(crate) fn may_contain(&self, boxes: u64) -> bool {
        self.table.may_contain(boxes)
    }

    /// Gets ready to look for positions whose boxes have these keys, wherever their players are.
    pub(crate) fn warm(&self, keys: &[u64]) {
        self.table.warm(keys);
    }

    /// Adds a position that [`PositionStore::find`] does not find, with the items of `pieces` one after another.
    pub(crate) fn add(
        &mut self,
        key: u64,
        node: N,
        pieces: &[&[T]],
        control: &mut SearchControl<'_>,
    ) -> Limited<u32> {
        let id = self.nodes.add(node, pieces, control)?;
        self.table.insert(key, id, control)?;
        Ok(id)
    }
}

impl<N: Send + 'static, T: Send + 'static> Deref for PositionStore<N, T> {
    type Target = NodeList<N, T>;

    fn deref(&self) -> &NodeList<N, T> {
        &self.nodes
    }
}

impl<N: Send + 'static, T: Send + 'static> DerefMut for PositionStore<N, T> {
    fn deref_mut(&mut self) -> &mut NodeList<N, T> {
        &mut self.nodes
    }
}

impl<N: OnePlayer + Send + 'static> PositionStore<N, u64> {
    /// Returns the node of a position, if it has been met.
    pub(crate) fn find_position(&self, position: PositionRef<'_>) -> Option<u32> {
        let is_same = |id| self[id].player() == position.player && self.pieces(id) == position.boxes;
        self.find(position.key, is_same)
    }
}

impl<N: Send + 'static, T: Copy + Send + 'static> Index<u32> for NodeList<N, T> {
    type Output = N;

    fn index(&self, id: u32) -> &N {
        let (chunk, index) = self.place(id);
        &self.chunks[chunk].nodes[index]
    }
}

impl<N: Send + 'static, T: Copy + Send + 'static> IndexMut<u32> for NodeList<N, T> {
    fn index_mut(&mut self, id: u32) -> &mut N {
        let (chunk, index) = self.place(id);
        &mut self.chunks[chunk].nodes[index]
    }
}
