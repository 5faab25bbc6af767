//! Sealed floor: boxes that are frozen on goals are walls for good, and such walls can cut the floor up so that the
//! other boxes cannot be brought home any more.
//!
//! The floor is surveyed anew with the walls: a push that needs the player to walk round a box may be out of the
//! question now, squares die, and with them more boxes freeze; those are walls too, again and again. A box that is out of
//! the player's reach stays where it is. What is left has to have an assignment to the goals that are left. The surveys
//! are kept, as the same boxes are frozen in many positions.

use std::collections::HashMap;

use super::freeze::Freeze;
use crate::bound::Bound;
use crate::field::{DEAD, Field};
use crate::limit::{LimitKind, SearchControl};

/// Bytes of surveys to keep.
pub(crate) const MOST_KEPT: usize = 32 << 20;

/// The detector, and the surveys it has made.
pub(crate) struct Sealed {
    known: HashMap<Box<[u16]>, Vec<Survey>>,
    kept: usize,
    most_kept: usize,
}

/// The floor with some walls, as far as the player can get.
struct Survey {
    field: Field,
    freeze: Freeze,
    bound: Bound,
}

impl Sealed {
    /// A detector that keeps at most so many bytes, which it takes from the budget.
    pub(crate) fn new(most_kept: usize, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        control.budget.take(most_kept)?;
        Ok(Self { known: HashMap::new(), kept: 0, most_kept })
    }

    /// Whether the position with `boxes` and the player on `player` is a deadlock. `frozen` are those of the boxes, in
    /// ascending order, that are frozen, all on goals.
    pub(crate) fn is_dead(
        &mut self,
        field: &Field,
        boxes: &[u16],
        player: u16,
        frozen: &[u16],
        control: &mut SearchControl<'_>,
    ) -> Result<bool, LimitKind> {
        let mut walls = frozen.to_vec();
        loop {
            let survey = self.survey(field, boxes.len(), &walls, player, control)?;
            let number = |square: u16| survey.field.squares[field.cells[usize::from(square)] as usize];
            let here = number(player);
            let mut moving = Vec::with_capacity(boxes.len());
            let mut spots = Vec::with_capacity(boxes.len());
            let mut is_box = vec![false; survey.field.near.len()];
            let mut more = Vec::new();
            for &square in boxes.iter().filter(|&square| walls.binary_search(square).is_err()) {
                let now = number(square);
                if now == survey.field.wall() {
                    if !field.is_goal[usize::from(square)] {
                        return Ok(true);
                    }
                    more.push(square);
                    continue;
                }
                let spot = survey.field.spot(now, here);
                if spot == DEAD {
                    return Ok(true);
                }
                is_box[usize::from(now)] = true;
                moving.push(now);
                spots.push(spot);
            }
            let cells = &survey.field.cells;
            for &square in survey.freeze.all(&survey.field, &is_box, &moving) {
                if !survey.field.is_goal[usize::from(square)] {
                    return Ok(true);
                }
                more.push(field.squares[cells[usize::from(square)] as usize]);
            }
            if more.is_empty() {
                return Ok(moving.len() > survey.field.goals.len()
                    || survey.bound.load(&survey.field, &spots, &[], control)?.is_none());
            }
            walls.append(&mut more);
            walls.sort_unstable();
        }
    }

    /// The floor around `player` with `walls`.
    fn survey(
        &mut self,
        field: &Field,
        boxes: usize,
        walls: &[u16],
        player: u16,
        control: &mut SearchControl<'_>,
    ) -> Result<&mut Survey, LimitKind> {
        let cell = field.cells[usize::from(player)] as usize;
        let holds = |survey: &Survey| survey.field.squares[cell] != survey.field.wall();
        if !self.known.get(walls).is_some_and(|surveys| surveys.iter().any(holds)) {
            control.check()?;
            let used = control.budget.used();
            let sealed = field.walled(walls, player);
            let left = boxes - walls.len();
            let bound = Bound::new(&sealed, left.min(sealed.goals.len()), control)?;
            let freeze = Freeze::new(&sealed);
            control.budget.reset(used);
            let bytes =
                2 * sealed.squares.len() + (64 + 2 * sealed.goals.len()) * (sealed.near.len() + sealed.spots);
            if self.kept + bytes > self.most_kept {
                self.known.clear();
                self.kept = 0;
            }
            self.kept += bytes;
            self.known.entry(walls.into()).or_default().push(Survey { field: sealed, freeze, bound });
        }
        let surveys = self.known.get_mut(walls).expect("made above");
        Ok(surveys.iter_mut().find(|survey| holds(survey)).expect("made above"))
    }
}
