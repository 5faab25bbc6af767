//! The parts of a search, each against the plain way to do it.

use super::oracle::{Random, flood};
use super::{draw, quiet, unlimited};
use crate::board::{BOX, WALL, opposite};
use crate::bound::matching::Matching;
use crate::field::{Distances, Prepared, Start, UNREACHED, prepare};
use crate::limit::{Limit, SearchControl};
use crate::push::Push;
use crate::region::Region;
use crate::search::novelty::Novelty;
use crate::search::open_list::OpenList;
use crate::search::position::Position;
use crate::search::tree::{Child, ROOT, Tree};

fn start(random: &mut Random, boxes: usize) -> (crate::Level, Box<Start>) {
    loop {
        let level = random.level(boxes);
        if let Ok(Prepared::Ready(start)) = unlimited(|control| prepare(&level, control))
            && !start.boxes.is_empty()
        {
            return (level, start);
        }
    }
}

/// The cheapest assignment, by trying all.
fn cheapest(rows: &[&[u16]], taken: &mut Vec<bool>) -> Option<u32> {
    let Some((row, rest)) = rows.split_first() else { return Some(0) };
    let mut best = None;
    for column in 0..row.len() {
        if row[column] != UNREACHED && !taken[column] {
            taken[column] = true;
            let cost = cheapest(rest, taken).map(|cost| cost + u32::from(row[column]));
            taken[column] = false;
            best = [best, cost].into_iter().flatten().min();
        }
    }
    best
}

#[test]
fn the_matching_is_the_cheapest_while_boxes_move() {
    let mut random = Random(7);
    let (mut found, mut missing) = (0, 0);
    for _ in 0..300 {
        let (_, start) = start(&mut random, 4);
        let table = unlimited(|control| {
            Distances::new(&start.field, &start.field.goals, |_| false, &|_, _| 1, control)
        })
        .expect("no limit");
        let (boxes, goals) = (start.boxes.len(), start.field.goals.len());
        let mut matching = Matching::new(boxes, goals);
        let mut spots = vec![0; boxes];
        let truth = |spots: &[u32]| {
            let rows: Vec<&[u16]> = spots.iter().map(|&spot| table.row(spot)).collect();
            cheapest(&rows, &mut vec![false; goals])
        };
        for _ in 0..20 {
            for _ in 0..1 + random.below(boxes) {
                spots[random.below(boxes)] = random.below(start.field.spots) as u32;
            }
            let cost = unlimited(|control| matching.assign(&table, &spots, control)).expect("no limit");
            assert_eq!(cost, truth(&spots));
            if cost.is_none() {
                missing += 1;
                continue;
            }
            found += 1;
            for _ in 0..5 {
                let (row, spot) = (random.below(boxes), random.below(start.field.spots) as u32);
                let before = std::mem::replace(&mut spots[row], spot);
                assert_eq!(matching.preview(&table, row, spot), truth(&spots));
                spots[row] = before;
            }
        }
    }
    assert!(found > 1000 && missing > 100, "{found} {missing}");
}

#[test]
fn the_region_is_what_a_plain_flood_finds() {
    let mut random = Random(8);
    for _ in 0..500 {
        let (level, start) = start(&mut random, 4);
        let field = &start.field;
        let mut region = Region::new(field);
        let mut is_box = vec![false; field.near.len()];
        for &square in &start.boxes {
            is_box[usize::from(square)] = true;
        }
        let least = region.flood(field, &is_box, start.player);
        let obstacle = |cell: usize| level.cells()[cell] & (WALL | BOX) != 0;
        let obstacles =
            (0..level.cells().len()).filter(|&cell| obstacle(cell)).fold(0, |mask, cell| mask | 1 << cell);
        let reach = flood(&level, obstacles, level.player());
        assert_eq!(field.cells[usize::from(least)], reach.trailing_zeros());
        for square in 0..field.wall() {
            let is_in_reach = reach >> field.cells[usize::from(square)] & 1 != 0;
            assert_eq!(region.contains(square), is_in_reach);
        }
    }
}

#[test]
fn the_region_after_a_push_is_what_a_flood_finds() {
    let mut random = Random(10);
    let (mut pushed, mut emptied) = (0, 0);
    for _ in 0..3000 {
        let (_, start) = start(&mut random, 6);
        let field = &start.field;
        let mut position = Position::new(field, &start.boxes);
        let (mut before, mut flooded, mut after) =
            (Region::new(field), Region::new(field), Region::new(field));
        let mut player = start.player;
        for _ in 0..20 {
            let least = before.flood(field, &position.is_box, player);
            let mut pushes = Vec::new();
            for &square in &position.boxes {
                for direction in 0..4 {
                    let near = field.near[usize::from(square)];
                    let (target, pusher) = (near[direction], near[opposite(direction)]);
                    let is_free = target != field.wall() && !position.is_box[usize::from(target)];
                    if is_free && field.is_live[usize::from(target)] && before.contains(pusher) {
                        pushes.push(Push { square, direction: direction as u8 });
                    }
                }
            }
            for &push in &pushes {
                position.play(field, push);
                let expected = flooded.flood(field, &position.is_box, push.square);
                assert_eq!(after.push(field, &position.is_box, &before, push), expected);
                for square in 0..=field.wall() {
                    assert_eq!(after.contains(square), flooded.contains(square));
                    assert_eq!(after.misses(square), flooded.misses(square));
                }
                let target = field.near[usize::from(push.square)][usize::from(push.direction)];
                emptied += usize::from(target == least);
                pushed += 1;
                position.undo(field, push);
            }
            let Some(&push) = pushes.get(random.below(pushes.len().max(1))) else { break };
            position.play(field, push);
            player = push.square;
        }
    }
    assert!(pushed > 10_000 && emptied > 100, "{pushed} {emptied}");
}

#[test]
fn sides_are_what_a_plain_flood_finds() {
    let mut random = Random(9);
    let mut cuts = 0;
    for _ in 0..300 {
        let (level, start) = start(&mut random, 2);
        let field = &start.field;
        let inner = field.cells.iter().fold(0u64, |mask, &cell| mask | 1 << cell);
        for square in field.live.iter().copied() {
            let obstacles = !inner | 1 << field.cells[usize::from(square)];
            let mut spots = std::collections::HashMap::new();
            for player in (0..field.wall()).filter(|&player| player != square) {
                let part = flood(&level, obstacles, field.cells[usize::from(player)] as usize);
                let spot = field.spot(square, player);
                assert_eq!(*spots.entry(part).or_insert(spot), spot, "one part, one spot");
            }
            let mut live: Vec<u32> =
                spots.values().copied().filter(|&spot| spot != crate::field::DEAD).collect();
            cuts += usize::from(live.len() > 1);
            live.sort_unstable();
            let len = live.len();
            live.dedup();
            assert_eq!(live.len(), len, "two parts, two spots");
        }
    }
    assert!(cuts > 50, "{cuts}");
}

#[test]
fn distances_know_on_which_side_the_player_is() {
    // With the player below, the box must first go round; a square knows nothing of that.
    let level = draw("#####\n#.  #\n# $ #\n#@  #\n#####");
    let Ok(Prepared::Ready(start)) = unlimited(|control| prepare(&level, control)) else { panic!("a start") };
    let table =
        unlimited(|control| Distances::new(&start.field, &start.field.goals, |_| false, &|_, _| 1, control))
            .expect("no limit");
    let spot = start.field.spot(start.boxes[0], start.player);
    assert_eq!(table.row(spot), [2]);
}

#[test]
fn keys_and_bounds_kept_up_to_date_are_those_from_scratch() {
    let mut random = Random(10);
    for _ in 0..150 {
        let (_, start) = start(&mut random, 4);
        unlimited(|control| {
            let Ok(mut tree) = Tree::new(&start, control)? else { return Ok(()) };
            let (mut todo, mut pushes, mut next) = (vec![ROOT], Vec::new(), 0);
            while next < todo.len().min(60) {
                // A new tree for every node tells what a node knows without any history.
                let node = todo[next];
                next += 1;
                tree.expand(node, &mut pushes);
                tree.check_key(node);
                for &push in &pushes {
                    if let Child::New(child) = tree.child(push, control)? {
                        todo.push(child);
                    }
                }
            }
            Ok::<(), crate::LimitKind>(())
        })
        .expect("no limit");
    }
}

#[test]
fn the_open_list_gives_the_lowest_key_and_then_the_latest() {
    unlimited(|control| {
        let mut open = OpenList::default();
        let mut random = Random(11);
        let mut plain: Vec<(u64, u32)> = Vec::new();
        for id in 0..5000 {
            let key = random.below(20) as u64;
            open.push(key, id, control)?;
            plain.push((key, id));
            if random.below(3) == 0 {
                let best =
                    plain.iter().copied().enumerate().min_by_key(|&(_, (key, id))| (key, u32::MAX - id));
                let (index, entry) = best.expect("not empty");
                plain.remove(index);
                assert_eq!(open.pop(control), Some(entry));
            }
            assert_eq!(open.len(), plain.len() as u64);
        }
        Ok::<(), crate::LimitKind>(())
    })
    .expect("no limit");
}

#[test]
fn a_position_is_as_new_as_the_fewest_facts_that_none_like_it_has_had_together() {
    let mut random = Random(12);
    for _ in 0..100 {
        let (_, start) = start(&mut random, 3);
        let field = &start.field;
        unlimited(|control| {
            let mut novelty = Novelty::new(field, &field.goals, &control.budget);
            // Facts are squares of boxes and, above them, players; with the number of boxes on goals, alone and in pairs.
            let mut seen = std::collections::HashSet::new();
            let mut position = Position::new(field, &start.boxes);
            for _ in 0..60 {
                let (from, to) = (random.below(start.boxes.len()), random.below(field.live.len()));
                let (from, target) = (position.boxes[from], field.live[to]);
                if position.is_box[usize::from(target)] {
                    continue;
                }
                let boxes: Vec<u16> = position
                    .boxes
                    .iter()
                    .map(|&square| if square == from { target } else { square })
                    .collect();
                position = Position::new(field, &boxes);
                let player = random.below(usize::from(field.wall())) as u16;
                let on_goals = boxes.iter().filter(|&&square| field.is_goal[usize::from(square)]).count();
                let mut is_new =
                    |one: u16, other: u16| seen.insert((on_goals, one.min(other), one.max(other)));
                let is_alone_new = is_new(target, target);
                let mut is_pair_new = false;
                for &square in &boxes {
                    is_pair_new |= square != target && is_new(square, target);
                    is_pair_new |= is_new(square, field.wall() + player);
                }
                assert_eq!(novelty.home(&position.set), on_goals);
                let rate = novelty.rate(field, &position.set, player, target, on_goals, &mut control.budget);
                let truth = if is_alone_new {
                    1
                } else if is_pair_new {
                    2
                } else {
                    3
                };
                assert_eq!(rate, truth);
            }
        });
    }
}

#[test]
fn nothing_is_new_where_there_is_no_memory_to_note_it() {
    let (_, start) = start(&mut Random(13), 3);
    let limit = Limit { memory: Some(64), ..Limit::default() };
    let mut look = quiet;
    let control = &mut SearchControl::new(&limit, &mut look);
    let mut novelty = Novelty::new(&start.field, &start.field.goals, &control.budget);
    let set = Position::new(&start.field, &start.boxes).set;
    assert_eq!(novelty.rate(&start.field, &set, start.player, start.boxes[0], 0, &mut control.budget), 3);
    assert_eq!(control.budget.used(), 0);
}
