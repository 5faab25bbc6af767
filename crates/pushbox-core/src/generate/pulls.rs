//! Reverse play from a solved position: boxes are pulled off the goals, and the pulls in reverse are a solution.

use std::collections::HashSet;

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
    /// The cells of the pushers.
    pub(crate) pushers: Vec<usize>,
    /// The solution backwards, its last step first.
    line: Vec<Step>,
    is_taken: Vec<bool>,
    numbered: bool,
    /// The hashes of the sets of boxes met so far: no position comes again.
    visited: HashSet<u64>,
    /// The box that was pulled last.
    last: usize,
    box_changes: u32,
}

/// A pull: the pusher, the box, the direction.
#[derive(Clone, Copy)]
struct Pull {
    pusher: usize,
    number: usize,
    direction: usize,
}

/// The step by which a pusher comes to a cell, where it is no direction: none, or the cell is where it begins.
const NEVER: u8 = 4;
const BEGAN: u8 = 5;

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
            visited: HashSet::new(),
            last: usize::MAX,
            box_changes: 0,
        };
        let hash = position.hash();
        position.visited.insert(hash);
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
        let mut best: Option<(u64, usize)> = None;
        let mut moves = Vec::with_capacity(lines);
        let begin = self.clone();
        let mut pulls = Vec::new();
        for _ in 0..lines {
            self.pulls(&mut pulls);
            if pulls.iter().any(|pull: &Pull| pull.number != self.last) && random.chance(70) {
                pulls.retain(|pull| pull.number != self.last);
            }
            let Some(count) = self.try_pull(&mut pulls, random) else { break };
            moves.push(count);
            if self.boxes.iter().all(|&cell| distance[cell] > 0) {
                let far: u64 = self.boxes.iter().map(|&cell| u64::from(distance[cell])).sum();
                let score = 2 * far + 3 * u64::from(self.box_changes);
                if best.is_none_or(|(least, _)| score > least) {
                    best = Some((score, moves.len()));
                }
            }
        }
        let (_, end) = best?;
        // Again from the beginning, which is cheaper than to keep every position on the way.
        let mut again = begin;
        for &(pull, cells) in &moves[..end] {
            again.play(pull, cells);
        }
        Some(again)
    }

    /// Makes one of `pulls` chosen at random, as far as a random number of cells; returns what it did, `None` where
    /// every one leads to where the walk has been.
    fn try_pull(&mut self, pulls: &mut Vec<Pull>, random: &mut Random) -> Option<(Pull, usize)> {
        while !pulls.is_empty() {
            let pull = pulls.swap_remove(random.below(pulls.len()));
            let most = if random.chance(50) { 1 } else { random.between(2, 5) };
            let cells = self.play(pull, most);
            if cells > 0 {
                return Some((pull, cells));
            }
        }
        None
    }

    /// Returns all pulls that can be made.
    fn pulls(&self, pulls: &mut Vec<Pull>) {
        pulls.clear();
        let mut came = vec![NEVER; self.is_taken.len()];
        for pusher in 0..self.pushers.len() {
            self.reach(pusher, &mut came);
            for (number, &cell) in self.boxes.iter().enumerate() {
                for direction in 0..4 {
                    let to = self.room.next(cell, direction);
                    if came[to] != NEVER && self.is_free(self.room.next(to, direction), pusher) {
                        pulls.push(Pull { pusher, number, direction });
                    }
                }
            }
            came.fill(NEVER);
        }
    }

    /// Returns whether a pusher can step on a cell that is not at the edge, or stands there.
    fn is_free(&self, cell: usize, pusher: usize) -> bool {
        !self.is_taken[cell] || cell == self.pushers[pusher]
    }

    /// Finds every cell that a pusher reaches, and the step that it comes by.
    fn reach(&self, pusher: usize, came: &mut [u8]) {
        let begin = self.pushers[pusher];
        came[begin] = BEGAN;
        let mut queue = vec![begin];
        let mut done = 0;
        while let Some(&cell) = queue.get(done) {
            done += 1;
            for direction in 0..4 {
                let next = self.room.next(cell, direction);
                if came[next] == NEVER && !self.is_taken[next] {
                    came[next] = direction as u8;
                    queue.push(next);
                }
            }
        }
    }

    /// Walks to the box and pulls it up to `most` cells; returns how many. Where the first one leads to a position that
    /// has been met, nothing happens.
    fn play(&mut self, pull: Pull, most: usize) -> usize {
        let Pull { pusher, number, direction } = pull;
        let mut cells = 0;
        while cells < most {
            let from = self.boxes[number];
            let to = self.room.next(from, direction);
            let beyond = self.room.next(to, direction);
            if !self.is_free(to, pusher) || !self.is_free(beyond, pusher) {
                break;
            }
            self.boxes[number] = to;
            let hash = self.hash();
            if !self.visited.insert(hash) {
                self.boxes[number] = from;
                break;
            }
            if cells == 0 {
                self.boxes[number] = from;
                self.walk(pusher, to);
                self.boxes[number] = to;
            }
            self.is_taken[from] = false;
            self.is_taken[to] = true;
            self.is_taken[beyond] = true;
            self.pushers[pusher] = beyond;
            self.line.push(Step { pusher, direction: opposite(direction), is_push: true });
            cells += 1;
        }
        if cells > 0 && self.last != number {
            self.last = number;
            self.box_changes += 1;
        }
        cells
    }

    /// Walks a pusher to a cell that it reaches, by a shortest way.
    fn walk(&mut self, pusher: usize, to: usize) {
        let mut came = vec![NEVER; self.is_taken.len()];
        self.reach(pusher, &mut came);
        let begin = self.line.len();
        let mut cell = to;
        while came[cell] != BEGAN {
            let direction = usize::from(came[cell]);
            self.line.push(Step { pusher, direction: opposite(direction), is_push: false });
            cell = self.room.next(cell, opposite(direction));
        }
        self.line[begin..].reverse();
        self.is_taken[cell] = false;
        self.is_taken[to] = true;
        self.pushers[pusher] = to;
    }

    fn hash(&self) -> u64 {
        let key = |number: usize, cell: usize| {
            let number = if self.numbered { number } else { 0 };
            split_mix(&mut ((number << 32 | cell) as u64))
        };
        self.boxes.iter().enumerate().fold(0u64, |sum, (number, &cell)| sum.wrapping_add(key(number, cell)))
    }
}
