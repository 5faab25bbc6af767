//! The symmetries of a level: rotations and reflections after which its floor and its goals are where they were. Positions
//! that are images of each other need equally much to be solved.

use super::{Board, BoxClass, RootPosition};
use crate::search::position::Position;

/// Directions as vectors, in their order.
const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// A rotation or a reflection.
pub(crate) struct Symmetry {
    /// The image of every square.
    pub(crate) image: Vec<u16>,
    /// The square of which a square is the image.
    pub(crate) origin: Vec<u16>,
}

impl Symmetry {
    /// Returns the symmetries of a level with one player, without the one that changes nothing.
    pub(crate) fn all(root: &RootPosition) -> Vec<Self> {
        let Some(plane) = Plane::of(&root.board).filter(|_| root.players.len() == 1) else {
            return Vec::new();
        };
        (1..8).filter_map(|turn| plane.symmetry(root, |(x, y)| turned(turn, x, y))).collect()
    }

    /// Returns whether the image of the boxes of `position` is `pieces`, which are as many.
    pub(crate) fn maps(&self, board: &Board, position: &Position, pieces: &[u64]) -> bool {
        position.boxes.iter().zip(position.classes()).all(|(&square, &class)| {
            let image = self.image[usize::from(square)];
            board.is_live[usize::from(image)]
                && board.contains(pieces, image)
                && board.class_at(pieces, image) == class
        })
    }
}

/// Returns a vector after one of the eight turns, of which 0 leaves it as it is.
fn turned(turn: u8, x: i32, y: i32) -> (i32, i32) {
    let (x, y) = if turn & 4 == 0 { (x, y) } else { (y, x) };
    (if turn & 1 == 0 { x } else { -x }, if turn & 2 == 0 { y } else { -y })
}

/// The squares by column and row.
pub(crate) struct Plane<'b> {
    board: &'b Board,
    /// The column and the row of every square, the least of each 0.
    pub(crate) places: Vec<(i32, i32)>,
}

impl<'b> Plane<'b> {
    /// Places the squares of a board, `None` where some are not connected with the first.
    pub(crate) fn of(board: &'b Board) -> Option<Self> {
        let wall = board.wall();
        let mut places: Vec<Option<(i32, i32)>> = vec![None; usize::from(wall)];
        let mut queue = Vec::from_iter((wall > 0).then_some(0u16));
        places.iter_mut().take(1).for_each(|place| *place = Some((0, 0)));
        while let Some(square) = queue.pop() {
            let (x, y) = places[usize::from(square)]?;
            for (next, step) in board.neighbours(square).into_iter().zip(STEPS) {
                if next != wall && places[usize::from(next)].is_none() {
                    places[usize::from(next)] = Some((x + step.0, y + step.1));
                    queue.push(next);
                }
            }
        }
        let places: Vec<(i32, i32)> = places.into_iter().collect::<Option<_>>()?;
        Some(Self { board, places: from_zero(places) })
    }

    /// Returns the symmetry that turns vectors by `turn`, if it is one of the level.
    fn symmetry(&self, root: &RootPosition, turn: impl Fn((i32, i32)) -> (i32, i32)) -> Option<Symmetry> {
        let board = self.board;
        let (wall, columns) = (board.wall(), 1 + self.places.iter().map(|place| place.0).max()?);
        let rows = 1 + self.places.iter().map(|place| place.1).max()?;
        let mut square_at = vec![wall; (columns * rows) as usize];
        let index = |(x, y): (i32, i32)| (x < columns && y < rows).then_some((y * columns + x) as usize);
        for (square, &place) in self.places.iter().enumerate() {
            square_at[index(place)?] = square as u16;
        }
        let mut image = Vec::with_capacity(board.size());
        for place in from_zero(self.places.iter().map(|&place| turn(place)).collect()) {
            image.push(square_at[index(place)?]);
        }
        image.push(wall);
        let mut origin = vec![wall; board.size()];
        image.iter().enumerate().for_each(|(square, &image)| origin[usize::from(image)] = square as u16);
        let of = |square: u16| image[usize::from(square)];
        let turned = STEPS.map(|step| STEPS.iter().position(|&other| other == turn(step)));
        let keeps_floor = (0..wall).all(|square| {
            (0..4).all(|direction| {
                let next = turned[direction].map(|direction| board.neighbour(of(square), direction));
                next == Some(of(board.neighbour(square, direction)))
            })
        });
        let keeps = |class: &BoxClass| class.goals.iter().all(|&goal| class.goals.contains(&of(goal)));
        (keeps_floor && root.classes.iter().all(keeps)).then_some(Symmetry { image, origin })
    }
}

/// Shifts places so that the least column and the least row are 0.
fn from_zero(mut places: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    let left = places.iter().map(|place| place.0).min().unwrap_or(0);
    let top = places.iter().map(|place| place.1).min().unwrap_or(0);
    places.iter_mut().for_each(|place| *place = (place.0 - left, place.1 - top));
    places
}
