//! Files of plain levels, and the rules that their solutions are replayed by.

use crate::plain_levels::scan;
use crate::verify::{LineCounts, play, verify};
use crate::{Level, replay};

#[test]
fn levels_of_a_file() {
    let text = "; 7\n#####\n#@$.#\n#####\n\n;12 (No way out!) \n\n  ####\n###  #\n#@$ .#\n######\n \n  #####\n  #@$.#  \n  #####";
    let levels = scan(text).expect("plain levels");
    let titles: Vec<&str> = levels.iter().map(|level| level.title(text)).collect();
    assert_eq!(titles, ["7", "12 (No way out!)", ""]);
    let second = Level::from_rows(&["  ####", "###  #", "#@$ .#", "######"]).expect("a level");
    assert_eq!(levels[1].level, second);
    assert_eq!((levels[1].line, levels[1].top), (6, 8));
    let third = Level::from_rows(&["#####", "#@$.#", "#####"]).expect("a level");
    assert_eq!((levels[2].indent, &levels[2].level), (2, &third));
    assert_eq!((levels[2].line, levels[2].lines(text)), (13, "  #####\n  #@$.#  \n  #####"));
    for other in [
        "",
        "; 1\n",
        "; LURD\n#####\n#@$.#\n#####",
        "; a: b\n#####\n#@$.#\n#####",
        "; 1\n#####\n#@$..\n#####",
        "; 1\n#####\n#@$.#",
        "#####\n#@$.#\n#####\n; below\n#####\n#@$.#\n#####",
        "; 1\n\n; 2\n#####\n#@$.#\n#####",
        "; two rows in a line\n#####\n#@$.##   #\n#   #\n#####",
        "; marks\n# #####\n# #@$.#\n# #####",
        "; marks and a margin\n  # #####\n  # #@$.#\n  # #####",
        "; a box outside\n* #####\n  #@$.#\n  #####",
    ] {
        assert_eq!(scan(other), None, "{other}");
    }
}

#[test]
fn a_line_is_played_and_counted() {
    let level = Level::from_rows(&["#######", "#@$ . #", "# $.  #", "#######"]).expect("a level");
    let counts = LineCounts {
        moves: 7,
        pushes: 3,
        box_lines: 2,
        box_changes: 2,
        pushing_sessions: 2,
        player_lines: 4,
    };
    assert_eq!(verify(&level, "RRlldR"), Some(LineCounts { moves: 6, ..counts }));
    assert_eq!(verify(&level, "RRlludR"), None, "a wall");
    assert_eq!(verify(&level, "RRllddR"), None, "a wall below");
    assert_eq!(verify(&level, "RRlldr"), None, "a push has a capital");
    assert_eq!(verify(&level, "RRlLdR"), None, "a move has none");
    assert_eq!(verify(&level, "RR"), None, "not solved");
    assert_eq!(verify(&level, "RRlld?"), None, "no letter");
    let twice = verify(&level, "RRlldRl").expect("solved");
    assert_eq!(twice, LineCounts { player_lines: 5, ..counts });
}

#[test]
fn random_lines_are_those_of_the_other_rules() {
    let level =
        Level::from_rows(&["######", "#  . #", "# $* #", "#@$ .#", "#    #", "######"]).expect("a level");
    let (mut state, mut solved) = (1_u64, 0);
    for _ in 0..20_000 {
        let mut line = String::new();
        for _ in 0..12 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            line.push(char::from(b"lurd"[(state >> 33) as usize % 4]));
        }
        let replay = replay(&level, &line).expect("letters");
        let played = String::from_utf8(replay.letters.clone()).expect("letters");
        let is_solution = !played.contains('-') && replay.end.is_solved();
        assert_eq!(verify(&level, &played).is_some(), is_solution, "{played}");
        let line = play(&level, &line);
        assert_eq!(line.is_some(), !played.contains('-'), "{played}");
        if let Some(line) = line {
            assert_eq!((line.letters, line.is_solved), (played.into_bytes(), replay.end.is_solved()));
        }
        solved += usize::from(is_solution);
    }
    assert!(solved > 0, "some solve it");
}
