//! The static part of a level of versus: its walls, and the goals of each player.

use super::super::grid::Grid;
use super::super::{GameBoard, Piece, Scalar, Terrain, UnsupportedLevel, unknown_option, unsupported};
use super::State;

/// The static part of a level.
pub(super) struct StaticLevel {
    pub(super) grid: Grid,
    /// For each cell, that off the board included, whether it is a wall.
    pub(super) is_wall: Vec<bool>,
    /// For each cell, that off the board included, whether it is a goal.
    pub(super) is_goal: Vec<bool>,
    /// The goals, first those of player 1, then those of player 2, then those of nobody.
    pub(super) goals: Vec<u16>,
    /// How many goals each player has.
    pub(super) owned: [usize; 2],
    bare: GameBoard,
}

impl StaticLevel {
    /// Reads a level; returns its static part and its initial state.
    pub(super) fn new(
        board: &GameBoard,
        options: &[(String, Scalar)],
    ) -> Result<(Self, State), UnsupportedLevel> {
        if let Some((name, value)) = options.first() {
            return unknown_option("versus", name, value);
        }
        let grid = Grid::new(board)?;
        board.refuse_counters()?;
        let (mut is_wall, mut is_goal) = (Vec::new(), Vec::new());
        let mut goals = [const { Vec::new() }; 3];
        for (cell, terrain) in board.terrain.iter().enumerate() {
            let bare = Terrain { player: 0, ..terrain.clone() };
            match (terrain.kind.as_str(), terrain.player) {
                _ if bare != Terrain::plain(&terrain.kind) => return unknown_terrain(cell, terrain),
                ("floor" | "wall", 0) => {}
                ("goal", 0) => goals[2].push(cell as u16),
                ("goal", player @ (1 | 2)) => goals[player as usize - 1].push(cell as u16),
                _ => return unknown_terrain(cell, terrain),
            }
            is_wall.push(terrain.kind == "wall");
            is_goal.push(terrain.kind == "goal");
        }
        is_wall.push(true);
        is_goal.push(false);
        let state = read_pieces(board, &grid, &is_wall)?;
        let owned = [goals[0].len(), goals[1].len()];
        let goals = goals.concat();
        Ok((Self { grid, is_wall, is_goal, goals, owned, bare: board.bare() }, state))
    }

    /// Returns the cell of a pusher that there is not.
    pub(super) fn gone(&self) -> u16 {
        self.grid.cells as u16
    }

    /// Returns the goals of player 0 or 1.
    pub(super) fn goals_of(&self, player: usize) -> &[u16] {
        let (first, rest) = self.goals.split_at(self.owned[0]);
        if player == 0 { first } else { &rest[..self.owned[1]] }
    }

    /// Returns a position as a board.
    pub(super) fn to_board(&self, state: &State) -> GameBoard {
        let boxes = state.boxes.iter().map(|&cell| Piece::plain("box", vec![cell.into()]));
        let on_board = (1..).zip(state.pushers).filter(|&(_, cell)| cell != self.gone());
        let pushers =
            on_board.map(|(player, cell)| Piece { player, ..Piece::plain("pusher", vec![cell.into()]) });
        GameBoard { pieces: boxes.chain(pushers).collect(), ..self.bare.clone() }
    }
}

fn unknown_terrain<T>(cell: usize, terrain: &Terrain) -> Result<T, UnsupportedLevel> {
    unsupported(format!("cell {cell}: found {terrain:?}, which versus does not have"))
}

/// Reads the initial state.
fn read_pieces(board: &GameBoard, grid: &Grid, is_wall: &[bool]) -> Result<State, UnsupportedLevel> {
    let off = grid.cells as u16;
    let mut pushers = [off; 2];
    let mut boxes = Vec::new();
    for (cell, piece) in grid.place(board, is_wall.to_vec())? {
        let bare = Piece { player: 0, ..piece.clone() };
        match (piece.kind.as_str(), piece.player) {
            _ if bare != Piece::plain(&piece.kind, piece.cells.clone()) => {
                return unsupported(format!("found {piece:?}, expected a pusher or a box"));
            }
            ("pusher", player @ (1 | 2)) if pushers[player as usize - 1] == off => {
                pushers[player as usize - 1] = cell;
            }
            ("box", 0) => boxes.push(cell),
            _ => return unsupported(format!("found {piece:?}, expected one pusher a player, and boxes")),
        }
    }
    boxes.sort_unstable();
    Ok(State { pushers, boxes: boxes.into() })
}
