//! The rules of Sokoban once more, to verify the answers of the searches. It plays a line on the drawing of a level and
//! counts it. It shares nothing with the searches, so that a fault of theirs cannot hide itself.

use crate::level::Level;

/// The counts of a line, as the Sokoban wiki defines them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Steps, pushes included.
    pub moves: u32,
    /// Steps that push a box.
    pub pushes: u32,
    /// Runs of pushes in one direction with no move between.
    pub box_lines: u32,
    /// Pushes of another box than the push before, the first one included.
    pub box_changes: u32,
    /// Runs of pushes with no move between.
    pub pushing_sessions: u32,
    /// Runs of steps in one direction, pushes or not.
    pub player_lines: u32,
}

/// A cell of the drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing {
    Wall,
    Floor,
    Box,
}

/// A line that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedLine {
    /// Its letters, capitals exactly where a box is pushed.
    pub letters: Vec<u8>,
    /// Its counts.
    pub counts: LineCounts,
    /// After how many steps every box stood on a goal for the first time.
    pub solved_at: Option<u32>,
    /// Whether every box stands on one at its end.
    pub is_solved: bool,
}

/// Plays `lurd` on `level` and returns its counts; `None` where a step is not legal, a letter is not a capital exactly where
/// it pushes, or a box is off the goals at the end.
pub fn verify(level: &Level, lurd: &str) -> Option<LineCounts> {
    let line = play(level, lurd)?;
    (line.is_solved && line.letters == lurd.as_bytes()).then_some(line.counts)
}

/// Plays a line on `level`, whatever the case of its letters; `None` where a step is not legal or a letter is none.
pub fn play(level: &Level, lurd: &str) -> Option<PlayedLine> {
    // A frame of walls, so that every place has four neighbours.
    let stride = level.width() + 2;
    let place = |cell: usize| (cell / level.width() + 1) * stride + cell % level.width() + 1;
    let mut things = vec![Thing::Wall; stride * (level.height() + 2)];
    let (mut player, mut goals) = (0, vec![false; things.len()]);
    let mut off_goals = 0;
    for (cell, byte) in level.cells().iter().enumerate() {
        let at = place(cell);
        if byte & 1 == 0 {
            things[at] = if byte & 4 == 0 { Thing::Floor } else { Thing::Box };
            goals[at] = byte & 2 != 0;
            off_goals += i32::from(byte & 6 == 4);
        }
        if byte & 8 != 0 {
            player = at;
        }
    }
    let mut line = PlayedLine {
        letters: Vec::with_capacity(lurd.len()),
        counts: LineCounts::default(),
        solved_at: (off_goals == 0).then_some(0),
        is_solved: false,
    };
    let (mut last, mut pushed_to) = (b' ', None);
    for letter in lurd.bytes() {
        let ahead = |from: usize| match letter {
            b'l' | b'L' => Some(from - 1),
            b'r' | b'R' => Some(from + 1),
            b'u' | b'U' => Some(from - stride),
            b'd' | b'D' => Some(from + stride),
            _ => None,
        };
        let next = ahead(player)?;
        let counts = &mut line.counts;
        let letter = match things[next] {
            Thing::Wall => return None,
            Thing::Floor => letter.to_ascii_lowercase(),
            Thing::Box => letter.to_ascii_uppercase(),
        };
        counts.moves += 1;
        counts.player_lines += u32::from(!letter.eq_ignore_ascii_case(&last));
        if things[next] == Thing::Box {
            let beyond = ahead(next)?;
            if things[beyond] != Thing::Floor {
                return None;
            }
            things[next] = Thing::Floor;
            things[beyond] = Thing::Box;
            counts.pushes += 1;
            counts.box_lines += u32::from(letter != last);
            counts.pushing_sessions += u32::from(!last.is_ascii_uppercase());
            counts.box_changes += u32::from(pushed_to != Some(next));
            pushed_to = Some(beyond);
            off_goals += i32::from(goals[next]) - i32::from(goals[beyond]);
            if off_goals == 0 && line.solved_at.is_none() {
                line.solved_at = Some(counts.moves);
            }
        }
        line.letters.push(letter);
        player = next;
        last = letter;
    }
    line.is_solved = off_goals == 0;
    Some(line)
}
