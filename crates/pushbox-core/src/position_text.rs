//! The text of a plain board whose sum is its id, as it lies and in the symmetry in which it is the smallest.
//!
//! It is what `pushbox.identity.texts` writes of any board: libraries keep its sums, so that not a sign may ever change.

use std::cmp::Ordering;

use crate::decimal::push_decimal;
use crate::framed_board::{FramedBoard, WALL, Way};

const LINES: usize = 256; // bytes of the lines of eight pieces

impl FramedBoard {
    /// Returns the size of the board without its frame, its cells row by row, and a line for each box and the player.
    #[must_use]
    pub fn position_text(&self) -> String {
        let [way, ..] = self.ways(false, false);
        let (width, height) = (self.width - 2, self.height() - 2);
        size_text(width, height) + &self.way_text(&self.terrain_signs(), way)
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
        let ways = turns.into_iter().filter(|turn| turn.1).flat_map(|turn| self.ways(turn.0, false));
        let texts = least_ways(ways, &signs).into_iter().map(|way| self.way_text(&signs, way));
        upright.min(lying) + &texts.min().unwrap_or_default()
    }

    /// Returns a sign for the terrain of each cell.
    fn terrain_signs(&self) -> Vec<u8> {
        let sign = |&sign: &u8| match sign {
            WALL => b'#',
            b'.' | b'*' => b'.',
            _ => b'-',
        };
        self.signs.iter().map(sign).collect()
    }

    /// Returns the terrain, and a line for each piece, in the order in which the cells of a way lie.
    fn way_text(&self, signs: &[u8], way: Way) -> String {
        let mut text = String::with_capacity(2 * way.count() + LINES);
        text.extend(way.cells().map(|cell| char::from(signs[cell])));
        for (place, cell) in way.cells().enumerate() {
            let kind = match self.signs[cell] {
                b'$' | b'*' => "box",
                _ if cell == self.player => "pusher",
                _ => continue,
            };
            for part in ["\nkind='", kind, "' cells=("] {
                text.push_str(part);
            }
            push_decimal(&mut text, place);
            text.push_str(",)");
        }
        text
    }
}

/// Returns those of some ways by which the signs are the smallest text.
fn least_ways(ways: impl Iterator<Item = Way>, signs: &[u8]) -> Vec<Way> {
    let drawn = |way: Way| way.cells().map(|cell| signs[cell]);
    let mut least: Vec<Way> = Vec::new();
    for way in ways {
        let order = least.first().map_or(Ordering::Less, |&known| drawn(way).cmp(drawn(known)));
        if order.is_lt() {
            least.clear();
        }
        if order.is_le() {
            least.push(way);
        }
    }
    least
}

/// Returns the first line.
fn size_text(width: usize, height: usize) -> String {
    format!("{width} {height}\n")
}
