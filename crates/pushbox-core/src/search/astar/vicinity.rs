//! The vicinity of a known line: the positions that a search may enter (vicinity search by Sébastien Gouëzel, known
//! from the optimizers of YASS and JSoko).
//!
//! Those programs generate the vicinity and then search in it. This search tests whether a position belongs to it, so
//! it visits only positions that can be reached.

use crate::board::{Board, ones};
use crate::limit::{Limited, SearchControl};

/// The size of a vicinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct VicinityRadius {
    /// The most boxes that may stand elsewhere.
    pub(crate) boxes: u32,
    /// The greatest distance from where they stood, in rows plus columns.
    pub(crate) radius: u32,
}

/// The positions near some others, by their boxes alone.
#[derive(Clone)]
pub(crate) struct Vicinity {
    reach: VicinityRadius,
    words: usize,
    /// Sets of live squares, one after the other.
    anchors: Vec<u64>,
    /// Row and column of every live square.
    coordinates: Vec<(usize, usize)>,
    left: Vec<(usize, usize)>,
    entered: Vec<(usize, usize)>,
}

impl Vicinity {
    /// Creates the vicinity within `reach` of nothing yet.
    pub(crate) fn new(board: &Board, reach: VicinityRadius) -> Self {
        let coordinates = board.live.iter().map(|&square| board.place(square)).collect();
        let words = board.words();
        Self { reach, words, anchors: Vec::new(), coordinates, left: Vec::new(), entered: Vec::new() }
    }

    /// Adds what is near the boxes on `cells`. Boxes that are walls on `board` are left out; an anchor that no play on
    /// `board` leads to is left out as a whole.
    pub(crate) fn add(
        &mut self,
        board: &Board,
        cells: &[u32],
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        control.check()?;
        let first = self.anchors.len();
        if first + self.words > self.anchors.capacity() {
            let more = (first / 4).max(16 * self.words);
            control.budget.take(size_of::<u64>() * more)?;
            self.anchors.reserve_exact(more);
        }
        self.anchors.resize(first + self.words, 0);
        for &cell in cells {
            let square = board.squares[cell as usize];
            if square == board.wall() {
                continue;
            }
            if !board.is_live[usize::from(square)] {
                self.anchors.truncate(first);
                return Ok(());
            }
            board.flip(&mut self.anchors[first..], square);
        }
        Ok(())
    }

    /// Returns an anchor near the position with the boxes `set`, if there is one; `hint` is the anchor to try first.
    pub(crate) fn anchor(&mut self, set: &[u64], hint: u32) -> Option<u32> {
        let count = self.anchors.len() / self.words.max(1);
        let mut below = (hint as usize).min(count);
        let mut above = below;
        while below > 0 || above < count {
            if above < count {
                if self.is_near(above, set) {
                    return Some(above as u32);
                }
                above += 1;
            }
            if below > 0 {
                below -= 1;
                if self.is_near(below, set) {
                    return Some(below as u32);
                }
            }
        }
        None
    }

    fn is_near(&mut self, anchor: usize, set: &[u64]) -> bool {
        let anchor = &self.anchors[anchor * self.words..(anchor + 1) * self.words];
        let mut away = 0;
        for (&old, &new) in anchor.iter().zip(set) {
            away += (old & !new).count_ones();
            if away > self.reach.boxes {
                return false;
            }
        }
        if away == 0 || self.reach.radius == u32::MAX {
            return true;
        }
        self.left.clear();
        self.entered.clear();
        let (pairs, place) = (anchor.iter().zip(set), |index: usize| self.coordinates[index]);
        self.left.extend(ones(pairs.clone().map(|(&old, &new)| old & !new)).map(place));
        self.entered.extend(ones(pairs.map(|(&old, &new)| new & !old)).map(place));
        let radius = self.reach.radius as usize;
        let is_close =
            |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) <= radius;
        self.left.iter().all(|old| self.entered.iter().any(|new| is_close(old, new)))
            && self.entered.iter().all(|new| self.left.iter().any(|old| is_close(old, new)))
    }
}
