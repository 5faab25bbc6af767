//! Levels: as the search of boxes takes them, or as a board for native rules.

use pushbox_core::Puzzle;
use pushbox_core::native_rules::loaded::NativeLevel;
use pushbox_core::native_rules::{GameBoard, Piece, Scalar, Terrain, games};

use crate::Fault;
use crate::json::{Json, Written, object};
use crate::reader::Reader;

/// A level of a request.
pub(crate) enum Level {
    Boxes(Puzzle),
    Rules(Box<dyn NativeLevel>),
}

impl Level {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        let game = reader.text()?;
        if game.is_empty() { boxes(reader).map(Self::Boxes) } else { rules(game, reader).map(Self::Rules) }
    }
}

impl Level {
    /// Returns a position as the search takes it: boxes where it is of a game of boxes without options and variants.
    pub(crate) fn of_board(
        game: &str,
        board: &GameBoard,
        options: &[(String, Scalar)],
    ) -> Result<Self, Fault> {
        match boxes_of(game, board).filter(|_| options.is_empty()) {
            Some((cells, box_numbers, goal_numbers)) => {
                Puzzle::new(board.width, board.height, &cells, &box_numbers, &goal_numbers)
                    .map(Self::Boxes)
                    .map_err(|error| error.to_string())
            }
            None => games::load(game, board, options).map(Self::Rules).map_err(|error| error.to_string()),
        }
    }
}

/// Returns one byte a cell, and the numbers of boxes and goals; `None` for what the search of boxes does not take.
fn boxes_of(game: &str, board: &GameBoard) -> Option<(Vec<u8>, Vec<u32>, Vec<u32>)> {
    if !matches!(game, "sokoban" | "plus" | "multiban") || !board.counters.is_empty() {
        return None;
    }
    let (mut cells, mut goal_numbers) = (Vec::new(), Vec::new());
    for of in board.terrain.iter() {
        let plain = Terrain { number: 0, ..of.clone() };
        cells.push(match of.kind.as_str() {
            "floor" => 0,
            "wall" => 1,
            "goal" => 2,
            _ => return None,
        });
        goal_numbers.push(u32::try_from(of.number).ok()?);
        if plain != Terrain::plain(&of.kind) {
            return None;
        }
    }
    let mut box_numbers = vec![0; cells.len()];
    for of in &board.pieces {
        let bit = if of.kind == "box" { 4 } else { 8 };
        if (Piece { number: 0, ..of.clone() }) != Piece::plain(&of.kind, of.cells.clone()) {
            return None;
        }
        cells[of.cells[0]] |= bit;
        box_numbers[of.cells[0]] = u32::try_from(of.number).ok()?;
    }
    Some((cells, box_numbers, goal_numbers))
}

/// Reads columns, rows, one byte a cell, and the numbers of boxes and goals, of each cell or of none.
fn boxes(reader: &mut Reader<'_>) -> Result<Puzzle, Fault> {
    let (width, height, cells) = (reader.whole()?, reader.whole()?, reader.bytes()?);
    let mut numbers = || {
        let given = reader.list(Reader::whole)?;
        Ok::<Vec<u32>, Fault>(if given.is_empty() { vec![0; cells.len()] } else { given })
    };
    let (box_numbers, goal_numbers) = (numbers()?, numbers()?);
    Puzzle::new(width, height, cells, &box_numbers, &goal_numbers).map_err(|error| error.to_string())
}

fn rules(game: &str, reader: &mut Reader<'_>) -> Result<Box<dyn NativeLevel>, Fault> {
    let (board, options) = board_and_options(reader)?;
    games::load(game, &board, &options).map_err(|error| error.to_string())
}

/// Reads a board and options.
pub(crate) fn board_and_options(
    reader: &mut Reader<'_>,
) -> Result<(GameBoard, Vec<(String, Scalar)>), Fault> {
    let (width, height) = (reader.whole()?, reader.whole()?);
    let kinds = reader.list(terrain)?;
    let terrain = reader.list(|reader| {
        let kind: usize = reader.whole()?;
        kinds.get(kind).cloned().ok_or_else(|| format!("found terrain {kind} of {}", kinds.len()))
    })?;
    let pieces = reader.list(piece)?;
    let counters = reader.list(|reader| Ok((reader.text()?.to_owned(), reader.number()?)))?;
    let options = reader.list(|reader| Ok((reader.text()?.to_owned(), scalar(reader)?)))?;
    Ok((GameBoard { width, height, terrain: terrain.into(), pieces, counters }, options))
}

fn owned(reader: &mut Reader<'_>) -> Result<String, Fault> {
    reader.text().map(str::to_owned)
}

fn terrain(reader: &mut Reader<'_>) -> Result<Terrain, Fault> {
    Ok(Terrain {
        kind: owned(reader)?,
        colour: reader.optional(owned)?,
        number: reader.number()?,
        direction: reader.number()?,
        uses: reader.number()?,
        pair: reader.number()?,
        ports: reader.number()?,
        role: reader.optional(owned)?,
        player: reader.number()?,
        looks: reader.optional(owned)?,
    })
}

fn piece(reader: &mut Reader<'_>) -> Result<Piece, Fault> {
    let flag = |reader: &mut Reader<'_>| Ok::<_, Fault>(reader.number()? != 0);
    Ok(Piece {
        kind: owned(reader)?,
        cells: reader.list(Reader::whole)?,
        colours: reader.list(owned)?,
        number: reader.number()?,
        group: reader.number()?,
        arrow: reader.number()?,
        ports: reader.number()?,
        fuse: reader.number()?,
        player: reader.number()?,
        fixed: flag(reader)?,
        bloomed: flag(reader)?,
        hidden: flag(reader)?,
        spent: flag(reader)?,
    })
}

fn scalar(reader: &mut Reader<'_>) -> Result<Scalar, Fault> {
    match reader.number()? {
        0 => Ok(Scalar::Flag(reader.number()? != 0)),
        1 => reader.number().map(Scalar::Whole),
        2 => reader.real().map(Scalar::Real),
        3 => owned(reader).map(Scalar::Text),
        other => Err(format!("found the kind {other} of an option, expected one from 0 to 3")),
    }
}

/// Returns a terrain with the fields that Python's has.
pub(crate) fn terrain_json(of: &Terrain) -> Written {
    Written(object(&[
        ("kind", &of.kind),
        ("colour", &of.colour),
        ("number", &of.number),
        ("direction", &of.direction),
        ("uses", &of.uses),
        ("pair", &of.pair),
        ("ports", &of.ports),
        ("role", &of.role),
        ("player", &of.player),
        ("looks", &of.looks),
    ]))
}

/// Returns a piece with the fields that Python's has.
pub(crate) fn piece_json(of: &Piece) -> Written {
    Written(object(&[
        ("kind", &of.kind),
        ("cells", &of.cells),
        ("colours", &of.colours),
        ("number", &of.number),
        ("group", &of.group),
        ("arrow", &of.arrow),
        ("ports", &of.ports),
        ("fuse", &of.fuse),
        ("player", &of.player),
        ("fixed", &of.fixed),
        ("bloomed", &of.bloomed),
        ("hidden", &of.hidden),
        ("spent", &of.spent),
    ]))
}

/// Returns a counter as its name and its number.
pub(crate) fn counter_json(name: &str, count: i64) -> Written {
    let mut pair = String::from("[");
    name.write(&mut pair);
    Written(format!("{pair},{count}]"))
}

/// Returns a board with the fields that Python's has.
pub(crate) fn board_json(board: &GameBoard) -> Written {
    let counters = board.counters.iter().map(|(name, count)| counter_json(name, *count));
    Written(object(&[
        ("width", &board.width),
        ("height", &board.height),
        ("terrain", &board.terrain.iter().map(terrain_json).collect::<Vec<_>>()),
        ("pieces", &board.pieces.iter().map(piece_json).collect::<Vec<_>>()),
        ("counters", &counters.collect::<Vec<_>>()),
    ]))
}
