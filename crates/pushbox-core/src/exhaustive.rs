//! Exhaustive search, by which the solver is tested: uniform cost step by step, without pruning. It shares no line with
//! the searches.

use std::collections::{BTreeSet, HashMap};

use crate::objective::{Count, Objective};
use crate::puzzle::Puzzle;

/// Returns the counts of a best solution of `puzzle` by an objective, the fewest pushes for any; `None` if nothing solves
/// it. Time and memory grow with the cells to the power of the boxes and pushers.
pub fn best_count(puzzle: &Puzzle, objective: Objective) -> Option<Count> {
    let level = puzzle.level();
    let boxes = (0..level.cells().len()).filter(|&cell| level.is_box(cell));
    let mut boxes: Vec<(u32, usize)> = boxes.map(|cell| (puzzle.box_number(cell), cell)).collect();
    boxes.sort_unstable();
    let is_home = |&(number, cell): &(u32, usize)| level.is_goal(cell) && puzzle.goal_number(cell) == number;
    let mut queue = BTreeSet::new();
    let mut best = HashMap::new();
    let start = (boxes, puzzle.pushers().to_vec());
    queue.insert((objective.rank(Count::default()), 0, 0, start.clone()));
    best.insert(start, Count::default());
    while let Some((_, moves, pushes, state)) = queue.pop_first() {
        let count = Count { pushes, moves };
        if best[&state] != count {
            continue;
        }
        let (boxes, players) = &state;
        if boxes.iter().all(is_home) {
            return Some(count);
        }
        let is_free = |cell: usize| {
            !level.is_wall(cell) && !players.contains(&cell) && boxes.iter().all(|&(_, at)| at != cell)
        };
        for (index, &player) in players.iter().enumerate() {
            for direction in 0..4 {
                let Some(target) = level.neighbour(player, direction) else { continue };
                let (mut boxes, mut players) = (boxes.clone(), players.clone());
                let mut cost = Count { pushes: 0, moves: 1 };
                if !is_free(target) {
                    let Some(pushed) = boxes.iter().position(|&(_, at)| at == target) else { continue };
                    let beyond = level.neighbour(target, direction).filter(|&beyond| is_free(beyond));
                    let Some(beyond) = beyond else { continue };
                    boxes[pushed].1 = beyond;
                    boxes.sort_unstable();
                    cost.pushes = 1;
                }
                players[index] = target;
                players.sort_unstable();
                let (next, total) = ((boxes, players), count.plus(cost));
                let better = |known: &Count| objective.rank(total) < objective.rank(*known);
                if best.get(&next).is_none_or(better) {
                    best.insert(next.clone(), total);
                    queue.insert((objective.rank(total), total.moves, total.pushes, next));
                }
            }
        }
    }
    None
}
