//! A feature space search in either direction, as the two halves of a search by way of a mid-point make it.

use super::super::fess::cells::{FeatureCells, WeightedMove};
use super::super::fess::macro_moves::{self, MacroMove, MacroMoveGenerator, MacroPosition, MoveKind};
use super::super::fess::origin::{self, Origin, Positions};
use super::super::perimeter::PositionRef;
use super::super::position_store::NO_PARENT;
use super::super::root_position::RootPosition;
use super::assignment::Assignment;
use crate::board::{Board, BoxTable, Position};
use crate::level::opposite;
use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::region::Region;
use crate::zobrist::Zobrist;

/// The number of features.
pub(super) const FEATURES: usize = 5;

/// What a half counts in a position: the less the better, the first ones before the others.
pub(super) type Features = [u16; FEATURES];

/// The features of a position that leads nowhere.
const HOPELESS: Features = [u16::MAX; FEATURES];

/// The weight of a move that leads into a deadlock.
const DEAD: u16 = u16::MAX;

/// Returns a number as a feature.
pub(super) fn small(value: u32) -> u16 {
    value.min(u16::MAX.into()) as u16
}

/// What one half knows of positions.
pub(super) trait Half {
    const KIND: MoveKind;

    /// Returns the directions in which a box may go, as bits by square.
    fn allowed<'a>(&'a self, board: &'a Board) -> &'a [u8];

    /// Returns whether a box that has gone to `to` in a direction makes a dead pair with one of `others`.
    fn is_pair_dead(&self, board: &Board, others: &[u64], to: u16, direction: usize) -> bool;

    /// Returns the assignment of the boxes, which counts how far they are from where the half brings them.
    fn assignment(&mut self) -> &mut Assignment;

    /// Returns the features of a position with so many regions, whose boxes are so far away.
    fn features(&self, board: &Board, position: &Position, regions: u16, distance: u32) -> Features;

    /// Loads a position with the player on a square and so many regions, and returns its features; `None` if it cannot
    /// lead on.
    fn load(
        &mut self,
        board: &Board,
        position: &Position,
        (player, regions): (u16, u16),
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<Features>> {
        let distance = self.assignment().load(board, position, player, control)?;
        Ok(distance.map(|distance| self.features(board, position, regions, distance)))
    }

    /// Returns the features after a move from the loaded position; `None` if that cannot lead on.
    fn after(
        &mut self,
        board: &Board,
        position: &mut Position,
        step: &MacroMove,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<Features>> {
        let distance = self.assignment().after(board, position, step, control)?;
        let Some(distance) = distance else { return Ok(None) };
        position.shift(board, step.from, step.to);
        let features = self.features(board, position, step.regions, distance);
        position.shift(board, step.to, step.from);
        Ok(Some(features))
    }

    /// Returns whether a position is a deadlock after a box has gone `to` a square, with the player on another, from where
    /// they reach `region`.
    fn is_dead(
        &mut self,
        board: &Board,
        position: &Position,
        region: &Region,
        to_and_player: (u16, u16),
        control: &mut SearchControl<'_>,
    ) -> Limited<bool>;

    /// Returns the cell of a position: the better, the less.
    fn cell(features: &Features) -> u64;

    /// Returns the rank of a move to a position: the better, the less.
    fn rank(features: &Features, step: &MacroMove) -> u64;
}

/// What a step has come to.
pub(super) enum Step {
    /// A node that is new.
    New(u32),
    /// A position that was known, or is a deadlock.
    Nothing,
    /// Nothing is left to try.
    Exhausted,
}

pub(super) struct Tree<'s> {
    root: &'s RootPosition,
    positions: Positions,
    /// By node.
    features: Vec<Features>,
    zobrist: Zobrist,
    untried: FeatureCells,
    is_turn_of_best: bool,
    position: Position,
    generator: MacroMoveGenerator,
    region: Region,
    other: Region,
    steps: Vec<MacroMove>,
    features_after: Vec<Features>,
    moves: Vec<WeightedMove>,
}

impl<'s> Tree<'s> {
    /// Creates a tree without a node, with `boxes` loaded.
    pub(super) fn new(
        root: &'s RootPosition,
        boxes: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let board = &root.board;
        // Everything below by square, estimated from above.
        control.budget.take(256 * board.size())?;
        Ok(Self {
            root,
            positions: Positions::new(board.piece_words(), control)?,
            features: Vec::new(),
            zobrist: Zobrist::new(board.size()),
            untried: FeatureCells::new(false),
            is_turn_of_best: false,
            position: Position::with_classes(board, boxes, vec![0; boxes.len()]),
            generator: MacroMoveGenerator::new(board),
            region: Region::new(board),
            other: Region::new(board),
            steps: Vec::new(),
            features_after: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// Returns the boxes of the loaded position by square.
    pub(super) fn boxes(&self) -> &BoxTable {
        &self.position.is_box
    }

    /// Adds the loaded position with the player on a square as a node from which lines begin.
    pub(super) fn add_root<H: Half>(
        &mut self,
        half: &mut H,
        stand: u16,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let player = self.region.flood(&self.position.is_box, stand);
        let set = self.position.set.clone();
        let key = self.zobrist.position(&self.root.board, &set, player);
        let origin = Origin { parent: NO_PARENT, from: 0, to: 0, stand, player };
        self.positions.add(key, origin, &[&set], control)?;
        self.expand(half, &set, player, (0, u64::MAX), control)
    }

    /// Takes the next move.
    pub(super) fn step<H: Half>(&mut self, half: &mut H, control: &mut SearchControl<'_>) -> Limited<Step> {
        let taken = self.untried.take(self.is_turn_of_best, control);
        self.is_turn_of_best = !self.is_turn_of_best;
        let Some((parent, weight, next)) = taken else { return Ok(Step::Exhausted) };
        control.count()?;
        let board = &self.root.board;
        let mut set = self.positions.pieces(parent).to_vec();
        board.shift_piece(&mut set, next.from, next.to);
        self.position.load(board, &set);
        let player = self.region.flood(&self.position.is_box, next.player);
        let position = PositionRef { key: self.zobrist.position(board, &set, player), boxes: &set, player };
        if self.find(position).is_some()
            || half.is_dead(board, &self.position, &self.region, (next.to, next.player), control)?
        {
            return Ok(Step::Nothing);
        }
        let origin = Origin { parent, from: next.from, to: next.to, stand: next.player, player };
        let id = self.positions.add(position.key, origin, &[&set], control)?;
        self.expand(half, &set, player, (weight, self.untried.cell(parent)), control)?;
        Ok(Step::New(id))
    }

    /// Lists the moves of the loaded position, the latest node, and adds them to its cell. The line to it has a weight and
    /// a best cell.
    fn expand<H: Half>(
        &mut self,
        half: &mut H,
        set: &[u64],
        player: u16,
        (weight, past): (u32, u64),
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let board = &self.root.board;
        control.budget.take(size_of::<Features>())?;
        let regions = self.other.count_regions(&self.position.is_box);
        self.moves.clear();
        self.features_after.clear();
        let Some(now) = half.load(board, &self.position, (player, regions), control)? else {
            self.features.push(HOPELESS);
            return self.untried.add(u64::MAX, weight, &mut self.moves, control);
        };
        self.features.push(now);
        self.list_steps(half, set, regions);
        let mut kept = 0;
        for index in 0..self.steps.len() {
            let step = self.steps[index];
            let Some(after) = half.after(board, &mut self.position, &step, control)? else { continue };
            self.steps[kept] = step;
            kept += 1;
            self.features_after.push(after);
            self.moves.push(WeightedMove::new(&step, 1, H::rank(&after, &step)));
        }
        self.steps.truncate(kept);
        self.advise(half, set, &now, control)?;
        self.moves.retain(|step| step.weight != DEAD);
        self.untried.add(past.min(H::cell(&now)), weight, &mut self.moves, control)
    }

    /// Recommends for each feature the move that makes it least, and the one that lets the player reach most; nothing where
    /// none is better than the position, or has been recommended before.
    fn advise<H: Half>(
        &mut self,
        half: &mut H,
        set: &[u64],
        now: &Features,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let reach = self.region.count_latest() as u16;
        for advisor in 0..=FEATURES {
            loop {
                let value = |index: usize| match now.get(advisor) {
                    Some(&feature) => {
                        Some(self.features_after[index][advisor]).filter(|&after| after < feature)
                    }
                    None => Some(self.steps[index].reach).filter(|&after| after > reach).map(|after| !after),
                };
                let living = (0..self.moves.len()).filter(|&index| self.moves[index].weight != DEAD);
                let rated = living.filter_map(|index| Some((value(index)?, self.moves[index].rank, index)));
                let Some((.., best)) = rated.min().filter(|&(.., best)| self.moves[best].weight != 0) else {
                    break;
                };
                if !self.leads_into_deadlock(half, set, self.steps[best], control)? {
                    self.moves[best].weight = 0;
                    break;
                }
                self.moves[best].weight = DEAD;
            }
        }
        Ok(())
    }

    fn leads_into_deadlock<H: Half>(
        &mut self,
        half: &mut H,
        set: &[u64],
        step: MacroMove,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let board = &self.root.board;
        let mut after = set.to_vec();
        board.shift_piece(&mut after, step.from, step.to);
        self.position.load(board, &after);
        self.other.flood(&self.position.is_box, step.player);
        let is_dead = half.is_dead(board, &self.position, &self.other, (step.to, step.player), control);
        self.position.load(board, set);
        is_dead
    }

    /// Finds the macro moves of the loaded position.
    fn list_steps<H: Half>(&mut self, half: &H, set: &[u64], regions: u16) {
        let board = &self.root.board;
        self.steps.clear();
        let (is_box, region) = (&self.position.is_box, Some(&self.region));
        let position = MacroPosition { board, is_box, region, regions };
        let allowed = half.allowed(board);
        let mut others = set.to_vec();
        for &square in &self.position.boxes {
            board.flip_piece(&mut others, square, 0);
            let may_stand = |to: u16, direction: usize| {
                let before = board.neighbour(to, opposite(direction));
                allowed[usize::from(before)] & 1 << direction != 0
                    && !half.is_pair_dead(board, &others, to, direction)
            };
            self.steps.extend(self.generator.moves(position, H::KIND, square, 15, may_stand));
            board.flip_piece(&mut others, square, 0);
        }
    }

    /// Returns the node with the least features that is not one of `used`.
    pub(super) fn best(&self, used: &[u32]) -> Option<u32> {
        let nodes = (0..).zip(&self.features);
        let left = nodes.filter(|(id, features)| **features != HOPELESS && !used.contains(id));
        left.min_by_key(|&(_, features)| features).map(|(id, _)| id)
    }

    /// Returns the squares of the boxes of a node.
    pub(super) fn squares(&self, id: u32) -> Vec<u16> {
        self.root.board.squares_of(self.positions.pieces(id)).collect()
    }

    pub(super) fn position(&self, id: u32) -> PositionRef<'_> {
        let (boxes, player) = (self.positions.pieces(id), self.positions[id].player);
        PositionRef { key: self.zobrist.position(&self.root.board, boxes, player), boxes, player }
    }

    pub(super) fn find(&self, position: PositionRef<'_>) -> Option<u32> {
        self.positions.find_position(position)
    }

    /// Returns the pushes from the root of the level to a node of a tree by pushes.
    pub(super) fn pushes_to(&self, id: u32) -> Vec<Push> {
        origin::pushes_to(self.root, &self.positions, id)
    }

    /// Returns the pushes that bring the boxes home from a node of a tree by pulls.
    pub(super) fn pushes_from(&self, mut id: u32) -> Vec<Push> {
        let board = &self.root.board;
        let mut pushes = Vec::new();
        let mut is_box = board.boxes_on(board.squares_of(self.positions.pieces(id)));
        let mut player = self.positions[id].player;
        while self.positions[id].parent != NO_PARENT {
            let Origin { parent, from, to, .. } = self.positions[id];
            let end = self.positions[parent].player;
            macro_moves::unfold(board, &mut is_box, player, to, from, end, &mut pushes);
            (id, player) = (parent, end);
        }
        pushes
    }
}
