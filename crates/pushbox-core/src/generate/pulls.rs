//! Reverse play from a solved position: boxes are pulled off the goals, and the pulls in reverse are a solution.

use super::random::Random;
use super::room::Room;
use crate::level::opposite;
use crate::zobrist::split_mix;

/// A step of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the pusher.
    pub pusher: usize,
    /// 0 left, 1 up, 2 right, 3 down.
    pub direction: usize,
    /// Whether it pushes a box.
    pub is_push: bool,
}

/// A position, and a line from it to a solved one.
#[derive(Clone)]
pub(crate) struct Position<'a> {
    room: &'a Room,
    /// The cell of every box, by the number of its goal.
    pub(crate) boxes: Vec<usize>,
    pub(crate) pushers: Vec<usize>,
    /// The solution backwards, its last step first.
    line: Vec<Step>,
    is_taken: Vec<bool>,
    numbered: bool,
    /// The hashes of the sets of boxes met so far, in their order: no position comes again. There are few hundreds, and
    /// to compare with all of them is quicker than any set.
    visited: Vec<u64>,
    /// The box that was pulled last.
    last: usize,
    box_changes: u32,
}

/// What a position needs to be that of an earlier time: the rest only grew.
struct Earlier {
    boxes: Vec<usize>,
    pushers: Vec<usize>,
    steps: usize,
    visited: usize,
    last: usize,
    box_changes: u32,
}

/// For every cell that a pusher reaches the direction of the step that it comes by, any where it begins, else
/// [`UNREACHED`].
type Reach = Vec<u8>;

const UNREACHED: u8 = u8::MAX;

/// A pull: the pusher, the box, the direction.
#[derive(Clone, Copy)]
struct Pull {
    pusher: usize,
    number: usize,
    direction: usize,
}

impl<'a> Position<'a> {
    /// Creates a solved position: a box on each of `goals`, pushers on `pushers`, all different cells of the floor.
    /// With `numbered` boxes have to come to their own goals.
    pub(crate) fn solved(room: &'a Room, goals: &[usize], pushers: &[usize], numbered: bool) -> Self {
        let mut is_taken: Vec<bool> = room.floor.iter().map(|&is_floor| !is_floor).collect();
        for &cell in goals.iter().chain(pushers) {
            is_taken[cell] = true;
        }
        let mut position = Self {
            room,
            boxes: goals.to_vec(),
            pushers: pushers.to_vec(),
            line: Vec::new(),
            is_taken,
            numbered,
            visited: Vec::new(),
            last: usize::MAX,
            box_changes: 0,
        };
        position.visited.push(position.hash());
        position
    }

    /// Returns the solution of this position, up to the last push.
    pub(crate) fn solution(&self) -> Vec<Step> {
        let idle = self.line.iter().take_while(|step| !step.is_push).count();
        self.line[idle..].iter().rev().copied().collect()
    }

    /// Pulls boxes at random, up to `lines` times one box along one line, and stops at the best position met after
    /// this one in which no box stands on a goal; `None` where there is none.
    ///
    /// `distance` is that of every cell to the nearest goal, in pushes. The best is what is likely to be hard: boxes far
    /// from all goals, and many changes from one box to another.
    pub(crate) fn wander(mut self, lines: usize, distance: &[u16], random: &mut Random) -> Option<Self> {
        let mut best: Option<(u64, Earlier)> = None;
        let (mut pulls, mut reaches) = (Vec::new(), vec![Reach::new(); self.pushers.len()]);
        for _ in 0..lines {
            self.pulls(&mut pulls, &mut reaches);
            if pulls.iter().any(|pull: &Pull| pull.number != self.last) && random.chance(70) {
                pulls.retain(|pull| pull.number != self.last);
            }
            if !self.try_pull(&mut pulls, &reaches, random) {
                break;
            }
            if self.boxes.iter().all(|&cell| distance[cell] > 0) {
                let far: u64 = self.boxes.iter().map(|&cell| u64::from(distance[cell])).sum();
                let score = 2 * far + 3 * u64::from(self.box_changes);
                if best.as_ref().is_none_or(|&(least, _)| score > least) {
                    best = Some((score, self.now()));
                }
            }
        }
        best.map(|(_, earlier)| self.back_to(earlier))
    }

    fn now(&self) -> Earlier {
        Earlier {
            boxes: self.boxes.clone(),
            pushers: self.pushers.clone(),
            steps: self.line.len(),
            visited: self.visited.len(),
            last: self.last,
            box_changes: self.box_changes,
        }
    }

    fn back_to(mut self, earlier: Earlier) -> Self {
        let Earlier { boxes, pushers, steps, visited, last, box_changes } = earlier;
        self.boxes.iter().chain(&self.pushers).for_each(|&cell| self.is_taken[cell] = false);
        boxes.iter().chain(&pushers).for_each(|&cell| self.is_taken[cell] = true);
        self.line.truncate(steps);
        self.visited.truncate(visited);
        Self { boxes, pushers, last, box_changes, ..self }
    }

    /// Makes one of `pulls` chosen at random, as far as a random number of cells; returns whether it did, and not every one
    /// leads to where the walk has been.
    fn try_pull(&mut self, pulls: &mut Vec<Pull>, reaches: &[Reach], random: &mut Random) -> bool {
        while !pulls.is_empty() {
            let pull = pulls.swap_remove(random.below(pulls.len()));
            let most = if random.chance(50) { 1 } else { random.between(2, 5) };
            if self.play(pull, most, &reaches[pull.pusher]) {
                return true;
            }
        }
        false
    }

    /// Lists the pulls, and where each pusher can walk.
    fn pulls(&self, pulls: &mut Vec<Pull>, reaches: &mut [Reach]) {
        pulls.clear();
        for (pusher, came) in reaches.iter_mut().enumerate() {
            self.reach(pusher, came);
            for (number, &cell) in self.boxes.iter().enumerate() {
                for direction in 0..4 {
                    let to = self.room.next(cell, direction);
                    if came[to] != UNREACHED && self.is_free(self.room.next(to, direction), pusher) {
                        pulls.push(Pull { pusher, number, direction });
                    }
                }
            }
        }
    }

    /// Returns whether a pusher can step on a cell that is not at the edge, or stands there.
    fn is_free(&self, cell: usize, pusher: usize) -> bool {
        !self.is_taken[cell] || cell == self.pushers[pusher]
    }

    fn reach(&self, pusher: usize, came: &mut Reach) {
        came.clear();
        came.resize(self.is_taken.len(), UNREACHED);
        let begin = self.pushers[pusher];
        came[begin] = 0;
        let mut queue = Vec::with_capacity(came.len());
        queue.push(begin);
        let mut done = 0;
        while let Some(&cell) = queue.get(done) {
            done += 1;
            for direction in 0..4 {
                let next = self.room.next(cell, direction);
                if came[next] == UNREACHED && !self.is_taken[next] {
                    came[next] = direction as u8;
                    queue.push(next);
                }
            }
        }
    }

    /// Walks to the box and pulls it up to `most` cells, as long as that leads to positions that have not been met; returns
    /// whether there was one.
    fn play(&mut self, pull: Pull, most: usize, came: &Reach) -> bool {
        let Pull { pusher, number, direction } = pull;
        let mut is_pulled = false;
        for _ in 0..most {
            let from = self.boxes[number];
            let to = self.room.next(from, direction);
            let beyond = self.room.next(to, direction);
            if !self.is_free(to, pusher) || !self.is_free(beyond, pusher) {
                break;
            }
            self.boxes[number] = to;
            let hash = self.hash();
            if self.visited.contains(&hash) {
                self.boxes[number] = from;
                break;
            }
            self.visited.push(hash);
            if !is_pulled {
                self.walk(pusher, to, came);
            }
            is_pulled = true;
            self.is_taken[from] = false;
            self.is_taken[to] = true;
            self.is_taken[beyond] = true;
            self.pushers[pusher] = beyond;
            self.line.push(Step { pusher, direction: opposite(direction), is_push: true });
        }
        if is_pulled && self.last != number {
            self.last = number;
            self.box_changes += 1;
        }
        is_pulled
    }

    /// Walks a pusher to a cell that it reaches, by a shortest way.
    fn walk(&mut self, pusher: usize, to: usize, came: &Reach) {
        let begin = std::mem::replace(&mut self.pushers[pusher], to);
        let first = self.line.len();
        let mut cell = to;
        while cell != begin {
            let direction = opposite(came[cell].into());
            self.line.push(Step { pusher, direction, is_push: false });
            cell = self.room.next(cell, direction);
        }
        self.line[first..].reverse();
        self.is_taken[begin] = false;
        self.is_taken[to] = true;
    }

    fn hash(&self) -> u64 {
        let key = |number: usize, cell: usize| {
            let number = if self.numbered { number } else { 0 };
            split_mix(&mut ((number as u64) << 32 | cell as u64))
        };
        self.boxes.iter().enumerate().fold(0u64, |sum, (number, &cell)| sum.wrapping_add(key(number, cell)))
    }
}
