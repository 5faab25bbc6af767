//! From a level to the start of a search: what can never matter is taken off the board, and what can be seen to be
//! hopeless is said at once.

use std::ops::Range;

use super::{DEAD, Field};
use crate::board::Level;
use crate::deadlock::freeze::Freeze;
use crate::limit::{LimitKind, SearchControl};
use crate::puzzle::Puzzle;
use crate::search::verdict::Proof;

/// Boxes and goals that belong together: those with one number, or those without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The boxes, as positions in [`Start::boxes`].
    pub(crate) boxes: Range<usize>,
    /// The squares of the goals, ascending; at least as many.
    pub(crate) goals: Vec<u16>,
}

/// A level made ready for a search.
pub(crate) struct Start {
    /// The board.
    pub(crate) field: Field,
    /// The squares of the boxes that can move, by kind; in a kind their order is that in which a search tries
    /// them.
    pub(crate) boxes: Vec<u16>,
    /// The kinds of the boxes: one where nothing has a number.
    pub(crate) kinds: Vec<Kind>,
    /// The square of the player; the first one where there are several.
    pub(crate) player: u16,
    /// The squares of all players, ascending.
    pub(crate) players: Vec<u16>,
}

/// What [`prepare_puzzle`] finds.
pub(crate) enum Prepared {
    /// A search has to tell.
    Ready(Box<Start>),
    /// The level cannot be solved.
    Hopeless(Proof),
}

/// Prepares a level of plain Sokoban; see [`prepare_puzzle`].
pub(crate) fn prepare(level: &Level, control: &mut SearchControl<'_>) -> Result<Prepared, LimitKind> {
    prepare_puzzle(&Puzzle::from(level), control)
}

/// Prepares a puzzle. Boxes on goals that no player can ever reach or ever move become walls, again and again, as each
/// such wall may cut off or freeze more.
pub(crate) fn prepare_puzzle(
    puzzle: &Puzzle,
    control: &mut SearchControl<'_>,
) -> Result<Prepared, LimitKind> {
    let level = puzzle.level();
    let is_home = |cell: usize| level.is_goal(cell) && puzzle.box_number(cell) == puzzle.goal_number(cell);
    let mut wall: Vec<bool> = (0..level.cells().len()).map(|cell| level.is_wall(cell)).collect();
    loop {
        let used = control.budget.used();
        let field = Field::new(level, &wall, puzzle.pushers(), control)?;
        let mut boxes = Vec::new();
        for cell in (0..wall.len()).filter(|&cell| level.is_box(cell) && !wall[cell]) {
            let square = field.squares[cell];
            if square != field.wall() {
                boxes.push(square);
            } else if !is_home(cell) {
                return Ok(Prepared::Hopeless(Proof::UnreachableBox));
            }
        }
        let players: Vec<u16> = puzzle.pushers().iter().map(|&cell| field.squares[cell]).collect();
        let player = players[0];
        if boxes.iter().any(|&square| field.spot(square, player) == DEAD) {
            return Ok(Prepared::Hopeless(Proof::DeadSquare));
        }
        let mut blocked = vec![false; field.near.len()];
        for &square in &boxes {
            blocked[usize::from(square)] = true;
        }
        let cell_of = |square: u16| field.cells[usize::from(square)] as usize;
        let mut freeze = Freeze::new(&field);
        let frozen = freeze.all(&field, &blocked, &boxes);
        if frozen.iter().any(|&square| !is_home(cell_of(square))) {
            return Ok(Prepared::Hopeless(Proof::FrozenBox));
        }
        if frozen.is_empty() {
            boxes.sort_by_key(|&square| puzzle.box_number(cell_of(square)));
            let kinds = kinds(puzzle, &field, &boxes);
            if kinds.iter().any(|kind| kind.boxes.len() > kind.goals.len()) {
                return Ok(Prepared::Hopeless(Proof::FewerGoals));
            }
            return Ok(Prepared::Ready(Box::new(Start { field, boxes, kinds, player, players })));
        }
        for &square in frozen {
            wall[cell_of(square)] = true;
        }
        control.budget.reset(used);
    }
}

/// The kinds of `boxes`, which are sorted by number.
fn kinds(puzzle: &Puzzle, field: &Field, boxes: &[u16]) -> Vec<Kind> {
    let cell_of = |square: &u16| field.cells[usize::from(*square)] as usize;
    let mut kinds: Vec<Kind> = Vec::new();
    let same = |one: &u16, other: &u16| puzzle.box_number(cell_of(one)) == puzzle.box_number(cell_of(other));
    for run in boxes.chunk_by(same) {
        let first = kinds.last().map_or(0, |kind| kind.boxes.end);
        let number = puzzle.box_number(cell_of(&run[0]));
        let goals = field.goals.iter().filter(|goal| puzzle.goal_number(cell_of(goal)) == number);
        kinds.push(Kind { boxes: first..first + run.len(), goals: goals.copied().collect() });
    }
    kinds
}
