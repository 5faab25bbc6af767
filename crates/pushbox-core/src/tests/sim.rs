//! Batches of boards are held to [`Level::step`], one board at a time.

use super::depth::scaled;
use super::oracle::Random;
use crate::Level;
use crate::level::{BOX, GOAL, LevelError, PLAYER};
use crate::sim::{Batch, KINDS, LEFT_GOAL, Levels, MOVED, ON_GOAL, PUSHED, SOLVED, STAY, observe, tiles};

/// Returns a batch of random levels, one a board, their buffer, and the levels as they are played one by one.
fn some(random: &mut Random, boards: usize) -> (Batch, Vec<u8>, Vec<Level>) {
    let levels: Vec<Level> = (0..boards).map(|_| random.level(4)).collect();
    let all = Levels::new(&levels).expect("levels");
    let mut cells = vec![0; boards * all.area()];
    (Batch::new(all, boards, &mut cells), cells, levels)
}

/// Returns a board of a batch as a level of the size of its own.
fn own(batch: &Batch, cells: &[u8], board: usize, level: &Level) -> Vec<u8> {
    let (levels, mut own) = (batch.levels(), Vec::new());
    for row in 0..level.height() {
        let start = board * levels.area() + (row + levels.frame()) * levels.width() + levels.frame();
        own.extend(&cells[start..][..level.width()]);
    }
    own
}

/// Returns the event of a step by what a level was and is.
fn event(before: &Level, after: &Level, letter: Option<u8>) -> u8 {
    let (was, is) = (boxes_home(before), boxes_home(after));
    let pushed = letter.is_some_and(|letter| letter.is_ascii_uppercase());
    MOVED * u8::from(letter.is_some())
        + PUSHED * u8::from(pushed)
        + ON_GOAL * u8::from(is > was)
        + LEFT_GOAL * u8::from(is < was)
        + SOLVED * u8::from(after.is_solved())
}

#[test]
fn steps_are_those_of_levels() {
    for seed in 0..scaled(2000) {
        let mut random = Random::new(7, seed as u64);
        let boards = 1 + random.below(40);
        let (mut batch, mut cells, mut levels) = some(&mut random, boards);
        for _ in 0..40 {
            let actions: Vec<u8> = (0..boards).map(|_| random.below(5) as u8).collect();
            let mut legal = vec![9; 4 * boards];
            batch.legal(&cells, &mut legal);
            let (mut events, before) = (vec![99; boards], cells.clone());
            let threads = 1 + random.below(3);
            batch.step(&mut cells, &actions, &mut events, threads);
            for (board, level) in levels.iter_mut().enumerate() {
                let old = level.clone();
                let letter = (actions[board] < STAY).then(|| level.step(actions[board].into())).flatten();
                assert_eq!(events[board], event(&old, level, letter), "{old:?} {}", actions[board]);
                assert_eq!(own(&batch, &cells, board, level), level.cells());
                assert_eq!(usize::from(batch.astray()[board]), level.count(BOX) - boxes_home(level));
                if actions[board] < STAY {
                    let said = legal[4 * board + usize::from(actions[board])];
                    assert_eq!(said, events[board] & (MOVED | PUSHED));
                }
            }
            if random.below(4) == 0 {
                let after = (cells.clone(), batch.players().to_vec(), batch.astray().to_vec());
                batch.step_back(&mut cells, &actions, &events).expect("they were played");
                assert_eq!(cells, before);
                batch.step(&mut cells, &actions, &mut events, 1);
                assert_eq!((cells.clone(), batch.players().to_vec(), batch.astray().to_vec()), after);
            }
        }
    }
}

fn boxes_home(level: &Level) -> usize {
    level.cells().iter().filter(|&&byte| byte & (BOX | GOAL) == BOX | GOAL).count()
}

#[test]
fn pushes_are_walks_and_a_step() {
    for seed in 0..scaled(400) {
        let mut random = Random::new(7, seed as u64);
        let boards = 1 + random.below(8);
        let (mut batch, mut cells, _) = some(&mut random, boards);
        let area = batch.levels().area();
        for _ in 0..10 {
            let (mut mask, mut again) = (vec![9; 4 * area * boards], vec![9; 4 * area * boards]);
            batch.pushes(&cells, &mut mask, 1);
            batch.pushes(&cells, &mut again, 3);
            assert_eq!(mask, again);
            // One push that there is on every second board, and anything on the others.
            let actions: Vec<u32> = (0..boards)
                .map(|board| {
                    let there: Vec<usize> =
                        (0..4 * area).filter(|&at| mask[4 * area * board + at] == 1).collect();
                    let any = random.below(4 * area + 3);
                    if random.below(2) == 0 || there.is_empty() {
                        any as u32
                    } else {
                        there[random.below(there.len())] as u32
                    }
                })
                .collect();
            let (mut events, mut moves, before) = (vec![99; boards], vec![99; boards], cells.clone());
            let players = batch.players().to_vec();
            batch.push(&mut cells, &actions, &mut events, &mut moves, 2);
            for board in 0..boards {
                let old = level_of(&batch, &before[board * area..][..area]);
                let new = level_of(&batch, &cells[board * area..][..area]);
                let (cell, direction) = (actions[board] as usize / 4, actions[board] as usize % 4);
                let is_push = cell < area && mask[4 * area * board + actions[board] as usize] == 1;
                assert_eq!(is_push, events[board] & PUSHED != 0);
                let Some(walk) = walk_to(&old, cell, direction) else {
                    assert!(!is_push && new == old && moves[board] == 0);
                    assert_eq!(batch.players()[board], players[board]);
                    continue;
                };
                assert!(is_push);
                assert_eq!(usize::from(moves[board]), walk + 1);
                assert_eq!((new.player(), usize::from(batch.players()[board])), (cell, cell));
                assert_eq!(events[board], event(&old, &new, Some(b'L')));
                let moved =
                    old.cells().iter().zip(new.cells()).filter(|(old, new)| (*old ^ *new) & BOX != 0).count();
                assert_eq!(moved, 2);
            }
        }
    }
}

/// Returns the board of a batch as a level.
fn level_of(batch: &Batch, cells: &[u8]) -> Level {
    Level::new(batch.levels().width(), batch.levels().height(), cells).expect("a level")
}

/// Returns the fewest steps with which a player comes to a box to push it, by trying all steps; `None` for no push.
fn walk_to(level: &Level, cell: usize, direction: usize) -> Option<usize> {
    if cell >= level.cells().len() || !level.is_box(cell) {
        return None;
    }
    let (mut layer, mut seen) = (vec![level.clone()], vec![level.player()]);
    for steps in 0.. {
        let mut next = Vec::new();
        for at in layer {
            let mut pushed = at.clone();
            if pushed.neighbour(at.player(), direction) == Some(cell) && pushed.step(direction).is_some() {
                return Some(steps);
            }
            for direction in 0..4 {
                let mut walked = at.clone();
                let is_walk = walked.step(direction).is_some_and(|letter| letter.is_ascii_lowercase());
                if is_walk && !seen.contains(&walked.player()) {
                    seen.push(walked.player());
                    next.push(walked);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

#[test]
fn boards_are_reset_set_and_copied() {
    let small = Level::from_rows(&["#####", "#@$.#", "#####"]).expect("a level");
    let large = Level::from_rows(&["######", "#.$ @#", "#    #", "######"]).expect("a level");
    let levels = Levels::new(&[small.clone(), large.clone()]).expect("levels");
    assert_eq!((levels.width(), levels.height(), levels.frame(), levels.count()), (6, 4, 0, 2));
    let mut cells = vec![0; 3 * levels.area()];
    let mut batch = Batch::new(levels, 3, &mut cells);
    assert_eq!(own(&batch, &cells, 2, &small), small.cells());
    let mut events = [0; 3];
    batch.step(&mut cells, &[2, 0, 9], &mut events, 1);
    assert_eq!(events, [MOVED | PUSHED | ON_GOAL | SOLVED, MOVED, 0]);
    batch.copy(&mut cells, 0, 2);
    assert_eq!(
        (batch.astray(), own(&batch, &cells, 2, &small)),
        (&[0, 1, 0][..], own(&batch, &cells, 0, &small))
    );
    batch.reset(&mut cells, 0, 1);
    assert_eq!((own(&batch, &cells, 0, &large), batch.astray()), (large.cells().to_vec(), &[1, 1, 0][..]));
    batch.put(&mut cells, 1, &small).expect("it is small enough");
    assert_eq!(own(&batch, &cells, 1, &small), small.cells());
    assert_eq!(batch.step_back(&mut cells, &[0, 2, 9], &[0, MOVED, 0]), Err(1));
    // One in which the player can come to the edge needs a frame, and one that is too large has no room.
    let open = Level::from_rows(&["@$."]).expect("a level");
    let refused = Err(LevelError::TooLarge { width: 3, height: 1 });
    assert_eq!(batch.put(&mut cells, 1, &open), refused);
    assert_eq!(Levels::new(std::slice::from_ref(&open)).expect("a level").frame(), 1);
    let huge = Level::new(65_000, 1, &[&[PLAYER][..], &[0; 64_999]].concat()).expect("a level");
    assert_eq!(Levels::new(&[huge]).err(), Some(LevelError::TooLarge { width: 65_002, height: 3 }));
    assert_eq!(Levels::new(&[]).err(), Some(LevelError::NoPlayer));
}

#[test]
fn tables_and_tiles_show_each_cell() {
    let cells: Vec<u8> = (0..12).collect();
    let table: Vec<u8> = (0..KINDS as u8).flat_map(|kind| [kind, 100 + kind]).collect();
    let mut out = vec![0; 24];
    observe(&cells, 6, &table, false, &mut out);
    assert!(out.chunks_exact(2).zip(&cells).all(|(pair, &cell)| pair == [cell, 100 + cell]));
    observe(&cells, 6, &table, true, &mut out);
    assert_eq!(&out[..12], [0, 1, 2, 3, 4, 5, 100, 101, 102, 103, 104, 105]);
    assert_eq!(&out[12..18], [6, 7, 8, 9, 10, 11]);
    // Any kinds may share a byte in a plane.
    let kinds: Vec<u8> = (0..KINDS as u8).collect();
    let mut plane = vec![0; KINDS];
    for set in 0..1_u32 << KINDS {
        let table: Vec<u8> =
            kinds.iter().map(|kind| if set >> kind & 1 == 1 { 7 } else { kind % 3 }).collect();
        observe(&kinds, KINDS, &table, true, &mut plane);
        assert_eq!(plane, table);
    }
    // Tiles of 2 x 2 pixels of one byte, which tell their kind, row and column.
    let squares: Vec<u8> =
        (0..KINDS as u8).flat_map(|kind| [4 * kind, 4 * kind + 1, 4 * kind + 2, 4 * kind + 3]).collect();
    let mut picture = vec![0; 48];
    tiles(&cells, 3, &squares, 2, 1, &mut picture);
    assert_eq!(&picture[..12], [0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11]);
    assert_eq!(&picture[12..15], [12, 13, 16]);
}
