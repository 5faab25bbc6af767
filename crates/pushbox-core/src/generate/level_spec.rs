//! The specification of a generated level, and its faults.

use super::room::Shape;
use crate::named::{faults, named};

/// The most cells each way.
pub const MOST_SIDE: usize = 100;
/// The most positions that the solver visits to measure a level; one that needs more is of no class.
pub const MOST_EFFORT: u64 = 100_000;

named! {
    /// How hard a level is: by the positions that the solver expands until it has proven the fewest pushes.
    #[derive(PartialOrd, Ord)]
    pub enum Difficulty {
        /// Less than 30 positions.
        Easy => "easy",
        /// From 30 to 299 positions.
        Medium => "medium",
        /// From 300 to 2,999 positions.
        Hard => "hard",
        /// From 3,000 positions to [`MOST_EFFORT`].
        Extreme => "extreme",
    }
}

impl Difficulty {
    /// Returns the fewest and the most positions of the class.
    pub const fn bounds(self) -> (u64, u64) {
        match self {
            Self::Easy => (0, 29),
            Self::Medium => (30, 299),
            Self::Hard => (300, 2_999),
            Self::Extreme => (3_000, MOST_EFFORT),
        }
    }
}

/// The specification of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelSpec {
    /// Columns, the frame of wall included.
    pub width: usize,
    /// Rows, the frame of wall included.
    pub height: usize,
    /// Boxes, and as many goals.
    pub boxes: usize,
    /// Pushers, at least 1; each pushes a box in the solution.
    pub pushers: usize,
    /// Whether every box has to come to its own goal.
    pub numbered: bool,
    /// The shape of the room; `None` draws one.
    pub shape: Option<Shape>,
    /// No solution has fewer pushes, proven by the solver; for one pusher only.
    pub pushes: u64,
    /// The solution that comes along has no fewer box lines.
    pub box_lines: usize,
    /// The class, measured by the solver; for one pusher and boxes without numbers only.
    pub difficulty: Option<Difficulty>,
}

impl LevelSpec {
    /// Finds a fault that keeps the specification from ever being met.
    pub(super) fn check(&self) -> Result<(), LevelSpecError> {
        let Self { width, height, boxes, pushers, .. } = *self;
        if !(3..=MOST_SIDE).contains(&width) || !(3..=MOST_SIDE).contains(&height) {
            return Err(LevelSpecError::Size { width, height });
        }
        if boxes == 0 || pushers == 0 {
            return Err(LevelSpecError::Nothing);
        }
        let room = (width - 2) * (height - 2);
        // Where no box may start on a goal, there are as many cells without goals as with one.
        if boxes.checked_mul(2).and_then(|cells| cells.checked_add(pushers)).is_none_or(|cells| cells > room)
        {
            return Err(LevelSpecError::NoRoom { room, boxes, pushers });
        }
        if pushers > 1 && (self.pushes > 0 || self.difficulty.is_some()) {
            return Err(LevelSpecError::Unmeasured("several pushers"));
        }
        if self.numbered && self.difficulty.is_some() {
            return Err(LevelSpecError::Unmeasured("numbered boxes"));
        }
        Ok(())
    }

    /// Returns whether the solver measures the level: always where it knows the rules, else where its bound is required.
    pub(super) fn is_measured(&self) -> bool {
        self.pushers == 1 && (!self.numbered || self.pushes > 0)
    }
}

faults! {
    /// A fault that keeps a specification from ever being met.
    pub enum LevelSpecError {
        /// A side below 3 or above [`MOST_SIDE`].
        Size { width: usize, height: usize } => "found a size of {width}x{height}, expected 3 to {MOST_SIDE} columns and rows";
        /// No box or no pusher.
        Nothing => "found 0 boxes or pushers, expected at least one of each";
        /// More boxes, goals and pushers than cells within the frame.
        NoRoom { room: usize, boxes: usize, pushers: usize } => "found boxes: {boxes}, goals: {boxes}, pushers: {pushers}, expected no more of all than cells within the frame: {room}";
        /// The solver cannot measure levels with this.
        Unmeasured(what: &'static str) => "found a difficulty or least pushes with {what}, which the solver cannot measure";
    }
}
