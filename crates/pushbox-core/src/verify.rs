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

/// Plays `lurd` on `level` and returns its counts; `None` where a step is not legal, a letter is not a capital exactly where
/// it pushes, or a box is off the goals at the end.
pub fn verify(level: &Level, lurd: &str) -> Option<LineCounts> {
    // A frame of walls, so that every place has four neighbours.
    let stride = level.width() + 2;
    let place = |cell: usize| (cell / level.width() + 1) * stride + cell % level.width() + 1;
    let mut things = vec![Thing::Wall; stride * (level.height() + 2)];
    let (mut player, mut goals) = (0, vec![false; things.len()]);
    for (cell, byte) in level.cells().iter().enumerate() {
        let at = place(cell);
        if byte & 1 == 0 {
            things[at] = if byte & 4 == 0 { Thing::Floor } else { Thing::Box };
            goals[at] = byte & 2 != 0;
        }
        if byte & 8 != 0 {
            player = at;
        }
    }
    let mut counts = LineCounts::default();
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
        let pushes = things[next] == Thing::Box;
        if things[next] == Thing::Wall || pushes != letter.is_ascii_uppercase() {
            return None;
        }
        counts.moves += 1;
        counts.player_lines += u32::from(!letter.eq_ignore_ascii_case(&last));
        if pushes {
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
        }
        player = next;
        last = letter;
    }
    let is_home = |(thing, is_goal): (&Thing, &bool)| *thing != Thing::Box || *is_goal;
    things.iter().zip(&goals).all(is_home).then_some(counts)
}
