//! The positions of a search, numbered from 0 in the order in which they are added, and found by hash key.

use std::ops::{Index, IndexMut};

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

/// Nodes, indexed by number, each with as many `T` for its pieces as any other, and found by their keys if they have any.
pub(crate) struct PositionStore<N: Send + 'static, T: Send + 'static = ()> {
    pub(crate) table: PositionTable,
    stride: usize,
    shift: u32,
    chunks: Vec<Chunk<N, T>>,
    len: u32,
}

impl<N: Send + 'static, T: Copy + Send + 'static> PositionStore<N, T> {
    /// Creates an empty store of nodes with `stride` items and a key each.
    pub(crate) fn new(stride: usize, control: &mut SearchControl<'_>) -> Limited<Self> {
        let mut store = Self::without_keys(stride);
        store.table = PositionTable::new(control)?;
        Ok(store)
    }

    /// Creates an empty store of nodes with `stride` items and no key.
    pub(crate) fn without_keys(stride: usize) -> Self {
        let (table, fitting) = (PositionTable::default(), CHUNK_BYTES / Self::bytes(stride));
        Self { table, stride, shift: fitting.max(16).ilog2(), chunks: Vec::new(), len: 0 }
    }

    fn bytes(stride: usize) -> usize {
        size_of::<N>() + stride * size_of::<T>()
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// Adds a node without a key, with the items of `pieces` one after another.
    pub(crate) fn push(&mut self, node: N, pieces: &[&[T]], control: &mut SearchControl<'_>) -> Limited<u32> {
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

    /// Adds a position that [`PositionStore::find`] does not find, with the items of `pieces` one after another.
    pub(crate) fn add(
        &mut self,
        key: u64,
        node: N,
        pieces: &[&[T]],
        control: &mut SearchControl<'_>,
    ) -> Limited<u32> {
        let id = self.push(node, pieces, control)?;
        self.table.insert(key, id, control)?;
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

impl<N: Send + 'static, T: Send + 'static> Drop for PositionStore<N, T> {
    fn drop(&mut self) {
        let chunks = std::mem::take(&mut self.chunks);
        let bytes = (chunks.len() << self.shift) * (size_of::<N>() + self.stride * size_of::<T>());
        drop_later(chunks, bytes);
    }
}

impl<N: OnePlayer + Send + 'static> PositionStore<N, u64> {
    /// Returns the node of a position, if it has been met.
    pub(crate) fn find_position(&self, position: PositionRef<'_>) -> Option<u32> {
        let is_same = |id| self[id].player() == position.player && self.pieces(id) == position.boxes;
        self.table.find(position.key, is_same)
    }
}

impl<N: Send + 'static, T: Copy + Send + 'static> Index<u32> for PositionStore<N, T> {
    type Output = N;

    fn index(&self, id: u32) -> &N {
        let (chunk, index) = self.place(id);
        &self.chunks[chunk].nodes[index]
    }
}

impl<N: Send + 'static, T: Copy + Send + 'static> IndexMut<u32> for PositionStore<N, T> {
    fn index_mut(&mut self, id: u32) -> &mut N {
        let (chunk, index) = self.place(id);
        &mut self.chunks[chunk].nodes[index]
    }
}
