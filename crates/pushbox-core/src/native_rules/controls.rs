//! How games are steered: what keys mean while a piece is steered, and how a move is written.
//!
//! `pointer` has what a pointer means. A game names its family; a family sees a
//! position as the board and the legal moves alone, so that it is stated once for all games of it.

use super::game_board::{GameBoard, Piece, Terrain};
use super::line_tokens::{self, Token};
use super::loaded::{Played, PlayedLevel};
use super::play::{Action, Change, Controls, Move, Part};
use super::pointer::became;
use super::sentence::Sentence;
use crate::level::neighbour;

/// The names of the directions.
pub const DIRECTIONS: [&str; 4] = ["left", "up", "right", "down"];
const LETTERS: [char; 4] = ['l', 'u', 'r', 'd'];
const ARROWS: [char; 4] = ['<', '^', '>', 'v'];

/// The most letters of moves that are read at once.
pub const MOST_AT_ONCE: usize = 1_000;

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
    level.controls().map_or_else(Vec::new, |controls| offered(level, state, controls, &level.board(state)))
}

/// Returns the pieces that keys can steer on the board of a position.
fn offered(level: &dyn PlayedLevel, state: &[u8], controls: Controls, board: &GameBoard) -> Vec<Piece> {
    if level.is_waiting(state) { Vec::new() } else { controls.steerable(board) }
}

/// Returns what a key means while the piece of a number is steered.
pub fn meaning(level: &dyn PlayedLevel, state: &[u8], focus: Option<usize>, key: &str) -> Meaning {
    let Some(controls) = level.controls() else { return Meaning::Nothing };
    let board = level.board(state);
    let pieces = offered(level, state, controls, &board);
    let focus = focus.filter(|&number| number < pieces.len());
    if key == "next" || key == "previous" {
        return controls.other(&pieces, focus, key == "next").map_or(Meaning::Nothing, Meaning::Focus);
    }
    let steered = match controls {
        Controls::Pusher | Controls::Pushers | Controls::Pullers => {
            focus.or((!pieces.is_empty()).then_some(0))
        }
        _ => focus,
    };
    let Some(number) = steered else { return Meaning::Nothing };
    if controls == Controls::Pullers && key == "act" {
        let other = partners(&board, &pieces[number]).next();
        let place = pieces.iter().position(|piece| Some(piece) == other);
        return place.map_or(Meaning::Nothing, Meaning::Focus);
    }
    let direction = DIRECTIONS.iter().position(|&name| name == key);
    let chosen = match (controls, direction) {
        (Controls::Pusher | Controls::Swipes { .. }, Some(way)) => {
            Some(Move::new(pieces[number].cells[0] as u16, Action::Step(way)))
        }
        (Controls::Pushers, Some(way)) => {
            Some(Move::new(leader(&pieces, number).cells[0] as u16, Action::Step(way)))
        }
        (Controls::Pullers, Some(way)) if pieces[number].kind == "pusher" => {
            Some(Move::new(pieces[number].cells[0] as u16, Action::Step(way)))
        }
        (Controls::Pullers, Some(way)) => {
            let puller = neighbour(board.width, board.terrain.len(), pieces[number].cells[0], way);
            let is_there = partners(&board, &pieces[number]).any(|piece| Some(piece.cells[0]) == puller);
            puller.filter(|_| is_there).map(|cell| Move::new(cell as u16, Action::Pull(way)))
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
    let pieces = offered(level, state, controls, &board);
    let after = steerable(level, &played.state);
    let steered = focus.and_then(|number| pieces.get(number));
    let typed = controls.typed(&board, &pieces, steered.map(|piece| piece.cells[0]), chosen, played.pushed);
    let came = match controls.after(&board, &pieces, steered, chosen) {
        Some(piece) => Some(followed(&piece, &played.changes)),
        None => played.changes.iter().rev().find_map(came_onto_board),
    };
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
    let pieces = offered(level, state, controls, &board);
    let is_meant = |&chosen: &Move| {
        [false, true].iter().any(|&pushed| controls.write(&board, &pieces, None, chosen, pushed) == text)
    };
    level.legal_moves(state).into_iter().find(is_meant)
}

/// Returns how many letters a text of typed moves has, where that is more than are read at once.
pub fn too_many_typed(level: &dyn PlayedLevel, text: &str) -> Option<usize> {
    let is_read = |controls| matches!(controls, Controls::Pusher | Controls::Pushers | Controls::Pullers);
    let tokens =
        level.controls().filter(|&controls| is_read(controls)).and_then(|_| line_tokens::read(text))?;
    let counts = tokens.iter().map(|token| if let Token::Steps(letters) = token { letters.len() } else { 0 });
    Some(counts.sum::<usize>()).filter(|&count| count > MOST_AT_ONCE)
}

/// Reads moves that are typed while the piece of a number is steered, up to the first illegal one; `None` for a text with
/// anything else in it, which is left to Python.
pub fn read_typed(
    level: &dyn PlayedLevel,
    state: &[u8],
    focus: Option<usize>,
    text: &str,
) -> Option<Vec<Move>> {
    let controls = level.controls()?;
    let (mut state, mut moves) = (state.to_vec(), Vec::new());
    if !matches!(controls, Controls::Pusher | Controls::Pushers | Controls::Pullers) {
        for written in text.split(|sign: char| sign.is_ascii_whitespace() || sign == ';') {
            if !written.is_empty() {
                moves.push(read(level, &state, written)?);
                state = level.apply(&state, *moves.last()?)?.state;
            }
        }
        return Some(moves);
    }
    let tokens = line_tokens::read(text)?;
    let mut board = level.board(&state);
    let mut pieces = offered(level, &state, controls, &board);
    let off = board.terrain.len();
    let first = |pieces: &[Piece]| pieces.first().map_or(off, |piece| piece.cells[0]);
    let is_pusher =
        |pieces: &[Piece], cell| pieces.iter().any(|piece| piece.kind == "pusher" && piece.cells[0] == cell);
    let steered = focus.and_then(|number| pieces.get(number)).map(|piece| piece.cells[0]);
    let mut pusher = steered.filter(|&cell| is_pusher(&pieces, cell)).unwrap_or(first(&pieces));
    for token in tokens {
        let actions: Vec<Action> = match (&token, controls) {
            (Token::Select(letters), Controls::Pushers | Controls::Pullers) => {
                let cell = if pusher == off { off } else { displaced(&board, pusher, letters)? };
                let stays = letters.is_empty() && controls == Controls::Pullers;
                if !stays && !is_pusher(&pieces, cell) {
                    return None;
                }
                pusher = cell;
                continue;
            }
            (Token::Steps(letters), _) => {
                letters.chars().filter_map(|letter| controls.stepped(letter)).collect()
            }
            (Token::Jump(letters), Controls::Pullers) => {
                let target = displaced(&board, jump_origin(&board, pusher), letters)?;
                if target == pusher { Vec::new() } else { vec![Action::Jump(target as u16)] }
            }
            _ => return None,
        };
        for action in actions {
            let number = pieces.iter().position(|piece| piece.cells[0] == pusher);
            let own = number.filter(|_| controls == Controls::Pushers).map(|number| leader(&pieces, number));
            let chosen = Move::new(own.map_or(pusher, |piece| piece.cells[0]) as u16, action);
            moves.push(chosen);
            let Some(played) = level.apply(&state, chosen) else { return Some(moves) };
            let cell = match (number, action) {
                (Some(number), _) => {
                    became(&pieces[number], &played.changes).map_or(off, |piece| piece.cells[0])
                }
                (None, Action::Jump(cell)) => cell.into(),
                _ => off,
            };
            state = played.state;
            board = level.board(&state);
            pieces = offered(level, &state, controls, &board);
            pusher = if is_pusher(&pieces, cell) { cell } else { first(&pieces) };
        }
    }
    Some(moves)
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
    let pieces = steerable(level, state);
    let after = steerable(level, &played.state);
    let steered = focus.and_then(|number| after.get(number));
    // Where nothing is left to be steered, it is the piece that has gone last.
    let came = played.changes.iter().rev().find_map(|change| match &change.part {
        Part::Piece { after, original, .. } if after.as_ref() == steered => Some(original.as_ref()),
        _ => None,
    });
    let here = number_of(&pieces, came.flatten().or(steered))?;
    let board = level.board(state);
    number_of(&pieces, controls.after(&board, &pieces, Some(&pieces[here]), chosen).as_ref())
}

/// Returns the number of a piece, that of the first one where it is not among them.
fn number_of(pieces: &[Piece], piece: Option<&Piece>) -> Option<usize> {
    let number = pieces.iter().position(|other| Some(other) == piece);
    number.or((!pieces.is_empty()).then_some(0))
}

/// Returns the piece that a change brings onto the board.
fn came_onto_board(change: &Change) -> Option<Piece> {
    match &change.part {
        Part::Piece { after, original: None, .. } => after.clone(),
        _ => None,
    }
}

/// Returns the boxes beside a pusher, or the pushers beside a box, in the order of the directions.
fn partners<'b>(board: &'b GameBoard, piece: &'b Piece) -> impl Iterator<Item = &'b Piece> {
    let beside =
        (0..4).filter_map(move |way| neighbour(board.width, board.terrain.len(), piece.cells[0], way));
    let on = move |cell| board.pieces.iter().find(move |other| other.cells[0] == cell);
    beside.filter_map(on).filter(move |other| other.kind != piece.kind)
}

/// Returns the cell from which a jump is counted: that of the pusher, or the first one where pushers end.
fn jump_origin(board: &GameBoard, pusher: usize) -> usize {
    let home = || board.terrain.iter().position(|ground| ground.player != 0).unwrap_or(0);
    if pusher == board.terrain.len() { home() } else { pusher }
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
            Self::Pusher | Self::Pushers | Self::Pullers => piece.kind == "pusher",
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
        if self == Self::Pullers {
            for pusher in pieces.clone() {
                for piece in partners(board, &pusher) {
                    if !pieces.contains(piece) {
                        pieces.push(piece.clone());
                    }
                }
            }
        }
        pieces
    }

    /// Returns the action of a letter: a step, or where pushers pull a capital is a pull.
    fn stepped(self, letter: char) -> Option<Action> {
        let way = LETTERS.iter().position(|&known| known == letter.to_ascii_lowercase())?;
        let pulls = self == Self::Pullers && letter.is_ascii_uppercase();
        Some(if pulls { Action::Pull(way) } else { Action::Step(way) })
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
    fn after(
        self,
        board: &GameBoard,
        pieces: &[Piece],
        focus: Option<&Piece>,
        chosen: Move,
    ) -> Option<Piece> {
        let mover = || pieces.iter().find(|piece| piece.cells[0] == usize::from(chosen.piece));
        let steered = match self {
            Self::Pushers => {
                let own = focus.and_then(|focus| pieces.iter().position(|piece| piece == focus));
                let is_own = |number| leader(pieces, number).cells[0] == usize::from(chosen.piece);
                if own.is_some_and(is_own) { focus } else { mover().or(focus) }
            }
            Self::Swipes { .. } => mover().or(focus),
            Self::Pullers => {
                // A box that is pulled comes from the other side of its pusher; no other box is steered on.
                let behind = match chosen.action {
                    Action::Pull(way) => {
                        neighbour(board.width, board.terrain.len(), chosen.piece.into(), way ^ 2)
                    }
                    _ => None,
                };
                let is_pulled = |piece: &&Piece| piece.kind == "box" && Some(piece.cells[0]) == behind;
                focus.filter(is_pulled).or_else(mover).or(focus)
            }
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
        let is_pusher =
            |at: &usize| pieces.iter().any(|piece| piece.kind == "pusher" && piece.cells[0] == *at);
        match self {
            Self::Pullers => {
                let first = pieces.first().map(|first| first.cells[0]);
                let steered = steered.filter(is_pusher).or(first).unwrap_or(cell);
                let chosen_by = if steered == cell {
                    String::new()
                } else {
                    format!("{{{}}}", displacement(board.width, steered, cell))
                };
                chosen_by
                    + &match chosen.action {
                        Action::Jump(to) => {
                            format!("[{}]", displacement(board.width, jump_origin(board, cell), to.into()))
                        }
                        Action::Pull(way) => LETTERS[way].to_ascii_uppercase().to_string(),
                        _ => LETTERS[way].to_string(),
                    }
            }
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
        let parted = if matches!(self, Self::Pusher | Self::Pushers | Self::Pullers) { "" } else { " " };
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
                let is_wall = |cell| {
                    let terrain: &Terrain = &board.terrain[cell];
                    terrain.kind == "wall" || terrain.looks.as_deref() == Some("wall")
                };
                let why = match target.and_then(on) {
                    None if target.is_none_or(is_wall) => "why-wall",
                    None => "why-solid",
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
            Self::Stones | Self::Pairs | Self::Pullers => Sentence::new("why-solid"),
        })
    }

    /// Returns for each piece that changes say was pushed its cells before and after.
    pub(super) fn pushes(self, changes: &[Change]) -> Vec<(usize, Option<usize>)> {
        let mut pushes: Vec<(&Piece, Option<usize>)> = Vec::new();
        for Change { cause, part, .. } in changes {
            let Part::Piece { after, original: Some(original), .. } = part else { continue };
            let is_push = match self {
                Self::Pusher | Self::Pushers => *cause == "push" && original.kind != "pusher",
                Self::Swipes { .. } => true,
                Self::Pullers => *cause == "pull",
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
