//! A search in a window of the line for better steps through it.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::line::{Line, LinePosition};
use crate::level::Level;
use crate::limit::{LimitKind, Limited, SearchControl};
use crate::push::Push;
use crate::region::Region;
use crate::replay::is_solution;
use crate::search::astar::metric_order::{Cost, Metric, MetricOrder, PriorStep};
use crate::search::astar::vicinity::{Vicinity, VicinityRadius};
use crate::search::astar::walks::Walks;
use crate::search::astar::{AStar, LineGoal, LineTask, RunEnd};
use crate::search::root_position::{Prepared, RootPosition, prepare};

/// The state of the optimizer on one level.
pub(crate) struct OptimizerState<'w> {
    pub(crate) level: &'w Level,
    pub(crate) order: &'w MetricOrder,
    /// The best line so far.
    pub(crate) line: Line,
    pub(crate) others: Vec<Line>,
    /// The steps of the line that may be replaced.
    pub(crate) range: Range<usize>,
    /// The numbers of the boxes to leave alone.
    pub(crate) fixed: Vec<usize>,
    /// The parts of the line that may be replaced, each by the offsets at which windows in it may begin and end.
    pub(crate) segments: Vec<Vec<usize>>,
    pub(crate) keeps_end: bool,
    /// Whether better lines are reported.
    pub(crate) is_reported: bool,
    /// Searches that have failed, by hash, so that none is made twice.
    pub(crate) failed: HashSet<u64>,
    /// Whether some search has failed for want of memory.
    pub(crate) lacks_memory: bool,
}

/// A search in a window.
#[derive(Clone, Debug, Hash)]
pub(crate) struct WindowSearch {
    pub(crate) steps: Range<usize>,
    /// The numbers of boxes that are held as walls.
    pub(crate) walls: Vec<usize>,
    /// How far from the line; `None` for anywhere.
    pub(crate) reach: Option<VicinityRadius>,
    pub(crate) nodes: u64,
}

/// The result of a search in a window.
#[derive(Clone, Copy)]
pub(crate) struct WindowResult {
    pub(crate) is_better: bool,
    /// Whether the window holds no better one, and nothing was left out.
    pub(crate) is_complete: bool,
}

impl<'w> OptimizerState<'w> {
    /// Creates the state in which any part of `line` may be replaced, but for what has `failed`.
    pub(crate) fn new(level: &'w Level, order: &'w MetricOrder, line: Line, failed: HashSet<u64>) -> Self {
        let mut state = Self {
            level,
            order,
            range: 0..line.letters.len(),
            line,
            others: Vec::new(),
            fixed: Vec::new(),
            segments: Vec::new(),
            keeps_end: false,
            is_reported: false,
            failed,
            lacks_memory: false,
        };
        state.cut();
        state
    }

    /// Tries to replace a part of the line.
    pub(crate) async fn search_window(
        &mut self,
        window: &WindowSearch,
        control: &mut SearchControl<'_>,
    ) -> Limited<WindowResult> {
        control.check()?;
        let Range { start: begin, end } = window.steps;
        let mut point = LinePosition::new(self.level);
        point.play(&self.line.letters[..begin]);
        let mut hasher = DefaultHasher::new();
        (
            &window.walls,
            window.reach,
            &self.line.letters[begin..end],
            begin == 0,
            end == self.line.letters.len(),
        )
            .hash(&mut hasher);
        (point.level.cells(), point.heading, point.last_box).hash(&mut hasher);
        let known = hasher.finish();
        (known, window.nodes).hash(&mut hasher);
        let key = hasher.finish();
        // The key without the nodes is that of a complete search, the key with them that of one that gave up.
        let is_complete = self.failed.contains(&known);
        if is_complete || self.failed.contains(&key) {
            return Ok(WindowResult { is_better: false, is_complete });
        }
        let budget = control.budget;
        let mut letters = None;
        let ended = self.better_steps(window, &point, &mut letters, control).await;
        // What was kept for all searches of the window is free as well.
        control.budget = budget;
        let is_better = letters.is_some_and(|letters| self.take(begin..end, &letters, control));
        self.lacks_memory |= ended == Err(LimitKind::Memory);
        let is_complete = if ended == Err(LimitKind::Memory) { false } else { ended? };
        if !is_better {
            self.failed.insert(if is_complete { known } else { key });
        }
        Ok(WindowResult { is_better, is_complete })
    }

    /// Puts `letters` in the place of `steps` if that is better.
    pub(crate) fn take(
        &mut self,
        steps: Range<usize>,
        letters: &[u8],
        control: &mut SearchControl<'_>,
    ) -> bool {
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
        self.report_to(control);
        true
    }

    /// Reports the line where it is to be reported.
    pub(crate) fn report_to(&self, control: &mut SearchControl<'_>) {
        if self.is_reported {
            control.found_aside(&crate::Line { lurd: super::text(&self.line), ..crate::Line::default() });
        }
    }

    async fn better_steps(
        &self,
        window: &WindowSearch,
        point: &LinePosition,
        result: &mut Option<Vec<u8>>,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let Range { start: begin, end } = window.steps;
        let letters = &self.line.letters[begin..end];
        let is_last = end == self.line.letters.len();
        let mut last = point.clone();
        last.play(letters);
        let part = if is_last {
            point.part(|cell| self.level.is_goal(cell), &window.walls)
        } else {
            point.part(|cell| last.level.is_box(cell), &window.walls)
        };
        // The part has a solution, as the line leads to its goals.
        let Prepared::Ready(root) = prepare(&part, control)? else { return Ok(true) };
        let square = |cell: usize| root.board.squares[cell];
        let player = square(last.level.player());
        let goal = if is_last && !self.keeps_end {
            LineGoal::Boxes
        } else if !self.order.uses(Metric::Moves) {
            let boxes = (0..last.level.cells().len()).filter(|&cell| last.level.is_box(cell)).map(square);
            let boxes = root.board.boxes_on(boxes.filter(|&square| square != root.board.wall()));
            LineGoal::Region(Region::new(&root.board).flood(&boxes, player))
        } else if !is_last && last.is_push && !letters.is_empty() {
            LineGoal::Push(player, last.heading.unwrap_or(0))
        } else {
            LineGoal::Player(player)
        };
        let mut vicinity = window.reach.map(|reach| Vicinity::new(&root.board, reach));
        if let Some(vicinity) = &mut vicinity {
            let others = self.others.iter().filter(|_| begin == 0 && is_last).map(|line| &line.letters[..]);
            for letters in std::iter::once(letters).chain(others) {
                let mut point = point.clone();
                vicinity.add(&root.board, &point.boxes, control)?;
                for &letter in letters {
                    if point.step(letter).is_some() {
                        vicinity.add(&root.board, &point.boxes, control)?;
                    }
                }
            }
        }
        let before = point.before(square);
        let task = LineTask {
            root: &root,
            before,
            goal,
            order: self.order.clone(),
            below: self.line.cost_of(begin, end),
            vicinity,
            most_nodes: window.nodes,
        };
        let Some(mut astar) = AStar::new(task, 1, control)? else { return Ok(true) };
        let most_nodes = control.nodes.saturating_add(window.nodes);
        let ended = astar.run(most_nodes, control).await;
        // The next step is made from where the player stands now.
        let end = if let LineGoal::Region(_) = goal { LineGoal::Player(player) } else { goal };
        *result = astar.pushes().map(|pushes| self.write(&root, before, end, &pushes));
        Ok(ended? != RunEnd::Paused)
    }

    /// Returns the letters of a segment solution: its pushes with the best walks between, and to its end.
    fn write(&self, root: &RootPosition, before: PriorStep, goal: LineGoal, pushes: &[Push]) -> Vec<u8> {
        let board = &root.board;
        let mut is_box = board.boxes_on(&root.boxes);
        let mut walks: Walks<Cost> = Walks::new(board, self.order);
        let (mut player, mut before) = (root.player, before);
        let mut letters = Vec::new();
        for &push in pushes {
            walks.find(board, &is_box, player, before);
            walks.write_push(board, push, &mut letters);
            is_box.shift(push.square, board.target(push));
            (player, before) = (push.square, PriorStep::of(board, push));
        }
        if let LineGoal::Player(square) = goal {
            walks.find(board, &is_box, player, before);
            walks.write(board, square, None, &mut letters);
        }
        letters
    }

    /// Returns the last cut of the longest part from cut `first` in which at most `most` boxes are pushed, and the
    /// numbers of the boxes that are not pushed.
    pub(crate) fn pushed_few(&self, cuts: &[usize], first: usize, most: usize) -> (usize, Vec<usize>) {
        let mut point = LinePosition::new(self.level);
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
        let mut point = LinePosition::new(self.level);
        let mut segments = Vec::new();
        let mut cuts = vec![self.range.start];
        let mut close = |mut cuts: Vec<usize>, end| {
            if cuts.last() != Some(&end) {
                cuts.push(end);
            }
            if cuts.len() > 1 {
                segments.push(cuts);
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
        self.segments = segments;
    }
}
