//! Files of plain levels in XSB, as most collections are: a remark `; TITLE`, then the rows of a closed board of
//! Sokoban, with blank lines between levels. A file with anything else in it is left to the reader of the whole format.

use std::ops::Range;

use crate::level::{BOX, GOAL, Level, PLAYER};

/// The most rows and columns of a board.
const LONGEST: usize = 200;

/// A level of a file: where its title and its rows stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainLevel {
    title: Range<usize>,
    rows: Range<usize>,
}

impl PlainLevel {
    /// Returns the title, as it stands in `text`.
    pub fn title<'t>(&self, text: &'t str) -> &'t str {
        &text[self.title.clone()]
    }

    /// Returns the level; `text` is that of the file.
    pub fn level(&self, text: &str) -> Option<Level> {
        let rows: Vec<&str> = text[self.rows.clone()].lines().map(str::trim_end).collect();
        if !fit_together(&rows) {
            return None;
        }
        Level::from_rows(&rows).ok().filter(is_regular)
    }
}

/// Returns the levels of `text`, `None` where anything in it is not as the module says.
pub fn scan(text: &str) -> Option<Vec<PlainLevel>> {
    if text.contains('\r') || !text.is_ascii() {
        return None;
    }
    let mut levels: Vec<PlainLevel> = Vec::new();
    let (mut title, mut first_row): (Option<Range<usize>>, Option<usize>) = (None, None);
    let mut place = 0;
    // An empty line ends the last board.
    for line in text.split_inclusive('\n').chain([""]) {
        let row = line.trim_end_matches(['\n', ' ']);
        if row.is_empty() {
            if let Some(first_row) = first_row.take() {
                levels.push(PlainLevel { title: title.take()?, rows: first_row..place });
            }
        } else if let Some(remark) = row.strip_prefix(';') {
            let name = remark.trim_start_matches(' ');
            if !is_title(name) || title.is_some() {
                return None;
            }
            title = Some(place + row.len() - name.len()..place + row.len());
        } else if title.is_some() && is_row(row) {
            first_row.get_or_insert(place);
        } else {
            return None;
        }
        place += line.len();
    }
    let is_whole = title.is_none() && !levels.is_empty();
    (is_whole && levels.iter().all(|level| level.level(text).is_some())).then_some(levels)
}

/// Returns whether a remark can be nothing but a title: words that begin with a letter or a digit. `LURD` begins a solution.
fn is_title(remark: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" '().,!?&/+-".contains(&byte);
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
fn is_closed(level: &Level) -> bool {
    let is_inside = |&cell: &usize| (0..4).all(|direction| level.neighbour(cell, direction).is_some());
    let stands = |&cell: &usize| cell == level.player() || level.is_box(cell) || level.is_goal(cell);
    let starts: Vec<usize> = (0..level.cells().len()).filter(stands).collect();
    level.floor(&starts, |cell| level.is_wall(cell)).iter().all(is_inside)
}
