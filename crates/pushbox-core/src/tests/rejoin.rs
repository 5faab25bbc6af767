//! The way back to what is known to be winnable: it is legal, and leads where it says.

use super::depth::scaled;
use super::oracle::{Random, fewest_pushes, flood, mask};
use super::{solve_freely, within};
use crate::level::{BOX, WALL, opposite};
use crate::replay::replay;
use crate::search::rejoin::{KnownPosition, rejoin};
use crate::search::verdict::Verdict;
use crate::{Level, Limit, Objective, Puzzle};

/// Returns a position as bits: the boxes, and the squares that the player walks to.
fn bits(level: &Level) -> (u64, u64) {
    (mask(level, BOX), flood(level, mask(level, WALL | BOX), level.player()))
}

/// Returns the levels that moves lead through, the first included.
fn line(level: &Level, moves: &str) -> Vec<Level> {
    (0..=moves.len()).map(|end| replay(level, &moves[..end]).expect("letters").end).collect()
}

fn known_of(line: &[Level]) -> Vec<KnownPosition> {
    let known = line.iter().enumerate().map(|(index, level)| {
        let boxes = (0..level.cells().len()).filter(|&cell| level.is_box(cell)).map(|cell| (cell, 0));
        KnownPosition { boxes: boxes.collect(), player: level.player(), left: (line.len() - index) as u32 }
    });
    known.collect()
}

/// Returns what every legal push leads to.
fn pushed(level: &Level) -> Vec<Level> {
    let (_, region) = bits(level);
    let mut after = Vec::new();
    for cell in (0..level.cells().len()).filter(|&cell| level.is_box(cell)) {
        for direction in 0..4 {
            let is_free = |cell: usize| !level.is_box(cell) && !level.is_wall(cell);
            let Some(from) = level.neighbour(cell, opposite(direction)) else { continue };
            let Some(target) = level.neighbour(cell, direction) else { continue };
            if is_free(target) && region >> from & 1 == 1 {
                let mut cells = level.cells().to_vec();
                cells[level.player()] ^= crate::level::PLAYER;
                cells[cell] ^= BOX | crate::level::PLAYER;
                cells[target] ^= BOX;
                after.push(Level::new(level.width(), level.height(), &cells).expect("a level"));
            }
        }
    }
    after
}

#[test]
fn a_way_leads_to_a_known_position_or_a_solved_one() {
    let mut random = Random(77);
    let (mut found, mut lost, mut open) = (0, 0, 0);
    while lost < scaled(300) || found < scaled(300) {
        let level = random.level(3);
        let Verdict::Solved { line: solution, .. } = solve_freely(&level, Objective::Any).verdict else {
            continue;
        };
        let line = line(&level, &solution.lurd);
        let known = known_of(&line);
        let met: Vec<(u64, u64)> = line.iter().map(bits).collect();
        for before in line.iter().step_by(3) {
            for start in pushed(before) {
                let way = within(&Limit::default(), |control| rejoin(&Puzzle::from(&start), &known, control));
                let is_winnable = fewest_pushes(&start).is_some();
                match way {
                    Some(moves) => {
                        let end = replay(&start, &moves).expect("letters").end;
                        assert!(end.is_solved() || met.contains(&bits(&end)), "{moves} of {start:?}");
                        assert!(is_winnable, "{start:?}");
                        found += 1;
                    }
                    None if is_winnable => open += 1,
                    None => lost += 1,
                }
            }
        }
    }
    assert_eq!(open, 0, "a search without a limit finds a way or a solution");
}

#[test]
fn boxes_that_never_move_again_are_those_of_the_known_position() {
    // The four boxes in the middle are stuck for ever, and cut the right room off, where another position has them.
    let rows = ["##########", "#   ##   #", "# $ **   #", "# @ **   #", "# . ##.. #", "##########"];
    let start = Level::from_rows(&rows).expect("a level");
    let cell = |row: usize, column: usize| row * 10 + column;
    let known = |left: usize| {
        let stuck = [(2, left), (2, left + 1), (3, left), (3, left + 1)];
        let boxes = stuck.into_iter().chain([(3, 2)]).map(|(row, column)| (cell(row, column), 0));
        KnownPosition { boxes: boxes.collect(), player: cell(2, 2), left: 1 }
    };
    let way = |known: KnownPosition| {
        within(&Limit::default(), |control| rejoin(&Puzzle::from(&start), &[known], control))
            .map(|moves| replay(&start, &moves).expect("letters").end.is_solved())
    };
    assert_eq!(way(known(4)), Some(false), "to the known position, a push before the end");
    assert_eq!(way(known(6)), Some(true), "to the end, as that position is another");
}

#[test]
fn nothing_is_found_without_positions_or_memory_to_spend() {
    let level =
        Puzzle::from(&Level::from_rows(&["#######", "#@ $ .#", "#     #", "#######"]).expect("a level"));
    let find = |limit: Limit| within(&limit, |control| rejoin(&level, &[], control));
    assert_eq!(find(Limit { nodes: Some(0), ..Limit::default() }), None);
    assert_eq!(find(Limit { memory: Some(1 << 10), ..Limit::default() }), None);
    assert_eq!(find(Limit::default()), Some("rRR".to_owned()));
}
