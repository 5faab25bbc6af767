//! What a packing plan may count on: which goals the boxes at the start can still fill.

use std::collections::HashMap;

use crate::board::opposite;
use crate::field::{DEAD, Distances, Field, UNREACHED};
use crate::limit::{LimitKind, Watch};

/// Answers to work out; after so many everything counts as possible.
const MOST_KNOWN: usize = 1000;
/// Boards with larger tables of distances (bytes) are not looked at: it would take too long.
const LARGEST_TABLE: usize = 1 << 18;

/// The boxes at the start.
pub(super) struct Supply {
    starts: Vec<u16>,
    /// The answers, by the goals that are filled.
    known: HashMap<Vec<u16>, bool>,
}

impl Supply {
    /// For boxes that start on `starts`.
    pub(super) fn new(starts: &[u16]) -> Self {
        Self { starts: starts.to_vec(), known: HashMap::new() }
    }

    /// Whether different boxes can get from where they start to all goals left, each as if it were alone, when the goals
    /// `filled` are walls and the player comes from `player`. Where that cannot be worked out in short time, it counts
    /// as possible.
    pub(super) fn can_fill_rest(
        &mut self,
        field: &Field,
        filled: Vec<u16>,
        player: u16,
        watch: &mut Watch<'_>,
    ) -> Result<bool, LimitKind> {
        if let Some(&known) = self.known.get(&filled) {
            return Ok(known);
        }
        if self.known.len() >= MOST_KNOWN || Distances::bytes(field, field.goals.len()) > LARGEST_TABLE {
            return Ok(true);
        }
        let floor = field.walled(&filled, player);
        let number = |square: u16| floor.squares[field.cells[usize::from(square)] as usize];
        let distances = Distances::new(&floor, &floor.goals, |_| false, &|_, _| 1, watch)?;
        let mut reached_from = vec![Vec::new(); floor.goals.len()];
        for (index, &start) in self.starts.iter().enumerate() {
            let square = number(start);
            if square == floor.wall() {
                continue;
            }
            let spot = floor.spot(square, number(player));
            if spot == DEAD {
                continue;
            }
            for (from, &distance) in reached_from.iter_mut().zip(distances.row(spot)) {
                if distance != UNREACHED {
                    from.push(index);
                }
            }
        }
        let mut goal_of = vec![None; self.starts.len()];
        let can_fill = floor.goals.len() + filled.len() == field.goals.len()
            && (0..reached_from.len())
                .all(|goal| assign(&reached_from, goal, &mut goal_of, &mut vec![false; self.starts.len()]));
        self.known.insert(filled, can_fill);
        Ok(can_fill)
    }
}

/// Finds a start for `goal`, if need be by finding others for goals that have theirs. (Augmenting paths; Kuhn 1955.)
fn assign(
    reached_from: &[Vec<usize>],
    goal: usize,
    goal_of: &mut [Option<usize>],
    is_tried: &mut [bool],
) -> bool {
    reached_from[goal].iter().any(|&start| {
        if std::mem::replace(&mut is_tried[start], true) {
            return false;
        }
        let is_found = goal_of[start].is_none_or(|other| assign(reached_from, other, goal_of, is_tried));
        if is_found {
            goal_of[start] = Some(goal);
        }
        is_found
    })
}

/// Whether a box on a square, alone on the board, can be pulled to one of `starts` with the player wherever he has to be;
/// by square.
pub(super) fn leavable(field: &Field, starts: &[u16]) -> Vec<bool> {
    let mut can_leave = vec![false; field.near.len()];
    let mut queue = starts.to_vec();
    for &square in starts {
        can_leave[usize::from(square)] = true;
    }
    while let Some(square) = queue.pop() {
        for direction in 0..4 {
            let from = field.near[usize::from(square)][opposite(direction)];
            let player = field.near[usize::from(square)][direction];
            if from != field.wall() && player != field.wall() && !can_leave[usize::from(from)] {
                can_leave[usize::from(from)] = true;
                queue.push(from);
            }
        }
    }
    can_leave
}
