//! Proofs by closed positions, against exhaustive search. What a proof holds is checked by the program in Python.

use super::depth::{fewest, scaled};
use super::symmetries::mirrored;
use super::within;
use crate::certify::{Certification, Claim, certify};
use crate::exhaustive::best_count;
use crate::generate::random::Random;
use crate::{Limit, LimitKind, Objective, Puzzle};

fn certified(puzzle: &Puzzle, claim: Claim, nodes: Option<u64>) -> Certification {
    within(&Limit { nodes, ..Limit::default() }, |control| certify(puzzle, claim, 2, control))
}

/// Certifies what exhaustive search says of random puzzles, and checks that nothing else is; returns how many of them have
/// no solution.
fn agree(seed: u64, count: usize, make: impl Fn(&mut Random) -> Puzzle) -> usize {
    let mut random = Random::new(seed, 0);
    let mut unsolvable = 0;
    for _ in 0..scaled(count) {
        let puzzle = make(&mut random);
        let pushes = best_count(&puzzle, Objective::Pushes).map(|count| count.pushes);
        let moves = best_count(&puzzle, Objective::Moves).map(|count| count.moves);
        let (Some(pushes), Some(moves)) = (pushes, moves) else {
            unsolvable += 1;
            assert!(matches!(certified(&puzzle, Claim::Unsolvable, None), Certification::Closed(_)));
            continue;
        };
        assert!(matches!(certified(&puzzle, Claim::Pushes(pushes), None), Certification::Closed(_)));
        assert!(matches!(certified(&puzzle, Claim::Moves(moves), None), Certification::Closed(_)));
        assert_eq!(certified(&puzzle, Claim::Pushes(pushes + 1), None), Certification::Solution(pushes));
        assert_eq!(certified(&puzzle, Claim::Moves(moves + 1), None), Certification::Solution(moves));
        assert_eq!(certified(&puzzle, Claim::Unsolvable, None), Certification::Solution(pushes));
    }
    unsolvable
}

#[test]
fn a_proof_is_found_of_what_is_true_and_of_nothing_else() {
    let unsolvable = agree(11, 150, |random| Puzzle::from(&random.level(3)));
    assert!(unsolvable > fewest(20), "{unsolvable}");
    agree(12, 80, |random| mirrored(random, 0));
    agree(13, 40, |random| mirrored(random, 2));
}

#[test]
fn one_of_all_images_is_in_a_proof() {
    let rows = "#       #\n# $@$   #\n#  #$#  #\n# #. .# #\n#  .$.  #\n#       #\n#########";
    let positions = |first: &str| {
        let puzzle = Puzzle::from(&super::draw(&format!("{first}\n{rows}")));
        let moves = best_count(&puzzle, Objective::Moves).expect("it can be solved").moves;
        let Certification::Closed(closed) = certified(&puzzle, Claim::Moves(moves), None) else {
            panic!("a proof")
        };
        closed.positions
    };
    let (once, all) = (positions("#########"), positions("# #######"));
    assert!(once > 1000 && once * 5 < all * 3, "{once} positions for {all}");
}

#[test]
fn more_positions_than_there_may_be_end_the_search() {
    let puzzle =
        Puzzle::from(&super::draw("########\n#   #  #\n# $    #\n#@$ ...#\n# $    #\n#   #  #\n########"));
    let Certification::Closed(closed) = certified(&puzzle, Claim::Moves(22), None) else { panic!("a proof") };
    let most = closed.positions as u64;
    assert!(matches!(certified(&puzzle, Claim::Moves(22), Some(most)), Certification::Closed(_)));
    let less = certified(&puzzle, Claim::Moves(22), Some(most - 1));
    assert_eq!(less, Certification::GaveUp(LimitKind::Nodes));
}

/// Returns how many boxes are looked up together in a hall of so many squares with four of them.
fn looked_up(rows: usize, columns: usize) -> usize {
    let line = |inside: &str| format!("#{inside:<columns$}#");
    let mut lines = vec![line(""); rows];
    lines[1] = line(" @$.$.$.$.");
    let wall = "#".repeat(columns + 2);
    let puzzle = Puzzle::from(&super::draw(&format!("{wall}\n{}\n{wall}", lines.join("\n"))));
    let found = within(&Limit::default(), |control| certify(&puzzle, Claim::Pushes(4), 4, control));
    let Certification::Closed(closed) = found else { panic!("a proof") };
    closed.subset
}

#[test]
fn as_many_boxes_are_looked_up_as_a_checker_goes_through() {
    // Four boxes stand on 56 squares in 367,290 ways, but can be solved in few of them; in the larger hall in too many.
    assert_eq!(looked_up(4, 14), 4);
    assert_eq!(looked_up(7, 12), 3);
}
