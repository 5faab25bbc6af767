//! Versus on small crowded boards, where every position can be visited.

use super::oracle::Random;
use super::state_space::{check_boards, check_refusals, random_board};
use crate::native_rules::versus::Versus;
use crate::native_rules::{GameBoard, Piece, Terrain};

fn board(random: &mut Random) -> GameBoard {
    random_board(random, [4, 3], &["wall"], |random, area| {
        let dense = 1 + random.below(4);
        let terrain = |_| match random.below(12) {
            0..3 => Terrain { player: random.below(5) as i64 % 3, ..Terrain::plain("goal") },
            sort if sort < 3 + dense => Terrain::plain("wall"),
            _ => Terrain::plain("floor"),
        };
        let terrain = (0..area).map(terrain).collect();
        let players = if random.below(8) == 0 { 1 } else { 2 };
        let pushers = (1..=players).map(|player| Piece { player, ..Piece::plain("pusher", Vec::new()) });
        let boxes = std::iter::repeat_n(Piece::plain("box", Vec::new()), 1 + random.below(3));
        (terrain, pushers.chain(boxes).collect())
    })
}

#[test]
fn bounds_and_dead_positions_are_sound() {
    // By the rules play could go on to another end once player 1 has not won.
    let counts = check_boards::<Versus>(15, (3000, 1500), &[], false, board);
    // They also find most deadlocks, and are not far below the true distance.
    assert!(counts.deadlocks > 20 * counts.missed && counts.bounded * 5 > counts.distance * 2, "{counts:?}");
}

#[test]
fn what_is_not_known_is_refused() {
    let pusher = Piece { player: 1, ..Piece::plain("pusher", vec![0]) };
    let terrain = [
        (Terrain::plain("ice"), "versus"),
        (Terrain { player: 3, ..Terrain::plain("goal") }, "versus"),
        (Terrain { player: 1, ..Terrain::plain("floor") }, "versus"),
    ];
    let pieces = [
        (vec![Piece { player: 3, ..pusher.clone() }], "pusher"),
        (vec![Piece { player: 1, ..Piece::plain("box", vec![0]) }], "box"),
        (vec![pusher.clone(), Piece { cells: vec![1], ..pusher.clone() }], "pusher"),
        (vec![pusher.clone(), Piece::plain("box", vec![0])], "share"),
    ];
    check_refusals::<Versus>(&pusher, None, &terrain, &pieces);
}
