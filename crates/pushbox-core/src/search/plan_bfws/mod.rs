//! A search by single pushes along a packing plan. It groups positions in cells by features, like a feature space
//! search ([`fess`](super::fess)), and goes through each cell by novelty, like best-first width search
//! ([`novelty`](super::novelty); Lipovetzky and Geffner 2017).
//!
//! A cell has the positions with the same number of done steps of the plan, regions of the floor and boxes out of plan.
//! Every other turn belongs to the best cell. The others share the rest, so that a box packed too early can be taken
//! out again. In a cell the newest position goes first, and of those as new the one nearest to the next step of the
//! plan ([`relaxed_plan`]). All detectors test a position when its turn has come.

pub(crate) mod relaxed_plan;

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound::{Excluded, Unbounded};
use std::sync::{Arc, Mutex};

use super::arena::Node;
use super::fess::{FeatureEvaluator, FessConfig, PlanShare};
use super::novelty::Novelty;
use super::open_list::OpenList;
use super::perimeter::{OtherEnd, Perimeter, PositionRef};
use super::push_graph::{PushGraph, ROOT};
use super::{Search, SearchEnd, TurnEnd};
use crate::deadlock::Pipeline;
use crate::deadlock::position_view::PositionView;
use crate::limit::{Limited, SearchControl};
use crate::push::Push;
use crate::region::Region;
use crate::shared_progress::locked;
use relaxed_plan::RelaxedPlan;

/// The pushes to the next step of the plan where it cannot be reached.
const FAR: u16 = u16::MAX;

/// Bytes of a cell without its positions, estimated from above.
const CELL_BYTES: usize = 256;

/// Novelty, pushes of the relaxed plan, bound: the less the better.
type Rank = (u64, u16, u32);

#[derive(Clone, Copy)]
struct NodeFeatures {
    packed: u16,
    regions: u16,
}

pub(crate) struct PlanBfws<'s> {
    graph: PushGraph<'s>,
    detectors: Arc<Mutex<Pipeline>>,
    evaluator: FeatureEvaluator,
    /// The cells with positions to expand; the best cell has the least key.
    cells: BTreeMap<u64, OpenList<Rank>>,
    /// The number of every cell that has ever had one.
    classes: HashMap<u64, usize>,
    last: u64,
    is_turn_of_best: bool,
    novelty: Novelty,
    /// By node.
    features: Vec<NodeFeatures>,
    /// The relaxed plan of the node that is expanded, and working memory for its children.
    plan: RelaxedPlan,
    new_plan: RelaxedPlan,
    region: Region,
    pushes: Vec<Push>,
}

impl<'s> PlanBfws<'s> {
    /// Creates a search from the root of `graph`.
    pub(crate) fn new(
        graph: PushGraph<'s>,
        config: FessConfig,
        share: &PlanShare,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let board = graph.board;
        // The relaxed plans and other tables by square, estimated from above.
        control.budget.take(128 * board.size())?;
        let mut plan_bfws = Self {
            detectors: Arc::clone(&share.detectors),
            evaluator: FeatureEvaluator::new(board, config, &share.tables, control)?,
            cells: BTreeMap::new(),
            classes: HashMap::new(),
            last: 0,
            is_turn_of_best: false,
            novelty: Novelty::new(board, board.filled_goals(), &control.budget),
            features: Vec::new(),
            plan: RelaxedPlan::new(),
            new_plan: RelaxedPlan::new(),
            region: Region::new(board),
            pushes: Vec::new(),
            graph,
        };
        plan_bfws.add(ROOT, None, control)?;
        Ok(plan_bfws)
    }

    /// Takes the position whose turn it is.
    fn next(&mut self, control: &mut SearchControl<'_>) -> Option<u32> {
        self.is_turn_of_best = !self.is_turn_of_best;
        let after = self.cells.range((Excluded(self.last), Unbounded)).next();
        let chosen = after.filter(|_| !self.is_turn_of_best).or_else(|| self.cells.first_key_value());
        let cell = *chosen?.0;
        if !self.is_turn_of_best {
            self.last = cell;
        }
        let open = self.cells.get_mut(&cell)?;
        let (_, node) = open.pop(control)?;
        if open.len() == 0 {
            self.cells.remove(&cell);
        }
        Some(node)
    }

    /// Returns whether the loaded `node` is a deadlock.
    fn is_dead(&self, node: u32, control: &mut SearchControl<'_>) -> Limited<bool> {
        if node == ROOT {
            return Ok(false);
        }
        let graph = &self.graph;
        let stand = graph.arena[node].push.square;
        let (position, target) = (&graph.expanded.position, graph.target(node));
        let view = PositionView::new(graph.board, position, Some(&graph.region), target, stand);
        locked(&self.detectors).is_dead(&view, control)
    }

    /// Adds a new node, the last child of the loaded one. `pushes` is what is left to the next step of the plan if that
    /// step is still the same, `None` where that takes a new plan.
    fn add(&mut self, node: u32, pushes: Option<u16>, control: &mut SearchControl<'_>) -> Limited<()> {
        let board = self.graph.board;
        let arena = &self.graph.arena;
        let (set, Node { parent, push, bound, player, .. }) = (arena.pieces(node), arena[node]);
        let parent = self.features.get(parent as usize).copied();
        let (packed_steps, out_of_plan) = self.evaluator.by_plan(board, set);
        let target = self.graph.target(node);
        let is_box = &mut self.graph.expanded.position.is_box;
        if parent.is_some() {
            is_box.shift(push.square, target);
        }
        let is_same_step = parent.is_some_and(|parent| parent.packed == packed_steps);
        let pushes = match pushes.filter(|_| is_same_step) {
            Some(pushes) => pushes,
            None => {
                self.region.flood(is_box, player);
                self.new_plan.pushes(board, set, &self.region, self.evaluator.next()).unwrap_or(FAR)
            }
        };
        // Where the player's region is followed without a flood, none of the others has changed.
        let is_same_floor = self.graph.beyond.count_latest() == 0 && self.graph.region.contains(target);
        let regions = match parent {
            Some(parent) if is_same_floor => parent.regions,
            _ => self.region.count_regions(is_box),
        };
        debug_assert_eq!(regions, self.region.count_regions(is_box));
        if parent.is_some() {
            is_box.shift(target, push.square);
        }
        control.budget.room(&mut self.features)?;
        self.features.push(NodeFeatures { packed: packed_steps, regions });
        let cell =
            u64::from(u16::MAX - packed_steps) << 32 | u64::from(regions) << 16 | u64::from(out_of_plan);
        let fresh = self.classes.len();
        let class = *self.classes.entry(cell).or_insert(fresh);
        if class == fresh {
            control.budget.take(CELL_BYTES)?;
        }
        let rate = match parent {
            Some(_) => self.novelty.rate(board, set, player, target, class, &mut control.budget),
            None => 0,
        };
        let rank = (rate, pushes, bound);
        self.cells.entry(cell).or_default().push(rank, node, control)
    }
}

impl Search for PlanBfws<'_> {
    /// A shorter path than known is stored, but the position is not expanded again: any solution will do.
    fn step(&mut self, other: OtherEnd<'_>, control: &mut SearchControl<'_>) -> TurnEnd {
        let Some(node) = self.next(control) else { return Ok(Some(SearchEnd::Exhausted)) };
        control.count()?;
        self.graph.expand(node, &mut self.pushes);
        if self.is_dead(node, control)? {
            return Ok(None);
        }
        let (board, pieces) = (self.graph.board, self.graph.arena.pieces(node));
        self.evaluator.by_plan(board, pieces);
        let pushes_now = self.plan.pushes(board, pieces, &self.graph.region, self.evaluator.next());
        if let Some(other) = other {
            other.warm(&self.graph.keys_after);
        }
        for index in 0..self.pushes.len() {
            let push = self.pushes[index];
            let Some(child) = self.graph.child(push, control)? else { continue };
            if let Some(pushes) = self.graph.solution(child, other) {
                return Ok(Some(SearchEnd::Solved(pushes)));
            }
            // A step that is impossible in the relaxation stays impossible.
            let pushes = pushes_now.map_or(Some(FAR), |_| self.plan.after(board, push, &self.graph.beyond));
            self.add(child, pushes, control)?;
        }
        Ok(None)
    }
}

impl Perimeter for PlanBfws<'_> {
    fn solution_from(&self, position: PositionRef<'_>) -> Option<Vec<Push>> {
        self.graph.line(position)
    }

    fn warm(&self, boxes: &[u64]) {
        self.graph.arena.table.warm(boxes);
    }
}
