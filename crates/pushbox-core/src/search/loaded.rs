//! The position that a search looks at: its boxes, their key, and the bounds of what pushes lead to.

use super::position::Position;
use crate::bound::Bound;
use crate::deadlock::freeze::{Freeze, Frost};
use crate::field::Field;
use crate::limit::{LimitKind, SearchControl};
use crate::push::Push;
use crate::zobrist::Zobrist;

/// A position that pushes are tried in, one at a time: each is played, judged and undone.
pub(crate) struct Loaded {
    /// The boxes.
    pub(crate) position: Position,
    /// Tells what a push freezes.
    pub(crate) freeze: Freeze,
    /// The keys of positions.
    pub(crate) zobrist: Zobrist,
    /// The key of the boxes as they were loaded.
    pub(crate) key: u64,
    bound: Bound,
    /// The spot of every box as it was loaded.
    spots: Vec<u32>,
    /// Whether the bound knows the position: most are never judged by it.
    is_bound_loaded: bool,
}

impl Loaded {
    /// The position with `boxes` (live squares) and the player on `player`.
    pub(crate) fn new(
        field: &Field,
        boxes: &[u16],
        player: u16,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let mut loaded = Self {
            position: Position::new(field, boxes),
            freeze: Freeze::new(field),
            zobrist: Zobrist::new(field.near.len()),
            key: 0,
            bound: Bound::new(field, boxes.len(), control)?,
            spots: vec![0; boxes.len()],
            is_bound_loaded: false,
        };
        loaded.look(field, player);
        Ok(loaded)
    }

    /// Goes over to the position with the boxes `set` (live squares) and the player on `player`.
    pub(crate) fn load(&mut self, field: &Field, set: &[u64], player: u16) {
        self.position.load(field, set);
        self.look(field, player);
    }

    fn look(&mut self, field: &Field, player: u16) {
        self.is_bound_loaded = false;
        self.key = 0;
        for (spot, &square) in self.spots.iter_mut().zip(&self.position.boxes) {
            *spot = field.spot(square, player);
            self.key ^= self.zobrist.a_box(square);
        }
    }

    /// The key of the boxes after a push to `target`.
    pub(crate) fn key_after(&self, push: Push, target: u16) -> u64 {
        self.key ^ self.zobrist.a_box(push.square) ^ self.zobrist.a_box(target)
    }

    /// The bound of the position, `None` for a bipartite deadlock.
    pub(crate) fn bound(
        &mut self,
        field: &Field,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<u32>, LimitKind> {
        self.is_bound_loaded = true;
        let frozen = match self.bound.heeds_frozen() {
            true => self.frozen(field),
            false => Vec::new(),
        };
        self.bound.load(field, &self.spots, &frozen, control)
    }

    /// The bound after a push to `target`, which has been played and leads to `frost`; `None` for a bipartite deadlock.
    pub(crate) fn bound_after(
        &mut self,
        field: &Field,
        push: Push,
        target: u16,
        frost: Frost,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<u32>, LimitKind> {
        let number = self.position.number(target);
        let spot = field.spot_after(target, usize::from(push.direction));
        if frost == Frost::OnGoals && self.bound.heeds_frozen() {
            let frozen = self.frozen(field);
            let before = std::mem::replace(&mut self.spots[number], spot);
            let bound = self.bound.after_freezing(field, &self.spots, &frozen, control);
            self.spots[number] = before;
            return bound;
        }
        if field.goals.len() > 64 {
            control.check()?;
        }
        if !self.is_bound_loaded {
            // The pushed box counts where it came from: the loaded position is the one before the push.
            self.position.undo(field, push);
            let loaded = self.bound(field, control);
            self.position.play(field, push);
            if loaded?.is_none() {
                return Ok(None);
            }
        }
        Ok(self.bound.after(number, spot))
    }

    /// The boxes that are frozen, in ascending order.
    fn frozen(&mut self, field: &Field) -> Vec<u16> {
        let mut frozen = self.freeze.all(field, &self.position.is_box, &self.position.boxes).to_vec();
        frozen.sort_unstable();
        frozen
    }

    /// Asserts that what is kept is what it would be from scratch, with the player on `player`.
    #[cfg(test)]
    pub(crate) fn check(&self, field: &Field, player: u16) {
        let boxes = &self.position.boxes;
        assert_eq!(self.key, boxes.iter().fold(0, |key, &square| key ^ self.zobrist.a_box(square)));
        assert_eq!(Position::new(field, boxes).set, self.position.set);
        for (number, &square) in boxes.iter().enumerate() {
            assert_eq!(self.position.number(square), number);
            assert_eq!(self.spots[number], field.spot(square, player));
        }
    }
}
