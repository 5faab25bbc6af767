//! The LURD text of pushes, with the shortest walks in between.

use super::position::Position;
use crate::board::{RootPosition, shift_box};
use crate::level::{LETTERS, opposite};
use crate::push::Push;
use crate::region::Region;

/// Plays the pushes one after the other; returns whether each is legal and all boxes stand on goals at last.
pub(crate) fn solves(root: &RootPosition, pushes: &[Push]) -> bool {
    let board = &root.board;
    let mut position = Position::new(board, &root.boxes);
    let mut region = Region::new(board);
    let mut player = root.player;
    for &push in pushes {
        let (pusher, target) = board.ends(push);
        region.flood(board, &position.is_box, player);
        let is_legal = position.is_box[usize::from(push.square)]
            && region.contains(pusher)
            && board.is_live[usize::from(target)]
            && !position.is_box[usize::from(target)];
        if !is_legal {
            return false;
        }
        position.play(board, push);
        player = push.square;
    }
    position.boxes.iter().all(|&square| board.is_goal[usize::from(square)])
}

/// Writes the pushes, which must be legal one after the other from `root`, as steps of the player.
pub(crate) fn to_lurd(root: &RootPosition, pushes: &[Push]) -> String {
    let board = &root.board;
    let mut is_box = board.table_of(&root.boxes);
    let mut player = root.player;
    let mut text = String::new();
    let mut step_to_goal = vec![u8::MAX; board.size()];
    let mut queue = Vec::new();
    let mut steps = Vec::new();
    for &push in pushes {
        let (goal, target) = board.ends(push);
        // Breadth-first from the pushing square back to the player: the steps then come in order.
        queue.clear();
        queue.push(goal);
        step_to_goal[usize::from(goal)] = 4;
        let mut done = 0;
        while step_to_goal[usize::from(player)] == u8::MAX
            && let Some(&square) = queue.get(done)
        {
            done += 1;
            for (back, &next) in board.neighbours(square).iter().enumerate() {
                let index = usize::from(next);
                if next != board.wall() && !is_box[index] && step_to_goal[index] == u8::MAX {
                    step_to_goal[index] = opposite(back) as u8;
                    queue.push(next);
                }
            }
        }
        debug_assert!(step_to_goal[usize::from(player)] != u8::MAX, "the player reaches every push");
        steps.clear();
        let mut square = player;
        while let Some(&letter) = LETTERS.get(usize::from(step_to_goal[usize::from(square)])) {
            steps.push(letter);
            square = board.neighbour(square, usize::from(step_to_goal[usize::from(square)]));
        }
        text.extend(steps.iter().map(|&letter| char::from(letter)));
        text.push(char::from(LETTERS[usize::from(push.direction)].to_ascii_uppercase()));
        for &square in &queue {
            step_to_goal[usize::from(square)] = u8::MAX;
        }
        shift_box(&mut is_box, push.square, target);
        player = push.square;
    }
    text
}
