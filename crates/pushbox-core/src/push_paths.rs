//! Where one box can be pushed while everything else stays where it is, and at what cost.
//!
//! This is `pushbox.path.push` and `pushbox.path.box_detours` of the Python package, which say how it is done and where the
//! ideas come from; it finds the same nodes, looks at the same cells, and ends at the same limit.

use std::collections::BTreeMap;

/// A cell of the box times four, plus the side of the player: left, up, right, down.
pub type Node = u32;

/// Which of two costs counts first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CostOrder {
    /// Fewest pushes, then fewest moves.
    Pushes,
    /// Fewest moves, then fewest pushes.
    Moves,
}

/// The best way to a cell: its last node, its pushes and its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestWay {
    /// The cell of the box.
    pub cell: u32,
    /// The last node.
    pub node: Node,
    /// How often the box is pushed.
    pub pushes: u64,
    /// The steps of the player, pushes included.
    pub moves: u64,
}

/// The ways of a box, the cheapest first: the best one to each cell, and each node with the one before it, none first.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PushPaths {
    /// The best way to each cell.
    pub best: Vec<BestWay>,
    /// Each node with the node before it.
    pub previous: Vec<(Node, Option<Node>)>,
}

const SIDES: usize = 4;
/// The places of the sides among the eight cells around one, clockwise from the left.
const PLACES: [usize; SIDES] = [0, 2, 4, 6];
const UNKNOWN: u32 = u32::MAX;

/// Finds the best ways of the box on `cell` of a board of so many columns; `free` says of each cell, and last of one that
/// stands for all off the board, whether the box and the player on `player` can be there.
///
/// A box on a cell of `ends` stays there. Empty where more than `limit` nodes and cells would be looked at.
///
/// # Panics
///
/// If a cell is off the board, or `free` has no last one that is not free.
#[must_use]
pub fn push_paths(
    width: usize,
    free: &[bool],
    cell: u32,
    player: u32,
    order: CostOrder,
    limit: Option<u64>,
    ends: &[u32],
) -> PushPaths {
    let area = free.len() - 1;
    assert!(!free[area] && width > 0 && area % width == 0, "the last cell is off the board");
    if player == cell || !free[player as usize] {
        return PushPaths::default();
    }
    let mut room = Room::new(
        width,
        free.to_vec(),
        limit.map_or(i64::MAX, |limit| i64::try_from(limit).unwrap_or(i64::MAX)),
    );
    room.free[cell as usize] = true;
    let mut is_end = vec![false; area];
    ends.iter().filter(|&&end| (end as usize) < area).for_each(|&end| is_end[end as usize] = true);
    let paths = search(&mut room, cell, player, order, &is_end);
    if i64::try_from(paths.previous.len()).is_ok_and(|count| count <= room.budget) {
        paths
    } else {
        PushPaths::default()
    }
}

fn search(room: &mut Room, start: u32, player: u32, order: CostOrder, is_end: &[bool]) -> PushPaths {
    let mut paths = PushPaths::default();
    let mut settled = vec![false; is_end.len() * SIDES];
    let mut is_reached = vec![false; is_end.len()];
    let unit = (SIDES * room.free.len() * room.free.len()) as u64;
    let (step_cost, push_cost) = if order == CostOrder::Pushes { (1, unit + 1) } else { (unit, unit + 1) };
    let mut waiting: BTreeMap<u64, Vec<(u64, Node, Option<Node>)>> = BTreeMap::new();
    let mut ways = room.arrivals(start, player);
    let (mut cell, mut cost, mut before) = (start, 0, None);
    let mut bucket = Vec::new().into_iter();
    loop {
        for &(side, steps) in &ways {
            let node = room.near(cell, opposite(side)) * 4 + u32::from(side);
            if !settled[node as usize] {
                let total = cost + push_cost + u64::from(steps) * step_cost;
                waiting.entry(total / unit).or_default().push((total, node, before));
            }
        }
        ways.clear();
        let (total, node, previous) = loop {
            match bucket.next() {
                Some((_, node, _)) if settled[node as usize] => {}
                Some(next) => break next,
                None => match waiting.pop_first() {
                    Some((_, mut next)) => {
                        next.sort_unstable_by_key(|&(total, node, before)| {
                            (total, node, before.map_or(-1, i64::from))
                        });
                        bucket = next.into_iter();
                    }
                    None => return paths,
                },
            }
        };
        settled[node as usize] = true;
        paths.previous.push((node, previous));
        if i64::try_from(paths.previous.len()).is_ok_and(|count| count > room.budget) {
            return paths;
        }
        (cell, cost, before) = (node / 4, total, Some(node));
        if !std::mem::replace(&mut is_reached[cell as usize], true) {
            let (first, second) = (cost / unit, cost % unit);
            let (pushes, moves) = if order == CostOrder::Pushes { (first, second) } else { (second, first) };
            paths.best.push(BestWay { cell, node, pushes, moves });
        }
        if !is_end[cell as usize] {
            ways = room.turns(cell, (node % 4) as u8, &settled);
        }
    }
}

/// A side of the box, and the steps that it takes to get there.
type Way = (u8, u32);

fn opposite(side: u8) -> u8 {
    side ^ 2
}

/// The free cells around a box, and how a player walks about it.
struct Room {
    width: u32,
    area: u32,
    free: Vec<bool>,
    budget: i64,
    /// The piece of each cell that is not free, by its first cell.
    pieces: Vec<u32>,
    has_pieces: bool,
    /// The steps between two sides of a box on a cell, by the cell and the sides, the lower one first.
    steps: std::collections::HashMap<(u32, u8, u8), Option<u32>>,
    seen: Vec<u32>,
    round: u32,
}

impl Room {
    fn new(width: usize, free: Vec<bool>, budget: i64) -> Self {
        let area = free.len() - 1;
        let (pieces, seen) = (vec![UNKNOWN; area + 1], vec![0; area + 1]);
        let (width, area) = (width as u32, area as u32);
        Self {
            width,
            area,
            free,
            budget,
            pieces,
            has_pieces: false,
            steps: std::collections::HashMap::new(),
            seen,
            round: 0,
        }
    }

    /// The cell beside one, in a direction.
    fn near(&self, cell: u32, direction: u8) -> u32 {
        if cell == self.area {
            return cell;
        }
        let column = cell % self.width;
        match direction {
            0 if column > 0 => cell - 1,
            1 if cell >= self.width => cell - self.width,
            2 if column + 1 < self.width => cell + 1,
            3 if cell + self.width < self.area => cell + self.width,
            _ => self.area,
        }
    }

    /// The eight cells around one, clockwise from the left.
    fn around(&self, cell: u32) -> [u32; 8] {
        let [west, north, east, south] = [0, 1, 2, 3].map(|direction| self.near(cell, direction));
        [
            west,
            self.near(west, 1),
            north,
            self.near(north, 2),
            east,
            self.near(east, 3),
            south,
            self.near(south, 0),
        ]
    }

    fn is_free(&self, cell: u32) -> bool {
        self.free[cell as usize]
    }

    /// Begins a search: no cell is seen.
    fn begin(&mut self) {
        self.round += 1;
    }

    /// Marks a cell as seen; returns whether it was not yet.
    fn see(&mut self, cell: u32) -> bool {
        std::mem::replace(&mut self.seen[cell as usize], self.round) != self.round
    }

    fn is_seen(&self, cell: u32) -> bool {
        self.seen[cell as usize] == self.round
    }

    /// The sides that a player reaches from `start` and can push a box on `cell` from.
    fn arrivals(&mut self, cell: u32, start: u32) -> Vec<Way> {
        let mut wanted: Vec<(u32, u8)> = (0..4)
            .map(|side| (self.near(cell, side), side))
            .filter(|&(near, side)| self.is_free(near) && self.is_free(self.near(cell, opposite(side))))
            .collect();
        let mut ways = Vec::new();
        self.free[cell as usize] = false;
        self.begin();
        self.see(start);
        let mut front = vec![start];
        let mut steps = 0;
        while !front.is_empty() {
            self.budget -= front.len() as i64;
            for &at in &front {
                if let Some(index) = wanted.iter().position(|&(near, _)| near == at) {
                    ways.push((wanted.remove(index).1, steps));
                }
            }
            if wanted.is_empty() || self.budget < 0 {
                break;
            }
            let mut beyond = Vec::new();
            for &at in &front {
                for direction in 0..4 {
                    let near = self.near(at, direction);
                    if self.is_free(near) && self.see(near) {
                        beyond.push(near);
                    }
                }
            }
            front = beyond;
            steps += 1;
        }
        self.free[cell as usize] = true;
        ways
    }

    /// The sides that a player on one side of a box can push it from next, but no far ones to settled nodes.
    fn turns(&mut self, cell: u32, side: u8, settled: &[bool]) -> Vec<Way> {
        let ring = self.around(cell).map(|near| self.is_free(near));
        let mut ways = Vec::with_capacity(SIDES);
        for end in 0..4 {
            if !ring[PLACES[usize::from(end)]] || !ring[PLACES[usize::from(opposite(end))]] {
                continue;
            }
            if let Some(steps) = steps_round(ring, PLACES[usize::from(side)], PLACES[usize::from(end)]) {
                ways.push((end, steps));
            } else if !settled[(self.near(cell, opposite(end)) * 4 + u32::from(end)) as usize] {
                let key = (cell, side.min(end), side.max(end));
                let steps = match self.steps.get(&key) {
                    Some(&steps) => steps,
                    None => {
                        let steps = self.walk(key);
                        self.steps.insert(key, steps);
                        steps
                    }
                };
                ways.extend(steps.map(|steps| (end, steps)));
            }
        }
        ways
    }

    /// The steps from one far side of a box to another.
    fn walk(&mut self, (cell, side, end): (u32, u8, u8)) -> Option<u32> {
        let around = self.around(cell);
        let mut pieces = [None; 8];
        for (piece, near) in pieces.iter_mut().zip(around) {
            *piece = if self.is_free(near) { None } else { self.piece(near) };
        }
        let (first, last) = (PLACES[usize::from(side)], PLACES[usize::from(end)]);
        let clockwise = &pieces[first..last];
        let mut back = pieces[last..].iter().chain(&pieces[..first]);
        if back.any(|piece| piece.is_some() && clockwise.contains(piece)) {
            return None;
        }
        self.free[cell as usize] = false;
        let steps = self.steps_between(around[first], around[last]);
        self.free[cell as usize] = true;
        steps
    }

    /// The steps of a shortest walk between two free cells, or none within the budget.
    fn steps_between(&mut self, start: u32, end: u32) -> Option<u32> {
        let place = |cell: u32| (cell / self.width, cell % self.width);
        let ((row, column), (start_row, start_column)) = (place(end), place(start));
        let mut hoped = row.abs_diff(start_row) + column.abs_diff(start_column);
        self.begin();
        let (mut now, mut later) = (vec![start], Vec::new());
        let mut looked = 0_i64;
        let mut found = None;
        while looked <= self.budget {
            if now.is_empty() {
                if later.is_empty() {
                    break;
                }
                std::mem::swap(&mut now, &mut later);
                hoped += 2;
            }
            let cell = now.pop().expect("one of them waits");
            if cell == end {
                found = Some(hoped);
                break;
            }
            if !self.see(cell) {
                continue;
            }
            looked += 1;
            let (y, x) = (cell / self.width, cell % self.width);
            for (direction, closer) in [x > column, y > row, x < column, y < row].into_iter().enumerate() {
                let near = self.near(cell, direction as u8);
                if self.is_free(near) && !self.is_seen(near) {
                    if closer { &mut now } else { &mut later }.push(near);
                }
            }
        }
        self.budget -= looked;
        found
    }

    /// The piece of a cell that is not free, none where the budget has ended before it was found.
    fn piece(&mut self, cell: u32) -> Option<u32> {
        if !std::mem::replace(&mut self.has_pieces, true) {
            self.find(self.area);
        }
        if self.pieces[cell as usize] == UNKNOWN {
            self.find(cell);
        }
        Some(self.pieces[cell as usize]).filter(|&piece| piece != UNKNOWN)
    }

    /// Finds the piece of a cell: all that touch it, be it at a corner; what is off the board is of one piece.
    fn find(&mut self, first: u32) {
        let mut queue = vec![first];
        if first == self.area {
            let is_edge = |cell: u32| {
                cell < self.width
                    || cell + self.width >= self.area
                    || cell % self.width == 0
                    || (cell + 1) % self.width == 0
            };
            queue.extend((0..self.area).filter(|&cell| is_edge(cell) && !self.is_free(cell)));
        }
        queue.iter().for_each(|&cell| self.pieces[cell as usize] = first);
        let mut done = 0;
        while done < queue.len() && queue.len() as i64 <= self.budget {
            for near in self.around(queue[done]) {
                if !self.is_free(near) && self.pieces[near as usize] == UNKNOWN {
                    self.pieces[near as usize] = first;
                    queue.push(near);
                }
            }
            done += 1;
        }
        self.budget -= queue.len() as i64;
    }
}

/// The steps from one place of a ring to another, the shorter way round, where all of it is free.
fn steps_round(ring: [bool; 8], start: usize, end: usize) -> Option<u32> {
    let turn = (end + 8 - start) % 8;
    let is_open = |from: usize, steps: usize| (0..=steps).all(|step| ring[(from + step) % 8]);
    let clockwise = is_open(start, turn).then_some(turn);
    let back = is_open(end, (8 - turn) % 8).then_some((8 - turn) % 8);
    clockwise.into_iter().chain(back).min().map(|steps| steps as u32)
}
