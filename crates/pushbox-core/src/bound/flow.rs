//! A lower bound on the moves to a solution: the player has to come back for every box.
//!
//! Look at the line between two columns. A push to the right that takes a box over the line between x and x + 1 takes
//! the player over the line between x - 1 and x; a push to the left likewise. On the whole the player crosses a line to
//! the right as often as to the left, give or take one crossing, and the side on which they stand now decides which. So
//! if many boxes have to go one way, the player has to walk the other way in between.
//!
//! Let F be, for each line, how many boxes there are more than goals on one side of it: at least |F| pushes go over the
//! line. Let E be the walks over all lines that these pushes and no others would make necessary. A solution with P
//! pushes has P - sum |F| other pushes, each of which saves at most one step of E. Its moves are therefore at least P +
//! E - (P - sum |F|), which is sum |F| + E. The same holds for rows, and each step crosses one line only.

use crate::board::Board;

/// The bound for the positions of a board.
pub(crate) struct FlowBound {
    /// Row and column of every square.
    coordinates: Vec<[u16; 2]>,
    /// Goals in the first so many columns, and rows.
    goals: [Vec<i32>; 2],
    /// Boxes in the first so many columns, and rows.
    boxes: [Vec<i32>; 2],
}

impl FlowBound {
    /// Creates the bound for `boxes` boxes; `None` where goals are left over, so that no box is missed anywhere for
    /// sure.
    pub(crate) fn new(board: &Board, boxes: usize) -> Option<Self> {
        if boxes != board.goals.len() {
            return None;
        }
        let coordinates: Vec<[u16; 2]> = (0..board.wall())
            .map(|square| board.place(square))
            .map(|(row, column)| [row as u16, column as u16])
            .collect();
        let size = |axis: usize| {
            coordinates.iter().map(|point| point[axis]).max().map_or(0, |most| usize::from(most) + 1)
        };
        let mut flow = Self {
            goals: [vec![0; size(0)], vec![0; size(1)]],
            boxes: [vec![0; size(0)], vec![0; size(1)]],
            coordinates,
        };
        flow.count(&board.goals);
        std::mem::swap(&mut flow.goals, &mut flow.boxes);
        Some(flow)
    }

    /// Returns the fewest moves that may solve the position with `boxes` and the player on `player`.
    pub(crate) fn moves(&mut self, boxes: &[u16], player: u16) -> u32 {
        self.count(boxes);
        let point = self.coordinates[usize::from(player)];
        let mut moves = 0;
        for ((goals, boxes), point) in self.goals.iter().zip(&self.boxes).zip(point) {
            // Boxes that have to cross the line after coordinate `at`, upwards if above zero.
            let net = |at: usize| boxes[at] - goals[at];
            let size = goals.len();
            for line in 0..size {
                moves += net(line).abs();
                // The player goes over the line before coordinate `line`.
                let up = net(line).max(0);
                let down = if line >= 2 { (-net(line - 2)).max(0) } else { 0 };
                let is_below = usize::from(point) < line;
                let (free_up, free_down) = if is_below { (1, 0) } else { (0, 1) };
                moves += (up - down - free_up).max(down - up - free_down).max(0);
            }
        }
        moves as u32
    }

    /// Counts the pieces on `squares` in the first so many columns and rows.
    fn count(&mut self, squares: &[u16]) {
        for (axis, counts) in self.boxes.iter_mut().enumerate() {
            counts.fill(0);
            for &square in squares {
                counts[usize::from(self.coordinates[usize::from(square)][axis])] += 1;
            }
            let mut sum = 0;
            for count in counts {
                sum += *count;
                *count = sum;
            }
        }
    }
}
