//! Crossoban on small crowded boards, where every position can be visited.

use super::oracle::Random;
use super::reach::{Seen, check, choose};
use crate::twin::crossoban::Crossoban;
use crate::twin::{Board, Piece, Rules, Scalar, Terrain, TwinError};

const OPTIONS: [(&str, &[&str]); 10] = [
    ("sticky", &["no", "yes"]),
    ("pusher_colour", &["own-and-plain", "own", "any"]),
    ("filter_pushers", &["colour", "none", "all"]),
    ("filter_plain", &["refused", "admitted"]),
    ("lock", &["boxes", "pushers"]),
    ("conveyor", &["all", "boxes", "pushers", "one-way"]),
    ("hole_fill", &["no", "yes"]),
    ("hole_frees", &["no", "yes"]),
    ("weak", &["all", "boxes"]),
    ("link", &["independent", "rigid"]),
];
const COLOURS: [&str; 2] = ["red", "blue"];

/// Terrain of the sorts that a board has, floor in half of all cells.
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

fn coloured(random: &mut Random, kind: &str, cell: usize) -> Piece {
    let mut piece = Piece::plain(kind, vec![cell]);
    if random.below(2) == 0 {
        piece.colours.push(COLOURS[random.below(2)].to_owned());
    }
    piece
}

fn board(random: &mut Random) -> Board {
    loop {
        let (width, height) = (2 + random.below(4), 2 + random.below(3));
        let sorts: Vec<usize> = (0..2 + random.below(2)).map(|_| random.below(8)).chain([0, 1]).collect();
        let terrain: Vec<Terrain> = (0..width * height).map(|_| terrain(random, &sorts)).collect();
        let mut free: Vec<usize> = (0..terrain.len()).filter(|&cell| terrain[cell].kind != "wall").collect();
        let (pushers, boxes) = (1 + random.below(5) / 3, 1 + random.below(4));
        if free.len() < pushers + boxes + 1 {
            continue;
        }
        let group = random.below(2) as i64;
        let mut pieces = Vec::new();
        for index in 0..pushers + boxes {
            let cell = free.swap_remove(random.below(free.len()));
            let kind = if index < pushers { "pusher" } else { "box" };
            let piece = coloured(random, kind, cell);
            pieces.push(Piece { group: if index < pushers { group } else { 0 }, ..piece });
        }
        return Board { width, height, terrain, pieces, counters: Vec::new() };
    }
}

#[test]
fn bounds_and_dead_positions_are_sound() {
    let mut random = Random(11);
    let mut seen = Seen::default();
    for _ in 0..4000 {
        let board = board(&mut random);
        let options = choose(&mut random, &OPTIONS);
        let (rules, start) = Crossoban::new(&board, &options).expect("a board of the game");
        check(&rules, start, &options, 4000, &mut seen);
    }
    assert!(seen.solvable > 30_000, "{seen:?}");
    // They also find much of what there is to find.
    assert!(seen.dead > 2 * seen.missed && seen.estimated * 4 > seen.distance, "{seen:?}");
}

#[test]
fn what_is_not_known_is_refused() {
    let piece = Piece::plain("box", vec![0]);
    let refused = |board: &Board, options: &[(String, Scalar)]| -> TwinError {
        Crossoban::new(board, options).err().expect("refused")
    };
    let bare = Board {
        width: 2,
        height: 1,
        terrain: vec![Terrain::plain("floor"), Terrain::plain("floor")],
        pieces: vec![piece.clone()],
        counters: Vec::new(),
    };
    assert!(Crossoban::new(&bare, &[]).is_ok());
    let text = |name: &str, value: &str| vec![(name.to_owned(), Scalar::Text(value.to_owned()))];
    assert!(refused(&bare, &text("sticky", "perhaps")).0.contains("sticky"));
    assert!(refused(&bare, &text("steps", "yes")).0.contains("steps"));
    assert!(refused(&bare, &[("sticky".to_owned(), Scalar::Flag(true))]).0.contains("sticky"));
    let with_terrain =
        |strange: Terrain| Board { terrain: vec![strange, Terrain::plain("floor")], ..bare.clone() };
    assert!(refused(&with_terrain(Terrain::plain("flower")), &[]).0.contains("flower"));
    assert!(refused(&with_terrain(Terrain { number: 1, ..Terrain::plain("goal") }), &[]).0.contains("goal"));
    assert!(refused(&with_terrain(Terrain::plain("conveyor")), &[]).0.contains("conveyor"));
    assert!(refused(&with_terrain(Terrain { uses: -1, ..Terrain::plain("weak") }), &[]).0.contains("weak"));
    let with_piece = |strange: Piece| Board { pieces: vec![strange], ..bare.clone() };
    assert!(refused(&with_piece(Piece { number: 1, ..piece.clone() }), &[]).0.contains("box"));
    assert!(refused(&with_piece(Piece::plain("stone", vec![0])), &[]).0.contains("stone"));
    assert!(refused(&with_piece(Piece::plain("box", vec![2])), &[]).0.contains("box"));
    let shared = Board { pieces: vec![piece.clone(), Piece::plain("pusher", vec![0])], ..bare.clone() };
    assert!(refused(&shared, &[]).0.contains("share"));
    assert!(refused(&with_terrain(Terrain::plain("wall")), &[]).0.contains("wall"));
    let counted = Board { counters: vec![("steps".to_owned(), 3)], ..bare.clone() };
    assert!(refused(&counted, &[]).0.contains("steps"));
}
