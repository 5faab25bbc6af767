//! The board of a search: its squares, their neighbours, and where boxes may go. It never changes.
//!
//! A *square* is a cell that a player could reach if there were no boxes. Squares are numbered from 0 row by row. The
//! number after the last one stands for every wall, so that tables need no test at the edge.
//!
//! A *box state* is a box on a square together with the side on which the player is. The floor around the box, seen
//! without other boxes, falls into up to four parts, and the player cannot change the part without pushing that box.
//! Distances between box states are therefore tighter than distances between squares, and just as safe. With several
//! players every square has one side only, as a player may stand on each.

mod floor_bits;
pub(crate) mod group_components;

mod pieces;
mod position;
mod push_distances;
mod reachable_goals;
pub(crate) mod single_box_distances;

pub(crate) use crate::bits::ones;
pub(crate) use floor_bits::{BoxTable, FloorBits};
pub(crate) use pieces::{BoxClass, alike};
pub(crate) use position::Position;
pub(crate) use push_distances::{Distances, UNREACHED};
pub(crate) use reachable_goals::ReachableGoals;

use std::borrow::Borrow;
use std::sync::Arc;

use crate::articulation::ArticulationMap;
use crate::bits::has;
use crate::flood::{NEVER, reached_from, steps_from};
use crate::level::{Level, opposite};
use crate::limit::{Limited, SearchControl};
use crate::push::Push;

/// The box state of a box that can never reach a goal.
pub(crate) const DEAD: u32 = u32::MAX;

pub(crate) struct Board {
    /// The cell of every square.
    pub(crate) cells: Vec<u32>,
    /// The square of every cell, [`Board::wall`] where there is none.
    pub(crate) squares: Vec<u16>,
    /// The squares as bits in rows.
    pub(crate) floor_bits: Arc<FloorBits>,
    /// The cells of a row of the level.
    width: usize,
    /// The neighbours of every square, by direction.
    pub(crate) neighbours: Vec<[u16; 4]>,
    /// Goals by number.
    pub(crate) goals: Vec<u16>,
    /// Whether a square is a goal; false for the wall.
    pub(crate) is_goal: Vec<bool>,
    /// Whether a box on a square can reach a goal with the player on some side; false for the wall.
    pub(crate) is_live: Vec<bool>,
    /// The pushes of a box on a square, as bits by direction, that end in a live box state.
    pub(crate) pushes: Vec<u8>,
    /// The classes of the goals by square, and the same pushes by class; both empty where all boxes are of one class.
    goal_class: Vec<u16>,
    class_pushes: Vec<Vec<u8>>,
    /// The bits of the number of a class.
    class_bits: usize,
    /// The index of a live square among the live squares, for sets of boxes.
    pub(crate) live_index: Vec<u16>,
    /// The live squares in ascending order.
    pub(crate) live: Vec<u16>,
    /// The number of live box states.
    pub(crate) box_states: usize,
    sides: ArticulationMap,
    /// The box state of square * 4 + side, or [`DEAD`].
    box_state: Vec<u32>,
}

impl Board {
    /// Makes the board of a level whose walls are `wall` (by cell), whose players stand on `players`, and of whose goals those
    /// count that `is_needed` (by cell).
    pub(crate) fn new(
        level: &Level,
        wall: &[bool],
        players: &[usize],
        is_needed: impl Fn(usize) -> bool,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let floor = level.floor(players, |cell| wall[cell]);
        let cells: Vec<u32> = floor.into_iter().map(|cell| cell as u32).collect();
        // Per cell and per square, all tables below together; a bound, not an exact count.
        control.budget.take(8 * wall.len() + 128 * (cells.len() + 1))?;
        control.check()?;
        let next = |cell: u32, direction| level.neighbour(cell as usize, direction);
        let is_goal = |cell: u32| level.is_goal(cell as usize) && is_needed(cell as usize);
        let width = level.width();
        Ok(Self::of_cells(cells, wall.len(), width, players, next, is_goal))
    }

    /// Makes this board with `walls` (squares) walled up, as far as a player on `player` can get; squares get new numbers,
    /// cells do not.
    pub(crate) fn walled(&self, walls: &[u16], player: u16) -> Self {
        let steps = steps_from(self.size(), &[player], |square, direction| {
            self.floor_beside(square, direction).filter(|next| !walls.contains(next))
        });
        let cell = |square: u16| self.cells[usize::from(square)];
        let square = |cell: u32| self.squares[cell as usize];
        let is_kept = |&square: &u16| steps[usize::from(square)] != NEVER;
        let cells: Vec<u32> = (0..self.wall()).filter(is_kept).map(cell).collect();
        let next =
            |of: u32, direction| self.floor_beside(square(of), direction).map(|next| cell(next) as usize);
        let is_goal = |cell: u32| self.is_goal[usize::from(square(cell))];
        let players = [cell(player) as usize];
        let mut walled = Self::of_cells(cells, self.squares.len(), self.width, &players, next, is_goal);
        if !self.goal_class.is_empty() {
            let class = |&cell: &u32| self.goal_class(square(cell));
            walled.goal_class = walled.cells.iter().map(class).chain([0]).collect();
        }
        walled
    }

    /// Makes the board of these of so many cells, `width` a row, which `next` connects by direction.
    fn of_cells(
        cells: Vec<u32>,
        all: usize,
        width: usize,
        players: &[usize],
        next: impl Fn(u32, usize) -> Option<usize>,
        is_goal: impl Fn(u32) -> bool,
    ) -> Self {
        let n = cells.len();
        let outside = n as u16;
        let mut squares = vec![outside; all];
        for (square, &cell) in cells.iter().enumerate() {
            squares[cell as usize] = square as u16;
        }
        let square_beside =
            |cell: u32, direction| next(cell, direction).map_or(outside, |cell| squares[cell]);
        let neighbours_of = |&cell: &u32| std::array::from_fn(|direction| square_beside(cell, direction));
        let neighbours: Vec<[u16; 4]> = cells.iter().map(neighbours_of).chain([[outside; 4]]).collect();
        let mut sides = ArticulationMap::new(n + 1);
        if let [player] = players {
            sides.survey(&neighbours, &vec![false; n + 1], squares[*player]);
        }
        let is_goal: Vec<bool> = cells.iter().map(|&cell| is_goal(cell)).chain([false]).collect();
        let mut board = Self {
            goals: (0..outside).filter(|&square| is_goal[usize::from(square)]).collect(),
            floor_bits: Arc::new(FloorBits::new(&cells, width)),
            width,
            cells,
            squares,
            neighbours,
            is_goal,
            is_live: vec![false; n + 1],
            pushes: vec![0; n + 1],
            goal_class: Vec::new(),
            class_pushes: Vec::new(),
            class_bits: 0,
            live_index: vec![u16::MAX; n + 1],
            live: Vec::new(),
            box_states: 0,
            sides,
            box_state: vec![DEAD; 4 * n],
        };
        board.number_box_states();
        board
    }

    /// Returns the square that stands for every wall; also the number of squares.
    pub(crate) fn wall(&self) -> u16 {
        (self.neighbours.len() - 1) as u16
    }

    /// Returns the row and the column of `square`.
    pub(crate) fn place(&self, square: u16) -> (usize, usize) {
        let cell = self.cells[usize::from(square)] as usize;
        (cell / self.width, cell % self.width)
    }

    /// Returns the length of a table by square, the wall included.
    pub(crate) fn size(&self) -> usize {
        self.neighbours.len()
    }

    #[inline]
    pub(crate) fn neighbours(&self, square: u16) -> [u16; 4] {
        self.neighbours[usize::from(square)]
    }

    /// Returns the neighbour of `square` in a direction.
    #[inline]
    pub(crate) fn neighbour(&self, square: u16, direction: usize) -> u16 {
        self.neighbours[usize::from(square)][direction]
    }

    /// Returns the neighbour of `square` in a direction, `None` for a wall.
    pub(crate) fn floor_beside(&self, square: u16, direction: usize) -> Option<u16> {
        Some(self.neighbour(square, direction)).filter(|&next| next != self.wall())
    }

    /// Returns the square to which `push` brings its box.
    #[inline]
    pub(crate) fn target(&self, push: Push) -> u16 {
        self.neighbour(push.square, usize::from(push.direction))
    }

    /// Returns the square from which `push` is made, and the one to which it brings its box.
    #[inline]
    pub(crate) fn ends(&self, push: Push) -> (u16, u16) {
        let (neighbours, direction) = (self.neighbours(push.square), usize::from(push.direction));
        (neighbours[opposite(direction)], neighbours[direction])
    }

    /// Returns the class of the goal on `square`.
    pub(crate) fn goal_class(&self, square: u16) -> u16 {
        self.goal_class.get(usize::from(square)).copied().unwrap_or(0)
    }

    pub(crate) fn classes(&self) -> u16 {
        self.class_pushes.len().max(1) as u16
    }

    /// Returns the pushes of a box of a class by square, as bits by direction, after which it may still reach a goal of its
    /// class.
    pub(crate) fn pushes_of_class(&self, class: u16) -> &[u8] {
        self.class_pushes.get(usize::from(class)).unwrap_or(&self.pushes)
    }

    /// Returns the pushes of a box on `square` that end in a live box state.
    #[inline]
    pub(crate) fn live_pushes(&self, square: u16) -> impl Iterator<Item = Push> + use<> {
        Self::pushes_from(square, self.pushes[usize::from(square)])
    }

    /// Returns the pushes of a box on `square` in the directions that are `allowed`, as bits.
    #[inline]
    fn pushes_from(square: u16, allowed: u8) -> impl Iterator<Item = Push> + use<> {
        (0..4)
            .filter(move |direction| allowed & (1 << direction) != 0)
            .map(move |direction| Push { square, direction })
    }

    /// Returns the box state of a box on `square` with the player on square `player`, or [`DEAD`].
    pub(crate) fn box_state(&self, square: u16, player: u16) -> u32 {
        self.box_state[4 * usize::from(square) + self.sides.part(square, player)]
    }

    /// Returns the box states of boxes on `squares` with the player on square `player`.
    pub(crate) fn box_states_of(&self, squares: &[u16], player: u16) -> Vec<u32> {
        squares.iter().map(|&square| self.box_state(square, player)).collect()
    }

    /// Returns the box state of a box that has just been pushed to `square` in `direction`.
    pub(crate) fn box_state_after(&self, square: u16, direction: usize) -> u32 {
        self.box_state(square, self.neighbour(square, opposite(direction)))
    }

    /// Returns by square whether it is one of `squares`.
    pub(crate) fn table_of(&self, squares: impl IntoIterator<Item = impl Borrow<u16>>) -> Vec<bool> {
        let mut table = vec![false; self.size()];
        for square in squares {
            table[usize::from(*square.borrow())] = true;
        }
        table
    }

    /// Returns the table of boxes on `squares`.
    pub(crate) fn boxes_on(&self, squares: impl IntoIterator<Item = impl Borrow<u16>>) -> BoxTable {
        let mut boxes = BoxTable::new(&self.floor_bits);
        squares.into_iter().for_each(|square| boxes.put(*square.borrow()));
        boxes
    }

    pub(crate) fn no_boxes(&self) -> BoxTable {
        BoxTable::new(&self.floor_bits)
    }

    /// Returns the number of words of a set of live squares.
    pub(crate) fn words(&self) -> usize {
        self.live.len().div_ceil(64)
    }

    /// Adds a live square to a set of live squares, or removes it.
    pub(crate) fn flip(&self, set: &mut [u64], square: u16) {
        let index = self.live_index[usize::from(square)];
        set[usize::from(index / 64)] ^= 1 << (index % 64);
    }

    /// Moves a box from `from` to `to` in a set of live squares.
    pub(crate) fn shift(&self, set: &mut [u64], from: u16, to: u16) {
        self.flip(set, from);
        self.flip(set, to);
    }

    /// Returns whether a set of live squares contains `square`, which must be live.
    pub(crate) fn contains(&self, set: &[u64], square: u16) -> bool {
        has(set, self.live_index[usize::from(square)].into())
    }

    /// Returns the number of sides of a box on `square`, 1 to 4.
    fn side_count(&self, square: u16) -> usize {
        self.sides.parts(square).max(1)
    }

    /// Calls `visit` with every predecessor of the box state `index` (square * 4 + side) by one push, and the two squares
    /// that must be free for it: the box's square before and the square behind that.
    fn predecessors(&self, index: u32, mut visit: impl FnMut(u32, u16, u16)) {
        let (square, side) = ((index / 4) as u16, (index % 4) as usize);
        let wall = self.wall();
        for direction in 0..4 {
            let from = self.neighbour(square, direction);
            if from == wall || self.sides.part(square, from) != side {
                continue;
            }
            let behind = self.neighbour(from, direction);
            if behind != wall {
                visit(u32::from(from) * 4 + self.sides.part(from, behind) as u32, from, behind);
            }
        }
    }

    /// Makes the goals those of several classes, with the squares of their goals, which together are all.
    pub(crate) fn set_classes<'a>(&mut self, classes: impl ExactSizeIterator<Item = &'a [u16]> + Clone) {
        let count = classes.len();
        if count < 2 {
            return;
        }
        self.class_bits = (usize::BITS - (count - 1).leading_zeros()) as usize;
        self.goal_class = vec![0; self.size()];
        self.class_pushes = vec![vec![0; self.size()]; count];
        for (class, goals) in classes.enumerate() {
            for &goal in goals {
                self.goal_class[usize::from(goal)] = class as u16;
            }
            let is_live = self.live_for(goals);
            for square in 0..self.wall() {
                for push in self.live_pushes(square).collect::<Vec<_>>() {
                    let (stand, target) = (push.square, self.target(push));
                    if is_live[4 * usize::from(target) + self.sides.part(target, stand)] {
                        self.class_pushes[class][usize::from(square)] |= 1 << push.direction;
                    }
                }
            }
        }
    }

    /// Returns by square * 4 + side whether a box can reach one of `goals` from there.
    fn live_for(&self, goals: &[u16]) -> Vec<bool> {
        let sides = |&goal: &u16| (0..self.side_count(goal)).map(move |side| 4 * usize::from(goal) + side);
        let solved: Vec<usize> = goals.iter().flat_map(sides).collect();
        reached_from(4 * self.size(), &solved, |index, visit| {
            self.predecessors(index as u32, |previous, _, _| visit(previous as usize));
        })
    }

    /// Finds the box states from which a goal can be reached, by pulling from all goals at once, and numbers them.
    fn number_box_states(&mut self) {
        let is_live = self.live_for(&self.goals);
        for (index, number) in self.box_state.iter_mut().enumerate().filter(|&(index, _)| is_live[index]) {
            *number = self.box_states as u32;
            self.box_states += 1;
            self.is_live[index / 4] = true;
        }
        self.live = (0..self.wall()).filter(|&square| self.is_live[usize::from(square)]).collect();
        for (index, &square) in self.live.iter().enumerate() {
            self.live_index[usize::from(square)] = index as u16;
        }
        for square in 0..self.wall() {
            for direction in 0..4 {
                let target = self.neighbour(square, direction);
                let behind = self.neighbour(square, opposite(direction));
                let possible = target != self.wall() && behind != self.wall();
                if possible && self.box_state_after(target, direction) != DEAD {
                    self.pushes[usize::from(square)] |= 1 << direction;
                }
            }
        }
    }
}
