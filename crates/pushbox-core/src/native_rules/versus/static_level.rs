//! The static part of a level of versus: its walls, and the goals of each player.

use super::super::cast::Cast;
use super::super::game_board::choices;
use super::super::walked_bounds::WalkedBounds;
use super::super::{GameBoard, Reading, Settings};
use super::State;
use super::bound::Bounds;

/// The class of a piece: whether it is a box, and the player whose pusher it is, 0 for boxes.
type PieceClass = (bool, i64);

/// The static part of a level.
pub(crate) struct Statics {
    /// For each cell, that off the board included, whether it is a goal.
    pub(super) is_goal: Vec<bool>,
    /// The goals, first those of player 1, then those of player 2, then those of nobody.
    pub(super) goals: Vec<u16>,
    /// How many goals each player has.
    pub(super) owned: [usize; 2],
    /// The bounds of positions.
    pub(super) known: WalkedBounds<Bounds>,
}

/// A level, read.
pub(crate) type StaticLevel = Cast<PieceClass, Statics>;

impl StaticLevel {
    /// Reads a level; returns its static part and its initial state.
    pub(super) fn of_board(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        let [] = choices("versus", options, [])?;
        board.counter(None)?;
        let mut is_goal = Vec::new();
        let mut goals = [const { Vec::new() }; 3];
        board.read_terrain("versus", |cell, terrain| {
            match (terrain.kind.as_str(), terrain.player) {
                ("floor" | "wall", 0) => {}
                ("goal", 0) => goals[2].push(cell as u16),
                ("goal", player @ (1 | 2)) => goals[player as usize - 1].push(cell as u16),
                _ => return None,
            }
            is_goal.push(terrain.kind == "goal");
            terrain.is_plain_but(|bare| bare.player = 0).then_some(())
        })?;
        is_goal.push(false);
        let mut has_pusher = [false; 2];
        let (cast, state) = Cast::read(
            board,
            "versus",
            &[((false, 1), 1, "pusher"), ((false, 2), 1, "pusher")],
            |_, piece| {
                let class = match (piece.kind.as_str(), piece.player) {
                    ("pusher", player @ (1 | 2)) => {
                        let is_second = std::mem::replace(&mut has_pusher[player as usize - 1], true);
                        (!is_second).then_some((false, player))?
                    }
                    ("box", 0) => (true, 0),
                    _ => return None,
                };
                piece.is_plain_but(|bare| bare.player = 0).then_some(class)
            },
        )?;
        let owned = [goals[0].len(), goals[1].len()];
        let statics = Statics { is_goal, goals: goals.concat(), owned, known: WalkedBounds::new() };
        Ok((cast.with(statics), state))
    }

    /// Returns the goals of player 0 or 1.
    pub(super) fn goals_of(&self, player: usize) -> &[u16] {
        let (first, rest) = self.goals.split_at(self.owned[0]);
        if player == 0 { first } else { &rest[..self.owned[1]] }
    }
}
