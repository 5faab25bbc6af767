//! The parts of the feature space search, each against a plain implementation.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::depth::fewest;
use super::detectors::starts;
use super::{draw, root_of, unlimited};
use crate::articulation::ArticulationMap;
use crate::board::{Board, BoxTable, single_box_distances};
use crate::level::opposite;
use crate::region::Region;
use crate::search::fess::advisors::{AdvisedMoves, AdvisedPosition, advise};
use crate::search::fess::cells::{FeatureCells, WeightedMove};
use crate::search::fess::features::Features;
use crate::search::fess::macro_moves::{
    MacroMove, MacroMoveGenerator, MacroPosition, MoveKind, UNCOUNTED, unfold,
};
use crate::search::fess::packing_plan::{GoalRoomOrder, PackingPlan};
use crate::search::fess::start_squares::StartSquares;
use crate::search::fess::{FeatureEvaluator, FessConfig, LevelTables, RemovalOrder};
use crate::search::root_position::RootPosition;

/// Returns the regions of the floor, each as its squares.
fn regions(board: &Board, is_box: &BoxTable) -> Vec<BTreeSet<u16>> {
    let mut regions = Vec::new();
    Region::new(board).each(is_box, |_, region| regions.push(region.latest().collect()));
    regions
}

#[test]
fn a_survey_of_the_floor_agrees_with_floods() {
    let mut parted = 0;
    starts(21, 200, |_, root, _| {
        let board = &root.board;
        let mut is_box = board.boxes_on(&root.boxes);
        let mut floor = ArticulationMap::new(board.size());
        for &root in &root.boxes {
            is_box.take(root);
            floor.survey(&board.neighbours, &is_box, root);
            let all = regions(board, &is_box);
            let mine = all.iter().find(|region| region.contains(&root)).expect("it is free");
            for square in 0..board.wall() {
                assert_eq!(floor.contains(square), mine.contains(&square));
            }
            for &at in mine {
                is_box.put(at);
                let parts: Vec<_> =
                    regions(board, &is_box).into_iter().filter(|part| part.is_subset(mine)).collect();
                assert_eq!(floor.parts(at), parts.len());
                for part in &parts {
                    let names: BTreeSet<usize> = part.iter().map(|&square| floor.part(at, square)).collect();
                    assert_eq!(names.len(), 1);
                    assert_eq!(floor.size(at, names.into_iter().sum()), part.len());
                }
                parted += usize::from(parts.len() > 1);
                is_box.take(at);
            }
            is_box.put(root);
        }
    });
    assert!(parted > fewest(500), "{parted}");
}

/// Everything that can be done with the box on `from`, step by step: its square and the least square of the player.
fn plain_moves(
    board: &Board,
    kind: MoveKind,
    is_box: &mut BoxTable,
    player: u16,
    from: u16,
) -> BTreeSet<(u16, u16)> {
    let mut region = Region::new(board);
    let mut todo = vec![(from, player)];
    let mut seen = BTreeSet::new();
    is_box.take(from);
    while let Some((square, player)) = todo.pop() {
        is_box.put(square);
        let least = region.flood(is_box, player);
        is_box.take(square);
        if !seen.insert((square, least)) {
            continue;
        }
        for direction in 0..4 {
            let neighbours = board.neighbours(square);
            let (stand, to, player) = match kind {
                MoveKind::Push => (neighbours[opposite(direction)], neighbours[direction], square),
                MoveKind::Pull => (
                    neighbours[direction],
                    neighbours[direction],
                    board.neighbour(neighbours[direction], direction),
                ),
            };
            let is_free = |square: u16| square != board.wall() && !is_box[usize::from(square)];
            if is_free(stand) && is_free(to) && is_free(player) && region.contains(stand) {
                todo.push((to, player));
            }
        }
    }
    is_box.put(from);
    seen
}

#[test]
fn macro_moves_are_all_that_can_be_done_with_one_box() {
    let mut unfolded = 0;
    starts(22, 300, |_, root, _| {
        let board = &root.board;
        let mut is_box = board.boxes_on(&root.boxes);
        let mut region = Region::new(board);
        let least = region.flood(&is_box, root.player);
        let count = regions(board, &is_box).len() as u16;
        let mut generator = MacroMoveGenerator::new(board);
        for &from in &root.boxes {
            for kind in [MoveKind::Push, MoveKind::Pull] {
                let position =
                    MacroPosition { board, is_box: &is_box, region: Some(&region), regions: count };
                let steps: Vec<MacroMove> = generator.moves(position, kind, from, 15, |_, _| true).collect();
                let mut seen = BTreeSet::from([(from, least)]);
                let mut after = is_box.clone();
                let mut beyond = Region::new(board);
                for step in &steps {
                    after.shift(from, step.to);
                    let least = beyond.flood(&after, step.player);
                    assert!(seen.insert((step.to, least)), "a move is listed once");
                    let parts = regions(board, &after);
                    let mine = parts.iter().find(|part| part.contains(&least)).expect("the player is there");
                    assert_eq!(
                        (usize::from(step.regions), usize::from(step.reach)),
                        (parts.len(), mine.len())
                    );
                    after.shift(step.to, from);
                    if kind == MoveKind::Push {
                        let (mut after, mut pushes) = (is_box.clone(), Vec::new());
                        unfold(board, &mut after, root.player, from, step.to, step.player, &mut pushes);
                        assert_eq!(pushes.len(), usize::from(step.length));
                        unfolded += 1;
                    }
                }
                assert_eq!(seen, plain_moves(board, kind, &mut is_box, root.player, from));
            }
        }
    });
    assert!(unfolded > fewest(1000), "{unfolded}");
}

#[test]
fn the_plan_fills_a_room_from_its_far_end() {
    let level = draw("#########\n#...    #\n#...  $ #\n#### $$ #\n#  $$$  #\n#    @  #\n#########");
    let root = root_of(&level).expect("a root");
    let plan = unlimited(|control| PackingPlan::new(&root, RemovalOrder::Farthest, control));
    let [sequence] = plan.sequences.as_slice() else { panic!("one cluster") };
    let place = |square: &u16| {
        let cell = root.board.cells[usize::from(*square)] as usize;
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
fn a_poor_plan_is_made_anew_with_any_start_as_home() {
    let level = draw("########\n#  . ..#\n#.$ $$ #\n#$#$   #\n#.$@  .#\n#    # #\n########");
    let root = root_of(&level).expect("a root");
    let poor = unlimited(|control| PackingPlan::new(&root, RemovalOrder::Opening, control));
    let plan = unlimited(|control| PackingPlan::second(&root, control));
    assert!(poor.faults > 2, "{}", poor.faults);
    assert_eq!(plan.faults, 0);
    let packed =
        |sequence: &GoalRoomOrder| sequence.sets.last().map_or(0, |set| root.board.squares_of(set).count());
    assert_eq!(plan.sequences.iter().map(packed).sum::<usize>(), root.board.goals.len());
}

#[test]
fn every_cell_has_its_turn_a_new_one_at_once_and_gives_the_least_weight() {
    unlimited(|control| {
        let mut cells = FeatureCells::new(false);
        let step = |from, weight, rank| WeightedMove { from, to: 0, player: 0, weight, rank };
        cells.add(7, 0, &mut vec![step(1, 1, 0), step(2, 0, 5), step(3, 0, 3)], control)?;
        cells.add(7, 1, &mut vec![step(4, 0, 0)], control)?;
        cells.add(9, 4, &mut vec![step(5, 0, 0), step(6, 1, 0)], control)?;
        let mut order = Vec::new();
        while let Some((node, weight, next)) = cells.take(false, control) {
            order.push((node, weight, next.from));
        }
        assert_eq!(order, [(2, 4, 5), (0, 0, 3), (2, 5, 6), (0, 0, 2), (0, 1, 1), (1, 1, 4)]);
        cells.add(1, 0, &mut vec![step(7, 0, 0)], control)?;
        cells.add(2, 0, &mut vec![step(8, 0, 0)], control)?;
        assert_eq!(cells.take(true, control).map(|(_, _, next)| next.from), Some(7));
        Ok(())
    });
}

#[test]
fn starts_are_exchanged_when_boxes_get_from_each_to_each() {
    let mut exchanged = 0;
    starts(24, 200, |_, root, _| {
        let board = &root.board;
        // The goals are filled, and no box stands anywhere else.
        let mut is_box = board.boxes_on(&board.goals);
        let mut reached = Vec::new();
        for &from in &root.boxes {
            let mut ends = BTreeSet::new();
            if !board.is_goal[usize::from(from)] {
                ends.insert(from);
                for player in board.neighbours(from) {
                    if player != board.wall() && !is_box[usize::from(player)] {
                        let moves = plain_moves(board, MoveKind::Push, &mut is_box, player, from);
                        is_box.take(from);
                        ends.extend(moves.into_iter().map(|(to, _)| to));
                    }
                }
            }
            reached.push(ends);
        }
        let leads = |one: usize, other: usize| reached[one].contains(&root.boxes[other]);
        let set_of = |one: usize| -> BTreeSet<u16> {
            let both = |&other: &usize| leads(one, other) && leads(other, one);
            (0..root.boxes.len()).filter(both).map(|other| root.boxes[other]).collect()
        };
        let most = (0..root.boxes.len()).map(|one| set_of(one).len()).max().unwrap_or(0);
        let mut start_squares = unlimited(|control| StartSquares::new(root, control));
        let is_in = unlimited(|control| start_squares.exchange(board, &is_box, &root.boxes, control));
        let set: BTreeSet<u16> =
            root.boxes.iter().copied().filter(|&root| is_in[usize::from(root)]).collect();
        assert_eq!(set.len(), most);
        assert!(set.is_empty() || (0..root.boxes.len()).any(|one| set_of(one) == set));
        exchanged += usize::from(most > 1);
    });
    assert!(exchanged > fewest(25), "{exchanged}");
}

/// Returns whether each of the goals `rest` can have a start of its own among `left`, by trying all.
fn can_be_supplied(board: &Board, rest: &[u16], left: &[u16]) -> bool {
    let Some((&goal, others)) = rest.split_first() else { return true };
    left.iter().any(|&start| {
        let left: Vec<u16> = left.iter().copied().filter(|&other| other != start).collect();
        single_box_distances::pushed_from(board, start)[usize::from(goal)]
            && can_be_supplied(board, others, &left)
    })
}

#[test]
fn what_is_left_can_be_supplied_when_each_box_can_have_a_start_of_its_own() {
    let mut seen = [0, 0];
    starts(26, 300, |_, root, _| {
        let board = &root.board;
        let start_squares = unlimited(|control| StartSquares::new(root, control));
        let boxes: Vec<(u16, u16)> = board.goals.iter().map(|&goal| (goal, 0)).collect();
        let supply = start_squares.supply(&root.boxes, &boxes).expect("they are few");
        for (number, &without) in board.goals.iter().enumerate() {
            let rest: Vec<u16> = board.goals.iter().copied().filter(|&goal| goal != without).collect();
            for &start in &root.boxes {
                let left: Vec<u16> = root.boxes.iter().copied().filter(|&other| other != start).collect();
                let expected = can_be_supplied(board, &rest, &left);
                assert_eq!(start_squares.can_supply_rest(&supply, number, start), expected);
                seen[usize::from(expected)] += 1;
            }
        }
    });
    assert!(seen[0] > fewest(30) && seen[1] > fewest(100), "{seen:?}");
}

#[test]
fn the_features_after_a_move_are_those_of_its_position() {
    let (mut moves, mut changes) = (0, [0; 2]);
    let mut check = |root: &RootPosition| {
        let board = &root.board;
        let set = root.position().set;
        let config = FessConfig {
            follows_order: false,
            uses_rooms: true,
            inherits_cell: false,
            latest_first: false,
            removal_order: RemovalOrder::Farthest,
        };
        let mut evaluator = unlimited(|control| {
            let tables = Arc::new(LevelTables::new(root, control)?);
            FeatureEvaluator::new(board, config, &tables, control)
        });
        let before = evaluator.features(board, &set, 1);
        let is_box = board.boxes_on(&root.boxes);
        let position = MacroPosition { board, is_box: &is_box, region: None, regions: UNCOUNTED };
        let mut generator = MacroMoveGenerator::new(board);
        for &from in &root.boxes {
            let may_stand = |square: u16, _| board.is_live[usize::from(square)];
            for step in generator.moves(position, MoveKind::Push, from, 15, may_stand) {
                let mut after = set.clone();
                board.shift_piece(&mut after, step.from, step.to);
                let expected = evaluator.features(board, &after, step.regions);
                let features = evaluator.features_after(board, (&set, &before), (&step, &after));
                assert_eq!(features, expected, "{step:?} {:?}", root.boxes);
                moves += 1;
                changes[0] += usize::from(features.rooms != before.rooms);
                changes[1] += usize::from(features.hot != before.hot);
            }
        }
    };
    starts(27, 300, |_, root, _| check(root));
    let rooms = "###########\n#.  #   . #\n# $   $   #\n#   #     #\n##$## $ ###\n#       . #\n# .@#     #\n###########";
    check(&root_of(&draw(rooms)).expect("a root"));
    assert!(moves > fewest(1000) && changes.iter().all(|&count| count > fewest(5)), "{moves} {changes:?}");
}

#[test]
fn an_advisor_recommends_the_next_best_move_when_the_best_is_dead() {
    let step = |to: u16| MacroMove { from: 0, to, player: 0, length: 1, regions: 1, reach: 5 };
    let steps = [step(1), step(2), step(3)];
    let seen = [2, 2, 1].map(|packed| Features { packed, regions: 1, ..Features::default() });
    let mut moves: Vec<WeightedMove> =
        steps.iter().zip([7, 8, 9]).map(|(step, rank)| WeightedMove::new(step, 1, rank)).collect();
    let features = Features { packed: 1, regions: 1, ..Features::default() };
    let position = AdvisedPosition { features, reach: 5, target: None };
    let mut tested = Vec::new();
    let root = root_of(&draw("#####\n#@$.#\n#####")).expect("a root");
    let advised = AdvisedMoves { steps: &steps, features_after: &seen, moves: &mut moves };
    advise(&root.board, &position, advised, |step| {
        tested.push(step.to);
        Ok(step.to == 1)
    })
    .expect("no limit");
    assert_eq!(tested, [1, 2]);
    assert_eq!(moves.iter().map(|step| (step.to, step.weight)).collect::<Vec<_>>(), [(2, 0), (3, 1)]);
}
