//! The twin of Hanano Puzzle; the rules stand in Python's `games/hanano`.

mod far;
mod scene;

use super::board::{Board, Piece, Scalar, Terrain};
use super::{Cost, Next, Rules, Status, TwinError};
use far::Far;
use scene::{FIXED, FREE, Scene};

/// The most cells of a board with its frame: a cell fits in 16 bits, with room for the marks of a scene.
const MAX_CELLS: usize = 60_000;
/// The most pieces of a board, with room for the marks of a scene.
const MAX_PIECES: usize = 60_000;

/// How far a wave of blooming goes before everything falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wave {
    /// Through all stones.
    All,
    /// Through those of the row in which the first blooms.
    Row,
    /// To the first that blooms.
    One,
}

/// What pieces are but for where they are and whether they have bloomed: alike are those of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Class {
    /// A stone of a colour, by its number, that blooms in a direction.
    Stone { colour: usize, arrow: usize },
    /// A block of so many rows and columns.
    Block { rows: usize, columns: usize },
}

/// What never changes. Cells are those of a frame that is one cell wider on every side, all of it fixed.
pub struct Hanano {
    width: usize,
    height: usize,
    terrain: Vec<Terrain>,
    /// Cells from one to the next in each direction, 0 left, 1 up, 2 right, 3 down.
    strides: [isize; 4],
    /// [`FREE`] or [`FIXED`] for every cell.
    ground: Vec<u16>,
    /// For every cell the number of the colour of a fixed flower plus one, or 0.
    flower: Vec<u8>,
    colours: Vec<String>,
    /// The cells of the fixed flowers of each colour.
    fixed: Vec<Vec<usize>>,
    wave: Wave,
    /// The class of each piece; those of one class stand together.
    classes: Vec<Class>,
    /// For each piece where the pieces of the next class begin.
    ends: Vec<usize>,
    /// The cells of each piece before it blooms, from its anchor: the stone, or the block's first cell.
    shapes: Vec<Vec<isize>>,
    stones: usize,
    far: Far,
}

/// Where the pieces are: their anchors, stones first, and which stones have bloomed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The anchor of each piece, in the order of the classes, in a class those first that have not bloomed, then by cell.
    at: Box<[u16]>,
    /// Whether each stone has bloomed.
    bloomed: Box<[bool]>,
}

impl Rules for Hanano {
    type State = Position;

    fn new(board: &Board, options: &[(String, Scalar)]) -> Result<(Self, Position), TwinError> {
        let refuse = |what: String| Err(TwinError(what));
        let (width, height) = (board.width, board.height);
        let fits = width.checked_mul(height).is_some_and(|area| area == board.terrain.len());
        if !fits || (width + 2) * (height + 2) > MAX_CELLS || board.pieces.len() > MAX_PIECES {
            return refuse(format!("found a board of {width} x {height}, expected a smaller one"));
        }
        let wave = wave(options)?;
        if let Some((name, _)) = board.counters.first() {
            return refuse(format!("found the counter {name}, expected none"));
        }
        let stride = width + 2;
        let framed = |cell: usize| (cell / width + 1) * stride + cell % width + 1;
        let mut ground = vec![FIXED; stride * (height + 2)];
        let mut flower = vec![0; ground.len()];
        let mut colours = Vec::new();
        for (cell, terrain) in board.terrain.iter().enumerate() {
            let bare = Terrain { colour: None, ..terrain.clone() } == Terrain::plain(&terrain.kind);
            match (terrain.kind.as_str(), &terrain.colour) {
                ("floor", None) if bare => ground[framed(cell)] = FREE,
                ("wall", None) if bare => {}
                ("flower", Some(colour)) if bare => {
                    flower[framed(cell)] = number(&mut colours, colour)? as u8 + 1
                }
                _ => {
                    return refuse(format!(
                        "cell {cell}: found {terrain:?}, expected floor, wall or a flower"
                    ));
                }
            }
        }
        let mut found = Vec::new();
        for piece in &board.pieces {
            if piece.cells.is_empty() || piece.cells.iter().any(|&cell| cell >= width * height) {
                return refuse(format!("found {piece:?}, expected one on the board"));
            }
            found.push(classify(board, piece, &mut colours)?);
        }
        found.sort_by_key(|(class, at, bloomed)| (order(class), *bloomed, *at));
        let classes: Vec<Class> = found.iter().map(|(class, ..)| class.clone()).collect();
        let ends = (0..classes.len())
            .map(|index| {
                (index..classes.len())
                    .find(|&other| classes[other] != classes[index])
                    .unwrap_or(classes.len())
            })
            .collect();
        let strides = [-1, -(stride as isize), 1, stride as isize];
        let shape = |class: &Class| match *class {
            Class::Stone { .. } => vec![0],
            Class::Block { rows, columns } => (0..rows)
                .flat_map(|row| (0..columns).map(move |column| (row * stride + column) as isize))
                .collect(),
        };
        let stones = classes.iter().take_while(|class| matches!(class, Class::Stone { .. })).count();
        let fixed = (1..=colours.len())
            .map(|colour| (0..flower.len()).filter(|&cell| usize::from(flower[cell]) == colour).collect())
            .collect();
        let rules = Self {
            width,
            height,
            terrain: board.terrain.clone(),
            strides,
            far: Far::new(&ground, &strides),
            ground,
            flower,
            colours,
            fixed,
            wave,
            shapes: classes.iter().map(shape).collect(),
            classes,
            ends,
            stones,
        };
        let position = Position {
            at: found.iter().map(|&(_, at, _)| framed(at) as u16).collect(),
            bloomed: found[..stones].iter().map(|&(_, _, bloomed)| bloomed).collect(),
        };
        let scene = Scene::new(&rules, &position);
        if !scene.is_sound() {
            return refuse(
                "found pieces that overlap or stand in a wall, expected each on free cells".to_owned(),
            );
        }
        let position = scene.position();
        Ok((rules, position))
    }

    fn expand(&self, state: &Position, out: &mut Vec<Next<Position>>) {
        let mut scene = Scene::new(self, state);
        for left in self.width + 3..self.ground.len() - self.width - 3 {
            if scene.act(left) {
                scene.settle();
                out.push(Next { state: scene.position(), pushed: false });
                scene.set(state);
            }
        }
    }

    fn status(&self, state: &Position) -> Status {
        if state.bloomed.iter().all(|&bloomed| bloomed) { Status::Solved } else { Status::Playing }
    }

    fn board(&self, state: &Position) -> Board {
        let stride = self.width + 2;
        let cell = |at: isize| (at as usize / stride - 1) * self.width + at as usize % stride - 1;
        let piece = |index: usize| {
            let at = state.at[index] as isize;
            let cells = self.shapes[index].iter().map(|&offset| cell(at + offset)).collect();
            match self.classes[index] {
                Class::Block { .. } => Piece::plain("block", cells),
                Class::Stone { colour, arrow } => {
                    let bloomed = state.bloomed[index];
                    let cells = if bloomed { vec![cell(at), cell(at + self.strides[arrow])] } else { cells };
                    let colours = vec![self.colours[colour].clone(); cells.len()];
                    Piece { colours, arrow: arrow as i64, bloomed, ..Piece::plain("stone", cells) }
                }
            }
        };
        Board {
            width: self.width,
            height: self.height,
            terrain: self.terrain.clone(),
            pieces: (0..state.at.len()).map(piece).collect(),
            counters: Vec::new(),
        }
    }

    fn pack(&self, state: &Position, out: &mut Vec<u8>) {
        for chunk in state.bloomed.chunks(8) {
            out.push(chunk.iter().rev().fold(0, |bits, &bloomed| bits << 1 | u8::from(bloomed)));
        }
        for &at in &state.at {
            if self.is_small() {
                out.push(at as u8);
            } else {
                out.extend_from_slice(&at.to_le_bytes());
            }
        }
    }

    fn unpack(&self, bytes: &[u8]) -> Position {
        let (bits, places) = bytes.split_at(self.stones.div_ceil(8));
        let at = if self.is_small() {
            places.iter().map(|&at| u16::from(at)).collect()
        } else {
            places.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        };
        Position {
            at,
            bloomed: (0..self.stones).map(|index| bits[index / 8] >> (index % 8) & 1 == 1).collect(),
        }
    }

    fn estimate(&self, state: &Position) -> Cost {
        Cost { pushes: 0, moves: u32::from(self.status(state) == Status::Playing) }
    }

    fn guide(&self, state: &Position) -> u32 {
        far::guide(self, state)
    }

    fn features(&self, state: &Position) -> u64 {
        state.bloomed.iter().fold(0, |bits, &bloomed| bits << 1 | u64::from(bloomed))
    }

    fn is_dead(&self, state: &Position) -> bool {
        far::is_dead(self, state)
    }
}

impl Hanano {
    /// Whether a cell fits in a byte.
    fn is_small(&self) -> bool {
        self.ground.len() <= 256
    }

    /// The colour and the arrow of a stone.
    fn stone(&self, index: usize) -> (usize, usize) {
        match self.classes[index] {
            Class::Stone { colour, arrow } => (colour, arrow),
            Class::Block { .. } => unreachable!("the stones come first"),
        }
    }
}

fn wave(options: &[(String, Scalar)]) -> Result<Wave, TwinError> {
    let mut wave = Wave::All;
    for (name, value) in options {
        wave = match (name.as_str(), value) {
            ("bloom_wave", Scalar::Text(text)) if text == "all" => Wave::All,
            ("bloom_wave", Scalar::Text(text)) if text == "row" => Wave::Row,
            ("bloom_wave", Scalar::Text(text)) if text == "one" => Wave::One,
            _ => return Err(TwinError(format!("found the option {name} = {value:?}, expected a known one"))),
        }
    }
    Ok(wave)
}

/// The number of a colour, a new one where it is new.
fn number(colours: &mut Vec<String>, colour: &String) -> Result<usize, TwinError> {
    if let Some(index) = colours.iter().position(|known| known == colour) {
        return Ok(index);
    }
    if colours.len() == usize::from(u8::MAX) {
        return Err(TwinError("found more than 255 colours, expected fewer".to_owned()));
    }
    colours.push(colour.clone());
    Ok(colours.len() - 1)
}

/// What a piece is, its anchor on the board, and whether it has bloomed.
fn classify(
    board: &Board,
    piece: &Piece,
    colours: &mut Vec<String>,
) -> Result<(Class, usize, bool), TwinError> {
    let refuse = || Err(TwinError(format!("found {piece:?}, expected a stone or a rectangular block")));
    let bare = Piece { colours: Vec::new(), arrow: -1, bloomed: false, ..piece.clone() };
    if bare != Piece::plain(&piece.kind, piece.cells.clone()) {
        return refuse();
    }
    match (piece.kind.as_str(), piece.colours.as_slice()) {
        ("block", []) if piece.arrow == -1 && !piece.bloomed => {
            let mut cells = piece.cells.clone();
            cells.sort_unstable();
            let (first, last) = (cells[0], cells[cells.len() - 1]);
            if last % board.width < first % board.width {
                return refuse();
            }
            let rows = last / board.width - first / board.width + 1;
            let columns = last % board.width - first % board.width + 1;
            let whole =
                (0..rows).flat_map(|row| (0..columns).map(move |column| first + row * board.width + column));
            if !whole.eq(cells) {
                return refuse();
            }
            Ok((Class::Block { rows, columns }, first, false))
        }
        ("stone", [colour, rest @ ..]) if (0..4).contains(&piece.arrow) => {
            let stone = piece.cells[0];
            let arrow = piece.arrow as usize;
            let (row, column) = (stone / board.width, stone % board.width);
            let before = match arrow {
                0 if column > 0 => Some(stone - 1),
                1 if row > 0 => Some(stone - board.width),
                2 if column + 1 < board.width => Some(stone + 1),
                3 if row + 1 < board.height => Some(stone + board.width),
                _ => None,
            };
            let proper = match (piece.bloomed, piece.cells.as_slice(), rest) {
                (false, [_], []) => true,
                (true, [_, flower], [other]) => Some(*flower) == before && other == colour,
                _ => false,
            };
            if !proper {
                return refuse();
            }
            Ok((Class::Stone { colour: number(colours, colour)?, arrow }, stone, piece.bloomed))
        }
        _ => refuse(),
    }
}

/// The order of the classes: stones first.
fn order(class: &Class) -> (u8, usize, usize) {
    match *class {
        Class::Stone { colour, arrow } => (0, colour, arrow),
        Class::Block { rows, columns } => (1, rows, columns),
    }
}
