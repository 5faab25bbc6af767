//! The positions of two boxes alone on the board, and the pulls between them.

use crate::board::pair_components::{NO_COMPONENT, PairComponents, component_of, each_move, first_side};
use crate::board::{Board, UNREACHED};
use crate::limit::{Limited, SearchControl};

/// Positions visited between two checks of the clock.
const UNCHECKED: usize = 1 << 12;

/// The positions of a first and a second box, and the component of the floor that the player is in, by number.
pub(super) struct PairPositions {
    live_index: Vec<u16>,
    /// The number of live squares.
    n: usize,
    /// By the live squares of both boxes the components of their sides.
    components: Vec<u32>,
    /// By the same the first position with the boxes there, and at the end the number of all.
    first: Vec<u32>,
    /// By position the states of the boxes.
    pub(super) box_states: Vec<[u32; 2]>,
}

/// The pulls from position to position.
pub(super) struct Pulls {
    /// By position the first of those that pulls lead to, and at the end the number of all.
    first: Vec<u32>,
    ends: Vec<u32>,
}

impl PairPositions {
    /// Returns a bound on its bytes.
    pub(super) fn bytes(board: &Board) -> usize {
        24 * board.live.len() * board.live.len()
    }

    /// Numbers the positions. Their memory is not counted.
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
        let (mut first, mut box_states) = (vec![0], Vec::new());
        for (pair, &components) in components.iter().enumerate() {
            let squares = [board.live[pair / n], board.live[pair % n]];
            let mut added = 0;
            for side in 0..8 {
                if component_of(components, side) == added && added != NO_COMPONENT {
                    let beside =
                        if side < 4 { squares[0].min(squares[1]) } else { squares[0].max(squares[1]) };
                    let player = board.neighbour(beside, side % 4);
                    box_states.push(squares.map(|square| board.box_state(square, player)));
                    added += 1;
                }
            }
            first.push(box_states.len() as u32);
        }
        Ok(Self { live_index: board.live_index.clone(), n, components, first, box_states })
    }

    fn pair(&self, squares: [u16; 2]) -> usize {
        let [one, other] = squares.map(|square| usize::from(self.live_index[usize::from(square)]));
        one * self.n + other
    }

    /// Returns the positions with the boxes on `squares`.
    pub(super) fn with_boxes(&self, squares: [u16; 2]) -> std::ops::Range<u32> {
        let pair = self.pair(squares);
        self.first[pair]..self.first[pair + 1]
    }

    /// Returns the position with the boxes on `squares` and the player where they reach those sides of each, as bits by direction;
    /// `None` where they reach no side.
    pub(super) fn number(&self, squares: [u16; 2], reached: [u8; 2]) -> Option<u32> {
        let number = reached.iter().position(|&sides| sides != 0)?;
        let side =
            first_side(squares[number], squares[1 - number]) + reached[number].trailing_zeros() as usize;
        let pair = self.pair(squares);
        Some(self.first[pair] + component_of(self.components[pair], side))
    }
}

impl Pulls {
    /// Returns a bound on its bytes, with a list and a table by position.
    pub(super) fn bytes(board: &Board) -> usize {
        48 * board.live.len() * board.live.len()
    }

    /// Finds the pulls. Their memory is not counted.
    pub(super) fn new(
        board: &Board,
        positions: &PairPositions,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let (mut first, mut ends) = (vec![0], Vec::new());
        for (pair, &components) in positions.components.iter().enumerate() {
            if pair % UNCHECKED == 0 {
                control.check()?;
            }
            let squares = [board.live[pair / positions.n], board.live[pair % positions.n]];
            for component in 0..positions.with_boxes(squares).len() as u32 {
                // A player who pulls stands on the square that the box comes to, and then in front of it.
                let stand = |direction| direction;
                each_move(board, squares, (components, component), stand, |number, target, side| {
                    let mut after = squares;
                    after[number] = target;
                    let pair = positions.pair(after);
                    ends.push(positions.first[pair] + component_of(positions.components[pair], side));
                });
                first.push(ends.len() as u32);
            }
        }
        Ok(Self { first, ends })
    }

    /// Measures the pulls to each position from the `starts`: into `pulls`, which is [`UNREACHED`] all over, with the positions
    /// that are reached in `queue`, which is empty.
    pub(super) fn measure(
        &self,
        starts: impl Iterator<Item = u32>,
        pulls: &mut [u16],
        queue: &mut Vec<u32>,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        queue.extend(starts);
        queue.iter().for_each(|&position| pulls[position as usize] = 0);
        let mut done = 0;
        while let Some(&position) = queue.get(done) {
            if done % UNCHECKED == 0 {
                control.check()?;
            }
            done += 1;
            let position = position as usize;
            let after = pulls[position].saturating_add(1).min(UNREACHED - 1);
            for &next in &self.ends[self.first[position] as usize..self.first[position + 1] as usize] {
                if pulls[next as usize] == UNREACHED {
                    pulls[next as usize] = after;
                    queue.push(next);
                }
            }
        }
        Ok(())
    }
}
