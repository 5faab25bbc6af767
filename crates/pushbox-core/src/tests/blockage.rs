//! Blockage on small crowded boards, where every position can be visited.

use super::oracle::Random;
use super::state_space::{check_boards, check_refusals};
use crate::native_rules::blockage::Blockage;
use crate::native_rules::blockage::static_level::OPTIONS;
use crate::native_rules::{GameBoard, Piece, Terrain};

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

fn board(random: &mut Random) -> GameBoard {
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
        return GameBoard { width, height, terrain: terrain.into(), pieces, counters: Vec::new() };
    }
}

#[test]
fn bounds_and_dead_positions_are_sound() {
    let counts = check_boards::<Blockage>(12, (6000, 2000), &OPTIONS, true, board);
    // They also find most deadlocks, and are not far below the true distance.
    assert!(counts.deadlocks > 20 * counts.missed && counts.bounded * 5 > counts.distance * 4, "{counts:?}");
}

#[test]
fn what_is_not_known_is_refused() {
    let piece = Piece { colours: vec!["red".to_owned()], ..Piece::plain("stone", vec![0]) };
    let black = Piece { colours: vec!["black".to_owned()], ..piece.clone() };
    let terrain = [
        (Terrain::plain("ice"), "ice"),
        (Terrain { number: 1, ..Terrain::plain("goal") }, "goal"),
        (Terrain { uses: 2, ..Terrain::plain("teleporter") }, "teleporter"),
        (Terrain { uses: 1, ..Terrain::plain("dye") }, "dye"),
    ];
    let pieces = [
        (vec![Piece { arrow: 1, ..piece.clone() }], "stone"),
        (vec![Piece::plain("stone", vec![0])], "stone"),
        (vec![Piece { cells: vec![0, 1], ..piece.clone() }], "one cell"),
        (vec![black, piece.clone()], "black"),
    ];
    check_refusals::<Blockage>(&piece, Some("auto_fix"), &terrain, &pieces);
}
