//! The search backwards and its mirrored detectors, against exhaustive search forwards.

use std::rc::Rc;

use super::detectors::starts;
use super::oracle::{Random, all_positions};
use super::unlimited;
use crate::bound::matching::Matching;
use crate::deadlock::pairs::Pairs;
use crate::field::{Distances, Field, Start, UNREACHED};
use crate::push::Push;
use crate::region::Region;
use crate::replay::is_solution;
use crate::search::back::stuck::Stuck;
use crate::search::back::{Back, Retreat, pulls};
use crate::search::fess::{Fess, Ground, Judge, Step};
use crate::search::greedy::Greedy;
use crate::search::perimeter::Met;
use crate::search::portfolio::STYLES;
use crate::search::position::Position;
use crate::search::tree::Tree;
use crate::search::{End, walk};
use crate::{Level, LimitKind};

/// A pull that has just been played from a position with the player in a region.
struct Pulled<'a> {
    position: &'a Position,
    before: &'a Region,
    pull: Push,
    target: u16,
    player: u16,
}

/// Goes back at random from the solved positions and shows every legal pull on the way.
fn walk_back(field: &Field, random: &mut Random, mut look: impl FnMut(&Pulled<'_>)) {
    let mut position = Position::new(field, &field.goals);
    let mut region = Region::new(field);
    let free: Vec<u16> = (0..field.wall()).filter(|&square| !position.is_box[usize::from(square)]).collect();
    let mut player = free[random.below(free.len())];
    for _ in 0..12 {
        region.flood(field, &position.is_box, player);
        let mut legal = Vec::new();
        for &square in &position.boxes {
            for direction in 0..4 {
                let target = field.near[usize::from(square)][direction];
                let player = field.near[usize::from(target)][direction];
                let is_free = player != field.wall() && !position.is_box[usize::from(player)];
                if region.contains(target) && is_free {
                    assert!(field.is_live[usize::from(target)], "a box comes from there");
                    legal.push((Push { square, direction: direction as u8 }, target, player));
                }
            }
        }
        for &(pull, target, player) in &legal {
            position.play(field, pull);
            look(&Pulled { position: &position, before: &region, pull, target, player });
            position.undo(field, pull);
        }
        let Some(&(pull, _, next)) = legal.get(random.below(legal.len().max(1))) else { return };
        position.play(field, pull);
        player = next;
    }
}

/// A position of the field as the oracle knows it.
fn name(level: &Level, start: &Start, position: &Position, least: u16) -> (u64, u32) {
    let field = &start.field;
    let bit = |square: u16| 1u64 << field.cells[usize::from(square)];
    let all =
        (0..level.cells().len()).filter(|&cell| level.is_box(cell)).fold(0, |boxes, cell| boxes | 1 << cell);
    let fixed = start.boxes.iter().fold(all, |boxes, &square| boxes & !bit(square));
    let boxes = position.boxes.iter().fold(fixed, |boxes, &square| boxes | bit(square));
    (boxes, field.cells[usize::from(least)])
}

#[test]
fn what_cannot_have_come_from_the_start_has_not() {
    let mut random = Random(41);
    let (mut far, mut stuck_ones, mut pairs_found, mut exact, mut unmatched, mut tight) = (0, 0, 0, 0, 0, 0);
    starts(40, 600, |level, start, _| {
        let field = &start.field;
        if start.boxes.len() < field.goals.len() {
            return;
        }
        let known = all_positions(level);
        let (distances, mirrored) = unlimited(|control| {
            let distances = Distances::mirrored(field, &start.boxes, start.player, control)?;
            Ok::<_, LimitKind>((distances, Pairs::mirrored(field, &start.boxes, start.player, control)?))
        })
        .expect("no limit");
        let allowed = pulls(field, &distances);
        let is_start: Vec<bool> = (0..=field.wall()).map(|square| start.boxes.contains(&square)).collect();
        let mut stuck = Stuck::new(field);
        let mut after = Region::new(field);
        walk_back(field, &mut random, |pulled| {
            let Pulled { position, before, pull, target, player } = *pulled;
            let direction = usize::from(pull.direction);
            let least = after.flood(field, &position.is_box, player);
            let fewest = known.get(&name(level, start, position, least)).copied();
            let (boxes, is_box) = (&position.boxes, &position.is_box);
            if allowed[usize::from(pull.square)] >> direction & 1 == 0 {
                far += 1;
                assert_eq!(fewest, None, "{pull:?} {level:?}");
                return;
            }
            if stuck.pulled(field, &allowed, &is_start, boxes, is_box, target) {
                stuck_ones += 1;
                assert_eq!(fewest, None, "{pull:?} {level:?}");
            }
            let is_paired = mirrored.pulled(field, &position.set, target, direction);
            if is_paired {
                pairs_found += 1;
                assert_eq!(fewest, None, "{pull:?} {level:?}");
            }
            let spots: Vec<u32> = boxes.iter().map(|&square| field.spot(square, player)).collect();
            let mut matching = Matching::new(boxes.len(), boxes.len());
            let bound = unlimited(|control| matching.assign(&distances, &spots, control)).expect("no limit");
            match (bound, fewest) {
                (None, fewest) => {
                    unmatched += 1;
                    assert_eq!(fewest, None, "{pull:?} {level:?}");
                }
                (Some(bound), Some(fewest)) => {
                    assert!(bound <= fewest, "{pull:?} {level:?}");
                    tight += usize::from(bound == fewest);
                }
                (Some(_), None) => {}
            }
            let is_lone = |&spot: &u32| distances.row(spot).iter().any(|&pushes| pushes != UNREACHED);
            if boxes.len() == 2 && spots.iter().all(is_lone) {
                assert_eq!(is_paired, fewest.is_none(), "{pull:?} {level:?}");
                exact += usize::from(is_paired);
            }
            let by_step = Region::pull(&mut after, field, is_box, before, pull);
            assert_eq!(by_step, least, "{pull:?} {level:?}");
            let mut plain = Region::new(field);
            plain.flood(field, is_box, player);
            assert!((0..field.wall()).all(|square| after.contains(square) == plain.contains(square)));
        });
    });
    let found = [far, stuck_ones, pairs_found, exact, unmatched, tight];
    assert!(found.iter().all(|&count| count > 30), "{found:?}");
}

#[test]
fn the_search_backwards_solves_what_can_be_solved() {
    let (mut solved, mut dry) = (0, 0);
    starts(42, 1500, |level, start, expected| {
        let field = &start.field;
        if start.boxes.len() < field.goals.len() {
            return;
        }
        let first = Position::new(field, &start.boxes);
        let player = Region::new(field).flood(field, &first.is_box, start.player);
        let end = unlimited(|control| {
            let mut back = Back::new(start, control)?;
            loop {
                let forward = |met: Met<'_>| (met.boxes == first.set && met.player == player).then(Vec::new);
                match back.step(forward, control)? {
                    Retreat::Going => {}
                    end => return Ok::<Retreat, LimitKind>(end),
                }
            }
        });
        match end.expect("no limit") {
            Retreat::Joined(pushes) => {
                assert!(walk::solves(start, &pushes), "{level:?}");
                assert!(is_solution(level, &walk::write(start, &pushes)), "{level:?}");
                assert!(expected.is_some_and(|fewest| pushes.len() >= fewest as usize), "{level:?}");
                solved += 1;
            }
            end => {
                assert_eq!((end, expected), (Retreat::Dry, None), "{level:?}");
                dry += 1;
            }
        }
    });
    assert!(solved > 500 && dry > 60, "{solved} {dry}");
}

#[test]
fn where_two_searches_meet_there_is_a_solution() {
    let mut random = Random(44);
    let mut joined = [0; 3];
    starts(43, 400, |level, start, expected| {
        if start.boxes.len() < start.field.goals.len() || expected.is_none() {
            return;
        }
        let (ahead, behind) = (1 + random.below(8), 1 + random.below(8));
        let lines = unlimited(|control| {
            let mut back = Back::new(start, control)?;
            for _ in 0..behind {
                back.step(|_| None, control)?;
            }
            let Ok(mut tree) = Tree::new(start, control)? else { panic!("the level can be solved") };
            let mut greedy = Greedy::new(&tree, control)?;
            let by_greedy = (0..).find_map(|_| greedy.step(&mut tree, Some(&back), control).transpose());
            let by_greedy = match by_greedy.transpose()? {
                Some(End::Solved(line)) => Some(line),
                _ => None,
            };

            let mut judge = Judge::new(start, control)?;
            let ground = Rc::new(Ground::new(start, control)?);
            let mut fess = Fess::new(start, STYLES[0], &ground, &mut judge, control)?;
            let by_fess = loop {
                match fess.step(&mut judge, Some(&back), control)? {
                    Step::Going => {}
                    Step::Solved(line) => break Some(line),
                    Step::Dry => break None,
                }
            };

            let Ok(mut tree) = Tree::new(start, control)? else { panic!("the level can be solved") };
            let mut greedy = Greedy::new(&tree, control)?;
            for _ in 0..ahead {
                greedy.step(&mut tree, None, control)?;
            }
            let mut back = Back::new(start, control)?;
            let by_back = loop {
                match back.step(|met| tree.find(met).map(|node| tree.arena.line(node)), control)? {
                    Retreat::Going => {}
                    Retreat::Joined(line) => break Some(line),
                    Retreat::Dry => break None,
                }
            };
            Ok::<_, LimitKind>([by_greedy, by_fess, by_back])
        });
        for (count, line) in joined.iter_mut().zip(lines.expect("no limit")) {
            let Some(line) = line else { continue };
            assert!(walk::solves(start, &line), "{line:?} {level:?}");
            *count += 1;
        }
    });
    assert!(joined.iter().all(|&count| count > 100), "{joined:?}");
}
