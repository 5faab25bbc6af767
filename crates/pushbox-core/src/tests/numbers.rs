//! Sokoban Plus: every search, every detector and the forms of a position where boxes are of several classes, against
//! exhaustive search.

use std::cell::OnceCell;

use super::astar::puzzle;
use super::depth::{fewest, scaled};
use super::detectors::legal_pushes;
use super::oracle::{Random, best_rank};
use super::{by_one_search, hotly, root_of_puzzle};
use crate::board::{BoxClass, DEAD, Distances, Position, UNREACHED};
use crate::deadlock::dead_pairs::DeadPairs;
use crate::deadlock::position_view::PositionView;
use crate::deadlock::{DETECTORS, Stage};
use crate::level::{BOX, PLAYER};
use crate::push::Push;
use crate::region::Region;
use crate::search::root_position::RootPosition;
use crate::search::{CONFIGS, SearchEnd, SearchKind, lurd};
use crate::{Objective, Puzzle};

/// Visits random puzzles whose boxes are of several classes, with their root positions.
fn numbered(seed: u64, count: usize, mut visit: impl FnMut(&Puzzle, &RootPosition, &mut Random)) {
    let mut random = Random(seed);
    let mut visited = 0;
    while visited < count {
        let puzzle = puzzle(&mut random, 4, 3, 1);
        if puzzle.is_solved() {
            continue;
        }
        match root_of_puzzle(&puzzle) {
            Ok(root) if root.classes.len() > 1 => {
                visited += 1;
                visit(&puzzle, &root, &mut random);
            }
            Ok(_) => {}
            Err(proof) => {
                assert_eq!(best_rank(&puzzle, Objective::Pushes), None, "{proof:?} {puzzle:?}");
            }
        }
    }
}

/// Returns the puzzle with the boxes of `position` and the player on a square.
fn with_boxes(puzzle: &Puzzle, root: &RootPosition, position: &Position, player: u16) -> Puzzle {
    let level = puzzle.level();
    let cell = |square: u16| root.board.cells[usize::from(square)] as usize;
    let mut cells = level.cells().to_vec();
    let mut box_numbers: Vec<u32> = (0..cells.len()).map(|cell| puzzle.box_number(cell)).collect();
    cells[level.player()] ^= PLAYER;
    cells[cell(player)] ^= PLAYER;
    root.boxes.iter().for_each(|&square| cells[cell(square)] ^= BOX);
    for (&before, &now) in root.boxes.iter().zip(&position.boxes) {
        cells[cell(now)] ^= BOX;
        box_numbers[cell(now)] = puzzle.box_number(cell(before));
    }
    let goal_numbers: Vec<u32> = (0..cells.len()).map(|cell| puzzle.goal_number(cell)).collect();
    Puzzle::new(level.width(), level.height(), &cells, &box_numbers, &goal_numbers).expect("a puzzle")
}

/// Plays pushes at random and visits every push to a live square on the line: the position after it, the push, its target and
/// the puzzle then.
fn random_play(
    puzzle: &Puzzle,
    root: &RootPosition,
    random: &mut Random,
    mut visit: impl FnMut(&Position, Push, u16, &Puzzle),
) {
    let board = &root.board;
    let (mut position, mut player) = (root.position(), root.player);
    let mut region = Region::new(board);
    for _ in 0..5 {
        region.flood(&position.is_box, player);
        let mut pushes = legal_pushes(board, &position, &region);
        pushes.retain(|push| board.is_live[usize::from(board.target(*push))]);
        for &push in &pushes {
            position.play(board, push);
            visit(&position, push, board.target(push), &with_boxes(puzzle, root, &position, push.square));
            position.undo(board, push);
        }
        let Some(&push) = pushes.get(random.below(pushes.len().max(1))) else {
            return;
        };
        position.play(board, push);
        player = push.square;
    }
}

#[test]
fn every_search_solves_what_can_be_solved() {
    let kinds = [SearchKind::Bfws, SearchKind::Backward, SearchKind::PlanBfws];
    let (mut solved, mut hopeless) = ([0; 9], 0);
    numbered(81, scaled(100), |puzzle, root, _| {
        let expected = best_rank(puzzle, Objective::Pushes);
        hopeless += usize::from(expected.is_none());
        let searches = kinds.into_iter().chain((0..CONFIGS.len()).map(SearchKind::Fess));
        for (index, kind) in searches.enumerate() {
            if kind == SearchKind::Backward && root.boxes.len() < root.board.goals.len() {
                continue;
            }
            match by_one_search(root, kind) {
                SearchEnd::Solved(pushes) => {
                    assert!(lurd::solves(root, &pushes), "{kind:?} {puzzle:?}");
                    let after = pushes.iter().fold(root.position(), |mut position, &push| {
                        position.play(&root.board, push);
                        position
                    });
                    assert!(with_boxes(puzzle, root, &after, pushes[pushes.len() - 1].square).is_solved());
                    assert!(expected.is_some(), "{kind:?} {puzzle:?}");
                    solved[index] += 1;
                }
                SearchEnd::Exhausted => {
                    assert!(kind.follows_plan() || expected.is_none(), "{kind:?} {puzzle:?}");
                }
            }
        }
    });
    assert!(solved.iter().all(|&count| count > fewest(10)) && hopeless > fewest(10), "{solved:?} {hopeless}");
}

#[test]
fn what_a_detector_calls_dead_is_dead() {
    let (mut dead, mut exact) = ([0; DETECTORS.len() + 1], 0);
    numbered(82, 40, |puzzle, root, random| {
        let board = &root.board;
        hotly(|control| {
            let pairs = DeadPairs::new(board, control)?;
            root.pairs.get_or_init(|| pairs);
            let parts = root.detector_parts(Stage::Push);
            let detectors = DETECTORS.iter().map(|(_, _, make)| make(&parts, control));
            let mut detectors = detectors.collect::<Result<Vec<_>, _>>()?;
            let distances =
                |class: &BoxClass| Distances::new(board, &class.goals, |_| false, &|_, _| 1, control);
            let alone = root.classes.iter().map(distances).collect::<Result<Vec<_>, _>>()?;
            let mut region = Region::new(board);
            random_play(puzzle, root, random, |position, push, target, next| {
                region.flood(&position.is_box, push.square);
                let expected = OnceCell::new();
                let mut note = |index: usize, name: &str| {
                    let expected = expected.get_or_init(|| best_rank(next, Objective::Pushes));
                    assert_eq!(*expected, None, "{name} {push:?} {next:?}");
                    dead[index] += 1;
                };
                let allowed = board.pushes_of_class(position.class(target))[usize::from(push.square)];
                if allowed >> push.direction & 1 == 0 {
                    note(DETECTORS.len(), "no goal of the class is left");
                }
                let is_alive = |(&square, &class): (&u16, &u16)| {
                    let box_state = board.box_state(square, push.square);
                    box_state != DEAD
                        && alone[usize::from(class)].row(box_state).iter().any(|&to| to != UNREACHED)
                };
                let mut boxes = position.boxes.iter().zip(position.classes());
                if root.boxes.len() == 2 && boxes.all(is_alive) {
                    let expected = expected.get_or_init(|| best_rank(next, Objective::Pushes));
                    let view = PositionView::new(board, position, None, target, push.square);
                    let is_dead = root.pairs.get().expect("made above").is_dead(
                        board,
                        view.set,
                        (target, position.class(target)),
                        view.side(),
                    );
                    assert_eq!(is_dead, expected.is_none(), "two boxes: {push:?} {next:?}");
                    exact += usize::from(is_dead);
                }
                for (index, (name, stage, _)) in DETECTORS.iter().enumerate() {
                    let region = (*stage == Stage::Position).then_some(&region);
                    let view = PositionView::new(board, position, region, target, push.square);
                    if (0..3).any(|_| detectors[index].is_dead(&view, control).expect("no limit")) {
                        note(index, name);
                    }
                }
            });
            Ok(())
        });
    });
    let is_rare = |name: &str| name == "closed diagonals";
    let names = DETECTORS.iter().map(|(name, _, _)| *name).chain(["class"]);
    assert!(
        dead.iter().zip(names).all(|(&count, name)| count > 5 || is_rare(name)) && exact > 5,
        "{dead:?} {exact}"
    );
}

#[test]
fn pieces_know_the_classes_whatever_the_way_to_a_position() {
    let mut loaded = 0;
    numbered(84, 100, |_, root, random| {
        let board = &root.board;
        let mut position = root.position();
        for _ in 0..20 {
            let mut live = board.live.clone();
            let boxes: Vec<u16> =
                root.boxes.iter().map(|_| live.swap_remove(random.below(live.len()))).collect();
            let fresh = Position::with_classes(board, &boxes, root.box_classes().collect());
            position.load(board, &fresh.set);
            assert_eq!(position.set, fresh.set);
            let by_square = |position: &Position| {
                let mut boxes: Vec<(u16, u16)> =
                    position.boxes.iter().copied().zip(position.classes().iter().copied()).collect();
                boxes.sort_unstable();
                boxes
            };
            assert_eq!(by_square(&position), by_square(&fresh));
            for (square, class) in by_square(&position) {
                assert_eq!(board.class_at(&position.set, square), class);
                assert_eq!(position.class(square), class);
                let of_class = board.boxes_of_class(&position.set, class).collect::<Vec<_>>();
                assert!(board.contains(&of_class, square));
                let is_home = root.classes[usize::from(class)].goals.contains(&square);
                assert_eq!(board.is_home(&position.set, square), is_home);
            }
            loaded += 1;
        }
        let goals = root.classes.iter().enumerate();
        let goals = goals.flat_map(|(class, of)| of.goals.iter().map(move |&goal| (goal, class as u16)));
        assert_eq!(board.pieces_of(goals), board.filled_goals());
    });
    assert_eq!(loaded, 2000);
}

#[test]
fn no_goal_is_left_that_no_box_in_reach_belongs_on() {
    let mut random = Random(85);
    let mut strange = 0;
    for _ in 0..20_000 {
        let puzzle = puzzle(&mut random, 3, 1, 1);
        let Ok(root) = root_of_puzzle(&puzzle) else { continue };
        let goals: usize = root.classes.iter().map(|class| class.goals.len()).sum();
        assert_eq!(root.board.goals.len(), goals, "{puzzle:?}");
        let is_of_a_box = |square: &u16| {
            let number = puzzle.goal_number(root.board.cells[usize::from(*square)] as usize);
            root.boxes
                .iter()
                .any(|&other| puzzle.box_number(root.board.cells[usize::from(other)] as usize) == number)
        };
        assert!(root.board.goals.iter().all(is_of_a_box));
        let in_reach =
            |&cell: &usize| puzzle.level().is_goal(cell) && root.board.squares[cell] != root.board.wall();
        strange += usize::from((0..root.board.squares.len()).filter(in_reach).count() > goals);
    }
    assert!(strange > 20, "{strange} boards with a goal that is floor");
}
