//! Makes levels and prints how many it made in a second: for measuring, and for a profiler.
//!
//! `cargo run --release --example generate -- [ROWS] [COLUMNS] [BOXES] [COUNT] [CLASS]`.

use std::ops::ControlFlow;
use std::time::Instant;

use pushbox_core::generate::{Difficulty, LevelSpec, attempt};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |index: usize, usual| arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let mut spec = LevelSpec::new(number(1, 10), number(0, 10), number(2, 4));
    let class = arguments.get(4).map_or("", String::as_str);
    spec.difficulty = Difficulty::ALL.into_iter().find(|known| known.as_str() == class);
    let (count, began) = (number(3, 10_000), Instant::now());
    let (mut made, mut attempts, mut efforts) = (0, 0, Vec::new());
    while made < count {
        match attempt(&spec, 0, attempts, &mut |_| ControlFlow::Continue(())) {
            Ok(Ok(Some(level))) => {
                made += 1;
                efforts.extend(level.effort);
            }
            Ok(_) => {}
            Err(error) => return eprintln!("{error}"),
        }
        attempts += 1;
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{made} levels of {attempts} attempts, {seconds:.2} s, {:.0} levels/s", made as f64 / seconds);
    efforts.sort_unstable();
    for percent in [5, 25, 50, 75, 95].into_iter().filter(|_| !efforts.is_empty()) {
        println!("{percent} % are solved with at most {} positions", efforts[efforts.len() * percent / 100]);
    }
}
