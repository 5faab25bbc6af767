//! The text of a plain board whose sum is its id, as it lies and in the symmetry in which it is the smallest.
//!
//! It is what `pushbox.identity.texts` writes of any board: libraries keep its sums, so that not a sign may ever change.

use std::fmt::Write;

use crate::framed_board::{FramedBoard, WALL};

impl FramedBoard {
    /// Returns the size of the board without its frame, its cells row by row, and a line for each box and the player.
    #[must_use]
    pub fn position_text(&self) -> String {
        let [origins, ..] = self.origins(false);
        self.text_of(&origins, self.width)
    }

    /// Returns the smallest `position_text` of the eight symmetries.
    #[must_use]
    pub fn least_position_text(&self) -> String {
        let (width, height) = (self.width, self.height());
        let upright = self.origins(false).into_iter().map(|origins| (origins, width));
        let lying = self.origins(true).into_iter().map(|origins| (origins, height));
        let texts = upright.chain(lying).map(|(origins, width)| self.text_of(&origins, width));
        texts.min().unwrap_or_default()
    }

    /// Returns the text of the cells in an order in which they form rows of `width`, the frame with them.
    fn text_of(&self, origins: &[usize], width: usize) -> String {
        let rows = || origins.chunks(width).skip(1).take(origins.len() / width - 2);
        let cells = || rows().flat_map(|row| &row[1..width - 1]).copied();
        let mut text = format!("{} {}\n", width - 2, origins.len() / width - 2);
        text.extend(cells().map(|cell| match self.signs[cell] {
            WALL => '#',
            b'.' | b'*' => '.',
            _ => '-',
        }));
        for (place, cell) in cells().enumerate() {
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
