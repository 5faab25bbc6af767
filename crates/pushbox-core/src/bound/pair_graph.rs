//! The positions of two boxes alone on the board, and the pulls between them.

use crate::board::pair_components::{NO_COMPONENT, PairComponents, component_of, each_move};
use crate::board::{Board, UNREACHED};
use crate::limit::{Limited, SearchControl};

/// Positions visited between two checks of the clock.
const UNCHECKED: usize = 1 << 12;

/// The positions of a first and a second box, and the component of the floor that the player is in.
pub(super) struct PairGraph {
    /// The number of live squares.
    n: usize,
    live_index: Vec<u16>,
    /// By the live squares of both boxes the first of their positions, and the number of all at the end.
    first: Vec<u32>,
    /// By position the first of the positions that pulls lead to, and the number of all at the end.
    first_pull: Vec<u32>,
    pulls: Vec<u32>,
    /// By position the states of the boxes.
    pub(super) box_states: Vec<[u32; 2]>,
}

impl PairGraph {
    /// Returns a bound on its bytes, with a list and a table by position.
    pub(super) fn bytes(board: &Board) -> usize {
        64 * board.live.len() * board.live.len()
    }

    /// Creates the graph. Its memory is not counted.
    pub(super) fn new(board: &Board, control: &mut SearchControl<'_>) -> Limited<Self> {
        let n = board.live.len();
        let mut floor = PairComponents::new(board);
        let mut components = vec![u32::MAX; n * n];
        for one in 0..n {
            control.check()?;
            for other in one + 1..n {
                components[one * n + other] = floor.components(board, board.live[one], board.live[other]);
                components[other * n + one] = components[one * n + other];
            }
        }
        let count = |&components: &u32| {
            let numbers = (0..8).map(|side| component_of(components, side));
            numbers.filter(|&number| number != NO_COMPONENT).max().map_or(0, |last| last + 1)
        };
        let mut first = vec![0];
        first.extend(components.iter().map(count).scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        }));
        let mut graph = Self {
            n,
            live_index: board.live_index.clone(),
            first,
            first_pull: vec![0],
            pulls: Vec::new(),
            box_states: Vec::new(),
        };
        for pair in 0..n * n {
            if pair % UNCHECKED == 0 {
                control.check()?;
            }
            let squares = [board.live[pair / n], board.live[pair % n]];
            for component in 0..graph.first[pair + 1] - graph.first[pair] {
                let at = (components[pair], component);
                graph.add(board, squares, at, &components);
            }
        }
        Ok(graph)
    }

    /// Adds the position with the boxes on `squares`, whose sides belong to `components`, and the player in a component.
    fn add(&mut self, board: &Board, squares: [u16; 2], at: (u32, u32), components: &[u32]) {
        // A player who pulls stands on the square that the box comes to, and then in front of it.
        each_move(
            board,
            squares,
            at,
            |direction| direction,
            |number, target, side| {
                let mut after = squares;
                after[number] = target;
                let pair = self.pair(after);
                self.pulls.push(self.first[pair] + component_of(components[pair], side));
            },
        );
        self.first_pull.push(self.pulls.len() as u32);
        let [one, other] = squares;
        let side = (0..8).find(|&side| component_of(at.0, side) == at.1).expect("a side of each component");
        let beside = if side < 4 { one.min(other) } else { one.max(other) };
        let player = board.neighbour(beside, side % 4);
        self.box_states.push(squares.map(|square| board.box_state(square, player)));
    }

    fn pair(&self, squares: [u16; 2]) -> usize {
        let [one, other] = squares.map(|square| usize::from(self.live_index[usize::from(square)]));
        one * self.n + other
    }

    /// Measures the pushes from each position to that with the boxes on `ends`: into `pushes`, which is [`UNREACHED`] all over,
    /// with the positions that are reached in `queue`, which is empty.
    pub(super) fn measure(
        &self,
        ends: [u16; 2],
        pushes: &mut [u16],
        queue: &mut Vec<u32>,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let pair = self.pair(ends);
        queue.extend(self.first[pair]..self.first[pair + 1]);
        queue.iter().for_each(|&position| pushes[position as usize] = 0);
        let mut done = 0;
        while let Some(&position) = queue.get(done) {
            if done % UNCHECKED == 0 {
                control.check()?;
            }
            done += 1;
            let position = position as usize;
            let after = pushes[position].saturating_add(1).min(UNREACHED - 1);
            for &next in
                &self.pulls[self.first_pull[position] as usize..self.first_pull[position + 1] as usize]
            {
                if pushes[next as usize] == UNREACHED {
                    pushes[next as usize] = after;
                    queue.push(next);
                }
            }
        }
        Ok(())
    }
}
