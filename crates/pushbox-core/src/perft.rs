//! Counting step sequences: two programs that agree on these counts agree on the rules.
//! The idea is the `perft` (performance test) of chess programs.

use crate::level::{BOX, Level, WALL};

/// Returns the number of legal sequences of exactly `depth` steps from `level`; 1 at depth 0. Time grows with the
/// count.
pub fn perft(level: &Level, depth: u32) -> u64 {
    count(&mut level.clone(), depth)
}

fn count(level: &mut Level, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total: u64 = 0;
    for direction in 0..4 {
        if depth == 1 {
            total += u64::from(is_legal(level, direction));
        } else if let Some(letter) = level.step(direction) {
            total = total.saturating_add(count(level, depth - 1));
            level.unstep(direction, letter);
        }
    }
    total
}

/// Returns whether [`Level::step`] would step, without the step: most sequences end with such a test.
fn is_legal(level: &Level, direction: usize) -> bool {
    let Some(next) = level.neighbour(level.player(), direction) else { return false };
    let cells = level.cells();
    if cells[next] & BOX == 0 {
        return cells[next] & WALL == 0;
    }
    level.neighbour(next, direction).is_some_and(|beyond| cells[beyond] & (WALL | BOX) == 0)
}
