//! What twins are measured against: every position that can be reached from a small board, and how far it is from a
//! solution.

use std::collections::{HashMap, VecDeque};

use super::oracle::Random;
use crate::twin::{Next, Rules, Scalar, Status};

/// How much a test has seen.
#[derive(Default, Debug)]
pub(super) struct Seen {
    pub(super) levels: usize,
    /// Positions whose distance is known.
    pub(super) positions: usize,
    /// Of these, those that can be solved.
    pub(super) solvable: usize,
    /// Those that cannot, are not lost by the rules, and are found to be dead.
    pub(super) dead: usize,
    /// Those that cannot, and are neither.
    pub(super) missed: usize,
    /// The sum of the estimates of moves, and of the true distances.
    pub(super) estimated: u64,
    pub(super) distance: u64,
}

/// A choice of an option, the default in most cases.
pub(super) fn choose(random: &mut Random, options: &[(&str, &[&str])]) -> Vec<(String, Scalar)> {
    let mut set = Vec::new();
    for (name, values) in options {
        if random.below(4) == 0 {
            set.push(((*name).to_owned(), Scalar::Text(values[random.below(values.len())].to_owned())));
        }
    }
    set
}

/// Visits all that can be reached from `start`, `most` positions at most, and checks the promises of `rules` for each:
/// a packed state comes back, the rules of its board begin with it, no estimate exceeds the true distance, and nothing
/// is dead that can be solved.
pub(super) fn check<R: Rules>(
    rules: &R,
    start: R::State,
    options: &[(String, Scalar)],
    most: usize,
    seen: &mut Seen,
) {
    let Some((states, edges)) = reach(rules, start, most) else {
        return;
    };
    seen.levels += 1;
    let moves = distances(rules, &states, &edges, |_| 1);
    let pushes = distances(rules, &states, &edges, u32::from);
    for (index, state) in states.iter().enumerate() {
        seen.positions += 1;
        let shown = || format!("{state:?} of {:?} with {options:?}", rules.board(&states[0]));
        let mut bytes = Vec::new();
        rules.pack(state, &mut bytes);
        assert_eq!(&rules.unpack(&bytes), state, "a packed state comes back: {}", shown());
        if index % 16 == 0 {
            let board = rules.board(state);
            let (again, same) = R::new(&board, options).expect("a board of the game");
            assert_eq!(again.board(&same), board, "a board begins as itself: {}", shown());
            assert_eq!(again.status(&same), rules.status(state), "and stands as it did: {}", shown());
        }
        let is_dead = rules.is_dead(state);
        let (Some(least), Some(pushed)) = (moves[index], pushes[index]) else {
            match rules.status(state) {
                Status::Lost => {}
                _ if is_dead => seen.dead += 1,
                _ => seen.missed += 1,
            }
            continue;
        };
        seen.solvable += 1;
        assert!(!is_dead, "solvable in {least} moves: {}", shown());
        assert!(rules.status(state) != Status::Lost, "lost, but solvable in {least} moves: {}", shown());
        let estimate = rules.estimate(state);
        assert!(estimate.moves <= least, "{estimate:?}, solvable in {least} moves: {}", shown());
        assert!(estimate.pushes <= pushed, "{estimate:?}, solvable in {pushed} pushes: {}", shown());
        seen.estimated += u64::from(estimate.moves);
        seen.distance += u64::from(least);
    }
}

/// For each state the index of each that a move leads to, with whether the move pushes.
type Edges = Vec<Vec<(usize, bool)>>;

/// All that can be reached; none if that is more than `most`.
fn reach<R: Rules>(rules: &R, start: R::State, most: usize) -> Option<(Vec<R::State>, Edges)> {
    let mut states = vec![start.clone()];
    let mut known = HashMap::from([(start, 0)]);
    let mut edges = Vec::new();
    let mut out = Vec::new();
    while edges.len() < states.len() {
        out.clear();
        rules.expand(&states[edges.len()], &mut out);
        let mut row = Vec::new();
        for Next { state, pushed } in out.drain(..) {
            let index = *known.entry(state.clone()).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            });
            row.push((index, pushed));
        }
        edges.push(row);
        if states.len() > most {
            return None;
        }
    }
    Some((states, edges))
}

/// For each state the least cost to a solved one.
fn distances<R: Rules>(
    rules: &R,
    states: &[R::State],
    edges: &Edges,
    cost: impl Fn(bool) -> u32,
) -> Vec<Option<u32>> {
    let mut into = vec![Vec::new(); states.len()];
    for (from, row) in edges.iter().enumerate() {
        for &(to, pushed) in row {
            into[to].push((from, cost(pushed)));
        }
    }
    let mut found = vec![None; states.len()];
    let mut queue = VecDeque::new();
    for (index, state) in states.iter().enumerate() {
        if rules.status(state) == Status::Solved {
            found[index] = Some(0);
            queue.push_back((index, 0));
        }
    }
    while let Some((index, far)) = queue.pop_front() {
        if found[index].is_some_and(|best| best < far) {
            continue;
        }
        for &(from, cost) in &into[index] {
            let there = far + cost;
            if found[from].is_none_or(|best| there < best) {
                found[from] = Some(there);
                if cost == 0 {
                    queue.push_front((from, there));
                } else {
                    queue.push_back((from, there));
                }
            }
        }
    }
    found
}
