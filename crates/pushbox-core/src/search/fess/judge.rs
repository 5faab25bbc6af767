//! The deadlock detectors, for positions reached by macro moves. All are sound.

use crate::bound::Bound;
use crate::deadlock::cluster::{self, Clusters};
use crate::deadlock::corral::{Corrals, MOST_KEPT};
use crate::deadlock::freeze::Freeze;
use crate::deadlock::pairs::Pairs;
use crate::deadlock::scene::Scene;
use crate::deadlock::sealed::{self, Sealed};
use crate::field::{DEAD, Field, Start};
use crate::limit::{LimitKind, SearchControl};
use crate::region::Region;
use crate::search::position::Position;

/// The detectors, and what they remember.
pub(crate) struct Judge {
    freeze: Freeze,
    corrals: Corrals,
    clusters: Clusters,
    pairs: Option<Pairs>,
    bound: Bound,
    sealed: Sealed,
    spots: Vec<u32>,
    frozen: Vec<u16>,
}

impl Judge {
    /// Detectors for the level of `start`.
    pub(crate) fn new(start: &Start, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let field = &start.field;
        let pairs = match Pairs::due(field, start.boxes.len(), control) {
            Some(_) => Some(Pairs::new(field, control)?),
            None => None,
        };
        Ok(Self {
            freeze: Freeze::new(field),
            corrals: Corrals::new(field, MOST_KEPT.min(control.budget.free() / 8)),
            clusters: Clusters::new(field, cluster::MOST_KEPT.min(control.budget.free() / 8)),
            pairs,
            bound: Bound::new(field, start.boxes.len(), control)?,
            sealed: Sealed::new(sealed::MOST_KEPT.min(control.budget.free() / 8), control)?,
            spots: vec![0; start.boxes.len()],
            frozen: Vec::new(),
        })
    }

    /// Whether a push in `direction` may end on `to`, with `others` the other boxes (a set of live squares).
    pub(crate) fn may_enter(&self, field: &Field, others: &[u64], to: u16, direction: usize) -> bool {
        !self.pairs.as_ref().is_some_and(|pairs| pairs.pushed(field, others, to, direction))
    }

    /// Whether `position` is a deadlock, after a box has gone to `to` with the player at last on `stand`, from where
    /// the player reaches `region`.
    pub(crate) fn is_dead(
        &mut self,
        field: &Field,
        position: &Position,
        region: &Region,
        to: u16,
        stand: u16,
        control: &mut SearchControl<'_>,
    ) -> Result<bool, LimitKind> {
        for (spot, &square) in self.spots.iter_mut().zip(&position.boxes) {
            *spot = field.spot(square, stand);
            if *spot == DEAD {
                return Ok(true);
            }
        }
        self.frozen.clear();
        self.frozen.extend_from_slice(self.freeze.all(field, &position.is_box, &position.boxes));
        if self.frozen.iter().any(|&square| !field.is_goal[usize::from(square)]) {
            return Ok(true);
        }
        let scene = Scene {
            field,
            pairs: self.pairs.as_ref(),
            is_box: &position.is_box,
            needs_all: position.boxes.len() == field.goals.len(),
            region,
            player: stand,
        };
        if self.corrals.pushed(&scene, to) || self.clusters.pushed(&scene, to) {
            return Ok(true);
        }
        if !self.bound.heeds_frozen() {
            self.frozen.clear();
        }
        self.frozen.sort_unstable();
        if self.bound.load(field, &self.spots, &self.frozen, control)?.is_none() {
            return Ok(true);
        }
        Ok(!self.frozen.is_empty()
            && self.sealed.is_dead(field, &position.boxes, stand, &self.frozen, control)?)
    }
}
