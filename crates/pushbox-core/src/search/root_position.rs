//! From a level to the root position of a search. Everything that can never matter is taken off the board, and some
//! levels are proven unsolvable at once.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use super::proof::Proof;
use crate::board::{Board, BoxClass, DEAD, Position};
use crate::bound::conflicts::Conflicts;
use crate::deadlock::dead_pairs::DeadPairs;
use crate::deadlock::freeze::FreezeDetector;
use crate::deadlock::{DetectorParts, Stage};
use crate::level::Level;
use crate::limit::{Limited, SearchControl};
use crate::puzzle::Puzzle;

/// The class of a square without a box.
const NO_CLASS: u16 = u16::MAX;

/// The position that a search begins with.
pub(crate) struct RootPosition {
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
    /// The conflicts of boxes, the same.
    pub(crate) conflicts: Arc<Conflicts>,
}

impl RootPosition {
    /// Iterates over the classes of the boxes, by number.
    pub(crate) fn box_classes(&self) -> impl Iterator<Item = u16> + '_ {
        let class = |(index, class): (usize, &BoxClass)| std::iter::repeat_n(index as u16, class.boxes.len());
        self.classes.iter().enumerate().flat_map(class)
    }

    /// Returns the classes of the boxes by square; elsewhere the number of no class.
    pub(crate) fn class_by_square(&self) -> Vec<u16> {
        let mut class_at = vec![NO_CLASS; self.board.size()];
        for (&square, class) in self.boxes.iter().zip(self.box_classes()) {
            class_at[usize::from(square)] = class;
        }
        class_at
    }

    pub(crate) fn position(&self) -> Position {
        Position::with_classes(&self.board, &self.boxes, self.box_classes().collect())
    }

    /// Returns what detectors for this level are made of, up to the stage `last`.
    pub(crate) fn detector_parts(&self, last: Stage) -> DetectorParts<'_> {
        let has_one_player = self.players.len() == 1;
        DetectorParts {
            board: &self.board,
            boxes: self.boxes.len(),
            has_one_player,
            pairs: &self.pairs,
            last,
        }
    }

    /// Returns whether all boxes stand on goals of their classes in a position with `pieces`.
    pub(crate) fn is_solved(&self, pieces: &[u64]) -> bool {
        self.board.squares_of(pieces).all(|square| self.board.is_home(pieces, square))
    }
}

pub(crate) enum Prepared {
    /// The root position of a search.
    Ready(Box<RootPosition>),
    /// The level cannot be solved.
    Unsolvable(Proof),
}

/// Prepares a level of plain Sokoban; see [`prepare_puzzle`].
pub(crate) fn prepare(level: &Level, control: &mut SearchControl<'_>) -> Limited<Prepared> {
    prepare_puzzle(&Puzzle::from(level), control)
}

/// Prepares a puzzle. Boxes on goals that no player can ever reach or ever move become walls, again and again, as each
/// such wall may cut off or freeze more. Goals of a number that no other box has are floor.
pub(crate) fn prepare_puzzle(puzzle: &Puzzle, control: &mut SearchControl<'_>) -> Limited<Prepared> {
    let level = puzzle.level();
    let mut wall: Vec<bool> = (0..level.cells().len()).map(|cell| level.is_wall(cell)).collect();
    loop {
        let used = control.budget.used();
        let is_movable = |&cell: &usize| level.is_box(cell) && !wall[cell];
        let numbers: HashSet<u32> =
            (0..wall.len()).filter(is_movable).map(|cell| puzzle.box_number(cell)).collect();
        let is_needed = |cell| numbers.contains(&puzzle.goal_number(cell));
        let mut board = Board::new(level, &wall, puzzle.pushers(), is_needed, control)?;
        let (out_of_reach, in_reach): (Vec<usize>, Vec<usize>) =
            (0..wall.len()).filter(is_movable).partition(|&cell| board.squares[cell] == board.wall());
        if out_of_reach.iter().any(|&cell| !puzzle.is_home(cell)) {
            return Ok(Prepared::Unsolvable(Proof::UnreachableBox));
        }
        let mut boxes: Vec<u16> = in_reach.iter().map(|&cell| board.squares[cell]).collect();
        let players: Vec<u16> = puzzle.pushers().iter().map(|&cell| board.squares[cell]).collect();
        let player = players[0];
        if boxes.iter().any(|&square| board.box_state(square, player) == DEAD) {
            return Ok(Prepared::Unsolvable(Proof::DeadSquare));
        }
        let blocked = board.table_of(&boxes);
        let cell_of = |square: u16| board.cells[usize::from(square)] as usize;
        let mut freeze = FreezeDetector::new(&board);
        let frozen = freeze.all(&board, &blocked, &boxes);
        if frozen.iter().any(|&square| !puzzle.is_home(cell_of(square))) {
            return Ok(Prepared::Unsolvable(Proof::FrozenBox));
        }
        if frozen.is_empty() && out_of_reach.is_empty() {
            boxes.sort_by_key(|&square| puzzle.box_number(cell_of(square)));
            let classes = classes(puzzle, &board, &boxes);
            if classes.iter().any(|class| class.boxes.len() > class.goals.len()) {
                return Ok(Prepared::Unsolvable(Proof::FewerGoals));
            }
            board.set_classes(classes.iter().map(|class| class.goals.as_slice()));
            return Ok(Prepared::Ready(Box::new(RootPosition {
                board,
                boxes,
                classes,
                player,
                players,
                pairs: Arc::default(),
                conflicts: Arc::default(),
            })));
        }
        for cell in frozen.iter().map(|&square| cell_of(square)).chain(out_of_reach) {
            wall[cell] = true;
        }
        control.budget.reset(used);
    }
}

/// Returns the classes of `boxes`, which are sorted by number.
pub(crate) fn classes(puzzle: &Puzzle, board: &Board, boxes: &[u16]) -> Vec<BoxClass> {
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
