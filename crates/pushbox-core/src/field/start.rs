//! From a level to the start of a search: what can never matter is taken off the board, and what can be seen to be
//! hopeless is said at once.

use super::{DEAD, Field};
use crate::board::Level;
use crate::deadlock::freeze::Freeze;
use crate::search::limit::{LimitKind, Watch};
use crate::search::verdict::Proof;

/// A level made ready for a search.
pub(crate) struct Start {
    /// The board.
    pub(crate) field: Field,
    /// The squares of the boxes that can move; their order is that in which a search tries them.
    pub(crate) boxes: Vec<u16>,
    /// The square of the player.
    pub(crate) player: u16,
}

/// What [`prepare`] finds.
pub(crate) enum Prepared {
    /// A search has to tell.
    Ready(Box<Start>),
    /// The level cannot be solved.
    Hopeless(Proof),
}

/// Prepares a level. Boxes on goals that the player can never reach or never move become walls, again and again, as
/// each such wall may cut off or freeze more.
pub(crate) fn prepare(level: &Level, watch: &mut Watch<'_>) -> Result<Prepared, LimitKind> {
    let mut wall: Vec<bool> = (0..level.cells().len()).map(|cell| level.is_wall(cell)).collect();
    loop {
        let used = watch.budget.used();
        let field = Field::new(level, &wall, level.player(), watch)?;
        let mut boxes = Vec::new();
        for cell in (0..wall.len()).filter(|&cell| level.is_box(cell) && !wall[cell]) {
            let square = field.squares[cell];
            if square != field.wall() {
                boxes.push(square);
            } else if !level.is_goal(cell) {
                return Ok(Prepared::Hopeless(Proof::UnreachableBox));
            }
        }
        let player = field.squares[level.player()];
        if boxes.iter().any(|&square| field.spot(square, player) == DEAD) {
            return Ok(Prepared::Hopeless(Proof::DeadSquare));
        }
        let mut blocked = vec![false; field.near.len()];
        for &square in &boxes {
            blocked[usize::from(square)] = true;
        }
        let mut freeze = Freeze::new(&field);
        let frozen = freeze.all(&field, &blocked, &boxes);
        if frozen.iter().any(|&square| !field.is_goal[usize::from(square)]) {
            return Ok(Prepared::Hopeless(Proof::FrozenBox));
        }
        if frozen.is_empty() {
            if boxes.len() > field.goals.len() {
                return Ok(Prepared::Hopeless(Proof::FewerGoals));
            }
            return Ok(Prepared::Ready(Box::new(Start { field, boxes, player })));
        }
        for &square in frozen {
            wall[field.cells[usize::from(square)] as usize] = true;
        }
        watch.budget.reset(used);
    }
}
