//! The counts of the golden file, which the Python rules are held to as well.

use std::path::Path;

use crate::{Level, perft};

#[test]
fn the_golden_counts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/perft/sokoban.perft");
    let text = std::fs::read_to_string(path).expect("the golden file");
    let (mut rows, mut level, mut counts) = (Vec::new(), None, 0);
    for line in text.lines().filter(|line| !line.starts_with(';')) {
        if let Some(count) = line.strip_prefix("perft ") {
            let board: &Level = level.get_or_insert_with(|| Level::from_rows(&rows).expect("a level"));
            let (depth, count) = count.split_once(' ').expect("a depth and a count");
            let depth = depth.parse().expect("a depth");
            assert_eq!(
                perft(board, depth),
                count.parse::<u64>().expect("a count"),
                "depth {depth} of {rows:?}"
            );
            counts += 1;
        } else if line.is_empty() {
            rows.clear();
            level = None;
        } else {
            rows.push(line);
        }
    }
    assert!(counts >= 40, "{counts}");
}

#[test]
fn millions_of_steps_need_no_stack() {
    // One step is legal everywhere, so that the only sequence goes to and fro.
    let corridor = Level::from_rows(&["#@ #"]).expect("a level");
    assert_eq!(perft(&corridor, 20_000_000), 1);
    let closed = Level::from_rows(&["#@#"]).expect("a level");
    assert_eq!((perft(&closed, 0), perft(&closed, 20_000_000)), (1, 0));
}
