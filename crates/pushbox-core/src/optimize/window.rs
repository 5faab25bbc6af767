//! A part of the line, and the attempt to find a better way through it.

use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

use super::line::{Line, Point};
use super::order::Order;
use super::route::{Ended, Goal, Route, Task, search};
use super::vicinity::{Reach, Vicinity};
use super::walks::Walks;
use crate::board::{LETTERS, Level};
use crate::field::{Prepared, Start, prepare};
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::replay::is_solution;

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
    /// The numbers of the boxes to leave alone.
    pub(crate) fixed: Vec<usize>,
    /// The parts of the line that may be replaced, as [`Work::take`] leaves them.
    pub(crate) stretches: Rc<[Stretch]>,
    pub(crate) keeps_end: bool,
    /// Where the best line is told, as text.
    pub(crate) best: &'w RefCell<String>,
    /// Attempts that have failed, by hash, so that none is made twice.
    pub(crate) failed: HashSet<u64>,
    /// Whether some attempt has failed for want of memory.
    pub(crate) lacks_memory: bool,
}

/// An attempt to make.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Attempt {
    /// The steps to replace.
    pub(crate) steps: Range<usize>,
    /// The numbers of boxes that are held as walls.
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
    pub(crate) fn attempt(
        &mut self,
        attempt: &Attempt,
        control: &mut SearchControl<'_>,
    ) -> Result<Tried, LimitKind> {
        let Range { start: begin, end } = attempt.steps;
        let mut point = Point::new(self.level);
        point.play(&self.line.letters[..begin]);
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
        let used = control.budget.used();
        let mut found = None;
        let ended = self.search(attempt, &point, &mut found, control);
        control.budget.reset(used);
        let is_better = found.is_some_and(|letters| self.take(begin..end, &letters));
        let ended = match ended {
            Err(LimitKind::Memory) => {
                self.lacks_memory = true;
                Ended::Share
            }
            ended => ended?,
        };
        Ok(match (is_better, ended) {
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
        debug_assert!(is_solution(self.level, &super::text(&line)), "a better line is a solution");
        self.range.end = self.range.end + length - self.line.letters.len();
        self.line = line;
        self.cut();
        *self.best.borrow_mut() = super::text(&self.line);
        true
    }

    fn search(
        &self,
        attempt: &Attempt,
        point: &Point,
        found: &mut Option<Vec<u8>>,
        control: &mut SearchControl<'_>,
    ) -> Result<Ended, LimitKind> {
        let Range { start: begin, end } = attempt.steps;
        let letters = &self.line.letters[begin..end];
        let is_last = end == self.line.letters.len();
        let mut last = point.clone();
        // All boxes of one position after the other.
        let mut anchors: Vec<u32> = Vec::new();
        let mut note = |point: &mut Point, letters: &[u8]| {
            if attempt.reach.is_none() {
                return point.play(letters);
            }
            anchors.extend_from_slice(&point.boxes);
            for &letter in letters {
                if point.step(letter).is_some() {
                    anchors.extend_from_slice(&point.boxes);
                }
            }
        };
        note(&mut last, letters);
        if begin == 0 && is_last {
            for other in &self.others {
                note(&mut point.clone(), &other.letters);
            }
        }
        let part = if is_last {
            point.part(|cell| self.level.is_goal(cell), &attempt.walls)
        } else {
            point.part(|cell| last.level.is_box(cell), &attempt.walls)
        };
        // Nothing is hopeless here, as the line leads to the goal.
        let Prepared::Ready(start) = prepare(&part, control)? else { return Ok(Ended::Complete) };
        let square = |cell: usize| start.field.squares[cell];
        let player = square(last.level.player());
        let goal = if !is_last && last.is_push && !letters.is_empty() {
            Goal::Push(player, last.heading.unwrap_or(0))
        } else if is_last && !self.keeps_end {
            Goal::Boxes
        } else {
            Goal::Player(player)
        };
        let mut vicinity = attempt.reach.map(|reach| {
            Vicinity::new(&start.field, self.level.width(), anchors.chunks(point.boxes.len().max(1)), reach)
        });
        let task = Task {
            start: &start,
            before: point.before(square),
            goal,
            order: self.order,
            width: self.level.width(),
            below: self.line.cost_of(begin, end),
            most_nodes: attempt.nodes,
        };
        let mut route = Route::default();
        let ended = search(&task, vicinity.as_mut(), &mut route, control);
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
    /// ends, and the numbers of the boxes that are not pushed.
    pub(crate) fn pushed_few(&self, cuts: &[usize], first: usize, most: usize) -> (usize, Vec<usize>) {
        let mut point = Point::new(self.level);
        point.play(&self.line.letters[..cuts[first]]);
        let mut still: Vec<usize> = (0..point.boxes.len()).collect();
        let least = still.len().saturating_sub(most);
        for last in first + 1..cuts.len() {
            for &letter in &self.line.letters[cuts[last - 1]..cuts[last]] {
                let Some(pushed) = point.step(letter).filter(|pushed| still.contains(pushed)) else {
                    continue;
                };
                if still.len() == least {
                    return (last - 1, still);
                }
                still.retain(|&number| number != pushed);
            }
        }
        (cuts.len() - 1, still)
    }

    /// Finds the offsets at which a part of the line may begin and end: the ends of its pushes, in runs that no push
    /// of a box to leave alone interrupts.
    pub(crate) fn cut(&mut self) {
        let mut point = Point::new(self.level);
        let mut stretches = Vec::new();
        let mut cuts = vec![self.range.start];
        let mut close = |mut cuts: Vec<usize>, end| {
            if cuts.last() != Some(&end) {
                cuts.push(end);
            }
            if cuts.len() > 1 {
                stretches.push(Stretch { cuts });
            }
        };
        for (index, &letter) in self.line.letters[..self.range.end].iter().enumerate() {
            let Some(pushed) = point.step(letter).filter(|_| index >= self.range.start) else { continue };
            if self.fixed.contains(&pushed) {
                close(std::mem::replace(&mut cuts, vec![index + 1]), index);
            } else {
                cuts.push(index + 1);
            }
        }
        close(cuts, self.range.end);
        self.stretches = stretches.into();
    }
}

/// Offsets between which parts of the line may be replaced.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) cuts: Vec<usize>,
}
