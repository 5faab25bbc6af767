//! The search for a packing plan: backwards, from all goals filled, by a feature space search over macro pulls.
//!
//! A box that is pulled far enough away, to where a box stood at the start, is home and taken off the board together with
//! that start: the search only gets easier, so that it ends soon. (The base trick of Festival; Shoham 2020.) Only starts
//! among which boxes can be exchanged will do, and only as long as those left could supply the boxes left: else the plan
//! would count on boxes that cannot come. When no box can be taken off, one is parked elsewhere, where it can be pulled
//! on from. The line read backwards is the plan.

use super::bases::Bases;
use super::frontier::{Frontier, Move};
use super::lone::{self, NEVER};
use super::macros::{Generator, Macro, Way};
use super::nodes::{NO_PARENT, Nodes, Origin};
use super::rooms::{broken, links};
use crate::field::Field;
use crate::limit::{LimitKind, SearchControl};
use crate::region::Region;

/// Positions that planning may expand, and what they may cost together: squares for every box.
const MOST_NODES: usize = 3000;
const MOST_WORK: usize = 30_000_000;
/// The weight of taking a box off the board that cannot be pulled home, where no other way is found.
const FORCED: u16 = 40;

/// Which box to take off the board first when there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peel {
    /// One after which the boxes cut the floor into the fewest regions; of those the one that goes farthest. Every other
    /// turn belongs to the best cell.
    Farthest,
    /// The one after which the player can reach most. All cells have the same share.
    Opening,
}

/// The search.
pub(super) struct Peeling<'f> {
    field: &'f Field,
    peel: Peel,
    starts: Vec<u16>,
    bases: Bases,
    links: Vec<Vec<u64>>,
    /// Pushes from every square to all goals together.
    distance: Vec<i64>,
    nodes: Nodes,
    frontier: Frontier,
    notes: Vec<Note>,
    /// The node with the fewest boxes, and how many it has.
    best: Option<(usize, u32)>,
    best_cell: u64,
    generator: Generator,
    region: Region,
    rest: Region,
    is_box: Vec<bool>,
}

/// What else is known of a node.
struct Note {
    /// The starts that no box has been pulled to.
    starts: Vec<u16>,
    /// Boxes that can be taken off, and the starts that they go to.
    homes: Vec<(u16, u16)>,
    /// The best cell on the way to it.
    cell: u64,
}

impl<'f> Peeling<'f> {
    /// A search for boxes that start on `starts`.
    pub(super) fn new(
        field: &'f Field,
        starts: &[u16],
        peel: Peel,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let n = field.near.len();
        control.budget.take(3 * starts.len() * n + 64 * n)?;
        let mut distance = vec![0; n];
        for &goal in &field.goals {
            control.check()?;
            for (sum, pushes) in distance.iter_mut().zip(lone::pushes_to(field, &[goal])) {
                *sum += if pushes == NEVER { 0 } else { i64::from(pushes) };
            }
        }
        Ok(Self {
            field,
            peel,
            starts: starts.to_vec(),
            bases: Bases::new(field, starts),
            links: links(field),
            distance,
            nodes: Nodes::new(field, control)?,
            frontier: Frontier::new(false),
            notes: Vec::new(),
            best: None,
            best_cell: u64::MAX,
            generator: Generator::new(field),
            region: Region::new(field),
            rest: Region::new(field),
            is_box: vec![false; n],
        })
    }

    /// The moves that take most boxes off the board; those taken off go to [`Field::wall`].
    pub(super) fn line(mut self, control: &mut SearchControl<'_>) -> Result<Vec<Origin>, LimitKind> {
        let field = self.field;
        let mut set = vec![0; field.live.len().div_ceil(64)];
        for &goal in &field.goals {
            field.flip(&mut set, goal);
        }
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
            self.add(&set, self.starts.clone(), origin, 0, control)?;
        }
        let work = field.near.len() * (1 + self.starts.len());
        let most = MOST_NODES.min(MOST_WORK / work).max(2 * field.goals.len());
        for turn in 0..most {
            let is_turn_of_best = self.peel == Peel::Farthest && turn % 2 == 1;
            let wanted = is_turn_of_best.then_some(self.best_cell);
            let Some((node, weight, next)) = self.frontier.take(wanted, control) else { break };
            control.check()?;
            set.copy_from_slice(self.nodes.boxes(node));
            field.flip(&mut set, next.from);
            let mut starts = self.notes[node as usize].starts.clone();
            if next.to == field.wall() {
                let homes = &self.notes[node as usize].homes;
                let home = homes.iter().find(|&&(from, _)| from == next.from).map(|&(_, home)| home);
                let home = home.or(starts.first().copied());
                starts.retain(|&start| Some(start) != home);
            } else {
                field.flip(&mut set, next.to);
            }
            let origin = Origin { parent: node, from: next.from, to: next.to, stand: next.player, player: 0 };
            self.add(&set, starts, origin, weight, control)?;
            if self.best.is_some_and(|(left, _)| left == 0) {
                break;
            }
        }
        let line = self.best.map_or(Vec::new(), |(_, node)| self.nodes.line(node));
        Ok(line.iter().skip(1).map(|&node| self.nodes.origin(node)).collect())
    }

    /// Adds a position and lists its moves.
    fn add(
        &mut self,
        set: &[u64],
        starts: Vec<u16>,
        mut origin: Origin,
        weight: u32,
        control: &mut SearchControl<'_>,
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
        let id = self.nodes.add(field, set, origin, control)?;
        control.budget.take(size_of::<Note>() + 2 * starts.len() + 4 * boxes.len())?;
        if self.best.is_none_or(|(left, _)| boxes.len() < left) {
            self.best = Some((boxes.len(), id));
        }
        let regions = self.count_regions();
        let rooms = broken(&self.links, set);
        let mut moves = Vec::new();
        let homes = self.list_removals(&boxes, &starts, regions, &mut moves);
        if moves.is_empty() {
            self.list_parkings(&boxes, set, regions, rooms, &mut moves);
        }
        let on_goals = boxes.iter().filter(|&&square| field.is_goal[usize::from(square)]).count() as u64;
        let own = (boxes.len() as u64) << 48 | u64::from(regions) << 32 | on_goals << 16 | u64::from(rooms);
        let cell = match origin.parent {
            NO_PARENT => own,
            parent => own.min(self.notes[parent as usize].cell),
        };
        self.best_cell = self.best_cell.min(cell);
        self.notes.push(Note { starts, homes, cell });
        self.frontier.file(cell, weight, &mut moves, control)
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

    /// Lists the boxes that can be taken off the board, parked ones first, and returns where they go.
    fn list_removals(
        &mut self,
        boxes: &[u16],
        starts: &[u16],
        regions: u16,
        moves: &mut Vec<Move>,
    ) -> Vec<(u16, u16)> {
        let field = self.field;
        let mut homes = Vec::new();
        let is_home = self.bases.exchange(field, &self.is_box, starts);
        if starts.iter().any(|&start| is_home[usize::from(start)] && !self.region.contains(start)) {
            return homes;
        }
        for &square in boxes {
            let mut found: Vec<Macro> = Vec::new();
            let (region, bases) = (&self.region, &self.bases);
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
                    if is_home[usize::from(step.to)] {
                        found.push(step);
                    }
                    true
                },
            );
            let rest: Vec<u16> = boxes.iter().copied().filter(|&other| other != square).collect();
            found.sort_by_key(|step| !bases.is_far(step.to, square));
            let step = found.into_iter().find(|step| {
                let left: Vec<u16> = starts.iter().copied().filter(|&start| start != step.to).collect();
                self.bases.can_supply(&left, &rest)
            });
            let Some(step) = step else { continue };
            let value = match self.peel {
                Peel::Farthest => {
                    let walk = self.bases.walk(step.to, square);
                    u64::from(step.regions) << 16 | u64::from(u16::MAX - walk)
                }
                Peel::Opening => u64::from(u16::MAX - step.reach) << 16 | u64::from(step.length),
            };
            let is_goal = u64::from(field.is_goal[usize::from(square)]);
            let rank = is_goal << 63 | u64::from(self.is_hole(square)) << 62 | value;
            moves.push(Move { from: square, to: field.wall(), player: step.player, weight: 1, rank });
            homes.push((square, step.to));
        }
        let is_far = |step: &Move| {
            homes.iter().any(|&(from, home)| from == step.from && self.bases.is_far(home, from))
        };
        if moves.iter().any(is_far) {
            moves.retain(is_far);
        }
        if let Some(first) = moves.iter_mut().min_by_key(|step| step.rank) {
            first.weight = 0;
        }
        homes
    }

    /// Whether `square` lies between three walls: what is pulled out of there is hard to get back in.
    fn is_hole(&self, square: u16) -> bool {
        let near = self.field.near[usize::from(square)];
        near.iter().filter(|&&next| next == self.field.wall()).count() == 3
    }

    /// Lists everything that can be done with a box that stays on the board.
    fn list_parkings(&mut self, boxes: &[u16], set: &[u64], regions: u16, rooms: u16, moves: &mut Vec<Move>) {
        let field = self.field;
        let mut steps: Vec<Macro> = Vec::new();
        for &square in boxes {
            let (region, can_leave) = (&self.region, &self.bases.can_leave);
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
        let is_goal = |square: u16| field.is_goal[usize::from(square)];
        let mut after = set.to_vec();
        let mut seen: Vec<(u16, i64)> = Vec::new();
        for step in &steps {
            field.flip(&mut after, step.from);
            field.flip(&mut after, step.to);
            let gain = self.distance[usize::from(step.to)] - self.distance[usize::from(step.from)];
            seen.push((broken(&self.links, &after), gain));
            field.flip(&mut after, step.from);
            field.flip(&mut after, step.to);
        }
        moves.extend(steps.iter().zip(&seen).map(|(step, &(rooms, gain))| {
            let on_goals = 1 + u64::from(is_goal(step.to)) - u64::from(is_goal(step.from));
            let nearer = ((1i64 << 31) - gain) as u64;
            let rank = u64::from(step.regions.min(255)) << 56
                | on_goals << 48
                | u64::from(rooms.min(255)) << 40
                | nearer;
            Move::new(step, 1, rank)
        }));
        let mut advise = |is_gain: &dyn Fn(usize) -> bool, value: &dyn Fn(usize) -> u64| {
            let gains = (0..steps.len()).filter(|&index| is_gain(index));
            if let Some(best) = gains.min_by_key(|&index| (value(index), moves[index].rank)) {
                moves[best].weight = 0;
            }
        };
        // Out of a goal and far away, connectivity, rooms, explorer.
        advise(
            &|i| is_goal(steps[i].from) && steps[i].regions <= regions && seen[i].0 <= rooms && seen[i].1 > 0,
            &|i| {
                u64::from(self.is_hole(steps[i].from)) << 62
                    | u64::from(steps[i].regions) << 32
                    | u64::from(seen[i].0) << 16
                    | u64::from(u16::MAX - steps[i].length)
            },
        );
        advise(&|i| steps[i].regions < regions, &|_| 0);
        advise(&|i| seen[i].0 < rooms, &|_| 0);
        let reach = (0..field.wall()).filter(|&square| self.region.contains(square)).count() as u16;
        advise(&|i| steps[i].reach > reach, &|_| 0);
        let player = (0..field.wall()).find(|&square| self.region.contains(square)).unwrap_or(0);
        let off = field.wall();
        moves.extend(boxes.iter().map(|&from| Move { from, to: off, player, weight: FORCED, rank: 0 }));
    }
}
