//! Corral deadlocks: a region that the player cannot reach, and whose boxes cannot be brought to goals.
//!
//! The boxes around the region are taken, all others leave the board, and a small search tries everything with those.
//! What it cannot solve is dead with any other boxes as well: a solution of the whole board, played without the boxes
//! that have left, is one of the few. So that few positions are enough,
//!
//! * a box that is pushed out of the zone (the region and the squares of its boxes) leaves the board too. This only
//!   makes the rest easier, and for the same reason nothing else needs to be tried where a box can leave;
//! * a budget of positions ends the search without a verdict.
//!
//! A region whose boxes are all on goals matters when every goal needs a box and one in the region has none: then the
//! search tries to get the player or a box there.
//!
//! Closed diagonals ([`super::diagonal`]) are corrals that need no search.
//!
//! Verdicts are kept by boxes, zone and where the player is. One that is asked for again and again gets a larger budget
//! and a wider zone.

use std::collections::HashMap;

use super::diagonal;
use super::scene::Scene;
use super::trial::Trial;
use crate::field::Field;
use crate::region::Region;

/// How hard to try, by how often a verdict has been asked for: positions, and squares around the zone that belong to
/// it too.
const LEVELS: [Level; 4] = [
    Level { asked: 0, positions: 12, margin: 0 },
    Level { asked: 4, positions: 50, margin: 0 },
    Level { asked: 40, positions: 400, margin: 1 },
    Level { asked: 1000, positions: 3000, margin: 2 },
];
/// The levels that a corral at the start of a search goes through at once.
const LEVELS_AT_START: usize = 2;
/// Regions with more boxes around them are let be.
const MOST_BOXES: usize = 16;
/// Bytes of kept verdicts when memory is not limited.
pub(crate) const MOST_KEPT: usize = 16 << 20;
/// Bytes of an entry without its key, estimated from above.
const ENTRY_BYTES: usize = 112;

struct Level {
    asked: u32,
    positions: usize,
    margin: usize,
}

/// What is known of a corral.
struct Known {
    asked: u32,
    level: usize,
    is_dead: bool,
}

/// The detector, and what it remembers.
pub(crate) struct Corrals {
    known: HashMap<Box<[u16]>, Known>,
    kept: usize,
    most_kept: usize,
    inside: Region,
    zone: Vec<u16>,
    /// The least square of every region of the zone.
    regions: Vec<u16>,
    boxes: Vec<u16>,
    is_member: Vec<bool>,
    key: Vec<u16>,
    beyond: Region,
    trial: Trial,
}

impl Corrals {
    /// A detector for `field` that keeps at most `most_kept` bytes of verdicts.
    pub(crate) fn new(field: &Field, most_kept: usize) -> Self {
        Self {
            known: HashMap::new(),
            kept: 0,
            most_kept,
            inside: Region::new(field),
            zone: Vec::new(),
            regions: Vec::new(),
            boxes: Vec::new(),
            is_member: vec![false; field.near.len()],
            key: Vec::new(),
            beyond: Region::new(field),
            trial: Trial::new(field),
        }
    }

    /// Whether a push to `square` has led to a dead corral. Only the regions beside the pushed box can have changed to
    /// the worse.
    pub(crate) fn pushed(&mut self, scene: &Scene<'_>, square: u16) -> bool {
        diagonal::is_dead_beside(scene, square) || self.is_dead_beside(scene, square, 0)
    }

    /// Whether any corral is dead. Takes more effort than after a push, as everything rests on the start.
    pub(crate) fn at_start(&mut self, scene: &Scene<'_>, boxes: &[u16]) -> bool {
        boxes.iter().any(|&square| {
            diagonal::is_dead_beside(scene, square) || self.is_dead_beside(scene, square, LEVELS_AT_START)
        })
    }

    /// Whether one of the regions beside the box on `square` is dead, alone or with all regions that share boxes with
    /// it. At least so many `levels` of effort are gone through.
    fn is_dead_beside(&mut self, scene: &Scene<'_>, square: u16, levels: usize) -> bool {
        let near = scene.field.near[usize::from(square)];
        for with_neighbours in [false, true] {
            self.inside.clear(scene.field);
            for seed in near {
                if self.is_outside(scene, seed) {
                    self.gather(scene, seed, with_neighbours);
                    let is_dead = (self.regions.len() > 1) == with_neighbours && self.is_dead(scene, levels);
                    for square in self.boxes.drain(..) {
                        self.is_member[usize::from(square)] = false;
                    }
                    if is_dead {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Makes the region of `seed` the zone, with all regions that share boxes with it if asked to.
    fn gather(&mut self, scene: &Scene<'_>, seed: u16, with_neighbours: bool) {
        self.zone.clear();
        self.regions.clear();
        self.take_in(scene, seed);
        let mut done = 0;
        while with_neighbours && let Some(&square) = self.boxes.get(done) {
            done += 1;
            for next in scene.field.near[usize::from(square)] {
                if self.is_outside(scene, next) {
                    self.take_in(scene, next);
                }
            }
        }
    }

    /// Whether a square is free, out of the player's reach, and not in the zone.
    fn is_outside(&self, scene: &Scene<'_>, square: u16) -> bool {
        square != scene.field.wall()
            && !scene.is_box[usize::from(square)]
            && !scene.region.contains(square)
            && !self.inside.contains(square)
    }

    /// Adds the region of `seed` to the zone, and its boxes.
    fn take_in(&mut self, scene: &Scene<'_>, seed: u16) {
        let least = self.inside.extend(scene.field, scene.is_box, seed);
        self.regions.push(least);
        self.zone.extend_from_slice(self.inside.latest());
        for &square in self.inside.latest() {
            for next in scene.field.near[usize::from(square)] {
                if scene.is_box[usize::from(next)] && !self.is_member[usize::from(next)] {
                    self.is_member[usize::from(next)] = true;
                    self.boxes.push(next);
                }
            }
        }
    }

    /// Whether the zone is dead.
    fn is_dead(&mut self, scene: &Scene<'_>, levels: usize) -> bool {
        let field = scene.field;
        if self.boxes.len() > MOST_BOXES {
            return false;
        }
        let is_solved = self.boxes.iter().all(|&square| field.is_goal[usize::from(square)]);
        let to_enter = if is_solved {
            let empty = self.zone.iter().find(|&&square| field.is_goal[usize::from(square)]);
            let Some(&goal) = empty.filter(|_| scene.needs_all) else { return false };
            Some(goal)
        } else {
            None
        };
        let player = self.beyond.flood(field, &self.is_member, scene.player);
        self.key.clear();
        self.key.extend_from_slice(&self.boxes);
        self.key.sort_unstable();
        let sorted = self.key.len();
        self.key.extend_from_slice(&self.regions);
        self.key[sorted..].sort_unstable();
        self.key.extend([player, sorted as u16]);
        let known = match self.known.get_mut(self.key.as_slice()) {
            Some(known) => known,
            None => {
                let bytes = ENTRY_BYTES + 2 * self.key.len();
                if self.kept + bytes > self.most_kept {
                    self.known.clear();
                    self.kept = 0;
                }
                self.kept += bytes;
                let fresh = Known { asked: 0, level: 0, is_dead: false };
                self.known.entry(self.key.as_slice().into()).or_insert(fresh)
            }
        };
        while !known.is_dead
            && let Some(level) = LEVELS.get(known.level)
            && (known.asked >= level.asked || known.level < levels)
        {
            known.level += 1;
            let (margin, positions) = (level.margin, level.positions);
            known.is_dead = self.trial.is_dead(scene, &self.boxes, &self.zone, margin, positions, to_enter);
        }
        known.asked = known.asked.saturating_add(1);
        known.is_dead
    }
}
