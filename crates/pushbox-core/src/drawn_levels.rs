//! Levels of Sokoban that a text draws in XSB, with whatever stands between the boards: pasted text, and files of XSB and
//! SOK. A row with a sign that is none of a board is told, and its board left out; so is a board that is no level.

use crate::level::{Level, LevelError};
use crate::plain_levels::is_closed;

/// The signs of a row; `-` and `_` are floor.
const SIGNS: &[char] = &['#', '@', '+', '$', '*', '.', ' ', '-', '_'];
/// The keys of lines below a board that name it and its author.
const TITLE: &str = "title";
const AUTHOR: &str = "author";

/// A board of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnLevel {
    /// The number of its first row in the text, from 1.
    pub line: usize,
    /// Its title, empty where there is none.
    pub title: String,
    /// Its author, empty where there is none.
    pub author: String,
    /// The level, or why the board is none.
    pub level: Result<Level, LevelError>,
    /// Whether walls enclose it, as those of whole boards do: rows may be missing where they do not.
    pub is_closed: bool,
}

/// A line that looks like a row and has a sign that no row has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Its number, from 1.
    pub line: usize,
    /// The first such sign.
    pub sign: char,
}

/// Returns the boards of a text, and the lines that look like rows and are none.
///
/// A title is what a line `Title: ...` below the board says, else the last line of text above it, without the `;` before
/// remarks. Lines of keys, and of moves, are no titles.
pub fn scan(text: &str) -> (Vec<DrawnLevel>, Vec<Unread>) {
    let (mut levels, mut unread): (Vec<DrawnLevel>, Vec<Unread>) = (Vec::new(), Vec::new());
    let mut above = String::new(); // the last line of text since the board before
    let mut rows: Vec<&str> = Vec::new();
    let (mut first, mut is_whole) = (0, true);
    // An empty line ends the last board.
    for (line, number) in text.lines().map(str::trim_end).chain([""]).zip(1..) {
        let stray = stray_sign(line);
        if is_row(line) || stray.is_some() {
            if rows.is_empty() {
                first = number;
            }
            unread.extend(stray.map(|sign| Unread { line: number, sign }));
            is_whole &= stray.is_none();
            rows.push(line);
            continue;
        }
        if !rows.is_empty() {
            let title = std::mem::take(&mut above);
            if is_whole {
                let level = parse(&rows);
                let is_closed = level.as_ref().is_ok_and(is_closed);
                levels.push(DrawnLevel { line: first, title, author: String::new(), level, is_closed });
            }
            rows.clear();
            is_whole = true;
        }
        let words = line.trim_start_matches([';', ' ', '\t']);
        if let Some((key, value)) = key_and_value(words) {
            match levels.last_mut() {
                Some(level) if key.eq_ignore_ascii_case(TITLE) => value.clone_into(&mut level.title),
                Some(level) if key.eq_ignore_ascii_case(AUTHOR) => value.clone_into(&mut level.author),
                _ => {}
            }
        } else if !words.is_empty() && !is_moves(words) {
            words.clone_into(&mut above);
        }
    }
    (levels, unread)
}

/// Returns whether a line has nothing but signs of a board, and a wall first.
fn is_row(line: &str) -> bool {
    let drawn = line.trim_start_matches([' ', '-', '_']);
    drawn.starts_with(['#', '*', '$', '.'])
        && line.contains('#')
        && line.chars().all(|sign| SIGNS.contains(&sign))
}

/// Returns the first sign that is none of a row, of a line that is a row but for few such signs.
fn stray_sign(line: &str) -> Option<char> {
    let drawn = line.trim();
    let strays = || drawn.chars().filter(|sign| !SIGNS.contains(sign));
    let looks = drawn.len() > 2
        && drawn.starts_with('#')
        && drawn.ends_with('#')
        && 2 * strays().count() < drawn.chars().count();
    if looks { strays().next() } else { None }
}

/// Returns the key and the value of a line such as `Author: A. Name`.
fn key_and_value(words: &str) -> Option<(&str, &str)> {
    let (key, value) = words.split_once(':')?;
    let is_key = !key.is_empty()
        && key.chars().all(|letter| letter.is_alphanumeric() || letter == ' ' || letter == '-');
    (is_key && key.split(' ').count() <= 3).then_some((key.trim(), value.trim()))
}

/// Returns whether a line is moves and nothing else.
fn is_moves(words: &str) -> bool {
    words.len() > 3 && words.chars().all(|letter| "lurdLURD0123456789()*-+, ".contains(letter))
}

/// Returns the level of some rows, without the blank columns before all of them.
fn parse(rows: &[&str]) -> Result<Level, LevelError> {
    let plain: Vec<String> = rows.iter().map(|row| row.replace(['-', '_'], " ")).collect();
    let indent = plain.iter().map(|row| row.len() - row.trim_start().len()).min().unwrap_or(0);
    let rows: Vec<&str> = plain.iter().map(|row| row[indent..].trim_end()).collect();
    Level::from_rows(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "Some levels\n\n; First room\n\n#####\n#@$.#\n#####\nAuthor: A. Name\nRR\n\nSecond\n -####\n##@$.#\n######\nTitle: Two\n\n#####\n#@x.#\n#####\n\n####\n#  #\n####\n";

    #[test]
    fn boards_have_their_titles_and_lines() {
        let (levels, unread) = scan(FILE);
        assert_eq!(levels.len(), 3);
        let told: Vec<_> =
            levels.iter().map(|level| (level.line, level.title.as_str(), level.author.as_str())).collect();
        assert_eq!(told[..2], [(5, "First room", "A. Name"), (12, "Two", "")]);
        assert!(levels[..2].iter().all(|level| level.level.is_ok() && level.is_closed));
        assert_eq!(levels.last().map(|level| level.level.clone()), Some(Err(LevelError::NoPlayer)));
        assert_eq!(unread, [Unread { line: 18, sign: 'x' }]);
    }

    #[test]
    fn a_board_that_lacks_rows_is_not_closed() {
        for text in ["[code]#####\n#@$.#\n#####[/code]\n", "# # # #\n# @ $ . #\n# # # #\n", "#####\n#@$.#\n"]
        {
            assert!(scan(text).0.iter().all(|level| !level.is_closed), "{text}");
        }
    }

    #[test]
    fn texts_without_boards_have_none() {
        for text in ["", "\n\n", "Hello\nrrdd\n", "* a list\n- of things\n# heading\n", "日本語\n###日#\n"]
        {
            assert_eq!(scan(text).0, [], "{text}");
        }
    }
}
