//! The texts of plain boards that ids are sums of.

use super::normal_form::board;

#[test]
fn a_text_has_size_cells_and_pieces() {
    let board = board(&["#####", "#+ *#", "#$ ##", "#####"]).unwrap();
    let pieces =
        ["\nkind='pusher' cells=(0,)", "\nkind='box' cells=(2,)", "\nkind='box' cells=(3,)"].concat();
    assert_eq!(board.position_text(), format!("3 2\n.-.--#{pieces}"));
}

#[test]
fn the_least_text_is_that_of_all_symmetries() {
    let ways = [
        ["#####", "#@$.#", "#####"].as_slice(),
        &["#####", "#.$@#", "#####"],
        &["###", "#@#", "#$#", "#.#", "###"],
        &["###", "#.#", "#$#", "#@#", "###"],
    ];
    let least = "1 3\n--.\nkind='pusher' cells=(0,)\nkind='box' cells=(1,)";
    assert_eq!(ways.map(|way| board(way).unwrap().least_position_text()), [least; 4]);
}
