//! The lower bound on the pushes of a position of Crossoban, and its deadlocks.
//!
//! The Sokoban part: each box without a colour needs a goal of its own, or something that swallows it; and if every
//! goal must be covered, each needs a box. The minimum-cost assignments are bounds. The Interlock part: a group of
//! boxes has a middle box, at most half as many steps from each other box as there are boxes. The cheapest cell for
//! that middle is a bound. Boxes that block each other for good never move again (freeze deadlocks, as in Sokoban).

use std::ops::Range;

use super::super::assignment::{Costs, FORBIDDEN};
use super::super::game_board::PLAIN;
use super::super::grid::marked;
use super::super::push_distance::MOST_CELLS;
use super::distance::PushDistances;
use super::static_level::{State, StaticLevel};
use crate::flood::NEVER;
use crate::held::remove_free;

/// The push distances of the boxes of one class.
pub(super) struct ClassTables {
    pub(super) slots: Range<usize>,
    colour: usize,
    pub(super) distances: PushDistances,
    /// For coloured boxes, the pushes to the neighbourhood of a cell that a group around it has, by cell and cell.
    pub(super) near: Vec<u16>,
}

/// The tables that the bounds use, made once for a level.
pub(super) struct BoundTables {
    /// By class of boxes, in the order of the slots; empty where the board is too large.
    pub(super) classes: Vec<ClassTables>,
    /// The most pushes that one move can make.
    parallel: u32,
    /// Whether something on the board could swallow a box.
    swallows: bool,
}

/// Where a box is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// It may stay.
    Stay,
    /// To this cell.
    At(u16),
    /// To the neighbourhood of this cell.
    Near(u16),
}

/// A bound, and the assignment of boxes that it comes from.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    /// The fewest moves that push.
    pub(super) pushes: u32,
    /// For each slot its destination if that many are enough; pushers stay.
    pub(super) destinations: Vec<Destination>,
}

struct Boxes<'a> {
    level: &'a StaticLevel,
    state: &'a State,
    /// Whether each slot has a box that can never move again.
    frozen: Vec<bool>,
}

/// Returns the radius of a group of boxes around its middle.
fn radius(boxes: usize) -> usize {
    boxes / 2
}

impl BoundTables {
    /// Makes the tables of a level.
    pub(super) fn new(level: &StaticLevel) -> Self {
        let linked = |slot: usize| {
            let group = level.classes[slot].group;
            (0..level.first_box).filter(|&other| group != 0 && level.classes[other].group == group).count()
        };
        let most_linked = (0..level.first_box).map(linked).max().unwrap_or(0).max(1);
        let most_sticky = if level.rules.sticky {
            level.box_ranges().map(|range| range.len()).max().unwrap_or(0).max(1)
        } else {
            1
        };
        let classes = level.box_ranges().filter(|_| level.grid.cells <= MOST_CELLS).map(|range| {
            let distances = PushDistances::new(level, range.start);
            let colour = level.classes[range.start].colour;
            let is_grouped = colour != PLAIN && range.len() > 1;
            let near =
                if is_grouped { distances.within_radius(level, radius(range.len())) } else { Vec::new() };
            ClassTables { slots: range, colour, distances, near }
        });
        Self {
            classes: classes.collect(),
            parallel: (most_linked * most_sticky) as u32,
            swallows: level.floor.iter().any(|floor| floor.hole || floor.tile.is_some()),
        }
    }

    /// Computes the bound of a position; `None` if it can never be solved.
    pub(super) fn assign(&self, level: &StaticLevel, state: &State) -> Option<Assignment> {
        let mut destinations = vec![Destination::Stay; level.slots()];
        if self.classes.is_empty() {
            return Some(Assignment { pushes: 0, destinations });
        }
        let boxes = Boxes { level, state, frozen: frozen(level, state) };
        let mut apart = self.plain_on_goals(&boxes, &mut destinations)?;
        for class in self.classes.iter().filter(|class| class.colour != PLAIN) {
            apart += class.group(&boxes, &mut destinations)?;
        }
        let mut covering = vec![Destination::Stay; destinations.len()];
        let covered = self.goals_covered(&boxes, &mut covering)?;
        if covered > apart {
            destinations = covering;
        }
        Some(Assignment { pushes: apart.max(covered).div_ceil(self.parallel), destinations })
    }

    /// Bounds the pushes that bring each box without a colour onto a goal, or away.
    fn plain_on_goals(&self, boxes: &Boxes<'_>, destinations: &mut [Destination]) -> Option<u32> {
        let &Boxes { level, state, ref frozen } = boxes;
        let goals = &level.goals;
        let plain = self.classes.iter().find(|class| class.colour == PLAIN);
        let Some(class) = plain.filter(|_| !goals.is_empty()) else { return Some(0) };
        let rows: Vec<usize> = level.on_board(state, class.slots.clone()).collect();
        // Beside the goals each box has a column of its own, for being swallowed.
        let away = if self.swallows { rows.len() } else { 0 };
        let costs = Costs::new(rows.len(), goals.len() + away, |row, column| {
            let (slot, cell) = (rows[row], state[rows[row]]);
            match (goals.get(column), class.distances.until_swallowed(cell)) {
                (Some(&goal), _) => class.pushes(cell, frozen[slot], goal),
                (None, NEVER) => FORBIDDEN,
                _ if column != goals.len() + row || frozen[slot] => FORBIDDEN,
                (None, pushes) => u32::from(pushes),
            }
        });
        let (pushes, columns) = costs.assign()?;
        for (&slot, &column) in rows.iter().zip(&columns) {
            destinations[slot] = goals.get(column).map_or(Destination::Stay, |&goal| Destination::At(goal));
        }
        Some(pushes)
    }

    /// Bounds the pushes that cover each goal, where all must be covered.
    fn goals_covered(&self, boxes: &Boxes<'_>, destinations: &mut [Destination]) -> Option<u32> {
        let &Boxes { level, state, ref frozen } = boxes;
        let goals = &level.goals;
        let mut alive = Vec::new();
        for class in &self.classes {
            alive.extend(level.on_board(state, class.slots.clone()).map(|slot| (slot, class)));
        }
        let is_plain = |(_, class): &(usize, &ClassTables)| class.colour == PLAIN;
        let all = !alive.iter().any(is_plain) || (!self.swallows && alive.len() >= goals.len());
        if !all {
            return Some(0);
        }
        let costs = Costs::new(goals.len(), alive.len(), |goal, one| {
            let (slot, class) = alive[one];
            class.pushes(state[slot], frozen[slot], goals[goal])
        });
        let (pushes, columns) = costs.assign()?;
        for (&goal, &column) in goals.iter().zip(&columns) {
            destinations[alive[column].0] = Destination::At(goal);
        }
        Some(pushes)
    }
}

impl ClassTables {
    /// Returns the pushes from a box to a goal.
    fn pushes(&self, cell: u16, is_frozen: bool, goal: u16) -> u32 {
        match self.distances.from(cell)[usize::from(goal)] {
            0 => 0,
            NEVER => FORBIDDEN,
            _ if is_frozen => FORBIDDEN,
            pushes => u32::from(pushes),
        }
    }

    /// Bounds the pushes that bring the boxes of a colour together.
    fn group(&self, boxes: &Boxes<'_>, destinations: &mut [Destination]) -> Option<u32> {
        let &Boxes { level, state, ref frozen } = boxes;
        let alive: Vec<usize> = level.on_board(state, self.slots.clone()).collect();
        let can_fall = |&slot: &usize| !frozen[slot] && self.distances.until_swallowed(state[slot]) != NEVER;
        // Where a colour may lose boxes, any of them may be the ones that stay.
        if alive.len() < 2 || (level.rules.frees && alive.iter().any(can_fall)) {
            return Some(0);
        }
        // With fewer boxes than the neighbourhoods were made for these are too large: a bound still.
        let reach = radius(self.slots.len());
        let cells = level.grid.cells;
        let mut best: Option<(u32, u16, usize)> = None;
        for middle in 0..cells {
            let mut sum = 0;
            let mut extra = u32::MAX;
            let mut central = 0;
            for &slot in &alive {
                let cell = usize::from(state[slot]);
                let (to_middle, to_group) = if frozen[slot] {
                    let steps = usize::from(level.grid.apart(state[slot], middle as u16));
                    (if steps == 0 { 0 } else { NEVER }, if steps <= reach { 0 } else { NEVER })
                } else {
                    (self.distances.from(state[slot])[middle], self.near[cell * cells + middle])
                };
                if to_group == NEVER {
                    extra = u32::MAX;
                    break;
                }
                sum += u32::from(to_group);
                if to_middle != NEVER && u32::from(to_middle - to_group) < extra {
                    extra = u32::from(to_middle - to_group);
                    central = slot;
                }
            }
            if extra != u32::MAX && best.is_none_or(|best| sum + extra < best.0) {
                best = Some((sum + extra, middle as u16, central));
            }
        }
        let (pushes, middle, central) = best?;
        for slot in alive {
            destinations[slot] =
                if slot == central { Destination::At(middle) } else { Destination::Near(middle) };
        }
        Some(pushes)
    }
}

/// Returns by slot whether it is a box that can never move again.
fn frozen(level: &StaticLevel, state: &State) -> Vec<bool> {
    let mut frozen = vec![false; level.slots()];
    if level.rules.sticky {
        // Boxes that move together free each other.
        return frozen;
    }
    let mut blocked = marked(&vec![false; level.grid.cells + 1], &state[level.boxes()]);
    blocked[level.grid.cells] = false;
    let mut held: Vec<usize> = level.on_board(state, level.boxes()).collect();
    remove_free(&mut held, |&slot| {
        let is_free = can_move(level, slot, state[slot], &blocked);
        blocked[usize::from(state[slot])] &= !is_free;
        is_free
    });
    held.into_iter().for_each(|slot| frozen[slot] = true);
    frozen
}

fn can_move(level: &StaticLevel, slot: usize, cell: u16, blocked: &[bool]) -> bool {
    let neighbours = level.grid.neighbours(cell);
    let enters = |direction: usize| {
        !blocked[usize::from(neighbours[direction])] && level.admits(slot, neighbours[direction], direction)
    };
    let conveyor = level.floor[usize::from(cell)].conveyor.filter(|_| level.rules.carries_boxes);
    conveyor.is_some_and(enters)
        || (0..4).any(|direction| {
            enters(direction)
                && !blocked[usize::from(neighbours[direction ^ 2])]
                && level.can_push(slot, usize::from(cell), direction)
        })
}
