//! How many pushes a position of Crossoban still needs at least, and whether it can be solved at all.
//!
//! The Sokoban part: each box without a colour needs a goal of its own, or something that swallows it, and where every
//! goal must be covered each needs a box; the cheapest assignments are bounds. The Interlock part: a group of boxes has one
//! in its middle from which each other is at most half as many steps away as there are boxes; the cheapest place for that
//! middle is a bound. Boxes that block each other for good never move again (freeze deadlocks, as in Sokoban).

use super::super::assign::{self, cheapest};
use super::distance::{Distances, MOST_CELLS, NEVER};
use super::ground::{Ground, NONE, PLAIN};
use super::plan::{Aim, Plan};
use super::{Crossoban, State};

/// What is known of the boxes of one look.
pub(super) struct Kind {
    pub(super) distances: Distances,
    /// For coloured boxes, the pushes to the neighbourhood of a cell that a group around it has.
    pub(super) near: Vec<u16>,
}

/// What the bounds need, made once for a level.
pub(super) struct Tables {
    /// By look of a box, in the order of the slots; none where the board is too large.
    pub(super) kinds: Vec<Kind>,
    /// How many pushes one move can make.
    parallel: u32,
    /// Whether something on the board could swallow a box.
    swallows: bool,
}

/// The radius of a group of boxes around its middle.
fn radius(boxes: usize) -> usize {
    boxes / 2
}

impl Tables {
    /// The tables of a level; `pushers` are the cells of its pushers at the start.
    pub(super) fn new(ground: &Ground, pushers: &[u16]) -> Self {
        let boxes = || ground.ranges().iter().filter(|range| range.start >= ground.first_box);
        let linked = |slot: usize| {
            let group = ground.look(slot).group;
            (0..ground.first_box).filter(|&other| group != 0 && ground.look(other).group == group).count()
        };
        let most_linked = (0..ground.first_box).map(linked).max().unwrap_or(0).max(1);
        let most_stuck = if ground.rules.sticky {
            boxes().map(ExactSizeIterator::len).max().unwrap_or(0).max(1)
        } else {
            1
        };
        let kinds = boxes().filter(|_| ground.shape.cells <= MOST_CELLS).map(|range| {
            let distances = Distances::new(ground, range.start, pushers);
            let is_joined = ground.look(range.start).colour != PLAIN && range.len() > 1;
            let near = if is_joined { distances.near(ground, radius(range.len())) } else { Vec::new() };
            Kind { distances, near }
        });
        Self {
            kinds: kinds.collect(),
            parallel: (most_linked * most_stuck) as u32,
            swallows: ground.floor.iter().any(|floor| floor.hole || floor.tile().is_some()),
        }
    }
}

impl Crossoban {
    /// What is needed at least; none if the position can never be solved.
    pub(super) fn needs(&self, state: &State) -> Option<Plan> {
        let (ground, tables) = (&self.ground, self.tables());
        let mut aims = vec![Aim::Stay; ground.slots() - ground.first_box];
        if tables.kinds.is_empty() {
            return Some(Plan { pushes: 0, aims });
        }
        let frozen = self.frozen(state);
        let mut apart = self.plain_on_goals(state, &frozen, &mut aims)?;
        let boxes = ground.ranges().iter().filter(|range| range.start >= ground.first_box);
        for (range, kind) in boxes.zip(&tables.kinds) {
            if ground.look(range.start).colour != PLAIN {
                apart += self.group(state, range.clone(), kind, &frozen, &mut aims)?;
            }
        }
        let mut covering = vec![Aim::Stay; aims.len()];
        let covered = self.goals_covered(state, &frozen, &mut covering)?;
        if covered > apart {
            aims = covering;
        }
        Some(Plan { pushes: apart.max(covered).div_ceil(tables.parallel), aims })
    }

    /// The boxes that can never move again, by slot.
    fn frozen(&self, state: &State) -> Vec<bool> {
        let ground = &self.ground;
        let boxes = ground.first_box..ground.slots();
        let mut frozen: Vec<bool> =
            (0..ground.slots()).map(|slot| boxes.contains(&slot) && self.is_there(state[slot])).collect();
        if ground.rules.sticky {
            // Boxes that move together free each other.
            frozen.fill(false);
            return frozen;
        }
        let mut blocked = vec![false; ground.shape.cells + 1];
        for slot in boxes.clone().filter(|&slot| frozen[slot]) {
            blocked[usize::from(state[slot])] = true;
        }
        // Whatever can move while all that is left stays is none of them.
        let mut changed = true;
        while changed {
            changed = false;
            for slot in boxes.clone() {
                if frozen[slot] && self.can_move(slot, state[slot], &blocked) {
                    frozen[slot] = false;
                    blocked[usize::from(state[slot])] = false;
                    changed = true;
                }
            }
        }
        frozen
    }

    fn can_move(&self, slot: usize, cell: u16, blocked: &[bool]) -> bool {
        let ground = &self.ground;
        let step = ground.shape.step[usize::from(cell)];
        let enters = |way: usize| !blocked[usize::from(step[way])] && ground.admits(slot, step[way], way);
        let conveyor = ground.floor[usize::from(cell)].conveyor;
        if conveyor != NONE && ground.rules.carries_boxes && enters(usize::from(conveyor)) {
            return true;
        }
        (0..4).any(|way| {
            enters(way)
                && !blocked[usize::from(step[way ^ 2])]
                && ground.can_push(slot, usize::from(cell), way, &self.pushers)
        })
    }

    /// The pushes from a box to a goal.
    fn to_goal(&self, kind: &Kind, cell: u16, is_frozen: bool, goal: u16) -> u32 {
        match kind.distances.from(cell)[usize::from(goal)] {
            0 => 0,
            NEVER => assign::NEVER,
            _ if is_frozen => assign::NEVER,
            pushes => u32::from(pushes),
        }
    }

    /// The pushes that bring each box without a colour onto a goal, or away.
    fn plain_on_goals(&self, state: &State, frozen: &[bool], aims: &mut [Aim]) -> Option<u32> {
        let ground = &self.ground;
        let boxes = ground.ranges().iter().filter(|range| range.start >= ground.first_box);
        let Some((slots, kind)) =
            boxes.zip(&self.tables().kinds).find(|(range, _)| ground.look(range.start).colour == PLAIN)
        else {
            return Some(0);
        };
        let rows: Vec<usize> = slots.clone().filter(|&slot| self.is_there(state[slot])).collect();
        let goals = &ground.goals;
        if goals.is_empty() {
            return Some(0);
        }
        // Beside the goals each box has a column of its own, for being swallowed.
        let away = if self.tables().swallows { rows.len() } else { 0 };
        let mut costs = Vec::with_capacity(rows.len() * (goals.len() + away));
        for (row, &slot) in rows.iter().enumerate() {
            let cell = state[slot];
            costs.extend(goals.iter().map(|&goal| self.to_goal(kind, cell, frozen[slot], goal)));
            costs.extend((0..away).map(|column| match kind.distances.until_swallowed(cell) {
                NEVER => assign::NEVER,
                _ if column != row || frozen[slot] => assign::NEVER,
                pushes => u32::from(pushes),
            }));
        }
        let (pushes, columns) = cheapest(rows.len(), goals.len() + away, &costs)?;
        for (&slot, &column) in rows.iter().zip(&columns) {
            aims[slot - ground.first_box] = goals.get(column).map_or(Aim::Stay, |&goal| Aim::At(goal));
        }
        Some(pushes)
    }

    /// The pushes that cover each goal, where all must be covered.
    fn goals_covered(&self, state: &State, frozen: &[bool], aims: &mut [Aim]) -> Option<u32> {
        let ground = &self.ground;
        let goals = &ground.goals;
        let alive: Vec<usize> =
            (ground.first_box..ground.slots()).filter(|&slot| self.is_there(state[slot])).collect();
        let is_plain = |&slot: &usize| ground.look(slot).colour == PLAIN;
        let all = !alive.iter().any(is_plain) || (!self.tables().swallows && alive.len() >= goals.len());
        if !all {
            return Some(0);
        }
        let boxes = ground.ranges().iter().filter(|range| range.start >= ground.first_box);
        let of_slot: Vec<&Kind> = boxes
            .zip(&self.tables().kinds)
            .flat_map(|(range, kind)| range.clone().map(move |_| kind))
            .collect();
        let costs: Vec<u32> = goals
            .iter()
            .flat_map(|&goal| {
                let of_slot = &of_slot;
                alive.iter().map(move |&slot| {
                    self.to_goal(of_slot[slot - ground.first_box], state[slot], frozen[slot], goal)
                })
            })
            .collect();
        let (pushes, columns) = cheapest(goals.len(), alive.len(), &costs)?;
        for (&goal, &column) in goals.iter().zip(&columns) {
            aims[alive[column] - ground.first_box] = Aim::At(goal);
        }
        Some(pushes)
    }

    /// The pushes that bring the boxes of a colour together.
    fn group(
        &self,
        state: &State,
        slots: std::ops::Range<usize>,
        kind: &Kind,
        frozen: &[bool],
        aims: &mut [Aim],
    ) -> Option<u32> {
        let ground = &self.ground;
        let alive: Vec<usize> = slots.clone().filter(|&slot| self.is_there(state[slot])).collect();
        let can_fall = |&slot: &usize| !frozen[slot] && kind.distances.until_swallowed(state[slot]) != NEVER;
        // Where a colour may lose boxes, those that are left may be any.
        if alive.len() < 2 || (ground.rules.frees && alive.iter().any(can_fall)) {
            return Some(0);
        }
        // Fewer boxes may be left than the neighbourhoods were made for, which are too large then: a bound still.
        let reach = radius(slots.len());
        let cells = ground.shape.cells;
        let width = ground.shape.width;
        let mut best: Option<(u32, u16, usize)> = None;
        for middle in 0..cells {
            let mut sum = 0;
            let mut extra = u32::MAX;
            let mut central = 0;
            for &slot in &alive {
                let cell = usize::from(state[slot]);
                let (at, near) = if frozen[slot] {
                    let steps =
                        (cell / width).abs_diff(middle / width) + (cell % width).abs_diff(middle % width);
                    (if steps == 0 { 0 } else { NEVER }, if steps <= reach { 0 } else { NEVER })
                } else {
                    (kind.distances.from(state[slot])[middle], kind.near[cell * cells + middle])
                };
                if near == NEVER {
                    extra = u32::MAX;
                    break;
                }
                sum += u32::from(near);
                if at != NEVER && u32::from(at - near) < extra {
                    extra = u32::from(at - near);
                    central = slot;
                }
            }
            if extra != u32::MAX && best.is_none_or(|best| sum + extra < best.0) {
                best = Some((sum + extra, middle as u16, central));
            }
        }
        let (pushes, middle, central) = best?;
        for slot in alive {
            aims[slot - ground.first_box] = if slot == central { Aim::At(middle) } else { Aim::Near(middle) };
        }
        Some(pushes)
    }
}
