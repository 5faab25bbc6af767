//! Why a position can never be solved, as far as that is seen without a search: dead squares, boxes that freeze, goals that
//! are too few. This is `find_quick_deadlocks` of Python's `pushbox.analysis`, which names the sources: it finds the same
//! boxes in the same order, and ends at the same measures of work.

use crate::level::neighbour;
use crate::puzzle::Puzzle;

/// The reasons that are told of one position.
const MOST: usize = 20;
/// The cells of a board whose boxes are looked at one by one.
const MOST_CELLS: usize = 20_000;
/// The cells of the board, as often as there are numbers of boxes.
const MOST_NUMBERED: usize = 400_000;
/// The frozen boxes of which those that are not needed are left out.
const MOST_MINIMIZED: usize = 200;
/// The cells that boxes could reach, one after the other.
const MOST_REACHED: usize = 4_000_000;
/// The cells that they reach, and goals that they are matched with, all looks together.
const MOST_LOOKED_AT: i64 = 2_000_000;

/// Why a box cannot be pushed along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// There is a wall beside it.
    Wall,
    /// There is a box beside it that is frozen too.
    Frozen,
    /// Both neighbours are dead squares for it.
    Dead,
}

impl Holder {
    /// Returns the name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Frozen => "box",
            Self::Dead => "dead",
        }
    }
}

/// What holds a box on an axis, and in which direction: 0 left, 1 up, 2 right, 3 down.
pub type AxisBlock = (Holder, usize);

/// A box that can never be pushed again, unless onto a dead square, and what holds it in its row and its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrozenBox {
    /// The cell.
    pub cell: usize,
    /// What holds it in its row, then in its column.
    pub blocks: [AxisBlock; 2],
}

/// A reason why a position has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The box on a cell could never be brought to a goal of its number, were it alone.
    DeadSquare(usize),
    /// Boxes hold each other; the first is on no goal of its number.
    Freeze(Vec<FrozenBox>),
    /// Boxes reach fewer goals than they are, with the frozen ones as walls.
    Bipartite {
        /// The boxes.
        stranded: Vec<usize>,
        /// The goals.
        goals: Vec<usize>,
        /// The frozen boxes.
        frozen: Vec<usize>,
    },
}

/// Returns the reasons that are seen at once; no box is in two of them. None for a board that is larger than is looked at.
pub fn reasons(puzzle: &Puzzle) -> Vec<Reason> {
    let Some(field) = Field::of(puzzle) else { return Vec::new() };
    let mut left: Vec<usize> = (0..field.size()).filter(|&cell| puzzle.level().is_box(cell)).collect();
    let is_lost = |&cell: &usize| !field.is_live(cell, cell);
    let lost: Vec<usize> = left.iter().copied().filter(is_lost).take(MOST).collect();
    left.retain(|cell| !lost.contains(cell));
    let mut found: Vec<Reason> = lost.into_iter().map(Reason::DeadSquare).collect();
    let mut work = MOST_LOOKED_AT;
    for is_freeze in [true, false] {
        while !left.is_empty() && found.len() < MOST {
            let next = if is_freeze { field.freeze(&left) } else { field.bipartite(&left, &mut work) };
            let Some(reason) = next else { break };
            match &reason {
                Reason::DeadSquare(_) => {}
                Reason::Freeze(boxes) => left.retain(|&cell| boxes.iter().all(|other| other.cell != cell)),
                Reason::Bipartite { stranded, frozen, .. } => {
                    left.retain(|cell| !stranded.contains(cell) && !frozen.contains(cell));
                }
            }
            found.push(reason);
        }
    }
    found
}

/// The board, and which squares are live for boxes of each number.
struct Field<'p> {
    puzzle: &'p Puzzle,
    numbers: Vec<u32>,
    /// By number and cell, whether a lone box can be pushed from there to a goal of the number.
    live: Vec<Vec<bool>>,
}

impl<'p> Field<'p> {
    fn of(puzzle: &'p Puzzle) -> Option<Self> {
        let level = puzzle.level();
        let size = level.cells().len();
        let boxes = (0..size).filter(|&cell| level.is_box(cell));
        let mut numbers: Vec<u32> = boxes.map(|cell| puzzle.box_number(cell)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if size > MOST_CELLS || size * numbers.len() > MOST_NUMBERED {
            return None;
        }
        let mut field = Self { puzzle, numbers, live: Vec::new() };
        field.live = field.numbers.iter().map(|&number| field.live_squares(number)).collect();
        Some(field)
    }

    fn size(&self) -> usize {
        self.puzzle.level().cells().len()
    }

    fn near(&self, cell: usize, way: usize) -> Option<usize> {
        neighbour(self.puzzle.level().width(), self.size(), cell, way)
    }

    /// Returns the next cell if it is no wall.
    fn open(&self, cell: usize, way: usize) -> Option<usize> {
        self.near(cell, way).filter(|&next| !self.puzzle.level().is_wall(next))
    }

    /// Returns whether a goal of a number is on a cell.
    fn is_goal(&self, cell: usize, number: u32) -> bool {
        self.puzzle.level().is_goal(cell) && self.puzzle.goal_number(cell) == number
    }

    fn live_squares(&self, number: u32) -> Vec<bool> {
        let mut live: Vec<bool> = (0..self.size()).map(|cell| self.is_goal(cell, number)).collect();
        let mut queue: Vec<usize> = (0..self.size()).filter(|&cell| live[cell]).collect();
        while let Some(cell) = queue.pop() {
            for way in 0..4 {
                let before = self.open(cell, way).filter(|&before| !live[before]);
                if let Some(before) = before.filter(|&before| self.open(before, way).is_some()) {
                    live[before] = true;
                    queue.push(before);
                }
            }
        }
        live
    }

    /// Returns whether a cell is live for the box that stands on another.
    fn is_live(&self, of: usize, cell: usize) -> bool {
        let place = self.numbers.binary_search(&self.puzzle.box_number(of));
        place.is_ok_and(|place| self.live[place][cell])
    }

    /// Returns what holds a box on the axis of a direction, left or up.
    fn block(&self, cell: usize, before: usize, is_frozen: &[bool]) -> Option<AxisBlock> {
        let after = before ^ 2;
        let Some(near) = self.open(cell, before) else { return Some((Holder::Wall, before)) };
        let Some(far) = self.open(cell, after) else { return Some((Holder::Wall, after)) };
        if !self.is_live(cell, near) && !self.is_live(cell, far) {
            return Some((Holder::Dead, before));
        }
        let holders = [(near, before), (far, after)].into_iter().filter(|&(cell, _)| is_frozen[cell]);
        holders.map(|(_, way)| (Holder::Frozen, way)).next()
    }

    /// Returns the largest part of some boxes in which they hold each other, on both axes, for ever.
    fn frozen(&self, boxes: &[usize]) -> Vec<bool> {
        let mut is_frozen = vec![false; self.size()];
        boxes.iter().for_each(|&cell| is_frozen[cell] = true);
        let mut waiting = boxes.to_vec();
        while let Some(cell) = waiting.pop() {
            if is_frozen[cell] && (0..2).any(|axis| self.block(cell, axis, &is_frozen).is_none()) {
                is_frozen[cell] = false;
                let beside = (0..4).filter_map(|way| self.near(cell, way));
                waiting.extend(beside.filter(|&near| is_frozen[near]));
            }
        }
        is_frozen
    }

    /// Returns a set of frozen boxes, one of them away from its goals, of which, unless it is large, none can go.
    fn freeze(&self, boxes: &[usize]) -> Option<Reason> {
        let is_away = |&cell: &usize| !self.puzzle.is_home(cell);
        let first_away =
            |is_frozen: &[bool]| boxes.iter().copied().filter(is_away).find(|&cell| is_frozen[cell]);
        let is_frozen = self.frozen(boxes);
        let mut frozen = self.chain(first_away(&is_frozen)?, &is_frozen);
        frozen.sort_unstable();
        let trials = if frozen.len() <= MOST_MINIMIZED { frozen.clone() } else { Vec::new() };
        for cell in trials {
            let rest: Vec<usize> = frozen.iter().copied().filter(|&other| other != cell).collect();
            let fewer = self.frozen(&rest);
            if first_away(&fewer).is_some() {
                frozen.retain(|&cell| fewer[cell]);
            }
        }
        let is_frozen = self.marked(&frozen);
        let chain = self.chain(first_away(&is_frozen)?, &is_frozen);
        let is_frozen = self.marked(&chain);
        let held = |cell| {
            let blocks = [self.block(cell, 0, &is_frozen)?, self.block(cell, 1, &is_frozen)?];
            Some(FrozenBox { cell, blocks })
        };
        chain.into_iter().map(held).collect::<Option<_>>().map(Reason::Freeze)
    }

    fn marked(&self, cells: &[usize]) -> Vec<bool> {
        let mut marked = vec![false; self.size()];
        cells.iter().for_each(|&cell| marked[cell] = true);
        marked
    }

    /// Returns the boxes that hold the first, and each other, in the order in which they are met.
    fn chain(&self, first: usize, is_frozen: &[bool]) -> Vec<usize> {
        let (mut chain, mut done) = (vec![first], 0);
        while done < chain.len() {
            for axis in 0..2 {
                if let Some((Holder::Frozen, way)) = self.block(chain[done], axis, is_frozen) {
                    let holder = self.near(chain[done], way).filter(|holder| !chain.contains(holder));
                    chain.extend(holder);
                }
            }
            done += 1;
        }
        chain
    }

    /// Returns boxes that reach fewer goals than they are, none of whom and of whose frozen walls can be left out, as far as
    /// the work that is left goes.
    fn bipartite(&self, boxes: &[usize], work: &mut i64) -> Option<Reason> {
        if boxes.len() * self.size() > MOST_REACHED {
            return None;
        }
        let cells =
            |is_frozen: &[bool]| -> Vec<usize> { (0..self.size()).filter(|&cell| is_frozen[cell]).collect() };
        let both = |one: &[usize], two: &[usize]| -> Vec<usize> {
            let mut all = [one, two].concat();
            all.sort_unstable();
            all.dedup();
            all
        };
        let mut frozen = cells(&self.frozen(boxes));
        let whole = self.stranded(boxes, &frozen, work);
        if whole.is_empty() {
            return None;
        }
        let mut last = whole.clone();
        for cell in frozen.clone() {
            if *work <= 0 {
                break;
            }
            *work -= frozen.len() as i64;
            let rest: Vec<usize> = frozen.iter().copied().filter(|&other| other != cell).collect();
            let fewer = cells(&self.frozen(&rest));
            let found = self.stranded(&both(&whole, &fewer), &fewer, work);
            if !found.is_empty() {
                (frozen, last) = (fewer, found);
            }
        }
        let found = self.stranded(&both(&whole, &frozen), &frozen, work);
        let mut stranded = if found.is_empty() { last } else { found };
        for cell in stranded.clone() {
            if *work <= 0 {
                break;
            }
            let rest: Vec<usize> = stranded.iter().copied().filter(|&other| other != cell).collect();
            if !rest.is_empty() && !self.stranded(&both(&rest, &frozen), &frozen, work).is_empty() {
                stranded = rest;
            }
        }
        let reached = stranded.iter().flat_map(|&cell| self.goals_in_reach(cell, &frozen, &mut 0));
        let mut goals: Vec<usize> = reached.collect();
        goals.sort_unstable();
        goals.dedup();
        stranded.sort_unstable();
        Some(Reason::Bipartite { stranded, goals, frozen })
    }

    /// Returns boxes that reach fewer goals than they are with the frozen ones as walls: what is met from a box that no
    /// matching serves. None where all find theirs, and where there is more work than is left.
    fn stranded(&self, boxes: &[usize], frozen: &[usize], work: &mut i64) -> Vec<usize> {
        let free: Vec<usize> = boxes.iter().copied().filter(|cell| !frozen.contains(cell)).collect();
        let goals: Vec<Vec<usize>> =
            free.iter().map(|&cell| self.goals_in_reach(cell, frozen, work)).collect();
        let mut owner: Vec<Option<usize>> = vec![None; self.size()]; // of each goal, by the place of the box
        let mut served: Vec<Option<usize>> = vec![None; free.len()];
        for one in 0..free.len() {
            let mut met: Vec<(usize, usize)> = Vec::new(); // goals, and the boxes that reach them
            let (mut queue, mut done, mut end) = (vec![one], 0, None);
            while let Some(&current) = queue.get(done).filter(|_| end.is_none()) {
                done += 1;
                *work -= goals[current].len() as i64;
                for &goal in &goals[current] {
                    if met.iter().any(|known| known.0 == goal) {
                        continue;
                    }
                    met.push((goal, current));
                    match owner[goal] {
                        Some(other) => queue.push(other),
                        None => {
                            end = Some(goal);
                            break;
                        }
                    }
                }
            }
            if *work <= 0 {
                return Vec::new();
            }
            if end.is_none() {
                let mut stranded: Vec<usize> = queue.into_iter().map(|place| free[place]).collect();
                stranded.sort_unstable();
                return stranded;
            }
            // Every box on the way takes the goal by which it was met.
            while let Some((goal, taker)) =
                end.and_then(|goal| met.iter().copied().find(|known| known.0 == goal))
            {
                owner[goal] = Some(taker);
                end = served[taker].replace(goal);
            }
        }
        Vec::new()
    }

    /// Returns the goals that a box reaches alone, with the frozen ones as walls, in the order in which it does.
    fn goals_in_reach(&self, cell: usize, frozen: &[usize], work: &mut i64) -> Vec<usize> {
        let mut reached = vec![false; self.size()];
        reached[cell] = true;
        let (mut queue, mut done) = (vec![cell], 0);
        let free = |next: &usize| !frozen.contains(next);
        while done < queue.len() {
            let at = queue[done];
            done += 1;
            for way in 0..4 {
                let ahead = self.open(at, way).filter(free).filter(|&ahead| !reached[ahead]);
                if let Some(ahead) = ahead.filter(|_| self.open(at, way ^ 2).filter(free).is_some()) {
                    reached[ahead] = true;
                    queue.push(ahead);
                }
            }
        }
        *work -= queue.len() as i64;
        let number = self.puzzle.box_number(cell);
        queue.retain(|&goal| self.is_goal(goal, number));
        queue
    }
}
