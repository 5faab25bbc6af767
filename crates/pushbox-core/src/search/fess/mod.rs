//! A feature space search by macro moves (FESS; Shoham and Schaeffer, "The FESS algorithm: a feature based approach to
//! single-agent search", 2020).
//!
//! A position belongs to a cell by its features ([`features`]): the best cell on the line to it, so that a step back
//! opens no new cell. The cells take turns. A new cell has its turn at once, and every other turn belongs to the best
//! one. In a cell the move goes first whose line has the fewest moves without a recommendation ([`advisors`]). A move
//! is anything that can be done with one box ([`macro_moves`]). The detectors ([`Pipeline`]) test a move when its turn
//! has come, or before it is recommended.
//!
//! An exhausted search proves nothing: it may leave out positions.

pub(crate) mod advisors;
pub(crate) mod cells;
pub(crate) mod features;
mod hotspots;
pub(crate) mod macro_moves;
pub(crate) mod origin;
mod packed_goals;
mod packing_order;
pub(crate) mod packing_plan;
mod rooms;
pub(crate) mod start_squares;

pub(crate) use features::{FeatureEvaluator, LevelTables};
pub(crate) use packing_order::RemovalOrder;

use std::sync::{Arc, Mutex};

use super::perimeter::{OtherEnd, Perimeter, PositionRef};
use super::position_store::NO_PARENT;
use super::root_position::RootPosition;
use super::{Search, SearchEnd, TurnEnd};
use crate::board::Position;
use crate::deadlock::pi_corral::PiCorral;
use crate::deadlock::position_view::PositionView;
use crate::deadlock::{Pipeline, Stage};
use crate::level::opposite;
use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::region::Region;
use crate::shared_progress::locked;
use crate::zobrist::Zobrist;
use advisors::{AdvisedMoves, AdvisedPosition};
use cells::{FeatureCells, WeightedMove};
use features::Features;
use macro_moves::{MacroMove, MacroMoveGenerator, MacroPosition, MoveKind};
use origin::{Origin, Positions};

/// State shared by the searches along a plan.
pub(crate) struct PlanShare {
    pub(crate) detectors: Arc<Mutex<Pipeline>>,
    pub(crate) tables: Arc<LevelTables>,
}

impl PlanShare {
    /// Makes what the searches from `root` share.
    pub(crate) fn new(root: &RootPosition, control: &mut SearchControl<'_>) -> Limited<Self> {
        let detectors = Arc::new(Mutex::new(Pipeline::new(&root.detector_parts(Stage::Position), control)?));
        Ok(Self { detectors, tables: Arc::new(LevelTables::new(root, control)?) })
    }
}

/// The choices in which feature space searches differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FessConfig {
    /// Whether goals count as packed only in the order of the plan, or in any order that leaves the other goals open.
    pub(crate) follows_order: bool,
    /// Whether broken links between rooms belong to the cell of a position.
    pub(crate) uses_rooms: bool,
    /// Whether positions belong to the best cell on the line to them, or to their own.
    pub(crate) inherits_cell: bool,
    /// Whether among equals the latest position goes first, or the earliest.
    pub(crate) latest_first: bool,
    /// The removal order of the packing plan to follow.
    pub(crate) removal_order: RemovalOrder,
}

pub(crate) struct Fess<'s> {
    root: &'s RootPosition,
    config: FessConfig,
    detectors: Arc<Mutex<Pipeline>>,
    evaluator: FeatureEvaluator,
    positions: Positions,
    zobrist: Zobrist,
    untried: FeatureCells,
    is_turn_of_best: bool,
    position: Position,
    generator: MacroMoveGenerator,
    corral: PiCorral,
    region: Region,
    other: Region,
    steps: Vec<MacroMove>,
    features_after: Vec<Features>,
    moves: Vec<WeightedMove>,
}

impl<'s> Fess<'s> {
    pub(crate) fn new(
        root: &'s RootPosition,
        config: FessConfig,
        share: &PlanShare,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let board = &root.board;
        // Everything below by square, estimated from above.
        control.budget.take(512 * board.size())?;
        let mut fess = Self {
            root,
            config,
            detectors: Arc::clone(&share.detectors),
            evaluator: FeatureEvaluator::new(board, config, &share.tables, control)?,
            positions: Positions::new(board.piece_words(), control)?,
            zobrist: Zobrist::new(board.size()),
            untried: FeatureCells::new(config.latest_first),
            is_turn_of_best: false,
            position: root.position(),
            generator: MacroMoveGenerator::new(board),
            corral: PiCorral::new(board),
            region: Region::new(board),
            other: Region::new(board),
            steps: Vec::new(),
            features_after: Vec::new(),
            moves: Vec::new(),
        };
        let player = fess.region.flood(&fess.position.is_box, root.player);
        let origin = Origin { parent: NO_PARENT, from: 0, to: 0, stand: root.player, player };
        let set = fess.position.set.clone();
        let key = fess.zobrist.position(board, &set, player);
        fess.positions.add(key, origin, &[&set], control)?;
        fess.expand(&set, 0, u64::MAX, control)?;
        Ok(fess)
    }

    /// Returns a move of those just listed for a position that leads to one which `backward` has met, and the pushes from
    /// that.
    fn join_ahead(
        &mut self,
        position: PositionRef<'_>,
        backward: &dyn Perimeter,
    ) -> Option<(MacroMove, Vec<Push>)> {
        let board = &self.root.board;
        let zobrist = &self.zobrist;
        let boxes = position.key ^ zobrist.region(position.player);
        self.steps.iter().find_map(|step| {
            let class = board.class_at(position.boxes, step.from);
            let boxes = zobrist.moved(boxes, class, step.from, step.to);
            if !backward.may_contain(boxes) {
                return None;
            }
            let mut after = position.boxes.to_vec();
            board.shift_piece(&mut after, step.from, step.to);
            self.position.load(board, &after);
            let player = self.other.flood(&self.position.is_box, step.player);
            self.position.load(board, position.boxes);
            let key = boxes ^ zobrist.region(player);
            backward.solution_from(PositionRef { key, boxes: &after, player }).map(|rest| (*step, rest))
        })
    }

    /// Lists the moves of the loaded position, the latest node, with the boxes `set`, and adds them to its cell. The
    /// line to it has `weight`, and `past` is the best cell on it.
    fn expand(
        &mut self,
        set: &[u64],
        weight: u32,
        past: u64,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let board = &self.root.board;
        let regions = self.other.count_regions(&self.position.is_box);
        let features_now = self.evaluator.features(board, set, regions);
        let target = self.evaluator.next().1.first().map(|&(target, _)| target);
        self.list_steps(set, regions);
        self.features_after.clear();
        self.moves.clear();
        let mut after = set.to_vec();
        for index in 0..self.steps.len() {
            let step = self.steps[index];
            board.shift_piece(&mut after, step.from, step.to);
            let features = self.evaluator.features_after(board, (set, &features_now), (&step, &after));
            board.shift_piece(&mut after, step.to, step.from);
            self.features_after.push(features);
            self.moves.push(WeightedMove::new(&step, 1, advisors::rank(&features, &step)));
        }
        let reach = self.region.count_latest() as u16;
        let mut detectors = locked(&self.detectors);
        let (position, region) = (&mut self.position, &mut self.other);
        let is_dead = |step: &MacroMove| {
            board.shift_piece(&mut after, step.from, step.to);
            position.load(board, &after);
            region.flood(&position.is_box, step.player);
            let view = PositionView::new(board, position, Some(region), step.to, step.player);
            let is_dead = detectors.is_dead(&view, control);
            board.shift_piece(&mut after, step.to, step.from);
            position.load(board, &after);
            is_dead
        };
        let from = AdvisedPosition { features: features_now, reach, target };
        let moves =
            AdvisedMoves { steps: &self.steps, features_after: &self.features_after, moves: &mut self.moves };
        advisors::advise(board, &from, moves, is_dead)?;
        let own = advisors::cell(self.config, &features_now);
        let cell = if self.config.inherits_cell { past.min(own) } else { own };
        self.untried.add(cell, weight, &mut self.moves, control)
    }

    /// Finds the macro moves of the loaded position.
    fn list_steps(&mut self, set: &[u64], regions: u16) {
        let (board, detectors) = (&self.root.board, locked(&self.detectors));
        self.steps.clear();
        let only = self.corral.find(board, &self.position.boxes, &self.position.is_box, &self.region);
        let (is_box, region) = (&self.position.is_box, Some(&self.region));
        let position = MacroPosition { board, is_box, region, regions };
        let mut others = set.to_vec();
        for &square in &self.position.boxes {
            let mut first = if only.is_some() { 0 } else { 15 };
            for push in only.unwrap_or_default().iter().filter(|push| push.square == square) {
                first |= 1 << push.direction;
            }
            if first == 0 {
                continue;
            }
            let class = self.position.class(square);
            board.flip_piece(&mut others, square, class);
            let allowed = board.pushes_of_class(class);
            let may_stand = |to: u16, direction: usize| {
                let before = board.neighbour(to, opposite(direction));
                allowed[usize::from(before)] & 1 << direction != 0
                    && !detectors
                        .pairs()
                        .is_some_and(|pairs| pairs.is_dead(board, &others, (to, class), opposite(direction)))
            };
            self.steps.extend(self.generator.moves(position, MoveKind::Push, square, first, may_stand));
            board.flip_piece(&mut others, square, class);
        }
    }

    fn unfold(&self, id: u32) -> Vec<Push> {
        origin::pushes_to(self.root, &self.positions, id)
    }
}

impl Search for Fess<'_> {
    fn step(&mut self, other: OtherEnd<'_>, control: &mut SearchControl<'_>) -> TurnEnd {
        let taken = self.untried.take(self.is_turn_of_best, control);
        self.is_turn_of_best = !self.is_turn_of_best;
        let Some((parent, weight, next)) = taken else { return Ok(Some(SearchEnd::Exhausted)) };
        control.count()?;
        let board = &self.root.board;
        let mut set = self.positions.pieces(parent).to_vec();
        board.shift_piece(&mut set, next.from, next.to);
        self.position.load(board, &set);
        let player = self.region.flood(&self.position.is_box, next.player);
        let origin = Origin { parent, from: next.from, to: next.to, stand: next.player, player };
        let position = PositionRef { key: self.zobrist.position(board, &set, player), boxes: &set, player };
        let view = PositionView::new(board, &self.position, Some(&self.region), next.to, next.player);
        if self.positions.find_position(position).is_some()
            || locked(&self.detectors).is_dead(&view, control)?
        {
            return Ok(None);
        }
        let id = self.positions.add(position.key, origin, &[&set], control)?;
        if self.root.is_solved(&set) {
            return Ok(Some(SearchEnd::Solved(self.unfold(id))));
        }
        if let Some(rest) = other.and_then(|other| other.solution_from(position)) {
            return Ok(Some(SearchEnd::Solved([self.unfold(id), rest].concat())));
        }
        self.expand(&set, weight, self.untried.cell(parent), control)?;
        if let Some((step, rest)) = other.and_then(|other| self.join_ahead(position, other)) {
            let mut pushes = self.unfold(id);
            let mut is_box = self.position.is_box.clone();
            macro_moves::unfold(board, &mut is_box, player, step.from, step.to, step.player, &mut pushes);
            return Ok(Some(SearchEnd::Solved([pushes, rest].concat())));
        }
        Ok(None)
    }
}

impl Perimeter for Fess<'_> {
    fn solution_from(&self, position: PositionRef<'_>) -> Option<Vec<Push>> {
        self.positions.find_position(position).map(|id| self.unfold(id))
    }

    fn warm(&self, boxes: &[u64]) {
        self.positions.table.warm(boxes);
    }
}
