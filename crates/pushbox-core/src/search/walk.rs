//! From pushes to a LURD text: the shortest walks in between.

use super::position::Position;
use crate::board::{LETTERS, opposite};
use crate::field::Start;
use crate::push::Push;
use crate::region::Region;

/// Plays the pushes one after the other and tells whether each is legal and all boxes stand on goals at last.
pub(crate) fn solves(start: &Start, pushes: &[Push]) -> bool {
    let field = &start.field;
    let mut position = Position::new(field, &start.boxes);
    let mut region = Region::new(field);
    let mut player = start.player;
    for &push in pushes {
        let direction = usize::from(push.direction);
        let near = field.near[usize::from(push.square)];
        region.flood(field, &position.is_box, player);
        let is_legal = position.is_box[usize::from(push.square)]
            && region.contains(near[opposite(direction)])
            && field.is_live[usize::from(near[direction])]
            && !position.is_box[usize::from(near[direction])];
        if !is_legal {
            return false;
        }
        position.play(field, push);
        player = push.square;
    }
    position.boxes.iter().all(|&square| field.is_goal[usize::from(square)])
}

/// Writes the pushes, which must be legal one after the other from `start`, as steps of the player.
pub(crate) fn write(start: &Start, pushes: &[Push]) -> String {
    let field = &start.field;
    let mut is_box = vec![false; field.near.len()];
    for &square in &start.boxes {
        is_box[usize::from(square)] = true;
    }
    let mut player = start.player;
    let mut text = String::new();
    let mut came = vec![u8::MAX; field.near.len()];
    let mut queue = Vec::new();
    let mut steps = Vec::new();
    for &push in pushes {
        let direction = usize::from(push.direction);
        let near = field.near[usize::from(push.square)];
        let goal = near[opposite(direction)];
        // Breadth-first from the pushing square back to the player: the steps then come in order.
        queue.clear();
        queue.push(goal);
        came[usize::from(goal)] = 4;
        let mut done = 0;
        while came[usize::from(player)] == u8::MAX
            && let Some(&square) = queue.get(done)
        {
            done += 1;
            for (back, &next) in field.near[usize::from(square)].iter().enumerate() {
                let index = usize::from(next);
                if next != field.wall() && !is_box[index] && came[index] == u8::MAX {
                    came[index] = opposite(back) as u8;
                    queue.push(next);
                }
            }
        }
        debug_assert!(came[usize::from(player)] != u8::MAX, "the player reaches every push");
        steps.clear();
        let mut square = player;
        while let Some(&letter) = LETTERS.get(usize::from(came[usize::from(square)])) {
            steps.push(letter);
            square = field.near[usize::from(square)][usize::from(came[usize::from(square)])];
        }
        text.extend(steps.iter().map(|&letter| char::from(letter)));
        text.push(char::from(LETTERS[direction].to_ascii_uppercase()));
        for &square in &queue {
            came[usize::from(square)] = u8::MAX;
        }
        is_box[usize::from(push.square)] = false;
        is_box[usize::from(near[direction])] = true;
        player = push.square;
    }
    text
}
