//! The search by way of a mid-point, against exhaustive search.

use std::iter;

use super::depth::fewest;
use super::detectors::starts;
use super::oracle::Random;
use super::{draw, root_of, turn, unlimited, within};
use crate::board::{DEAD, Distances, UNREACHED};
use crate::limit::{LimitKind, Limited, SearchControl};
use crate::replay::is_solution;
use crate::search::fess::PlanShare;
use crate::search::midpoint::Midpoint;
use crate::search::root_position::RootPosition;
use crate::search::{SearchEnd, lurd};
use crate::{Limit, Tuning};

/// Searches with short phases, so that tiny levels have mid-points too, and returns the end and the number of mid-points.
fn search(root: &RootPosition, control: &mut SearchControl<'_>) -> Limited<(SearchEnd, usize)> {
    control.tuning = Tuning::hot();
    let share = PlanShare::new(root, control)?;
    let mut search = Midpoint::new(root, &share, control)?;
    let end = turn(&mut search, u64::MAX, None, control)?.expect("an end");
    Ok((end, search.midpoints()))
}

#[test]
fn what_is_solved_by_way_of_midpoints_is_solved_and_what_is_exhausted_has_no_solution() {
    let (mut direct, mut by_way, mut exhausted) = (0, 0, 0);
    starts(61, 600, |level, root, expected| {
        if !Midpoint::is_for(root) {
            return;
        }
        let (end, midpoints) = unlimited(|control| search(root, control));
        assert_eq!((&end, midpoints), (&unlimited(|control| search(root, control)).0, midpoints));
        match end {
            SearchEnd::Solved(pushes) => {
                assert!(lurd::solves(root, &pushes), "{level:?}");
                assert!(is_solution(level, &lurd::to_lurd(root, &pushes)), "{level:?}");
                assert!(expected.is_some_and(|fewest| pushes.len() >= fewest as usize), "{level:?}");
                *(if midpoints == 0 { &mut direct } else { &mut by_way }) += 1;
            }
            SearchEnd::Exhausted => {
                assert_eq!(expected, None, "{level:?}");
                exhausted += 1;
            }
        }
    });
    let counts = (direct, by_way, exhausted);
    assert!(direct > fewest(50) && by_way > fewest(40) && exhausted > fewest(10), "{counts:?}");
}

#[test]
fn a_search_by_way_of_midpoints_keeps_to_its_limits() {
    let (mut by_nodes, mut by_memory) = (0, 0);
    let sizes = || iter::successors(Some(1 << 10), |bytes| Some(bytes + bytes / 4)).take(50);
    starts(62, 100, |level, root, expected| {
        if !Midpoint::is_for(root) {
            return;
        }
        for nodes in [0, 3, 9] {
            let limit = Limit { nodes: Some(nodes), ..Limit::default() };
            within(&limit, |control| {
                let end = search(root, control);
                assert!(control.nodes <= nodes, "{level:?}");
                assert!(matches!(end, Ok(_) | Err(LimitKind::Nodes)));
                by_nodes += usize::from(end.is_err());
            });
        }
        for bytes in sizes() {
            let limit = Limit { memory: Some(bytes), ..Limit::default() };
            match within(&limit, |control| search(root, control)) {
                Ok((SearchEnd::Solved(pushes), _)) => assert!(lurd::solves(root, &pushes), "{level:?}"),
                Ok((SearchEnd::Exhausted, _)) => assert_eq!(expected, None, "{level:?}"),
                Err(kind) => {
                    assert_eq!(kind, LimitKind::Memory);
                    // What all searches by more than single steps need fits.
                    by_memory += usize::from(within(&limit, |control| PlanShare::new(root, control)).is_ok());
                }
            }
        }
    });
    assert!(by_nodes > fewest(30) && by_memory > fewest(5), "{by_nodes} {by_memory}");
}

/// Checks the distances to a square, and returns how many box states can get there, and the sides of the player from which
/// no box there gets to a goal.
fn distances_to(root: &RootPosition, target: u16) -> (usize, usize) {
    let board = &root.board;
    let sides = |square| board.neighbours(square).into_iter().filter(|&player: &u16| player != board.wall());
    let to = unlimited(|control| Distances::new(board, &[target], |_| false, &|_, _| 1, control));
    let (ends, dead): (Vec<u32>, Vec<u32>) =
        sides(target).map(|player| board.box_state(target, player)).partition(|&end| end != DEAD);
    let mut reached = 0;
    for &square in &board.live {
        for player in sides(square).filter(|&player| board.box_state(square, player) != DEAD) {
            let from = unlimited(|control| Distances::mirrored(board, &[square], player, control));
            let nearest = ends.iter().map(|&end| from.row(end)[0]).min();
            let measured = to.row(board.box_state(square, player))[0];
            assert_eq!(Some(measured), nearest, "{square} to {target}");
            reached += usize::from(measured != UNREACHED);
        }
    }
    (reached, dead.len())
}

#[test]
fn distances_to_any_square_are_those_from_there_backwards() {
    let mut random = Random(63);
    let mut reached = 0;
    starts(63, 100, |_, root, _| {
        reached += distances_to(root, root.board.live[random.below(root.board.live.len())]).0;
    });
    assert!(reached > fewest(1000), "{reached}");
    // In a corridor a box is lost once the player is beyond it.
    let root = root_of(&draw("@ $  .")).expect("it can be solved");
    let found: Vec<(usize, usize)> =
        root.board.live.iter().map(|&target| distances_to(&root, target)).collect();
    assert!(found.iter().all(|&(reached, _)| reached > 0), "{found:?}");
    assert!(found.iter().any(|&(_, dead)| dead > 0), "{found:?}");
}
