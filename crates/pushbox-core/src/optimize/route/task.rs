//! What is asked of a search for the best way, and what it answers.

use crate::field::Start;
use crate::optimize::order::{Cost, Order};
use crate::push::Push;

/// What the steps before a way have left behind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Before {
    /// The direction of the last step, if there was one.
    pub(crate) heading: Option<usize>,
    /// Whether that step was a push.
    pub(crate) is_push: bool,
    /// Where the box that was pushed last stands, if one was.
    pub(crate) last_box: Option<u16>,
}

/// Where a way has to end: with every box on a goal, and
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// nothing more;
    Boxes,
    /// the player on this square;
    Player(u16),
    /// this as the last push: the square where the player stands after it, and its direction.
    Push(u16, usize),
}

/// A way to look for.
pub(crate) struct Task<'t> {
    pub(crate) start: &'t Start,
    pub(crate) before: Before,
    pub(crate) goal: Goal,
    pub(crate) order: &'t Order,
    /// Columns of the level.
    pub(crate) width: usize,
    /// Only ways that cost less are of interest.
    pub(crate) below: Cost,
    /// Positions to expand.
    pub(crate) most_nodes: u64,
}

/// How a search ended that no limit of the whole run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Everything that could matter was tried.
    Complete,
    /// Its own share of nodes was used up.
    Share,
}

/// The best way found so far.
#[derive(Default)]
pub(crate) struct Route {
    /// The pushes of the way; `None` if there is none below the cost that was asked for.
    pub(crate) pushes: Option<Vec<Push>>,
}
