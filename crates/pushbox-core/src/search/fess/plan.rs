//! A packing plan: which goals to fill before which, and which boxes to park where meanwhile. It guides a search and
//! prunes nothing.
//!
//! The plan is found backwards, from all goals filled, by a feature space search over macro pulls. A box that can be
//! pulled to where a box stood at the start is taken off the board: the search only gets easier, so that it ends soon.
//! No box is taken off while the boxes at the start could not all get to different goals left ([`super::supply`]): the
//! plan would close the way to some of them. When no box can be taken off, one is parked elsewhere, where it can be
//! pulled on from. The line read backwards is the plan.

use super::clusters::clusters;
use super::frontier::{Frontier, Move};
use super::macros::{Generator, Macro, Way};
use super::nodes::{NO_PARENT, Nodes, Origin};
use super::supply::{Supply, leavable};
use crate::field::Field;
use crate::limit::{LimitKind, Watch};
use crate::region::Region;

/// Positions that planning may expand.
const MOST_NODES: usize = 3000;
/// The weight of taking a box off the board that cannot be pulled away, where no other way is found.
const FORCED: u16 = 40;

/// Which box to take off the board first when there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peel {
    /// The one with the fewest pulls to go.
    Nearest,
    /// The one after which the player can reach most.
    Opening,
}

/// The steps of some clusters of goals, one after the other.
#[derive(Debug)]
pub(crate) struct Sequence {
    /// Where boxes have to stand after so many steps (sets of live squares); the first is empty.
    pub(crate) sets: Vec<Vec<u64>>,
    /// The square that gets its box in each step.
    pub(crate) targets: Vec<u16>,
    /// Whether some box is parked.
    pub(crate) parks: bool,
}

/// A packing plan.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Sequences that can be followed side by side.
    pub(crate) sequences: Vec<Sequence>,
}

impl Plan {
    /// Plans for boxes that start on `starts`.
    pub(crate) fn new(
        field: &Field,
        starts: &[u16],
        peel: Peel,
        watch: &mut Watch<'_>,
    ) -> Result<Self, LimitKind> {
        let used = watch.budget.used();
        let plan = Search::new(field, starts, peel, watch)?.run(watch);
        watch.budget.reset(used);
        plan
    }
}

struct Search<'f> {
    field: &'f Field,
    peel: Peel,
    is_base: Vec<bool>,
    supply: Supply,
    can_leave: Vec<bool>,
    nodes: Nodes,
    frontier: Frontier,
    generator: Generator,
    region: Region,
    rest: Region,
    is_box: Vec<bool>,
}

impl<'f> Search<'f> {
    fn new(field: &'f Field, starts: &[u16], peel: Peel, watch: &mut Watch<'_>) -> Result<Self, LimitKind> {
        let mut is_base = vec![false; field.near.len()];
        for &square in starts {
            is_base[usize::from(square)] = true;
        }
        Ok(Self {
            field,
            peel,
            is_base,
            supply: Supply::new(starts),
            can_leave: leavable(field, starts),
            nodes: Nodes::new(field, watch)?,
            frontier: Frontier::new(false),
            generator: Generator::new(field),
            region: Region::new(field),
            rest: Region::new(field),
            is_box: vec![false; field.near.len()],
        })
    }

    fn run(mut self, watch: &mut Watch<'_>) -> Result<Plan, LimitKind> {
        let field = self.field;
        let mut set = vec![0; field.live.len().div_ceil(64)];
        for &goal in &field.goals {
            flip(field, &mut set, goal);
        }
        let mut best = None;
        self.rest.clear(field);
        let mut roots = Vec::new();
        for square in 0..field.wall() {
            if !field.is_goal[usize::from(square)] && !self.rest.contains(square) {
                self.rest.extend(field, &field.is_goal, square);
                roots.push(square);
            }
        }
        for root in roots {
            let origin = Origin { parent: NO_PARENT, from: 0, to: 0, stand: root, player: root };
            self.add(&set, origin, 0, &mut best, watch)?;
        }
        let mut expanded = 0;
        while let Some((node, weight, next)) = self.frontier.take(None, watch) {
            expanded += 1;
            if best.is_some_and(|(left, _)| left == 0) || expanded > MOST_NODES {
                break;
            }
            watch.check()?;
            set.copy_from_slice(self.nodes.boxes(node));
            flip(field, &mut set, next.from);
            if next.to != field.wall() {
                flip(field, &mut set, next.to);
            }
            let origin = Origin { parent: node, from: next.from, to: next.to, stand: next.player, player: 0 };
            self.add(&set, origin, weight, &mut best, watch)?;
        }
        let line = best.map_or(Vec::new(), |(_, node)| self.nodes.line(node));
        Ok(self.read(&line))
    }

    /// Adds a position and lists its moves.
    fn add(
        &mut self,
        set: &[u64],
        mut origin: Origin,
        weight: u32,
        best: &mut Option<(usize, u32)>,
        watch: &mut Watch<'_>,
    ) -> Result<(), LimitKind> {
        let field = self.field;
        self.is_box.fill(false);
        let boxes: Vec<u16> = field.squares_of(set).collect();
        for &square in &boxes {
            self.is_box[usize::from(square)] = true;
        }
        origin.player = self.region.flood(field, &self.is_box, origin.stand);
        if self.nodes.holds(field, set, origin.player) {
            return Ok(());
        }
        let id = self.nodes.add(field, set, origin, watch)?;
        if best.is_none_or(|(left, _)| boxes.len() < left) {
            *best = Some((boxes.len(), id));
        }
        let mut moves = Vec::new();
        let regions = self.count_regions();
        self.list_removals(&boxes, regions, &mut moves, watch)?;
        if moves.is_empty() {
            self.list_parkings(&boxes, regions, &mut moves);
        }
        let cell = (boxes.len() as u64) << 32 | u64::from(regions);
        self.frontier.file(cell, weight, &mut moves, watch)
    }

    fn count_regions(&mut self) -> u16 {
        self.rest.clear(self.field);
        let mut regions = 0;
        for square in 0..self.field.wall() {
            if !self.is_box[usize::from(square)] && !self.rest.contains(square) {
                self.rest.extend(self.field, &self.is_box, square);
                regions += 1;
            }
        }
        regions
    }

    /// The boxes that can be taken off the board, the nearest to where boxes stood at the start first.
    fn list_removals(
        &mut self,
        boxes: &[u16],
        regions: u16,
        moves: &mut Vec<Move>,
        watch: &mut Watch<'_>,
    ) -> Result<(), LimitKind> {
        let field = self.field;
        let off = field.wall();
        for &square in boxes {
            if self.is_base[usize::from(square)] {
                continue;
            }
            let (is_base, region) = (&self.is_base, &self.region);
            let mut found: Option<Macro> = None;
            self.generator.each(
                field,
                Way::Pull,
                &self.is_box,
                |square| region.contains(square),
                regions,
                |_, _| true,
                square,
                15,
                |step| {
                    if is_base[usize::from(step.to)] {
                        found = Some(step);
                    }
                    found.is_none()
                },
            );
            let Some(step) = found else { continue };
            let stays = |other: &u16| *other != square && field.is_goal[usize::from(*other)];
            let filled: Vec<u16> = boxes.iter().copied().filter(stays).collect();
            if self.supply.can_fill_rest(field, filled, step.player, watch)? {
                let length = u64::from(step.length);
                let rank = match self.peel {
                    Peel::Nearest => length,
                    Peel::Opening => u64::from(u16::MAX - step.reach) << 16 | length,
                };
                moves.push(Move { from: square, to: off, player: step.player, weight: 1, rank });
            }
        }
        if moves.is_empty() {
            // A box that is where it was at the start is in nobody's way until then.
            let stay = boxes.iter().copied().filter(|&square| self.is_base[usize::from(square)]);
            let player = (0..off).find(|&square| self.region.contains(square)).unwrap_or(0);
            moves.extend(stay.map(|from| Move { from, to: off, player, weight: 1, rank: 0 }));
        }
        if let Some(first) = moves.iter_mut().min_by_key(|step| step.rank) {
            first.weight = 0;
        }
        Ok(())
    }

    fn list_parkings(&mut self, boxes: &[u16], regions: u16, moves: &mut Vec<Move>) {
        let field = self.field;
        let off = field.wall();
        let mut steps: Vec<Macro> = Vec::new();
        for &square in boxes {
            let (region, can_leave) = (&self.region, &self.can_leave);
            self.generator.each(
                field,
                Way::Pull,
                &self.is_box,
                |square| region.contains(square),
                regions,
                |to, _| can_leave[usize::from(to)],
                square,
                15,
                |step| {
                    steps.push(step);
                    true
                },
            );
        }
        let rank = |step: &Macro| {
            u64::from(step.regions) << 32
                | u64::from(field.is_goal[usize::from(step.to)]) << 31
                | u64::from(u16::MAX - step.reach) << 12
                | u64::from(4095 - step.length.min(4095))
        };
        moves.extend(steps.iter().map(|step| Move::new(step, 1, rank(step))));
        let mut advise = |key: &dyn Fn(&Macro) -> u64| {
            if let Some(index) =
                (0..steps.len()).min_by_key(|&index| (key(&steps[index]), rank(&steps[index])))
            {
                moves[index].weight = 0;
            }
        };
        advise(&|step| u64::from(step.regions));
        advise(&|step| u64::from(u16::MAX - step.reach));
        advise(&|step| u64::from(u16::MAX - step.length));
        let player = (0..off).find(|&square| self.region.contains(square)).unwrap_or(0);
        moves.extend(boxes.iter().map(|&from| Move { from, to: off, player, weight: FORCED, rank: 0 }));
    }

    /// Reads the line of a search backwards, for every group of clusters that it handles apart from the others.
    fn read(&self, line: &[u32]) -> Plan {
        let field = self.field;
        let mut group = clusters(field);
        // Which goal each box came from, step by step.
        let number = |square: u16| field.goals.iter().position(|&goal| goal == square);
        let mut came: Vec<Option<usize>> =
            (0..usize::from(field.wall())).map(|square| number(square as u16)).collect();
        let mut steps = Vec::new();
        let mut pending: Vec<usize> = Vec::new();
        for &node in line.iter().skip(1) {
            let Origin { from, to, .. } = self.nodes.origin(node);
            let Some(goal) = came[usize::from(from)].take() else { continue };
            if to != field.wall() {
                came[usize::from(to)] = Some(goal);
                pending.push(goal);
            } else {
                // A box was parked for the sake of the next one taken off.
                for other in pending.drain(..) {
                    let (keep, drop) = (group[goal], group[other]);
                    group.iter_mut().filter(|group| **group == drop).for_each(|group| *group = keep);
                }
            }
            steps.push((goal, from, to));
        }
        let mut sequences = Vec::new();
        let mut names = group.clone();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let mut set = vec![0; field.live.len().div_ceil(64)];
            for (goal, &square) in field.goals.iter().enumerate() {
                if group[goal] == name {
                    flip(field, &mut set, square);
                }
            }
            let mut sets = vec![set.clone()];
            let mut targets = Vec::new();
            for &(_, from, to) in steps.iter().filter(|&&(goal, _, _)| group[goal] == name) {
                flip(field, &mut set, from);
                if to != field.wall() {
                    flip(field, &mut set, to);
                }
                sets.push(set.clone());
                targets.push(from);
            }
            // What is left when the search gave up is filled first, in any order.
            let left: Vec<u16> = field.squares_of(&set).collect();
            for square in left {
                flip(field, &mut set, square);
                sets.push(set.clone());
                targets.push(square);
            }
            sets.reverse();
            targets.reverse();
            let parks = targets.iter().any(|&square| !field.is_goal[usize::from(square)]);
            sequences.push(Sequence { sets, targets, parks });
        }
        Plan { sequences }
    }
}

/// Adds a live square to a set, or takes it out.
pub(crate) fn flip(field: &Field, set: &mut [u64], square: u16) {
    let index = field.live_index[usize::from(square)];
    set[usize::from(index / 64)] ^= 1 << (index % 64);
}
