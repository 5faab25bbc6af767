//! The features of positions, and the evaluator that computes them.

use std::sync::Arc;

use super::super::root_position::RootPosition;
use super::FessConfig;
use super::hotspots::{Hotspots, overlap};
use super::macro_moves::MacroMove;
use super::packed_goals::PackedGoals;
use super::packing_order::RemovalOrder;
use super::packing_plan::{GoalRoomOrder, PackingPlan};
use super::rooms::Links;
use crate::board::Board;
use crate::bounded_cache::BoundedCache;
use crate::flood::reached_from;
use crate::limit::{Limited, SearchControl};

/// The most sets of squares out of plan in the cache.
const MAX_CACHED: usize = 4096;
/// With more goals than this it takes too long to test whether a filled goal leaves the others open.
const MOST_OPEN_GOALS: usize = 24;

/// The features of a position: of all but the first, the less the better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    /// Steps of the plan done.
    pub(crate) packed: u16,
    /// Regions into which the boxes cut the floor.
    pub(crate) regions: u16,
    /// Links between rooms that are broken.
    pub(crate) rooms: u16,
    /// Boxes that the next steps of the plan would cut off from all goals left.
    pub(crate) out_of_plan: u16,
    /// Pairs of boxes of which one bars the other from all goals.
    pub(crate) hot: u16,
}

/// The tables of a level, made before any search: packing plans, links, hotspots.
pub(crate) struct LevelTables {
    /// In the order of [`RemovalOrder`].
    plans: [PackingPlan; 2],
    /// The classes of the boxes at the root, by square.
    start_class: Vec<u16>,
    pub(crate) links: Links,
    pub(crate) hotspots: Hotspots,
}

impl LevelTables {
    /// Makes the tables of the level of `root`.
    pub(crate) fn new(root: &RootPosition, control: &mut SearchControl<'_>) -> Limited<Self> {
        let board = &root.board;
        let plans =
            [PackingPlan::new(root, RemovalOrder::Farthest, control)?, PackingPlan::second(root, control)?];
        let (links, hotspots) = (Links::new(board), Hotspots::new(board, control)?);
        Ok(Self { plans, start_class: root.class_by_square(), links, hotspots })
    }

    /// Returns the boxes of which the plainest plan does not say how they come to their goals.
    pub(crate) fn faults(&self) -> usize {
        self.plan(RemovalOrder::Farthest).faults
    }

    fn plan(&self, removal_order: RemovalOrder) -> &PackingPlan {
        &self.plans[removal_order as usize]
    }
}

/// Evaluates positions by the plan and the tables.
pub(crate) struct FeatureEvaluator {
    pub(crate) tables: Arc<LevelTables>,
    removal_order: RemovalOrder,
    follows_order: bool,
    packing: PackedGoals,
    /// The packed boxes of the position evaluated last by the plan, the squares to fill next and the classes of their boxes,
    /// and the squares out of plan for every class.
    packed: Vec<u64>,
    next: Vec<(u16, u16)>,
    out_of_plan: Arc<[Vec<u64>]>,
    cache: BoundedCache<Arc<[Vec<u64>]>, u64>,
    /// Working memory for packed boxes.
    spare: Vec<u64>,
}

impl FeatureEvaluator {
    /// Creates an evaluator with the `tables` of a level.
    pub(crate) fn new(
        board: &Board,
        config: FessConfig,
        tables: &Arc<LevelTables>,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let words = board.piece_words();
        let cached = 8 * words + usize::from(board.classes()) * (8 * board.words() + 24) + 72;
        control.budget.take(MAX_CACHED * cached + PackedGoals::bytes(board))?;
        let follows_order = config.follows_order || board.goals.len() > MOST_OPEN_GOALS;
        let sequences = &tables.plan(config.removal_order).sequences;
        let flexible = sequences.iter().filter(|sequence| !sequence.parks && !follows_order);
        let order = flexible.flat_map(|sequence| sequence.targets.iter().copied()).collect();
        Ok(Self {
            tables: Arc::clone(tables),
            removal_order: config.removal_order,
            follows_order,
            packing: PackedGoals::new(board, order),
            packed: vec![!0; words],
            spare: Vec::new(),
            next: Vec::new(),
            out_of_plan: Arc::new([]),
            cache: BoundedCache::new(MAX_CACHED),
        })
    }

    /// Returns the features of the position with the boxes `set` in `regions` regions.
    pub(crate) fn features(&mut self, board: &Board, set: &[u64], regions: u16) -> Features {
        let (packed, out_of_plan) = self.by_plan(board, set);
        let rooms = self.tables.links.broken(board, set);
        let hot = self.tables.hotspots.pairs(board, set);
        Features { packed, regions, rooms, out_of_plan, hot }
    }

    /// Returns the features after `step`, which leads from the boxes `set` with the features `before` to the boxes `after`.
    pub(crate) fn features_after(
        &mut self,
        board: &Board,
        (set, before): (&[u64], &Features),
        (step, after): (&MacroMove, &[u64]),
    ) -> Features {
        let (packed, out_of_plan) = self.by_plan(board, after);
        let LevelTables { links, hotspots, .. } = &*self.tables;
        let rooms =
            before.rooms + links.broken_by(board, after, step.to) - links.broken_by(board, set, step.from);
        let hot = before.hot + hotspots.pairs_with(board, after, step.to)
            - hotspots.pairs_with(board, set, step.from);
        Features { packed, regions: step.regions, rooms, out_of_plan, hot }
    }

    /// Returns the steps of the plan that the boxes `set` have done, and the boxes out of plan.
    pub(crate) fn by_plan(&mut self, board: &Board, set: &[u64]) -> (u16, u16) {
        let tables = Arc::clone(&self.tables);
        let flexible = self.packing.packed(board, &tables.start_class, set);
        let mut count = flexible.count;
        let mut packed = std::mem::take(&mut self.spare);
        packed.clear();
        packed.extend_from_slice(&flexible.set);
        let plan = tables.plan(self.removal_order);
        for sequence in plan.sequences.iter().filter(|sequence| self.follows_order || sequence.parks) {
            let done = done(board, sequence, set);
            count += done as u16;
            packed.iter_mut().zip(&sequence.sets[done]).for_each(|(packed, set)| *packed |= set);
        }
        if self.packed == packed {
            self.spare = packed;
        } else {
            self.spare = std::mem::replace(&mut self.packed, packed);
            self.list_next(board, plan);
            self.out_of_plan = self.squares_out_of_plan(board);
        }
        let out_of_class = |(class, out): (usize, &Vec<u64>)| {
            overlap(out.iter().copied(), board.boxes_of_class(set, class as u16))
        };
        let out_of_plan = self.out_of_plan.iter().enumerate().map(out_of_class).sum();
        (count, out_of_plan)
    }

    /// Returns the packed boxes of the position evaluated last, and the squares to fill next with the classes of their boxes.
    pub(crate) fn next(&self) -> (&[u64], &[(u16, u16)]) {
        (&self.packed, &self.next)
    }

    fn list_next(&mut self, board: &Board, plan: &PackingPlan) {
        self.next.clear();
        for sequence in &plan.sequences {
            let next = if self.follows_order || sequence.parks {
                let done = done(board, sequence, &self.packed);
                let target = sequence.targets.get(done);
                target.map(|&target| (target, board.class_at(&sequence.sets[done + 1], target)))
            } else {
                let goal = sequence.targets.iter().find(|&&goal| !board.contains(&self.packed, goal));
                goal.map(|&goal| (goal, board.goal_class(goal)))
            };
            self.next.extend(next);
        }
    }

    /// Returns for every class the squares from which no empty goal of it can be reached once the next step of every sequence
    /// is done.
    fn squares_out_of_plan(&mut self, board: &Board) -> Arc<[Vec<u64>]> {
        if let Some(known) = self.cache.get_mut(&self.packed) {
            return Arc::clone(known);
        }
        let mut walls = self.packed[..board.words()].to_vec();
        for &(square, _) in self.next.iter().filter(|&&(square, _)| !board.contains(&self.packed, square)) {
            board.flip(&mut walls, square);
        }
        let out: Arc<[Vec<u64>]> =
            (0..board.classes()).map(|class| squares_cut_off(board, &walls, class)).collect();
        *self.cache.grow(&self.packed, 1) = Arc::clone(&out);
        out
    }
}

/// Returns the live squares off `walls` (a set) from which no goal of a class can be reached past them.
fn squares_cut_off(board: &Board, walls: &[u64], class: u16) -> Vec<u64> {
    let is_wall = board.table_of(board.squares_of(walls));
    let is_free = |square: u16| square != board.wall() && !is_wall[usize::from(square)];
    let is_open = |&&goal: &&u16| is_free(goal) && board.goal_class(goal) == class;
    let goals: Vec<usize> = board.goals.iter().filter(is_open).map(|&goal| goal.into()).collect();
    let is_reached = reached_from(board.size(), &goals, |square, visit| {
        for direction in 0..4 {
            let before = board.neighbour(square as u16, direction);
            let stand = board.neighbour(before, direction);
            if is_free(before) && is_free(stand) && board.is_live[usize::from(before)] {
                visit(before.into());
            }
        }
    });
    let mut cut_off = vec![0; board.words()];
    let is_cut_off =
        |&&square: &&u16| !goals.is_empty() && is_free(square) && !is_reached[usize::from(square)];
    board.live.iter().filter(is_cut_off).for_each(|&square| board.flip(&mut cut_off, square));
    cut_off
}

/// Counts the steps of `sequence` that the boxes `set` have done: the most after which all boxes of their set stand there.
fn done(board: &Board, sequence: &GoalRoomOrder, set: &[u64]) -> usize {
    sequence.sets.iter().rposition(|step| board.holds(set, step)).unwrap_or(0)
}
