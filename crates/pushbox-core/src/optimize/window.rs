//! A part of the line, and the attempt to find a better way through it.

use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::line::{Line, Point, direction};
use super::order::Order;
use super::route::{Ended, Goal, Route, Task, search};
use super::vicinity::{Reach, Vicinity};
use super::walks::Walks;
use crate::board::{LETTERS, Level};
use crate::deadlock::pi_corral::Push;
use crate::field::{Prepared, Start, prepare};
use crate::search::limit::{LimitKind, Watch};

/// The work on one level.
pub(crate) struct Work<'w> {
    pub(crate) level: &'w Level,
    pub(crate) order: &'w Order,
    /// The best line so far.
    pub(crate) line: Line,
    /// Other solutions of the level.
    pub(crate) others: Vec<Line>,
    /// The steps of the line that may be replaced.
    pub(crate) range: Range<usize>,
    /// Where the boxes to leave alone stand at the start.
    pub(crate) fixed: Vec<usize>,
    pub(crate) keeps_end: bool,
    /// Where the best line is told, as text.
    pub(crate) best: &'w RefCell<String>,
    /// Attempts that have failed, by hash, so that none is made twice.
    pub(crate) failed: HashSet<u64>,
}

/// An attempt to make.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Attempt {
    /// The steps to replace.
    pub(crate) steps: Range<usize>,
    /// Cells of boxes at its begin that are held as walls.
    pub(crate) walls: Vec<usize>,
    /// How far from the line; `None` for anywhere.
    pub(crate) reach: Option<Reach>,
    /// Positions to expand.
    pub(crate) nodes: u64,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// The line is better now.
    Better {
        /// And no better one is to be found this way.
        is_complete: bool,
    },
    /// There is nothing better to be found this way.
    Nothing,
    /// The nodes were used up before anything was found.
    GaveUp,
}

impl Work<'_> {
    /// Tries to replace a part of the line.
    pub(crate) fn attempt(&mut self, attempt: &Attempt, watch: &mut Watch<'_>) -> Result<Tried, LimitKind> {
        let Range { start: begin, end } = attempt.steps;
        let mut point = Point::new(self.level);
        for &letter in &self.line.letters[..begin] {
            point.step(letter);
        }
        let mut hasher = DefaultHasher::new();
        (
            &attempt.walls,
            attempt.reach,
            &self.line.letters[begin..end],
            begin == 0,
            end == self.line.letters.len(),
        )
            .hash(&mut hasher);
        (point.level.cells(), point.heading, point.last_box).hash(&mut hasher);
        let known = hasher.finish();
        (known, attempt.nodes).hash(&mut hasher);
        let key = hasher.finish();
        // Known without the nodes: tried to the end. Known with them: given up.
        if self.failed.contains(&known) {
            return Ok(Tried::Nothing);
        }
        if self.failed.contains(&key) {
            return Ok(Tried::GaveUp);
        }
        let used = watch.budget.used();
        let mut found = None;
        let ended = self.search(attempt, &point, &mut found, watch);
        watch.budget.reset(used);
        let is_better = found.is_some_and(|letters| self.take(begin..end, &letters));
        Ok(match (is_better, ended?) {
            (true, ended) => Tried::Better { is_complete: ended == Ended::Complete },
            (false, Ended::Complete) => {
                self.failed.insert(known);
                Tried::Nothing
            }
            (false, Ended::Share) => {
                self.failed.insert(key);
                Tried::GaveUp
            }
        })
    }

    /// Puts `letters` in the place of `steps` if that is better.
    pub(crate) fn take(&mut self, steps: Range<usize>, letters: &[u8]) -> bool {
        let mut all = self.line.letters[..steps.start].to_vec();
        all.extend_from_slice(letters);
        all.extend_from_slice(&self.line.letters[steps.end..]);
        let length = all.len();
        let line = Line::new(self.order, all);
        if line.cost() >= self.line.cost() {
            return false;
        }
        debug_assert!(
            crate::replay::walk(self.level, &super::text(&line))
                .is_ok_and(|walk| { walk.letters == line.letters && walk.end.is_solved() }),
            "a better way is a way"
        );
        self.range.end = self.range.end + length - self.line.letters.len();
        self.line = line;
        *self.best.borrow_mut() = super::text(&self.line);
        true
    }

    fn search(
        &self,
        attempt: &Attempt,
        point: &Point,
        found: &mut Option<Vec<u8>>,
        watch: &mut Watch<'_>,
    ) -> Result<Ended, LimitKind> {
        let Range { start: begin, end } = attempt.steps;
        let letters = &self.line.letters[begin..end];
        let is_last = end == self.line.letters.len();
        let mut last = point.clone();
        let mut anchors: Vec<Vec<u32>> = Vec::new();
        let note = |point: &Point, anchors: &mut Vec<Vec<u32>>| {
            if attempt.reach.is_some() {
                anchors.push(point.boxes().map(|cell| cell as u32).collect());
            }
        };
        note(point, &mut anchors);
        for &letter in letters {
            last.step(letter);
            if last.is_push {
                note(&last, &mut anchors);
            }
        }
        let part = if is_last {
            point.part(|cell| self.level.is_goal(cell), &attempt.walls)
        } else {
            point.part(|cell| last.level.is_box(cell), &attempt.walls)
        };
        // Nothing is hopeless here, as the line leads to the goal.
        let Prepared::Ready(start) = prepare(&part, watch)? else { return Ok(Ended::Complete) };
        let square = |cell: usize| start.field.squares[cell];
        let player = square(last.level.player());
        let goal = if !is_last && last.is_push && !letters.is_empty() {
            Goal::Push(player, last.heading.unwrap_or(0))
        } else if is_last && !self.keeps_end {
            Goal::Boxes
        } else {
            Goal::Player(player)
        };
        if begin == 0 && is_last && attempt.reach.is_some() {
            for other in &self.others {
                let mut point = point.clone();
                for &letter in &other.letters {
                    point.step(letter);
                    if point.is_push {
                        note(&point, &mut anchors);
                    }
                }
            }
        }
        let mut vicinity = attempt.reach.map(|reach| {
            Vicinity::new(&start.field, self.level.width(), anchors.iter().map(Vec::as_slice), reach)
        });
        let task = Task {
            start: &start,
            before: point.before(square),
            goal,
            order: self.order,
            below: self.line.cost_of(begin, end),
            most_nodes: attempt.nodes,
        };
        let mut route = Route::default();
        let ended = search(&task, vicinity.as_mut(), &mut route, watch);
        if let Some(pushes) = route.pushes {
            *found = Some(self.write(&start, point, &pushes, goal));
        }
        ended
    }

    /// The letters of a way: its pushes with the best walks between, and to its end.
    fn write(&self, start: &Start, point: &Point, pushes: &[Push], goal: Goal) -> Vec<u8> {
        let field = &start.field;
        let mut is_box = vec![false; field.near.len()];
        for &square in &start.boxes {
            is_box[usize::from(square)] = true;
        }
        let mut walks = Walks::new(field, self.order);
        let (mut player, mut heading) = (start.player, point.heading);
        let mut letters = Vec::new();
        for push in pushes {
            let towards = usize::from(push.direction);
            let near = field.near[usize::from(push.square)];
            walks.find(field, &is_box, player, heading);
            walks.write(field, near[crate::board::opposite(towards)], Some(towards), &mut letters);
            letters.push(LETTERS[towards].to_ascii_uppercase());
            is_box[usize::from(push.square)] = false;
            is_box[usize::from(near[towards])] = true;
            (player, heading) = (push.square, Some(towards));
        }
        if let Goal::Player(square) = goal {
            walks.find(field, &is_box, player, heading);
            walks.write(field, square, None, &mut letters);
        }
        letters
    }

    /// How far a part that begins at cut `first` goes when at most `most` boxes are pushed in it: the cut where it
    /// ends, and the cells of the boxes that are not pushed, as at its begin.
    pub(crate) fn pushed_few(&self, cuts: &[usize], first: usize, most: usize) -> (usize, Vec<usize>) {
        let mut point = Point::new(self.level);
        for &letter in &self.line.letters[..cuts[first]] {
            point.step(letter);
        }
        let mut still: Vec<usize> = point.boxes().collect();
        // Where the pushed boxes stand now.
        let mut pushed: Vec<usize> = Vec::new();
        let mut offset = cuts[first];
        for (last, &cut) in cuts.iter().enumerate().skip(first + 1) {
            for &letter in &self.line.letters[offset..cut] {
                point.step(letter);
                if !point.is_push {
                    continue;
                }
                let (from, to) = (point.level.player(), point.last_box.unwrap_or(0));
                if let Some(place) = pushed.iter_mut().find(|place| **place == from) {
                    *place = to;
                } else if pushed.len() == most {
                    return (last - 1, still);
                } else {
                    still.retain(|&cell| cell != from);
                    pushed.push(to);
                }
            }
            offset = cut;
        }
        (cuts.len() - 1, still)
    }

    /// The offsets at which a part of the line may begin and end, in runs that no push of a box to leave alone
    /// interrupts, each with the cells of those boxes.
    pub(crate) fn stretches(&self) -> Vec<Stretch> {
        let mut fixed = self.fixed.clone();
        let mut point = Point::new(self.level);
        let mut stretches = Vec::new();
        let mut cuts = vec![self.range.start];
        for (index, &letter) in self.line.letters[..self.range.end].iter().enumerate() {
            let player = point.level.player();
            point.step(letter);
            let moved = if point.is_push {
                fixed.iter().position(|&cell| cell == point.level.player())
            } else {
                None
            };
            let after = index + 1;
            if let Some(moved) = moved {
                let before = fixed.clone();
                let towards = direction(letter);
                fixed[moved] = point.level.neighbour(point.level.player(), towards).unwrap_or(player);
                if index >= self.range.start {
                    close(&mut cuts, index, &before, &mut stretches);
                    cuts = vec![after];
                }
            } else if point.is_push && after > self.range.start {
                cuts.push(after);
            }
        }
        close(&mut cuts, self.range.end, &fixed, &mut stretches);
        stretches
    }
}

/// Offsets between which parts of the line may be replaced.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) cuts: Vec<usize>,
    pub(crate) walls: Vec<usize>,
}

fn close(cuts: &mut Vec<usize>, end: usize, walls: &[usize], stretches: &mut Vec<Stretch>) {
    let mut cuts = std::mem::take(cuts);
    if cuts.last() != Some(&end) {
        cuts.push(end);
    }
    if cuts.len() > 1 {
        stretches.push(Stretch { cuts, walls: walls.to_vec() });
    }
}
