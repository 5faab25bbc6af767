//! Every detector alone: what it calls dead is dead, what it leaves out is not needed, what it promises is kept.

use super::oracle::{Random, fewest_pushes};
use super::unlimited;
use crate::Level;
use crate::board::{BOX, PLAYER, opposite};
use crate::bound::Bound;
use crate::deadlock::freeze::{Freeze, Frost};
use crate::deadlock::pi_corral::{PiCorral, Push};
use crate::field::{DEAD, Field, Prepared, Start, prepare};
use crate::region::Region;
use crate::search::position::Position;

/// Random levels that need a search, with what the oracle says.
fn starts(seed: u64, count: usize, mut look: impl FnMut(&Level, &Start, Option<u32>)) {
    let mut random = Random(seed);
    let mut found = 0;
    while found < count {
        let level = random.level(4);
        if level.is_solved() {
            continue;
        }
        let expected = fewest_pushes(&level);
        match unlimited(|watch| prepare(&level, watch)) {
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
        let bound = unlimited(|watch| {
            let mut bound = Bound::new(field, start.boxes.len(), watch)?;
            let spots: Vec<u32> =
                start.boxes.iter().map(|&square| field.spot(square, start.player)).collect();
            bound.load(field, &spots, &[], watch)
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
                let bound = unlimited(|watch| {
                    Bound::new(field, spots.len(), watch)?.after_freezing(field, &spots, &frozen, watch)
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
