//! The specification of a generated level, and its faults.

use super::room::Shape;
use crate::named::faults;

/// The most cells each way.
pub const MOST_SIDE: usize = 100;
/// The most positions that the solver visits to measure a level; one that needs more is left out.
pub const MOST_EFFORT: u64 = 100_000;

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
        if pushers > 1 && self.pushes > 0 {
            return Err(LevelSpecError::Unmeasured("several pushers"));
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
        Unmeasured(what: &'static str) => "found least pushes with {what}, which the solver cannot measure";
    }
}
