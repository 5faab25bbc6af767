//! How games are steered: what keys mean while a piece is steered, and how a move is written.
//!
//! `pointer` has what a pointer means. A game names its family; a family sees a
//! position as the board and the legal moves alone, so that it is stated once for all games of it.

use super::game_board::{GameBoard, Piece};
use super::loaded::{Played, PlayedLevel};
use super::play::{Action, Change, Controls, Move, Part};
use super::sentence::Sentence;
use crate::level::neighbour;

/// The names of the directions.
pub const DIRECTIONS: [&str; 4] = ["left", "up", "right", "down"];
const LETTERS: [char; 4] = ['l', 'u', 'r', 'd'];
const ARROWS: [char; 4] = ['<', '^', '>', 'v'];

/// What a key means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing.
    Nothing,
    /// The piece of this number among those that can be steered is steered.
    Focus(usize),
    /// A move, which may be illegal.
    Move(Move),
}

/// A move that was made while a piece was steered.
#[derive(Clone, Debug)]
pub struct Steered {
    /// What it did.
    pub played: Played,
    /// The move as files write it: nothing that is steered counts.
    pub text: String,
    /// The move as a history shows it, beside that of its piece before.
    pub label: String,
    /// The move as it is typed while the piece is steered; moves that are typed follow each other.
    pub typed: String,
    /// For each piece that was pushed its cells before and after, `None` if it has gone.
    pub pushes: Vec<(usize, Option<usize>)>,
    /// The number of the piece that is steered after it.
    pub focus: Option<usize>,
}

/// Returns the pieces that keys can steer in a position, in the order in which they are offered; none where the level is
/// not steered natively.
pub fn steerable(level: &dyn PlayedLevel, state: &[u8]) -> Vec<Piece> {
    level.controls().map_or_else(Vec::new, |controls| controls.steerable(&level.board(state)))
}

/// Returns what a key means while the piece of a number is steered.
pub fn meaning(level: &dyn PlayedLevel, state: &[u8], focus: Option<usize>, key: &str) -> Meaning {
    let Some(controls) = level.controls() else { return Meaning::Nothing };
    let board = level.board(state);
    let pieces = controls.steerable(&board);
    let focus = focus.filter(|&number| number < pieces.len());
    if key == "next" || key == "previous" {
        return controls.other(&pieces, focus, key == "next").map_or(Meaning::Nothing, Meaning::Focus);
    }
    let steered = match controls {
        Controls::Pusher | Controls::Pushers => focus.or((!pieces.is_empty()).then_some(0)),
        _ => focus,
    };
    let Some(number) = steered else { return Meaning::Nothing };
    let direction = DIRECTIONS.iter().position(|&name| name == key);
    let chosen = match (controls, direction) {
        (Controls::Pusher | Controls::Swipes { .. }, Some(way)) => {
            Some(Move::new(pieces[number].cells[0] as u16, Action::Step(way)))
        }
        (Controls::Pushers, Some(way)) => {
            Some(Move::new(leader(&pieces, number).cells[0] as u16, Action::Step(way)))
        }
        (Controls::Stones, way) => {
            let action = match way {
                Some(way @ (0 | 2)) => Some(Action::Step(way)),
                None if key == "act" => Some(Action::Fix),
                _ => None,
            };
            let cell = pieces[number].cells[0];
            let rank = pieces[..number].iter().filter(|piece| piece.cells[0] == cell).count() as u16;
            action.map(|action| Move { piece: cell as u16, rank, action })
        }
        (Controls::Pairs, Some(way @ (0 | 2))) => beside(&board, &pieces[number], way)
            .map(|left| Move::new(left as u16, Action::Exchange))
            .find(|&chosen| level.apply(state, chosen).is_some()),
        _ => None,
    };
    chosen.map_or(Meaning::Nothing, Meaning::Move)
}

/// Makes a move while the piece of a number is steered; returns `None` if it is illegal.
pub fn steer(level: &dyn PlayedLevel, state: &[u8], focus: Option<usize>, chosen: Move) -> Option<Steered> {
    let controls = level.controls()?;
    let played = level.apply(state, chosen)?;
    let board = level.board(state);
    let pieces = controls.steerable(&board);
    let after = controls.steerable(&level.board(&played.state));
    let steered = focus.and_then(|number| pieces.get(number));
    let typed = controls.typed(&board, &pieces, steered.map(|piece| piece.cells[0]), chosen, played.pushed);
    let came = controls.after(&pieces, steered, chosen).map(|piece| followed(&piece, &played.changes));
    let focus = number_of(&after, came.as_ref());
    Some(Steered {
        text: controls.write(&board, &pieces, None, chosen, played.pushed),
        label: controls.write(&board, &pieces, Some(chosen.piece.into()), chosen, played.pushed),
        typed,
        pushes: controls.pushes(&played.changes),
        focus,
        played,
    })
}

/// Returns why a move that a key means is illegal; `None` where that is not stated natively.
pub fn refusal(level: &dyn PlayedLevel, state: &[u8], chosen: Move) -> Option<Sentence> {
    level.refusal(state, chosen).or_else(|| level.controls()?.refusal(&level.board(state), chosen))
}

/// Returns the legal move that is written so where nothing is steered.
pub fn read(level: &dyn PlayedLevel, state: &[u8], text: &str) -> Option<Move> {
    let controls = level.controls()?;
    let board = level.board(state);
    let pieces = controls.steerable(&board);
    let is_meant = |&chosen: &Move| {
        [false, true].iter().any(|&pushed| controls.write(&board, &pieces, None, chosen, pushed) == text)
    };
    level.legal_moves(state).into_iter().find(is_meant)
}

/// What a text of typed moves begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed<'t> {
    /// A move, which may be illegal, and the text after it.
    Move(Move, &'t str),
    /// Nothing: it is at its end.
    End,
    /// Anything else: what is read are steps and selections, or moves with a space between them.
    Unread,
}

/// Reads the first of some moves that are typed while the piece of a number is steered.
pub fn read_typed<'t>(
    level: &dyn PlayedLevel,
    state: &[u8],
    focus: Option<usize>,
    text: &'t str,
) -> Typed<'t> {
    let is_gap = |sign: char| sign.is_ascii_whitespace() || sign == ';';
    let text = text.trim_start_matches(is_gap);
    let Some(controls) = level.controls().filter(|_| !text.is_empty()) else {
        return if text.is_empty() { Typed::End } else { Typed::Unread };
    };
    if !matches!(controls, Controls::Pusher | Controls::Pushers) {
        let (written, rest) = text.split_at(text.find(is_gap).unwrap_or(text.len()));
        return read(level, state, written).map_or(Typed::Unread, |chosen| Typed::Move(chosen, rest));
    }
    read_step(&level.board(state), controls, focus, text)
        .map_or(Typed::Unread, |(chosen, rest)| Typed::Move(chosen, rest))
}

/// Reads a step, behind selections of pushers: the steps in braces lead from one to the next.
fn read_step<'t>(
    board: &GameBoard,
    controls: Controls,
    focus: Option<usize>,
    text: &'t str,
) -> Option<(Move, &'t str)> {
    let pieces = controls.steerable(board);
    let mut number = focus.filter(|&number| number < pieces.len()).unwrap_or(0);
    let mut rest = text;
    while let Some(selection) = rest.strip_prefix('{') {
        let (letters, after) = selection.split_once('}')?;
        let cell = displaced(board, pieces.get(number)?.cells[0], letters)?;
        number = pieces.iter().position(|piece| piece.cells[0] == cell)?;
        rest = after.trim_start();
    }
    let mut signs = rest.chars();
    let letter = signs.next()?.to_ascii_lowercase();
    let way = LETTERS.iter().position(|&known| known == letter)?;
    let cell = if pieces.is_empty() { board.terrain.len() } else { leader(&pieces, number).cells[0] };
    Some((Move::new(cell as u16, Action::Step(way)), signs.as_str()))
}

/// Returns the cell to which steps lead that ignore walls, `None` off the board.
fn displaced(board: &GameBoard, from: usize, letters: &str) -> Option<usize> {
    let (mut row, mut column) = ((from / board.width) as i64, (from % board.width) as i64);
    for letter in letters.chars() {
        match LETTERS.iter().position(|&known| known == letter.to_ascii_lowercase())? {
            0 => column -= 1,
            1 => row -= 1,
            2 => column += 1,
            _ => row += 1,
        }
    }
    let is_on = (0..board.width as i64).contains(&column) && (0..board.height as i64).contains(&row);
    is_on.then(|| row as usize * board.width + column as usize)
}

/// Returns the number of the piece that is steered once a move from a position has been taken back, while that of a
/// number is steered after it.
pub fn steered_before(
    level: &dyn PlayedLevel,
    state: &[u8],
    focus: Option<usize>,
    chosen: Move,
) -> Option<usize> {
    let controls = level.controls()?;
    let played = level.apply(state, chosen)?;
    let pieces = controls.steerable(&level.board(state));
    let after = controls.steerable(&level.board(&played.state));
    let steered = focus.and_then(|number| after.get(number));
    let came = played.changes.iter().rev().find_map(|change| match &change.part {
        Part::Piece { after, original, .. } if after.as_ref() == steered && steered.is_some() => {
            original.as_ref()
        }
        _ => None,
    });
    let here = number_of(&pieces, came.or(steered))?;
    number_of(&pieces, controls.after(&pieces, Some(&pieces[here]), chosen).as_ref())
}

/// Returns the number of a piece, that of the first one where it is not among them.
fn number_of(pieces: &[Piece], piece: Option<&Piece>) -> Option<usize> {
    let number = pieces.iter().position(|other| Some(other) == piece);
    number.or((!pieces.is_empty()).then_some(0))
}

/// Returns what a piece has become by changes.
fn followed(piece: &Piece, changes: &[Change]) -> Piece {
    let became = changes.iter().rev().find_map(|change| match &change.part {
        Part::Piece { after: Some(after), original: Some(original), .. } if original == piece => Some(after),
        _ => None,
    });
    became.unwrap_or(piece).clone()
}

/// Returns the first in reading order of the pushers that are linked with one.
fn leader(pushers: &[Piece], number: usize) -> &Piece {
    let own = &pushers[number];
    pushers.iter().find(|other| other.group != 0 && other.group == own.group).unwrap_or(own)
}

/// Returns the left cells of the pairs that a piece is in with what is beside it in a direction.
pub(super) fn beside(board: &GameBoard, piece: &Piece, way: usize) -> impl Iterator<Item = usize> {
    piece.cells.iter().filter_map(move |&cell| {
        let column = cell % board.width;
        let beside = match way {
            0 if column > 0 => cell - 1,
            2 if column + 1 < board.width => cell + 1,
            _ => return None,
        };
        (!piece.cells.contains(&beside)).then_some(cell.min(beside))
    })
}

/// Writes the steps from one cell to another, the horizontal ones first.
fn displacement(width: usize, from: usize, to: usize) -> String {
    let across = [("l", from % width, to % width), ("r", to % width, from % width)];
    let down = [("u", from / width, to / width), ("d", to / width, from / width)];
    across.iter().chain(&down).map(|(letter, more, less)| letter.repeat(more.saturating_sub(*less))).collect()
}

impl Controls {
    fn steerable(self, board: &GameBoard) -> Vec<Piece> {
        let can_steer = |piece: &&Piece| match self {
            Self::Pusher | Self::Pushers => piece.kind == "pusher",
            Self::Stones => !piece.fixed,
            Self::Pairs => true,
            Self::Swipes { circles } => circles || piece.kind != "circle",
        };
        // Unlike pieces on one cell are stones of several colours. A sort would take more code in a browser.
        let mut pieces: Vec<Piece> = Vec::new();
        for piece in board.pieces.iter().filter(can_steer) {
            let is_before = |other: &Piece| (&other.cells, &other.colours) < (&piece.cells, &piece.colours);
            let place = pieces.partition_point(is_before);
            if pieces.get(place) != Some(piece) {
                pieces.insert(place, piece.clone());
            }
        }
        pieces
    }

    /// Returns the number of the piece that is steered next, or before.
    fn other(self, pieces: &[Piece], focus: Option<usize>, next: bool) -> Option<usize> {
        let count = pieces.len();
        let step = if next { 1 } else { count.max(1) - 1 };
        match self {
            Self::Pusher => None,
            Self::Pushers => {
                let own = focus.unwrap_or(0);
                let mut others = (1..count).map(|turn| (own + turn * step) % count);
                others.find(|&other| leader(pieces, other) != leader(pieces, own))
            }
            _ if count == 0 => None,
            _ => Some(focus.map_or(0, |own| (own + step) % count)),
        }
    }

    /// Returns the piece, as it is before a move, that is steered after it.
    fn after(self, pieces: &[Piece], focus: Option<&Piece>, chosen: Move) -> Option<Piece> {
        let mover = || pieces.iter().find(|piece| piece.cells[0] == usize::from(chosen.piece));
        let steered = match self {
            Self::Pushers => {
                let own = focus.and_then(|focus| pieces.iter().position(|piece| piece == focus));
                let is_own = |number| leader(pieces, number).cells[0] == usize::from(chosen.piece);
                if own.is_some_and(is_own) { focus } else { mover().or(focus) }
            }
            Self::Swipes { .. } => mover().or(focus),
            _ => focus,
        };
        steered.cloned()
    }

    /// Writes a move, for whoever steers the piece on a cell.
    fn write(
        self,
        board: &GameBoard,
        pieces: &[Piece],
        steered: Option<usize>,
        chosen: Move,
        pushed: bool,
    ) -> String {
        let (cell, way) =
            (usize::from(chosen.piece), if let Action::Step(way) = chosen.action { way } else { 1 });
        let place = || format!("{},{}", cell / board.width, cell % board.width);
        match self {
            Self::Pusher | Self::Pushers => {
                let letter = if pushed { LETTERS[way].to_ascii_uppercase() } else { LETTERS[way] };
                let steered = steered.or(pieces.first().map(|first| first.cells[0])).unwrap_or(cell);
                let number = pieces.iter().position(|piece| piece.cells[0] == steered);
                match number {
                    Some(number) if leader(pieces, number).cells[0] != cell => {
                        format!("{{{}}}{letter}", displacement(board.width, steered, cell))
                    }
                    _ => letter.into(),
                }
            }
            Self::Stones => {
                let sign = ['<', '!', '>'][way];
                let here: Vec<&Piece> = pieces.iter().filter(|piece| piece.cells[0] == cell).collect();
                match here.get(usize::from(chosen.rank)) {
                    Some(stone) if here.len() > 1 => format!("{}:{}{sign}", place(), stone.colours[0]),
                    _ => format!("{}{sign}", place()),
                }
            }
            Self::Pairs => place(),
            Self::Swipes { .. } => format!("{}{}", place(), ARROWS[way]),
        }
    }

    /// Writes a move as it is typed while the piece on a cell is steered.
    fn typed(
        self,
        board: &GameBoard,
        pieces: &[Piece],
        steered: Option<usize>,
        chosen: Move,
        pushed: bool,
    ) -> String {
        let parted = if matches!(self, Self::Pusher | Self::Pushers) { "" } else { " " };
        self.write(board, pieces, steered, chosen, pushed) + parted
    }

    /// Returns why a move is illegal, as far as the board tells.
    fn refusal(self, board: &GameBoard, chosen: Move) -> Option<Sentence> {
        let cell = usize::from(chosen.piece);
        let on = |cell: usize| board.pieces.iter().find(|piece| piece.cells.contains(&cell));
        let Action::Step(way) = chosen.action else { return Some(Sentence::new("stone-shares")) };
        Some(match self {
            Self::Pusher | Self::Pushers => {
                let target = neighbour(board.width, board.terrain.len(), cell, way);
                let why = match target.and_then(on) {
                    None => "why-wall",
                    Some(piece) if piece.kind == "pusher" => "why-pusher",
                    Some(piece) if piece.hidden => "why-something",
                    Some(piece) if piece.fixed => "why-fixed",
                    Some(_) => "why-blocked",
                };
                let code = if self == Self::Pusher { "player-cannot-go" } else { "pusher-cannot-go" };
                Sentence::new(code)
                    .with("direction", Sentence::direction(way))
                    .with("why", Sentence::new(why))
            }
            Self::Swipes { .. } => {
                let is_circle = on(cell).is_some_and(|piece| piece.kind == "circle");
                let code = if is_circle { "circle-slide" } else { "square-slide" };
                Sentence::new(code)
                    .with("cell", board.cell_name(cell))
                    .with("direction", Sentence::direction(way))
            }
            Self::Stones | Self::Pairs => Sentence::new("why-solid"),
        })
    }

    /// Returns for each piece that changes say was pushed its cells before and after.
    fn pushes(self, changes: &[Change]) -> Vec<(usize, Option<usize>)> {
        let mut pushes: Vec<(&Piece, Option<usize>)> = Vec::new();
        for Change { cause, part, .. } in changes {
            let Part::Piece { after, original: Some(original), .. } = part else { continue };
            let is_push = match self {
                Self::Pusher | Self::Pushers => *cause == "push" && original.kind != "pusher",
                Self::Swipes { .. } => true,
                Self::Stones | Self::Pairs => false,
            };
            let rest = after.as_ref().map(|after| after.cells[0]);
            match pushes.iter_mut().find(|(piece, _)| *piece == original) {
                Some((_, known)) => *known = rest,
                None if is_push => pushes.push((original, rest)),
                None => {}
            }
        }
        if self == Self::Pusher {
            pushes.reverse(); // the foremost of a line moves first, and the one beside the pusher is named first
        }
        pushes.into_iter().map(|(piece, rest)| (piece.cells[0], rest)).collect()
    }
}
