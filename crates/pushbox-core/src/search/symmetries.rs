//! The symmetries of a level: rotations and reflections that keep its floor and its goals. Positions that are images of
//! each other have equally long solutions.

use std::collections::HashMap;

use crate::board::{Board, BoxClass, Position};

/// Directions as vectors, in their order: upwards and to the right.
const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

pub(crate) struct Symmetry {
    /// The image of every square.
    pub(crate) image: Vec<u16>,
    /// The square of which a square is the image.
    pub(crate) origin: Vec<u16>,
}

impl Symmetry {
    /// Returns the symmetries of a board with boxes of these classes, without the one that changes nothing.
    pub(crate) fn all(board: &Board, classes: &[BoxClass]) -> Vec<Self> {
        (1..8).filter_map(|turn| Self::of(board, classes, |vector| turned(turn, vector))).collect()
    }

    /// Returns the symmetry that turns vectors by `turn`, if it is one of the board.
    fn of(board: &Board, classes: &[BoxClass], turn: impl Fn((i32, i32)) -> (i32, i32)) -> Option<Self> {
        let wall = board.wall();
        let places = (0..wall).map(|square| board.place(square));
        let places = from_zero(places.map(|(row, column)| (-(row as i32), column as i32)).collect());
        let square_at: HashMap<_, u16> = places.iter().copied().zip(0..).collect();
        let turned_places = from_zero(places.iter().map(|&place| turn(place)).collect());
        let images = turned_places.iter().map(|place| square_at.get(place).copied());
        let image: Vec<u16> = images.chain([Some(wall)]).collect::<Option<_>>()?;
        let mut origin = vec![wall; board.size()];
        image.iter().zip(0..).for_each(|(&image, square)| origin[usize::from(image)] = square);
        let of = |square: u16| image[usize::from(square)];
        let turned = STEPS.map(|step| STEPS.iter().position(|&other| other == turn(step)));
        let keeps_floor = (0..wall).all(|square| {
            (0..4).all(|direction| {
                let next = turned[direction].map(|direction| board.neighbour(of(square), direction));
                next == Some(of(board.neighbour(square, direction)))
            })
        });
        let keeps = |class: &BoxClass| class.goals.iter().all(|&goal| class.goals.contains(&of(goal)));
        (keeps_floor && classes.iter().all(keeps)).then_some(Self { image, origin })
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
fn turned(turn: u8, (x, y): (i32, i32)) -> (i32, i32) {
    let (x, y) = if turn & 4 == 0 { (x, y) } else { (y, x) };
    (if turn & 1 == 0 { x } else { -x }, if turn & 2 == 0 { y } else { -y })
}

/// Shifts places so that the least of each coordinate is 0.
fn from_zero(mut places: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    let first = places.iter().map(|place| place.0).min().unwrap_or(0);
    let second = places.iter().map(|place| place.1).min().unwrap_or(0);
    places.iter_mut().for_each(|place| *place = (place.0 - first, place.1 - second));
    places
}
