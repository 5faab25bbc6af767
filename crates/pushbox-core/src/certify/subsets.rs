//! The placements of a few boxes that can be solved alone, found by pulls from the goals.

use std::collections::{HashMap, VecDeque};

use super::field::{Field, Item, Placement, Square, Walk};
use crate::bits::{has, insert};
use crate::board::BoxClass;
use crate::level::opposite;
use crate::limit::{Limited, SearchControl};

/// The most boxes of a subset.
pub(super) const MOST_BOXES: usize = 4;
/// The most placements of a subset that can be solved: a checker goes through all of them, and refuses more.
const MOST_PLACEMENTS: usize = 200_000;

/// For so many boxes wherever they stand, the squares of the player from which they can be solved alone.
pub(super) struct Subsets {
    pub(super) boxes: usize,
    words: usize,
    /// The index of the bits of some boxes.
    index: HashMap<u64, u32>,
    players: Vec<u64>,
}

impl Subsets {
    /// Creates the table for subsets of at most `boxes` boxes, of fewer where it would be too large.
    pub(super) fn new(field: &Field, boxes: usize, control: &mut SearchControl<'_>) -> Limited<Self> {
        let all: usize = field.classes.iter().map(|class| class.boxes.len()).sum();
        for boxes in (1..=boxes.min(all).min(MOST_BOXES)).rev() {
            if solved_count(field, boxes) <= MOST_PLACEMENTS {
                let mut table = Self::empty(field, boxes);
                if table.fill(field, control)? {
                    return Ok(table);
                }
            }
        }
        Ok(Self::empty(field, 0))
    }

    fn empty(field: &Field, boxes: usize) -> Self {
        Self { boxes, words: field.size().div_ceil(64), index: HashMap::new(), players: Vec::new() }
    }

    /// Finds the placements that can be solved; returns whether there are no more than there may be.
    fn fill(&mut self, field: &Field, control: &mut SearchControl<'_>) -> Limited<bool> {
        let mut waiting = VecDeque::new();
        for items in solved_subsets(field, self.boxes) {
            for player in 0..field.size() as Square {
                if items.iter().all(|&item| field.square(item) != player) {
                    self.add(field, Placement { items: items.clone(), player }, &mut waiting);
                }
            }
        }
        while let Some(Placement { items, player }) = waiting.pop_front() {
            control.check()?;
            let walk = Walk::from(field, &items, player);
            let mut before_push = Vec::new();
            for (index, &item) in items.iter().enumerate() {
                let target = field.square(item);
                for direction in 0..4 {
                    // The push came from the square before, with the player another square before.
                    let Some(before) = field.step(target, opposite(direction)) else { continue };
                    let Some(player) = field.step(before, opposite(direction)) else { continue };
                    if walk.steps(before).is_none() || items.iter().any(|&item| field.square(item) == player)
                    {
                        continue;
                    }
                    let mut items = items.clone();
                    items[index] = item - target + before;
                    items.sort_unstable();
                    before_push.push(Placement { items, player });
                }
            }
            for placement in before_push {
                self.add(field, placement, &mut waiting);
            }
            if self.index.len() > MOST_PLACEMENTS {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds a placement that can be solved, unless it is known.
    fn add(&mut self, field: &Field, placement: Placement, waiting: &mut VecDeque<Placement>) {
        if self.is_live(&placement.items, placement.player) {
            return;
        }
        let next = (self.players.len() / self.words) as u32;
        let index = *self.index.entry(key(&placement.items)).or_insert(next);
        if index == next {
            self.players.resize(self.players.len() + self.words, 0);
        }
        for square in Walk::from(field, &placement.items, placement.player).squares() {
            insert(&mut self.players[index as usize * self.words..], square.into());
        }
        waiting.push_back(placement);
    }

    fn is_live(&self, items: &[Item], player: Square) -> bool {
        let index = self.index.get(&key(items));
        index.is_some_and(|&index| has(&self.players[index as usize * self.words..], player.into()))
    }

    /// Returns whether some boxes that `moved`, one of the boxes, belongs to cannot be solved alone.
    pub(super) fn is_dead(&self, items: &[Item], moved: Item, player: Square) -> bool {
        let others: Vec<Item> = items.iter().copied().filter(|&item| item != moved).collect();
        self.boxes > 0 && self.any_dead(&others, player, &mut vec![moved])
    }

    fn any_dead(&self, others: &[Item], player: Square, chosen: &mut Vec<Item>) -> bool {
        if chosen.len() == self.boxes {
            let mut items = chosen.clone();
            items.sort_unstable();
            return !self.is_live(&items, player);
        }
        others.iter().enumerate().any(|(index, &item)| {
            chosen.push(item);
            let is_dead = self.any_dead(&others[index + 1..], player, chosen);
            chosen.pop();
            is_dead
        })
    }
}

/// Packs the boxes of a subset.
fn key(items: &[Item]) -> u64 {
    items.iter().fold(0, |key, &item| key << 16 | u64::from(item))
}

/// Returns how many placements [`solved_subsets`] returns.
fn solved_count(field: &Field, boxes: usize) -> usize {
    // The ways to place so many boxes on goals of the classes so far.
    let mut ways = vec![0usize; boxes + 1];
    ways[0] = 1;
    for class in &field.classes {
        let mut next = vec![0usize; boxes + 1];
        for (placed, &so_far) in ways.iter().enumerate() {
            let mut here = 1usize;
            for more in 0..=class.boxes.len().min(boxes - placed) {
                next[placed + more] = next[placed + more].saturating_add(so_far.saturating_mul(here));
                here = here.saturating_mul(class.goals.len().saturating_sub(more)) / (more + 1);
            }
        }
        ways = next;
    }
    ways[boxes]
}

/// Returns all so many boxes on goals of theirs, of each class at most as many as there are.
fn solved_subsets(field: &Field, boxes: usize) -> Vec<Vec<Item>> {
    let mut subsets = Vec::new();
    let homes_of = |(class, of): (usize, &BoxClass)| -> Vec<Item> {
        of.goals.iter().map(|&goal| field.item(class, goal)).collect()
    };
    let homes: Vec<Item> = field.classes.iter().enumerate().flat_map(homes_of).collect();
    let mut chosen = Vec::new();
    choose(field, &homes, boxes, &mut chosen, &mut subsets);
    subsets
}

fn choose(field: &Field, homes: &[Item], boxes: usize, chosen: &mut Vec<Item>, subsets: &mut Vec<Vec<Item>>) {
    if chosen.len() == boxes {
        subsets.push(chosen.clone());
        return;
    }
    for (index, &item) in homes.iter().enumerate() {
        let class = field.class(item);
        let taken = chosen.iter().filter(|&&other| field.class(other) == class).count();
        if taken < field.classes[class].boxes.len() {
            chosen.push(item);
            choose(field, &homes[index + 1..], boxes, chosen, subsets);
            chosen.pop();
        }
    }
}
