//! Floods by words of bits against floods square by square, on crowded boards of odd shapes.

use std::collections::BTreeSet;

use super::oracle::Random;
use super::unlimited;
use crate::board::{Board, BoxTable};
use crate::level::{Level, PLAYER, WALL};
use crate::push::Push;
use crate::region::Region;

/// Widths around those at which a word holds fewer rows, or a row takes one word more.
const WIDTHS: [usize; 21] =
    [1, 2, 3, 4, 7, 8, 10, 15, 20, 21, 31, 32, 33, 62, 63, 64, 65, 127, 128, 129, 200];

/// Returns the board of a level of random walls, without a border, and boxes on some of its squares.
fn crowded(random: &mut Random, width: usize) -> (Board, BoxTable) {
    let cells = width * (1 + random.below(1 + 600 / width));
    let (walls, boxes) = (random.below(40), random.below(60));
    let mut wall: Vec<bool> = (0..cells).map(|_| random.below(100) < walls).collect();
    let player = random.below(cells);
    wall[player] = false;
    let mut bytes: Vec<u8> = wall.iter().map(|&is_wall| if is_wall { WALL } else { 0 }).collect();
    bytes[player] = PLAYER;
    let level = Level::new(width, cells / width, &bytes).expect("a level");
    let board = unlimited(|control| Board::new(&level, &wall, &[player], |_| true, control));
    let squares: Vec<u16> = (0..board.wall()).filter(|_| random.below(100) < boxes).collect();
    let boxes = board.boxes_on(&squares);
    (board, boxes)
}

/// Returns the squares connected with `player`, found square by square.
fn plain_flood(board: &Board, is_box: &[bool], player: u16) -> BTreeSet<u16> {
    let mut reached = BTreeSet::from([player]);
    let mut todo = vec![player];
    while let Some(square) = todo.pop() {
        for next in (0..4).filter_map(|direction| board.floor_beside(square, direction)) {
            if !is_box[usize::from(next)] && reached.insert(next) {
                todo.push(next);
            }
        }
    }
    reached
}

/// Checks that the region holds `expected` and knows the floor beyond it.
fn check(board: &Board, is_box: &[bool], region: &Region, expected: &BTreeSet<u16>) {
    for square in 0..=board.wall() {
        let is_free = square != board.wall() && !is_box[usize::from(square)];
        assert_eq!(region.contains(square), expected.contains(&square));
        assert_eq!(region.misses(square), is_free && !expected.contains(&square));
    }
}

#[test]
fn regions_by_words_are_those_found_square_by_square() {
    let mut random = Random(31);
    let (mut parted, mut far) = (0, 0);
    for round in 0..420 {
        let (board, boxes) = crowded(&mut random, WIDTHS[round % WIDTHS.len()]);
        let mut region = Region::new(&board);
        let mut expected: Vec<BTreeSet<u16>> = Vec::new();
        for square in (0..board.wall()).filter(|&square| !boxes[usize::from(square)]) {
            if !expected.iter().any(|part| part.contains(&square)) {
                expected.push(plain_flood(&board, &boxes, square));
            }
        }
        let mut parts = Vec::new();
        region.each(&boxes, |least, region| {
            assert_eq!(region.latest().next(), Some(least));
            assert_eq!(region.latest().count(), region.count_latest());
            parts.push(region.latest().collect::<BTreeSet<u16>>());
        });
        assert_eq!(parts, expected);
        assert_eq!(usize::from(region.count_regions(&boxes)), expected.len());
        parted += usize::from(parts.len() > 2);
        for part in parts.iter().take(4) {
            let player = *part.iter().nth(random.below(part.len())).expect("a part has squares");
            assert_eq!(Some(region.flood(&boxes, player)), part.first().copied());
            assert!(region.latest().eq(part.iter().copied()));
            check(&board, &boxes, &region, part);
            far += usize::from(part.len() > 100);
        }
    }
    assert!(parted > 100 && far > 50, "{parted} {far}");
}

#[test]
fn regions_followed_push_by_push_are_those_found_square_by_square() {
    let mut random = Random(32);
    let (mut followed, mut pulled) = (0, 0);
    for round in 0..420 {
        let (board, mut boxes) = crowded(&mut random, WIDTHS[round % WIDTHS.len()]);
        let Some(player) = (0..board.wall()).find(|&square| !boxes[usize::from(square)]) else { continue };
        let (mut before, mut after) = (Region::new(&board), Region::new(&board));
        before.flood(&boxes, player);
        for _ in 0..20 {
            let is_free = |square: u16| square != board.wall() && !boxes[usize::from(square)];
            // A pull moves the box as a push does, with the player in front of it.
            let ends = |push: Push, is_pull: bool| {
                let (pusher, target) = board.ends(push);
                let front = board.neighbour(target, usize::from(push.direction));
                if is_pull { (target, front) } else { (pusher, target) }
            };
            let all = (0..board.wall()).filter(|&square| boxes[usize::from(square)]);
            let legal: Vec<(Push, bool)> = all
                .flat_map(|square| (0..8).map(move |way| (Push { square, direction: way / 2 }, way % 2 == 0)))
                .filter(|&(push, is_pull)| {
                    let (stand, next) = ends(push, is_pull);
                    is_free(next) && before.contains(stand)
                })
                .collect();
            let Some(&(push, is_pull)) = legal.get(random.below(legal.len().max(1))) else { break };
            let (_, next) = ends(push, is_pull);
            boxes.shift(push.square, board.target(push));
            let (player, least) = match is_pull {
                true => (next, after.pull(&board, &boxes, &before, push)),
                false => (push.square, after.push(&board, &boxes, &before, push)),
            };
            let expected = plain_flood(&board, &boxes, player);
            assert_eq!(Some(least), expected.first().copied());
            check(&board, &boxes, &after, &expected);
            followed += usize::from(after.count_latest() == 0);
            pulled += usize::from(is_pull);
            std::mem::swap(&mut before, &mut after);
        }
    }
    assert!(followed > 500 && pulled > 50, "{followed} {pulled}");
}
