//! The graph of the positions of a search, with pushes as edges, and how a node is expanded. All searches by pushes use
//! it.

use super::arena::{Arena, Node};
use super::expanded_node::ExpandedNode;
use super::perimeter::{OtherEnd, PositionRef};
use super::position_store::NO_PARENT;
use super::proof::Proof;
use super::root_position::RootPosition;
use crate::board::{Board, Position};
use crate::deadlock::Stage;
use crate::deadlock::corral::CorralDetector;
use crate::deadlock::pi_corral::PiCorral;
use crate::deadlock::position_view::PositionView;
use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::region::Region;

/// The number of the first position.
pub(crate) const ROOT: u32 = 0;

/// What a push leads to that is no deadlock.
pub(crate) enum Child {
    /// A position that has not been met before.
    New(u32),
    /// One that has been met, by a longer path.
    Shorter(u32),
}

/// The graph, and the node that is expanded.
pub(crate) struct PushGraph<'s> {
    pub(crate) board: &'s Board,
    pub(crate) arena: Arena,
    /// The node that is loaded.
    node: u32,
    pub(crate) expanded: ExpandedNode,
    /// The region of the player in the loaded node, and in the child made last.
    pub(crate) region: Region,
    pub(crate) beyond: Region,
    corral: PiCorral,
    /// The keys of the boxes after each push that is worth playing.
    pub(crate) keys_after: Vec<u64>,
    /// The key of the position added last.
    latest_key: u64,
    /// Only solutions with fewer pushes are looked for.
    below: u32,
}

impl<'s> PushGraph<'s> {
    /// Creates a graph with nothing but the root, or the proof that it is a deadlock.
    pub(crate) fn new(
        root: &'s RootPosition,
        control: &mut SearchControl<'_>,
    ) -> Limited<Result<Self, Proof>> {
        let board = &root.board;
        // Keys, stamps, marks and labels by square, also of the plan, and the matching by goal; estimated from above.
        control.budget.take(160 * board.size() + 128 * board.goals.len())?;
        let mut graph = Self {
            board,
            arena: Arena::new(board.piece_words(), control)?,
            node: NO_PARENT,
            expanded: ExpandedNode::new(root, false, control)?,
            region: Region::new(board),
            beyond: Region::new(board),
            corral: PiCorral::new(board),
            keys_after: Vec::new(),
            latest_key: 0,
            below: u32::MAX,
        };
        let player = graph.region.flood(&graph.expanded.position.is_box, root.player);
        let Some(bounds) = graph.expanded.bounds(board, control)? else {
            return Ok(Err(Proof::NoAssignment));
        };
        let bound = bounds.pushes;
        let parts = root.detector_parts(Stage::Push);
        let position = &graph.expanded.position;
        let view = PositionView::new(board, position, Some(&graph.region), root.player, root.player);
        if CorralDetector::new(&parts, control).at_root(&view, control)? {
            return Ok(Err(Proof::Corral));
        }
        control.raise_bound(u64::from(bound));
        let push = Push { square: 0, direction: 0 };
        let node = Node { parent: NO_PARENT, push, pushes: 0, bound, player };
        let key = graph.expanded.key ^ graph.expanded.zobrist.region(player);
        graph.arena.add(key, node, &[&graph.expanded.position.set], control)?;
        graph.latest_key = key;
        Ok(Ok(graph))
    }

    /// Leaves out all positions that have too many pushes for a solution with fewer than so many.
    pub(crate) fn below(mut self, pushes: u32) -> Self {
        self.look_below(pushes);
        self
    }

    /// Leaves out from now on all positions that have too many pushes for a solution with fewer than so many.
    pub(crate) fn look_below(&mut self, pushes: u32) {
        self.below = pushes;
    }

    /// Loads `node` and lists the pushes that are worth playing there.
    pub(crate) fn expand(&mut self, node: u32, pushes: &mut Vec<Push>) {
        let player = self.arena[node].player;
        self.expanded.load(self.board, self.arena.pieces(node), player);
        self.node = node;
        let position = &self.expanded.position;
        self.region.flood(&position.is_box, player);
        pushes.clear();
        self.corral.pushes(self.board, position, &self.region, |push| pushes.push(push));
        let ExpandedNode { zobrist, key, .. } = &self.expanded;
        let key_after = |&push: &Push| {
            zobrist.moved(*key, self.expanded.class(push.square), push.square, self.board.target(push))
        };
        self.keys_after.clear();
        self.keys_after.extend(pushes.iter().map(key_after));
        self.arena.table.warm(&self.keys_after);
    }

    /// Plays a push that [`PushGraph::expand`] has listed, and takes it back; adds the position it leads to and returns
    /// its node, unless that is a deadlock or has been met. A shorter path to a position that has been met is stored.
    pub(crate) fn child(&mut self, push: Push, control: &mut SearchControl<'_>) -> Limited<Option<u32>> {
        let child = self.any_child(push, control)?;
        Ok(if let Some(Child::New(node)) = child { Some(node) } else { None })
    }

    /// As [`PushGraph::child`], and returns a position that has been met too if the path is shorter.
    pub(crate) fn any_child(
        &mut self,
        push: Push,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<Child>> {
        self.expanded.position.play(self.board, push);
        let child = self.add(push, control);
        self.expanded.position.undo(self.board, push);
        child
    }

    /// Returns the square to which the push that leads to `node` has brought its box.
    pub(crate) fn target(&self, node: u32) -> u16 {
        self.board.target(self.arena[node].push)
    }

    /// Returns the position added last, in the form that other searches look up.
    pub(crate) fn latest(&self) -> PositionRef<'_> {
        self.arena.position_ref(self.arena.len() - 1, self.latest_key)
    }

    /// Returns the pushes of a solution through `node`, the one added last, if that is solved or a position that `backward`
    /// has met.
    pub(crate) fn solution(&self, node: u32, backward: OtherEnd<'_>) -> Option<Vec<Push>> {
        let rest = match self.arena[node].bound {
            0 => Vec::new(),
            _ => backward?.solution_from(self.latest())?,
        };
        Some([self.arena.pushes_to(node), rest].concat())
    }

    /// Returns the pushes from the root to a position, if it has been met.
    pub(crate) fn line(&self, position: PositionRef<'_>) -> Option<Vec<Push>> {
        self.arena.find_position(position).map(|node| self.arena.pushes_to(node))
    }

    fn add(&mut self, push: Push, control: &mut SearchControl<'_>) -> Limited<Option<Child>> {
        if self.expanded.is_dead(self.board, push, control)? {
            return Ok(None);
        }
        let Position { is_box, set, .. } = &self.expanded.position;
        let player = self.beyond.push(self.board, is_box, &self.region, push);
        let key = self.expanded.key_after(self.board, push) ^ self.expanded.zobrist.region(player);
        let (parent, pushes) = (self.node, self.arena[self.node].pushes + 1);
        if let Some(id) = self.arena.find_position(PositionRef { key, boxes: set, player }) {
            let node = &mut self.arena[id];
            if pushes < node.pushes {
                *node = Node { parent, push, pushes, ..*node };
                return Ok(Some(Child::Shorter(id)));
            }
            return Ok(None);
        }
        let Some(bounds) = self.expanded.bounds_after(self.board, push, control)? else { return Ok(None) };
        let bound = bounds.pushes.max(self.arena[parent].bound.saturating_sub(1));
        if pushes + bound >= self.below {
            return Ok(None);
        }
        let node = Node { parent, push, pushes, bound, player };
        self.latest_key = key;
        self.arena.add(key, node, &[&self.expanded.position.set], control).map(|id| Some(Child::New(id)))
    }

    /// Asserts that the incremental state of the loaded `node` is what it would be from scratch.
    #[cfg(test)]
    pub(crate) fn check_key(&self, node: u32) {
        let player = self.arena[node].player;
        self.expanded.check(self.board, player);
        assert_eq!(self.expanded.position.set, self.arena.pieces(node));
        let key = self.expanded.key ^ self.expanded.zobrist.region(player);
        assert_eq!(
            self.arena.table.find(key, |id| id == node),
            Some(node),
            "the key kept while pushing finds the node"
        );
    }
}
