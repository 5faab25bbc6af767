//! Solves every board of an XSB file and prints a line a level: for measuring, and for a profiler.
//!
//! `cargo run --release --example solve_file -- FILE [OBJECTIVE] [LIMIT] [LEVEL]`, where the limit is seconds of
//! processor time (Linux), or positions with an `n` behind the number: other load on the machine does not change what
//! those give.

use std::ops::ControlFlow;
use std::process::ExitCode;

use pushbox_core::{Level, Limit, Objective, Progress, Puzzle, SearchControl, SolveOptions, Verdict, solve};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(text) = arguments.first().and_then(|file| std::fs::read_to_string(file).ok()) else {
        eprintln!("usage: solve_file FILE [OBJECTIVE] [SECONDS|POSITIONSn] [LEVEL]");
        return ExitCode::from(2);
    };
    let objective = arguments.get(1).and_then(|name| name.parse().ok()).unwrap_or(Objective::Any);
    let text_of_limit = arguments.get(2).map_or("10", String::as_str);
    let nodes = text_of_limit.strip_suffix('n').and_then(|nodes| nodes.parse().ok());
    let seconds = if nodes.is_some() { f64::INFINITY } else { text_of_limit.parse().unwrap_or(10.0) };
    let only: Option<usize> = arguments.get(3).and_then(|number| number.parse().ok());
    let limit = Limit { seconds: None, nodes, memory: Some(2 << 30) };
    let (mut solved, mut proven, mut total, mut all_pushes, mut all_nodes) = (0, 0, 0.0, 0, 0);
    let boards = boards(&text);
    for (index, rows) in boards.iter().enumerate() {
        let number = index + 1;
        if only.is_some_and(|only| only != number) {
            continue;
        }
        let start = processor_seconds();
        let mut report = |_: &Progress| match processor_seconds() - start < seconds {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let mut control = SearchControl::new(&limit, &mut report);
        let solve = |level| solve(&Puzzle::from(&level), &SolveOptions::new(objective), &mut control);
        let answer = match Level::from_rows(rows).and_then(solve) {
            Ok(answer) => answer,
            Err(error) => {
                println!("{number}\terror\t{error}");
                continue;
            }
        };
        let status = match &answer.verdict {
            Verdict::Solved { line, optimal, .. } => {
                let count = line.count();
                solved += 1;
                proven += usize::from(*optimal == Some(objective));
                all_pushes += count.pushes;
                let optimal = optimal.map_or("-", Objective::as_str);
                format!("solved\t{}\t{}\t{optimal}", count.pushes, count.moves)
            }
            Verdict::Unsolvable(proof) => format!("unsolvable\t{}", proof.as_str()),
            Verdict::GaveUp(kind) => format!("gave-up\t{}", kind.as_str()),
        };
        let used = processor_seconds() - start;
        total += used;
        all_nodes += answer.nodes;
        println!("{number}\t{status}\t{}\t{:.3}", answer.nodes, used);
    }
    println!(
        "# {solved} of {} solved, {proven} proven, {all_pushes} pushes, {all_nodes} nodes, {total:.2} s",
        boards.len()
    );
    ExitCode::SUCCESS
}

/// Returns seconds of processor time so far; 0 where the system does not count it.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|field| field.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// Returns the runs of lines that hold a wall and nothing but the letters of a board.
fn boards(text: &str) -> Vec<Vec<&str>> {
    let mut boards = vec![Vec::new()];
    for line in text.lines() {
        let line = line.trim_end();
        let is_row = line.contains('#') && line.chars().all(|letter| "# -_.$*@+".contains(letter));
        match boards.last_mut() {
            Some(rows) if is_row => rows.push(line),
            Some(rows) if rows.is_empty() => {}
            _ => boards.push(Vec::new()),
        }
    }
    boards.retain(|rows| !rows.is_empty());
    boards
}
