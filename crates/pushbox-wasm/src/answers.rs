//! The requests, and their answers.

use std::str::FromStr;

use pushbox_core::drawn_levels::{self, DrawnLevel};
use pushbox_core::level::{BOX, GOAL, Level as PlainBoard, LevelError, PLAYER, WALL};
use pushbox_core::optimize::{OptimizeRequest, optimize_in_steps};
use pushbox_core::{
    Answer, Clock, Limit, LimitKind, Line, Objective, Progress, SolveOptions, Verdict, solve_in_steps, verify,
};

use crate::Fault;
use crate::json::{Json, Written, object};
use crate::level::{Level, board_json};
use crate::plays;
use crate::reader::Reader;
use crate::searches;

/// Answers a request; a faulty one with an `error`, one that takes a search with its number.
pub fn answer(request: &[u8], clock: Clock) -> String {
    let reader = &mut Reader(request);
    let answer = match reader.text() {
        Ok("solve") => solve(reader, clock),
        Ok("optimize") => optimize(reader, clock),
        Ok("play") => play(reader),
        Ok("open") => plays::open(reader),
        Ok("move") => plays::make_move(reader),
        Ok("look") => plays::look(reader),
        Ok("press") => plays::press(reader),
        Ok("follow") => plays::follow(reader),
        Ok("back") => plays::take_back(reader),
        Ok("type") => plays::type_moves(reader),
        Ok("reach") => plays::reach(reader),
        Ok("drag") => plays::drag(reader),
        Ok("trail") => plays::trail(reader),
        Ok("origins") => plays::origins(reader),
        Ok("pushable") => plays::pushable(reader),
        Ok("explain") => plays::explain(reader),
        Ok("search") => search(reader, clock),
        Ok("close") => plays::close(reader),
        Ok("read") => read_text(reader),
        Ok(other) => Err(format!("found {other:?}, which is no request")),
        Err(fault) => Err(fault),
    };
    answer.unwrap_or_else(error)
}

/// Goes on with a search for so many positions; answers with its progress, or with what it has come to.
pub fn step(search: usize, positions: u64) -> String {
    searches::step(search, positions).unwrap_or_else(error)
}

fn error(fault: Fault) -> String {
    object(&[("error", &fault)])
}

/// Reads the levels that a text draws. Answers with each, its board as files in JSON write it, or why it is none, and with
/// the lines that look like rows and are none.
fn read_text(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (levels, unread) = drawn_levels::scan(reader.text()?);
    let levels: Vec<Written> = levels.iter().map(drawn_json).collect();
    let unread: Vec<Written> = unread
        .iter()
        .map(|unread| Written(object(&[("line", &unread.line), ("sign", &unread.sign.to_string())])))
        .collect();
    Ok(object(&[("levels", &levels), ("unread", &unread)]))
}

fn drawn_json(drawn: &DrawnLevel) -> Written {
    let problem = drawn.level.as_ref().err().map(|error| match error {
        LevelError::NoPlayer => "no-player",
        LevelError::SecondPlayer { .. } => "second-player",
        LevelError::TooLarge { .. } => "too-large",
        _ => "no-level",
    });
    let problem = problem.or((!drawn.is_closed).then_some("open"));
    let board = drawn.level.as_ref().ok().filter(|_| drawn.is_closed).map(plain_board_json);
    Written(object(&[
        ("line", &drawn.line),
        ("title", &drawn.title),
        ("author", &drawn.author),
        ("board", &board),
        ("problem", &problem),
    ]))
}

fn plain_board_json(level: &PlainBoard) -> Written {
    let sign = |cell: &u8| match cell & (WALL | GOAL) {
        WALL => '#',
        GOAL => '.',
        _ => '-',
    };
    let rows: Vec<String> =
        level.cells().chunks(level.width()).map(|row| row.iter().map(sign).collect()).collect();
    let piece = |(cell, bits): (usize, &u8)| {
        let kind = if bits & BOX != 0 { "box" } else { "pusher" };
        (bits & (BOX | PLAYER) != 0).then(|| Written(object(&[("kind", &kind), ("cells", &vec![cell])])))
    };
    let pieces: Vec<Written> = level.cells().iter().enumerate().filter_map(piece).collect();
    let palette = Written(object(&[("#", &"wall"), (".", &"goal"), ("-", &"floor")]));
    Written(object(&[
        ("width", &level.width()),
        ("height", &level.height()),
        ("palette", &palette),
        ("terrain", &rows),
        ("pieces", &pieces),
    ]))
}

fn named<T: FromStr<Err = String>>(reader: &mut Reader<'_>) -> Result<T, Fault> {
    reader.text()?.parse()
}

/// Reads seconds, positions and bytes. More bytes than there are addresses are no limit.
fn limit(reader: &mut Reader<'_>) -> Result<Limit, Fault> {
    let (seconds, nodes) = (reader.optional(Reader::real)?, reader.optional(Reader::whole)?);
    let memory = reader.optional(Reader::whole::<u64>)?;
    Ok(Limit { seconds, nodes, memory: memory.and_then(|bytes| bytes.try_into().ok()) })
}

/// Starts to solve a level: an objective, a seed and limits, then the level.
fn solve(reader: &mut Reader<'_>, clock: Clock) -> Result<String, Fault> {
    let (objective, seed) = (named(reader)?, reader.whole()?);
    let (limit, level) = (limit(reader)?, Level::read(reader)?);
    Ok(match level {
        Level::Boxes(puzzle) => {
            let options = SolveOptions { seed, ..SolveOptions::new(objective) };
            searches::start(solve_in_steps(puzzle, options, limit, clock).map(|answer| match answer {
                Ok(answer) => Ok(verdict(&answer, &line_fields)),
                Err(error) => Err(error.to_string()),
            }))
        }
        Level::Rules(level) => {
            searches::start(level.solve_in_steps(objective, None, limit, clock).map(|answer| {
                Ok(verdict(&answer, &|line| [("line", line as &dyn Json), ("pushers", &None::<bool>)]))
            }))
        }
    })
}

/// Starts to solve a position of a play: an objective, a seed and limits, then the numbers of the play and of the position.
fn search(reader: &mut Reader<'_>, clock: Clock) -> Result<String, Fault> {
    let (objective, seed, limit) = (named(reader)?, reader.whole()?, limit(reader)?);
    plays::search(reader, SolveOptions { seed, ..SolveOptions::new(objective) }, limit, clock)
}

/// The fields of a solution.
type LineFields<'l> = [(&'static str, &'l dyn Json); 2];

fn line_fields(line: &Line) -> LineFields<'_> {
    let pushers: &dyn Json = if line.pushers.is_empty() { &None::<bool> } else { &line.pushers };
    [("lurd", &line.lurd), ("pushers", pushers)]
}

/// Writes how a search goes on, with a better solution where it has found one.
pub(crate) fn progress(state: &Progress, better: Option<&Line>) -> String {
    let best = state.best.map(|count| vec![count.moves, count.pushes]);
    let mut fields: Vec<(&str, &dyn Json)> = vec![
        ("nodes", &state.nodes),
        ("open", &state.open),
        ("bound", &state.bound),
        ("seconds", &state.seconds),
        ("best", &best),
    ];
    fields.extend(better.map(line_fields).into_iter().flatten());
    object(&fields)
}

fn verdict<L>(answer: &Answer<L>, fields_of: &dyn for<'l> Fn(&'l L) -> LineFields<'l>) -> String {
    let (status, optimal, limit, proof) = match &answer.verdict {
        Verdict::Solved { optimal, limit, .. } => ("solved", *optimal, *limit, None),
        Verdict::Unsolvable(proof) => ("unsolvable", None, None, Some(proof.as_str())),
        Verdict::GaveUp(limit) => ("gave-up", None, Some(*limit), None),
    };
    let (optimal, limit) = (optimal.map(Objective::as_str), limit.map(LimitKind::as_str));
    let mut fields: Vec<(&str, &dyn Json)> = vec![
        ("status", &status),
        ("optimal", &optimal),
        ("limit", &limit),
        ("proof", &proof),
        ("nodes", &answer.nodes),
        ("seconds", &answer.seconds),
        ("bound", &answer.bound),
    ];
    if let Verdict::Solved { line, .. } = &answer.verdict {
        fields.extend(fields_of(line));
    }
    object(&fields)
}

/// Starts to make a solution of plain Sokoban better: the metrics, solutions and limits, then the level.
fn optimize(reader: &mut Reader<'_>, clock: Clock) -> Result<String, Fault> {
    let request = OptimizeRequest { metrics: reader.list(named)?, ..OptimizeRequest::default() };
    let solutions = reader.list(|reader| reader.text().map(str::to_owned))?;
    let (limit, level) = (limit(reader)?, Level::read(reader)?);
    let Level::Boxes(puzzle) = level else { return Err("expected plain Sokoban".to_owned()) };
    if !puzzle.is_plain() {
        return Err("expected plain Sokoban".to_owned());
    }
    let search = optimize_in_steps(puzzle.level().clone(), solutions, request, limit, clock);
    Ok(searches::start(search.map(|optimized| {
        let optimized = optimized.map_err(|error| error.to_string())?;
        Ok(object(&[
            ("lurd", &optimized.lurd),
            ("optimal", &optimized.is_optimal),
            ("limit", &optimized.limit.map(LimitKind::as_str)),
            ("nodes", &optimized.nodes),
            ("seconds", &optimized.seconds),
        ]))
    })))
}

/// Plays a line on a level: letters of plain Sokoban, or ordinals by native rules.
fn play(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let (letters, ordinals) = (reader.text()?, reader.list(Reader::whole)?);
    match Level::read(reader)? {
        Level::Boxes(puzzle) if puzzle.is_plain() => {
            let line = verify::play(puzzle.level(), letters).ok_or("found a step that is not legal")?;
            let counts = line.counts;
            let counts = [
                counts.moves,
                counts.pushes,
                counts.box_lines,
                counts.box_changes,
                counts.pushing_sessions,
                counts.player_lines,
            ];
            let text: String = line.letters.into_iter().map(char::from).collect();
            Ok(object(&[
                ("lurd", &text),
                ("counts", &counts.as_slice()),
                ("solved_at", &line.solved_at),
                ("solved", &line.is_solved),
            ]))
        }
        Level::Boxes(_) => Err("expected one pusher and no numbers".to_owned()),
        Level::Rules(level) => {
            let mut reports = level.replay(&ordinals).map_err(|error| error.to_string())?;
            let last = reports.pop().ok_or("found no position")?;
            Ok(object(&[
                ("outcome", &last.outcome.as_str()),
                ("bound", &[last.lower_bound.pushes, last.lower_bound.moves].as_slice()),
                ("deadlock", &last.is_deadlock),
                ("moves", &last.successors.len()),
                ("board", &board_json(&last.board)),
            ]))
        }
    }
}
