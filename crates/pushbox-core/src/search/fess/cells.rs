//! The cells of a feature space search: positions with untried moves, grouped by features.
//!
//! The cells take turns in the order in which they were opened; a new one has its turn at once. In a cell the move goes
//! first whose line has the fewest moves without a recommendation.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::macro_moves::MacroMove;
use crate::limit::{Limited, SearchControl};

/// A move that has not been tried, with its weight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeightedMove {
    pub(crate) from: u16,
    pub(crate) to: u16,
    pub(crate) player: u16,
    /// 0 when an advisor recommends it.
    pub(crate) weight: u16,
    /// The less the better, among moves of one weight.
    pub(crate) rank: u64,
}

impl WeightedMove {
    /// Creates a move without a recommendation.
    pub(crate) fn new(step: &MacroMove, weight: u16, rank: u64) -> Self {
        Self { from: step.from, to: step.to, player: step.player, weight, rank }
    }
}

/// Weight of the line with its move, rank, node.
type Entry = Reverse<(u32, u64, u32)>;

struct UntriedMoves {
    /// The number of its cell.
    cell: usize,
    weight: u32,
    moves: Box<[WeightedMove]>,
    next: u32,
}

/// The cells, and what is left to try in them.
#[derive(Default)]
pub(crate) struct FeatureCells {
    latest_first: bool,
    /// The cells in the order in which they were opened, and their numbers.
    cells: Vec<BinaryHeap<Entry>>,
    features: Vec<u64>,
    number: HashMap<u64, usize>,
    untried: Vec<UntriedMoves>,
    /// Moves to try, of all cells together.
    open: usize,
    /// The best cell, that with the least features.
    best: Option<usize>,
    /// The cell whose turn is next.
    next: usize,
}

/// Bytes of an entry, a cell and a node without its moves, estimated from above.
const BYTES: usize = 128;

impl FeatureCells {
    /// Creates no cells. Among equals the latest node goes first if `latest_first`, else the earliest.
    pub(crate) fn new(latest_first: bool) -> Self {
        Self { latest_first, ..Self::default() }
    }

    /// Adds the next node, whose line has `weight`, to `cell` with its `moves`.
    pub(crate) fn add(
        &mut self,
        cell: u64,
        weight: u32,
        moves: &mut Vec<WeightedMove>,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        control.budget.take(BYTES + moves.len() * size_of::<WeightedMove>())?;
        moves.sort_unstable_by_key(|a| (a.weight, a.rank));
        let cell = *self.number.entry(cell).or_insert_with(|| {
            self.next = self.cells.len();
            self.cells.push(BinaryHeap::new());
            self.features.push(cell);
            self.best = self.best.filter(|&best| self.features[best] < cell).or(Some(self.next));
            self.next
        });
        let node = self.untried.len() as u32;
        self.untried.push(UntriedMoves { cell, weight, moves: moves.as_slice().into(), next: 0 });
        self.queue(node);
        Ok(())
    }

    fn queue(&mut self, node: u32) {
        let untried = &self.untried[node as usize];
        if let Some(next) = untried.moves.get(untried.next as usize) {
            let entry = Reverse((
                untried.weight + u32::from(next.weight),
                next.rank,
                if self.latest_first { !node } else { node },
            ));
            self.cells[untried.cell].push(entry);
            self.open += 1;
        }
    }

    /// Returns the features of the cell of a node.
    pub(crate) fn cell(&self, node: u32) -> u64 {
        self.features[self.untried[node as usize].cell]
    }

    /// Takes the best move of the next cell, or of the best one: the node, the weight of the line and the move.
    pub(crate) fn take(
        &mut self,
        is_turn_of_best: bool,
        control: &mut SearchControl<'_>,
    ) -> Option<(u32, u32, WeightedMove)> {
        if self.open == 0 {
            return None;
        }
        let best = self.best.filter(|&best| is_turn_of_best && !self.cells[best].is_empty());
        let at = match best {
            Some(at) => at,
            None => {
                while self.cells[self.next].is_empty() {
                    self.next = (self.next + 1) % self.cells.len();
                }
                let at = self.next;
                self.next = (self.next + 1) % self.cells.len();
                at
            }
        };
        let Reverse((weight, _, order)) = self.cells[at].pop()?;
        self.open -= 1;
        let node = if self.latest_first { !order } else { order };
        let untried = &mut self.untried[node as usize];
        let chosen = untried.moves[untried.next as usize];
        untried.next += 1;
        if untried.next as usize == untried.moves.len() {
            control.budget.give(untried.moves.len() * size_of::<WeightedMove>());
            untried.moves = Box::default();
        }
        self.queue(node);
        Some((node, weight, chosen))
    }
}
