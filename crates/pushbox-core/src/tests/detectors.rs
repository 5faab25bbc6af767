//! Every detector alone: positions that it calls dead are, pushes that it prunes are not needed.

use super::depth::{fewest, scaled};
use super::oracle::{Random, fewest_pushes, flood, mask, pushes_left};
use super::{draw, hotly, line_of, root_of, root_of_puzzle, unlimited};
use crate::board::{Board, DEAD, Position};
use crate::bound::MatchingBound;
use crate::deadlock::corral::CorralDetector;
use crate::deadlock::dead_pairs::DeadPairs;
use crate::deadlock::freeze::{FreezeDetector, FreezeResult};
use crate::deadlock::pi_corral::PiCorral;
use crate::deadlock::position_view::PositionView;
use crate::deadlock::{DETECTORS, Stage, diagonal};
use crate::flood::UNREACHABLE;
use crate::level::{BOX, GOAL, PLAYER, WALL, neighbour, opposite};
use crate::push::Push;
use crate::region::Region;
use crate::search::root_position::RootPosition;
use crate::{Level, Objective, Puzzle};

/// Visits random levels that need a search, with the fewest pushes by the oracle.
pub(super) fn starts(seed: u64, count: usize, mut visit: impl FnMut(&Level, &RootPosition, Option<u32>)) {
    let mut random = Random(seed);
    let mut visited = 0;
    while visited < scaled(count) {
        let level = random.level(4);
        if level.is_solved() {
            continue;
        }
        let expected = fewest_pushes(&level);
        match root_of_puzzle(&Puzzle::from(&level)) {
            Ok(root) => {
                visited += 1;
                visit(&level, &root, expected);
            }
            Err(proof) => assert_eq!(expected, None, "{proof:?} {level:?}"),
        }
    }
}

/// Returns the level after a push.
fn after(level: &Level, board: &Board, push: Push) -> Level {
    let cell = board.cells[usize::from(push.square)] as usize;
    let mut cells = level.cells().to_vec();
    cells[level.player()] ^= PLAYER;
    cells[cell] ^= BOX | PLAYER;
    cells[level.neighbour(cell, usize::from(push.direction)).expect("on the board")] ^= BOX;
    Level::new(level.width(), level.height(), &cells).expect("a level")
}

/// Returns the position with `boxes`, and the region of `player` in it.
fn position_of(board: &Board, boxes: &[u16], player: u16) -> (Position, Region) {
    let position = Position::new(board, boxes);
    let mut region = Region::new(board);
    region.flood(&position.is_box, player);
    (position, region)
}

/// Returns all legal pushes, dead squares included.
pub(super) fn legal_pushes(board: &Board, position: &Position, region: &Region) -> Vec<Push> {
    let mut pushes = Vec::new();
    for &square in &position.boxes {
        for direction in 0..4 {
            let neighbours = board.neighbours(square);
            let (target, pusher) = (neighbours[direction], neighbours[opposite(direction)]);
            let is_free = |square: u16| square != board.wall() && !position.is_box[usize::from(square)];
            if is_free(target) && is_free(pusher) && region.contains(pusher) {
                pushes.push(Push { square, direction: direction as u8 });
            }
        }
    }
    pushes
}

#[test]
fn dead_pushes_and_freezes_are_dead() {
    let mut dead = [0; 2];
    starts(3, 400, |level, root, _| {
        let board = &root.board;
        let (mut position, region) = position_of(board, &root.boxes, root.player);
        let mut freeze = FreezeDetector::new(board);
        for push in legal_pushes(board, &position, &region) {
            let is_dead = if board.pushes[usize::from(push.square)] & (1 << push.direction) == 0 {
                dead[0] += 1;
                true
            } else {
                let target = board.target(push);
                position.play(board, push);
                let freeze_result = freeze.pushed(board, &position.is_box, target);
                let all = freeze.all(board, &position.is_box, &position.boxes);
                assert_eq!(freeze_result != FreezeResult::Free, all.contains(&target));
                position.undo(board, push);
                dead[1] += usize::from(freeze_result == FreezeResult::Dead);
                freeze_result == FreezeResult::Dead
            };
            if is_dead {
                assert_eq!(fewest_pushes(&after(level, board, push)), None, "{push:?} {level:?}");
            }
        }
    });
    assert!(dead.iter().all(|&count| count > fewest(40)), "both kinds are common: {dead:?}");
}

#[test]
fn the_bound_is_a_bound() {
    let (mut dead, mut tight) = (0, 0);
    starts(4, 600, |level, root, expected| {
        let board = &root.board;
        let bound = unlimited(|control| {
            let mut bound = MatchingBound::new(board, root.boxes.len(), control)?;
            let box_states = board.box_states_of(&root.boxes, root.player);
            bound.load(board, &box_states, &[], control)
        });
        match (bound, expected) {
            (None, fewest) => {
                dead += 1;
                assert_eq!(fewest, None, "{level:?}");
            }
            (Some(bound), Some(fewest)) => {
                assert!(bound <= fewest, "{level:?}");
                tight += usize::from(bound == fewest);
            }
            (Some(_), None) => {}
        }
    });
    assert!(dead > fewest(10) && tight > fewest(50), "{dead} {tight}");
}

#[test]
fn frozen_boxes_as_walls_keep_the_bound_a_bound() {
    let mut frozen_sets = 0;
    starts(5, 600, |level, root, _| {
        let board = &root.board;
        let mut freeze = FreezeDetector::new(board);
        living_pushes(level, board, &root.boxes, root.player, |position, push, target, next| {
            if freeze.pushed(board, &position.is_box, target) == FreezeResult::OnGoals {
                frozen_sets += 1;
                let frozen = freeze.all(board, &position.is_box, &position.boxes).to_vec();
                let box_states = board.box_states_of(&position.boxes, push.square);
                assert!(!box_states.contains(&DEAD));
                let bound = unlimited(|control| {
                    let mut bound = MatchingBound::new(board, box_states.len(), control)?;
                    bound.after_freezing(board, &box_states, &frozen, control)
                });
                let fewest = fewest_pushes(next);
                match bound {
                    None => assert_eq!(fewest, None, "{level:?}"),
                    Some(bound) => {
                        assert!(fewest.is_none_or(|fewest| bound <= fewest), "{level:?}")
                    }
                }
            }
        });
    });
    assert!(frozen_sets > fewest(50), "{frozen_sets}");
}

/// Returns a crowded level of five to eight boxes, pulled away from the goals at random.
fn crowded(random: &mut Random) -> Level {
    let (width, height, boxes) = (4 + random.below(3), 4 + random.below(3), 5 + random.below(4));
    let goals = boxes + usize::from(random.below(4) == 0);
    let (mut cells, mut free) = (vec![WALL; width * height], vec![random.below(width * height)]);
    let size = (boxes + 10 + random.below(6)).min(cells.len());
    // The floor grows cell by cell, so that it is connected.
    while free.len() < size {
        let beside = neighbour(width, cells.len(), free[random.below(free.len())], random.below(4));
        free.extend(beside.filter(|next| !free.contains(next)));
    }
    free.iter().for_each(|&cell| cells[cell] = 0);
    random.draw(&mut free, goals + 1);
    free[..goals].iter().for_each(|&cell| cells[cell] = GOAL);
    free[..boxes].iter().for_each(|&cell| cells[cell] |= BOX);
    let mut player = free[goals];
    cells[player] |= PLAYER;
    for _ in 0..200 {
        let level = Level::new(width, height, &cells).expect("a level");
        let direction = random.below(4);
        let next = level.neighbour(player, direction).filter(|&next| cells[next] & (WALL | BOX) == 0);
        let behind = level.neighbour(player, opposite(direction)).filter(|&cell| cells[cell] & BOX != 0);
        let Some(next) = next else { continue };
        cells[player] ^= PLAYER;
        cells[next] ^= PLAYER;
        if let Some(behind) = behind.filter(|_| random.below(3) > 0) {
            cells[behind] ^= BOX;
            cells[player] ^= BOX;
        }
        player = next;
    }
    Level::new(width, height, &cells).expect("a level")
}

/// The PI-corrals that a test has met.
#[derive(Debug, Default)]
struct CorralCounts {
    /// Those that leave pushes of a solvable position out, by number of boxes.
    pruned: [usize; 9],
    /// Those that call a position dead.
    dead: usize,
}

/// Checks in every position of `level` with a PI-corral that some shortest solution begins with one of its pushes.
fn check_corrals(level: &Level, counts: &mut CorralCounts) {
    let (Some(root), Some(left)) = (root_of(level), pushes_left(level, 5000)) else { return };
    let board = &root.board;
    let mut corral = PiCorral::new(board);
    let bit = |square: u16| 1u64 << board.cells[usize::from(square)];
    let fixed = root.boxes.iter().fold(mask(level, BOX), |fixed, &square| fixed & !bit(square));
    for (&(cells, least), &fewest) in &left {
        if cells & fixed != fixed {
            continue; // lost: a box that counts as a wall was pushed onto a dead square
        }
        let squares = (0..board.wall()).filter(|&square| cells & bit(square) != 0);
        let (boxes, player) = (squares.collect::<Vec<u16>>(), board.squares[least as usize]);
        if board.box_states_of(&boxes, player).contains(&DEAD) {
            continue;
        }
        let (position, region) = position_of(board, &boxes, player);
        let Some(kept) = corral.find(board, &boxes, &position.is_box, &region) else { continue };
        let legal = legal_pushes(board, &position, &region);
        assert!(kept.iter().all(|push| legal.contains(push)));
        let after = kept.iter().map(|&push| {
            let (_, target) = board.ends(push);
            let cells = cells ^ bit(push.square) ^ bit(target);
            let player =
                flood(level, cells | mask(level, WALL), board.cells[usize::from(push.square)] as usize);
            left[&(cells, player.trailing_zeros())]
        });
        let best = after.min().unwrap_or(UNREACHABLE);
        assert_eq!(best.saturating_add(1), fewest, "{kept:?} {cells:b} {level:?}");
        counts.dead += usize::from(kept.is_empty());
        counts.pruned[level.count(BOX).min(8)] +=
            usize::from(fewest != UNREACHABLE && kept.len() < legal.len());
    }
}

#[test]
fn pi_corrals_keep_a_best_push() {
    let mut counts = CorralCounts::default();
    starts(6, 300, |level, _, _| check_corrals(level, &mut counts));
    let mut random = Random(7);
    (0..scaled(1500)).for_each(|_| check_corrals(&crowded(&mut random), &mut counts));
    let (few, many) = counts.pruned.split_at(5);
    assert!(counts.dead > fewest(1000) && few.iter().sum::<usize>() > fewest(100), "{counts:?}");
    assert!(many.iter().all(|&count| count > fewest(300)), "five to eight boxes: {counts:?}");
}

#[test]
fn a_push_out_of_a_corral_opens_it() {
    let level = draw(".  $ \n.* $@\n ## #");
    check_corrals(&level, &mut CorralCounts::default());
    assert_eq!(line_of(&level, Objective::Pushes).count().pushes, 6);
}

/// Plays every push that lets the pushed box live, and visits the positions that they lead to.
pub(super) fn living_pushes(
    level: &Level,
    board: &Board,
    boxes: &[u16],
    player: u16,
    mut visit: impl FnMut(&Position, Push, u16, &Level),
) {
    let (mut position, region) = position_of(board, boxes, player);
    for push in legal_pushes(board, &position, &region) {
        if board.pushes[usize::from(push.square)] & (1 << push.direction) != 0 {
            let target = board.target(push);
            position.play(board, push);
            visit(&position, push, target, &after(level, board, push));
            position.undo(board, push);
        }
    }
}

#[test]
fn dead_pairs_are_dead_and_two_boxes_leave_no_doubt() {
    let (mut dead, mut exact, mut alive) = (0, 0, 0);
    starts(12, 1000, |level, root, _| {
        let board = &root.board;
        let pairs = unlimited(|control| DeadPairs::new(board, control));
        living_pushes(level, board, &root.boxes, root.player, |position, push, target, next| {
            let is_dead =
                pairs.is_dead(board, &position.set, (target, 0), opposite(usize::from(push.direction)));
            let is_pair = position.boxes.len() == 2;
            if is_dead || is_pair {
                let is_solvable = fewest_pushes(next).is_some();
                assert!(!(is_dead && is_solvable), "{push:?} {level:?}");
                // A box may be dead alone where the player now is; then the table leaves it to that detector.
                let lives = |&square: &u16| board.box_state(square, push.square) != DEAD;
                if is_pair && position.boxes.iter().all(lives) {
                    assert_eq!(is_dead, !is_solvable, "{push:?} {level:?}");
                    exact += usize::from(is_dead);
                }
                dead += usize::from(is_dead);
                alive += usize::from(is_solvable);
            }
        });
    });
    assert!(dead > fewest(250) && exact > fewest(50) && alive > fewest(500), "{dead} {exact} {alive}");
}

/// Plays at random from a root position, up to 8 pushes; before each calls `visit` with its number and every push that
/// lets the pushed box live, as [`living_pushes`] does.
fn random_play(
    level: &Level,
    root: &RootPosition,
    random: &mut Random,
    mut visit: impl FnMut(usize, &Position, Push, u16, &Level),
) {
    let (mut level, mut boxes, mut player) = (level.clone(), root.boxes.clone(), root.player);
    for step in 0..8 {
        let mut lines = Vec::new();
        living_pushes(&level, &root.board, &boxes, player, |position, push, target, next| {
            visit(step, position, push, target, next);
            lines.push((next.clone(), position.boxes.clone(), push.square));
        });
        if lines.is_empty() {
            return;
        }
        (level, boxes, player) = lines.swap_remove(random.below(lines.len()));
    }
}

#[test]
fn what_a_detector_calls_dead_is_dead_however_often_it_is_asked() {
    for &(name, stage, make) in DETECTORS {
        // One detector serves a whole random play, so that a verdict cached under the wrong key would be noticed.
        let mut random = Random(14);
        let (mut dead, mut by_effort) = (0, 0);
        starts(13, 1200, |level, root, _| {
            let board = &root.board;
            hotly(|control| {
                let pairs = DeadPairs::new(board, control)?;
                root.pairs.get_or_init(|| pairs);
                let parts = root.detector_parts(Stage::Push);
                let mut detector = make(&parts, control)?;
                let mut region = Region::new(board);
                random_play(level, root, &mut random, |_, position, push, target, next| {
                    region.flood(&position.is_box, push.square);
                    let region = (stage == Stage::Position).then_some(&region);
                    let view = PositionView::new(board, position, region, target, push.square);
                    let mut is_dead = || detector.is_dead(&view, control).expect("no limit");
                    let at_once = is_dead();
                    if at_once || (0..4).any(|_| is_dead()) {
                        dead += 1;
                        by_effort += usize::from(!at_once);
                        assert_eq!(fewest_pushes(next), None, "{name} {push:?} {next:?}");
                    }
                });
                Ok(())
            });
        });
        // Closed diagonals are rare on these levels; others are made for them below.
        assert!(dead > fewest(10) || name == "closed diagonals", "{name}: {dead}");
        assert!(
            by_effort > fewest(2) || name != "corrals", // few, as hot efforts find nearly all of them at once
            "a verdict looked up again gets more effort: {by_effort}"
        );
    }
}

#[test]
fn dead_corrals_of_the_start_are_dead() {
    let mut dead = 0;
    starts(13, 1500, |level, root, expected| {
        let board = &root.board;
        let (position, region) = position_of(board, &root.boxes, root.player);
        let view = PositionView::new(board, &position, Some(&region), root.player, root.player);
        let parts = root.detector_parts(Stage::Push);
        if unlimited(|control| CorralDetector::new(&parts, control).at_root(&view, control)) {
            dead += 1;
            assert_eq!(expected, None, "{level:?}");
        }
    });
    assert!(dead > fewest(20), "{dead}");
}

/// Returns a level of 4x4 to 6x6 cells with a diagonal of one or two squares that boxes and walls surround.
fn level_with_a_diagonal(random: &mut Random) -> Option<Level> {
    let (width, height) = (4 + random.below(3), 4 + random.below(3));
    let mut cells: Vec<u8> =
        (0..width * height).map(|_| if random.below(10) == 0 { WALL } else { 0 }).collect();
    let plain =
        Level::new(width, height, &[vec![PLAYER], vec![0; width * height - 1]].concat()).expect("a level");
    let across = [2, 0][random.below(2)];
    let mut run = vec![random.below(width * height)];
    if random.below(2) == 0 {
        run.push(plain.neighbour(plain.neighbour(run[0], across)?, 3)?);
    }
    let around: Vec<usize> = run
        .iter()
        .flat_map(|&cell| (0..4).filter_map(|direction| plain.neighbour(cell, direction)).collect::<Vec<_>>())
        .collect();
    let corners = [(run[0], across ^ 2, 1), (run[run.len() - 1], across, 3)];
    let corners = corners
        .into_iter()
        .filter_map(|(cell, one, other)| plain.neighbour(plain.neighbour(cell, one)?, other));
    let mut boxes = 0;
    for cell in around.into_iter().chain(corners) {
        if boxes < 5 && random.below(4) > 0 {
            boxes += usize::from(cells[cell] & BOX == 0);
            cells[cell] = BOX;
        } else if cells[cell] & BOX == 0 {
            cells[cell] = WALL;
        }
    }
    run.iter().for_each(|&cell| cells[cell] = 0);
    let mut goals = boxes + usize::from(random.below(5) == 0);
    let free: Vec<usize> =
        (0..cells.len()).filter(|&cell| cells[cell] & (WALL | BOX) == 0 && !run.contains(&cell)).collect();
    let player = *free.get(random.below(free.len().max(1)))?;
    cells[player] |= PLAYER;
    for cell in &mut cells {
        if goals > 0 && *cell & BOX != 0 && random.below(3) > 0 {
            *cell |= GOAL;
            goals -= 1;
        }
    }
    let open: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] & (WALL | GOAL) == 0).collect();
    (0..goals).for_each(|number| cells[open[(7 * number + boxes) % open.len()]] |= GOAL);
    let level = Level::new(width, height, &cells).ok()?;
    (level.count(BOX) <= level.count(GOAL) && !level.is_solved()).then_some(level)
}

#[test]
fn dead_diagonals_are_dead() {
    let mut random = Random(17);
    let (mut dead, mut alive) = (0, 0);
    for _ in 0..scaled(6000) {
        let Some(level) = level_with_a_diagonal(&mut random) else {
            continue;
        };
        let Some(root) = root_of(&level) else {
            continue;
        };
        let board = &root.board;
        let (position, region) = position_of(board, &root.boxes, root.player);
        let view = PositionView::new(board, &position, Some(&region), root.player, root.player);
        if root.boxes.iter().any(|&square| diagonal::is_dead_beside(&view, square)) {
            dead += 1;
            assert_eq!(fewest_pushes(&level), None, "{level:?}");
        } else {
            alive += 1;
        }
    }
    assert!(dead > fewest(100) && alive > fewest(100), "{dead} {alive}");
}
