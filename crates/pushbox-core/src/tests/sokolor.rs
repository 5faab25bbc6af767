//! Sokolor on small crowded boards, where every position can be visited.

use super::oracle::Random;
use super::state_space::{check_boards, check_refusals, random_board};
use crate::native_rules::sokolor::Sokolor;
use crate::native_rules::{GameBoard, Piece, Rules, Terrain};

const OPTIONS: [(&str, &[&str]); 2] = [("vanish_min", &["2", "3", "4"]), ("touching", &["wait", "vanish"])];
const COLOURS: [&str; 2] = ["red", "blue"];

fn board(random: &mut Random) -> GameBoard {
    random_board(random, [5, 5], &["wall"], |random, area| {
        let (dense, boxes, colours) = (1 + random.below(4), 2 + random.below(5), 1 + random.below(3));
        let kind = |random: &mut Random| if random.below(10) < dense { "wall" } else { "floor" };
        let terrain = (0..area).map(|_| Terrain::plain(kind(random))).collect();
        let a_box = |_| {
            let colour = COLOURS.get(random.below(colours)).map(|&colour| colour.to_owned());
            Piece { colours: colour.into_iter().collect(), ..Piece::plain("box", Vec::new()) }
        };
        (terrain, (0..boxes).map(a_box).chain([Piece::plain("pusher", Vec::new())]).collect())
    })
}

#[test]
fn bounds_and_dead_positions_are_sound() {
    let counts = check_boards::<Sokolor>(13, (4000, 3000), &OPTIONS, true, board);
    // They also find most deadlocks, and are not far below the true distance.
    assert!(counts.deadlocks > 6 * counts.missed && counts.bounded * 2 > counts.distance, "{counts:?}");
}

#[test]
fn a_bound_measures_from_the_boxes_that_it_compares_alone() {
    let cells = [35, 64, 333, 821];
    let boxes =
        cells.map(|cell| Piece { colours: vec!["red".to_owned()], ..Piece::plain("box", vec![cell]) });
    let pusher = Piece::plain("pusher", vec![0]);
    let board = GameBoard {
        width: 30,
        height: 30,
        terrain: vec![Terrain::plain("floor"); 900].into(),
        pieces: boxes.into_iter().chain([pusher]).collect(),
        counters: Vec::new(),
    };
    let (rules, state) = Sokolor::new(&board, &[]).expect("a board of Sokolor");
    assert!(rules.lower_bound(&state).is_some_and(|bound| bound.pushes > 0));
    assert!((1..=3 * cells.len()).contains(&rules.rows()), "{}", rules.rows());
}

#[test]
fn what_is_not_known_is_refused() {
    let piece = Piece { colours: vec!["red".to_owned()], ..Piece::plain("box", vec![0]) };
    let two = vec!["red".to_owned(), "blue".to_owned()];
    let terrain = [
        (Terrain::plain("goal"), "goal"),
        (Terrain { player: 1, ..Terrain::plain("floor") }, "floor"),
        (Terrain::plain("wall"), "wall"),
    ];
    let pieces = [
        (vec![Piece { number: 1, ..piece.clone() }], "box"),
        (vec![Piece { colours: two, ..piece.clone() }], "box"),
        (vec![Piece::plain("stone", vec![0])], "stone"),
        (vec![Piece::plain("box", vec![2])], "box"),
        (vec![Piece::plain("pusher", vec![0]), Piece::plain("pusher", vec![1])], "pusher"),
        (vec![piece.clone(), Piece::plain("pusher", vec![0])], "share"),
    ];
    check_refusals::<Sokolor>(&piece, Some("touching"), &terrain, &pieces);
}
