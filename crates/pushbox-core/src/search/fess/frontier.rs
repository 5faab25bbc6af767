//! Positions of a feature space search with the moves that have not been tried: filed in cells by features, the cells
//! take turns in the order in which they were opened, a new one at once, and in a cell the move goes first that the
//! fewest moves without a recommendation have led to.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::macros::Macro;
use crate::limit::{LimitKind, SearchControl};

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
    /// The number of its cell.
    cell: usize,
    weight: u32,
    moves: Box<[Move]>,
    next: u32,
}

/// The cells.
pub(crate) struct Frontier {
    is_hasty: bool,
    /// The cells in the order in which they were opened, and their numbers.
    cells: Vec<BinaryHeap<Entry>>,
    number: HashMap<u64, usize>,
    waiting: Vec<Waiting>,
    /// Moves to try, of all cells together.
    left: usize,
    /// The cell whose turn is next.
    next: usize,
}

/// Bytes of an entry, a cell and a node without its moves, estimated from above.
const BYTES: usize = 128;

impl Frontier {
    /// No cells yet. Among equals the latest node goes first if `is_hasty`, else the earliest.
    pub(crate) fn new(is_hasty: bool) -> Self {
        Self { is_hasty, cells: Vec::new(), number: HashMap::new(), waiting: Vec::new(), left: 0, next: 0 }
    }

    /// Files the next node, whose line has `weight`, under `cell` with its `moves`.
    pub(crate) fn file(
        &mut self,
        cell: u64,
        weight: u32,
        moves: &mut Vec<Move>,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        control.budget.take(BYTES + moves.len() * size_of::<Move>())?;
        moves.sort_unstable_by_key(|a| (a.weight, a.rank));
        let cell = *self.number.entry(cell).or_insert_with(|| {
            self.next = self.cells.len();
            self.cells.push(BinaryHeap::new());
            self.next
        });
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
            self.cells[waiting.cell].push(entry);
            self.left += 1;
        }
    }

    /// Takes the best move of the next cell, or of `cell`: the node, the weight of the line and the move.
    pub(crate) fn take(
        &mut self,
        cell: Option<u64>,
        control: &mut SearchControl<'_>,
    ) -> Option<(u32, u32, Move)> {
        if self.left == 0 {
            return None;
        }
        let wanted = cell.and_then(|cell| self.number.get(&cell).copied());
        let at = match wanted.filter(|&at| !self.cells[at].is_empty()) {
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
        self.left -= 1;
        let node = if self.is_hasty { !order } else { order };
        let waiting = &mut self.waiting[node as usize];
        let chosen = waiting.moves[waiting.next as usize];
        waiting.next += 1;
        if waiting.next as usize == waiting.moves.len() {
            control.budget.give(waiting.moves.len() * size_of::<Move>());
            waiting.moves = Box::default();
        }
        self.queue(node);
        Some((node, weight, chosen))
    }
}
