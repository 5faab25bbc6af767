//! Hotspots: squares where a box bars another box from all goals.

use super::floor::Floor;
use crate::field::Field;
use crate::limit::{LimitKind, SearchControl};

/// The most live squares for which the table is made: it takes their square in time and memory.
const MOST_LIVE: usize = 1500;

/// For every live square (by its index) the set of live squares where a box keeps a box here from every goal, wherever
/// the player is. Empty for boards too large.
pub(crate) fn hotspots(field: &Field, control: &mut SearchControl<'_>) -> Result<Vec<Vec<u64>>, LimitKind> {
    let count = field.live.len();
    if count > MOST_LIVE {
        return Ok(Vec::new());
    }
    let words = count.div_ceil(64);
    control.budget.take(count * (8 * words + 32))?;
    let mut table = vec![vec![0; words]; count];
    let mut is_box = vec![false; field.near.len()];
    let mut floor = Floor::new(field);
    let mut reached = vec![0u8; field.near.len()];
    let mut queue = Vec::new();
    for &blocker in &field.live {
        control.check()?;
        is_box[usize::from(blocker)] = true;
        reached.fill(0);
        // A lone box parts the floor into few components; each is surveyed by itself.
        let mut surveyed = vec![false; field.near.len()];
        for root in field.near[usize::from(blocker)] {
            if root == field.wall() || surveyed[usize::from(root)] {
                continue;
            }
            floor.survey(field, &is_box, root);
            queue.clear();
            for square in (0..field.wall()).filter(|&square| floor.holds(square)) {
                surveyed[usize::from(square)] = true;
                if field.is_goal[usize::from(square)] {
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
                    let before = field.near[usize::from(square)][direction];
                    if !floor.holds(before) || floor.part(square, before) != part {
                        continue;
                    }
                    let stand = field.near[usize::from(before)][direction];
                    if floor.holds(stand) {
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
        for (index, &square) in field.live.iter().enumerate() {
            if square != blocker && reached[usize::from(square)] == 0 {
                field.flip(&mut table[index], blocker);
            }
        }
    }
    Ok(table)
}
