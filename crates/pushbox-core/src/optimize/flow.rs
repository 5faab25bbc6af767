//! A lower bound on the moves to a solution: the player has to come back for every box.
//!
//! Look at the line between two columns. A box that is pushed to the right over the line between x and x + 1 brings the
//! player over the line between x - 1 and x; a push to the left likewise. On the whole the player crosses a line to the
//! right as often as to the left, but for one crossing at most, and on which side it stands now tells which. So where
//! many boxes have to go one way, the player has to walk the other way in between.
//!
//! Let F be, for each line, how many boxes there are more than goals on one side of it: at least |F| pushes go over the
//! line. Let E be the walks over all lines that these pushes and no others would make necessary. A solution with P
//! pushes has P - sum |F| other pushes, each of which saves at most one step of E. Its moves are therefore at least
//! P + E - (P - sum |F|), which is sum |F| + E. The same holds for rows, and each step crosses one line only.

use crate::field::Field;

/// The bound for the positions of a field.
pub(crate) struct Flow {
    /// Column and row of every square.
    places: Vec<[u16; 2]>,
    /// Goals in the first so many columns, and rows.
    goals: [Vec<i32>; 2],
    /// Boxes there.
    boxes: [Vec<i32>; 2],
}

impl Flow {
    /// The bound for `boxes` boxes; `None` where goals are left over, so that no box is missed anywhere for sure.
    pub(crate) fn new(field: &Field, width: usize, boxes: usize) -> Option<Self> {
        if boxes != field.goals.len() {
            return None;
        }
        let place = |&cell: &u32| [(cell as usize % width) as u16, (cell as usize / width) as u16];
        let places: Vec<[u16; 2]> = field.cells.iter().map(place).collect();
        let size = |axis: usize| {
            places.iter().map(|place| place[axis]).max().map_or(0, |most| usize::from(most) + 1)
        };
        let mut flow = Self {
            goals: [vec![0; size(0)], vec![0; size(1)]],
            boxes: [vec![0; size(0)], vec![0; size(1)]],
            places,
        };
        flow.count(&field.goals);
        std::mem::swap(&mut flow.goals, &mut flow.boxes);
        Some(flow)
    }

    /// The fewest moves that may solve the position with `boxes` and the player on `player`.
    pub(crate) fn moves(&mut self, boxes: &[u16], player: u16) -> u32 {
        self.count(boxes);
        let place = self.places[usize::from(player)];
        let mut moves = 0;
        for ((goals, boxes), place) in self.goals.iter().zip(&self.boxes).zip(place) {
            // Boxes that have to cross the line after place `at`, upwards if above zero.
            let net = |at: usize| boxes[at] - goals[at];
            let size = goals.len();
            for line in 0..size {
                moves += net(line).abs();
                // The player goes over the line before place `line`.
                let up = net(line).max(0);
                let down = if line >= 2 { (-net(line - 2)).max(0) } else { 0 };
                let is_below = usize::from(place) < line;
                let (free_up, free_down) = if is_below { (1, 0) } else { (0, 1) };
                moves += (up - down - free_up).max(down - up - free_down).max(0);
            }
        }
        moves as u32
    }

    /// Counts what stands on `squares` in the first so many columns and rows.
    fn count(&mut self, squares: &[u16]) {
        for (axis, counts) in self.boxes.iter_mut().enumerate() {
            counts.fill(0);
            for &square in squares {
                counts[usize::from(self.places[usize::from(square)][axis])] += 1;
            }
            let mut sum = 0;
            for count in counts {
                sum += *count;
                *count = sum;
            }
        }
    }
}
