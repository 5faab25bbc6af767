//! Positions of a feature space search with the moves that have not been tried: filed in cells by features, the cells
//! take turns, and in a cell the move goes first that the fewest moves without a recommendation have led to.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Bound::{Excluded, Unbounded};

use super::macros::Macro;
use crate::limit::{LimitKind, Watch};

/// A move not tried yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) from: u16,
    pub(crate) to: u16,
    pub(crate) player: u16,
    /// 0 when something recommends it.
    pub(crate) weight: u16,
    /// The less the better, among moves of one weight.
    pub(crate) rank: u64,
}

impl Move {
    /// A move that nothing recommends yet.
    pub(crate) fn new(step: &Macro, weight: u16, rank: u64) -> Self {
        Self { from: step.from, to: step.to, player: step.player, weight, rank }
    }
}

/// Weight of the line with its move, rank, node.
type Entry = Reverse<(u32, u64, u32)>;

struct Waiting {
    cell: u64,
    weight: u32,
    moves: Box<[Move]>,
    next: u32,
}

/// The cells.
pub(crate) struct Frontier {
    is_hasty: bool,
    cells: BTreeMap<u64, BinaryHeap<Entry>>,
    waiting: Vec<Waiting>,
    last: u64,
}

/// Bytes of an entry, a cell and a node without its moves, estimated from above.
const BYTES: usize = 128;

impl Frontier {
    /// No cells yet. Among equals the latest node goes first if `is_hasty`, else the earliest.
    pub(crate) fn new(is_hasty: bool) -> Self {
        Self { is_hasty, cells: BTreeMap::new(), waiting: Vec::new(), last: 0 }
    }

    /// Files the next node, whose line has `weight`, under `cell` with its `moves`.
    pub(crate) fn file(
        &mut self,
        cell: u64,
        weight: u32,
        moves: &mut Vec<Move>,
        watch: &mut Watch<'_>,
    ) -> Result<(), LimitKind> {
        watch.budget.take(BYTES + moves.len() * size_of::<Move>())?;
        moves.sort_unstable_by_key(|a| (a.weight, a.rank));
        let node = self.waiting.len() as u32;
        self.waiting.push(Waiting { cell, weight, moves: moves.as_slice().into(), next: 0 });
        self.queue(node);
        Ok(())
    }

    fn queue(&mut self, node: u32) {
        let waiting = &self.waiting[node as usize];
        if let Some(next) = waiting.moves.get(waiting.next as usize) {
            let entry = Reverse((
                waiting.weight + u32::from(next.weight),
                next.rank,
                if self.is_hasty { !node } else { node },
            ));
            self.cells.entry(waiting.cell).or_default().push(entry);
        }
    }

    /// Takes the best move of the next cell, or of `cell`: the node, the weight of the line and the move.
    pub(crate) fn take(&mut self, cell: Option<u64>, watch: &mut Watch<'_>) -> Option<(u32, u32, Move)> {
        let at = match cell.filter(|cell| self.cells.contains_key(cell)) {
            Some(cell) => cell,
            None => {
                let next = self.cells.range((Excluded(self.last), Unbounded)).next();
                let (&at, _) = next.or_else(|| self.cells.first_key_value())?;
                self.last = at;
                at
            }
        };
        let heap = self.cells.get_mut(&at)?;
        let Reverse((weight, _, order)) = heap.pop()?;
        let node = if self.is_hasty { !order } else { order };
        if heap.is_empty() {
            self.cells.remove(&at);
        }
        let waiting = &mut self.waiting[node as usize];
        let chosen = waiting.moves[waiting.next as usize];
        waiting.next += 1;
        if waiting.next as usize == waiting.moves.len() {
            watch.budget.give(waiting.moves.len() * size_of::<Move>());
            waiting.moves = Box::default();
        }
        self.queue(node);
        Some((node, weight, chosen))
    }
}
