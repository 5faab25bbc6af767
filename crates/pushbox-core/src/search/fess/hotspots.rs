//! Hotspots: squares on which a box bars another box from all goals of its class.

use crate::articulation::ArticulationMap;
use crate::bits::insert;
use crate::board::{Board, ones};
use crate::flood::reached_from;
use crate::limit::{Limited, SearchControl};

/// The most live squares for which the table is made: it takes their square in time and memory.
const MOST_LIVE: usize = 1500;

/// By class and index of a live square; empty for boards too large.
type Table = Vec<Vec<Vec<u64>>>;

pub(crate) struct Hotspots {
    /// The set of live squares that bar a box of the class on the square from every goal, wherever the player is.
    barred_by: Table,
    /// The set of live squares from where a box of the class is barred from every goal by one on the square.
    bars: Table,
}

impl Hotspots {
    pub(crate) fn new(board: &Board, control: &mut SearchControl<'_>) -> Limited<Self> {
        let count = board.live.len();
        let classes = if count * usize::from(board.classes()) > MOST_LIVE { 0 } else { board.classes() };
        let tables = (0..classes).map(|class| hotspots_of_class(board, class, control));
        let barred_by = tables.collect::<Limited<Table>>()?;
        let mut bars = barred_by.clone();
        for (bars, barred_by) in bars.iter_mut().zip(&barred_by) {
            bars.iter_mut().for_each(|set| set.fill(0));
            for (index, blockers) in barred_by.iter().enumerate() {
                ones(blockers.iter().copied()).for_each(|blocker| {
                    insert(&mut bars[blocker], index);
                });
            }
        }
        Ok(Self { barred_by, bars })
    }

    /// Counts the pairs of boxes of which one bars the other from all goals of its class.
    pub(crate) fn pairs(&self, board: &Board, set: &[u64]) -> u16 {
        if self.barred_by.is_empty() {
            return 0;
        }
        let boxes = ones(set[..board.words()].iter().copied());
        let barred_by =
            |index: usize| &self.barred_by[usize::from(board.class_at(set, board.live[index]))][index];
        boxes.map(|index| overlap(barred_by(index).iter().copied(), set.iter().copied())).sum()
    }

    /// Counts those of the pairs that the box on `square` belongs to.
    pub(crate) fn pairs_with(&self, board: &Board, set: &[u64], square: u16) -> u16 {
        let index = usize::from(board.live_index[usize::from(square)]);
        let Some(barred_by) = self.barred_by.get(usize::from(board.class_at(set, square))) else { return 0 };
        let barred = self
            .bars
            .iter()
            .zip(0..)
            .map(|(bars, class)| overlap(bars[index].iter().copied(), board.boxes_of_class(set, class)));
        overlap(barred_by[index].iter().copied(), set.iter().copied()) + barred.sum::<u16>()
    }
}

/// Counts what is in both of two sets, given by their words.
pub(super) fn overlap(one: impl Iterator<Item = u64>, other: impl Iterator<Item = u64>) -> u16 {
    one.zip(other).map(|(one, other)| (one & other).count_ones()).sum::<u32>() as u16
}

fn hotspots_of_class(board: &Board, class: u16, control: &mut SearchControl<'_>) -> Limited<Vec<Vec<u64>>> {
    let count = board.live.len();
    let words = count.div_ceil(64);
    control.budget.take(2 * count * (8 * words + 32))?;
    let mut table = vec![vec![0; words]; count];
    let mut is_box = vec![false; board.size()];
    let mut floor = ArticulationMap::new(board.size());
    for &blocker in &board.live {
        control.check()?;
        is_box[usize::from(blocker)] = true;
        let mut reached = vec![false; board.size()];
        // One box parts the floor into few components; each is surveyed by itself.
        let mut surveyed = vec![false; board.size()];
        for root in board.neighbours(blocker) {
            if root == board.wall() || surveyed[usize::from(root)] {
                continue;
            }
            floor.survey(&board.neighbours, &is_box, root);
            (0..board.wall()).for_each(|square| surveyed[usize::from(square)] |= floor.contains(square));
            let is_end = |&&goal: &&u16| floor.contains(goal) && board.goal_class(goal) == class;
            let sides = |&goal: &u16| (0..floor.parts(goal)).map(move |part| 4 * usize::from(goal) + part);
            let ends: Vec<usize> = board.goals.iter().filter(is_end).flat_map(sides).collect();
            let states = reached_from(4 * board.size(), &ends, |state, visit| {
                let (square, part) = ((state / 4) as u16, state % 4);
                for direction in 0..4 {
                    let before = board.neighbour(square, direction);
                    let stand = board.neighbour(before, direction);
                    let is_free = floor.contains(before) && floor.contains(stand);
                    if is_free && floor.part(square, before) == part {
                        visit(4 * usize::from(before) + floor.part(before, stand));
                    }
                }
            });
            reached
                .iter_mut()
                .zip(states.chunks(4))
                .for_each(|(reached, sides)| *reached |= sides.contains(&true));
        }
        is_box[usize::from(blocker)] = false;
        for (index, &square) in board.live.iter().enumerate() {
            if square != blocker && !reached[usize::from(square)] {
                board.flip(&mut table[index], blocker);
            }
        }
    }
    Ok(table)
}
