//! The nodes of A*: siblings where they have the same boxes.

use std::cell::Cell;
use std::ops::{Index, IndexMut};

use super::super::root_position::RootPosition;
use super::super::symmetries::Symmetry;
use super::metric_order::PackedCost;
use super::walks::Walks;
use crate::board::{Board, Position};
use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::search::expanded_node::ExpandedNode;
use crate::search::position_store::{NO_PARENT, PositionStore};

/// The parent of a root, and what comes after the last sibling.
pub(super) const NO_NODE: u32 = NO_PARENT;
/// The anchor of a set of boxes outside the vicinity.
pub(super) const OUTSIDE: u32 = u32::MAX;
/// The direction of a root that is not after a push.
pub(super) const NONE: u8 = 4;
/// Look for symmetric images only on levels with at most this many boxes: each image compares all of them, and levels
/// with more are out of reach of a proof.
const MOST_BOXES_FOR_IMAGES: usize = 64;

/// A position, beside its boxes.
#[derive(Clone, Copy, Default)]
pub(super) struct Node<C> {
    pub(super) cost: C,
    /// The lower bound on the cost from here to the end.
    pub(super) least: C,
    pub(super) set: u32,
    pub(super) parent: u32,
    /// The next node with the same boxes.
    sibling: u32,
    /// The lower bound on the pushes.
    pub(super) bound: u32,
    /// The canonical square of the player, the first one of several.
    pub(super) player: u16,
    /// The push or step that leads here from the parent: its square and direction.
    square: u16,
    pub(super) direction: u8,
    /// Which image of the position that it leads to this is; 0 is the position itself.
    pub(super) image: u8,
    /// Whether it has been expanded since its last shortening, or need not be.
    pub(super) is_closed: bool,
    /// The tables of conflicts whose conflicts are in its bound.
    pub(super) conflicts: u8,
}

impl<C: Default> Node<C> {
    pub(super) fn new(parent: u32, action: Push, cost: C, least: C, bound: u32) -> Self {
        let Push { square, direction } = action;
        Self { cost, least, parent, bound, player: square, square, direction, ..Self::default() }
    }
}

/// A set of boxes, with the players where there are several.
struct BoxSet {
    /// The first of its nodes.
    first: u32,
    /// The nearest anchor of the vicinity, or [`OUTSIDE`].
    anchor: u32,
}

/// Where a set of boxes belongs.
pub(super) struct Slot {
    key: u64,
    /// Its number, if it or an image of it has been met, and which image.
    pub(super) set: Option<u32>,
    pub(super) image: u8,
}

/// The nodes, and the sets of boxes that they have.
pub(super) struct Nodes<C: PackedCost> {
    nodes: PositionStore<Node<C>>,
    sets: PositionStore<BoxSet, u64>,
    /// The symmetries of the level that matter.
    pub(super) symmetries: Vec<Symmetry>,
    /// The players of the position that is looked for, four a word, where there are several.
    players: Vec<u64>,
    count: usize,
}

impl<C: PackedCost> Nodes<C> {
    /// Creates an empty store for the positions of a level, with one node for all images of a position if `has_images`.
    pub(super) fn new(
        root: &RootPosition,
        has_images: bool,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let count = root.players.len();
        let has_images = has_images && count == 1 && root.boxes.len() <= MOST_BOXES_FOR_IMAGES;
        let symmetries = if has_images { Symmetry::all(&root.board, &root.classes) } else { Vec::new() };
        control.budget.take(symmetries.len() * 2 * size_of::<u16>() * root.board.size())?;
        let players = vec![0; if count > 1 { count.div_ceil(4) } else { 0 }];
        let sets = PositionStore::new(root.board.piece_words() + players.len(), control)?;
        Ok(Self { nodes: PositionStore::without_keys(0), sets, symmetries, players, count })
    }

    pub(super) fn len(&self) -> u32 {
        self.nodes.len()
    }

    /// Returns where the boxes of a position belong, with these players; `key` is that of the boxes.
    pub(super) fn slot(&mut self, board: &Board, expanded: &ExpandedNode, key: u64, players: &[u16]) -> Slot {
        let (position, zobrist) = (&expanded.position, &expanded.zobrist);
        let mut key = key;
        if self.count > 1 {
            self.players.fill(0);
            for (index, &player) in players.iter().enumerate() {
                self.players[index / 4] |= u64::from(player) << (index % 4 * 16);
                // A sum, as several may be named by one region.
                key = key.wrapping_add(zobrist.player(player));
            }
        }
        // All images have the sum of their keys.
        for symmetry in &self.symmetries {
            let image = |square: u16| symmetry.image[usize::from(square)];
            let boxes = position.boxes.iter().zip(position.classes());
            let key_of = |(&square, &class): (&u16, &u16)| zobrist.of_class(image(square), class);
            key = key.wrapping_add(boxes.map(key_of).fold(0, |key, other| key ^ other));
        }
        let image = Cell::new(0);
        let is_same = |id| {
            let pieces = self.sets.pieces(id);
            if position.set.iter().chain(&self.players).eq(pieces) {
                image.set(0);
                return true;
            }
            let maps = |symmetry: &Symmetry| symmetry.maps(board, position, pieces);
            let found = self.symmetries.iter().position(maps);
            image.set(found.map_or(0, |index| 1 + index as u8));
            found.is_some()
        };
        let set = self.sets.table.find(key, is_same);
        Slot { key, set, image: image.get() }
    }

    /// Adds a set of boxes that has not been met, with the players looked for last.
    pub(super) fn add_set(
        &mut self,
        slot: &Slot,
        position: &Position,
        anchor: u32,
        control: &mut SearchControl<'_>,
    ) -> Limited<u32> {
        self.sets.add(slot.key, BoxSet { first: NO_NODE, anchor }, &[&position.set, &self.players], control)
    }

    /// Adds a node of a set of boxes.
    pub(super) fn add(&mut self, set: u32, node: Node<C>, control: &mut SearchControl<'_>) -> Limited<u32> {
        let id = self.nodes.push(Node { set, sibling: self.sets[set].first, ..node }, &[], control)?;
        self.sets[set].first = id;
        Ok(id)
    }

    /// Returns the node of a set with this player and a direction for which `is_same` holds.
    pub(super) fn find(&self, set: u32, player: u16, is_same: impl Fn(u8) -> bool) -> Option<u32> {
        self.siblings(set).find(|&id| self[id].player == player && is_same(self[id].direction))
    }

    fn siblings(&self, set: u32) -> impl Iterator<Item = u32> + '_ {
        let some = |id: u32| (id != NO_NODE).then_some(id);
        std::iter::successors(some(self.sets[set].first), move |&id| some(self[id].sibling))
    }

    pub(super) fn anchor(&self, set: u32) -> u32 {
        self.sets[set].anchor
    }

    /// Returns the symmetry of an image; `None` for the position itself.
    pub(super) fn symmetry(&self, image: u8) -> Option<&Symmetry> {
        self.symmetries.get(usize::from(image).wrapping_sub(1))
    }

    /// Gives a node the better path of another node for the same position.
    pub(super) fn shorten(&mut self, id: u32, better: Node<C>) {
        let Node { cost, parent, square, direction, image, .. } = better;
        let node = &mut self.nodes[id];
        *node = Node { cost, parent, square, direction, image, is_closed: false, ..*node };
    }

    /// Returns the pieces of a node, and after them the players where there are several.
    pub(super) fn pieces(&self, id: u32) -> &[u64] {
        self.sets.pieces(self[id].set)
    }

    /// Writes the canonical squares of the players of a node.
    pub(super) fn read_players(&self, id: u32, players: &mut Vec<u16>) {
        players.clear();
        if self.count == 1 {
            players.push(self[id].player);
            return;
        }
        let pieces = self.pieces(id);
        let words = &pieces[pieces.len() - self.players.len()..];
        players.extend((0..self.count).map(|index| (words[index / 4] >> (index % 4 * 16)) as u16));
    }

    /// Returns whether walking to a node from another one with the same boxes is as good, when the walks from it are these;
    /// closes other nodes that are no better than walking to them from this one. A walk from elsewhere may cost `penalty`
    /// more later.
    pub(super) fn is_dominated(&mut self, id: u32, walks: &Walks<C>, penalty: C) -> bool {
        let Node { cost, set, .. } = self[id];
        let mut other = self.sets[set].first;
        let mut is_dominated = false;
        while other != NO_NODE {
            let node = &mut self.nodes[other];
            if other != id && walks.reaches(node.player) {
                // Walks back are as long and have as many turns, but for those at their ends.
                let walk = walks.cost(node.player) + penalty;
                if node.is_closed {
                    is_dominated |= node.cost + walk <= cost;
                } else if cost + walk <= node.cost {
                    node.is_closed = true;
                }
            }
            other = node.sibling;
        }
        is_dominated
    }

    /// Returns the actions of the nodes of a line.
    pub(super) fn actions(&self, board: &Board, path: &[Node<C>]) -> Vec<Push> {
        // A node stands for an image of the position after its action: from here on, squares are those before it.
        let mut real: Vec<u16> = (0..board.size() as u16).collect();
        let of = |real: &[u16], square: u16| real[usize::from(square)];
        let action = |&Node { square, direction, image, .. }: &Node<C>| {
            let (from, to) = (of(&real, square), of(&real, board.neighbour(square, usize::from(direction))));
            let turned = board.neighbours(from).into_iter().position(|next| next == to);
            if let Some(symmetry) = self.symmetry(image) {
                real = symmetry.origin.iter().map(|&origin| of(&real, origin)).collect();
            }
            Push { square: from, direction: turned.expect("a symmetry keeps neighbours") as u8 }
        };
        path.iter().map(action).collect()
    }
}

impl<C: PackedCost> Index<u32> for Nodes<C> {
    type Output = Node<C>;

    fn index(&self, id: u32) -> &Node<C> {
        &self.nodes[id]
    }
}

impl<C: PackedCost> IndexMut<u32> for Nodes<C> {
    fn index_mut(&mut self, id: u32) -> &mut Node<C> {
        &mut self.nodes[id]
    }
}
