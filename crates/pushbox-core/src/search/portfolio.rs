//! The search for any solution: unlike searches take turns, and the first solution ends all of them.
//!
//! The best-first search by single pushes goes first, as it is quicker where it works at all. Then it takes turns with
//! a search from the goals backwards, with feature space searches of several styles, and with one by single pushes along
//! a packing plan. A position that both sides know ends the search. Turns are counted in positions, so that the same
//! level takes the same course on any machine. Only the best-first search and the one backwards can tell that there is
//! no solution.

use std::rc::Rc;

use super::End;
use super::back::{Back, Retreat};
use super::fess::{Fess, Ground, Judge, Peel, Step, Style};
use super::greedy::Greedy;
use super::perimeter::{Met, Perimeter};
use super::phases::Phases;
use super::tree::Tree;
use crate::field::Start;
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;

/// Positions of the first turn of the search by single pushes; turns get longer from there, each twice the one before.
const FIRST_TURN: u64 = 250;
/// Positions of a turn of it in the long run, and of a style. The styles join when turns are that long: in a small level a
/// position of a style costs ten times as much.
const GREEDY_TURN: u64 = 2000;
const STYLE_TURN: u64 = 500;
/// Positions that the search backwards expands for one of the search forwards: it takes a third of the time for each.
const BACK_SHARE: u64 = 2;

/// Positions of a turn of the search along a plan, and the fewest boxes that are worth one.
const PHASES_TURN: u64 = 2000;
pub(crate) const FEWEST_FOR_PHASES: usize = 9;

/// The plainest style.
const PLAIN: Style =
    Style { is_strict: true, heeds_rooms: false, keeps_past: true, is_hasty: false, peel: Peel::Farthest };

/// Packs in any order that leaves the rest open.
pub(crate) const FLEXIBLE: Style = Style { is_strict: false, ..PLAIN };

/// The styles: as unlike as can be, since a level that takes one of them long is often quick for another.
pub(crate) const STYLES: [Style; 6] = [
    PLAIN,
    Style { heeds_rooms: true, ..FLEXIBLE },
    Style { peel: Peel::Opening, ..PLAIN },
    Style { heeds_rooms: true, keeps_past: false, ..PLAIN },
    Style { is_hasty: true, peel: Peel::Opening, ..FLEXIBLE },
    Style { keeps_past: false, is_hasty: true, peel: Peel::Opening, ..PLAIN },
];
/// The order of their turns: the first three have three turns for one of each of the others.
const TURNS: [usize; 12] = [0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 5];

/// Searches until a solution turns up or nothing is left.
pub(crate) fn search(
    tree: &mut Tree<'_>,
    start: &Start,
    control: &mut SearchControl<'_>,
) -> Result<End, LimitKind> {
    let mut greedy = Greedy::new(tree, control)?;
    let mut back = Backwards::new(start);
    let mut styles = Some(Styles::default());
    let mut positions = FIRST_TURN;
    loop {
        if let Some(end) = advance(&mut greedy, tree, back.perimeter(), positions, control)? {
            return Ok(end);
        }
        if let Some(end) = back.turn(start, tree, styles.as_ref(), BACK_SHARE * positions, control)? {
            return Ok(end);
        }
        if positions < GREEDY_TURN {
            positions = GREEDY_TURN.min(2 * positions);
        } else if let Some(found) = &mut styles {
            let before = control.budget.used();
            let step = found.turn(start, back.perimeter(), control);
            found.bytes = found.bytes + control.budget.used() - before;
            match step {
                Ok(Step::Solved(pushes)) => return Ok(End::Solved(pushes)),
                Ok(Step::Going) => {}
                // The others go on, with all the memory.
                Ok(Step::Dry) | Err(LimitKind::Memory) => {
                    control.budget.give(found.bytes);
                    styles = None;
                }
                Err(limit) => return Err(limit),
            }
        }
    }
}

fn advance(
    greedy: &mut Greedy,
    tree: &mut Tree<'_>,
    back: Option<&dyn Perimeter>,
    positions: u64,
    control: &mut SearchControl<'_>,
) -> Result<Option<End>, LimitKind> {
    for _ in 0..positions {
        if let Some(end) = greedy.step(tree, back, control)? {
            return Ok(Some(end));
        }
    }
    Ok(None)
}

/// A turn of so many positions.
pub(crate) fn run(
    positions: u64,
    mut step: impl FnMut() -> Result<Step, LimitKind>,
) -> Result<Step, LimitKind> {
    for _ in 0..positions {
        match step()? {
            Step::Going => {}
            end => return Ok(end),
        }
    }
    Ok(Step::Going)
}

/// The search backwards.
struct Backwards<'s> {
    /// None before its first turn, and when it has been given up.
    search: Option<Back<'s>>,
    is_over: bool,
    bytes: usize,
}

impl<'s> Backwards<'s> {
    /// Nothing yet. Where goals stay empty there are too many ends to begin with.
    fn new(start: &'s Start) -> Self {
        let is_over = start.boxes.len() < start.field.goals.len();
        Self { search: None, is_over, bytes: 0 }
    }

    /// What it has met.
    fn perimeter(&self) -> Option<&dyn Perimeter> {
        self.search.as_ref().map(|back| back as &dyn Perimeter)
    }

    /// A turn; when it runs out of memory it is given up for the others.
    fn turn(
        &mut self,
        start: &'s Start,
        tree: &Tree<'_>,
        styles: Option<&Styles<'s>>,
        positions: u64,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<End>, LimitKind> {
        if self.is_over {
            return Ok(None);
        }
        let before = control.budget.used();
        let end = self.run(start, tree, styles, positions, control);
        self.bytes = self.bytes + control.budget.used() - before;
        if end == Err(LimitKind::Memory) {
            control.budget.give(self.bytes);
            self.search = None;
            self.is_over = true;
            return Ok(None);
        }
        end
    }

    fn run(
        &mut self,
        start: &'s Start,
        tree: &Tree<'_>,
        styles: Option<&Styles<'s>>,
        positions: u64,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<End>, LimitKind> {
        let search = match &mut self.search {
            Some(search) => search,
            None => self.search.insert(Back::new(start, control)?),
        };
        let forward = |met: Met<'_>| {
            let line = tree.find(met).map(|node| tree.arena.line(node));
            line.or_else(|| styles.and_then(|styles| styles.line(met)))
        };
        for _ in 0..positions {
            match search.step(forward, control)? {
                Retreat::Going => {}
                Retreat::Joined(pushes) => return Ok(Some(End::Solved(pushes))),
                Retreat::Dry => return Ok(Some(End::Exhausted)),
            }
        }
        Ok(None)
    }
}

/// The searches along a plan, and what they share.
#[derive(Default)]
struct Styles<'s> {
    judge: Option<Judge>,
    searches: Vec<Option<Fess<'s>>>,
    phases: Option<Phases<'s>>,
    /// Turns so far.
    turns: usize,
    /// Memory that they have taken.
    bytes: usize,
}

impl<'s> Styles<'s> {
    /// A few turns, after which the search by single pushes is to have one again.
    fn turn(
        &mut self,
        start: &'s Start,
        back: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<Step, LimitKind> {
        let judge = match &mut self.judge {
            Some(judge) => judge,
            None => {
                let mut judge = Judge::new(start, control)?;
                let ground = Rc::new(Ground::new(start, control)?);
                for style in STYLES {
                    self.searches.push(Some(Fess::new(start, style, &ground, &mut judge, control)?));
                }
                if start.boxes.len() >= FEWEST_FOR_PHASES {
                    self.phases = Phases::new(start, FLEXIBLE, &ground, control)?;
                }
                self.judge.insert(judge)
            }
        };
        if let Some(search) = &mut self.phases {
            match run(PHASES_TURN, || search.step(judge, back, control))? {
                Step::Going => {}
                Step::Solved(pushes) => return Ok(Step::Solved(pushes)),
                Step::Dry => self.phases = None,
            }
        }
        for _ in 0..TURNS.len() / 3 {
            let index = TURNS[self.turns % TURNS.len()];
            self.turns += 1;
            let Some(search) = &mut self.searches[index] else { continue };
            match run(STYLE_TURN, || search.step(judge, back, control))? {
                Step::Going => {}
                Step::Solved(pushes) => return Ok(Step::Solved(pushes)),
                Step::Dry => self.searches[index] = None,
            }
        }
        let is_dry = self.phases.is_none() && self.searches.iter().all(Option::is_none);
        Ok(if is_dry { Step::Dry } else { Step::Going })
    }

    /// The pushes from the start to a position that one of them has met.
    fn line(&self, met: Met<'_>) -> Option<Vec<Push>> {
        let phases = self.phases.as_ref().and_then(|search| search.line(met));
        phases.or_else(|| self.searches.iter().flatten().find_map(|search| search.line(met)))
    }
}
