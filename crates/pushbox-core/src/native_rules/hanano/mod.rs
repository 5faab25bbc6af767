//! Hanano Puzzle; `pushbox.games.hanano` states the rules.

mod physics;
mod reach;

use std::ops::Range;

use super::game_board::{GameBoard, Piece, Settings, choices};
use super::play::{Action, Controls, Log, Move, Play, Ruling};
use super::{
    Outcome, Reading, Rules, Transition, bits_of, numbers_of, pack_bits, pack_numbers, runs, unsupported,
};
use crate::level::neighbour;
use crate::objective::Count;
use physics::{FIXED, FREE, Simulation};
use reach::ReachTables;

/// The most cells of a board with its frame: a cell fits in 16 bits, with room for the marks of a simulation.
const MAX_CELLS: usize = 60_000;
/// The most pieces of a board, with room for the marks of a simulation.
const MAX_PIECES: usize = 60_000;

/// The extent of a wave of blooming before everything falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wave {
    /// All stones.
    All,
    /// The stones of the row in which the first blooms.
    Row,
    /// The first stone that blooms.
    One,
}

/// The kind of a piece, stones first. Pieces of one class differ only in where they are and whether they have bloomed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PieceClass {
    /// A stone of a colour, by its number, that blooms in a direction.
    Stone { colour: usize, arrow: usize },
    /// A block of so many rows and columns.
    Block { rows: usize, columns: usize },
}

/// The rules of Hanano Puzzle in one level. Cells are those of a board with a frame one cell wide, all of it fixed.
pub struct Hanano {
    width: usize,
    bare: GameBoard,
    /// Cells from one to the next in each direction, 0 left, 1 up, 2 right, 3 down.
    strides: [isize; 4],
    /// [`FREE`] or [`FIXED`] for every cell.
    static_grid: Vec<u16>,
    /// For every cell the number of the colour of a fixed flower plus one, or 0.
    flower: Vec<u8>,
    colours: Vec<String>,
    /// The cells of the fixed flowers of each colour.
    fixed: Vec<Vec<usize>>,
    wave: Wave,
    /// The class of each piece; those of one class stand together.
    classes: Vec<PieceClass>,
    /// The pieces of each class.
    alike: Vec<Range<usize>>,
    /// The cells of each piece before it blooms, from its anchor: the stone, or the block's first cell.
    shapes: Vec<Vec<isize>>,
    stones: usize,
    reach_tables: ReachTables,
}

/// A position of Hanano Puzzle: the anchors of the pieces, stones first, and which stones have bloomed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The anchor of each piece, in the order of the classes, in a class those first that have not bloomed, then by cell.
    anchors: Box<[u16]>,
    /// Whether each stone has bloomed.
    bloomed: Box<[bool]>,
}

impl Rules for Hanano {
    type State = Position;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, Position)> {
        let (width, height) = (board.width, board.height);
        let fits = width.checked_mul(height).is_some_and(|area| area == board.terrain.len());
        if !fits || (width + 2) * (height + 2) > MAX_CELLS || board.pieces.len() > MAX_PIECES {
            return unsupported(format!("found a board of {width} x {height}, expected a smaller one"));
        }
        let [wave] = choices("Hanano", options, [("bloom_wave", &["all", "row", "one"])])?;
        let wave = [Wave::All, Wave::Row, Wave::One][wave];
        board.counter(None)?;
        let stride = width + 2;
        let framed = |cell| framed(cell, width);
        let mut static_grid = vec![FIXED; stride * (height + 2)];
        let mut flower = vec![0; static_grid.len()];
        let mut colours = Vec::new();
        board.read_terrain("Hanano", |cell, terrain| {
            match (terrain.kind.as_str(), &terrain.colour) {
                ("floor", None) => static_grid[framed(cell)] = FREE,
                ("wall", None) => {}
                ("flower", Some(colour)) => {
                    flower[framed(cell)] = number(&mut colours, colour).ok()? as u8 + 1
                }
                _ => return None,
            }
            terrain.is_plain_but(|bare| bare.colour = None).then_some(())
        })?;
        let mut pieces = Vec::new();
        for piece in &board.pieces {
            if piece.cells.is_empty() || piece.cells.iter().any(|&cell| cell >= width * height) {
                return unsupported(format!("found {piece:?}, expected one on the board"));
            }
            pieces.push(classify(board, piece, &mut colours)?);
        }
        pieces.sort_unstable();
        let classes: Vec<PieceClass> = pieces.iter().map(|&(class, ..)| class).collect();
        let strides = [-1, -(stride as isize), 1, stride as isize];
        let shape_of = |class: &PieceClass| match *class {
            PieceClass::Stone { .. } => vec![0],
            PieceClass::Block { rows, columns } => (0..rows)
                .flat_map(|row| (0..columns).map(move |column| (row * stride + column) as isize))
                .collect(),
        };
        let stones = classes.iter().take_while(|class| matches!(class, PieceClass::Stone { .. })).count();
        let fixed = (1..=colours.len())
            .map(|colour| (0..flower.len()).filter(|&cell| usize::from(flower[cell]) == colour).collect())
            .collect();
        let rules = Self {
            width,
            bare: board.bare(),
            strides,
            reach_tables: ReachTables::new(&static_grid, &strides),
            static_grid,
            flower,
            colours,
            fixed,
            wave,
            shapes: classes.iter().map(shape_of).collect(),
            alike: runs(&classes),
            classes,
            stones,
        };
        let position = Position {
            anchors: pieces.iter().map(|&(.., anchor)| framed(anchor) as u16).collect(),
            bloomed: pieces[..stones].iter().map(|&(_, bloomed, _)| bloomed).collect(),
        };
        let simulation = Simulation::new(&rules, &position, ());
        if !simulation.is_valid() {
            return unsupported("found pieces that overlap or stand in a wall, expected each on free cells");
        }
        let position = simulation.position();
        Ok((rules, position))
    }

    fn successors(&self, state: &Position, out: &mut Vec<Transition<Position>>) {
        let mut simulation = Simulation::new(self, state, ());
        for left in self.width + 3..self.static_grid.len() - self.width - 3 {
            if simulation.shift_or_swap(left) {
                simulation.settle();
                out.push(Transition { state: simulation.position(), pushed: false });
                simulation.set(state);
            }
        }
    }

    fn outcome(&self, state: &Position) -> Outcome {
        if state.bloomed.iter().all(|&bloomed| bloomed) { Outcome::Solved } else { Outcome::Playing }
    }

    fn to_board(&self, state: &Position) -> GameBoard {
        let piece = |index| self.piece(index, state.anchors[index].into(), state.is_bloomed(index));
        GameBoard { pieces: (0..state.anchors.len()).map(piece).collect(), ..self.bare.clone() }
    }

    fn encode(&self, state: &Position, out: &mut Vec<u8>) {
        out.extend(pack_bits(&state.bloomed));
        pack_numbers(state.anchors.iter().copied(), self.is_narrow(), out);
    }

    fn decode(&self, bytes: &[u8]) -> Position {
        let (bits, cells) = bytes.split_at(self.stones.div_ceil(8));
        let anchors = numbers_of(cells, self.is_narrow()).collect();
        Position { anchors, bloomed: bits_of(bits, self.stones) }
    }

    fn lower_bound(&self, state: &Position) -> Option<Count> {
        (!reach::is_deadlock(self, state)).then_some(Count { pushes: 0, moves: 1 })
    }

    fn heuristic(&self, state: &Position) -> Option<u32> {
        (!reach::is_deadlock(self, state)).then(|| reach::heuristic(self, state))
    }

    fn features(&self, state: &Position) -> u64 {
        state.bloomed.iter().fold(0, |bits, &bloomed| bits << 1 | u64::from(bloomed))
    }
}

impl Play for Hanano {
    fn pseudo_legal_moves(&self, _state: &Position, out: &mut Vec<Move>) {
        out.extend((0..self.bare.terrain.len()).map(|left| Move::new(left as u16, Action::Exchange)));
    }

    fn act<L: Log>(&self, state: &Position, chosen: Move, log: &mut L) -> Option<Transition<Position>> {
        let left = usize::from(chosen.piece);
        if chosen.action != Action::Exchange || left >= self.bare.terrain.len() {
            return None;
        }
        let mut simulation = Simulation::new(self, state, log);
        if !simulation.shift_or_swap(framed(left, self.width)) {
            return None;
        }
        simulation.settle();
        Some(Transition { state: simulation.position(), pushed: false })
    }

    fn controls(&self) -> Option<Controls> {
        Some(Controls::Pairs)
    }

    fn ruling(&self, state: &Position) -> Ruling {
        (self.outcome(state), None)
    }
}

impl Position {
    fn is_bloomed(&self, piece: usize) -> bool {
        self.bloomed.get(piece) == Some(&true)
    }
}

/// Returns the cell of a board of some columns as a cell of the board with its frame.
fn framed(cell: usize, width: usize) -> usize {
    (cell / width + 1) * (width + 2) + cell % width + 1
}

impl Hanano {
    /// Returns a piece of the board, of which the anchor is a cell of the board with its frame.
    fn piece(&self, index: usize, anchor: usize, bloomed: bool) -> Piece {
        let stride = self.width + 2;
        let cell = |framed: usize| (framed / stride - 1) * self.width + framed % stride - 1;
        let cell_by = |&offset: &isize| cell(anchor.wrapping_add_signed(offset));
        let mut cells: Vec<usize> = self.shapes[index].iter().map(cell_by).collect();
        match self.classes[index] {
            PieceClass::Block { .. } => Piece::plain("block", cells),
            PieceClass::Stone { colour, arrow } => {
                cells.extend(bloomed.then(|| cell_by(&self.strides[arrow])));
                let colours = vec![self.colours[colour].clone(); cells.len()];
                Piece { colours, arrow: arrow as i64, bloomed, ..Piece::plain("stone", cells) }
            }
        }
    }

    /// Returns whether a cell fits in a byte.
    fn is_narrow(&self) -> bool {
        self.static_grid.len() <= 256
    }

    /// Returns the colour and the arrow of a stone.
    fn stone(&self, index: usize) -> (usize, usize) {
        match self.classes[index] {
            PieceClass::Stone { colour, arrow } => (colour, arrow),
            PieceClass::Block { .. } => unreachable!("the stones come first"),
        }
    }
}

/// Returns the number of a colour, a new one where it is new.
fn number(colours: &mut Vec<String>, colour: &String) -> Reading<usize> {
    if let Some(index) = colours.iter().position(|known| known == colour) {
        return Ok(index);
    }
    if colours.len() == usize::from(u8::MAX) {
        return unsupported("found more than 255 colours, expected fewer");
    }
    colours.push(colour.clone());
    Ok(colours.len() - 1)
}

/// Returns the class of a piece, whether it has bloomed, and its anchor on the board.
fn classify(
    board: &GameBoard,
    piece: &Piece,
    colours: &mut Vec<String>,
) -> Reading<(PieceClass, bool, usize)> {
    let refuse = || unsupported(format!("found {piece:?}, expected a stone or a rectangular block"));
    if !piece.is_plain_but(|bare| (bare.colours, bare.arrow, bare.bloomed) = (Vec::new(), -1, false)) {
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
            Ok((PieceClass::Block { rows, columns }, false, first))
        }
        ("stone", [colour, rest @ ..]) if (0..4).contains(&piece.arrow) => {
            let stone = piece.cells[0];
            let arrow = piece.arrow as usize;
            let before = neighbour(board.width, board.terrain.len(), stone, arrow);
            let proper = match (piece.bloomed, piece.cells.as_slice(), rest) {
                (false, [_], []) => true,
                (true, [_, flower], [other]) => Some(*flower) == before && other == colour,
                _ => false,
            };
            if !proper {
                return refuse();
            }
            Ok((PieceClass::Stone { colour: number(colours, colour)?, arrow }, piece.bloomed, stone))
        }
        _ => refuse(),
    }
}
