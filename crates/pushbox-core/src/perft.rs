//! Counting step sequences: two programs that agree on these counts agree on the rules.
//! The idea is the `perft` (performance test) of chess programs.

use crate::level::{BOX, Level, WALL};

/// Returns the number of legal sequences of exactly `depth` steps from `level`, the greatest `u64` if there are more; 1 at
/// depth 0. Time grows with the count, memory by two bytes a step.
pub fn perft(level: &Level, depth: u32) -> u64 {
    let Some(before_last) = depth.checked_sub(1) else { return 1 };
    let mut level = level.clone();
    // The steps to the position, with their letters; a stack of calls would be too small for millions of them.
    let mut line: Vec<(u8, u8)> = Vec::new();
    let mut total: u64 = 0;
    let mut direction = 0;
    loop {
        if line.len() as u64 == u64::from(before_last) {
            total = total.saturating_add((0..4).map(|last| u64::from(is_legal(&level, last))).sum());
            direction = 4;
        }
        if direction < 4 {
            match level.step(direction) {
                Some(letter) => {
                    line.push((direction as u8, letter));
                    direction = 0;
                }
                None => direction += 1,
            }
        } else if let Some((stepped, letter)) = line.pop() {
            level.unstep(stepped.into(), letter);
            direction = usize::from(stepped) + 1;
        } else {
            return total;
        }
    }
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
