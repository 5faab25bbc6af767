//! All positions of a search, numbered from 0, in columns.

use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;

/// The parent of the root.
pub(crate) const NO_PARENT: u32 = u32::MAX;

/// Aim for chunks of this many bytes: small enough for small limits, large enough to be few.
const CHUNK_BYTES: usize = 1 << 19;
/// Bytes of a node without its box set.
const NODE_BYTES: usize = 4 * 4 + 2;

/// A new node.
pub(crate) struct Node<'a> {
    /// The node before, or [`NO_PARENT`].
    pub(crate) parent: u32,
    /// The push that leads to it.
    pub(crate) push: Push,
    /// Pushes from the root.
    pub(crate) pushes: u32,
    /// Lower bound of the pushes to a solution.
    pub(crate) bound: u32,
    /// The normalised player.
    pub(crate) player: u16,
    /// The boxes, as a set of live squares.
    pub(crate) boxes: &'a [u64],
}

/// Memory comes in chunks that never move, so that growing needs no second copy.
struct Chunk {
    parent: Vec<u32>,
    push: Vec<u32>,
    pushes: Vec<u32>,
    bound: Vec<u32>,
    player: Vec<u16>,
    boxes: Vec<u64>,
}

impl Chunk {
    fn new(nodes: usize, words: usize) -> Self {
        Self {
            parent: Vec::with_capacity(nodes),
            push: Vec::with_capacity(nodes),
            pushes: Vec::with_capacity(nodes),
            bound: Vec::with_capacity(nodes),
            player: Vec::with_capacity(nodes),
            boxes: Vec::with_capacity(nodes * words),
        }
    }
}

/// The nodes.
pub(crate) struct Arena {
    words: usize,
    shift: u32,
    chunks: Vec<Chunk>,
    len: u32,
}

impl Arena {
    /// Creates an empty arena for sets of `words` words.
    pub(crate) fn new(words: usize) -> Self {
        let fitting = CHUNK_BYTES / (NODE_BYTES + 8 * words);
        Self { words, shift: fitting.max(16).ilog2(), chunks: Vec::new(), len: 0 }
    }

    /// Adds a node.
    pub(crate) fn push(
        &mut self,
        node: &Node<'_>,
        control: &mut SearchControl<'_>,
    ) -> Result<u32, LimitKind> {
        let id = self.len;
        if id >= NO_PARENT - 1 {
            return Err(LimitKind::Memory);
        }
        if (id >> self.shift) as usize == self.chunks.len() {
            let nodes = 1 << self.shift;
            control.budget.take(nodes * (NODE_BYTES + 8 * self.words))?;
            control.budget.room(&mut self.chunks)?;
            self.chunks.push(Chunk::new(nodes, self.words));
        }
        let (chunk, _) = self.at_mut(id);
        chunk.parent.push(node.parent);
        chunk.push.push(pack(node.push));
        chunk.pushes.push(node.pushes);
        chunk.bound.push(node.bound);
        chunk.player.push(node.player);
        chunk.boxes.extend_from_slice(node.boxes);
        self.len += 1;
        Ok(id)
    }

    /// Returns the number of pushes from the root to `id`.
    pub(crate) fn pushes(&self, id: u32) -> u32 {
        let (chunk, index) = self.at(id);
        chunk.pushes[index]
    }

    /// Returns the lower bound from `id` on.
    pub(crate) fn bound(&self, id: u32) -> u32 {
        let (chunk, index) = self.at(id);
        chunk.bound[index]
    }

    /// Returns the node before `id`.
    pub(crate) fn parent(&self, id: u32) -> u32 {
        let (chunk, index) = self.at(id);
        chunk.parent[index]
    }

    /// Returns the push that leads to `id`.
    pub(crate) fn push_to(&self, id: u32) -> Push {
        let (chunk, index) = self.at(id);
        unpack(chunk.push[index])
    }

    /// Returns the normalised player of `id`.
    pub(crate) fn player(&self, id: u32) -> u16 {
        let (chunk, index) = self.at(id);
        chunk.player[index]
    }

    /// Returns the boxes of `id`.
    pub(crate) fn boxes(&self, id: u32) -> &[u64] {
        let (chunk, index) = self.at(id);
        &chunk.boxes[index * self.words..(index + 1) * self.words]
    }

    /// Stores a shorter path to `id`.
    pub(crate) fn shorten(&mut self, id: u32, parent: u32, push: Push, pushes: u32) {
        let (chunk, index) = self.at_mut(id);
        chunk.parent[index] = parent;
        chunk.push[index] = pack(push);
        chunk.pushes[index] = pushes;
    }

    /// Returns the pushes from the root to `id`.
    pub(crate) fn line(&self, mut id: u32) -> Vec<Push> {
        let mut line = Vec::new();
        loop {
            let (chunk, index) = self.at(id);
            if chunk.parent[index] == NO_PARENT {
                break;
            }
            line.push(unpack(chunk.push[index]));
            id = chunk.parent[index];
        }
        line.reverse();
        line
    }

    fn at(&self, id: u32) -> (&Chunk, usize) {
        let index = id & ((1 << self.shift) - 1);
        (&self.chunks[(id >> self.shift) as usize], index as usize)
    }

    fn at_mut(&mut self, id: u32) -> (&mut Chunk, usize) {
        let index = id & ((1 << self.shift) - 1);
        (&mut self.chunks[(id >> self.shift) as usize], index as usize)
    }
}

/// Returns a push in 18 bits.
pub(super) fn pack(push: Push) -> u32 {
    u32::from(push.square) << 2 | u32::from(push.direction)
}

/// Returns the push that [`pack`] has packed.
pub(super) fn unpack(packed: u32) -> Push {
    Push { square: (packed >> 2) as u16, direction: (packed & 3) as u8 }
}
