//! A search by single pushes along a packing plan: it keeps cells by features, as a feature space search does
//! ([`fess`](super::fess)), and goes through each by novelty, as best-first width search does ([`novelty`](super::novelty);
//! Lipovetzky and Geffner 2017).
//!
//! Positions are filed by the steps of the plan done, the regions into which the boxes cut the floor and the boxes out of
//! plan. Every other turn belongs to the best cell, the cells share the rest, so that what was packed too early can be
//! taken out again. In a cell the newest position goes first, and among those as new the one nearest to the next step of
//! the plan ([`relaxed`]). Whether a position is a deadlock, by all detectors, is asked when its turn has come.

pub(crate) mod relaxed;

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound::{Excluded, Unbounded};
use std::rc::Rc;

use super::fess::{Ground, Guide, Judge, Step, Style};
use super::novelty::Novelty;
use super::open_list::OpenList;
use super::perimeter::{Met, Perimeter};
use super::tree::{Child, ROOT, Tree};
use crate::field::{Field, Start};
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::region::Region;
use relaxed::Relaxed;

/// The pushes to the next step of the plan where there is no way to it.
const FAR: u16 = u16::MAX;

/// Bytes of a cell without its positions, estimated from above.
const CELL_BYTES: usize = 256;

/// Novelty, pushes of the relaxed plan, bound: the less the better.
type Rank = (u64, u16, u32);

/// What is remembered of a node.
#[derive(Clone, Copy)]
struct Seen {
    packed: u16,
    regions: u16,
}

/// The search.
pub(crate) struct Phases<'s> {
    tree: Tree<'s>,
    guide: Guide,
    /// The cells with positions to expand; the best cell has the least name.
    cells: BTreeMap<u64, OpenList<Rank>>,
    /// The number of every cell that has ever had one.
    classes: HashMap<u64, usize>,
    last: u64,
    is_turn_of_best: bool,
    novelty: Novelty,
    /// By node.
    seen: Vec<Seen>,
    /// The relaxed plan of the node that is expanded, and working memory for its children.
    plan: Relaxed,
    other: Relaxed,
    region: Region,
    is_box: Vec<bool>,
    pushes: Vec<Push>,
}

impl<'s> Phases<'s> {
    /// A search from `start` on known `ground`; `None` where the start is a deadlock.
    pub(crate) fn new(
        start: &'s Start,
        style: Style,
        ground: &Rc<Ground>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Self>, LimitKind> {
        let field = &start.field;
        let Ok(tree) = Tree::new(start, control)? else { return Ok(None) };
        // The relaxed plans and what else goes by square, estimated from above.
        control.budget.take(128 * field.near.len())?;
        let mut phases = Self {
            guide: Guide::new(field, style, ground, control)?,
            cells: BTreeMap::new(),
            classes: HashMap::new(),
            last: 0,
            is_turn_of_best: false,
            novelty: Novelty::new(field, &field.goals, &control.budget),
            seen: Vec::new(),
            plan: Relaxed::new(field),
            other: Relaxed::new(field),
            region: Region::new(field),
            is_box: vec![false; field.near.len()],
            pushes: Vec::new(),
            tree,
        };
        phases.file(ROOT, None, control)?;
        Ok(Some(phases))
    }

    /// Expands the position whose turn it is; one that `back` has met is solved. A way shorter than known is noted, but
    /// the position is not expanded again: any solution will do.
    pub(crate) fn step(
        &mut self,
        judge: &mut Judge,
        back: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<Step, LimitKind> {
        let Some(node) = self.next(control) else { return Ok(Step::Dry) };
        control.count()?;
        self.tree.expand(node, &mut self.pushes);
        if self.is_dead(node, judge, control)? {
            return Ok(Step::Going);
        }
        let field = self.tree.field;
        self.guide.features(field, self.tree.arena.boxes(node), 1);
        let (packed, next) = self.guide.next();
        let is_packed = |square| field.contains(packed, square);
        let here =
            self.plan.pushes(field, &self.tree.loaded.position.is_box, is_packed, &self.tree.region, next);
        for index in 0..self.pushes.len() {
            let push = self.pushes[index];
            let Child::New(child) = self.tree.child(push, control)? else { continue };
            if self.tree.arena.bound(child) == 0 {
                return Ok(Step::Solved(self.tree.arena.line(child)));
            }
            if let Some(back) = back
                && let Some(rest) = back.rest(self.tree.met(child))
            {
                return Ok(Step::Solved([self.tree.arena.line(child), rest].concat()));
            }
            // What cannot be done where nothing is ever lost cannot be done later either.
            let pushes = here.map_or(Some(FAR), |_| self.plan.after(field, push, &self.tree.beyond));
            self.file(child, pushes, control)?;
        }
        Ok(Step::Going)
    }

    /// The pushes from the start to a position, if the search has met it.
    pub(crate) fn line(&self, met: Met<'_>) -> Option<Vec<Push>> {
        self.tree.find(met).map(|node| self.tree.arena.line(node))
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
            // Asked once more, it gives back the memory of its last bucket.
            open.pop(control);
            self.cells.remove(&cell);
        }
        Some(node)
    }

    /// Whether the loaded `node` is a deadlock.
    fn is_dead(
        &self,
        node: u32,
        judge: &mut Judge,
        control: &mut SearchControl<'_>,
    ) -> Result<bool, LimitKind> {
        if node == ROOT {
            return Ok(false);
        }
        let tree = &self.tree;
        let stand = tree.arena.push_to(node).square;
        judge.is_dead(tree.field, &tree.loaded.position, &tree.region, tree.target(node), stand, control)
    }

    /// Files a new node, the last child of the loaded one. `pushes` is what is left to the next step of the plan if that
    /// step is still the same, `None` where that takes a new plan.
    fn file(
        &mut self,
        node: u32,
        pushes: Option<u16>,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        let field = self.tree.field;
        let arena = &self.tree.arena;
        let (set, player) = (arena.boxes(node), arena.player(node));
        let parent = self.seen.get(arena.parent(node) as usize).copied();
        let features = self.guide.features(field, set, 1);
        for square in field.squares_of(set) {
            self.is_box[usize::from(square)] = true;
        }
        let is_same_step = parent.is_some_and(|parent| parent.packed == features.packed);
        let pushes = match pushes.filter(|_| is_same_step) {
            Some(pushes) => pushes,
            None => {
                self.region.flood(field, &self.is_box, player);
                let (packed, next) = self.guide.next();
                let is_packed = |square| field.contains(packed, square);
                self.other.pushes(field, &self.is_box, is_packed, &self.region, next).unwrap_or(FAR)
            }
        };
        let target = self.tree.target(node);
        // Where the player's region is followed without a flood, none of the others has changed.
        let is_same_floor = self.tree.beyond.latest().is_empty() && self.tree.region.contains(target);
        let regions = match parent {
            Some(parent) if is_same_floor => parent.regions,
            _ => count_regions(field, &self.is_box, player, &mut self.region),
        };
        debug_assert_eq!(regions, count_regions(field, &self.is_box, player, &mut self.region));
        for square in field.squares_of(set) {
            self.is_box[usize::from(square)] = false;
        }
        control.budget.room(&mut self.seen)?;
        self.seen.push(Seen { packed: features.packed, regions });
        let cell = u64::from(u16::MAX - features.packed) << 32
            | u64::from(regions) << 16
            | u64::from(features.out_of_plan);
        let fresh = self.classes.len();
        let class = *self.classes.entry(cell).or_insert(fresh);
        if class == fresh {
            control.budget.take(CELL_BYTES)?;
        }
        let rate = match parent {
            Some(_) => self.novelty.rate(field, set, player, target, class, &mut control.budget),
            None => 0,
        };
        let rank = (rate, pushes, self.tree.arena.bound(node));
        self.cells.entry(cell).or_default().push(rank, node, control)
    }
}

/// The regions into which the boxes cut the floor.
fn count_regions(field: &Field, is_box: &[bool], player: u16, region: &mut Region) -> u16 {
    region.flood(field, is_box, player);
    let mut regions = 1;
    for square in 0..field.wall() {
        if region.misses(square) {
            region.extend(field, is_box, square);
            regions += 1;
        }
    }
    regions
}
