//! Blockage on small crowded boards, where every position can be visited.

use super::oracle::Random;
use super::reach::{Seen, check, choose};
use crate::twin::blockage::Blockage;
use crate::twin::{Board, Piece, Rules, Scalar, Terrain, TwinError};

const OPTIONS: [(&str, &[&str]); 5] = [
    ("overlap", &["rest", "cross"]),
    ("win", &["stones", "targets"]),
    ("auto_fix", &["no", "yes"]),
    ("dye", &["all", "coloured"]),
    ("fix", &["alone", "shared"]),
];
const COLOURS: [&str; 3] = ["red", "green", "black"];

fn terrain(random: &mut Random, dense: usize) -> Terrain {
    let colour = Some(COLOURS[random.below(2)].to_owned());
    let uses = i64::from(random.below(4) > 0);
    match random.below(20) {
        0..3 => Terrain { colour: colour.filter(|_| random.below(3) > 0), ..Terrain::plain("goal") },
        3 => Terrain { colour, uses, ..Terrain::plain("dye") },
        4 => Terrain { uses, pair: 1 + random.below(2) as i64, ..Terrain::plain("teleporter") },
        sort if sort < 5 + dense => Terrain::plain("wall"),
        _ => Terrain::plain("floor"),
    }
}

fn board(random: &mut Random) -> Board {
    loop {
        let (width, height) = (2 + random.below(5), 2 + random.below(4));
        let dense = 2 + random.below(5);
        let terrain: Vec<Terrain> = (0..width * height).map(|_| terrain(random, dense)).collect();
        let free: Vec<usize> = (0..terrain.len()).filter(|&cell| terrain[cell].kind != "wall").collect();
        if free.len() < 4 {
            continue;
        }
        let mut pieces: Vec<Piece> = Vec::new();
        for _ in 0..1 + random.below(4) {
            let cell = free[random.below(free.len())];
            let colour = COLOURS[random.below(3)];
            let at = |piece: &&Piece| piece.cells[0] == cell;
            let is_alone = !pieces.iter().any(|piece| at(&piece));
            let black = pieces.iter().filter(at).any(|piece| piece.colours[0] == "black");
            if !is_alone && (black || colour == "black") {
                continue;
            }
            let fixed = random.below(12) == 0;
            pieces.push(Piece {
                colours: vec![colour.to_owned()],
                fixed,
                ..Piece::plain("stone", vec![cell])
            });
        }
        return Board { width, height, terrain, pieces, counters: Vec::new() };
    }
}

#[test]
fn bounds_and_dead_positions_are_sound() {
    let mut random = Random(12);
    let mut seen = Seen::default();
    for _ in 0..6000 {
        let board = board(&mut random);
        let options = choose(&mut random, &OPTIONS);
        let (rules, start) = Blockage::new(&board, &options).expect("a board of the game");
        check(&rules, start, &options, 2000, &mut seen);
    }
    assert!(seen.solvable > 30_000, "{seen:?}");
    // They also find much of what there is to find.
    assert!(seen.dead > 20 * seen.missed && seen.estimated * 5 > seen.distance * 4, "{seen:?}");
}

#[test]
fn what_is_not_known_is_refused() {
    let piece = Piece { colours: vec!["red".to_owned()], ..Piece::plain("stone", vec![0]) };
    let refused = |board: &Board, options: &[(String, Scalar)]| -> TwinError {
        Blockage::new(board, options).err().expect("refused")
    };
    let bare = Board {
        width: 2,
        height: 1,
        terrain: vec![Terrain::plain("floor"), Terrain::plain("floor")],
        pieces: vec![piece.clone()],
        counters: Vec::new(),
    };
    assert!(Blockage::new(&bare, &[]).is_ok());
    let text = |name: &str, value: &str| vec![(name.to_owned(), Scalar::Text(value.to_owned()))];
    assert!(refused(&bare, &text("win", "perhaps")).0.contains("win"));
    assert!(refused(&bare, &text("steps", "yes")).0.contains("steps"));
    assert!(refused(&bare, &[("auto_fix".to_owned(), Scalar::Flag(true))]).0.contains("auto_fix"));
    let with_terrain =
        |strange: Terrain| Board { terrain: vec![Terrain::plain("floor"), strange], ..bare.clone() };
    assert!(refused(&with_terrain(Terrain::plain("ice")), &[]).0.contains("ice"));
    assert!(refused(&with_terrain(Terrain { number: 1, ..Terrain::plain("goal") }), &[]).0.contains("goal"));
    assert!(
        refused(&with_terrain(Terrain { uses: 2, ..Terrain::plain("teleporter") }), &[])
            .0
            .contains("teleporter")
    );
    assert!(refused(&with_terrain(Terrain { uses: 1, ..Terrain::plain("dye") }), &[]).0.contains("dye"));
    let with_piece = |strange: Piece| Board { pieces: vec![strange], ..bare.clone() };
    assert!(refused(&with_piece(Piece { arrow: 1, ..piece.clone() }), &[]).0.contains("stone"));
    assert!(refused(&with_piece(Piece::plain("stone", vec![0])), &[]).0.contains("stone"));
    assert!(refused(&with_piece(Piece { cells: vec![0, 1], ..piece.clone() }), &[]).0.contains("one cell"));
    let black = Piece { colours: vec!["black".to_owned()], ..piece.clone() };
    let sharing = Board { pieces: vec![black, piece.clone()], ..bare.clone() };
    assert!(refused(&sharing, &[]).0.contains("black"));
    let counted = Board { counters: vec![("steps".to_owned(), 3)], ..bare.clone() };
    assert!(refused(&counted, &[]).0.contains("counter"));
}
