//! The parts of a search, each against a plain implementation.

use std::collections::HashSet;

use super::detectors::legal_pushes;
use super::oracle::{Random, flood, mask};
use super::{draw, quiet, root_of, unlimited};
use crate::Tuning;
use crate::board::{DEAD, Distances, Position, UNREACHED};
use crate::bound::goal_assignment::GoalAssignment;
use crate::bound::matching::Matching;
use crate::deadlock::{Pipeline, Stage};
use crate::flood::{UNREACHABLE, costs_from};
use crate::level::{BOX, WALL};
use crate::limit::{Limit, SearchControl};
use crate::native_rules::assignment::{Costs, FORBIDDEN};
use crate::region::Region;
use crate::search::novelty::Novelty;
use crate::search::open_list::OpenList;
use crate::search::position_table::PositionTable;
use crate::search::push_graph::{PushGraph, ROOT};
use crate::search::root_position::RootPosition;
use crate::zobrist::Zobrist;

fn root(random: &mut Random, boxes: usize) -> (crate::Level, Box<RootPosition>) {
    loop {
        let level = random.level(boxes);
        if let Some(root) = root_of(&level).filter(|root| !root.boxes.is_empty()) {
            return (level, root);
        }
    }
}

/// Returns the cost of the cheapest assignment, by trying all; `taken` has the bits of columns that cannot be assigned.
fn cheapest(rows: &[Vec<Option<u32>>], taken: u32) -> Option<u32> {
    let Some((row, rest)) = rows.split_first() else { return Some(0) };
    let free = (0..row.len()).filter(|column| taken >> column & 1 == 0);
    free.filter_map(|column| Some(row[column]? + cheapest(rest, taken | 1 << column)?)).min()
}

#[test]
fn no_assignment_is_cheaper() {
    let mut random = Random(5);
    let mut possible = 0;
    for _ in 0..3000 {
        let (rows, columns) = (random.below(5), random.below(6));
        let cost = |random: &mut Random| (random.below(4) > 0).then(|| random.below(9) as u32);
        let table: Vec<Vec<Option<u32>>> =
            (0..rows).map(|_| (0..columns).map(|_| cost(&mut random)).collect()).collect();
        let expected = cheapest(&table, 0);
        possible += usize::from(expected.is_some());
        let costs = Costs::new(rows, columns, |row, column| table[row][column].unwrap_or(FORBIDDEN));
        let assignment = costs.assign();
        assert_eq!(assignment.as_ref().map(|one| one.0), expected, "{table:?}");
        let distinct: HashSet<usize> = assignment.iter().flat_map(|one| &one.1).copied().collect();
        assert!(assignment.is_none() || distinct.len() == rows, "{assignment:?}");
    }
    assert!(possible > 1000);
}

#[test]
fn the_matching_is_the_cheapest_while_boxes_move() {
    let mut random = Random(7);
    let (mut found, mut missing) = (0, 0);
    for _ in 0..300 {
        let (_, root) = root(&mut random, 4);
        let table = unlimited(|control| {
            Distances::new(&root.board, &root.board.goals, |_| false, &|_, _| 1, control)
        });
        let (boxes, goals) = (root.boxes.len(), root.board.goals.len());
        let mut matching = Matching::new(boxes, goals);
        let mut box_states = vec![0; boxes];
        let truth = |box_states: &[u32]| {
            let cost = |&pushes: &u16| (pushes != UNREACHED).then_some(u32::from(pushes));
            let row = |&box_state: &u32| table.row(box_state).iter().map(cost).collect();
            cheapest(&box_states.iter().map(row).collect::<Vec<_>>(), 0)
        };
        for _ in 0..20 {
            for _ in 0..1 + random.below(boxes) {
                box_states[random.below(boxes)] = random.below(root.board.box_states) as u32;
            }
            let cost = unlimited(|control| matching.assign(&table, &box_states, control));
            assert_eq!(cost, truth(&box_states));
            if cost.is_none() {
                missing += 1;
                continue;
            }
            found += 1;
            for _ in 0..5 {
                let (row, box_state) = (random.below(boxes), random.below(root.board.box_states) as u32);
                let before = std::mem::replace(&mut box_states[row], box_state);
                let cost = unlimited(|control| matching.preview(&table, row, box_state, control));
                assert_eq!(cost, truth(&box_states));
                box_states[row] = before;
            }
        }
    }
    assert!(found > 1000 && missing > 100, "{found} {missing}");
}

/// Returns the root of a board with many boxes, none beside another, goals among the columns on the right and a few walls.
fn crowded_root(random: &mut Random, boxes: usize) -> Option<Box<RootPosition>> {
    let (width, height) = (24, 20);
    let mut rows = vec![vec!['#'; width]; height];
    rows[1..height - 1].iter_mut().for_each(|row| row[1..width - 1].fill(' '));
    let lattice = (2..18).step_by(2).flat_map(|y| (2..22).step_by(2).map(move |x| (y, x)));
    let beside = (1..19).step_by(2).flat_map(|y| (9..23).map(move |x| (y, x)));
    let walls = (3..18).step_by(2).flat_map(|y| (3..9).step_by(2).map(move |x| (y, x)));
    let cells: [Vec<_>; 3] = [lattice.collect(), beside.collect(), walls.collect()];
    for ((letter, count), mut cells) in [('$', boxes), ('.', boxes + 2), ('#', 4)].into_iter().zip(cells) {
        for _ in 0..count {
            let (y, x) = cells.swap_remove(random.below(cells.len()));
            rows[y][x] = letter;
        }
    }
    rows[1][1] = '@';
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    root_of(&crate::Level::from_rows(&rows).expect("a level"))
}

#[test]
fn many_boxes_have_the_cheapest_matching_and_an_assignment_where_there_is_one() {
    let mut random = Random(71);
    let (mut possible, mut missing) = (0, 0);
    for (boxes, _) in [30, 36, 44, 70].into_iter().cycle().zip(0..60) {
        let Some(root) = crowded_root(&mut random, boxes) else { continue };
        let (board, boxes) = (&root.board, root.boxes.len());
        let frozen: Vec<u16> =
            board.goals.iter().copied().filter(|_| random.below(12) == 0).take(2).collect();
        let is_frozen = |square| frozen.contains(&square);
        let table = unlimited(|control| Distances::new(board, &board.goals, is_frozen, &|_, _| 1, control));
        let truth = |box_states: &[u32]| {
            let mut fresh = Matching::new(boxes, board.goals.len());
            let cost = unlimited(|control| fresh.assign(&table, box_states, control));
            if cost.is_some() {
                fresh.check(&table);
            }
            cost
        };
        let mut matching = Matching::new(boxes, board.goals.len());
        let mut assignment = unlimited(|control| GoalAssignment::new(board, boxes, control));
        let mut box_states = board.box_states_of(&root.boxes, root.player);
        // Along a wall few goals can be reached.
        let is_beside_wall = |square: u16| board.neighbours(square).contains(&board.wall());
        let edge = board.live.iter().filter(|&&square| is_beside_wall(square));
        let edge: Vec<u32> = edge.map(|&square| board.box_state(square, root.player)).collect();
        for _ in 0..8 {
            for _ in 0..random.below(6) {
                let any = random.below(board.box_states) as u32;
                let box_state = if random.below(2) == 0 { any } else { edge[random.below(edge.len())] };
                box_states[random.below(boxes)] = if box_state == DEAD { any } else { box_state };
            }
            let expected = truth(&box_states);
            let is_missing = unlimited(|control| {
                assignment.is_missing(board, &box_states, &vec![0; boxes], &frozen, control)
            });
            let cost = unlimited(|control| matching.assign(&table, &box_states, control));
            assert_eq!(cost, expected);
            if frozen.is_empty() || assignment.uses_frozen() {
                assert_eq!(is_missing, expected.is_none());
            }
            missing += usize::from(expected.is_none());
            for _ in 0..if expected.is_some() { 8 } else { 0 } {
                possible += 1;
                let (row, box_state) = (random.below(boxes), random.below(board.box_states) as u32);
                let before = std::mem::replace(&mut box_states[row], box_state);
                let cost = unlimited(|control| matching.preview(&table, row, box_state, control));
                assert_eq!(cost, truth(&box_states));
                box_states[row] = before;
            }
        }
    }
    assert!(possible > 300 && missing > 30, "{possible} {missing}");
}

#[test]
fn costs_are_the_least_that_no_edge_makes_less() {
    let mut random = Random(15);
    for _ in 0..2000 {
        let places = 1 + random.below(8);
        let edges: Vec<(usize, usize, u32)> = (0..random.below(20))
            .map(|_| (random.below(places), random.below(places), random.below(4) as u32))
            .collect();
        let mut expected = vec![UNREACHABLE; places];
        expected[0] = 0;
        for _ in 0..places {
            for &(from, to, cost) in &edges {
                expected[to] = expected[to].min(expected[from].saturating_add(cost));
            }
        }
        let costs = costs_from(places, &[0], |place, visit| {
            edges.iter().filter(|edge| edge.0 == place).for_each(|&(_, to, cost)| visit(to, cost));
        });
        assert_eq!(costs, expected, "{edges:?}");
    }
}

#[test]
fn the_region_is_what_a_plain_flood_finds() {
    let mut random = Random(8);
    for _ in 0..500 {
        let (level, root) = root(&mut random, 4);
        let board = &root.board;
        let mut region = Region::new(board);
        let is_box = board.boxes_on(&root.boxes);
        let least = region.flood(&is_box, root.player);
        let reach = flood(&level, mask(&level, WALL | BOX), level.player());
        assert_eq!(board.cells[usize::from(least)], reach.trailing_zeros());
        for square in 0..board.wall() {
            let is_in_reach = reach >> board.cells[usize::from(square)] & 1 != 0;
            assert_eq!(region.contains(square), is_in_reach);
        }
    }
}

#[test]
fn the_region_after_a_push_is_what_a_flood_finds() {
    let mut random = Random(10);
    let (mut pushed, mut emptied) = (0, 0);
    for _ in 0..3000 {
        let (_, root) = root(&mut random, 6);
        let board = &root.board;
        let mut position = Position::new(board, &root.boxes);
        let (mut before, mut flooded, mut after) =
            (Region::new(board), Region::new(board), Region::new(board));
        let mut player = root.player;
        for _ in 0..20 {
            let least = before.flood(&position.is_box, player);
            let mut pushes = legal_pushes(board, &position, &before);
            pushes.retain(|&push| board.is_live[usize::from(board.target(push))]);
            for &push in &pushes {
                position.play(board, push);
                let expected = flooded.flood(&position.is_box, push.square);
                assert_eq!(after.push(board, &position.is_box, &before, push), expected);
                for square in 0..=board.wall() {
                    assert_eq!(after.contains(square), flooded.contains(square));
                    assert_eq!(after.misses(square), flooded.misses(square));
                }
                let target = board.target(push);
                emptied += usize::from(target == least);
                pushed += 1;
                position.undo(board, push);
            }
            let Some(&push) = pushes.get(random.below(pushes.len().max(1))) else { break };
            position.play(board, push);
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
        let (level, root) = root(&mut random, 2);
        let board = &root.board;
        let inner = board.cells.iter().fold(0u64, |mask, &cell| mask | 1 << cell);
        for square in board.live.iter().copied() {
            let obstacles = !inner | 1 << board.cells[usize::from(square)];
            let mut box_states = std::collections::HashMap::new();
            for player in (0..board.wall()).filter(|&player| player != square) {
                let part = flood(&level, obstacles, board.cells[usize::from(player)] as usize);
                let box_state = board.box_state(square, player);
                assert_eq!(
                    *box_states.entry(part).or_insert(box_state),
                    box_state,
                    "one part, one box state"
                );
            }
            let mut live: Vec<u32> =
                box_states.values().copied().filter(|&box_state| box_state != crate::board::DEAD).collect();
            cuts += usize::from(live.len() > 1);
            live.sort_unstable();
            let len = live.len();
            live.dedup();
            assert_eq!(live.len(), len, "two parts, two box states");
        }
    }
    assert!(cuts > 50, "{cuts}");
}

#[test]
fn distances_know_on_which_side_the_player_is() {
    // With the player below, the box must first go round; a square knows nothing of that.
    let level = draw("#####\n#.  #\n# $ #\n#@  #\n#####");
    let root = root_of(&level).expect("a root");
    let table =
        unlimited(|control| Distances::new(&root.board, &root.board.goals, |_| false, &|_, _| 1, control));
    let box_state = root.board.box_state(root.boxes[0], root.player);
    assert_eq!(table.row(box_state), [2]);
}

#[test]
fn keys_and_bounds_kept_up_to_date_are_those_from_scratch() {
    let mut random = Random(10);
    for _ in 0..150 {
        let (_, root) = root(&mut random, 4);
        unlimited(|control| {
            let Ok(mut graph) = PushGraph::new(&root, control)? else { return Ok(()) };
            let (mut todo, mut pushes, mut next) = (vec![ROOT], Vec::new(), 0);
            while next < todo.len().min(60) {
                // The incremental state of a node is compared with one from scratch.
                let node = todo[next];
                next += 1;
                graph.expand(node, &mut pushes);
                graph.check_key(node);
                for &push in &pushes {
                    if let Some(child) = graph.child(push, control)? {
                        todo.push(child);
                    }
                }
            }
            Ok(())
        });
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
        Ok(())
    });
}

#[test]
fn a_position_is_as_new_as_the_fewest_facts_that_none_like_it_has_had_together() {
    let mut random = Random(12);
    for _ in 0..100 {
        let (_, root) = root(&mut random, 3);
        let board = &root.board;
        unlimited(|control| {
            let mut novelty = Novelty::new(board, board.filled_goals(), &control.budget);
            // Facts are squares of boxes and, above them, players; with the number of boxes on goals, alone and in pairs.
            let mut seen = HashSet::new();
            let mut position = Position::new(board, &root.boxes);
            for _ in 0..60 {
                let (from, to) = (random.below(root.boxes.len()), random.below(board.live.len()));
                let (from, target) = (position.boxes[from], board.live[to]);
                if position.is_box[usize::from(target)] {
                    continue;
                }
                let boxes: Vec<u16> = position
                    .boxes
                    .iter()
                    .map(|&square| if square == from { target } else { square })
                    .collect();
                position = Position::new(board, &boxes);
                let player = random.below(usize::from(board.wall())) as u16;
                let on_goals = boxes.iter().filter(|&&square| board.is_goal[usize::from(square)]).count();
                let mut is_new =
                    |one: u16, other: u16| seen.insert((on_goals, one.min(other), one.max(other)));
                let is_alone_new = is_new(target, target);
                let mut is_pair_new = false;
                for &square in &boxes {
                    is_pair_new |= square != target && is_new(square, target);
                    is_pair_new |= is_new(square, board.wall() + player);
                }
                assert_eq!(novelty.home(&position.set), on_goals);
                let rate = novelty.rate(board, &position.set, player, target, on_goals, &mut control.budget);
                let truth = if is_alone_new {
                    1
                } else if is_pair_new {
                    2
                } else {
                    3
                };
                assert_eq!(rate, truth);
            }
            Ok(())
        });
    }
}

#[test]
fn nothing_is_new_where_there_is_no_memory_to_note_it() {
    let (_, root) = root(&mut Random(13), 3);
    let limit = Limit { memory: Some(64), ..Limit::default() };
    let mut report = quiet;
    let control = &mut SearchControl::new(&limit, &mut report);
    let mut novelty = Novelty::new(&root.board, root.board.filled_goals(), &control.budget);
    let set = Position::new(&root.board, &root.boxes).set;
    assert_eq!(novelty.rate(&root.board, &set, root.player, root.boxes[0], 0, &mut control.budget), 3);
    assert_eq!(control.budget.used(), 0);
}

#[test]
fn a_table_for_all_searches_is_counted_after_the_one_that_made_it() {
    let (_, root) = root(&mut Random(13), 3);
    let limit = Limit { memory: Some(1 << 24), ..Limit::default() };
    let mut report = quiet;
    let control = &mut SearchControl::new(&limit, &mut report).tuned(Tuning::hot());
    let (free, used) = (control.budget.free(), control.budget.used());
    let outer = control.begin_half(u64::MAX);
    let made = Pipeline::new(&root.detector_parts(Stage::Position), control);
    let made = control.end_half(outer, made);
    assert!(made.expect("no limit").expect("enough memory").pairs().is_some());
    assert_eq!(control.budget.used(), used);
    assert!(control.budget.free() < free);
}

#[test]
fn a_table_knows_the_boxes_of_every_position_in_it_wherever_the_player_is() {
    let zobrist = Zobrist::new(300);
    let boxes = |number: u16| zobrist.of_class(number % 250, 0) ^ zobrist.of_class(number / 250, 1);
    let key = |number: u16| boxes(number) ^ zobrist.region(number % 300);
    let mut unknown = 0;
    unlimited(|control| {
        let mut table = PositionTable::new(control)?;
        for number in (0..5000).step_by(2) {
            table.insert(key(number), number.into(), control)?;
        }
        for number in 0..5000 {
            let is_known = number % 2 == 0;
            table.warm(&[boxes(number)]);
            assert_eq!(table.find(key(number), |id| id == number.into()).is_some(), is_known);
            assert!(table.may_contain(boxes(number)) || !is_known);
            unknown += usize::from(!table.may_contain(boxes(number)));
        }
        Ok(())
    });
    assert!(unknown > 2400, "{unknown}");
}
