//! The normal form of plain boards.

use crate::{FrameError, FramedBoard};

pub(super) fn board(rows: &[&str]) -> Result<FramedBoard, FrameError> {
    let text = rows.concat();
    let player = text.find(['@', '+']).unwrap_or(text.len());
    FramedBoard::new(rows[0].len(), text.replace('@', " ").replace('+', ".").as_bytes(), player)
}

fn normal(rows: &[&str]) -> String {
    String::from_utf8(board(rows).unwrap().normal_form(1 << 20)).unwrap()
}

#[test]
fn what_does_not_matter_is_gone() {
    let room = normal(&["#######", "#@ $ .#", "#     #", "#######"]);
    assert_eq!(room, "####\n#+ #\n#  #\n#$ #\n#  #\n#  #\n####\n");
    assert_eq!(normal(&["########", "#. $  ##", "#     @#", "########"]), room);
    assert_eq!(normal(&["########", "#  $ .##", "#@    ##", "########"]), room);
}

#[test]
fn a_frozen_box_on_its_goal_is_a_wall() {
    assert_eq!(
        normal(&["#####", "#*  #", "#@$.#", "#   #", "#####"]),
        normal(&["#####", "##  #", "#@$.#", "#   #", "#####"])
    );
}

#[test]
fn what_is_no_framed_board_is_refused() {
    assert_eq!(FramedBoard::new(0, b"", 0), Err(FrameError::Rows));
    assert_eq!(FramedBoard::new(3, b"####", 0), Err(FrameError::Rows));
    assert_eq!(FramedBoard::new(3, b"####x####", 4), Err(FrameError::Sign(4)));
    assert_eq!(FramedBoard::new(3, b"###  ####", 4), Err(FrameError::Open(3)));
    assert_eq!(FramedBoard::new(1, b"#", 0), Err(FrameError::Player));
    assert_eq!(board(&["####", "#@$ ", "####"]), Err(FrameError::Open(7)));
    assert_eq!(board(&["###", "#$#", "###"]), Err(FrameError::Player));
}

#[test]
fn a_board_of_cells_has_a_frame() {
    let cells = [2, 4, 8, 6, 0, 1];
    assert_eq!(FramedBoard::of_cells(3, &cells), board(&["#####", "#.$@#", "#* ##", "#####"]).ok());
    let on_goal = [10, 4];
    assert_eq!(FramedBoard::of_cells(2, &on_goal), board(&["####", "#+$#", "####"]).ok());
    // no whole rows, no player, two of them, one on a wall, one on a box, a box on a wall
    for (width, cells) in
        [(0, [8, 0]), (3, [8, 0]), (2, [4, 0]), (2, [8, 8]), (2, [9, 0]), (2, [12, 0]), (2, [8, 5])]
    {
        assert_eq!(FramedBoard::of_cells(width, &cells), None, "{cells:?} in rows of {width}");
    }
}
