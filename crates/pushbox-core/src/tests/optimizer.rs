//! The optimizer against exhaustive search of every step, by random orders, and what holds for every request.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::depth::{fewest, scaled};
use super::oracle::{Random, fewest_pushes};
use super::{draw, line_of, quiet, root_of, solve_freely, unlimited, within};
use crate::bound::flow::FlowBound;
use crate::level::{BOX, WALL, direction_of};
use crate::limit::SearchControl;
use crate::optimize::{Improver, Metric, OptimizeError, OptimizeRequest, Optimized, optimize};
use crate::polling::to_end;
use crate::replay::is_solution;
use crate::search::astar::vicinity::{Vicinity, VicinityRadius};
use crate::{Count, Level, Limit, LimitKind, Line, Objective, Tuning, Verdict, replay};

type Counts = [u32; 6];

/// Returns the counts of a solution, by their definitions.
fn counts(level: &Level, lurd: &str) -> Counts {
    let mut level = level.clone();
    let mut last = State::begin(&level);
    let mut counts = [0; 6];
    for direction in lurd.chars().filter_map(direction_of) {
        let (state, added) = last.step(&mut level, direction).expect("a legal step");
        counts = std::array::from_fn(|index| counts[index] + added[index]);
        last = state;
    }
    counts
}

/// A position with all that the cost of a later step depends on.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct State {
    cells: Vec<u8>,
    heading: Option<usize>,
    is_push: bool,
    last_box: Option<usize>,
}

impl State {
    fn begin(level: &Level) -> Self {
        Self { cells: level.cells().to_vec(), heading: None, is_push: false, last_box: None }
    }

    /// Returns the state after a step, and what it adds to the counts in the order of [`Metric::ALL`].
    fn step(&self, level: &mut Level, direction: usize) -> Option<(Self, Counts)> {
        let from = level.player();
        let is_push = level.step(direction)?.is_ascii_uppercase();
        let to = level.player();
        let turns = u32::from(self.heading != Some(direction));
        let line = u32::from(!(self.is_push && self.heading == Some(direction)));
        let change = u32::from(self.last_box != Some(to));
        let pushes = if is_push {
            [1, 1, line, change, u32::from(!self.is_push), turns]
        } else {
            [1, 0, 0, 0, 0, turns]
        };
        debug_assert_ne!(from, to);
        let last_box = if is_push { level.neighbour(to, direction) } else { self.last_box };
        let cells = level.cells().to_vec();
        Some((Self { cells, heading: Some(direction), is_push, last_box }, pushes))
    }
}

/// Returns the cost of a solution: its counts by an order, and after that moves.
fn cost(level: &Level, lurd: &str, metrics: &[Metric]) -> Vec<u32> {
    ranked(counts(level, lurd), metrics)
}

/// Returns the counts by an order, and after that moves.
fn ranked(counts: Counts, metrics: &[Metric]) -> Vec<u32> {
    metrics.iter().chain([&Metric::Moves]).map(|&metric| counts[metric as usize]).collect()
}

/// Returns the least a solution costs, by Dijkstra's search over every step; `None` for too many states.
fn least(level: &Level, metrics: &[Metric], most: usize) -> Option<Vec<u32>> {
    let uses = |metric| metrics.contains(&metric);
    // States that no cost distinguishes are one.
    let key = |mut state: State| {
        if !uses(Metric::BoxChanges) {
            state.last_box = None;
        }
        if !uses(Metric::PlayerLines) && !uses(Metric::BoxLines) {
            state.heading = None;
        }
        if !uses(Metric::PushingSessions) && !uses(Metric::BoxLines) {
            state.is_push = false;
        }
        state
    };
    let begin = key(State::begin(level));
    let mut costs = HashMap::from([(begin.clone(), ranked([0; 6], metrics))]);
    let mut open = BinaryHeap::from([Reverse((ranked([0; 6], metrics), begin))]);
    while let Some(Reverse((cost, state))) = open.pop() {
        if costs[&state] < cost {
            continue;
        }
        let level = Level::new(level.width(), level.height(), &state.cells).expect("a level");
        if level.is_solved() {
            return Some(cost);
        }
        if costs.len() > most {
            return None;
        }
        for direction in 0..4 {
            let Some((next, added)) = state.step(&mut level.clone(), direction) else { continue };
            let cost: Vec<u32> =
                cost.iter().zip(ranked(added, metrics)).map(|(cost, more)| cost + more).collect();
            let next = key(next);
            if costs.get(&next).is_none_or(|known| cost < *known) {
                costs.insert(next.clone(), cost.clone());
                open.push(Reverse((cost, next)));
            }
        }
    }
    None
}

fn optimize_and_check(
    level: &Level,
    solutions: &[&str],
    request: &OptimizeRequest,
    nodes: Option<u64>,
) -> Optimized {
    let limit = Limit { nodes, ..Limit::default() };
    let optimized =
        within(&limit, |control| optimize(level, solutions, request, control)).expect("a solution");
    assert!(is_solution(level, &optimized.lurd), "{optimized:?} {level:?}");
    optimized
}

fn request(metrics: &[Metric]) -> OptimizeRequest {
    OptimizeRequest { metrics: metrics.to_vec(), ..OptimizeRequest::default() }
}

fn random_metrics(random: &mut Random) -> Vec<Metric> {
    let mut left = Metric::ALL.to_vec();
    (0..1 + random.below(6)).map(|_| left.swap_remove(random.below(left.len()))).collect()
}

/// Plays fewer than `most` random steps without a push, and returns them.
fn idle_steps(random: &mut Random, level: &mut Level, most: usize) -> String {
    let mut lurd = String::new();
    for _ in 0..random.below(most) {
        let direction = random.below(4);
        let before = level.clone();
        match level.step(direction) {
            Some(letter) if letter.is_ascii_lowercase() => lurd.push(char::from(letter)),
            _ => *level = before,
        }
    }
    lurd
}

/// Visits crowded levels with some solution, the worse for a few idle steps at its begin, and with some metrics.
fn solved_levels(seed: u64, count: usize, mut visit: impl FnMut(&mut Random, &Level, &str, &[Metric])) {
    let mut random = Random(seed);
    let mut visited = 0;
    while visited < scaled(count) {
        let level = random.level(4);
        let mut idle = level.clone();
        let lurd = idle_steps(&mut random, &mut idle, 6);
        match solve_freely(&idle, Objective::Any).verdict {
            Verdict::Solved { line: Line { lurd: rest, .. }, .. } if rest.len() > 3 => {
                visited += 1;
                let metrics = random_metrics(&mut random);
                visit(&mut random, &level, &(lurd + &rest), &metrics);
            }
            _ => {}
        }
    }
}

#[test]
fn what_is_called_optimal_is_the_best_of_all_solutions() {
    let (mut proven, mut improved) = (0, 0);
    solved_levels(21, 300, |_, level, lurd, metrics| {
        let Some(least) = least(level, metrics, 15_000) else { return };
        let optimized = optimize_and_check(level, &[lurd], &request(metrics), None);
        assert!(optimized.is_optimal && optimized.limit.is_none());
        assert_eq!(cost(level, &optimized.lurd, metrics), least, "{metrics:?} {lurd} {level:?}");
        proven += 1;
        improved += usize::from(cost(level, lurd, metrics) > least);
    });
    assert!(proven > fewest(150) && improved > fewest(100), "{proven} {improved}");
}

#[test]
fn the_vicinity_holds_what_is_near() {
    let mut random = Random(28);
    let mut met = [0; 2];
    for _ in 0..2_000 {
        let level = random.level(4);
        let Some(root) = root_of(&level) else { continue };
        if root.boxes.is_empty() {
            continue;
        }
        let (board, width) = (&root.board, level.width());
        let some = |random: &mut Random| -> Vec<u16> {
            let mut live = board.live.clone();
            (0..root.boxes.len()).map(|_| live.swap_remove(random.below(live.len()))).collect()
        };
        let anchors = [some(&mut random), some(&mut random), some(&mut random)];
        let boxes = some(&mut random);
        let reach = VicinityRadius { boxes: random.below(4) as u32, radius: 1 + random.below(5) as u32 };
        let cells: Vec<Vec<u32>> = anchors
            .iter()
            .map(|boxes| boxes.iter().map(|&square| board.cells[usize::from(square)]).collect())
            .collect();
        let mut vicinity = Vicinity::new(board, reach);
        cells.iter().for_each(|cells| unlimited(|control| vicinity.add(board, cells, control)));
        let mut set = vec![0; board.words()];
        for &square in &boxes {
            let index = board.live_index[usize::from(square)];
            set[usize::from(index / 64)] |= 1 << (index % 64);
        }
        let far = |one: u16, other: u16| {
            let [one, other] = [one, other].map(|square| board.cells[usize::from(square)] as usize);
            (one / width).abs_diff(other / width) + (one % width).abs_diff(other % width)
        };
        let is_near = |anchor: &Vec<u16>| {
            let gone: Vec<u16> = anchor.iter().copied().filter(|square| !boxes.contains(square)).collect();
            let come: Vec<u16> = boxes.iter().copied().filter(|square| !anchor.contains(square)).collect();
            let close = |one: &u16, others: &[u16]| {
                others.iter().any(|&other| far(*one, other) <= reach.radius as usize)
            };
            gone.len() <= reach.boxes as usize
                && gone.iter().all(|one| close(one, &come))
                && come.iter().all(|one| close(one, &gone))
        };
        let anchor = vicinity.anchor(&set, random.below(4) as u32);
        assert_eq!(
            anchor.is_some(),
            anchors.iter().any(is_near),
            "{anchors:?} {boxes:?} {reach:?} {level:?}"
        );
        assert!(anchor.is_none_or(|anchor| is_near(&anchors[anchor as usize])));
        met[usize::from(anchor.is_some())] += 1;
    }
    assert!(met.iter().all(|&count| count > 100), "{met:?}");
}

#[test]
fn the_bound_of_moves_is_a_bound() {
    let mut more = 0;
    solved_levels(27, 600, |_, level, _, _| {
        let Some(root) = root_of(level) else { return };
        let Some(mut flow) = FlowBound::new(&root.board, root.boxes.len()) else { return };
        let Some(least) = least(level, &[Metric::Moves], 15_000) else { return };
        let bound = flow.moves(&root.boxes, root.player);
        assert!(bound <= least[0], "{bound} {least:?} {level:?}");
        more += usize::from(bound > fewest_pushes(level).expect("a solution"));
    });
    assert!(more > fewest(100), "the bound is often above the pushes: {more}");
}

#[test]
fn a_solution_never_gets_worse_and_a_limit_is_reported() {
    solved_levels(22, 300, |random, level, lurd, metrics| {
        let nodes = random.below(200) as u64;
        let optimized = optimize_and_check(level, &[lurd], &request(metrics), Some(nodes));
        let [after, before] = [&optimized.lurd[..], lurd].map(|lurd| cost(level, lurd, metrics));
        assert!(after <= before, "{metrics:?} {lurd} {level:?}");
        assert!(optimized.nodes <= nodes);
        assert_eq!(optimized.limit.is_none(), optimized.is_optimal);
        assert!(matches!(optimized.limit, None | Some(LimitKind::Nodes)));
    });
}

#[test]
fn what_is_outside_the_range_stays() {
    let mut improved = 0;
    solved_levels(23, 300, |random, level, lurd, metrics| {
        let begin = random.below(lurd.len());
        let end = begin + random.below(lurd.len() - begin + 1);
        let request = OptimizeRequest { range: Some(begin..end), ..request(metrics) };
        let optimized = optimize_and_check(level, &[lurd], &request, Some(3_000));
        assert!(optimized.lurd.starts_with(&lurd[..begin]), "{begin}..{end} {lurd} {level:?}");
        assert!(optimized.lurd.ends_with(&lurd[end..]), "{begin}..{end} {lurd} {level:?}");
        assert!(!optimized.is_optimal);
        let [after, before] = [&optimized.lurd[..], lurd].map(|lurd| cost(level, lurd, metrics));
        assert!(after <= before);
        improved += usize::from(after < before);
    });
    assert!(improved > fewest(15), "{improved}");
}

/// Returns the pushes of the box that starts on `cell`, each with where all other boxes stand.
fn pushes_of(level: &Level, lurd: &str, cell: usize) -> Vec<(usize, Vec<u8>)> {
    let (mut level, mut cell, mut pushes) = (level.clone(), cell, Vec::new());
    for direction in lurd.chars().filter_map(direction_of) {
        if level.step(direction).is_some_and(|letter| letter.is_ascii_uppercase()) && level.player() == cell {
            cell = level.neighbour(cell, direction).expect("a box is on the board");
            pushes.push((cell, level.cells().iter().map(|byte| byte & (BOX | WALL)).collect()));
        }
    }
    pushes
}

#[test]
fn boxes_to_leave_alone_are_left_alone() {
    let (mut improved, mut pushed) = (0, 0);
    solved_levels(24, 400, |random, level, lurd, metrics| {
        let boxes: Vec<usize> = (0..level.cells().len()).filter(|&cell| level.is_box(cell)).collect();
        let fixed = boxes[random.below(boxes.len())];
        let request = OptimizeRequest { fixed: vec![fixed], ..request(metrics) };
        let optimized = optimize_and_check(level, &[lurd], &request, Some(3_000));
        let before = pushes_of(level, lurd, fixed);
        assert_eq!(pushes_of(level, &optimized.lurd, fixed), before, "{lurd} {level:?}");
        improved += usize::from(optimized.lurd != lurd);
        pushed += usize::from(!before.is_empty());
    });
    assert!(improved > fewest(100) && pushed > fewest(100), "{improved} {pushed}");
}

#[test]
fn the_player_ends_in_the_given_cell() {
    let mut improved = 0;
    solved_levels(25, 300, |random, level, lurd, metrics| {
        // The player goes on for some steps once all is solved.
        let mut end = replay(level, lurd).expect("LURD").end;
        let lurd = lurd.to_owned() + &idle_steps(random, &mut end, 5);
        let request = OptimizeRequest { keeps_end: true, ..request(metrics) };
        let optimized = optimize_and_check(level, &[&lurd], &request, Some(3_000));
        assert_eq!(replay(level, &optimized.lurd).expect("LURD").end.player(), end.player());
        improved += usize::from(optimized.lurd != lurd);
    });
    assert!(improved > fewest(100), "{improved}");
}

#[test]
fn the_best_of_several_solutions_is_the_first_word() {
    solved_levels(26, 200, |_, level, lurd, metrics| {
        let other = line_of(level, Objective::Pushes).lurd;
        let best = [lurd, &other].map(|lurd| cost(level, lurd, metrics)).into_iter().min();
        for (solutions, nodes) in [([lurd, &other], 0), ([&other, lurd], 0), ([lurd, &other], 100)] {
            let optimized = optimize_and_check(level, &solutions, &request(metrics), Some(nodes));
            let cost = Some(cost(level, &optimized.lurd, metrics));
            assert!(if nodes == 0 { cost == best } else { cost <= best }, "{solutions:?} {level:?}");
        }
    });
}

#[test]
fn the_pushes_of_a_box_are_put_together() {
    // More positions than the search may visit. Each box goes to its goal in five pushes, in turn with all others.
    let level = draw(
        "
###########
#@        #
# $    .  #
#         #
# $    .  #
#         #
# $    .  #
#         #
# $    .  #
#         #
# $    .  #
#         #
###########",
    );
    let (mut end, mut lurd) = (level.clone(), String::new());
    for push in 0..5 {
        for row in [2, 4, 6, 8, 10] {
            // Back along the free row below, up or down the free column, and behind the box.
            let mut steps = if end.player() % 11 > 1 { vec![3] } else { Vec::new() };
            steps.resize(steps.len() + end.player() % 11 - 1, 0);
            let start_row = end.player() / 11 + usize::from(end.player() % 11 > 1);
            steps.resize(steps.len() + start_row.abs_diff(row), if start_row < row { 3 } else { 1 });
            steps.resize(steps.len() + push + 1, 2);
            for direction in steps {
                lurd.push(char::from(end.step(direction).expect("a legal step")));
            }
        }
    }
    assert!(end.is_solved(), "{lurd}");
    let optimized =
        optimize_and_check(&level, &[&lurd], &request(&[Metric::Pushes, Metric::BoxChanges]), Some(60_000));
    assert_eq!([counts(&level, &lurd)[1], counts(&level, &lurd)[3]], [25, 25]);
    assert_eq!([counts(&level, &optimized.lurd)[1], counts(&level, &optimized.lurd)[3]], [25, 5]);
}

#[test]
fn what_is_no_solution_is_refused() {
    let level = draw("#######\n#@ $ .#\n#######");
    let optimize_error = |solutions: &[&str], request: &OptimizeRequest| {
        within(&Limit::default(), |control| optimize(&level, solutions, request, control)).err()
    };
    let request = OptimizeRequest::default();
    assert_eq!(optimize_error(&[], &request), Some(OptimizeError::NoSolution));
    assert_eq!(optimize_error(&["rRR", "rR"], &request), Some(OptimizeError::Unsolved(1)));
    assert_eq!(
        optimize_error(&["rRRx"], &request).map(|error| error.to_string()).as_deref(),
        Some("solution 1: character 3: found 'x', expected one of l, u, r, d in either case")
    );
    assert_eq!(
        optimize_error(&["rRR"], &OptimizeRequest { range: Some(2..4), ..request.clone() }),
        Some(OptimizeError::Range(3))
    );
    assert_eq!(
        optimize_error(&["rRR"], &OptimizeRequest { fixed: vec![8], ..request.clone() }),
        Some(OptimizeError::NoBox(8))
    );
    assert_eq!(optimize_error(&["rRR"], &request), None);
}

#[test]
fn by_pushes_alone_a_solution_gets_as_short_as_it_can_and_windows_leave_no_memory_behind() {
    let level = draw(
        "
#########
#   #   #
# $   $ #
# . $ . #
## #@# ##
# . $ . #
# $   . #
#   #   #
#########",
    );
    let [line, best] = [Objective::Any, Objective::Pushes].map(|objective| line_of(&level, objective));
    let limit = Limit { nodes: Some(40_000), memory: Some(1 << 28), ..Limit::default() };
    let mut quiet = quiet;
    let mut control = SearchControl::new(&limit, &mut quiet).tuned(Tuning::for_windows());
    let free = control.budget.free();
    let better = to_end(Improver::new(&level, &[Metric::Pushes]).improve(&line.lurd, &mut control));
    assert!(is_solution(&level, &better));
    assert!(line.count().pushes > best.count().pushes, "there is something to improve");
    assert_eq!(Count::of(&better).pushes, best.count().pushes);
    assert_eq!(control.budget.free(), free);
}
