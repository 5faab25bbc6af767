//! The oracle of native rules: every position that can be reached from a small board, and its distance from a solution.

use std::collections::HashMap;

use super::depth::{fewest, scaled};
use super::oracle::Random;
use crate::flood::{UNREACHABLE, costs_from};
use crate::native_rules::{GameBoard, Outcome, Piece, Rules, Scalar, Terrain, Transition};

/// The counts of a test.
#[derive(Default, Debug)]
pub(super) struct Counts {
    pub(super) levels: usize,
    /// Positions whose distance is known.
    pub(super) positions: usize,
    /// Those that can be solved.
    pub(super) solvable: usize,
    /// Those that cannot, are not lost by the rules, and are found to be deadlocks.
    pub(super) deadlocks: usize,
    /// Those that cannot, and are neither.
    pub(super) missed: usize,
    /// The sum of the lower bounds on moves, and of the true distances.
    pub(super) bounded: u64,
    pub(super) distance: u64,
}

/// Chooses options at random, the default of each in most cases.
fn choose(random: &mut Random, options: &[(&str, &[&str])]) -> Vec<(String, Scalar)> {
    let mut set = Vec::new();
    for (name, values) in options {
        if random.below(4) == 0 {
            let value = values[random.below(values.len())];
            let value = value.parse().map_or_else(|_| Scalar::Text(value.to_owned()), Scalar::Whole);
            set.push(((*name).to_owned(), value));
        }
    }
    set
}

/// Draws a board of two cells and more each way: its terrain and its pieces by `draw`, which gets the number of cells, and
/// then a cell for each piece that is none of the kinds `solid`. At least two such cells stay empty.
pub(super) fn random_board(
    random: &mut Random,
    [columns, rows]: [usize; 2],
    solid: &[&str],
    draw: impl Fn(&mut Random, usize) -> (Vec<Terrain>, Vec<Piece>),
) -> GameBoard {
    loop {
        let (width, height) = (2 + random.below(columns), 2 + random.below(rows));
        let (terrain, mut pieces) = draw(random, width * height);
        let is_free = |cell: &usize| !solid.contains(&terrain[*cell].kind.as_str());
        let mut free: Vec<usize> = (0..terrain.len()).filter(is_free).collect();
        if free.len() >= pieces.len() + 2 {
            pieces
                .iter_mut()
                .for_each(|piece| piece.cells = vec![free.swap_remove(random.below(free.len()))]);
            return GameBoard { width, height, terrain: terrain.into(), pieces, counters: Vec::new() };
        }
    }
}

/// Checks the laws of a game on `levels` boards made at random, with options made at random, as far as no more than `most`
/// positions can be reached. Play goes on from a position that is lost, where it `goes_on`.
pub(super) fn check_boards<R: Rules>(
    seed: u64,
    (levels, most): (usize, usize),
    options: &[(&str, &[&str])],
    goes_on: bool,
    board: impl Fn(&mut Random) -> GameBoard,
) -> Counts {
    let mut random = Random(seed);
    let mut counts = Counts::default();
    for _ in 0..scaled(levels) {
        let board = board(&mut random);
        let options = choose(&mut random, options);
        let (rules, start) = R::new(&board, &options).expect("a board of the game");
        let reached = reach(&rules, start, most, goes_on);
        reached.inspect(|reached| check(&rules, reached, &options, &mut counts));
    }
    assert!(counts.solvable > fewest(30_000), "{counts:?}");
    counts
}

/// Checks the laws of `rules` for all positions that can be reached: a state that is encoded comes back, the rules of its
/// board begin with it, no lower bound exceeds the true distance, and no deadlock can be solved.
fn check<R: Rules>(
    rules: &R,
    (states, edges): &(Vec<R::State>, Edges),
    options: &[(String, Scalar)],
    counts: &mut Counts,
) {
    counts.levels += 1;
    let mut length = None;
    let moves = distances(rules, states, edges, |_| 1);
    let pushes = distances(rules, states, edges, u32::from);
    for (index, state) in states.iter().enumerate() {
        counts.positions += 1;
        let context = || format!("{state:?} of {:?} with {options:?}", rules.to_board(&states[0]));
        let mut bytes = Vec::new();
        rules.encode(state, &mut bytes);
        assert_eq!(&rules.decode(&bytes), state, "a state that is encoded comes back: {}", context());
        assert_eq!(*length.get_or_insert(bytes.len()), bytes.len(), "as long as any other: {}", context());
        if index % 16 == 0 {
            let board = rules.to_board(state);
            let (again, same) = R::new(&board, options).expect("a board of the game");
            assert_eq!(again.to_board(&same), board, "a board begins as itself: {}", context());
            assert_eq!(again.outcome(&same), rules.outcome(state), "and stands as it did: {}", context());
        }
        let bound = rules.bound_at(state);
        let (least, pushed) = (moves[index], pushes[index]);
        if least == UNREACHABLE {
            match rules.outcome(state) {
                Outcome::Lost => {}
                _ if bound.is_none() => counts.deadlocks += 1,
                _ => counts.missed += 1,
            }
            continue;
        }
        counts.solvable += 1;
        assert!(rules.outcome(state) != Outcome::Lost, "lost, but solvable in {least} moves: {}", context());
        assert!(bound.is_some(), "a deadlock, but solvable in {least} moves: {}", context());
        let lower_bound = bound.unwrap_or_default();
        assert!(lower_bound.moves <= least, "{lower_bound:?}, solvable in {least} moves: {}", context());
        assert!(lower_bound.pushes <= pushed, "{lower_bound:?}, solvable in {pushed} pushes: {}", context());
        counts.bounded += u64::from(lower_bound.moves);
        counts.distance += u64::from(least);
    }
}

/// For each state the indices of its successors, with whether the move pushes.
type Edges = Vec<Vec<(usize, bool)>>;

/// Finds all that can be reached; `None` if that is more than `most`.
fn reach<R: Rules>(rules: &R, start: R::State, most: usize, goes_on: bool) -> Option<(Vec<R::State>, Edges)> {
    let mut states = vec![start.clone()];
    let mut known = HashMap::from([(start, 0)]);
    let mut edges = Vec::new();
    let mut out = Vec::new();
    while edges.len() < states.len() {
        out.clear();
        if goes_on || rules.outcome(&states[edges.len()]) != Outcome::Lost {
            rules.successors(&states[edges.len()], &mut out);
        }
        let mut row = Vec::new();
        for Transition { state, pushed } in out.drain(..) {
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

/// Measures for each state the least cost to a solved one.
fn distances<R: Rules>(
    rules: &R,
    states: &[R::State],
    edges: &Edges,
    cost: impl Fn(bool) -> u32,
) -> Vec<u32> {
    let mut into = vec![Vec::new(); states.len()];
    for (from, row) in edges.iter().enumerate() {
        for &(to, pushed) in row {
            into[to].push((from, cost(pushed)));
        }
    }
    let is_solved = |&index: &usize| rules.outcome(&states[index]) == Outcome::Solved;
    let solved: Vec<usize> = (0..states.len()).filter(is_solved).collect();
    costs_from(states.len(), &solved, |index, visit| {
        into[index].iter().for_each(|&(from, cost)| visit(from, cost));
    })
}

/// Creates the rules of a game for a board that they must refuse; returns the message.
fn refusal<R: Rules>(board: &GameBoard, options: &[(String, Scalar)]) -> String {
    R::new(board, options).err().expect("refused").0
}

/// Checks that a game refuses unknown options, properties and counters on a row of two floor cells with `piece` on the
/// first, and that it takes that board as it is. `flag` is an option of the game, if it has any; each message must hold
/// its text.
pub(super) fn check_refusals<R: Rules>(
    piece: &Piece,
    flag: Option<&str>,
    terrain: &[(Terrain, &str)],
    pieces: &[(Vec<Piece>, &str)],
) {
    let floor = Terrain::plain("floor");
    let board = GameBoard {
        width: 2,
        height: 1,
        terrain: vec![floor.clone(), floor.clone()].into(),
        pieces: vec![piece.clone()],
        counters: Vec::new(),
    };
    assert!(R::new(&board, &[]).is_ok());
    let text = |name: &str, value: &str| vec![(name.to_owned(), Scalar::Text(value.to_owned()))];
    if let Some(flag) = flag {
        assert!(refusal::<R>(&board, &text(flag, "perhaps")).contains(flag));
        assert!(refusal::<R>(&board, &[(flag.to_owned(), Scalar::Flag(true))]).contains(flag));
    }
    assert!(refusal::<R>(&board, &text("steps", "yes")).contains("steps"));
    let counted = GameBoard { counters: vec![("steps".to_owned(), 3)], ..board.clone() };
    assert!(refusal::<R>(&counted, &[]).contains("counter"));
    for (strange, expected) in terrain {
        let board = GameBoard { terrain: vec![strange.clone(), floor.clone()].into(), ..board.clone() };
        assert!(refusal::<R>(&board, &[]).contains(expected), "{strange:?}");
    }
    for (strange, expected) in pieces {
        let board = GameBoard { pieces: strange.clone(), ..board.clone() };
        assert!(refusal::<R>(&board, &[]).contains(expected), "{strange:?}");
    }
}
