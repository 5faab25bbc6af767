//! The searches of a team.

use std::rc::Rc;

use super::exchange::{Exchange, Post, Side};
use crate::field::Start;
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::region::Region;
use crate::search::End;
use crate::search::back::{Back, Retreat};
use crate::search::fess::{Fess, Ground, Judge, Step};
use crate::search::greedy::Greedy;
use crate::search::perimeter::{Met, Perimeter};
use crate::search::phases::Phases;
use crate::search::portfolio::{self, FLEXIBLE, STYLES};
use crate::search::position::Position;
use crate::search::tree::Tree;

/// Positions of a turn, of some milliseconds each: forwards by single pushes, backwards, by features, and by single
/// pushes along a plan.
const FRONT_TURN: usize = 500;
const REAR_TURN: usize = 1000;
const STYLE_TURN: u64 = 50;
const PHASES_TURN: u64 = 150;

/// A search that takes turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Single pushes by novelty, which can also tell that there is no solution.
    Front,
    /// Single pulls; so can this.
    Rear,
    /// The style of this number.
    Style(usize),
    /// Single pushes along a plan.
    Phases,
}

/// What a turn has come to.
pub(crate) enum Turn {
    /// To be continued.
    Going,
    /// Nothing is left to try, which proves nothing.
    Dry,
    /// The end of all.
    Ended(End),
}

/// A search at work.
pub(crate) struct Member<'s> {
    search: Search<'s>,
    /// Memory that it has taken; where it was given its tree, without that.
    pub(crate) bytes: usize,
}

enum Search<'s> {
    Front(Box<Tree<'s>>, Box<Greedy>),
    /// With the boxes and the player of the start: that it comes to nothing is a proof only if it knows the start itself.
    Rear(Box<Back<'s>>, Position, u16),
    Style(Box<Fess<'s>>),
    Phases(Box<Phases<'s>>),
}

/// What the styles of a thread have in common.
pub(crate) struct Commons {
    judge: Judge,
    ground: Rc<Ground>,
}

impl Commons {
    fn new(start: &Start, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        Ok(Self { judge: Judge::new(start, control)?, ground: Rc::new(Ground::new(start, control)?) })
    }
}

impl<'s> Member<'s> {
    /// The search by single pushes on a tree that holds the start.
    pub(crate) fn front(tree: Tree<'s>, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let used = control.budget.used();
        let greedy = Greedy::new(&tree, control)?;
        Ok(Self {
            search: Search::Front(Box::new(tree), Box::new(greedy)),
            bytes: control.budget.used() - used,
        })
    }

    /// The search of `role` from `start`; the first style of a thread makes what they have in common. `None` where the
    /// start turns out to be a deadlock.
    pub(crate) fn new(
        start: &'s Start,
        role: Role,
        commons: &mut Option<Commons>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<Self>, LimitKind> {
        if let (Role::Style(_) | Role::Phases, None) = (role, &commons) {
            *commons = Some(Commons::new(start, control)?);
        }
        let used = control.budget.used();
        let search = match role {
            Role::Front => match Tree::new(start, control)? {
                Ok(tree) => Self::front(tree, control)?.search,
                Err(_) => return Ok(None),
            },
            Role::Rear => {
                let position = Position::new(&start.field, &start.boxes);
                let player = Region::new(&start.field).flood(&start.field, &position.is_box, start.player);
                Search::Rear(Box::new(Back::new(start, control)?), position, player)
            }
            Role::Style(number) => {
                let Some(Commons { judge, ground }) = commons else { unreachable!("made above") };
                Search::Style(Box::new(Fess::new(start, STYLES[number], ground, judge, control)?))
            }
            Role::Phases => {
                let Some(Commons { ground, .. }) = commons else { unreachable!("made above") };
                match Phases::new(start, FLEXIBLE, ground, control)? {
                    Some(phases) => Search::Phases(Box::new(phases)),
                    None => return Ok(None),
                }
            }
        };
        Ok(Some(Self { search, bytes: control.budget.used() - used }))
    }

    /// A turn, after which claims are settled.
    pub(crate) fn turn(
        &mut self,
        commons: &mut Option<Commons>,
        exchange: &Exchange,
        control: &mut SearchControl<'_>,
    ) -> Result<Turn, LimitKind> {
        let used = control.budget.used();
        let turn = self.search(commons, exchange, control);
        self.bytes = self.bytes + control.budget.used() - used;
        if let Ok(Turn::Ended(_)) | Err(_) = turn {
            return turn;
        }
        let joined = match &self.search {
            Search::Front(tree, _) => {
                exchange.settle(Side::Front, |met| tree.find(met).map(|node| tree.arena.line(node)))
            }
            Search::Rear(back, ..) => exchange.settle(Side::Rear, |met| back.rest(met)),
            Search::Style(style) => exchange.settle(Side::Front, |met| style.line(met)),
            Search::Phases(phases) => exchange.settle(Side::Front, |met| phases.line(met)),
        };
        Ok(match joined {
            Some(pushes) => Turn::Ended(End::Solved(pushes)),
            None => turn?,
        })
    }

    fn search(
        &mut self,
        commons: &mut Option<Commons>,
        exchange: &Exchange,
        control: &mut SearchControl<'_>,
    ) -> Result<Turn, LimitKind> {
        let solved = |pushes: Vec<Push>| Ok(Turn::Ended(End::Solved(pushes)));
        match &mut self.search {
            Search::Front(tree, greedy) => {
                let post = Post { exchange, side: Side::Front };
                for _ in 0..FRONT_TURN {
                    if let Some(end) = greedy.step(tree, Some(&post), control)? {
                        return Ok(Turn::Ended(end));
                    }
                }
            }
            Search::Rear(back, first, player) => {
                let post = Post { exchange, side: Side::Rear };
                let front = |met: Met<'_>| match met.player == *player && met.boxes == first.set {
                    true => Some(Vec::new()),
                    false => post.rest(met),
                };
                for _ in 0..REAR_TURN {
                    match back.step(front, control)? {
                        Retreat::Going => {}
                        Retreat::Joined(pushes) => return solved(pushes),
                        Retreat::Dry => return Ok(Turn::Ended(End::Exhausted)),
                    }
                }
            }
            Search::Style(style) => {
                let Some(Commons { judge, .. }) = commons else { return Ok(Turn::Dry) };
                let post = Post { exchange, side: Side::Front };
                return along(STYLE_TURN, || style.step(judge, Some(&post), control));
            }
            Search::Phases(phases) => {
                let Some(Commons { judge, .. }) = commons else { return Ok(Turn::Dry) };
                let post = Post { exchange, side: Side::Front };
                return along(PHASES_TURN, || phases.step(judge, Some(&post), control));
            }
        }
        Ok(Turn::Going)
    }
}

/// A turn of a search along a plan.
fn along(positions: u64, step: impl FnMut() -> Result<Step, LimitKind>) -> Result<Turn, LimitKind> {
    Ok(match portfolio::run(positions, step)? {
        Step::Going => Turn::Going,
        Step::Dry => Turn::Dry,
        Step::Solved(pushes) => Turn::Ended(End::Solved(pushes)),
    })
}
