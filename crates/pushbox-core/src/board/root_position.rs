//! From a level to the root position of a search: what can never matter is taken off the board, and a level that can be
//! seen to have no solution is proven unsolvable at once.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::{Board, DEAD};
use crate::deadlock::dead_pairs::DeadPairs;
use crate::deadlock::freeze::FreezeDetector;
use crate::level::Level;
use crate::limit::{LimitKind, SearchControl};
use crate::puzzle::Puzzle;
use crate::search::verdict::Proof;

/// A class of boxes and goals that belong together: those with one number, or those without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoxClass {
    /// The boxes, as indices in [`RootPosition::boxes`].
    pub(crate) boxes: Range<usize>,
    /// The squares of the goals, ascending; at least as many.
    pub(crate) goals: Vec<u16>,
}

/// The position that a search begins with.
pub(crate) struct RootPosition {
    /// The board.
    pub(crate) board: Board,
    /// The squares of the boxes that can move, by class; in a class in the order in which a search tries them.
    pub(crate) boxes: Vec<u16>,
    /// The classes of the boxes: one where nothing has a number.
    pub(crate) classes: Vec<BoxClass>,
    /// The square of the player; the first one where there are several.
    pub(crate) player: u16,
    /// The squares of all players, ascending.
    pub(crate) players: Vec<u16>,
    /// The dead pairs, once a search has made their table: it is for all searches and threads.
    pub(crate) pairs: Arc<OnceLock<DeadPairs>>,
}

impl RootPosition {
    /// Returns whether the rules are those of plain Sokoban: one player, and every goal is one for every box.
    pub(crate) fn is_plain(&self) -> bool {
        let has_all_goals = |class: &BoxClass| class.goals.len() == self.board.goals.len();
        self.players.len() == 1 && self.classes.iter().all(has_all_goals)
    }
}

/// The result of [`prepare_puzzle`].
pub(crate) enum Prepared {
    /// The root position of a search.
    Ready(Box<RootPosition>),
    /// The level cannot be solved.
    Unsolvable(Proof),
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
        let board = Board::new(level, &wall, puzzle.pushers(), control)?;
        let mut boxes = Vec::new();
        for cell in (0..wall.len()).filter(|&cell| level.is_box(cell) && !wall[cell]) {
            let square = board.squares[cell];
            if square != board.wall() {
                boxes.push(square);
            } else if !is_home(cell) {
                return Ok(Prepared::Unsolvable(Proof::UnreachableBox));
            }
        }
        let players: Vec<u16> = puzzle.pushers().iter().map(|&cell| board.squares[cell]).collect();
        let player = players[0];
        if boxes.iter().any(|&square| board.box_state(square, player) == DEAD) {
            return Ok(Prepared::Unsolvable(Proof::DeadSquare));
        }
        let blocked = board.table_of(&boxes);
        let cell_of = |square: u16| board.cells[usize::from(square)] as usize;
        let mut freeze = FreezeDetector::new(&board);
        let frozen = freeze.all(&board, &blocked, &boxes);
        if frozen.iter().any(|&square| !is_home(cell_of(square))) {
            return Ok(Prepared::Unsolvable(Proof::FrozenBox));
        }
        if frozen.is_empty() {
            boxes.sort_by_key(|&square| puzzle.box_number(cell_of(square)));
            let classes = classes(puzzle, &board, &boxes);
            if classes.iter().any(|class| class.boxes.len() > class.goals.len()) {
                return Ok(Prepared::Unsolvable(Proof::FewerGoals));
            }
            return Ok(Prepared::Ready(Box::new(RootPosition {
                board,
                boxes,
                classes,
                player,
                players,
                pairs: Arc::default(),
            })));
        }
        for &square in frozen {
            wall[cell_of(square)] = true;
        }
        control.budget.reset(used);
    }
}

/// Returns the kinds of `boxes`, which are sorted by number.
fn classes(puzzle: &Puzzle, board: &Board, boxes: &[u16]) -> Vec<BoxClass> {
    let cell_of = |square: &u16| board.cells[usize::from(*square)] as usize;
    let mut classes: Vec<BoxClass> = Vec::new();
    let same = |one: &u16, other: &u16| puzzle.box_number(cell_of(one)) == puzzle.box_number(cell_of(other));
    for run in boxes.chunk_by(same) {
        let first = classes.last().map_or(0, |class| class.boxes.end);
        let number = puzzle.box_number(cell_of(&run[0]));
        let goals = board.goals.iter().filter(|goal| puzzle.goal_number(cell_of(goal)) == number);
        classes.push(BoxClass { boxes: first..first + run.len(), goals: goals.copied().collect() });
    }
    classes
}
