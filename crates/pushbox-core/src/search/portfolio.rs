//! The search for any solution: unlike searches take turns, and the first solution ends all of them.
//!
//! The best-first search by single pushes goes first, as it is quicker where it works at all. Then it takes turns with
//! feature space searches of several styles. Turns are counted in positions, so that the same level takes the same course
//! on any machine. Only the search by single pushes can tell that there is no solution.

use std::rc::Rc;

use super::End;
use super::fess::{Fess, Ground, Judge, Peel, Step, Style};
use super::greedy::Greedy;
use super::tree::Tree;
use crate::field::Start;
use crate::limit::{LimitKind, Watch};

/// Positions that the search by single pushes expands before the turns begin: fewer take less time than to plan.
const HEAD_START: u64 = 8000;
/// Positions of a turn of the search by single pushes, which comes after four of styles, and of a style: in a small level
/// a position of a style costs ten times as much.
const GREEDY_TURN: u64 = 8000;
const STYLE_TURN: u64 = 500;

/// The plainest style.
const PLAIN: Style = Style {
    is_strict: true,
    heeds_rooms: false,
    clears_ways: false,
    keeps_past: true,
    is_hasty: false,
    peel: Peel::Nearest,
};

/// The styles: as unlike as can be, since a level that takes one of them long is often quick for another.
pub(crate) const STYLES: [Style; 6] = [
    Style { clears_ways: true, ..PLAIN },
    Style { is_strict: false, heeds_rooms: true, ..PLAIN },
    PLAIN,
    Style { heeds_rooms: true, clears_ways: true, keeps_past: false, ..PLAIN },
    Style { is_strict: false, clears_ways: true, is_hasty: true, peel: Peel::Opening, ..PLAIN },
    Style { keeps_past: false, is_hasty: true, peel: Peel::Opening, ..PLAIN },
];
/// The order of their turns: the first three have three turns for one of each of the others.
const TURNS: [usize; 12] = [0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 5];

/// Searches until a solution turns up or nothing is left.
pub(crate) fn search(tree: &mut Tree<'_>, start: &Start, watch: &mut Watch<'_>) -> Result<End, LimitKind> {
    let mut greedy = Greedy::new(tree, watch)?;
    if let Some(end) = turn(&mut greedy, tree, HEAD_START, watch)? {
        return Ok(end);
    }
    let mut styles = Some(Styles::default());
    loop {
        if let Some(found) = &mut styles {
            let before = watch.budget.used();
            let step = found.turn(start, watch);
            found.bytes += watch.budget.used() - before;
            match step {
                Ok(Step::Solved(pushes)) => return Ok(End::Line(pushes)),
                Ok(Step::Going) => {}
                // The search by single pushes goes on alone, with all the memory.
                Ok(Step::Dry) | Err(LimitKind::Memory) => {
                    watch.budget.give(found.bytes);
                    styles = None;
                }
                Err(limit) => return Err(limit),
            }
        }
        if let Some(end) = turn(&mut greedy, tree, GREEDY_TURN, watch)? {
            return Ok(end);
        }
    }
}

fn turn(
    greedy: &mut Greedy,
    tree: &mut Tree<'_>,
    positions: u64,
    watch: &mut Watch<'_>,
) -> Result<Option<End>, LimitKind> {
    for _ in 0..positions {
        if let Some(end) = greedy.step(tree, watch)? {
            return Ok(Some(end));
        }
    }
    Ok(None)
}

/// The feature space searches, and what they share.
#[derive(Default)]
struct Styles<'s> {
    judge: Option<Judge>,
    searches: Vec<Option<Fess<'s>>>,
    /// Turns so far.
    turns: usize,
    /// Memory that they have taken.
    bytes: usize,
}

impl<'s> Styles<'s> {
    /// A few turns, after which the search by single pushes is to have one again.
    fn turn(&mut self, start: &'s Start, watch: &mut Watch<'_>) -> Result<Step, LimitKind> {
        let judge = match &mut self.judge {
            Some(judge) => judge,
            None => {
                let judge = Judge::new(start, watch)?;
                let ground = Rc::new(Ground::new(start, watch)?);
                for style in STYLES {
                    self.searches.push(Some(Fess::new(start, style, &ground, &judge, watch)?));
                }
                self.judge.insert(judge)
            }
        };
        for _ in 0..TURNS.len() / 3 {
            let index = TURNS[self.turns % TURNS.len()];
            self.turns += 1;
            let Some(search) = &mut self.searches[index] else { continue };
            for _ in 0..STYLE_TURN {
                match search.step(judge, watch)? {
                    Step::Going => {}
                    Step::Solved(pushes) => return Ok(Step::Solved(pushes)),
                    Step::Dry => {
                        self.searches[index] = None;
                        break;
                    }
                }
            }
        }
        Ok(if self.searches.iter().all(Option::is_none) { Step::Dry } else { Step::Going })
    }
}
