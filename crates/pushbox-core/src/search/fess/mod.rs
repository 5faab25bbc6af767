//! A feature space search by macro moves (FESS; Shoham and Schaeffer, "The FESS algorithm: a feature based approach to
//! single-agent search", 2020).
//!
//! Positions are filed in cells by their features ([`guide`]), each under the best cell on the way to it, so that a step
//! back opens no new cell. The cells take turns, a new one at once, and every other turn belongs to the best one. In a
//! cell the move goes first that the fewest moves without a recommendation ([`advice`]) have led to. A move is anything
//! that can be done with one box ([`macros`]); whether it leads into a deadlock ([`judge`]) is asked when its turn has
//! come, and before that only when it is to be recommended.
//!
//! That such a search runs dry means nothing: it may leave out positions.

pub(crate) mod advice;
pub(crate) mod bases;
mod clusters;
pub(crate) mod floor;
pub(crate) mod frontier;
pub(crate) mod guide;
mod hotspots;
mod judge;
mod lone;
pub(crate) mod macros;
mod nodes;
mod packing;
mod peeling;
pub(crate) mod plan;
mod rooms;
mod style;

pub(crate) use guide::{Ground, Guide};
pub(crate) use judge::Judge;
pub(crate) use peeling::Peel;
pub(crate) use style::Style;

use std::rc::Rc;

use super::perimeter::{Met, Perimeter};
use super::position::Position;
use crate::board::opposite;
use crate::deadlock::pi_corral::PiCorral;
use crate::field::Start;
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::region::Region;
use advice::Here;
use frontier::{Frontier, Move};
use guide::Features;
use macros::{Generator, Macro, Way};
use nodes::{NO_PARENT, Nodes, Origin};

/// What a step of the search has come to.
pub(crate) enum Step {
    /// A solution.
    Solved(Vec<Push>),
    /// Nothing is left to try.
    Dry,
    /// To be continued.
    Going,
}

/// The search.
pub(crate) struct Fess<'s> {
    start: &'s Start,
    style: Style,
    guide: Guide,
    nodes: Nodes,
    frontier: Frontier,
    /// The cell under which every node is filed, and the best of them.
    cells: Vec<u64>,
    best: u64,
    is_turn_of_best: bool,
    position: Position,
    generator: Generator,
    corral: PiCorral,
    region: Region,
    other: Region,
    steps: Vec<Macro>,
    seen: Vec<Features>,
    moves: Vec<Move>,
}

impl<'s> Fess<'s> {
    /// A search from `start` on known `ground`.
    pub(crate) fn new(
        start: &'s Start,
        style: Style,
        ground: &Rc<Ground>,
        judge: &mut Judge,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let field = &start.field;
        // Everything below by square, estimated from above.
        control.budget.take(512 * field.near.len())?;
        let mut fess = Self {
            start,
            style,
            guide: Guide::new(field, style, ground, control)?,
            nodes: Nodes::new(field, control)?,
            frontier: Frontier::new(style.is_hasty),
            cells: Vec::new(),
            best: u64::MAX,
            is_turn_of_best: false,
            position: Position::new(field, &start.boxes),
            generator: Generator::new(field),
            corral: PiCorral::new(field),
            region: Region::new(field),
            other: Region::new(field),
            steps: Vec::new(),
            seen: Vec::new(),
            moves: Vec::new(),
        };
        let player = fess.region.flood(field, &fess.position.is_box, start.player);
        let origin = Origin { parent: NO_PARENT, from: 0, to: 0, stand: start.player, player };
        let set = fess.position.set.clone();
        fess.nodes.add(field, &set, origin, control)?;
        fess.expand(&set, 0, u64::MAX, judge, control)?;
        Ok(fess)
    }

    /// Tries one more move. A position that `back` has met is solved.
    pub(crate) fn step(
        &mut self,
        judge: &mut Judge,
        back: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<Step, LimitKind> {
        let wanted = self.is_turn_of_best.then_some(self.best);
        self.is_turn_of_best = !self.is_turn_of_best;
        let Some((parent, weight, next)) = self.frontier.take(wanted, control) else { return Ok(Step::Dry) };
        control.count()?;
        let field = &self.start.field;
        let mut set = self.nodes.boxes(parent).to_vec();
        field.flip(&mut set, next.from);
        field.flip(&mut set, next.to);
        self.position.load(field, &set);
        let player = self.region.flood(field, &self.position.is_box, next.player);
        let origin = Origin { parent, from: next.from, to: next.to, stand: next.player, player };
        if self.nodes.holds(field, &set, player)
            || judge.is_dead(field, &self.position, &self.region, next.to, next.player, control)?
        {
            return Ok(Step::Going);
        }
        let id = self.nodes.add(field, &set, origin, control)?;
        if self.position.boxes.iter().all(|&square| field.is_goal[usize::from(square)]) {
            return Ok(Step::Solved(self.unfold(id)));
        }
        if let Some(back) = back {
            let key = self.nodes.key(field, &set, player);
            if let Some(rest) = back.rest(Met { key, boxes: &set, player }) {
                return Ok(Step::Solved([self.unfold(id), rest].concat()));
            }
        }
        self.expand(&set, weight, self.cells[parent as usize], judge, control)?;
        if let Some(back) = back
            && let Some((step, rest)) = self.ahead(&set, player, back)
        {
            let mut pushes = self.unfold(id);
            let mut is_box = self.position.is_box.clone();
            macros::unfold(field, &mut is_box, player, step.from, step.to, step.player, &mut pushes);
            return Ok(Step::Solved([pushes, rest].concat()));
        }
        Ok(Step::Going)
    }

    /// A move of those just listed, for the boxes `set` and the normalised `player`, that leads to a position which
    /// `back` has met, and the pushes from there.
    fn ahead(&mut self, set: &[u64], player: u16, back: &dyn Perimeter) -> Option<(Macro, Vec<Push>)> {
        let field = &self.start.field;
        let boxes = self.nodes.key(field, set, player) ^ self.nodes.key_of_player(player);
        self.steps.iter().find_map(|step| {
            let boxes = boxes ^ self.nodes.key_of_move(step.from, step.to);
            if !back.may_know(boxes) {
                return None;
            }
            let mut after = set.to_vec();
            field.flip(&mut after, step.from);
            field.flip(&mut after, step.to);
            self.position.load(field, &after);
            let player = self.other.flood(field, &self.position.is_box, step.player);
            self.position.load(field, set);
            let key = boxes ^ self.nodes.key_of_player(player);
            back.rest(Met { key, boxes: &after, player }).map(|rest| (*step, rest))
        })
    }

    /// The pushes from the start to a position, if the search has met it.
    pub(crate) fn line(&self, met: Met<'_>) -> Option<Vec<Push>> {
        self.nodes.find(met.key, met.boxes, met.player).map(|id| self.unfold(id))
    }

    /// Lists and files the moves of the loaded position, the latest of the nodes, with the boxes `set`. The line to it
    /// has `weight`, and `past` is the best cell on it.
    fn expand(
        &mut self,
        set: &[u64],
        weight: u32,
        past: u64,
        judge: &mut Judge,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        let field = &self.start.field;
        let regions = self.count_regions();
        let here = self.guide.features(field, set, regions);
        let ground = self.guide.ground();
        let to_target = self.guide.target().map(|target| ground.walk(target));
        self.list_steps(set, regions, judge);
        self.seen.clear();
        self.moves.clear();
        let mut after = set.to_vec();
        for index in 0..self.steps.len() {
            let step = self.steps[index];
            field.flip(&mut after, step.from);
            field.flip(&mut after, step.to);
            let features = self.guide.features(field, &after, step.regions);
            field.flip(&mut after, step.from);
            field.flip(&mut after, step.to);
            self.seen.push(features);
            self.moves.push(Move::new(&step, 1, advice::rank(&features, &step)));
        }
        let reach = (0..field.wall()).filter(|&square| self.region.contains(square)).count() as u16;
        let (position, region) = (&mut self.position, &mut self.other);
        let is_dead = |step: &Macro| {
            field.flip(&mut after, step.from);
            field.flip(&mut after, step.to);
            position.load(field, &after);
            region.flood(field, &position.is_box, step.player);
            let is_dead = judge.is_dead(field, position, region, step.to, step.player, control);
            field.flip(&mut after, step.from);
            field.flip(&mut after, step.to);
            position.load(field, &after);
            is_dead
        };
        let from = Here { features: here, reach, to_target };
        advice::advise(&from, &self.steps, &self.seen, &mut self.moves, is_dead)?;
        let own = advice::cell(self.style, &here);
        let cell = if self.style.keeps_past { past.min(own) } else { own };
        control.budget.room(&mut self.cells)?;
        self.cells.push(cell);
        self.best = self.best.min(cell);
        self.frontier.file(cell, weight, &mut self.moves, control)
    }

    /// Finds the macro moves of the loaded position.
    fn list_steps(&mut self, set: &[u64], regions: u16, judge: &Judge) {
        let field = &self.start.field;
        self.steps.clear();
        let only = self.corral.find(field, &self.position.boxes, &self.position.is_box, &self.region);
        let mut others = set.to_vec();
        for &square in &self.position.boxes {
            let mut first = if only.is_some() { 0 } else { 15 };
            for push in only.unwrap_or_default().iter().filter(|push| push.square == square) {
                first |= 1 << push.direction;
            }
            if first == 0 {
                continue;
            }
            field.flip(&mut others, square);
            let (region, steps) = (&self.region, &mut self.steps);
            let may_stand = |to: u16, direction: usize| {
                let before = field.near[usize::from(to)][opposite(direction)];
                field.pushes[usize::from(before)] & 1 << direction != 0
                    && judge.may_enter(field, &others, to, direction)
            };
            self.generator.each(
                field,
                Way::Push,
                &self.position.is_box,
                |square| region.contains(square),
                regions,
                may_stand,
                square,
                first,
                |step| {
                    steps.push(step);
                    true
                },
            );
            field.flip(&mut others, square);
        }
    }

    /// The regions into which the boxes of the loaded position cut the floor.
    fn count_regions(&mut self) -> u16 {
        let field = &self.start.field;
        let mut regions = 1;
        self.other.clear(field);
        for square in 0..field.wall() {
            let is_box = self.position.is_box[usize::from(square)];
            if !is_box && !self.region.contains(square) && !self.other.contains(square) {
                self.other.extend(field, &self.position.is_box, square);
                regions += 1;
            }
        }
        regions
    }

    /// The pushes that lead to `id`.
    fn unfold(&self, id: u32) -> Vec<Push> {
        let field = &self.start.field;
        let mut pushes = Vec::new();
        let mut is_box = vec![false; field.near.len()];
        for &square in &self.start.boxes {
            is_box[usize::from(square)] = true;
        }
        let mut player = self.start.player;
        for node in self.nodes.line(id).into_iter().skip(1) {
            let Origin { from, to, stand, .. } = self.nodes.origin(node);
            macros::unfold(field, &mut is_box, player, from, to, stand, &mut pushes);
            player = stand;
        }
        pushes
    }
}
