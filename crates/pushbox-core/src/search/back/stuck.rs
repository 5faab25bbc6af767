//! Boxes that block each other for good in a search backwards: the mirror image of a freeze.
//!
//! The stuck set is the greatest set of boxes in which no box can be pulled in any direction even if all other boxes
//! went away: by the walls, by squares that no pushes lead to, or by boxes of the set. The first of them to be pulled
//! would need a square that another one of them stands on, so none ever is. One that does not stand where a box stood
//! at the start is a deadlock.

use crate::field::Field;

/// The working memory of the detector.
pub(crate) struct Stuck {
    assumed: Vec<bool>,
}

impl Stuck {
    /// A detector for `field`.
    pub(crate) fn new(field: &Field) -> Self {
        Self { assumed: vec![false; field.near.len()] }
    }

    /// Whether the box just pulled to `square` is stuck, together with a box off `is_start`. `boxes` are the squares of
    /// all boxes, `is_box` tells them by square, and `pulls` has the pulls that may be made, as bits by direction.
    pub(crate) fn pulled(
        &mut self,
        field: &Field,
        pulls: &[u8],
        is_start: &[bool],
        boxes: &[u16],
        is_box: &[bool],
        square: u16,
    ) -> bool {
        // Nearly every pull ends here. Where the box can go on, nothing has got stuck by it.
        if Self::can_move(field, pulls, is_box, square) {
            return false;
        }
        self.assumed.copy_from_slice(is_box);
        let mut left = boxes.len();
        let mut before = left + 1;
        while left < before && self.assumed[usize::from(square)] {
            before = left;
            for &other in boxes {
                if self.assumed[usize::from(other)] && Self::can_move(field, pulls, &self.assumed, other) {
                    self.assumed[usize::from(other)] = false;
                    left -= 1;
                }
            }
        }
        let is_lost = |&other: &u16| self.assumed[usize::from(other)] && !is_start[usize::from(other)];
        self.assumed[usize::from(square)] && boxes.iter().any(is_lost)
    }

    fn can_move(field: &Field, pulls: &[u8], obstacles: &[bool], square: u16) -> bool {
        (0..4).filter(|direction| pulls[usize::from(square)] >> direction & 1 == 1).any(|direction| {
            let target = field.near[usize::from(square)][direction];
            let player = field.near[usize::from(target)][direction];
            !obstacles[usize::from(target)] && !obstacles[usize::from(player)]
        })
    }
}
