//! The backward search and its mirrored detectors, against exhaustive search forwards.

use super::depth::fewest;
use super::detectors::starts;
use super::oracle::{Random, all_positions, mask};
use super::{turn, unlimited};
use crate::Level;
use crate::board::{Board, Distances, Position, UNREACHED};
use crate::bound::matching::Matching;
use crate::deadlock::dead_pairs::DeadPairs;
use crate::level::BOX;
use crate::limit::SearchControl;
use crate::push::Push;
use crate::region::Region;
use crate::search::backward::stuck::Stuck;
use crate::search::backward::{BackwardSearch, pulls};
use crate::search::fess::PlanShare;
use crate::search::root_position::RootPosition;
use crate::search::scheduler::turns::OtherSearches;
use crate::search::{Search, SearchEnd, SearchKind, lurd};

/// A pull that has just been played from a position with the player in a region.
struct Pulled<'a> {
    position: &'a Position,
    before: &'a Region,
    pull: Push,
    target: u16,
    player: u16,
}

/// Pulls at random from the solved positions and visits every legal pull on the line.
fn walk_back(board: &Board, random: &mut Random, mut visit: impl FnMut(&Pulled<'_>)) {
    let mut position = Position::new(board, &board.goals);
    let mut region = Region::new(board);
    let free: Vec<u16> = (0..board.wall()).filter(|&square| !position.is_box[usize::from(square)]).collect();
    let mut player = free[random.below(free.len())];
    for _ in 0..12 {
        region.flood(&position.is_box, player);
        let mut legal = Vec::new();
        for &square in &position.boxes {
            for direction in 0..4 {
                let target = board.neighbour(square, direction);
                let player = board.neighbour(target, direction);
                let is_free = player != board.wall() && !position.is_box[usize::from(player)];
                if region.contains(target) && is_free {
                    assert!(board.is_live[usize::from(target)], "a box comes from there");
                    legal.push((Push { square, direction: direction as u8 }, target, player));
                }
            }
        }
        for &(pull, target, player) in &legal {
            position.play(board, pull);
            visit(&Pulled { position: &position, before: &region, pull, target, player });
            position.undo(board, pull);
        }
        let Some(&(pull, _, next)) = legal.get(random.below(legal.len().max(1))) else {
            return;
        };
        position.play(board, pull);
        player = next;
    }
}

/// Returns a position in the form of the oracle.
fn oracle_position(level: &Level, root: &RootPosition, position: &Position, least: u16) -> (u64, u32) {
    let board = &root.board;
    let bit = |square: u16| 1u64 << board.cells[usize::from(square)];
    let fixed = root.boxes.iter().fold(mask(level, BOX), |boxes, &square| boxes & !bit(square));
    let boxes = position.boxes.iter().fold(fixed, |boxes, &square| boxes | bit(square));
    (boxes, board.cells[usize::from(least)])
}

#[test]
fn what_cannot_have_come_from_the_start_has_not() {
    let mut random = Random(41);
    let (mut far, mut stuck_ones, mut pairs_found, mut exact, mut unmatched, mut tight) = (0, 0, 0, 0, 0, 0);
    starts(40, 600, |level, root, _| {
        let board = &root.board;
        if root.boxes.len() < board.goals.len() {
            return;
        }
        let known = all_positions(level);
        let (distances, mirrored) = unlimited(|control| {
            let distances = Distances::mirrored(board, &root.boxes, root.player, control)?;
            Ok((
                distances,
                DeadPairs::mirrored(board, std::slice::from_ref(&root.boxes), root.player, control)?,
            ))
        });
        let allowed = pulls(board, &distances);
        let is_start: Vec<bool> = (0..=board.wall()).map(|square| root.boxes.contains(&square)).collect();
        let mut stuck = Stuck::new(board);
        let mut after = Region::new(board);
        walk_back(board, &mut random, |pulled| {
            let Pulled { position, before, pull, target, player } = *pulled;
            let direction = usize::from(pull.direction);
            let least = after.flood(&position.is_box, player);
            let fewest = known.get(&oracle_position(level, root, position, least)).copied();
            let (boxes, is_box) = (&position.boxes, &position.is_box);
            if allowed[usize::from(pull.square)] >> direction & 1 == 0 {
                far += 1;
                assert_eq!(fewest, None, "{pull:?} {level:?}");
                return;
            }
            if stuck.pulled(
                board,
                |square| allowed[usize::from(square)],
                |square| is_start[usize::from(square)],
                boxes,
                is_box,
                target,
            ) {
                stuck_ones += 1;
                assert_eq!(fewest, None, "{pull:?} {level:?}");
            }
            let is_paired = mirrored.is_dead(board, &position.set, (target, 0), direction);
            if is_paired {
                pairs_found += 1;
                assert_eq!(fewest, None, "{pull:?} {level:?}");
            }
            let box_states = board.box_states_of(boxes, player);
            let mut matching = Matching::new(boxes.len(), boxes.len());
            let bound = unlimited(|control| matching.assign(&distances, &box_states, control));
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
            let is_lone =
                |&box_state: &u32| distances.row(box_state).iter().any(|&pushes| pushes != UNREACHED);
            if boxes.len() == 2 && box_states.iter().all(is_lone) {
                assert_eq!(is_paired, fewest.is_none(), "{pull:?} {level:?}");
                exact += usize::from(is_paired);
            }
            let by_step = Region::pull(&mut after, board, is_box, before, pull);
            assert_eq!(by_step, least, "{pull:?} {level:?}");
            let mut plain = Region::new(board);
            plain.flood(is_box, player);
            assert!((0..board.wall()).all(|square| after.contains(square) == plain.contains(square)));
        });
    });
    let found = [far, stuck_ones, pairs_found, exact, unmatched, tight];
    assert!(found.iter().all(|&count| count > fewest(10)), "{found:?}");
}

#[test]
fn where_two_searches_meet_there_is_a_solution() {
    let mut random = Random(44);
    let mut joined = [0; 3];
    starts(43, 400, |level, root, expected| {
        if root.boxes.len() < root.board.goals.len() || expected.is_none() {
            return;
        }
        let (ahead, behind) = (1 + random.below(8) as u64, 1 + random.below(8));
        let lines = unlimited(|control| {
            let mut backward = BackwardSearch::new(root, control)?;
            for _ in 0..behind {
                backward.step(None, control)?;
            }
            let share = PlanShare::new(root, control)?;
            let start = |kind: SearchKind, control: &mut SearchControl<'_>| {
                let search = kind.start(root, Some(&share), control)?;
                Ok(search.expect("the level can be solved"))
            };
            let mut bfws = start(SearchKind::Bfws, control)?;
            let by_greedy = turn(&mut *bfws, u64::MAX, Some(&backward), control)?;
            let mut fess = start(SearchKind::Fess(0), control)?;
            let mut forward = start(SearchKind::Bfws, control)?;
            let by_fess = turn(&mut *fess, u64::MAX, Some(&backward), control)?;
            turn(&mut *forward, ahead, None, control)?;
            let mut backward = BackwardSearch::new(root, control)?;
            let other = OtherSearches(vec![&*forward]);
            let by_back = turn(&mut backward, u64::MAX, Some(&other), control)?;
            Ok([by_greedy, by_fess, by_back])
        });
        for (count, line) in joined.iter_mut().zip(lines) {
            let Some(SearchEnd::Solved(line)) = line else {
                continue;
            };
            assert!(lurd::solves(root, &line), "{line:?} {level:?}");
            *count += 1;
        }
    });
    assert!(joined.iter().all(|&count| count > fewest(100)), "{joined:?}");
}
