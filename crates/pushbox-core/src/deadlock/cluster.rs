//! Dead clusters: a few boxes close to each other that cannot all be brought to goals or away from each other.
//!
//! As with corrals ([`super::corral`]) the others leave the board and a small search tries everything with the few; a
//! box that gets away from them leaves the board too. This finds what no frozen box shows yet: boxes that can still be
//! pushed, but only into a deadlock.

use std::collections::HashMap;

use super::scene::Scene;
use super::trial::Trial;
use crate::field::Field;
use crate::region::Region;

/// The most boxes in a cluster.
const MOST_BOXES: usize = 7;
/// How hard to try, by how often a verdict has been asked for.
const EFFORTS: [(u32, usize); 2] = [(0, 60), (60, 600)];
/// Bytes of kept verdicts when memory is not limited.
pub(crate) const MOST_KEPT: usize = 16 << 20;
const ENTRY_BYTES: usize = 64;

struct Known {
    asked: u32,
    tried: u8,
    is_dead: bool,
}

/// The detector, and what it remembers.
pub(crate) struct Clusters {
    known: HashMap<Box<[u16]>, Known>,
    kept: usize,
    most_kept: usize,
    boxes: Vec<u16>,
    is_member: Vec<bool>,
    key: Vec<u16>,
    region: Region,
    trial: Trial,
}

impl Clusters {
    /// A detector for `field` that keeps at most `most_kept` bytes of verdicts.
    pub(crate) fn new(field: &Field, most_kept: usize) -> Self {
        Self {
            known: HashMap::new(),
            kept: 0,
            most_kept,
            boxes: Vec::new(),
            is_member: vec![false; field.near.len()],
            key: Vec::new(),
            region: Region::new(field),
            trial: Trial::new(field),
        }
    }

    /// Whether the boxes close to the one on `square` are dead.
    pub(crate) fn pushed(&mut self, scene: &Scene<'_>, square: u16) -> bool {
        self.gather(scene, square);
        let off_goal = self.boxes.iter().any(|&square| !scene.field.is_goal[usize::from(square)]);
        let is_dead = self.boxes.len() > 2 && off_goal && self.is_dead(scene);
        for square in self.boxes.drain(..) {
            self.is_member[usize::from(square)] = false;
        }
        is_dead
    }

    /// Collects the boxes at most two steps apart, from `square` on.
    fn gather(&mut self, scene: &Scene<'_>, square: u16) {
        self.take_in(scene, square);
        let mut done = 0;
        while let Some(&member) = self.boxes.get(done) {
            done += 1;
            for next in scene.field.near[usize::from(member)] {
                self.take_in(scene, next);
                for after in scene.field.near[usize::from(next)] {
                    self.take_in(scene, after);
                }
            }
        }
    }

    fn take_in(&mut self, scene: &Scene<'_>, square: u16) {
        let at = usize::from(square);
        if scene.is_box[at] && !self.is_member[at] && self.boxes.len() < MOST_BOXES {
            self.is_member[at] = true;
            self.boxes.push(square);
        }
    }

    fn is_dead(&mut self, scene: &Scene<'_>) -> bool {
        let player = self.region.flood(scene.field, &self.is_member, scene.player);
        self.key.clear();
        self.key.extend_from_slice(&self.boxes);
        self.key.sort_unstable();
        self.key.push(player);
        let known = match self.known.get_mut(self.key.as_slice()) {
            Some(known) => known,
            None => {
                let bytes = ENTRY_BYTES + 2 * self.key.len();
                if self.kept + bytes > self.most_kept {
                    self.known.clear();
                    self.kept = 0;
                }
                self.kept += bytes;
                let fresh = Known { asked: 0, tried: 0, is_dead: false };
                self.known.entry(self.key.as_slice().into()).or_insert(fresh)
            }
        };
        if !known.is_dead
            && let Some(&(asked, positions)) = EFFORTS.get(usize::from(known.tried))
            && known.asked >= asked
        {
            known.tried += 1;
            known.is_dead = self.trial.is_dead(scene, &self.boxes, &[], 2, positions, None);
        }
        known.asked = known.asked.saturating_add(1);
        known.is_dead
    }
}
