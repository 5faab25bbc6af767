//! The LURD text of pushes, with the shortest walks in between.

use super::root_position::RootPosition;
use crate::level::{letter_of, opposite};
use crate::push::Push;
use crate::region::Region;

/// Plays the pushes one after the other; returns whether each is legal and all boxes stand on goals of their classes at last.
pub(crate) fn solves(root: &RootPosition, pushes: &[Push]) -> bool {
    let board = &root.board;
    let mut position = root.position();
    let mut region = Region::new(board);
    let mut player = root.player;
    for &push in pushes {
        let (pusher, target) = board.ends(push);
        region.flood(&position.is_box, player);
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
    root.is_solved(&position.set)
}

/// Writes the pushes, which must be legal one after the other from `root`, as steps of the player.
pub(crate) fn to_lurd(root: &RootPosition, pushes: &[Push]) -> String {
    let board = &root.board;
    let mut is_box = board.boxes_on(&root.boxes);
    let mut player = root.player;
    let mut text = String::new();
    for &push in pushes {
        let (pusher, target) = board.ends(push);
        // Breadth-first from the pushing square back to the player: the steps then come in order.
        let mut direction_from = vec![None; board.size()];
        direction_from[usize::from(pusher)] = Some(usize::from(push.direction));
        let mut queue = vec![pusher];
        let mut done = 0;
        while direction_from[usize::from(player)].is_none() {
            let Some(&square) = queue.get(done) else { break };
            done += 1;
            for (back, &next) in board.neighbours(square).iter().enumerate() {
                let index = usize::from(next);
                if next != board.wall() && !is_box[index] && direction_from[index].is_none() {
                    direction_from[index] = Some(opposite(back));
                    queue.push(next);
                }
            }
        }
        while player != pusher {
            let direction = direction_from[usize::from(player)].expect("the player reaches every push");
            text.push(letter_of(direction, false));
            player = board.neighbour(player, direction);
        }
        text.push(letter_of(usize::from(push.direction), true));
        is_box.shift(push.square, target);
        player = push.square;
    }
    text
}
