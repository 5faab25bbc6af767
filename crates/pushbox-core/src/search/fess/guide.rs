//! How far a position has come, and what stands in the way.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use super::hotspots::hotspots;
use super::lone;
use super::packing::Packing;
use super::peeling::Peel;
use super::plan::{Plan, Sequence};
use super::rooms::{broken, links};
use super::style::Style;
use crate::field::{Field, Start};
use crate::limit::{LimitKind, SearchControl};

/// Sets of squares out of plan to keep.
const MOST_KEPT: usize = 4096;
/// With more goals than this, telling whether a filled goal leaves the rest open takes too long.
const MOST_OPEN_GOALS: usize = 24;

/// Features of a position: of all but the first, the less the better.
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

/// What is known of a level before any search: the plan and the tables.
pub(crate) struct Ground {
    /// As [`Peel`] has them.
    plans: [Plan; 2],
    is_base: Vec<bool>,
    links: Vec<Vec<u64>>,
    hotspots: Vec<Vec<u64>>,
    /// The steps from every square that a plan fills to every square.
    walks: HashMap<u16, Vec<u16>>,
}

impl Ground {
    /// The ground of the level of `start`.
    pub(crate) fn new(start: &Start, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let field = &start.field;
        let mut is_base = vec![false; field.near.len()];
        for &square in &start.boxes {
            is_base[usize::from(square)] = true;
        }
        let plans = [
            Plan::new(field, &start.boxes, Peel::Farthest, control)?,
            Plan::new(field, &start.boxes, Peel::Opening, control)?,
        ];
        let mut walks = HashMap::new();
        let sequences = plans.iter().flat_map(|plan| &plan.sequences);
        for &target in sequences.flat_map(|sequence| &sequence.targets) {
            if let Entry::Vacant(walk) = walks.entry(target) {
                control.budget.take(2 * field.near.len() + 64)?;
                walk.insert(lone::walks(field, target));
            }
        }
        Ok(Self { plans, is_base, links: links(field), hotspots: hotspots(field, control)?, walks })
    }
}

impl Ground {
    /// The steps to every square from `target`, which a plan fills.
    pub(crate) fn walk(&self, target: u16) -> &[u16] {
        &self.walks[&target]
    }

    fn plan(&self, peel: Peel) -> &Plan {
        match peel {
            Peel::Farthest => &self.plans[0],
            Peel::Opening => &self.plans[1],
        }
    }
}

/// Holds positions against the plan and the tables.
pub(crate) struct Guide {
    ground: Rc<Ground>,
    peel: Peel,
    is_strict: bool,
    packing: Packing,
    /// What was packed in the position looked at last, the squares to fill next, and its squares out of plan.
    packed: Vec<u64>,
    next: Vec<u16>,
    out: Rc<[u64]>,
    known: HashMap<Vec<u64>, Rc<[u64]>>,
}

impl Guide {
    /// A guide on `ground`.
    pub(crate) fn new(
        field: &Field,
        style: Style,
        ground: &Rc<Ground>,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let words = field.live.len().div_ceil(64);
        control.budget.take(MOST_KEPT * (16 * words + 96) + Packing::bytes(field))?;
        let is_strict = style.is_strict || field.goals.len() > MOST_OPEN_GOALS;
        let flexible =
            ground.plan(style.peel).sequences.iter().filter(|sequence| !sequence.parks && !is_strict);
        let order = flexible.flat_map(|sequence| sequence.targets.iter().copied()).collect();
        Ok(Self {
            ground: Rc::clone(ground),
            peel: style.peel,
            is_strict,
            packing: Packing::new(field, order),
            packed: vec![!0; words],
            next: Vec::new(),
            out: Rc::new([]),
            known: HashMap::new(),
        })
    }

    /// The features of the position with the boxes `set` in `regions` regions.
    pub(crate) fn features(&mut self, field: &Field, set: &[u64], regions: u16) -> Features {
        let ground = Rc::clone(&self.ground);
        let flexible = self.packing.packed(field, &ground.is_base, set);
        let mut count = flexible.count;
        let mut packed = flexible.set.to_vec();
        for sequence in
            ground.plan(self.peel).sequences.iter().filter(|sequence| self.is_strict || sequence.parks)
        {
            let done = done(sequence, set);
            count += done as u16;
            packed.iter_mut().zip(&sequence.sets[done]).for_each(|(packed, set)| *packed |= set);
        }
        if self.packed != packed {
            self.packed = packed;
            self.list_next(field, ground.plan(self.peel));
            self.out = self.out_of_plan(field);
        }
        let rooms = broken(&ground.links, set);
        let mut hot = 0;
        if !ground.hotspots.is_empty() {
            for (word, &bits) in set.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    hot += overlap(&ground.hotspots[64 * word + bits.trailing_zeros() as usize], set);
                    bits &= bits - 1;
                }
            }
        }
        Features { packed: count, regions, rooms, out_of_plan: overlap(&self.out, set), hot }
    }

    /// What is packed in the position whose features were asked for last, and the squares to fill next.
    pub(crate) fn next(&self) -> (&[u64], &[u16]) {
        (&self.packed, &self.next)
    }

    /// The first of the squares to fill in the position whose features were asked for last.
    pub(crate) fn target(&self) -> Option<u16> {
        self.next.first().copied()
    }

    /// The ground that it is on.
    pub(crate) fn ground(&self) -> Rc<Ground> {
        Rc::clone(&self.ground)
    }

    fn list_next(&mut self, field: &Field, plan: &Plan) {
        self.next.clear();
        for sequence in &plan.sequences {
            let next = if self.is_strict || sequence.parks {
                sequence.targets.get(done(sequence, &self.packed))
            } else {
                sequence.targets.iter().find(|&&goal| !field.contains(&self.packed, goal))
            };
            self.next.extend(next);
        }
    }

    /// The squares from which no goal left can be reached once the next step of every sequence is done.
    fn out_of_plan(&mut self, field: &Field) -> Rc<[u64]> {
        if let Some(known) = self.known.get(&self.packed) {
            return Rc::clone(known);
        }
        let mut reached = self.packed.clone();
        for &square in self.next.iter().filter(|&&square| !field.contains(&self.packed, square)) {
            field.flip(&mut reached, square);
        }
        let mut is_wall = vec![false; field.near.len()];
        for square in field.squares_of(&reached) {
            is_wall[usize::from(square)] = true;
        }
        let mut queue: Vec<u16> =
            field.goals.iter().copied().filter(|&goal| !is_wall[usize::from(goal)]).collect();
        if queue.is_empty() {
            reached.fill(!0);
        }
        for &goal in &queue {
            field.flip(&mut reached, goal);
        }
        while let Some(square) = queue.pop() {
            for direction in 0..4 {
                let before = field.near[usize::from(square)][direction];
                let stand = field.near[usize::from(before)][direction];
                let is_free = |square: u16| square != field.wall() && !is_wall[usize::from(square)];
                if is_free(before)
                    && is_free(stand)
                    && field.is_live[usize::from(before)]
                    && !field.contains(&reached, before)
                {
                    field.flip(&mut reached, before);
                    queue.push(before);
                }
            }
        }
        let out: Rc<[u64]> = reached.iter().map(|word| !word).collect();
        if self.known.len() >= MOST_KEPT {
            self.known.clear();
        }
        self.known.insert(self.packed.clone(), Rc::clone(&out));
        out
    }
}

/// How many steps of `sequence` the boxes `set` have done: as many as possible of those after which boxes stand where
/// they have to.
fn done(sequence: &Sequence, set: &[u64]) -> usize {
    sequence
        .sets
        .iter()
        .rposition(|step| step.iter().zip(set).all(|(step, set)| step & !set == 0))
        .unwrap_or(0)
}

fn overlap(one: &[u64], other: &[u64]) -> u16 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum::<u32>() as u16
}
