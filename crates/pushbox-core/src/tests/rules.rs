//! What counts as a level; the rules are held against those of Python, from there.

use crate::{Level, LevelError, perft};

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
