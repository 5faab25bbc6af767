//! The rules of Sokoban and what counts as a level.

use pushbox_core::{LetterError, Level, LevelError, perft, replay};

#[test]
fn a_text_is_played_letter_by_letter() {
    // The player, a box and a goal in a row, open at both ends: the edge of the board is a wall.
    let level = Level::new(4, 1, &[8, 4, 2, 0]).expect("a level");
    let played = replay(&level, "lrRRu").expect("directions");
    assert_eq!(played.letters, b"-RR--"[..].to_vec());
    assert_eq!(played.end.cells(), [0, 0, 10, 4]);
}

#[test]
fn rows_do_not_wrap_around() {
    let level = Level::new(2, 2, &[0, 8, 4, 0]).expect("a level");
    assert_eq!(replay(&level, "r").expect("directions").letters, b"-");
    assert_eq!(replay(&level, "dl").expect("directions").letters, b"d-");
}

#[test]
fn unknown_letters_are_reported_by_character() {
    let level = Level::new(2, 1, &[8, 0]).expect("a level");
    assert_eq!(replay(&level, "rlé").err(), Some(LetterError { index: 2, letter: 'é' }));
}

#[test]
fn two_boxes_are_too_heavy() {
    let level = Level::new(4, 1, &[8, 4, 4, 0]).expect("a level");
    assert_eq!(replay(&level, "R").expect("directions").letters, b"-");
}

#[test]
fn what_is_no_level_is_an_error() {
    let error = |width, height, cells: &[u8]| Level::new(width, height, cells).err();
    assert_eq!(error(2, 2, &[8]), Some(LevelError::Size { width: 2, height: 2, cells: 1 }));
    assert_eq!(error(1, 2, &[8, 8]), Some(LevelError::SecondPlayer { cell: 1 }));
    assert_eq!(error(1, 1, &[0]), Some(LevelError::NoPlayer));
    assert_eq!(error(0, 0, &[]), Some(LevelError::NoPlayer));
    for byte in [3, 5, 9, 12, 14, 16] {
        assert_eq!(error(2, 1, &[8, byte]), Some(LevelError::Cell { cell: 1, byte }));
    }
    let (width, height) = (usize::MAX, 2);
    assert_eq!(error(width, height, &[]), Some(LevelError::TooLarge { width, height }));
    let (width, height) = (65_001, 1);
    assert_eq!(error(width, height, &[0; 65_001]), Some(LevelError::TooLarge { width, height }));
}

#[test]
fn counting_ends_where_nothing_moves() {
    let level = Level::new(1, 1, &[8]).expect("a level");
    assert_eq!((perft(&level, 0), perft(&level, 1), perft(&level, 9)), (1, 0, 0));
}
