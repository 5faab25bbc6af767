//! The best walks of the player from a square to every other, by moves and player lines in their order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::metric_order::{Metric, MetricOrder, PackedCost, PriorStep};
use crate::board::Board;
use crate::level::LETTERS;
use crate::push::Push;

/// The walks from one square around some boxes.
pub(crate) struct Walks<C> {
    order: MetricOrder<C>,
    a_move: C,
    a_line: C,
    /// The steps before them.
    before: PriorStep,
    now: u32,
    stamps: Vec<u32>,
    moves: Vec<u32>,
    queue: Vec<u16>,
    /// Only where player lines matter.
    turns: Option<TurnCosts<C>>,
}

/// Walks that count turns too: by square * 4 + the direction of the last step.
struct TurnCosts<C> {
    costs: Vec<C>,
    from: Vec<u32>,
    heap: BinaryHeap<Reverse<(C, u32)>>,
}

/// The entry before the first step of a walk.
const BEGIN: u32 = u32::MAX;

impl<C: PackedCost> Walks<C> {
    pub(crate) fn new(board: &Board, order: &MetricOrder<C>) -> Self {
        let n = board.size();
        let turns = order.uses(Metric::PlayerLines).then(|| TurnCosts {
            costs: vec![C::FAR; 4 * n],
            from: vec![BEGIN; 4 * n],
            heap: BinaryHeap::new(),
        });
        Self {
            order: order.clone(),
            a_move: order.weight(Metric::Moves),
            a_line: order.weight(Metric::PlayerLines),
            before: PriorStep::default(),
            now: 0,
            stamps: vec![0; n],
            moves: vec![0; n],
            queue: Vec::with_capacity(n),
            turns,
        }
    }

    /// Returns the bytes of the walks on a board of `squares` squares, estimated from above.
    pub(crate) fn bytes(squares: usize, order: &MetricOrder<C>) -> usize {
        squares * if order.uses(Metric::PlayerLines) { 10 + 4 * (20 + 64) } else { 10 }
    }

    /// Finds all walks from `player`, who came there by the steps `before`, around `is_box`.
    pub(crate) fn find(&mut self, board: &Board, is_box: &[bool], player: u16, before: PriorStep) {
        self.before = before;
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
        let now = self.now;
        self.stamps[usize::from(board.wall())] = now;
        self.moves[usize::from(board.wall())] = u32::MAX;
        self.stamps[usize::from(player)] = now;
        self.moves[usize::from(player)] = 0;
        self.queue.clear();
        self.queue.push(player);
        let mut done = 0;
        while let Some(&square) = self.queue.get(done) {
            done += 1;
            let moves = self.moves[usize::from(square)] + 1;
            for next in board.neighbours(square) {
                let index = usize::from(next);
                if self.stamps[index] != now && !is_box[index] {
                    self.stamps[index] = now;
                    self.moves[index] = moves;
                    self.queue.push(next);
                }
            }
        }
        if let Some(turns) = &mut self.turns {
            turns.find(board, &self.queue, is_box, before.heading, [self.a_move, self.a_line]);
        }
    }

    /// Returns whether there is a walk to `square`, which must not be the wall.
    pub(crate) fn reaches(&self, square: u16) -> bool {
        self.stamps[usize::from(square)] == self.now
    }

    /// Returns the least cost of a walk to `square`, which must be within reach.
    pub(crate) fn cost(&self, square: u16) -> C {
        self.cost_before(square, None)
    }

    /// Returns the least cost of a walk and `push`, which is made from a square within reach.
    pub(crate) fn cost_and_push(&self, board: &Board, push: Push) -> C {
        let ((pusher, _), direction) = (board.ends(push), Some(usize::from(push.direction)));
        let PriorStep { heading, is_push, last_box } = self.before;
        let goes_on = is_push && pusher == self.queue[0];
        self.cost_before(pusher, direction)
            + self.a_move
            + self.order.push_cost(goes_on, heading == direction, last_box == Some(push.square))
    }

    /// Returns the least cost of a walk to `square`, with the turn before a step in `direction` if there is one.
    fn cost_before(&self, square: u16, direction: Option<usize>) -> C {
        match &self.turns {
            None => C::from(self.moves[usize::from(square)]) * self.a_move,
            Some(turns) if square != self.queue[0] => turns.best(square, direction, self.a_line).0,
            Some(_) if direction.is_none() || direction == self.before.heading => C::default(),
            Some(_) => self.a_line,
        }
    }

    /// Writes the steps of a best walk and `push`.
    pub(crate) fn write_push(&self, board: &Board, push: Push, letters: &mut Vec<u8>) {
        let ((pusher, _), direction) = (board.ends(push), usize::from(push.direction));
        self.write(board, pusher, Some(direction), letters);
        letters.push(LETTERS[direction].to_ascii_uppercase());
    }

    /// Writes the steps of a best walk to `square`, before a step in `direction` if there is one.
    pub(crate) fn write(&self, board: &Board, square: u16, direction: Option<usize>, letters: &mut Vec<u8>) {
        let begin = letters.len();
        if let Some(turns) = self.turns.as_ref().filter(|_| square != self.queue[0]) {
            let (_, mut entry) = turns.best(square, direction, self.a_line);
            while entry != BEGIN {
                letters.push(LETTERS[entry as usize % 4]);
                entry = turns.from[entry as usize];
            }
        } else {
            let mut current = square;
            while self.moves[usize::from(current)] != 0 {
                let nearer = (0..4).find_map(|back| {
                    let next = board.neighbour(current, back);
                    let is_before = next != board.wall()
                        && self.reaches(next)
                        && self.moves[usize::from(next)] < self.moves[usize::from(current)];
                    is_before.then_some((back, next))
                });
                let Some((back, next)) = nearer else { unreachable!("the square is within reach") };
                letters.push(LETTERS[crate::level::opposite(back)]);
                current = next;
            }
        }
        letters[begin..].reverse();
    }
}

impl<C: PackedCost> TurnCosts<C> {
    /// Returns the least cost of a walk to `square`, before a step in `direction` if there is one, for which `a_turn` is
    /// paid, and the entry of its last step.
    fn best(&self, square: u16, direction: Option<usize>, a_turn: C) -> (C, u32) {
        let cost = |last: usize| {
            let turn =
                if direction.is_none_or(|direction| last == direction) { C::default() } else { a_turn };
            let entry = 4 * usize::from(square) + last;
            (self.costs[entry] + turn, entry as u32)
        };
        (1..4).map(cost).fold(cost(0), Ord::min)
    }

    /// Dijkstra's search from the first of the squares `within`, which are all that can be reached.
    fn find(
        &mut self,
        board: &Board,
        within: &[u16],
        is_box: &[bool],
        heading: Option<usize>,
        [a_move, a_line]: [C; 2],
    ) {
        for &square in within {
            self.costs[4 * usize::from(square)..4 * usize::from(square) + 4].fill(C::FAR);
        }
        let player = within[0];
        let mut go = |costs: &mut Vec<C>, heap: &mut BinaryHeap<_>, from, square, last, cost: C| {
            for (direction, &next) in board.neighbours(square).iter().enumerate() {
                let entry = 4 * usize::from(next) + direction;
                let turn = if last == Some(direction) { C::default() } else { a_line };
                let cost = cost + a_move + turn;
                if next != board.wall() && next != player && !is_box[usize::from(next)] && cost < costs[entry]
                {
                    costs[entry] = cost;
                    self.from[entry] = from;
                    heap.push(Reverse((cost, entry as u32)));
                }
            }
        };
        go(&mut self.costs, &mut self.heap, BEGIN, player, heading, C::default());
        while let Some(Reverse((cost, entry))) = self.heap.pop() {
            if cost == self.costs[entry as usize] {
                let (square, last) = ((entry / 4) as u16, entry as usize % 4);
                go(&mut self.costs, &mut self.heap, entry, square, Some(last), cost);
            }
        }
    }
}
