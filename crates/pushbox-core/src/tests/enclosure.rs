//! Where one leaves a drawn board.

use crate::enclosure::{odd_row, openings};

fn found(rows: &[&str], from: &str) -> Vec<usize> {
    openings(rows.concat().as_bytes(), rows[0].len(), from.as_bytes())
}

#[test]
fn walls_enclose_or_do_not() {
    assert!(found(&["#####", "#@$.#", "#####"], "@+").is_empty());
    assert_eq!(found(&["#####", "#@$. ", "#####"], "@+"), [9]);
    assert_eq!(found(&["#####", "#@#$ ", "#####"], "@+"), [], "a wall between");
    assert_eq!(found(&["#####", "#@#$ ", "#####"], "$"), [9]);
    assert_eq!(found(&["#### ", " #@$#", "#####"], "@"), [], "what is beside the walls is not reached");
}

#[test]
fn all_openings_in_their_order() {
    assert_eq!(found(&["# ###", "#   #", "# @  ", "# .##"], "@"), [17, 16, 14, 1]);
    assert_eq!(found(&["@"], "@"), [0], "a single cell is the edge");
    assert_eq!(openings(b"", 3, b"@"), []);
}

#[test]
fn rows_that_fit_together_and_rows_that_do_not() {
    let odd = |rows: &[&str]| odd_row(&rows.iter().map(|row| row.as_bytes()).collect::<Vec<_>>());
    assert_eq!(odd(&["#####", "#@$.#", "#####"]), (None, 1));
    assert_eq!(odd(&["#####", "#@$.##   #", "#####"]), (Some(1), 1), "two rows in a line");
    assert_eq!(odd(&["#####", "#@$.# #", "#####"]), (None, 1), "two signs may stick out");
    assert_eq!(odd(&["#####", "#@ @#", "- #####"]), (Some(2), 2), "an item of a list");
    assert_eq!(odd(&["-  ###", "   #@#", "   ###"]), (None, 1), "as pushbox writes it");
    assert_eq!(odd(&["* #####", "* #@$.#", "* #####"]), (Some(0), 1), "a mark before all");
    assert_eq!(odd(&[]), (None, 0));
}
