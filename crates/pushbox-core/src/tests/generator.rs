//! The generator: the shapes of rooms, who pushes, and floor that nobody needs. What Python promises of levels is tested
//! there.

use super::depth::{fewest, scaled};
use super::oracle::{Random, fewest_pushes};
use super::quiet;
use crate::Level;
use crate::generate::{GeneratedLevel, LevelSpec, LevelStream, Shape, attempt, room::Room, unused_floor};
use crate::level::{BOX, GOAL, WALL};
use crate::replay::is_solution;

/// Specifies a level with one player, of any shape.
fn spec(width: usize, height: usize, boxes: usize) -> LevelSpec {
    let (pushers, numbered, pushes, box_lines) = (1, false, 0, 0);
    LevelSpec { width, height, boxes, pushers, numbered, shape: None, pushes, box_lines }
}

/// Returns the levels of the first `attempts` attempts.
fn made(spec: &LevelSpec, attempts: u64) -> Vec<GeneratedLevel> {
    (0..attempts)
        .filter_map(|number| {
            attempt(spec, 7, number, &mut quiet).expect("a good spec").expect("never stopped")
        })
        .collect()
}

#[test]
fn levels_keep_size_and_boxes_and_solve() {
    for shape in Shape::ALL {
        for (height, width, boxes) in [(5, 5, 1), (6, 11, 3), (10, 10, 4), (13, 9, 7)] {
            let spec = LevelSpec { shape: Some(shape), ..spec(width, height, boxes) };
            let levels = made(&spec, scaled(400) as u64);
            assert!(levels.len() > fewest(5), "{shape:?} {height}x{width}: {}", levels.len());
            for level in levels {
                let plain = level.plain(width);
                assert_eq!((plain.width(), plain.height(), level.shape), (width, height, shape));
                assert_eq!((plain.count(BOX), plain.count(GOAL)), (boxes, boxes));
                assert!(level.boxes.iter().all(|&cell| !plain.is_goal(cell)), "a box on a goal");
                assert!(fills(&plain), "the floor leaves the frame");
                assert!(is_solution(&plain, &level.lurd()), "{level:?}");
            }
        }
    }
}

/// Returns whether the frame is wall, and the floor touches each of its sides and hangs together.
fn fills(level: &Level) -> bool {
    let (width, height) = (level.width(), level.height());
    let is_floor = |row: usize, column: usize| !level.is_wall(row * width + column);
    let row = |row: usize| (0..width).any(|column| is_floor(row, column));
    let column = |column: usize| (0..height).any(|row| is_floor(row, column));
    let frame = row(0) || row(height - 1) || column(0) || column(width - 1);
    let touches = row(1) && row(height - 2) && column(1) && column(width - 2);
    let mut seen = vec![false; width * height];
    let mut stack = vec![level.player()];
    while let Some(cell) = stack.pop() {
        if !seen[cell] && !level.is_wall(cell) {
            seen[cell] = true;
            stack.extend((0..4).filter_map(|direction| level.neighbour(cell, direction)));
        }
    }
    let connected = (0..width * height).all(|cell| seen[cell] != level.is_wall(cell));
    !frame && touches && connected
}

#[test]
fn every_pusher_pushes() {
    let spec = LevelSpec { pushers: 3, ..spec(9, 8, 4) };
    let levels = made(&spec, 200);
    assert!(levels.len() > 10);
    for level in levels {
        assert_eq!(level.pushers.len(), 3);
        for pusher in 0..3 {
            assert!(level.solution.iter().any(|step| step.pusher == pusher && step.is_push));
        }
    }
}

#[test]
fn floor_that_is_walled_up_changes_nothing() {
    // Crowded random boards inside a frame: the fewest pushes, or that there are none, stay what they were.
    let mut random = Random(11);
    let (mut walled, mut solved) = (0, 0);
    for _ in 0..scaled(20_000) {
        let inner = random.level(3);
        let (width, height) = (inner.width() + 2, inner.height() + 2);
        if width * height > 64 {
            continue;
        }
        let mut cells = vec![WALL; width * height];
        for (cell, &byte) in inner.cells().iter().enumerate() {
            cells[(cell / inner.width() + 1) * width + cell % inner.width() + 1] = byte;
        }
        let marked = |bit: u8| (0..cells.len()).filter(|&cell| cells[cell] & bit != 0).collect::<Vec<_>>();
        let before = Level::new(width, height, &cells).expect("a level");
        let mut room = Room { width, height, floor: cells.iter().map(|&byte| byte & WALL == 0).collect() };
        // What the player cannot reach is no part of the room.
        let mut seen = vec![false; cells.len()];
        let part = room.part(before.player(), &mut seen);
        if part.len() != room.cells().len() {
            continue;
        }
        let goals = marked(GOAL);
        let keep = [goals.clone(), marked(BOX), vec![before.player()]].concat();
        if !unused_floor::wall_up(&mut room, &goals, &keep) {
            continue;
        }
        walled += 1;
        let after: Vec<u8> = cells
            .iter()
            .zip(&room.floor)
            .map(|(&byte, &is_floor)| if is_floor { byte } else { WALL })
            .collect();
        let after = Level::new(width, height, &after).expect("a level");
        let fewest = fewest_pushes(&before);
        assert_eq!(fewest, fewest_pushes(&after), "{before:?}");
        solved += usize::from(fewest.is_some_and(|pushes| pushes > 0));
    }
    assert!(walled > fewest(200) && solved > fewest(20), "{walled} {solved}");
}

#[test]
fn a_stream_has_the_levels_of_the_attempts() {
    for spec in [spec(10, 10, 4), spec(5, 5, 1), LevelSpec { shape: Some(Shape::Cave), ..spec(7, 9, 2) }] {
        let mut stream = LevelStream::new(spec.clone(), 7).expect("a good spec");
        let streamed: Vec<_> = (0..scaled(100)).filter_map(|_| stream.attempt()).collect();
        let mut expected: Vec<Level> = Vec::new();
        for level in made(&spec, scaled(100) as u64) {
            let level = level.plain(spec.width);
            if !expected.iter().any(|known| are_alike(known, &level)) {
                expected.push(level);
            }
        }
        assert!(streamed.len() > fewest(3));
        assert!(streamed == expected, "{spec:?}");
    }
    assert!(LevelStream::new(LevelSpec { pushes: 3, ..spec(10, 10, 4) }, 7).is_err());
}

/// Returns whether two levels of one size have the same walls, goals and boxes, in any symmetry.
fn are_alike(one: &Level, other: &Level) -> bool {
    let (width, height) = (one.width(), one.height());
    let layout = |level: &Level, row: usize, column: usize| {
        let cell = row * level.width() + column;
        (level.is_wall(cell), level.is_goal(cell), level.cells()[cell] & BOX)
    };
    (0..8).filter(|symmetry| symmetry & 4 == 0 || width == height).any(|symmetry| {
        (0..height).all(|row| {
            (0..width).all(|column| {
                let (row2, column2) = if symmetry & 4 > 0 { (column, row) } else { (row, column) };
                let row2 = if symmetry & 2 > 0 { height - 1 - row2 } else { row2 };
                let column2 = if symmetry & 1 > 0 { width - 1 - column2 } else { column2 };
                layout(one, row, column) == layout(other, row2, column2)
            })
        })
    })
}
