//! Corral deadlocks: the player cannot reach a region, and its boxes cannot be brought to goals.
//!
//! Only the boxes around the region stay on the board, and a small search tries everything with them. If it finds no
//! solution, the position is dead with any other boxes as well: a solution of the whole board, played without the other
//! boxes, would be one of the few. Two rules keep the search small:
//!
//! * A box that is pushed out of the zone (the region and the squares of its boxes) leaves the board too. This only
//!   makes the rest easier. For the same reason the search tries nothing else if a box can leave.
//! * A budget of positions ends the search without a verdict.
//!
//! A region whose boxes are all on goals matters if every goal needs a box and one in the region has none. Then the
//! search tries to get the player or a box onto that goal.
//!
//! Closed diagonals ([`super::diagonal`]) are corrals that need no search.
//!
//! The detector caches verdicts by boxes, zone and region of the player. A verdict that is looked up again and again
//! gets a larger budget and a wider zone.

use super::local_search::LocalAim;
use super::position_view::PositionView;
use super::searched_verdicts::SearchedVerdicts;
use super::{Detector, DetectorParts, diagonal};
use crate::limit::{Limited, SearchControl};

/// The most boxes around a region that is searched.
const MOST_BOXES: usize = 16;

/// The detector, and the verdicts that it has cached.
pub(crate) struct CorralDetector {
    verdicts: SearchedVerdicts,
    /// Whether a square has been in a zone beside the box.
    was_in_zone: Vec<bool>,
    zone: Vec<u16>,
    /// The least square of every region of the zone.
    regions: Vec<u16>,
}

impl CorralDetector {
    pub(crate) fn new(parts: &DetectorParts<'_>, control: &SearchControl<'_>) -> Self {
        Self {
            verdicts: SearchedVerdicts::new(parts, control.tuning.corral_efforts, control),
            was_in_zone: vec![false; parts.board.size()],
            zone: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// Returns whether any corral of the root position is dead. It takes more effort than after a push, as everything
    /// rests on the root.
    pub(crate) fn at_root(
        &mut self,
        view: &PositionView<'_>,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let efforts = control.tuning.corral_efforts_at_root;
        for &square in view.boxes {
            if diagonal::is_dead_beside(view, square)
                || self.is_dead_beside(view, square, efforts, control)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether one of the regions beside the box on `square` is dead, alone or with all regions that share
    /// boxes with it. The first `efforts` are made at once.
    fn is_dead_beside(
        &mut self,
        view: &PositionView<'_>,
        square: u16,
        efforts: usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let neighbours = view.board.neighbours(square);
        for with_neighbours in [false, true] {
            self.was_in_zone.fill(false);
            for seed in neighbours {
                if self.is_outside(view, seed) {
                    self.gather(view, seed, with_neighbours);
                    let is_new = (self.regions.len() > 1) == with_neighbours;
                    let is_dead = is_new && self.is_dead_zone(view, efforts, control)?;
                    self.verdicts.clear();
                    if is_dead {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Makes the region of `seed` the zone, `with_neighbours` together with all regions that share boxes with it.
    fn gather(&mut self, view: &PositionView<'_>, seed: u16, with_neighbours: bool) {
        self.zone.clear();
        self.regions.clear();
        self.add_region(view, seed);
        let mut done = 0;
        while let Some(&square) = self.verdicts.boxes.get(done).filter(|_| with_neighbours) {
            done += 1;
            for next in view.board.neighbours(square) {
                if self.is_outside(view, next) {
                    self.add_region(view, next);
                }
            }
        }
    }

    /// Returns whether a square is free, out of the player's reach, and not in the zone.
    fn is_outside(&self, view: &PositionView<'_>, square: u16) -> bool {
        square != view.board.wall()
            && !view.is_box[usize::from(square)]
            && !view.region().contains(square)
            && !self.was_in_zone[usize::from(square)]
    }

    /// Adds the region of `seed` to the zone, and its boxes.
    fn add_region(&mut self, view: &PositionView<'_>, seed: u16) {
        let mut done = self.zone.len();
        let mut least = seed;
        self.was_in_zone[usize::from(seed)] = true;
        self.zone.push(seed);
        while let Some(&square) = self.zone.get(done) {
            done += 1;
            least = least.min(square);
            for next in view.board.neighbours(square) {
                if view.is_box[usize::from(next)] {
                    self.verdicts.add(view, next);
                } else if self.is_outside(view, next) {
                    self.was_in_zone[usize::from(next)] = true;
                    self.zone.push(next);
                }
            }
        }
        self.regions.push(least);
    }

    fn is_dead_zone(
        &mut self,
        view: &PositionView<'_>,
        efforts: usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let (board, boxes) = (view.board, &self.verdicts.boxes);
        if boxes.len() > MOST_BOXES {
            return Ok(false);
        }
        let is_solved = boxes.iter().all(|&square| board.is_goal[usize::from(square)]);
        let to_enter = if is_solved {
            let empty = self.zone.iter().find(|&&square| board.is_goal[usize::from(square)]);
            let Some(&goal) = empty.filter(|_| view.needs_all()) else { return Ok(false) };
            Some(goal)
        } else {
            None
        };
        self.regions.sort_unstable();
        self.regions.push(boxes.len() as u16);
        let aim = LocalAim { inside: &self.zone, to_enter };
        self.verdicts.is_dead(view, &self.regions, aim, efforts, control)
    }
}

impl Detector for CorralDetector {
    /// Only the regions beside the moved box can have changed to the worse.
    fn is_dead(&mut self, view: &PositionView<'_>, control: &mut SearchControl<'_>) -> Limited<bool> {
        self.is_dead_beside(view, view.target, 0, control)
    }
}
