//! Crossoban on small crowded boards, where every position can be visited.

use super::oracle::Random;
use super::state_space::{check_boards, check_refusals, random_board};
use crate::native_rules::crossoban::Crossoban;
use crate::native_rules::crossoban::options::OPTIONS;
use crate::native_rules::{GameBoard, Piece, Terrain};

const COLOURS: [&str; 2] = ["red", "blue"];

/// Draws a terrain, floor in half of all cases, else one of `sorts`.
fn terrain(random: &mut Random, sorts: &[usize]) -> Terrain {
    if random.below(2) == 0 {
        return Terrain::plain("floor");
    }
    match sorts[random.below(sorts.len())] {
        0 => Terrain::plain("wall"),
        1 => Terrain::plain("goal"),
        2 => Terrain::plain("ice"),
        3 => Terrain { direction: random.below(4) as i64, ..Terrain::plain("conveyor") },
        4 => Terrain::plain("hole"),
        5 => Terrain { uses: random.below(3) as i64, ..Terrain::plain("weak") },
        6 => Terrain::plain("lock"),
        _ => Terrain { colour: Some(COLOURS[random.below(2)].to_owned()), ..Terrain::plain("filter") },
    }
}

fn board(random: &mut Random) -> GameBoard {
    random_board(random, [4, 3], &["wall"], |random, area| {
        let sorts: Vec<usize> = (0..2 + random.below(2)).map(|_| random.below(8)).chain([0, 1]).collect();
        let terrain = (0..area).map(|_| terrain(random, &sorts)).collect();
        let (pushers, boxes) = (1 + random.below(5) / 3, 1 + random.below(4));
        let group = random.below(2) as i64;
        let piece = |index| {
            let (kind, group) = if index < pushers { ("pusher", group) } else { ("box", 0) };
            let colour = COLOURS.get(random.below(4)).map(|&colour| colour.to_owned());
            Piece { colours: colour.into_iter().collect(), group, ..Piece::plain(kind, Vec::new()) }
        };
        (terrain, (0..pushers + boxes).map(piece).collect())
    })
}

#[test]
fn bounds_and_dead_positions_are_sound() {
    let counts = check_boards::<Crossoban>(11, (4000, 4000), &OPTIONS, true, board);
    // They also find most deadlocks, and are not far below the true distance.
    assert!(counts.deadlocks > 2 * counts.missed && counts.bounded * 4 > counts.distance, "{counts:?}");
}

#[test]
fn what_is_not_known_is_refused() {
    let piece = Piece::plain("box", vec![0]);
    let terrain = [
        (Terrain::plain("flower"), "flower"),
        (Terrain { number: 1, ..Terrain::plain("goal") }, "goal"),
        (Terrain::plain("conveyor"), "conveyor"),
        (Terrain { uses: -1, ..Terrain::plain("weak") }, "weak"),
        (Terrain::plain("wall"), "wall"),
    ];
    let pieces = [
        (vec![Piece { number: 1, ..piece.clone() }], "box"),
        (vec![Piece::plain("stone", vec![0])], "stone"),
        (vec![Piece::plain("box", vec![2])], "box"),
        (vec![piece.clone(), Piece::plain("pusher", vec![0])], "share"),
    ];
    check_refusals::<Crossoban>(&piece, Some("sticky"), &terrain, &pieces);
}
