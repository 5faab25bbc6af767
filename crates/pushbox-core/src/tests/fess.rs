//! The parts of the feature space search, each against the plain way to do it.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::detectors::starts;
use super::{draw, unlimited};
use crate::board::opposite;
use crate::field::{Field, Prepared, Start, prepare};
use crate::region::Region;
use crate::replay::is_solution;
use crate::search::fess::Peel;
use crate::search::fess::advice::{Here, advise};
use crate::search::fess::bases::Bases;
use crate::search::fess::floor::Floor;
use crate::search::fess::frontier::{Frontier, Move};
use crate::search::fess::guide::Features;
use crate::search::fess::macros::{Generator, Macro, Way, unfold};
use crate::search::fess::plan::Plan;
use crate::search::fess::{Fess, Ground, Judge, Step};
use crate::search::portfolio::{STYLES, run};
use crate::search::walk;

fn boxes_of(field: &Field, start: &Start) -> Vec<bool> {
    let mut is_box = vec![false; field.near.len()];
    for &square in &start.boxes {
        is_box[usize::from(square)] = true;
    }
    is_box
}

/// The regions of the floor, each as its squares.
fn regions(field: &Field, is_box: &[bool]) -> Vec<BTreeSet<u16>> {
    let mut region = Region::new(field);
    let mut regions: Vec<BTreeSet<u16>> = Vec::new();
    for square in 0..field.wall() {
        if !is_box[usize::from(square)] && !regions.iter().any(|region| region.contains(&square)) {
            region.flood(field, is_box, square);
            regions.push((0..field.wall()).filter(|&square| region.contains(square)).collect());
        }
    }
    regions
}

#[test]
fn a_survey_of_the_floor_agrees_with_floods() {
    let mut parted = 0;
    starts(21, 200, |_, start, _| {
        let field = &start.field;
        let mut is_box = boxes_of(field, start);
        let mut floor = Floor::new(field);
        for &root in &start.boxes {
            is_box[usize::from(root)] = false;
            floor.survey(field, &is_box, root);
            let all = regions(field, &is_box);
            let mine = all.iter().find(|region| region.contains(&root)).expect("it is free");
            for square in 0..field.wall() {
                assert_eq!(floor.holds(square), mine.contains(&square));
            }
            for &at in mine {
                is_box[usize::from(at)] = true;
                let parts: Vec<_> =
                    regions(field, &is_box).into_iter().filter(|part| part.is_subset(mine)).collect();
                assert_eq!(floor.parts(at), parts.len());
                for part in &parts {
                    let names: BTreeSet<usize> = part.iter().map(|&square| floor.part(at, square)).collect();
                    assert_eq!(names.len(), 1);
                    assert_eq!(floor.size(at, names.into_iter().sum()), part.len());
                }
                parted += usize::from(parts.len() > 1);
                is_box[usize::from(at)] = false;
            }
            is_box[usize::from(root)] = true;
        }
    });
    assert!(parted > 500, "{parted}");
}

/// Everything that can be done with the box on `from`, step by step: its square and the least square of the player.
fn plain_moves(field: &Field, way: Way, is_box: &mut [bool], player: u16, from: u16) -> BTreeSet<(u16, u16)> {
    let mut region = Region::new(field);
    let mut todo = vec![(from, player)];
    let mut seen = BTreeSet::new();
    is_box[usize::from(from)] = false;
    while let Some((square, player)) = todo.pop() {
        is_box[usize::from(square)] = true;
        let least = region.flood(field, is_box, player);
        is_box[usize::from(square)] = false;
        if !seen.insert((square, least)) {
            continue;
        }
        for direction in 0..4 {
            let near = field.near[usize::from(square)];
            let (stand, to, player) = match way {
                Way::Push => (near[opposite(direction)], near[direction], square),
                Way::Pull => {
                    (near[direction], near[direction], field.near[usize::from(near[direction])][direction])
                }
            };
            let is_free = |square: u16| square != field.wall() && !is_box[usize::from(square)];
            if is_free(stand) && is_free(to) && is_free(player) && region.contains(stand) {
                todo.push((to, player));
            }
        }
    }
    is_box[usize::from(from)] = true;
    seen
}

#[test]
fn macro_moves_are_all_that_can_be_done_with_one_box() {
    let mut found = 0;
    starts(22, 300, |_, start, _| {
        let field = &start.field;
        let mut is_box = boxes_of(field, start);
        let mut region = Region::new(field);
        let here = region.flood(field, &is_box, start.player);
        let count = regions(field, &is_box).len() as u16;
        let mut generator = Generator::new(field);
        for &from in &start.boxes {
            for way in [Way::Push, Way::Pull] {
                let mut steps: Vec<Macro> = Vec::new();
                let reached = |square| region.contains(square);
                generator.each(
                    field,
                    way,
                    &is_box,
                    reached,
                    count,
                    |_, _| true,
                    from,
                    15,
                    |step| {
                        steps.push(step);
                        true
                    },
                );
                let mut seen = BTreeSet::from([(from, here)]);
                let mut after = is_box.clone();
                let mut beyond = Region::new(field);
                for step in &steps {
                    after[usize::from(from)] = false;
                    after[usize::from(step.to)] = true;
                    let least = beyond.flood(field, &after, step.player);
                    assert!(seen.insert((step.to, least)), "a move is listed once");
                    let parts = regions(field, &after);
                    let mine = parts.iter().find(|part| part.contains(&least)).expect("the player is there");
                    assert_eq!(
                        (usize::from(step.regions), usize::from(step.reach)),
                        (parts.len(), mine.len())
                    );
                    after[usize::from(step.to)] = false;
                    after[usize::from(from)] = true;
                    if way == Way::Push {
                        let (mut board, mut pushes) = (is_box.clone(), Vec::new());
                        unfold(field, &mut board, start.player, from, step.to, step.player, &mut pushes);
                        assert_eq!(pushes.len(), usize::from(step.length));
                        found += 1;
                    }
                }
                assert_eq!(seen, plain_moves(field, way, &mut is_box, start.player, from));
            }
        }
    });
    assert!(found > 1000, "{found}");
}

#[test]
fn the_plan_fills_a_room_from_its_far_end() {
    let level = draw("#########\n#...    #\n#...  $ #\n#### $$ #\n#  $$$  #\n#    @  #\n#########");
    let Ok(Prepared::Ready(start)) = unlimited(|control| prepare(&level, control)) else { panic!("a start") };
    let plan = unlimited(|control| Plan::new(&start.field, &start.boxes, Peel::Farthest, control))
        .expect("no limit");
    let [sequence] = plan.sequences.as_slice() else { panic!("one cluster") };
    let place = |square: &u16| {
        let cell = start.field.cells[usize::from(*square)] as usize;
        (cell / level.width(), cell % level.width())
    };
    assert!(!sequence.parks);
    for row in [1, 2] {
        let places = sequence.targets.iter().map(place).filter(|place| place.0 == row);
        assert_eq!(places.map(|place| place.1).collect::<Vec<_>>(), [1, 2, 3]);
    }
    assert_eq!(sequence.sets.len(), 7);
    for (number, set) in sequence.sets.iter().enumerate() {
        assert_eq!(set.iter().map(|word| word.count_ones() as usize).sum::<usize>(), number);
    }
}

#[test]
fn every_cell_has_its_turn_a_new_one_at_once_and_gives_the_least_weight() {
    unlimited(|control| {
        let mut frontier = Frontier::new(false);
        let step = |from, weight, rank| Move { from, to: 0, player: 0, weight, rank };
        frontier.file(7, 0, &mut vec![step(1, 1, 0), step(2, 0, 5), step(3, 0, 3)], control)?;
        frontier.file(7, 1, &mut vec![step(4, 0, 0)], control)?;
        frontier.file(9, 4, &mut vec![step(5, 0, 0), step(6, 1, 0)], control)?;
        let mut order = Vec::new();
        while let Some((node, weight, next)) = frontier.take(None, control) {
            order.push((node, weight, next.from));
        }
        assert_eq!(order, [(2, 4, 5), (0, 0, 3), (2, 5, 6), (0, 0, 2), (0, 1, 1), (1, 1, 4)]);
        frontier.file(1, 0, &mut vec![step(7, 0, 0)], control)?;
        frontier.file(2, 0, &mut vec![step(8, 0, 0)], control)?;
        assert_eq!(frontier.take(Some(2), control).map(|(_, _, next)| next.from), Some(8));
        Ok::<(), crate::LimitKind>(())
    })
    .expect("no limit");
}

#[test]
fn starts_are_exchanged_when_boxes_get_from_each_to_each() {
    let mut exchanged = 0;
    starts(24, 200, |_, start, _| {
        let field = &start.field;
        // The goals are filled, and no box stands anywhere else.
        let mut is_box = field.is_goal.clone();
        let mut reached = Vec::new();
        for &from in &start.boxes {
            let mut ends = BTreeSet::new();
            if !field.is_goal[usize::from(from)] {
                ends.insert(from);
                for player in field.near[usize::from(from)] {
                    if player != field.wall() && !is_box[usize::from(player)] {
                        let moves = plain_moves(field, Way::Push, &mut is_box, player, from);
                        is_box[usize::from(from)] = false;
                        ends.extend(moves.into_iter().map(|(to, _)| to));
                    }
                }
            }
            reached.push(ends);
        }
        let leads = |one: usize, other: usize| reached[one].contains(&start.boxes[other]);
        let set_of = |one: usize| -> BTreeSet<u16> {
            let both = |&other: &usize| leads(one, other) && leads(other, one);
            (0..start.boxes.len()).filter(both).map(|other| start.boxes[other]).collect()
        };
        let most = (0..start.boxes.len()).map(|one| set_of(one).len()).max().unwrap_or(0);
        let mut bases = Bases::new(field, &start.boxes);
        let is_in = bases.exchange(field, &is_box, &start.boxes);
        let set: BTreeSet<u16> =
            start.boxes.iter().copied().filter(|&start| is_in[usize::from(start)]).collect();
        assert_eq!(set.len(), most);
        assert!(set.is_empty() || (0..start.boxes.len()).any(|one| set_of(one) == set));
        exchanged += usize::from(most > 1);
    });
    assert!(exchanged > 30, "{exchanged}");
}

#[test]
fn an_advisor_speaks_for_the_next_best_move_when_the_best_is_dead() {
    let step = |to: u16| Macro { from: 0, to, player: 0, length: 1, regions: 1, reach: 5 };
    let steps = [step(1), step(2), step(3)];
    let seen = [2, 2, 1].map(|packed| Features { packed, regions: 1, ..Features::default() });
    let mut moves: Vec<Move> =
        steps.iter().zip([7, 8, 9]).map(|(step, rank)| Move::new(step, 1, rank)).collect();
    let features = Features { packed: 1, regions: 1, ..Features::default() };
    let here = Here { features, reach: 5, to_target: None };
    let mut asked = Vec::new();
    advise(&here, &steps, &seen, &mut moves, |step| {
        asked.push(step.to);
        Ok(step.to == 1)
    })
    .expect("no limit");
    assert_eq!(asked, [1, 2]);
    assert_eq!(moves.iter().map(|step| (step.to, step.weight)).collect::<Vec<_>>(), [(2, 0), (3, 1)]);
}

#[test]
fn the_search_by_features_solves_what_can_be_solved() {
    let (mut solved, mut dry) = (0, 0);
    starts(23, 400, |level, start, expected| {
        for style in STYLES {
            let end = unlimited(|control| {
                let mut judge = Judge::new(start, control)?;
                let ground = Rc::new(Ground::new(start, control)?);
                let mut search = Fess::new(start, style, &ground, &mut judge, control)?;
                run(u64::MAX, || search.step(&mut judge, None, control))
            });
            match end.expect("no limit") {
                Step::Solved(pushes) => {
                    assert!(is_solution(level, &walk::write(start, &pushes)), "{level:?}");
                    solved += 1;
                }
                _ => {
                    assert_eq!(expected, None, "{level:?}");
                    dry += 1;
                }
            }
        }
    });
    assert!(solved > 300 && dry > 100, "{solved} {dry}");
}
