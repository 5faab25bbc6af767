//! Where pushers walk, and where they push a box.

use super::super::game_board::GameBoard;
use super::super::loaded::PlayedLevel;
use super::super::play::{Action, Floor, Move};
use super::Reach;
use super::gone_through::gone_through;
use crate::flood::{UNREACHABLE, costs_from};
use crate::level::neighbour;
use crate::push_paths::{CostOrder, PushPaths, push_paths};

/// A place beside another, the one off the board where there is none.
pub(in crate::native_rules) fn near(width: usize, area: usize, cell: usize, way: usize) -> usize {
    if cell == area { area } else { neighbour(width, area, cell, way).unwrap_or(area) }
}

/// Measures the steps from a cell to each that is free.
pub(in crate::native_rules) fn distances(width: usize, free: &[bool], start: usize) -> Vec<u32> {
    let area = free.len() - 1;
    costs_from(free.len(), &[start], |cell, visit| {
        for way in 0..4 {
            let next = near(width, area, cell, way);
            if free[next] {
                visit(next, 1);
            }
        }
    })
}

/// Returns the steps of a shortest walk, the first one in the order of directions; none where there is no walk.
pub(in crate::native_rules) fn walk(width: usize, free: &[bool], start: usize, target: usize) -> Vec<usize> {
    let (area, left) = (free.len() - 1, distances(width, free, target));
    let (mut cell, mut steps) = (start, Vec::new());
    if !free[start] || !free[target] || left[start] == UNREACHABLE {
        return steps;
    }
    while left[cell] > 0 {
        let nearer = |&way: &usize| left[near(width, area, cell, way)] == left[cell] - 1;
        let Some(way) = (0..4).find(nearer) else { break };
        steps.push(way);
        cell = near(width, area, cell, way);
    }
    steps
}

/// Returns the steps of a pusher as moves.
pub(super) fn steps_of(width: usize, area: usize, pusher: usize, steps: &[usize]) -> Vec<Move> {
    let mut cell = pusher;
    let step = |&way: &usize| {
        let chosen = Move::new(cell as u16, Action::Step(way));
        cell = near(width, area, cell, way);
        chosen
    };
    steps.iter().map(step).collect()
}

/// Where pushers walk from a cell, or push the box on it while no other moves. A box is pushed by the pusher who needs the
/// fewest pushes, then the fewest moves.
pub(super) fn walked<'l>(
    level: &'l dyn PlayedLevel,
    state: &'l [u8],
    board: &GameBoard,
    floor: Floor,
    origin: usize,
    through: bool,
    limit: usize,
) -> Reach<'l> {
    let width = board.width;
    let Floor { free: open, ends, is_held, has_fuse, is_plain, .. } = floor;
    let (mut pushers, mut boxes) = (Vec::new(), vec![false; open.len()]);
    for piece in &board.pieces {
        match piece.kind.as_str() {
            "pusher" => pushers.push(piece.cells[0]),
            _ => boxes[piece.cells[0]] = true,
        }
    }
    pushers.sort_unstable();
    if through && is_plain && pushers.contains(&origin) {
        return gone_through(width, &open, &boxes, origin, limit);
    }
    if boxes[origin] && is_held {
        return Reach::nowhere();
    }
    let Reach { mut targets, find } = pushers_reach(width, &open, &boxes, &pushers, origin, &ends, limit);
    if has_fuse && boxes[origin] {
        targets.retain(|&(cell, _)| lasts(level, state, &find(cell)));
    }
    Reach { targets, find }
}

/// Where one of some pushers walks from a cell, or pushes the box on it, while no other moves: the pusher who needs the
/// fewest pushes, then the fewest moves. The pushers are in order, and so is `pushers_reach` of Python.
pub(in crate::native_rules) fn pushers_reach(
    width: usize,
    open: &[bool],
    boxes: &[bool],
    pushers: &[usize],
    origin: usize,
    ends: &[u32],
    limit: usize,
) -> Reach<'static> {
    let area = open.len() - 1;
    let mut free: Vec<bool> = open.iter().zip(boxes).map(|(&open, &has_box)| open && !has_box).collect();
    pushers.iter().for_each(|&pusher| free[pusher] = false);
    if pushers.contains(&origin) {
        free[origin] = true;
        let far = distances(width, &free, origin);
        let reached = far.iter().enumerate().filter(|&(_, &steps)| steps != UNREACHABLE);
        let targets: Vec<_> = reached.map(|(cell, &steps)| (cell, steps as usize)).collect();
        if targets.len() > limit {
            return Reach::nowhere();
        }
        let find = move |cell| steps_of(width, area, origin, &walk(width, &free, origin, cell));
        return Reach { targets, find: Box::new(find) };
    }
    if !boxes[origin] || pushers.is_empty() {
        return Reach::nowhere();
    }
    free[origin] = true;
    let share = Some((limit / pushers.len()) as u64);
    let mut ways: Vec<(Vec<bool>, usize, PushPaths)> = Vec::new();
    let mut best: Vec<Option<(u64, u64, usize)>> = vec![None; area];
    for &pusher in pushers {
        let mut free = free.clone();
        free[pusher] = true;
        let order = CostOrder::Pushes;
        let paths = push_paths(width, &free, origin as u32, pusher as u32, order, share, ends);
        for way in &paths.best {
            let known = &mut best[way.cell as usize];
            if known.is_none_or(|(pushes, moves, _)| (way.pushes, way.moves) < (pushes, moves)) {
                *known = Some((way.pushes, way.moves, ways.len()));
            }
        }
        ways.push((free, pusher, paths));
    }
    let reached = best.iter().enumerate().filter_map(|(cell, best)| Some((cell, best.as_ref()?.1 as usize)));
    let targets: Vec<(usize, usize)> = reached.collect();
    let find = move |cell: usize| {
        let Some((.., number)) = best[cell] else { return Vec::new() };
        let (free, pusher, paths) = &ways[number];
        steps_of(width, area, *pusher, &carried(width, free, origin, *pusher, paths, cell))
    };
    Reach { targets, find: Box::new(find) }
}

/// Returns the steps of a pusher who pushes a box to a cell.
fn carried(
    width: usize,
    free: &[bool],
    start: usize,
    pusher: usize,
    paths: &PushPaths,
    cell: usize,
) -> Vec<usize> {
    let mut nodes = Vec::new();
    let mut next = paths.best.iter().find(|way| way.cell as usize == cell).map(|way| way.node);
    while let Some(node) = next {
        nodes.push(node as usize);
        next = paths.previous.iter().find(|&&(known, _)| known == node).and_then(|&(_, before)| before);
    }
    let (mut free, mut steps) = (free.to_vec(), Vec::new());
    let (mut place, mut player) = (start, pusher);
    for node in nodes.into_iter().rev() {
        let (end, side) = (node / 4, node % 4);
        free[place] = false;
        steps.extend(walk(width, &free, player, near(width, free.len() - 1, place, side)));
        free[place] = true;
        steps.push(side ^ 2);
        (place, player) = (end, place);
    }
    steps
}

/// Returns whether nothing explodes by moves.
fn lasts(level: &dyn PlayedLevel, state: &[u8], moves: &[Move]) -> bool {
    let mut state = state.to_vec();
    for &chosen in moves {
        let Some(played) = level.apply(&state, chosen) else { return false };
        if played.changes.iter().any(|change| change.cause == "explode") {
            return false;
        }
        state = played.state;
    }
    !level.board(&state).pieces.iter().any(|piece| piece.fixed && piece.spent)
}
