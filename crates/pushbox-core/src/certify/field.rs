//! The level that a certificate is about, with everything that is on it.
//!
//! A search prepares its levels: frozen boxes become walls, and goals go that no box needs. A certificate leaves nothing
//! out, so that a checker reads the same field without knowing how the solver prepares its own.

use crate::board::{Board, BoxClass};
use crate::flood::{NEVER, steps_from};
use crate::limit::{Limited, SearchControl};
use crate::puzzle::Puzzle;
use crate::search::root_position::classes;

/// A box of a class on a square: class times squares plus square. Boxes of one number are a class.
pub(super) type Item = u16;
pub(super) type Square = u16;

/// The squares that the player could walk to if there were no boxes, and the classes of the boxes.
pub(super) struct Field {
    pub(super) board: Board,
    pub(super) classes: Vec<BoxClass>,
}

/// Where the boxes and the player are.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Placement {
    /// The boxes, ascending.
    pub(super) items: Vec<Item>,
    pub(super) player: Square,
}

impl Field {
    /// Creates the field of a puzzle with one pusher, and its initial placement. Returns `None` if a box that nobody can
    /// reach stands on no goal of its number, or if classes times squares do not fit into 16 bits.
    pub(super) fn new(
        puzzle: &Puzzle,
        control: &mut SearchControl<'_>,
    ) -> Limited<Option<(Self, Placement)>> {
        let level = puzzle.level();
        let wall: Vec<bool> = (0..level.cells().len()).map(|cell| level.is_wall(cell)).collect();
        let board = Board::new(level, &wall, puzzle.pushers(), |_| true, control)?;
        let is_inside = |&cell: &usize| board.squares[cell] != board.wall();
        let boxes = (0..wall.len()).filter(|&cell| level.is_box(cell));
        let (mut inside, outside): (Vec<usize>, Vec<usize>) = boxes.partition(is_inside);
        inside.sort_by_key(|&cell| puzzle.box_number(cell));
        let boxes: Vec<Square> = inside.into_iter().map(|cell| board.squares[cell]).collect();
        let classes = classes(puzzle, &board, &boxes);
        let fits = classes.len() * usize::from(board.wall()) <= usize::from(Item::MAX);
        if !fits || !outside.iter().all(|&cell| puzzle.is_home(cell)) {
            return Ok(None);
        }
        let player = board.squares[level.player()];
        let field = Self { board, classes };
        let items_of = |class: usize| {
            let squares = boxes[field.classes[class].boxes.clone()].iter();
            squares.map(|&square| field.item(class, square)).collect::<Vec<_>>()
        };
        let items = (0..field.classes.len()).flat_map(items_of).collect();
        Ok(Some((field, Placement { items, player })))
    }

    pub(super) fn size(&self) -> usize {
        self.board.wall().into()
    }

    /// Returns a box of a class on a square.
    pub(super) fn item(&self, class: usize, square: Square) -> Item {
        (class * self.size()) as Item + square
    }

    pub(super) fn square(&self, item: Item) -> Square {
        item % self.board.wall()
    }

    pub(super) fn class(&self, item: Item) -> usize {
        (item / self.board.wall()).into()
    }

    /// Returns the square next to one in a direction, `None` for a wall.
    pub(super) fn step(&self, square: Square, direction: usize) -> Option<Square> {
        self.board.floor_beside(square, direction)
    }

    /// Returns the state of each box while the player stands on a square.
    pub(super) fn box_states(&self, items: &[Item], player: Square) -> Vec<u32> {
        items.iter().map(|&item| self.board.box_state(self.square(item), player)).collect()
    }

    /// Returns whether every box stands on a goal of its class.
    pub(super) fn is_solved(&self, items: &[Item]) -> bool {
        items.iter().all(|&item| self.classes[self.class(item)].goals.contains(&self.square(item)))
    }
}

/// The squares that the player walks to around boxes, with the steps.
pub(super) struct Walk {
    steps: Vec<u16>,
}

impl Walk {
    /// Walks from a player around boxes.
    pub(super) fn from(field: &Field, items: &[Item], player: Square) -> Self {
        let is_taken = field.board.table_of(items.iter().map(|&item| field.square(item)));
        let step =
            |square, direction| field.step(square, direction).filter(|&next| !is_taken[usize::from(next)]);
        Self { steps: steps_from(field.size(), &[player], step) }
    }

    /// Returns the steps to a square, `None` where it is out of reach.
    pub(super) fn steps(&self, square: Square) -> Option<u32> {
        Some(self.steps[usize::from(square)]).filter(|&steps| steps != NEVER).map(u32::from)
    }

    /// Iterates over the squares that are reached, ascending.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..).zip(&self.steps).filter(|&(_, &steps)| steps != NEVER).map(|(square, _)| square)
    }
}
