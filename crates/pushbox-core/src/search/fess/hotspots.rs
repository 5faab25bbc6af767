//! Hotspots: squares where a box bars another box from all goals of its class.

use crate::articulation::ArticulationMap;
use crate::board::Board;
use crate::limit::{LimitKind, SearchControl};

/// The most live squares for which the table is made: it takes their square in time and memory.
const MOST_LIVE: usize = 1500;

/// Computes for every class and every live square (by its index) the set of live squares where a box keeps a box of the class on
/// it from every goal, wherever the player is. Empty for boards too large.
pub(crate) fn hotspots(
    board: &Board,
    control: &mut SearchControl<'_>,
) -> Result<Vec<Vec<Vec<u64>>>, LimitKind> {
    let count = board.live.len();
    if count * usize::from(board.classes()) > MOST_LIVE {
        return Ok(Vec::new());
    }
    (0..board.classes()).map(|class| hotspots_of_class(board, class, control)).collect()
}

fn hotspots_of_class(
    board: &Board,
    class: u16,
    control: &mut SearchControl<'_>,
) -> Result<Vec<Vec<u64>>, LimitKind> {
    let count = board.live.len();
    let words = count.div_ceil(64);
    control.budget.take(count * (8 * words + 32))?;
    let mut table = vec![vec![0; words]; count];
    let mut is_box = vec![false; board.size()];
    let mut floor = ArticulationMap::new(board.size());
    let mut reached = vec![0u8; board.size()];
    let mut queue = Vec::new();
    for &blocker in &board.live {
        control.check()?;
        is_box[usize::from(blocker)] = true;
        reached.fill(0);
        // One box parts the floor into few components; each is surveyed by itself.
        let mut surveyed = vec![false; board.size()];
        for root in board.neighbours(blocker) {
            if root == board.wall() || surveyed[usize::from(root)] {
                continue;
            }
            floor.survey(board.all_neighbours(), &is_box, root);
            queue.clear();
            for square in (0..board.wall()).filter(|&square| floor.contains(square)) {
                surveyed[usize::from(square)] = true;
                if board.is_goal[usize::from(square)] && board.goal_class(square) == class {
                    for part in 0..floor.parts(square) {
                        reached[usize::from(square)] |= 1 << part;
                        queue.push((square, part));
                    }
                }
            }
            let mut done = 0;
            while let Some(&(square, part)) = queue.get(done) {
                done += 1;
                for direction in 0..4 {
                    let before = board.neighbour(square, direction);
                    if !floor.contains(before) || floor.part(square, before) != part {
                        continue;
                    }
                    let stand = board.neighbour(before, direction);
                    if floor.contains(stand) {
                        let side = floor.part(before, stand);
                        if reached[usize::from(before)] & 1 << side == 0 {
                            reached[usize::from(before)] |= 1 << side;
                            queue.push((before, side));
                        }
                    }
                }
            }
        }
        is_box[usize::from(blocker)] = false;
        for (index, &square) in board.live.iter().enumerate() {
            if square != blocker && reached[usize::from(square)] == 0 {
                board.flip(&mut table[index], blocker);
            }
        }
    }
    Ok(table)
}
