//! The objectives of the solver, and how they rank solutions.

use crate::named::named;

named! {
    /// The kind of solution to search for. All but the first come with a proof.
    pub enum Objective {
        /// Any solution, as soon as possible.
        Any => "any",
        /// The fewest pushes.
        Pushes => "pushes",
        /// The fewest moves; a push is a move.
        Moves => "moves",
        /// The fewest pushes, and among those the fewest moves.
        PushesMoves => "pushes-moves",
        /// The fewest moves, and among those the fewest pushes.
        MovesPushes => "moves-pushes",
    }
}

impl Objective {
    /// Returns whether the objective counts moves.
    pub const fn counts_moves(self) -> bool {
        matches!(self, Self::Moves | Self::PushesMoves | Self::MovesPushes)
    }

    /// Returns whether the search for it may be limited to solutions of so many moves.
    pub const fn takes_move_limit(self) -> bool {
        matches!(self, Self::Any | Self::Moves | Self::MovesPushes)
    }

    /// Returns the rank of a solution by its counts, the more important one first; a count that does not matter is 0.
    pub const fn rank(self, count: Count) -> Rank {
        match self {
            Self::Any | Self::Pushes => (count.pushes, 0),
            Self::Moves => (count.moves, 0),
            Self::PushesMoves => (count.pushes, count.moves),
            Self::MovesPushes => (count.moves, count.pushes),
        }
    }
}

/// How a solution ranks under an objective; less is better.
pub type Rank = (u32, u32);

/// Pushes and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Steps that push a box.
    pub pushes: u32,
    /// Steps, pushes included.
    pub moves: u32,
}

impl Count {
    /// Creates the counts of a line in LURD notation.
    pub fn of(lurd: &str) -> Self {
        let pushes = lurd.bytes().filter(u8::is_ascii_uppercase).count() as u32;
        Self { pushes, moves: lurd.len() as u32 }
    }

    /// Returns both counts added up.
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self {
            pushes: self.pushes.saturating_add(other.pushes),
            moves: self.moves.saturating_add(other.moves),
        }
    }
}
