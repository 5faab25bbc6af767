//! Dead pairs: two boxes that cannot both get to a goal, even alone on the board.
//!
//! Pulls from the solved positions of two boxes find all others that can be solved. A position that no pulls reach is
//! dead, and stays dead whatever boxes are added. Positions differ by the component of the floor that the player is in,
//! which [`group_components`](crate::board::group_components) names by the sides of the boxes.
//!
//! A backward search has the mirror image: two boxes that cannot both have come from the squares of boxes at the root,
//! found by pushes.
//!
//! With several classes of boxes there is a table for each pair of classes, and one for boxes whose classes are not
//! known.
//!
//! The table is exact. A few of its pairs cost about as much as the expansion of a position; [`DeadPairs::due`] says
//! when a search has run long enough for the table to pay.

use std::sync::{Arc, OnceLock};

use super::position_view::PositionView;
use super::{Detector, DetectorParts, Stage};
use crate::bits::insert;
use crate::board::group_components::{GroupComponents, NO_COMPONENT, component_of, moves};
use crate::board::{Board, DEAD, ones};
use crate::level::opposite;
use crate::limit::{Limited, SearchControl};

/// The most live squares of a board with a table: a larger one would take seconds and tens of megabytes.
const MOST_SQUARES: usize = 1200;
/// The components of a pair that has not been visited.
const UNKNOWN: u32 = u32::MAX;

/// The most classes of boxes with tables of their own: there is one for every two of them.
const MOST_CLASSES: usize = 4;

pub(crate) struct DeadPairs {
    /// The pairs of boxes whatever their classes.
    any: PairTable,
    /// By class and class the pairs of boxes of two classes, the lesser first; empty where all are of one class.
    classed: Vec<Option<PairTable>>,
    classes: usize,
}

impl DeadPairs {
    /// Returns the number of positions after whose expansion a search is worth the tables, `None` for never.
    pub(crate) fn due(board: &Board, boxes: usize, control: &SearchControl<'_>) -> Option<u64> {
        let n = board.live.len();
        if boxes < 2 || n > MOST_SQUARES {
            return None;
        }
        let tables = Self::tables(board);
        let fits = PairTable::bytes(board, tables > 1) * tables <= control.budget.free() / 8;
        let due = (tables * n * n / 2).checked_div(control.tuning.pairs_per_position)?;
        fits.then_some(due as u64)
    }

    fn tables(board: &Board) -> usize {
        match usize::from(board.classes()) {
            classes @ 2..=MOST_CLASSES => 1 + classes * (classes + 1) / 2,
            _ => 1,
        }
    }

    fn bytes(&self, board: &Board) -> usize {
        let tables = self.classed.iter().flatten().chain([&self.any]);
        tables.map(|table| PairTable::bytes(board, table.is_ordered)).sum()
    }

    pub(crate) fn new(board: &Board, control: &mut SearchControl<'_>) -> Limited<Self> {
        let goals_of = |class: u16| -> Vec<u16> {
            board.goals.iter().copied().filter(|&goal| board.goal_class(goal) == class).collect()
        };
        let goals: Vec<Vec<u16>> = (0..board.classes()).map(goals_of).collect();
        // A player who pulls stands on the square that the box comes to, and then in front of it.
        Self::of_ends(board, &board.goals, &goals, None, |direction| direction, control)
    }

    /// Creates the mirror image for boxes that start on `starts`, by class, with the player on `player`: the pairs that no
    /// pushes lead to.
    pub(crate) fn mirrored(
        board: &Board,
        starts: &[Vec<u16>],
        player: u16,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        // A player who pushes stands behind the box, before and after.
        Self::of_ends(board, &starts.concat(), starts, Some(player), opposite, control)
    }

    fn of_ends(
        board: &Board,
        all: &[u16],
        ends: &[Vec<u16>],
        player: Option<u16>,
        stand: fn(usize) -> usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let any = PairTable::spread_from(board, [all, all], player, stand, control)?;
        let (mut classed, classes) = (Vec::new(), ends.len());
        for index in (0..classes * classes).filter(|_| Self::tables(board) > 1) {
            let (one, other) = (index / classes, index % classes);
            let mut of_classes =
                || PairTable::spread_from(board, [&ends[one], &ends[other]], player, stand, control);
            classed.push(if one <= other { Some(of_classes()?) } else { None });
        }
        Ok(Self { any, classed, classes })
    }

    /// Returns whether a box of a class on `square` makes a dead pair with another box of `pieces` with the player beside it in
    /// direction `stand`. Pieces without classes stand for boxes of any.
    pub(crate) fn is_dead(
        &self,
        board: &Board,
        pieces: &[u64],
        (square, class): (u16, u16),
        stand: usize,
    ) -> bool {
        let index = usize::from(board.live_index[usize::from(square)]);
        if self.classed.is_empty() || pieces.len() <= board.words() {
            return self.any.is_dead(index, false, pieces.iter().copied(), stand);
        }
        let class = usize::from(class);
        (0..self.classes).any(|other| {
            let table = &self.classed[class.min(other) * self.classes + class.max(other)];
            let others = board.boxes_of_class(pieces, other as u16);
            table.as_ref().is_some_and(|table| table.is_dead(index, other < class, others, stand))
        })
    }
}

/// The table of the dead pairs of boxes of two classes.
struct PairTable {
    /// Whether the first box of a pair differs from the second, as they are of different classes. Else the first is that on the
    /// lesser square.
    is_ordered: bool,
    n: usize,
    words: usize,
    /// For every live square the live squares that make a dead pair with it, at least for some component of the floor; where
    /// the boxes differ those for the second box follow those for the first.
    partners: Vec<u64>,
    /// The components that the sides of a pair belong to, four bits a side, from those of the lesser square on; by the numbers
    /// of the live squares of the first and the second box.
    components: Vec<u32>,
    /// The components from which the pair can be brought to goals, as bits.
    alive: Vec<u16>,
}

impl PairTable {
    fn bytes(board: &Board, is_ordered: bool) -> usize {
        let n = board.live.len();
        6 * n * n + if is_ordered { 16 } else { 8 } * n * n.div_ceil(64)
    }

    /// Creates the table of what can be reached from pairs of boxes on `ends` with the player on `player` or anywhere.
    fn spread_from(
        board: &Board,
        ends: [&[u16]; 2],
        player: Option<u16>,
        stand: fn(usize) -> usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let is_ordered = ends[0] != ends[1];
        control.budget.take(Self::bytes(board, is_ordered))?;
        let n = board.live.len();
        let words = n.div_ceil(64);
        let partners = vec![0; if is_ordered { 2 } else { 1 } * n * words];
        let (components, alive) = (vec![UNKNOWN; n * n], vec![0; n * n]);
        let mut pairs = Self { is_ordered, n, words, partners, components, alive };
        let mut floor = GroupComponents::new(board);
        let mut queue = Vec::new();
        for (number, &one) in ends[0].iter().enumerate() {
            control.check()?;
            let others = if is_ordered { ends[1] } else { &ends[1][number + 1..] };
            for &other in others {
                let entry = pairs.entry(board, one, other);
                let boxes = ascending([one, other]);
                pairs.components[entry] = floor.components(board, &boxes) as u32;
                let side = player.map(|player| floor.side_of(board, &boxes, player));
                for side in (0..8).filter(|&known| side.is_none_or(|side| side == Some(known))) {
                    pairs.reach((one, other), entry, pairs.component(entry, side), &mut queue);
                }
            }
        }
        pairs.spread(board, &mut floor, queue, stand, control)?;
        pairs.fill_partners(board);
        Ok(pairs)
    }

    /// Notes that the boxes `pair`, which have `entry`, are alive with the player in `component`.
    fn reach(&mut self, pair: (u16, u16), entry: usize, component: u32, queue: &mut Vec<(u16, u16, u8)>) {
        if component != NO_COMPONENT && self.alive[entry] >> component & 1 == 0 {
            self.alive[entry] |= 1 << component;
            queue.push((pair.0, pair.1, component as u8));
        }
    }

    /// Finds all that can be reached from `queue` when a box that goes in a direction has the player on the side
    /// `stand` of it, before and after.
    fn spread(
        &mut self,
        board: &Board,
        floor: &mut GroupComponents,
        mut queue: Vec<(u16, u16, u8)>,
        stand: fn(usize) -> usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let mut done = 0;
        while let Some((one, other, component)) = queue.pop() {
            done += 1;
            if done % 512 == 0 {
                control.check()?;
            }
            let at = (self.components[self.entry(board, one, other)].into(), component.into());
            let boxes = ascending([one, other]);
            for (number, target, side) in moves(board, &boxes, at, stand) {
                let pair = if boxes[number] == one { (target, other) } else { (one, target) };
                let after = ascending([pair.0, pair.1]);
                let next = self.entry(board, pair.0, pair.1);
                if self.components[next] == UNKNOWN {
                    self.components[next] = floor.components(board, &after) as u32;
                }
                let side = if after[0] == target { side } else { 4 + side };
                let component = self.component(next, side);
                debug_assert!(component != NO_COMPONENT, "the player stands there");
                self.reach(pair, next, component, &mut queue);
            }
        }
        Ok(())
    }

    /// Returns whether the box on the live square of a number, the second of its pairs if `is_second`, makes a dead pair with a box
    /// of the set `others` with the player beside it in direction `stand`.
    fn is_dead(
        &self,
        index: usize,
        is_second: bool,
        others: impl Iterator<Item = u64>,
        stand: usize,
    ) -> bool {
        let row = index + if is_second { self.n } else { 0 };
        let row = &self.partners[row * self.words..(row + 1) * self.words];
        ones(row.iter().zip(others).map(|(partners, boxes)| partners & boxes)).any(|other| {
            let (first, second) = if is_second { (other, index) } else { (index, other) };
            let side = if index < other { stand } else { 4 + stand };
            let entry = self.entry_of(first, second);
            self.alive[entry] >> self.component(entry, side) & 1 == 0
        })
    }

    /// Returns the entry of a pair in the tables.
    fn entry(&self, board: &Board, one: u16, other: u16) -> usize {
        let [one, other] = [one, other].map(|square| usize::from(board.live_index[usize::from(square)]));
        self.entry_of(one, other)
    }

    /// Returns the same by the numbers of the live squares.
    fn entry_of(&self, one: usize, other: usize) -> usize {
        let (first, second) = if self.is_ordered || one < other { (one, other) } else { (other, one) };
        first * self.n + second
    }

    fn component(&self, entry: usize, side: usize) -> u32 {
        component_of(self.components[entry].into(), side)
    }

    /// Notes the pairs that are dead for the player in some component of the floor, other than for one of the boxes alone.
    fn fill_partners(&mut self, board: &Board) {
        for first in 0..self.n {
            for second in (0..self.n).filter(|&second| first < second || self.is_ordered && first != second) {
                let entry = first * self.n + second;
                let [one, other] = [board.live[first.min(second)], board.live[first.max(second)]];
                let is_dead = self.components[entry] == UNKNOWN
                    || (0..8).any(|side| {
                        let component = self.component(entry, side);
                        let by = if side < 4 { one } else { other };
                        let player = board.neighbour(by, side % 4);
                        component != NO_COMPONENT
                            && self.alive[entry] >> component & 1 == 0
                            && board.box_state(one, player) != DEAD
                            && board.box_state(other, player) != DEAD
                    });
                if is_dead {
                    let second_row = second + if self.is_ordered { self.n } else { 0 };
                    insert(&mut self.partners[first * self.words..], second);
                    insert(&mut self.partners[second_row * self.words..], first);
                }
            }
        }
    }
}

fn ascending([one, other]: [u16; 2]) -> [u16; 2] {
    [one.min(other), one.max(other)]
}

/// The detector: makes the table when a search has taken long enough for that to be little. Pairs are dead for one player
/// only.
pub(crate) struct PairDetector {
    table: Arc<OnceLock<DeadPairs>>,
    due: Option<u64>,
}

impl PairDetector {
    /// Creates the detector. A pipeline for positions that take long anyway has the table at once.
    pub(super) fn new(parts: &DetectorParts<'_>, control: &mut SearchControl<'_>) -> Limited<Self> {
        let due = DeadPairs::due(parts.board, parts.boxes, control).filter(|_| parts.has_one_player);
        let mut detector = Self { table: Arc::clone(parts.pairs), due };
        if parts.last > Stage::Push {
            detector.due = due.map(|_| 0);
            detector.make(parts.board, control)?;
        }
        Ok(detector)
    }

    /// Creates a detector that uses a table as soon as another one has made it.
    pub(super) fn waiting(parts: &DetectorParts<'_>) -> Self {
        Self { table: Arc::clone(parts.pairs), due: None }
    }

    fn make(&mut self, board: &Board, control: &mut SearchControl<'_>) -> Limited<()> {
        if self.table.get().is_none() && self.due.is_some_and(|due| control.nodes >= due) {
            let pairs = DeadPairs::new(board, control)?;
            let bytes = pairs.bytes(board);
            control.budget.share(&self.table, pairs, bytes);
        }
        Ok(())
    }
}

impl Detector for PairDetector {
    fn is_dead(&mut self, view: &PositionView<'_>, control: &mut SearchControl<'_>) -> Limited<bool> {
        self.make(view.board, control)?;
        let is_dead = |pairs: &DeadPairs| {
            let class = view.board.class_at(view.set, view.target);
            pairs.is_dead(view.board, view.set, (view.target, class), view.side())
        };
        Ok(self.table.get().is_some_and(is_dead))
    }
}
