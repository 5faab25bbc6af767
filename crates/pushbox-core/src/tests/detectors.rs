//! Every detector alone: what it calls dead is dead, what it leaves out is not needed, what it promises is kept.

use super::oracle::{Random, fewest_pushes};
use super::unlimited;
use crate::Level;
use crate::board::{BOX, GOAL, PLAYER, WALL, opposite};
use crate::bound::Bound;
use crate::deadlock::cluster::{self, Clusters};
use crate::deadlock::corral::{Corrals, MOST_KEPT};
use crate::deadlock::diagonal;
use crate::deadlock::freeze::{Freeze, Frost};
use crate::deadlock::pairs::Pairs;
use crate::deadlock::pi_corral::PiCorral;
use crate::deadlock::scene::Scene;
use crate::deadlock::sealed::{self, Sealed};
use crate::field::{DEAD, Field, Prepared, Start, prepare};
use crate::push::Push;
use crate::region::Region;
use crate::search::position::Position;

/// Random levels that need a search, with what the oracle says.
pub(super) fn starts(seed: u64, count: usize, mut look: impl FnMut(&Level, &Start, Option<u32>)) {
    let mut random = Random(seed);
    let mut found = 0;
    while found < count {
        let level = random.level(4);
        if level.is_solved() {
            continue;
        }
        let expected = fewest_pushes(&level);
        match unlimited(|control| prepare(&level, control)) {
            Ok(Prepared::Ready(start)) => {
                found += 1;
                look(&level, &start, expected);
            }
            Ok(Prepared::Hopeless(proof)) => assert_eq!(expected, None, "{proof:?} {level:?}"),
            Err(limit) => panic!("{limit:?} without a limit"),
        }
    }
}

/// The level after a push.
fn after(level: &Level, field: &Field, push: Push) -> Level {
    let cell = field.cells[usize::from(push.square)] as usize;
    let mut cells = level.cells().to_vec();
    cells[level.player()] ^= PLAYER;
    cells[cell] ^= BOX | PLAYER;
    cells[level.neighbour(cell, usize::from(push.direction)).expect("on the board")] ^= BOX;
    Level::new(level.width(), level.height(), &cells).expect("a level")
}

/// All legal pushes, dead squares included.
fn legal_pushes(field: &Field, position: &Position, region: &Region) -> Vec<Push> {
    let mut pushes = Vec::new();
    for &square in &position.boxes {
        for direction in 0..4 {
            let near = field.near[usize::from(square)];
            let (target, pusher) = (near[direction], near[opposite(direction)]);
            let is_free = |square: u16| square != field.wall() && !position.is_box[usize::from(square)];
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
    starts(3, 400, |level, start, _| {
        let field = &start.field;
        let mut position = Position::new(field, &start.boxes);
        let mut region = Region::new(field);
        region.flood(field, &position.is_box, start.player);
        let mut freeze = Freeze::new(field);
        for push in legal_pushes(field, &position, &region) {
            let is_dead = if field.pushes[usize::from(push.square)] & (1 << push.direction) == 0 {
                dead[0] += 1;
                true
            } else {
                let target = field.near[usize::from(push.square)][usize::from(push.direction)];
                position.play(field, push);
                let frost = freeze.pushed(field, &position.is_box, target);
                let all = freeze.all(field, &position.is_box, &position.boxes);
                assert_eq!(frost != Frost::Free, all.contains(&target));
                position.undo(field, push);
                dead[1] += usize::from(frost == Frost::Dead);
                frost == Frost::Dead
            };
            if is_dead {
                assert_eq!(fewest_pushes(&after(level, field, push)), None, "{push:?} {level:?}");
            }
        }
    });
    assert!(dead.iter().all(|&count| count > 50), "both kinds are common: {dead:?}");
}

#[test]
fn the_bound_is_a_bound() {
    let (mut dead, mut tight) = (0, 0);
    starts(4, 600, |level, start, expected| {
        let field = &start.field;
        let bound = unlimited(|control| {
            let mut bound = Bound::new(field, start.boxes.len(), control)?;
            let spots: Vec<u32> =
                start.boxes.iter().map(|&square| field.spot(square, start.player)).collect();
            bound.load(field, &spots, &[], control)
        })
        .expect("no limit");
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
    assert!(dead > 10 && tight > 50, "{dead} {tight}");
}

#[test]
fn frozen_boxes_as_walls_keep_the_bound_a_bound() {
    let mut frozen_sets = 0;
    starts(5, 600, |level, start, _| {
        let field = &start.field;
        let mut position = Position::new(field, &start.boxes);
        let mut region = Region::new(field);
        region.flood(field, &position.is_box, start.player);
        let mut freeze = Freeze::new(field);
        for push in legal_pushes(field, &position, &region) {
            if field.pushes[usize::from(push.square)] & (1 << push.direction) == 0 {
                continue;
            }
            let target = field.near[usize::from(push.square)][usize::from(push.direction)];
            position.play(field, push);
            if freeze.pushed(field, &position.is_box, target) == Frost::OnGoals {
                frozen_sets += 1;
                let frozen = freeze.all(field, &position.is_box, &position.boxes).to_vec();
                let spots: Vec<u32> =
                    position.boxes.iter().map(|&square| field.spot(square, push.square)).collect();
                assert!(!spots.contains(&DEAD));
                let bound = unlimited(|control| {
                    Bound::new(field, spots.len(), control)?.after_freezing(field, &spots, &frozen, control)
                });
                let fewest = fewest_pushes(&after(level, field, push));
                match bound.expect("no limit") {
                    None => assert_eq!(fewest, None, "{level:?}"),
                    Some(bound) => assert!(fewest.is_none_or(|fewest| bound <= fewest), "{level:?}"),
                }
            }
            position.undo(field, push);
        }
    });
    assert!(frozen_sets > 50, "{frozen_sets}");
}

#[test]
fn what_frozen_boxes_seal_off_is_dead() {
    // One memory serves a whole random play, so that a survey kept under the wrong name would be noticed.
    let mut random = Random(22);
    let (mut looked, mut dead) = (0, 0);
    starts(21, 1500, |level, start, _| {
        let field = &start.field;
        let mut freeze = Freeze::new(field);
        let mut sealed = unlimited(|control| Sealed::new(sealed::MOST_KEPT, control)).expect("no limit");
        let (mut level, mut boxes, mut player) = (level.clone(), start.boxes.clone(), start.player);
        for _ in 0..8 {
            let mut lines = Vec::new();
            living_pushes(&level, field, &boxes, player, |position, push, _, next| {
                let mut frozen = freeze.all(field, &position.is_box, &position.boxes).to_vec();
                frozen.sort_unstable();
                if !frozen.is_empty() && frozen.iter().all(|&square| field.is_goal[usize::from(square)]) {
                    looked += 1;
                    let is_dead = unlimited(|control| {
                        sealed.is_dead(field, &position.boxes, push.square, &frozen, control)
                    });
                    if is_dead.expect("no limit") {
                        dead += 1;
                        assert_eq!(fewest_pushes(next), None, "{push:?} {next:?}");
                    }
                }
                lines.push((next.clone(), position.boxes.clone(), push.square));
            });
            if lines.is_empty() {
                break;
            }
            (level, boxes, player) = lines.swap_remove(random.below(lines.len()));
        }
    });
    assert!(looked > 500 && dead > 50, "{looked} {dead}");
}

#[test]
fn pi_corrals_keep_a_best_push() {
    let (mut found, mut dead, mut pruned) = (0, 0, 0);
    starts(6, 1000, |level, start, expected| {
        let field = &start.field;
        let position = Position::new(field, &start.boxes);
        let mut region = Region::new(field);
        region.flood(field, &position.is_box, start.player);
        let mut corral = PiCorral::new(field);
        let Some(kept) = corral.find(field, &position.boxes, &position.is_box, &region) else { return };
        let legal = legal_pushes(field, &position, &region);
        assert!(kept.iter().all(|push| legal.contains(push)));
        found += 1;
        dead += usize::from(kept.is_empty());
        pruned += usize::from(kept.len() < legal.len());
        let best = kept.iter().filter_map(|&push| fewest_pushes(&after(level, field, push))).min();
        assert_eq!(best.map(|pushes| pushes + 1), expected, "{kept:?} {level:?}");
    });
    assert!(found > 90 && dead > 10 && pruned > 30, "{found} {dead} {pruned}");
}

/// Plays every push that lets the pushed box live, and shows what it leads to.
fn living_pushes(
    level: &Level,
    field: &Field,
    boxes: &[u16],
    player: u16,
    mut look: impl FnMut(&Position, Push, u16, &Level),
) {
    let mut position = Position::new(field, boxes);
    let mut region = Region::new(field);
    region.flood(field, &position.is_box, player);
    for push in legal_pushes(field, &position, &region) {
        if field.pushes[usize::from(push.square)] & (1 << push.direction) != 0 {
            let target = field.near[usize::from(push.square)][usize::from(push.direction)];
            position.play(field, push);
            look(&position, push, target, &after(level, field, push));
            position.undo(field, push);
        }
    }
}

#[test]
fn dead_pairs_are_dead_and_two_boxes_leave_no_doubt() {
    let (mut dead, mut exact, mut alive) = (0, 0, 0);
    starts(12, 1000, |level, start, _| {
        let field = &start.field;
        let pairs = unlimited(|control| Pairs::new(field, control)).expect("no limit");
        living_pushes(level, field, &start.boxes, start.player, |position, push, target, next| {
            let is_dead = pairs.pushed(field, &position.set, target, usize::from(push.direction));
            let is_pair = position.boxes.len() == 2;
            if is_dead || is_pair {
                let is_solvable = fewest_pushes(next).is_some();
                assert!(!(is_dead && is_solvable), "{push:?} {level:?}");
                // A box may be dead alone where the player now is; then the table leaves it to that detector.
                let lives = |&square: &u16| field.spot(square, push.square) != DEAD;
                if is_pair && position.boxes.iter().all(lives) {
                    assert_eq!(is_dead, !is_solvable, "{push:?} {level:?}");
                    exact += usize::from(is_dead);
                }
                dead += usize::from(is_dead);
                alive += usize::from(is_solvable);
            }
        });
    });
    assert!(dead > 250 && exact > 50 && alive > 500, "{dead} {exact} {alive}");
}

#[test]
fn dead_corrals_are_dead_however_often_they_are_asked_for() {
    // One memory serves a whole random play, so that a verdict kept under the wrong name would be noticed.
    let mut random = Random(14);
    let (mut dead, mut by_effort, mut at_start) = (0, 0, 0);
    starts(13, 1500, |level, start, expected| {
        let field = &start.field;
        let pairs = unlimited(|control| Pairs::new(field, control)).expect("no limit");
        let mut corrals = Corrals::new(field, MOST_KEPT);
        let mut region = Region::new(field);
        let first = Position::new(field, &start.boxes);
        region.flood(field, &first.is_box, start.player);
        let scene = Scene {
            field,
            pairs: None,
            is_box: &first.is_box,
            needs_all: start.boxes.len() == field.goals.len(),
            region: &region,
            player: start.player,
        };
        if corrals.at_start(&scene, &start.boxes) {
            at_start += 1;
            assert_eq!(expected, None, "{level:?}");
        }
        let (mut level, mut boxes, mut player) = (level.clone(), start.boxes.clone(), start.player);
        for step in 0..8 {
            let mut lines = Vec::new();
            living_pushes(&level, field, &boxes, player, |position, push, target, next| {
                region.flood(field, &position.is_box, push.square);
                let scene = Scene {
                    field,
                    pairs: (step % 2 == 0).then_some(&pairs),
                    is_box: &position.is_box,
                    needs_all: position.boxes.len() == field.goals.len(),
                    region: &region,
                    player: push.square,
                };
                let at_once = corrals.pushed(&scene, target);
                let is_dead = at_once || (0..1100).any(|_| corrals.pushed(&scene, target));
                if is_dead {
                    dead += 1;
                    by_effort += usize::from(!at_once);
                    assert_eq!(fewest_pushes(next), None, "{push:?} {next:?}");
                }
                lines.push((next.clone(), position.boxes.clone(), push.square));
            });
            if lines.is_empty() {
                break;
            }
            (level, boxes, player) = lines.swap_remove(random.below(lines.len()));
        }
    });
    assert!(dead > 300 && by_effort > 10 && at_start > 20, "{dead} {by_effort} {at_start}");
}

#[test]
fn dead_clusters_are_dead_however_often_they_are_asked_for() {
    let mut random = Random(16);
    let mut dead = 0;
    starts(15, 1500, |level, start, _| {
        let field = &start.field;
        let mut clusters = Clusters::new(field, cluster::MOST_KEPT);
        let mut region = Region::new(field);
        let (mut level, mut boxes, mut player) = (level.clone(), start.boxes.clone(), start.player);
        for _ in 0..8 {
            let mut lines = Vec::new();
            living_pushes(&level, field, &boxes, player, |position, push, target, next| {
                region.flood(field, &position.is_box, push.square);
                let scene = Scene {
                    field,
                    pairs: None,
                    is_box: &position.is_box,
                    needs_all: position.boxes.len() == field.goals.len(),
                    region: &region,
                    player: push.square,
                };
                if (0..100).any(|_| clusters.pushed(&scene, target)) {
                    dead += 1;
                    assert_eq!(fewest_pushes(next), None, "{push:?} {next:?}");
                }
                lines.push((next.clone(), position.boxes.clone(), push.square));
            });
            if lines.is_empty() {
                break;
            }
            (level, boxes, player) = lines.swap_remove(random.below(lines.len()));
        }
    });
    assert!(dead > 300, "{dead}");
}

/// The position as the detectors see it.
fn scene<'a>(field: &'a Field, position: &'a Position, region: &'a Region, player: u16) -> Scene<'a> {
    let needs_all = position.boxes.len() == field.goals.len();
    Scene { field, pairs: None, is_box: &position.is_box, needs_all, region, player }
}

/// A level of 4x4 to 6x6 cells with a diagonal of one or two squares that boxes and walls surround.
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
    for _ in 0..6000 {
        let Some(level) = level_with_a_diagonal(&mut random) else { continue };
        let Ok(Prepared::Ready(start)) = unlimited(|control| prepare(&level, control)) else { continue };
        let field = &start.field;
        let position = Position::new(field, &start.boxes);
        let mut region = Region::new(field);
        region.flood(field, &position.is_box, start.player);
        let scene = scene(field, &position, &region, start.player);
        if start.boxes.iter().any(|&square| diagonal::is_dead_beside(&scene, square)) {
            dead += 1;
            assert_eq!(fewest_pushes(&level), None, "{level:?}");
        } else {
            alive += 1;
        }
    }
    assert!(dead > 100 && alive > 100, "{dead} {alive}");
}
