//! The positions of an exact search, numbered from 0, in columns.

use crate::limit::{LimitKind, SearchControl};
use crate::objective::Count;
use crate::push::Push;
use crate::search::arena::{NO_PARENT, pack, unpack};

/// Aim for chunks of this many bytes: small enough for small limits, large enough to be few.
const CHUNK_BYTES: usize = 1 << 19;
/// Bytes of a node without players and boxes.
const NODE_BYTES: usize = size_of::<StoredNode>();

/// A node.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The node before, or [`NO_PARENT`].
    pub(super) parent: u32,
    /// The push or step that leads to it.
    pub(super) push: Push,
    /// The cost from the root.
    pub(super) cost: Count,
    /// The lower bound on the cost to a solution.
    pub(super) bound: Count,
}

/// Memory comes in chunks that never move, so that growing needs no second copy.
struct Chunk {
    nodes: Vec<StoredNode>,
    squares: Vec<u16>,
}

/// A node as it is stored; the uppermost bit of the push is set when it has been expanded.
#[derive(Clone, Copy)]
struct StoredNode {
    parent: u32,
    push: u32,
    cost: Count,
    bound: Count,
}

const CLOSED: u32 = 1 << 31;

/// The nodes.
pub(super) struct Store {
    players: usize,
    squares: usize,
    shift: u32,
    chunks: Vec<Chunk>,
    len: u32,
}

impl Store {
    /// Creates an empty store for positions of so many players and boxes.
    pub(super) fn new(players: usize, boxes: usize) -> Self {
        let squares = players + boxes;
        let fitting = CHUNK_BYTES / (NODE_BYTES + 2 * squares);
        Self { players, squares, shift: fitting.max(16).ilog2(), chunks: Vec::new(), len: 0 }
    }

    /// Adds a node with its players and boxes, each in their one canonical order.
    pub(super) fn push(
        &mut self,
        node: &Node,
        players: &[u16],
        boxes: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Result<u32, LimitKind> {
        let id = self.len;
        if id >= NO_PARENT - 1 {
            return Err(LimitKind::Memory);
        }
        if (id >> self.shift) as usize == self.chunks.len() {
            let nodes = 1 << self.shift;
            control.budget.take(nodes * (NODE_BYTES + 2 * self.squares))?;
            control.budget.room(&mut self.chunks)?;
            let squares = Vec::with_capacity(nodes * self.squares);
            self.chunks.push(Chunk { nodes: Vec::with_capacity(nodes), squares });
        }
        let (chunk, _) = self.at_mut(id);
        let Node { parent, push, cost, bound } = *node;
        chunk.nodes.push(StoredNode { parent, push: pack(push), cost, bound });
        chunk.squares.extend_from_slice(players);
        chunk.squares.extend_from_slice(boxes);
        self.len += 1;
        Ok(id)
    }

    /// Returns node `id`.
    pub(super) fn node(&self, id: u32) -> Node {
        let (chunk, index) = self.at(id);
        let StoredNode { parent, push, cost, bound } = chunk.nodes[index];
        Node { parent, push: unpack(push & !CLOSED), cost, bound }
    }

    /// Returns the squares of the players of `id`.
    pub(super) fn players(&self, id: u32) -> &[u16] {
        &self.all(id)[..self.players]
    }

    /// Returns the squares of the boxes of `id`.
    pub(super) fn boxes(&self, id: u32) -> &[u16] {
        &self.all(id)[self.players..]
    }

    /// Returns whether `id` has players and boxes at these squares.
    pub(super) fn is_at(&self, id: u32, players: &[u16], boxes: &[u16]) -> bool {
        self.players(id) == players && self.boxes(id) == boxes
    }

    /// Returns whether `id` has been expanded since its last shortening.
    pub(super) fn is_closed(&self, id: u32) -> bool {
        let (chunk, index) = self.at(id);
        chunk.nodes[index].push & CLOSED != 0
    }

    /// Marks `id` as expanded.
    pub(super) fn close(&mut self, id: u32) {
        let (chunk, index) = self.at_mut(id);
        chunk.nodes[index].push |= CLOSED;
    }

    /// Stores a better path to `id`, and opens it again.
    pub(super) fn shorten(&mut self, id: u32, parent: u32, push: Push, cost: Count) {
        let (chunk, index) = self.at_mut(id);
        let node = &mut chunk.nodes[index];
        *node = StoredNode { parent, push: pack(push), cost, ..*node };
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// Returns the nodes from the root to `id`, without the root.
    pub(super) fn line(&self, mut id: u32) -> Vec<u32> {
        let mut line = Vec::new();
        while self.node(id).parent != NO_PARENT {
            line.push(id);
            id = self.node(id).parent;
        }
        line.reverse();
        line
    }

    fn all(&self, id: u32) -> &[u16] {
        let (chunk, index) = self.at(id);
        &chunk.squares[index * self.squares..(index + 1) * self.squares]
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
