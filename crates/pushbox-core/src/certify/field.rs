//! The field of a certificate: squares in reading order, and on which side of a box the player is.
//!
//! Nothing is left out that the level has, so that a checker sees the same field without knowing how a solver prepares
//! its own.

use crate::flood::{NEVER, reached_from, steps_from};
use crate::puzzle::Puzzle;

/// A box of a class on a square: class times squares plus square. Boxes of one number are a class.
pub(super) type Item = u16;
pub(super) type Square = u16;

/// The sides of a box that the player may be on, at most.
pub(super) const SIDES: usize = 4;
const NO_SIDE: u8 = SIDES as u8;

/// The squares that the player could walk to if there were no boxes, row by row.
pub(super) struct Field {
    /// The cell of every square.
    pub(super) cells: Vec<usize>,
    /// The neighbours of every square, by direction; the number of squares stands for a wall.
    neighbours: Vec<[Square; 4]>,
    /// The goals of every class.
    pub(super) goals: Vec<Vec<Square>>,
    /// The boxes of every class at the start.
    pub(super) counts: Vec<usize>,
    /// The part of the floor around a lone box on a square, by box and player.
    sides: Vec<u8>,
}

/// Where the boxes and the player are.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Placement {
    /// The boxes, ascending.
    pub(super) items: Vec<Item>,
    pub(super) player: Square,
}

impl Field {
    /// Creates the field of a puzzle with one pusher and where its pieces stand; `None` where a box that nobody can reach
    /// stands on no goal of its number, or where a box number squares cannot be counted in 16 bits.
    pub(super) fn new(puzzle: &Puzzle) -> Option<(Self, Placement)> {
        let level = puzzle.level();
        let cells = level.floor(&[level.player()], |cell| level.is_wall(cell));
        let size = cells.len();
        let mut squares = vec![size as Square; level.cells().len()];
        for (square, &cell) in cells.iter().enumerate() {
            squares[cell] = square as Square;
        }
        let boxes: Vec<usize> = (0..level.cells().len()).filter(|&cell| level.is_box(cell)).collect();
        let is_home =
            |cell: usize| level.is_goal(cell) && puzzle.goal_number(cell) == puzzle.box_number(cell);
        if boxes.iter().any(|&cell| usize::from(squares[cell]) == size && !is_home(cell)) {
            return None;
        }
        let boxes: Vec<usize> = boxes.into_iter().filter(|&cell| usize::from(squares[cell]) < size).collect();
        let mut numbers: Vec<u32> = boxes.iter().map(|&cell| puzzle.box_number(cell)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() * size > usize::from(Item::MAX) {
            return None;
        }
        let mut goals = vec![Vec::new(); numbers.len()];
        for &cell in cells.iter().filter(|&&cell| level.is_goal(cell)) {
            if let Ok(class) = numbers.binary_search(&puzzle.goal_number(cell)) {
                goals[class].push(squares[cell]);
            }
        }
        let mut counts = vec![0; numbers.len()];
        let mut items: Vec<Item> = boxes
            .iter()
            .filter_map(|&cell| {
                let class = numbers.binary_search(&puzzle.box_number(cell)).ok()?;
                counts[class] += 1;
                Some((class * size) as Item + squares[cell])
            })
            .collect();
        items.sort_unstable();
        let next = |cell: usize, direction| {
            level.neighbour(cell, direction).map_or(size as Square, |cell| squares[cell])
        };
        let neighbours: Vec<[Square; 4]> =
            cells.iter().map(|&cell| std::array::from_fn(|direction| next(cell, direction))).collect();
        let sides = sides_of(&neighbours);
        let player = squares[level.player()];
        Some((Self { cells, neighbours, goals, counts, sides }, Placement { items, player }))
    }

    /// Returns the number of squares.
    pub(super) fn size(&self) -> usize {
        self.cells.len()
    }

    /// Returns the square of a box.
    pub(super) fn square(&self, item: Item) -> Square {
        item % self.size() as Item
    }

    /// Returns the class of a box.
    pub(super) fn class(&self, item: Item) -> usize {
        usize::from(item) / self.size()
    }

    /// Returns the square next to one in a direction, `None` for a wall.
    pub(super) fn step(&self, square: Square, direction: usize) -> Option<Square> {
        Some(self.neighbours[usize::from(square)][direction]).filter(|&next| usize::from(next) < self.size())
    }

    /// Returns the part of the floor around a lone box that the player is in.
    pub(super) fn side(&self, square: Square, player: Square) -> usize {
        usize::from(self.sides[usize::from(square) * self.size() + usize::from(player)])
    }

    /// Returns whether every box stands on a goal of its class.
    pub(super) fn is_solved(&self, items: &[Item]) -> bool {
        items.iter().all(|&item| self.goals[self.class(item)].contains(&self.square(item)))
    }
}

fn sides_of(neighbours: &[[Square; 4]]) -> Vec<u8> {
    let size = neighbours.len();
    let mut sides = vec![NO_SIDE; size * size];
    for square in 0..size {
        let side_of = &mut sides[square * size..(square + 1) * size];
        let mut side = 0;
        for &start in &neighbours[square] {
            if usize::from(start) == size || side_of[usize::from(start)] != NO_SIDE {
                continue;
            }
            let is_reached = reached_from(size, &[start.into()], |player, visit| {
                let beside = neighbours[player].iter().map(|&next| usize::from(next));
                beside.filter(|&next| next < size && next != square).for_each(visit);
            });
            (0..size).filter(|&player| is_reached[player]).for_each(|player| side_of[player] = side);
            side += 1;
        }
    }
    sides
}

/// The squares that the player walks to around boxes, with the steps.
pub(super) struct Walk {
    steps: Vec<u16>,
}

impl Walk {
    /// Walks from a player around boxes.
    pub(super) fn from(field: &Field, items: &[Item], player: Square) -> Self {
        let mut is_taken = vec![false; field.size()];
        items.iter().for_each(|&item| is_taken[usize::from(field.square(item))] = true);
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
