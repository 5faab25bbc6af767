//! A plain board as pushbox's own JSON, a text that libraries keep of every level: see `pushbox.formats.json`.

use std::fmt::Write;

use crate::decimal::push_decimal;
use crate::level::{BOX, GOAL, PLAYER, WALL};

const SHORTEST_RUN: usize = 3; // cells that are written as a count

/// Returns a board of bytes as [`crate::Level`] takes them as one JSON object without blanks.
///
/// The palette has the sorts of terrain in the order in which they first appear; the pieces are in reading order.
#[must_use]
pub fn board_json(width: usize, cells: &[u8]) -> String {
    let rows = || cells.chunks(width.max(1));
    let mut text = String::with_capacity(64 + cells.len() * 4);
    // Writing to a text cannot fail.
    let _ = write!(text, "{{\"width\":{width},\"height\":{},\"palette\":{{", rows().len());
    let mut known: Vec<char> = Vec::with_capacity(3);
    for glyph in cells.iter().map(|&cell| glyph(cell)) {
        if !known.contains(&glyph) {
            let comma = if known.is_empty() { "" } else { "," };
            let _ = write!(text, "{comma}\"{glyph}\":\"{}\"", name(glyph));
            known.push(glyph);
        }
    }
    text.push_str("},\"terrain\":[");
    for (number, row) in rows().enumerate() {
        text.push_str(if number == 0 { "\"" } else { ",\"" });
        for run in row.chunk_by(|&one, &next| glyph(one) == glyph(next)) {
            let glyph = glyph(run[0]);
            if run.len() >= SHORTEST_RUN {
                push_decimal(&mut text, run.len());
                text.push(glyph);
            } else {
                text.extend(run.iter().map(|_| glyph));
            }
        }
        text.push('"');
    }
    text.push(']');
    let pieces = cells.iter().enumerate().filter(|&(_, &cell)| cell & (BOX | PLAYER) != 0);
    for (number, (cell, &byte)) in pieces.enumerate() {
        let before = if number == 0 { ",\"pieces\":[" } else { "," };
        let kind = if byte & BOX == 0 { "pusher" } else { "box" };
        for part in [before, "{\"kind\":\"", kind, "\",\"cells\":["] {
            text.push_str(part);
        }
        push_decimal(&mut text, cell);
        text.push_str("]}");
    }
    if cells.iter().any(|&cell| cell & (BOX | PLAYER) != 0) {
        text.push(']');
    }
    text.push('}');
    text
}

const fn glyph(cell: u8) -> char {
    match cell & (WALL | GOAL) {
        0 => '-',
        GOAL => '.',
        _ => '#',
    }
}

const fn name(glyph: char) -> &'static str {
    match glyph {
        '-' => "floor",
        '.' => "goal",
        _ => "wall",
    }
}
