//! Lines of many levels, played without Python.

use std::thread;

use pushbox_core::Level;
use pushbox_core::verify::{PlayedLine, play};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

/// A level, and the letters to play on it.
type Line = ((usize, usize, PyBackedBytes), PyBackedStr);

/// Its letters as played, its six counts, after how many steps it was solved first, and whether it is at the end.
type Played = (String, [u32; 6], Option<u32>, bool);

/// Play lines of plain Sokoban; None for a level that is none, and for a line that cannot be played to its end.
#[pyfunction]
pub fn play_lines(py: Python<'_>, lines: Vec<Line>, threads: usize) -> Vec<Option<Played>> {
    let mut played: Vec<Option<Played>> = vec![None; lines.len()];
    let each = lines.len().div_ceil(threads.max(1)).max(1);
    py.detach(|| {
        thread::scope(|scope| {
            let mut parts = lines.chunks(each).zip(played.chunks_mut(each));
            let own = parts.next();
            for (lines, played) in parts {
                scope.spawn(|| play_all(lines, played));
            }
            own.into_iter().for_each(|(lines, played)| play_all(lines, played));
        });
    });
    played
}

fn play_all(lines: &[Line], played: &mut [Option<Played>]) {
    for (((width, height, cells), text), played) in lines.iter().zip(played) {
        let level = Level::new(*width, *height, cells).ok();
        *played = level.and_then(|level| play(&level, text)).map(of_line);
    }
}

fn of_line(line: PlayedLine) -> Played {
    let counts = line.counts;
    let letters = line.letters.into_iter().map(char::from).collect();
    let counts = [
        counts.moves,
        counts.pushes,
        counts.box_lines,
        counts.box_changes,
        counts.pushing_sessions,
        counts.player_lines,
    ];
    (letters, counts, line.solved_at, line.is_solved)
}
