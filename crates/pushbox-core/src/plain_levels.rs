//! Files of plain levels in XSB, as most collections are: a remark `; TITLE` or none, then the rows of a closed board of
//! Sokoban, with blank lines between levels. A file with anything else in it is left to the reader of the whole format.

use std::ops::Range;

use crate::level::{BOX, GOAL, Level, PLAYER};

/// The most rows and columns of a board.
const LONGEST: usize = 200;

/// A level of a file, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainLevel {
    /// The board, without the blanks before all of its rows.
    pub level: Level,
    /// The blanks before all rows.
    pub indent: usize,
    /// The number of the first line of the level in the file, from 1.
    pub line: usize,
    /// The number of the first row.
    pub top: usize,
    title: Range<usize>,
    lines: Range<usize>,
}

impl PlainLevel {
    /// Returns the title, as it stands in `text`, that of the file; it is empty where there is none.
    pub fn title<'t>(&self, text: &'t str) -> &'t str {
        &text[self.title.clone()]
    }

    /// Returns the lines of the level in `text`, that of the file.
    pub fn lines<'t>(&self, text: &'t str) -> &'t str {
        &text[self.lines.clone()]
    }
}

/// Returns the levels of `text`, `None` where anything in it is not as the module says.
pub fn scan(text: &str) -> Option<Vec<PlainLevel>> {
    if !text.is_ascii() {
        return None;
    }
    let mut levels: Vec<PlainLevel> = Vec::new();
    let mut title: Option<(Range<usize>, usize, usize)> = None; // where it stands, and the place and number of its line
    let mut first_row: Option<(usize, usize)> = None; // the place and number of its line
    let mut place = 0;
    // An empty line ends the last board.
    for (line, number) in text.split_inclusive('\n').chain([""]).zip(1..) {
        let row = line.trim_end_matches(['\n', ' ']);
        if row.is_empty() {
            if let Some((start, top)) = first_row.take() {
                let (title, head, line) = title.take().unwrap_or((start..start, start, top));
                let rows = text[start..place].trim_end_matches('\n');
                let (indent, level) = parse(rows)?;
                let lines = head..start + rows.len();
                levels.push(PlainLevel { level, indent, line, top, title, lines });
            }
        } else if let Some(remark) = row.strip_prefix(';') {
            let name = remark.trim_start_matches(' ');
            if !is_title(name) || title.is_some() || first_row.is_some() {
                return None;
            }
            title = Some((place + row.len() - name.len()..place + row.len(), place, number));
        } else if is_row(row) {
            first_row.get_or_insert((place, number));
        } else {
            return None;
        }
        place += line.len();
    }
    (title.is_none() && !levels.is_empty()).then_some(levels)
}

/// Returns the blanks before all of some rows, and the level that they draw, `None` where anything is to be said of it.
fn parse(rows: &str) -> Option<(usize, Level)> {
    let rows: Vec<&str> = rows.lines().map(str::trim_end).collect();
    let indent = rows.iter().map(|row| row.len() - row.trim_start().len()).min()?;
    let rows: Vec<&str> = rows.iter().map(|row| &row[indent..]).collect();
    if !fit_together(&rows) {
        return None;
    }
    let level = Level::from_rows(&rows).ok().filter(is_regular)?;
    Some((indent, level))
}

/// Returns whether a remark can be nothing but a title: words that begin with a letter or a digit. `LURD` begins a solution.
fn is_title(remark: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" '\"().,!?&/+-".contains(&byte);
    let begins = remark.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    begins && remark.len() <= LONGEST && remark.bytes().all(is_plain) && !remark.starts_with("LURD")
}

/// Returns whether a line is a row of a board that has walls at both ends.
fn is_row(line: &str) -> bool {
    let is_drawn = line.bytes().all(|byte| b"# @+$*.".contains(&byte));
    is_drawn && line.len() <= LONGEST && line.trim_start().starts_with('#') && line.ends_with('#')
}

/// Returns whether rows look as if each had its line for itself: none reaches beyond both its neighbours, as two rows in
/// one line do, and there is no column of marks before all of them.
fn fit_together(rows: &[&str]) -> bool {
    let length = |index: Option<usize>| index.and_then(|index| rows.get(index)).map_or(0, |row| row.len());
    let reaches = |index: usize| {
        let near = length(index.checked_sub(1)).max(length(index.checked_add(1)));
        length(Some(index)) > near + MOST_BEYOND
    };
    !(0..rows.len()).any(reaches) && !rows.iter().all(|row| row.starts_with("# "))
}

/// The most columns by which a row reaches beyond its neighbours.
const MOST_BEYOND: usize = 2;

/// Returns whether nothing about a board has to be reported: it has as many boxes as goals, of which one at least has to be
/// pushed, no player can leave it, and nothing stands outside.
fn is_regular(level: &Level) -> bool {
    let (height, boxes) = (level.height(), level.count(BOX));
    let is_drawn = (3..=LONGEST).contains(&height) && level.count(PLAYER) == 1;
    is_drawn && boxes == level.count(GOAL) && !level.is_solved() && is_closed(level)
}

/// Returns whether walls enclose the player, for whom boxes are no obstacle, all boxes and all goals.
pub(crate) fn is_closed(level: &Level) -> bool {
    let is_inside = |&cell: &usize| (0..4).all(|direction| level.neighbour(cell, direction).is_some());
    if (0..level.cells().len()).all(|cell| level.is_wall(cell) || is_inside(&cell)) {
        return true; // as most are
    }
    let stands = |&cell: &usize| cell == level.player() || level.is_box(cell) || level.is_goal(cell);
    let starts: Vec<usize> = (0..level.cells().len()).filter(stands).collect();
    level.floor(&starts, |cell| level.is_wall(cell)).iter().all(is_inside)
}
