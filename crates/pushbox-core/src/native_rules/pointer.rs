//! What a pointer means: where it can take what stands on a cell, and by which moves.
//!
//! This is `reach` and `pushable` of Python's controls, and `pushbox.play.pointing`: it finds the same cells and the same
//! moves, and ends at the same limits. What is a matter of one game's floor is beside its rules: `Play::own_reach`.

use super::controls::{self, DIRECTIONS, Meaning, beside};
use super::game_board::{GameBoard, Piece};
use super::loaded::PlayedLevel;
use super::play::{Action, Change, Controls, Floor, Move, Part};
use crate::flood::{UNREACHABLE, costs_from};
use crate::level::neighbour;
use crate::push_paths::{CostOrder, PushPaths, push_paths};

/// The cells that one question of a pointer may visit.
const MAX_REACH: usize = 250_000;
/// The cells that all boxes together may visit.
const MAX_REACH_ALL_BOXES: usize = 2_000_000;

/// The moves to a cell.
type Find<'l> = Box<dyn Fn(usize) -> Vec<Move> + 'l>;

/// Where a pointer can take what stands on a cell.
pub struct Reach<'l> {
    /// The cells, each with the number of moves.
    pub targets: Vec<(usize, usize)>,
    find: Find<'l>,
}

impl<'l> Reach<'l> {
    pub(super) fn nowhere() -> Self {
        Self { targets: Vec::new(), find: Box::new(|_| Vec::new()) }
    }

    pub(super) fn of(ways: Vec<(usize, Vec<Move>)>) -> Self {
        let targets = ways.iter().map(|(cell, moves)| (*cell, moves.len())).collect();
        let find =
            move |cell| ways.iter().find(|way| way.0 == cell).map_or_else(Vec::new, |way| way.1.clone());
        Self { targets, find: Box::new(find) }
    }

    /// Returns whether a cell is among those.
    pub fn has(&self, cell: usize) -> bool {
        self.targets.iter().any(|&(target, _)| target == cell)
    }

    /// Returns the moves to a cell, `None` where it cannot be taken there.
    pub fn moves(&self, cell: usize) -> Option<Vec<Move>> {
        self.has(cell).then(|| (self.find)(cell))
    }
}

impl Reach<'static> {
    /// Adds the ways to cells that are not among those yet.
    pub(super) fn with(mut self, others: Vec<(usize, Vec<Move>)>) -> Self {
        let others: Vec<_> = others.into_iter().filter(|&(cell, _)| !self.has(cell)).collect();
        let own = self.targets.len();
        self.targets.extend(others.iter().map(|(cell, moves)| (*cell, moves.len())));
        let known: Vec<usize> = self.targets[..own].iter().map(|&(cell, _)| cell).collect();
        let (first, rest) = (self.find, Self::of(others).find);
        let find = move |cell| if known.contains(&cell) { first(cell) } else { rest(cell) };
        Self { targets: self.targets, find: Box::new(find) }
    }
}

/// Returns where a pointer can take what stands on a cell, `through`: by pushing boxes aside and back again too. `None`
/// where that is not stated natively.
pub fn reach<'l>(
    level: &'l dyn PlayedLevel,
    state: &'l [u8],
    origin: usize,
    through: bool,
) -> Option<Reach<'l>> {
    reach_within(level, state, origin, through, MAX_REACH)
}

fn reach_within<'l>(
    level: &'l dyn PlayedLevel,
    state: &'l [u8],
    origin: usize,
    through: bool,
    limit: usize,
) -> Option<Reach<'l>> {
    let controls = level.controls()?;
    if let Some(own) = level.own_reach(state, origin, limit) {
        return Some(own);
    }
    let board = level.board(state);
    let on_origin = || board.pieces.iter().find(|piece| piece.cells.contains(&origin));
    Some(match controls {
        Controls::Pusher | Controls::Pushers => {
            walked(level, state, &board, level.floor(state, origin)?, origin, through, limit)
        }
        Controls::Pullers => return None,
        Controls::Stones => Reach::of(rolled(level, state, origin, limit)),
        Controls::Pairs => match on_origin() {
            Some(piece) => Reach::of(dragged(level, state, piece, origin, limit, &exchanges)),
            None => Reach::nowhere(),
        },
        Controls::Swipes { .. } => match on_origin() {
            Some(piece) => Reach::of(swiped(level, state, &board, piece, origin, limit)),
            None => Reach::nowhere(),
        },
    })
}

/// A place beside another, the one off the board where there is none.
pub(super) fn near(width: usize, area: usize, cell: usize, way: usize) -> usize {
    if cell == area { area } else { neighbour(width, area, cell, way).unwrap_or(area) }
}

/// Measures the steps from a cell to each that is free.
pub(super) fn distances(width: usize, free: &[bool], start: usize) -> Vec<u32> {
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
pub(super) fn walk(width: usize, free: &[bool], start: usize, target: usize) -> Vec<usize> {
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
fn walked<'l>(
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
pub(super) fn pushers_reach(
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

/// How a cell is reached: from which cell, by which steps, and by how many in all.
struct Link {
    before: usize,
    steps: Vec<usize>,
    moves: usize,
}

/// Where a pusher comes to who also pushes boxes straight on, walks around them and pushes them back.
fn gone_through<'l>(width: usize, open: &[bool], boxes: &[bool], start: usize, limit: usize) -> Reach<'l> {
    let area = open.len() - 1;
    let mut free: Vec<bool> = open.iter().zip(boxes).map(|(&open, &has_box)| open && !has_box).collect();
    let mut links: Vec<Option<Link>> = std::iter::repeat_with(|| None).take(area + 1).collect();
    links[start] = Some(Link { before: start, steps: Vec::new(), moves: 0 });
    let (mut budget, mut count) = (limit as i64, 1);
    let mut front = vec![start];
    while !front.is_empty() {
        let (mut met, mut done) = (Vec::new(), 0);
        while done < front.len() {
            let cell = front[done];
            done += 1;
            for way in 0..4 {
                let next = near(width, area, cell, way);
                if boxes[next] {
                    met.push((cell, way));
                } else if free[next] && links[next].is_none() {
                    let moves = links[cell].as_ref().map_or(0, |link| link.moves) + 1;
                    links[next] = Some(Link { before: cell, steps: vec![way], moves });
                    count += 1;
                    front.push(next);
                }
            }
        }
        budget -= count;
        front.clear();
        for (cell, way) in met {
            let beyond = near(width, area, near(width, area, cell, way), way);
            if links[beyond].is_some() || budget < 0 {
                continue;
            }
            let (steps, looked) = round(width, &mut free, cell, way);
            budget -= looked;
            if !steps.is_empty() {
                let moves = links[cell].as_ref().map_or(0, |link| link.moves) + steps.len();
                links[beyond] = Some(Link { before: cell, steps, moves });
                count += 1;
                front.push(beyond);
            }
        }
    }
    if budget < 0 {
        return Reach::nowhere();
    }
    let reached = links.iter().enumerate().filter_map(|(cell, link)| Some((cell, link.as_ref()?.moves)));
    let targets = reached.collect();
    let find = move |cell: usize| {
        let (mut at, mut parts) = (cell, Vec::new());
        while let Some(link) = links[at].as_ref().filter(|link| !link.steps.is_empty()) {
            parts.push(link.steps.as_slice());
            at = link.before;
        }
        parts.reverse();
        steps_of(width, area, start, &parts.concat())
    };
    Reach { targets, find: Box::new(find) }
}

/// Returns the steps from a cell past the box before it, none where it cannot be passed, and how many cells were looked at.
fn round(width: usize, free: &mut [bool], cell: usize, way: usize) -> (Vec<usize>, i64) {
    let area = free.len() - 1;
    let home = near(width, area, cell, way);
    let (mut player, mut place) = (home, near(width, area, home, way));
    let (mut pushes, mut looked, mut route) = (0, 0, Vec::new());
    free[home] = true;
    while route.is_empty() && free[place] && free[near(width, area, place, way)] {
        let beyond = near(width, area, place, way);
        pushes += 1;
        free[place] = false;
        let far = distances(width, free, player);
        looked += far.iter().filter(|&&steps| steps != UNREACHABLE && steps <= far[beyond]).count() as i64;
        if far[beyond] != UNREACHABLE {
            route = vec![way; pushes];
            route.extend(walk(width, free, player, beyond));
            route.extend(vec![way ^ 2; pushes]);
        }
        free[place] = true;
        (player, place) = (place, beyond);
    }
    free[home] = false;
    (route, looked)
}

/// Returns whether a change is of a piece, as it was before the move.
fn is_of(change: &Change, piece: &Piece) -> bool {
    matches!(&change.part, Part::Piece { original: Some(original), .. } if original == piece)
}

/// Returns the piece that a move has made of one; itself where it has not moved, `None` where it has gone.
pub(super) fn became(piece: &Piece, changes: &[Change]) -> Option<Piece> {
    let last = changes.iter().rev().find_map(|change| match &change.part {
        Part::Piece { after, original: Some(original), .. } if original == piece => Some(after.clone()),
        _ => None,
    });
    last.unwrap_or_else(|| Some(piece.clone()))
}

/// Returns the shortest moves of one piece by which its part on `origin` comes to each cell that it can come to. `moves`
/// gives those to try.
fn dragged(
    level: &dyn PlayedLevel,
    state: &[u8],
    piece: &Piece,
    origin: usize,
    limit: usize,
    moves: &dyn Fn(&GameBoard, &Piece) -> Vec<Move>,
) -> Vec<(usize, Vec<Move>)> {
    let part = piece.cells.iter().position(|&cell| cell == origin).unwrap_or(0);
    let mut paths = vec![(origin, Vec::new())];
    let mut queue = vec![(state.to_vec(), piece.clone())];
    let mut done = 0;
    while done < queue.len() {
        let (state, body) = queue[done].clone();
        done += 1;
        for chosen in moves(&level.board(&state), &body) {
            let Some(played) = level.apply(&state, chosen) else { continue };
            let Some(after) = became(&body, &played.changes) else { continue };
            let end = after.cells[part];
            if paths.iter().any(|path| path.0 == end) {
                continue;
            }
            let before = paths.iter().find(|path| path.0 == body.cells[part]);
            let path = before.into_iter().flat_map(|path| path.1.iter().copied()).chain([chosen]).collect();
            paths.push((end, path));
            queue.push((played.state, after));
        }
        if paths.len() > limit {
            return Vec::new();
        }
    }
    paths.remove(0);
    paths
}

/// Returns the move of a stone.
fn stone_move(board: &GameBoard, stone: &Piece, action: Action) -> Move {
    let cell = stone.cells[0];
    let before = |other: &&Piece| other.cells[0] == cell && !other.fixed && other.colours < stone.colours;
    let mut others: Vec<&Piece> = board.pieces.iter().filter(before).collect();
    others.dedup();
    Move { piece: cell as u16, rank: others.len() as u16, action }
}

/// Returns the moves of a piece with what is beside it.
fn exchanges(board: &GameBoard, piece: &Piece) -> Vec<Move> {
    let pairs = [0, 2].into_iter().flat_map(|way| beside(board, piece, way));
    pairs.map(|left| Move::new(left as u16, Action::Exchange)).collect()
}

/// Where stones on a cell roll; onto itself is fixing them.
fn rolled(level: &dyn PlayedLevel, state: &[u8], origin: usize, limit: usize) -> Vec<(usize, Vec<Move>)> {
    let mut paths: Vec<(usize, Vec<Move>)> = Vec::new();
    let board = level.board(state);
    for stone in controls::steerable(level, state).iter().filter(|stone| stone.cells[0] == origin) {
        let rolls = |board: &GameBoard, stone: &Piece| -> Vec<Move> {
            [0, 2].iter().map(|&way| stone_move(board, stone, Action::Step(way))).collect()
        };
        let mut of_stone = dragged(level, state, stone, origin, limit, &rolls);
        for (cell, moves) in paths {
            match of_stone.iter_mut().find(|path| path.0 == cell) {
                Some(known) => known.1 = moves,
                None => of_stone.push((cell, moves)),
            }
        }
        paths = of_stone;
        let fix = stone_move(&board, stone, Action::Fix);
        if limit > 0 && level.apply(state, fix).is_some() {
            match paths.iter_mut().find(|path| path.0 == origin) {
                Some(known) => known.1 = vec![fix],
                None => paths.push((origin, vec![fix])),
            }
        }
    }
    paths
}

/// Where a block is swiped to; onto the next cell is a swipe where it does not come to rest there.
fn swiped(
    level: &dyn PlayedLevel,
    state: &[u8],
    board: &GameBoard,
    piece: &Piece,
    origin: usize,
    limit: usize,
) -> Vec<(usize, Vec<Move>)> {
    let swipes = |_: &GameBoard, piece: &Piece| -> Vec<Move> {
        (0..4).map(|way| Move::new(piece.cells[0] as u16, Action::Step(way))).collect()
    };
    let (width, area) = (board.width, board.terrain.len());
    let mut paths: Vec<(usize, Vec<Move>)> = (0..4)
        .map(|way| (near(width, area, origin, way), Move::new(origin as u16, Action::Step(way))))
        .filter(|&(beside, swipe)| beside != area && level.apply(state, swipe).is_some())
        .map(|(beside, swipe)| (beside, vec![swipe]))
        .collect();
    let nearby = paths.len();
    for (cell, moves) in dragged(level, state, piece, origin, limit, &swipes) {
        match paths.iter_mut().find(|path| path.0 == cell) {
            Some(known) => known.1 = moves,
            None => paths.push((cell, moves)),
        }
    }
    if nearby < limit && paths.len() <= limit { paths } else { Vec::new() }
}

/// Returns the cells of the boxes, as pointers see them.
fn boxes_of(board: &GameBoard) -> Vec<usize> {
    let is_box = |piece: &&Piece| piece.kind != "pusher" && !piece.hidden;
    board.pieces.iter().filter(is_box).map(|piece| piece.cells[0]).collect()
}

/// Returns the cells of the boxes that can be taken to a cell, in order; `None` where that is not stated natively.
pub fn origins(level: &dyn PlayedLevel, state: &[u8], cell: usize) -> Option<Vec<usize>> {
    let boxes = boxes_of(&level.board(state));
    let limit = MAX_REACH_ALL_BOXES / boxes.len().max(1);
    let mut found = Vec::new();
    for origin in boxes {
        if reach_within(level, state, origin, false, limit)?.has(cell) {
            found.push(origin);
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// Returns the boxes that can be pushed now, or the pieces that keys move, each with the directions; `None` where that is
/// not stated natively.
pub fn pushable(level: &dyn PlayedLevel, state: &[u8]) -> Option<Vec<(usize, Vec<usize>)>> {
    let mut ways: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut add = |cell: usize, way: usize| match ways.iter_mut().find(|known| known.0 == cell) {
        Some(known) => known.1.push(way),
        None => ways.push((cell, vec![way])),
    };
    let board = level.board(state);
    let (width, area) = (board.width, board.terrain.len());
    let controls = level.controls()?;
    if let Some(own) = level.own_pushable(state, MAX_REACH) {
        return Some(own);
    }
    if !matches!(controls, Controls::Pusher | Controls::Pushers) {
        for (number, piece) in controls::steerable(level, state).iter().enumerate() {
            for (way, key) in DIRECTIONS.iter().enumerate() {
                let Meaning::Move(chosen) = controls::meaning(level, state, Some(number), key) else {
                    continue;
                };
                let played = level.apply(state, chosen);
                if played.is_some_and(|played| played.changes.iter().any(|change| is_of(change, piece))) {
                    add(piece.cells[0], way);
                }
            }
        }
        return Some(ways);
    }
    let mut boxes = boxes_of(&board);
    if level.floor(state, area)?.burns {
        let limit = MAX_REACH_ALL_BOXES / boxes.len().max(1);
        for cell in boxes {
            let reach = reach_within(level, state, cell, false, limit)?;
            for way in 0..4 {
                let next = near(width, area, cell, way);
                let moves = reach.moves(next);
                if moves.is_some_and(|moves| trail(level, state, &moves, cell).0 == [cell, next]) {
                    add(cell, way);
                }
            }
        }
        return Some(ways);
    }
    boxes.sort_unstable();
    let pushers: Vec<usize> =
        controls::steerable(level, state).iter().map(|pusher| pusher.cells[0]).collect();
    let mut walks = Vec::new();
    for &pusher in &pushers {
        walks.push(reach_within(level, state, pusher, false, MAX_REACH)?);
    }
    for cell in boxes {
        for way in 0..4 {
            let side = near(width, area, cell, way ^ 2);
            let can_push = |walk: &Reach<'_>| {
                let Some(mut moves) = walk.moves(side) else { return false };
                moves.push(Move::new(side as u16, Action::Step(way)));
                pushes_only(level, state, &moves, cell)
            };
            if walks.iter().any(can_push) {
                add(cell, way);
            }
        }
    }
    Some(ways)
}

/// Returns whether the last of some moves pushes the box on a cell, and no other.
fn pushes_only(level: &dyn PlayedLevel, state: &[u8], moves: &[Move], cell: usize) -> bool {
    let (mut state, mut pushes) = (state.to_vec(), Vec::new());
    for &chosen in moves {
        let Some(made) = controls::steer(level, &state, None, chosen) else { return false };
        (state, pushes) = (made.played.state, made.pushes);
    }
    pushes.iter().map(|&(start, _)| start).eq([cell])
}

/// Returns the cells that the piece on `start` visits by moves, its own first, and those of the pusher who moves it, none
/// where it is one itself.
pub fn trail(
    level: &dyn PlayedLevel,
    state: &[u8],
    moves: &[Move],
    start: usize,
) -> (Vec<usize>, Vec<usize>) {
    let board = level.board(state);
    let mut piece = board.pieces.iter().find(|piece| piece.cells.contains(&start)).cloned();
    let part = piece.iter().flat_map(|piece| &piece.cells).position(|&cell| cell == start).unwrap_or(0);
    let (mut state, mut carried, mut walked) = (state.to_vec(), vec![start], Vec::new());
    for &chosen in moves {
        let Some(played) = level.apply(&state, chosen) else { break };
        let mut moved = piece.clone();
        for change in &played.changes {
            let Part::Piece { before: Some(before), after: Some(after), original } = &change.part else {
                continue;
            };
            if piece.is_some() && *original == piece {
                moved = Some(after.clone());
                carried.extend((before.cells != after.cells).then_some(after.cells[part]));
            } else if before.kind == "pusher" {
                match walked.last() {
                    None => walked.extend([before.cells[0], after.cells[0]]),
                    Some(&last) if last == before.cells[0] => walked.push(after.cells[0]),
                    Some(_) => {}
                }
            }
        }
        (piece, state) = (moved, played.state);
    }
    (carried, walked)
}
