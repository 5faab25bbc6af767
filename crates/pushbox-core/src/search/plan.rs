//! A packing plan: which goals to fill before which. It guides a search and prunes nothing.
//!
//! All goals are taken as filled. The boxes that can be pulled away to where a box stood at the start, while the others
//! stay where they are, fill the last layer; without them the layer before it is found, and so on, for every cluster of
//! touching goals by itself. When no box can be pulled away any more, what is left is one layer.

use super::limit::{LimitKind, Watch};
use crate::field::Field;
use crate::region::Region;

/// Squares that may be looked at while planning; beyond that, what is left is one layer. About a tenth of a second.
const MOST_EFFORT: usize = 1 << 25;

/// How far a position has come, for choosing what to try next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    /// Goals filled in the order of the plan.
    pub(crate) packed: u32,
    /// Goals filled too early for the plan.
    pub(crate) early: u32,
    /// Regions that the player cannot reach.
    pub(crate) regions: u32,
}

/// The plan, and the working memory to hold positions against it.
pub(crate) struct Plan {
    /// For every cluster of goals its layers, the first to fill first.
    clusters: Vec<Vec<Vec<u16>>>,
    rest: Region,
}

impl Plan {
    /// The plan for boxes that start on `boxes`.
    pub(crate) fn new(field: &Field, boxes: &[u16], watch: &mut Watch<'_>) -> Result<Self, LimitKind> {
        let cluster_of = clusters(field);
        let count = cluster_of.iter().max().map_or(0, |&last| last + 1);
        let mut puller = Puller::new(field, boxes);
        let mut clusters: Vec<Vec<Vec<u16>>> = vec![Vec::new(); count];
        let mut left: Vec<usize> = (0..field.goals.len()).collect();
        while !left.is_empty() {
            let mut layer = Vec::new();
            for &goal in &left {
                if puller.can_leave(field, field.goals[goal], watch)? {
                    layer.push(goal);
                }
            }
            if layer.is_empty() {
                layer.clone_from(&left);
            }
            left.retain(|goal| !layer.contains(goal));
            let mut of_cluster = vec![Vec::new(); count];
            for goal in layer {
                puller.filled[usize::from(field.goals[goal])] = false;
                of_cluster[cluster_of[goal]].push(field.goals[goal]);
            }
            for (layers, layer) in clusters.iter_mut().zip(of_cluster) {
                if !layer.is_empty() {
                    layers.push(layer);
                }
            }
        }
        for layers in &mut clusters {
            layers.reverse();
        }
        Ok(Self { clusters, rest: Region::new(field) })
    }

    /// How far the position with the boxes `is_box`, in which the player reaches `region`, has come.
    pub(crate) fn features(&mut self, field: &Field, is_box: &[bool], region: &Region) -> Features {
        let mut packed = 0;
        for layers in &self.clusters {
            for layer in layers {
                let full = count(layer, is_box);
                packed += full;
                if (full as usize) < layer.len() {
                    break;
                }
            }
        }
        let mut regions = 0;
        self.rest.clear(field);
        for square in 0..field.wall() {
            if !is_box[usize::from(square)] && !region.contains(square) && !self.rest.contains(square) {
                self.rest.extend(field, is_box, square);
                regions += 1;
            }
        }
        Features { packed, early: count(&field.goals, is_box) - packed, regions }
    }

    /// For every cluster of goals its layers, the first to fill first.
    #[cfg(test)]
    pub(crate) fn clusters(&self) -> &[Vec<Vec<u16>>] {
        &self.clusters
    }
}

fn count(goals: &[u16], is_box: &[bool]) -> u32 {
    goals.iter().filter(|&&goal| is_box[usize::from(goal)]).count() as u32
}

/// The number of its cluster for every goal.
fn clusters(field: &Field) -> Vec<usize> {
    let not_goal: Vec<bool> = field.is_goal.iter().map(|&is_goal| !is_goal).collect();
    let mut number_at = vec![usize::MAX; field.near.len()];
    let mut region = Region::new(field);
    let mut clusters = 0;
    for &goal in &field.goals {
        if number_at[usize::from(goal)] == usize::MAX {
            region.flood(field, &not_goal, goal);
            for &square in region.latest() {
                number_at[usize::from(square)] = clusters;
            }
            clusters += 1;
        }
    }
    field.goals.iter().map(|&goal| number_at[usize::from(goal)]).collect()
}

/// Finds out which boxes can be pulled off their goals.
struct Puller {
    filled: Vec<bool>,
    is_end: Vec<bool>,
    region: Region,
    /// The sides of every square on which the player has been with the box there, as bits by direction.
    seen: Vec<u8>,
    effort: usize,
}

impl Puller {
    fn new(field: &Field, ends: &[u16]) -> Self {
        let mut is_end = vec![false; field.near.len()];
        for &square in ends {
            is_end[usize::from(square)] = true;
        }
        Self {
            filled: field.is_goal.clone(),
            is_end,
            region: Region::new(field),
            seen: Vec::new(),
            effort: 0,
        }
    }

    /// Whether the box on `goal` can be pulled to an end with boxes on the other filled goals, wherever the player is
    /// at first.
    fn can_leave(&mut self, field: &Field, goal: u16, watch: &mut Watch<'_>) -> Result<bool, LimitKind> {
        if self.is_end[usize::from(goal)] {
            return Ok(true);
        }
        self.filled[usize::from(goal)] = false;
        let can_leave = self.pull(field, goal, watch);
        self.filled[usize::from(goal)] = true;
        can_leave
    }

    fn pull(&mut self, field: &Field, goal: u16, watch: &mut Watch<'_>) -> Result<bool, LimitKind> {
        self.seen.clear();
        self.seen.resize(field.near.len(), 0);
        let mut stack: Vec<(u16, usize)> = (0..4).map(|side| (goal, side)).collect();
        while let Some((square, side)) = stack.pop() {
            let to = field.near[usize::from(square)][side];
            let player = field.near[usize::from(to)][side];
            let is_free = |square: u16| square != field.wall() && !self.filled[usize::from(square)];
            if !is_free(to) || !is_free(player) {
                continue;
            }
            if self.is_end[usize::from(to)] {
                return Ok(true);
            }
            watch.check()?;
            self.filled[usize::from(to)] = true;
            self.region.flood(field, &self.filled, player);
            self.filled[usize::from(to)] = false;
            self.effort += self.region.latest().len();
            if self.effort > MOST_EFFORT {
                return Ok(false);
            }
            for (side, &next) in field.near[usize::from(to)].iter().enumerate() {
                let is_new = self.seen[usize::from(to)] & (1 << side) == 0;
                if is_new && next != field.wall() && self.region.contains(next) {
                    self.seen[usize::from(to)] |= 1 << side;
                    stack.push((to, side));
                }
            }
        }
        Ok(false)
    }
}
