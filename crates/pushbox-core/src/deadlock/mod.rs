//! Deadlocks: the detectors of positions that cannot be solved, as a pipeline in the order of their cost.
//!
//! A new detector is a file with a [`Detector`] and a line of [`DETECTORS`]. Every search uses it then, and the tests
//! hold it against exhaustive search (`tests/detectors.rs`). [`pi_corral`] is no detector: it prunes pushes, and a
//! position is dead if it leaves none.

mod bipartite;
pub(crate) mod corral;
pub(crate) mod dead_pairs;
pub(crate) mod diagonal;
pub(crate) mod freeze;
pub(crate) mod frozen_walls;
pub(crate) mod local_deadlock;
pub(crate) mod local_search;
pub(crate) mod pi_corral;
pub(crate) mod position_view;
mod searched_verdicts;

use std::sync::{Arc, OnceLock};

use crate::board::Board;
use crate::bound::goal_assignment::GoalAssignment;
use crate::limit::{Limited, SearchControl};
use corral::CorralDetector;
use dead_pairs::{DeadPairs, PairDetector};
use diagonal::Diagonals;
use freeze::{FreezeDetector, FreezeResult};
use frozen_walls::FrozenWalls;
use local_deadlock::LocalDeadlocks;
use position_view::PositionView;

/// A detector. It is sound: a position that it calls dead is, though it may miss some.
pub(crate) trait Detector: Send + Sync {
    /// Returns whether the position of `view` is a deadlock.
    fn is_dead(&mut self, view: &PositionView<'_>, control: &mut SearchControl<'_>) -> Limited<bool>;
}

/// From when on a detector is worth its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// For every push that is played.
    Push,
    /// For a position whose turn has come, or that is to be recommended. The player's region is known then.
    Position,
}

/// The parts that detectors are made from.
pub(crate) struct DetectorParts<'l> {
    pub(crate) board: &'l Board,
    pub(crate) boxes: usize,
    pub(crate) has_one_player: bool,
    /// The dead pairs, which are for all searches and threads.
    pub(crate) pairs: &'l Arc<OnceLock<DeadPairs>>,
    /// The last stage of the pipeline to be made.
    pub(crate) last: Stage,
}

type Make = fn(&DetectorParts<'_>, &mut SearchControl<'_>) -> Limited<Box<dyn Detector>>;

/// A detector: its name, from when on it is worth its time, and how it is made.
pub(crate) type DetectorSpec = (&'static str, Stage, Make);

/// All detectors, in the order of their cost.
pub(crate) const DETECTORS: &[DetectorSpec] = &[
    ("dead pairs", Stage::Push, |parts, control| Ok(Box::new(PairDetector::new(parts, control)?))),
    ("freezes", Stage::Push, |parts, _| Ok(Box::new(FreezeDetector::new(parts.board)))),
    ("closed diagonals", Stage::Position, |_, _| Ok(Box::new(Diagonals))),
    ("corrals", Stage::Position, |parts, control| Ok(Box::new(CorralDetector::new(parts, control)))),
    ("local deadlocks", Stage::Position, |parts, control| Ok(Box::new(LocalDeadlocks::new(parts, control)))),
    ("bipartite", Stage::Position, |parts, control| {
        Ok(Box::new(GoalAssignment::new(parts.board, parts.boxes, control)?))
    }),
    ("frozen walls", Stage::Position, |_, control| Ok(Box::new(FrozenWalls::new(control)?))),
];

/// The detectors of a search, and their caches.
pub(crate) struct Pipeline {
    detectors: Vec<Box<dyn Detector>>,
    pairs: Arc<OnceLock<DeadPairs>>,
}

impl Pipeline {
    /// Creates the detectors from their parts. Those of [`Stage::Position`] are for one player. Some look at goals of any class,
    /// since a level is no harder without its numbers.
    pub(crate) fn new(parts: &DetectorParts<'_>, control: &mut SearchControl<'_>) -> Limited<Self> {
        let made = DETECTORS.iter().filter(|(_, stage, _)| *stage <= parts.last);
        let detectors = made.map(|(_, _, make)| make(parts, control)).collect::<Result<_, _>>()?;
        Ok(Self { detectors, pairs: Arc::clone(parts.pairs) })
    }

    /// Returns whether any detector calls the position of `view` dead.
    pub(crate) fn is_dead(
        &mut self,
        view: &PositionView<'_>,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        for detector in &mut self.detectors {
            if detector.is_dead(view, control)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the dead pairs, if their table has been made.
    pub(crate) fn pairs(&self) -> Option<&DeadPairs> {
        self.pairs.get()
    }
}

// It stands here, as the view of a position finds its frozen boxes by the same type.
impl Detector for FreezeDetector {
    /// Only what the moved box touches can have frozen.
    fn is_dead(&mut self, view: &PositionView<'_>, _: &mut SearchControl<'_>) -> Limited<bool> {
        Ok(match self.pushed(view.board, view.is_box, view.target) {
            FreezeResult::Free => false,
            FreezeResult::OnGoals => {
                let has_classes = view.set.len() > view.board.words();
                has_classes && !view.frozen().iter().all(|&square| view.is_home(square))
            }
            FreezeResult::Dead => true,
        })
    }
}
