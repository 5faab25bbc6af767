//! The text of a plain board whose sum is its id, as it lies and in the symmetry in which it is the smallest.
//!
//! It is what `pushbox.identity.texts` writes of any board: libraries keep its sums, so that not a sign may ever change.

use std::fmt::Write;

use crate::framed_board::{FramedBoard, WALL};

impl FramedBoard {
    /// Returns the size of the board without its frame, its cells row by row, and a line for each box and the player.
    #[must_use]
    pub fn position_text(&self) -> String {
        let [origins, ..] = self.origins(false, false);
        let width = self.width - 2;
        let terrain = drawn(&self.terrain_signs(), &origins);
        size_text(width, origins.len() / width) + &terrain + &self.piece_lines(&origins)
    }

    /// Returns the smallest `position_text` of the eight symmetries.
    ///
    /// The cells count only where the sizes of several symmetries are the same, and the pieces where the cells are, too.
    #[must_use]
    pub fn least_position_text(&self) -> String {
        let signs = self.terrain_signs();
        let (width, height) = (self.width - 2, self.height() - 2);
        let (upright, lying) = (size_text(width, height), size_text(height, width));
        let turns = [(false, upright <= lying), (true, lying <= upright)];
        let ways = turns.into_iter().filter(|turn| turn.1).flat_map(|turn| self.origins(turn.0, false));
        let texts: Vec<(String, Vec<usize>)> = ways.map(|way| (drawn(&signs, &way), way)).collect();
        let terrain = texts.iter().map(|(text, _)| text.as_str()).min().unwrap_or_default();
        let least = texts.iter().filter(|(text, _)| text == terrain);
        let pieces = least.map(|(_, origins)| self.piece_lines(origins)).min().unwrap_or_default();
        upright.min(lying) + terrain + &pieces
    }

    /// Returns a sign for the terrain of each cell.
    fn terrain_signs(&self) -> Vec<char> {
        let sign = |&sign: &u8| match sign {
            WALL => '#',
            b'.' | b'*' => '.',
            _ => '-',
        };
        self.signs.iter().map(sign).collect()
    }

    /// Returns a line for each piece, in the order in which these cells lie.
    fn piece_lines(&self, origins: &[usize]) -> String {
        let mut text = String::new();
        for (place, &cell) in origins.iter().enumerate() {
            let kind = match self.signs[cell] {
                b'$' | b'*' => "box",
                _ if cell == self.player => "pusher",
                _ => continue,
            };
            // Writing to a text cannot fail.
            let _ = write!(text, "\nkind='{kind}' cells=({place},)");
        }
        text
    }
}

/// Returns the first line.
fn size_text(width: usize, height: usize) -> String {
    format!("{width} {height}\n")
}

fn drawn(signs: &[char], origins: &[usize]) -> String {
    origins.iter().map(|&cell| signs[cell]).collect()
}
