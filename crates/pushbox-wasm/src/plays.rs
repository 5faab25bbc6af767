//! Levels in play: each is opened once, and keeps its positions by number. So a move takes a name and a number, undo is
//! a look at an earlier number, and nothing is replayed.

use std::cell::RefCell;

use pushbox_core::explain::{self, FrozenBox, Reason};
use pushbox_core::native_rules::controls::{self, Meaning, Steered};
use pushbox_core::native_rules::loaded::PlayedLevel;
use pushbox_core::native_rules::play::{Action, Change, Move, Part};
use pushbox_core::native_rules::sentence::{Param, Sentence};
use pushbox_core::native_rules::{GameBoard, Piece, Scalar, games, limited, pointer};
use pushbox_core::{Answer, Clock, Limit, LimitKind, Objective, SolveOptions, Verdict, solve_in_steps};

use crate::Fault;
use crate::json::{Json, Written, object};
use crate::level::{Level, board_and_options, board_json, counter_json, piece_json, terrain_json};
use crate::reader::Reader;
use crate::searches;

/// A level in play.
struct InPlay {
    game: String,
    options: Vec<(String, Scalar)>,
    level: Box<dyn PlayedLevel>,
    /// The positions that it has been in, the one at the start first.
    positions: Vec<Vec<u8>>,
}

thread_local! {
    /// The levels by number, `None` for those that are closed.
    static PLAYS: RefCell<Vec<Option<InPlay>>> = const { RefCell::new(Vec::new()) };
}

/// Opens a level: its game, board and options. Answers with its number; its position 0 is that at the start.
pub(crate) fn open(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let game = reader.text()?;
    let (board, options) = board_and_options(reader)?;
    let level = games::load_played(game, &board, &options).map_err(|error| error.to_string())?;
    let positions = vec![level.initial_state()];
    PLAYS.with_borrow_mut(|plays| {
        let stands = standing(&*level, &positions[0]);
        plays.push(Some(InPlay { game: game.to_owned(), options, level, positions }));
        Ok(object(&[("play", &(plays.len() - 1)), ("position", &0_usize), ("stands", &stands)]))
    })
}

/// Makes a move: the numbers of a level and of a position, then the name of the move. Answers with the number of the
/// position after it and the changes, hidden ones included; with the position null where it is illegal.
pub(crate) fn make_move(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, position): (usize, usize) = (reader.whole()?, reader.whole()?);
    let (piece, rank, name) = (reader.whole()?, reader.whole()?, reader.text()?);
    let numbers = reader.list(Reader::number)?;
    let action = Action::of_name(name, &numbers);
    let action =
        action.ok_or_else(|| format!("found the action {name:?} {numbers:?}, expected that of a move"))?;
    with_play(play, position, |play| {
        let Some(made) = play.level.apply(&play.positions[position], Move { piece, rank, action }) else {
            return object(&[("position", &None::<usize>)]);
        };
        play.positions.push(made.state);
        object(&[
            ("position", &(play.positions.len() - 1)),
            ("pushed", &made.pushed),
            ("changes", &made.changes.iter().map(change_json).collect::<Vec<_>>()),
        ])
    })
}

/// Looks at a position: the numbers of a level and of a position. Answers with its outcome, its legal moves by name, and
/// the board as the player sees it.
pub(crate) fn look(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, position): (usize, usize) = (reader.whole()?, reader.whole()?);
    with_play(play, position, |play| {
        let (level, state) = (&play.level, &play.positions[position]);
        let (outcome, reason) = level.ruling(state);
        object(&[
            ("outcome", &outcome.as_str()),
            ("reason", &reason.as_ref().map(sentence_json)),
            ("winner", &level.winner(state)),
            ("moves", &level.legal_moves(state).into_iter().map(move_json).collect::<Vec<_>>()),
            ("board", &board_json(&level.view(state))),
        ])
    })
}

/// Presses a key: the numbers of a level, a position and the steered piece, then the key. Answers with the piece that the
/// key steers, the move that it makes, or neither where it means nothing; a move is null where it is illegal, for a reason.
pub(crate) fn press(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, position): (usize, usize) = (reader.whole()?, reader.whole()?);
    let (focus, key) = (reader.optional(Reader::whole)?, reader.text()?);
    with_play(play, position, |play| {
        let meaning = controls::meaning(&*play.level, &play.positions[position], focus, key);
        match meaning {
            Meaning::Nothing => object(&[]),
            Meaning::Focus(piece) => object(&[("focus", &piece)]),
            Meaning::Move(chosen) => match steer(play, position, focus, chosen) {
                Some((made, _)) => object(&[("move", &made)]),
                None => {
                    let why = controls::refusal(&*play.level, &play.positions[position], chosen);
                    object(&[("move", &None::<Written>), ("why", &why.as_ref().map(sentence_json))])
                }
            },
        }
    })
}

/// Plays moves as files write them, as far as they are legal: the numbers of a level, a position and the steered piece,
/// then the moves. Answers with those that were made.
pub(crate) fn follow(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, mut position): (usize, usize) = (reader.whole()?, reader.whole()?);
    let (mut focus, texts) = (reader.optional(Reader::whole)?, reader.list(Reader::text)?);
    with_play(play, position, |play| {
        let mut moves = Vec::new();
        for text in texts {
            let chosen = controls::read(&*play.level, &play.positions[position], text);
            let made = chosen.and_then(|chosen| steer(play, position, focus, chosen));
            let Some((made, after)) = made else { break };
            moves.push(made);
            (position, focus) = (play.positions.len() - 1, after);
        }
        object(&[("moves", &moves)])
    })
}

/// Plays moves as they are typed while a piece is steered: the numbers of a level, a position and the steered piece, then the
/// text. Answers with those that were made, and why the next one is illegal, if it is; the moves are null where the text is
/// left to the server, and where it has more than are read at once, which are counted.
pub(crate) fn type_moves(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, mut position): (usize, usize) = (reader.whole()?, reader.whole()?);
    let (mut focus, text) = (reader.optional(Reader::whole)?, reader.text()?);
    with_play(play, position, |play| {
        if let Some(count) = controls::too_many_typed(&*play.level, text) {
            return object(&[("moves", &None::<bool>), ("count", &count), ("most", &controls::MOST_AT_ONCE)]);
        }
        let Some(typed) = controls::read_typed(&*play.level, &play.positions[position], focus, text) else {
            return object(&[("moves", &None::<bool>)]);
        };
        let mut moves = Vec::new();
        for chosen in typed {
            let Some((made, after)) = steer(play, position, focus, chosen) else {
                let why = controls::refusal(&*play.level, &play.positions[position], chosen);
                return object(&[("moves", &moves), ("why", &why.as_ref().map(sentence_json))]);
            };
            moves.push(made);
            (position, focus) = (play.positions.len() - 1, after);
        }
        object(&[("moves", &moves)])
    })
}

/// Returns where the pointer can take what stands on a cell: the numbers of a level, a position and a cell, and whether
/// boxes are pushed aside. Answers with the cells, each with the number of moves, and those on which a box is lost; null
/// where the level has no pointer.
pub(crate) fn reach(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, position, cell, through) = pointed(reader)?;
    with_play(play, position, |play| {
        let (level, state) = (&*play.level, &play.positions[position][..]);
        let Some(reach) = pointer::reach(level, state, cell, through) else {
            return object(&[("cells", &None::<bool>)]);
        };
        let cells: Vec<Vec<usize>> = reach.targets.iter().map(|&(cell, moves)| vec![cell, moves]).collect();
        let is_box = |piece: &Piece| piece.cells[0] == cell && piece.kind != "pusher";
        let mut lost = Vec::new();
        if level.board(state).pieces.iter().any(is_box) {
            lost = level.dead_squares(state);
            lost.retain(|&dead| dead != cell && reach.has(dead));
        }
        object(&[("cells", &cells), ("lost", &lost)])
    })
}

/// Takes what stands on a cell to another: as [`reach`], then the other cell and the steered piece. Answers with the moves
/// that were made; null where it cannot be taken there.
pub(crate) fn drag(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, mut position, cell, through) = pointed(reader)?;
    let (end, mut focus) = (reader.whole()?, reader.optional(Reader::whole)?);
    with_play(play, position, |play| {
        let Some(moves) = moves_between(play, position, cell, end, through) else {
            return object(&[("moves", &None::<bool>)]);
        };
        let mut made = Vec::new();
        for chosen in moves {
            let Some((one, after)) = steer(play, position, focus, chosen) else { break };
            made.push(one);
            (position, focus) = (play.positions.len() - 1, after);
        }
        object(&[("moves", &made)])
    })
}

/// Returns the way on which a drag takes a piece: as [`drag`], without the steered piece. Answers with its cells, those of the
/// pusher, and the number of moves.
pub(crate) fn trail(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, position, cell, through) = pointed(reader)?;
    let end = reader.whole()?;
    with_play(play, position, |play| {
        let moves = moves_between(play, position, cell, end, through).unwrap_or_default();
        let (cells, walk) = pointer::trail(&*play.level, &play.positions[position], &moves, cell);
        object(&[("cells", &cells), ("walk", &walk), ("moves", &moves.len())])
    })
}

fn moves_between(
    play: &InPlay,
    position: usize,
    cell: usize,
    end: usize,
    through: bool,
) -> Option<Vec<Move>> {
    pointer::reach(&*play.level, &play.positions[position], cell, through)?.moves(end)
}

/// Returns the boxes that can come to a cell: the numbers of a level, a position and a cell. Null where the level has no
/// pointer.
pub(crate) fn origins(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, position, cell): (usize, usize, usize) = (reader.whole()?, reader.whole()?, reader.whole()?);
    with_play(play, position, |play| {
        let cells = pointer::origins(&*play.level, &play.positions[position], cell);
        object(&[("cells", &cells)])
    })
}

/// Returns the boxes that can be pushed, each with the directions, and the dead squares: the numbers of a level and of a
/// position. The boxes are null where the level has no pointer.
pub(crate) fn pushable(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, position): (usize, usize) = (reader.whole()?, reader.whole()?);
    with_play(play, position, |play| {
        let (level, state) = (&*play.level, &play.positions[position]);
        let ways = pointer::pushable(level, state);
        let cells: Option<Vec<Vec<usize>>> =
            ways.map(|ways| ways.into_iter().map(|(cell, ways)| [vec![cell], ways].concat()).collect());
        object(&[("cells", &cells), ("dead", &level.dead_squares(state))])
    })
}

/// Explains why a position can never be solved, as far as that is seen at once: the numbers of a level and of a position.
/// Answers with the reasons; none where a game knows more than boxes, goals and pushers.
pub(crate) fn explain(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, position): (usize, usize) = (reader.whole()?, reader.whole()?);
    with_play(play, position, |play| {
        let puzzle = match searched(play, position) {
            Ok(Level::Boxes(puzzle)) => Some(puzzle),
            _ => None,
        };
        let reasons = puzzle.as_ref().map_or_else(Vec::new, explain::reasons);
        object(&[("reasons", &reasons.iter().map(reason_json).collect::<Vec<_>>())])
    })
}

fn reason_json(reason: &Reason) -> Written {
    Written(match reason {
        Reason::DeadSquare(cell) => object(&[("kind", &"dead_square"), ("boxes", &vec![*cell])]),
        Reason::Freeze(boxes) => {
            let held = |frozen: &FrozenBox| {
                let [row, column] = frozen.blocks.map(|(holder, way)| (holder.as_str(), way));
                let fields: [(&str, &dyn Json); 4] =
                    [("row", &row.0), ("beside", &row.1), ("column", &column.0), ("above", &column.1)];
                Written(object(&fields))
            };
            let cells: Vec<usize> = boxes.iter().map(|frozen| frozen.cell).collect();
            let held: Vec<Written> = boxes.iter().map(held).collect();
            object(&[("kind", &"freeze"), ("boxes", &cells), ("held", &held)])
        }
        Reason::Bipartite { stranded, goals, frozen } => object(&[
            ("kind", &"bipartite"),
            ("boxes", &[&stranded[..], frozen].concat()),
            ("stranded", &stranded.len()),
            ("cells", goals),
        ]),
    })
}

/// Reads the numbers of a level, a position and a cell, and a flag.
fn pointed(reader: &mut Reader<'_>) -> Result<(usize, usize, usize, bool), Fault> {
    Ok((reader.whole()?, reader.whole()?, reader.whole()?, reader.number()? != 0))
}

/// Returns a position to be searched, as if nothing limited it.
fn searched(play: &InPlay, position: usize) -> Result<Level, Fault> {
    let board = play.level.unlimited_board(&play.positions[position]);
    Level::of_board(&play.game, &board, &limited::unlimited(&play.options))
}

/// Starts to solve a position, whatever limits the level: the numbers of a level and of a position, then what a search of a
/// level takes. The answer is its verdict, and the moves as files write them.
pub(crate) fn search(
    reader: &mut Reader<'_>,
    options: SolveOptions,
    limit: Limit,
    clock: Clock,
) -> Result<String, Fault> {
    let (play, position): (usize, usize) = (reader.whole()?, reader.whole()?);
    let level = with_play(play, position, |play| searched(play, position))??;
    Ok(match level {
        Level::Boxes(puzzle) => {
            searches::start(solve_in_steps(puzzle, options, limit, clock).map(move |answer| {
                let answer = answer.map_err(|error| error.to_string())?;
                verdict(&answer, play, position, |play, start, line| {
                    let mut pushers = line.pushers.iter();
                    replayed(play, start, line.lurd.len(), |_, state, step| {
                        let way = "lurd".find(char::from(line.lurd.as_bytes()[step].to_ascii_lowercase()))?;
                        let known = pushers.next().map(|&cell| cell as usize);
                        let cell = known.or_else(|| pusher_of(&play.level.board(state)))?;
                        Some(Move::new(cell as u16, Action::Step(way)))
                    })
                })
            }))
        }
        Level::Rules(level) => {
            searches::start(level.solve_in_steps(options.objective, None, limit, clock).map(move |answer| {
                verdict(&answer, play, position, |play, start, line| {
                    replayed(play, start, line.len(), |play, state, step| {
                        play.level.legal_moves(state).get(line[step] as usize).copied()
                    })
                })
            }))
        }
    })
}

fn pusher_of(board: &GameBoard) -> Option<usize> {
    board.pieces.iter().find(|piece| piece.kind == "pusher").map(|piece| piece.cells[0])
}

/// Returns the moves of a line as files write them, each found in the position before it.
fn replayed(
    play: &InPlay,
    start: &[u8],
    count: usize,
    mut find: impl FnMut(&InPlay, &[u8], usize) -> Option<Move>,
) -> Vec<String> {
    let mut state = start.to_vec();
    let mut texts = Vec::new();
    for step in 0..count {
        let Some(chosen) = find(play, &state, step) else { break };
        let Some(made) = controls::steer(&*play.level, &state, None, chosen) else { break };
        texts.push(made.text);
        state = made.played.state;
    }
    texts
}

fn verdict<L>(
    answer: &Answer<L>,
    play: usize,
    position: usize,
    moves_of: impl Fn(&InPlay, &[u8], &L) -> Vec<String>,
) -> Result<String, Fault> {
    let (mut optimal, mut limit, mut proof, mut moves) = (None, None, None, Vec::new());
    let status = match &answer.verdict {
        Verdict::Solved { line, optimal: proven, limit: met } => {
            (optimal, limit) = (*proven, *met);
            moves = with_play(play, position, |play| moves_of(play, &play.positions[position], line))?;
            "solved"
        }
        Verdict::Unsolvable(known) => {
            proof = Some(known.as_str());
            "unsolvable"
        }
        Verdict::GaveUp(met) => {
            limit = Some(*met);
            "gave-up"
        }
    };
    Ok(object(&[
        ("status", &status),
        ("optimal", &optimal.map(Objective::as_str)),
        ("limit", &limit.map(LimitKind::as_str)),
        ("proof", &proof),
        ("bound", &answer.bound),
        ("nodes", &answer.nodes),
        ("seconds", &answer.seconds),
        ("moves", &moves),
    ]))
}

/// Takes a move back: the numbers of a level, of the position before it and of the piece that is steered after it, then the
/// move as files write it. Answers with the piece that is steered then.
pub(crate) fn take_back(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (play, position): (usize, usize) = (reader.whole()?, reader.whole()?);
    let (focus, text) = (reader.optional(Reader::whole)?, reader.text()?);
    with_play(play, position, |play| {
        let (level, state) = (&*play.level, &play.positions[position]);
        let chosen = controls::read(level, state, text);
        let focus = chosen.and_then(|chosen| controls::steered_before(level, state, focus, chosen));
        object(&[("focus", &focus)])
    })
}

/// Makes a move, and keeps the position; returns the answer and the piece that is steered.
fn steer(
    play: &mut InPlay,
    position: usize,
    focus: Option<usize>,
    chosen: Move,
) -> Option<(Written, Option<usize>)> {
    let Steered { played, text, label, typed, pushes, focus } =
        controls::steer(&*play.level, &play.positions[position], focus, chosen)?;
    let pushes = pushes.into_iter().map(|(from, to)| vec![from as i64, to.map_or(-1, |to| to as i64)]);
    let stands = standing(&*play.level, &played.state);
    play.positions.push(played.state);
    let made = object(&[
        ("position", &(play.positions.len() - 1)),
        ("text", &text),
        ("label", &label),
        ("typed", &typed),
        ("pushes", &pushes.collect::<Vec<_>>()),
        ("focus", &focus),
        ("changes", &played.changes.iter().map(change_json).collect::<Vec<_>>()),
        ("stands", &stands),
    ]);
    Some((Written(made), focus))
}

/// Returns how a position stands: its outcome, and the pieces that can be steered.
fn standing(level: &dyn PlayedLevel, state: &[u8]) -> Written {
    let (outcome, reason) = level.ruling(state);
    let steers: Vec<Written> = controls::steerable(level, state).iter().map(piece_json).collect();
    Written(object(&[
        ("outcome", &outcome.as_str()),
        ("reason", &reason.as_ref().map(sentence_json)),
        ("winner", &level.winner(state)),
        ("steers", &steers),
    ]))
}

/// Closes a level, whose number means nothing then.
pub(crate) fn close(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let play: usize = reader.whole()?;
    with_play(play, 0, |_| ())?;
    PLAYS.with_borrow_mut(|plays| plays[play] = None);
    Ok(object(&[]))
}

/// Does something with a level that is open and has a position of this number.
fn with_play<T>(play: usize, position: usize, work: impl FnOnce(&mut InPlay) -> T) -> Result<T, Fault> {
    PLAYS.with_borrow_mut(|plays| {
        let opened = plays.get_mut(play).and_then(Option::as_mut);
        let opened = opened.ok_or_else(|| format!("found level {play}, expected one that is open"))?;
        if position >= opened.positions.len() {
            return Err(format!("found position {position}, expected one of {}", opened.positions.len()));
        }
        Ok(work(opened))
    })
}

fn move_json(Move { piece, rank, action }: Move) -> Written {
    let (name, numbers) = action.named();
    let (piece, rank) = (usize::from(piece), usize::from(rank));
    Written(object(&[("piece", &piece), ("rank", &rank), ("action", &name), ("numbers", &numbers)]))
}

/// Returns a change with the fields that Python's has.
fn change_json(change: &Change) -> Written {
    let (cell, before, after, original) = match &change.part {
        Part::Terrain { cell, before, after } => {
            (*cell as i64, Some(terrain_json(before)), Some(terrain_json(after)), None)
        }
        Part::Piece { before, after, original } => {
            let [before, after, original] = [before, after, original].map(|of| of.as_ref().map(piece_json));
            (-1, before, after, original)
        }
        Part::Counter { name, before, after } => {
            let [before, after] = [before, after].map(|count| count.map(|count| counter_json(name, count)));
            (-1, before, after, None)
        }
    };
    Written(object(&[
        ("tick", &change.tick),
        ("cause", &change.cause),
        ("before", &before),
        ("after", &after),
        ("cell", &cell),
        ("original", &original),
    ]))
}

/// Returns a sentence as its code and its parameters, which `i18n.js` says in a language.
fn sentence_json(sentence: &Sentence) -> Written {
    let values: Vec<(&str, Written)> = (sentence.params.iter())
        .map(|(name, value)| {
            let mut written = String::new();
            match value {
                Param::Number(number) => number.write(&mut written),
                Param::Text(text) => text.write(&mut written),
                Param::Sentence(inner) => sentence_json(inner).write(&mut written),
            }
            (*name, Written(written))
        })
        .collect();
    let params: Vec<(&str, &dyn Json)> =
        values.iter().map(|(name, value)| (*name, value as &dyn Json)).collect();
    Written(object(&[("code", &&*sentence.code), ("params", &Written(object(&params)))]))
}
