//! Blockoban on small crowded boards, where every position can be visited.

use super::oracle::Random;
use super::state_space::{check_boards, check_refusals, random_board};
use crate::native_rules::blockoban::Blockoban;
use crate::native_rules::blockoban::static_level::OPTIONS;
use crate::native_rules::{GameBoard, Piece, Terrain};

const COLOURS: [&str; 2] = ["red", "blue"];

fn terrain(random: &mut Random, dense: usize) -> Terrain {
    match random.below(24) {
        0..4 => Terrain { colour: Some(COLOURS[random.below(2)].to_owned()), ..Terrain::plain("goal") },
        4 => Terrain::plain("sticky"),
        5 => Terrain::plain("hole"),
        sort if sort < 6 + dense => Terrain::plain("wall"),
        _ => Terrain::plain("floor"),
    }
}

fn board(random: &mut Random) -> GameBoard {
    random_board(random, [5, 4], &["wall", "hole"], |random, area| {
        let dense = 2 + random.below(6);
        let terrain = (0..area).map(|_| terrain(random, dense)).collect();
        let count = 1 + random.below(4);
        let piece = |_| {
            let kind = if random.below(3) == 0 { "circle" } else { "block" };
            let group = if kind == "block" && random.below(2) == 0 { 1 + random.below(2) as i64 } else { 0 };
            let colour = COLOURS.get(random.below(3)).map(|&colour| colour.to_owned());
            Piece { colours: colour.into_iter().collect(), group, ..Piece::plain(kind, Vec::new()) }
        };
        (terrain, (0..count).map(piece).collect())
    })
}

#[test]
fn bounds_and_dead_positions_are_sound() {
    let counts = check_boards::<Blockoban>(14, (1500, 3000), &OPTIONS, true, board);
    // They also find most deadlocks, and are not far below the true distance.
    assert!(counts.deadlocks > 20 * counts.missed && counts.bounded * 5 > counts.distance * 2, "{counts:?}");
}

#[test]
fn what_is_not_known_is_refused() {
    let piece = Piece { colours: vec!["red".to_owned()], ..Piece::plain("block", vec![0]) };
    let two = vec!["red".to_owned(), "blue".to_owned()];
    let terrain = [
        (Terrain::plain("ice"), "ice"),
        (Terrain { number: 1, ..Terrain::plain("goal") }, "goal"),
        (Terrain { colour: Some("red".to_owned()), ..Terrain::plain("floor") }, "floor"),
        (Terrain::plain("hole"), "hole"),
    ];
    let pieces = [
        (vec![Piece { arrow: 1, ..piece.clone() }], "block"),
        (vec![Piece { colours: two, ..piece.clone() }], "block"),
        (vec![Piece { group: 1, ..Piece::plain("circle", vec![0]) }], "circle"),
        (vec![Piece::plain("pusher", vec![0])], "pusher"),
        (vec![Piece::plain("block", vec![2])], "block"),
        (vec![piece.clone(), Piece::plain("circle", vec![0])], "share"),
    ];
    check_refusals::<Blockoban>(&piece, Some("nudge"), &terrain, &pieces);
}
