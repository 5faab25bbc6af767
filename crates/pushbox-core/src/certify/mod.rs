//! Searches whose answer a checker can verify: they return the positions that a proof has to go through, and prune
//! nothing that a checker cannot recompute. Of positions that are images of each other under a symmetry of the level,
//! one is enough.

mod body;
mod field;
mod pruning;
mod subsets;

use std::collections::HashMap;

use crate::level::opposite;
use crate::limit::{LimitKind, Limited, SearchControl};
use crate::puzzle::Puzzle;
use crate::search::symmetries::Symmetry;
use field::{Field, Item, Placement, Square, Walk};
use pruning::Pruning;

/// A claim about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It has no solution.
    Unsolvable,
    /// No solution has fewer pushes.
    Pushes(u32),
    /// No solution has fewer moves.
    Moves(u32),
}

impl Claim {
    /// Returns the cost from which on the positions of a line need no expansion.
    fn cost(self) -> u32 {
        match self {
            Self::Unsolvable => u32::MAX,
            Self::Pushes(cost) | Self::Moves(cost) => cost,
        }
    }
}

/// The positions that prove a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedPositions {
    /// How many there are.
    pub positions: usize,
    /// The positions in their order, each with its pushes or moves; the module `body` says how.
    pub body: Vec<u8>,
    /// The boxes of the subsets that pruned positions, 0 for no subsets.
    pub subset: usize,
    /// The cell from which the potential of the bound on moves falls.
    pub peak: Option<usize>,
}

/// The result of a search for a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certification {
    /// A proof.
    Closed(ClosedPositions),
    /// A solution of so many pushes or moves, which refutes the claim.
    Solution(u32),
    /// The limit that ended the search; [`LimitKind::Nodes`] if the proof needs more positions.
    GaveUp(LimitKind),
}

/// Searches the positions that prove a claim. Subsets of at most `subset` boxes that cannot be solved alone prune
/// positions. The puzzle has one pusher.
pub fn certify(
    puzzle: &Puzzle,
    claim: Claim,
    subset: usize,
    control: &mut SearchControl<'_>,
) -> Certification {
    debug_assert_eq!(puzzle.pushers().len(), 1);
    ClosedSearch::run(puzzle, claim, subset, control).unwrap_or_else(Certification::GaveUp)
}

/// The boxes, ascending, and then the player; the least of these of all images.
type Key = Box<[Item]>;

struct ClosedSearch {
    field: Field,
    symmetries: Vec<Symmetry>,
    pruning: Pruning,
    claim: Claim,
    /// The least cost found of every position.
    costs: HashMap<Key, u32>,
    /// The positions to expand, by their cost.
    waiting: Vec<Vec<Key>>,
}

impl ClosedSearch {
    fn run(
        puzzle: &Puzzle,
        claim: Claim,
        subset: usize,
        control: &mut SearchControl<'_>,
    ) -> Limited<Certification> {
        let empty = ClosedPositions { positions: 0, body: Vec::new(), subset: 0, peak: None };
        let Some((field, start)) = Field::new(puzzle, control)? else {
            return Ok(Certification::Closed(empty));
        };
        let pruning = Pruning::new(&field, &start, matches!(claim, Claim::Moves(_)), subset, control)?;
        let symmetries = Symmetry::all(&field.board, &field.classes);
        let mut search =
            Self { field, symmetries, pruning, claim, costs: HashMap::new(), waiting: Vec::new() };
        let is_dead = |&item: &Item| search.pruning.is_dead(&search.field, &start.items, item, start.player);
        if !start.items.iter().any(is_dead) {
            search.meet(start, 0, control)?;
        }
        let mut cost = 0;
        while cost < search.waiting.len() {
            while let Some(key) = search.waiting[cost].pop() {
                if search.costs[&key] as usize == cost && search.expand(&key, cost as u32, control)? {
                    return Ok(Certification::Solution(cost as u32));
                }
            }
            search.waiting[cost] = Vec::new();
            cost += 1;
        }
        Ok(Certification::Closed(search.closed(control)?))
    }

    /// Adds what the pushes from a position lead to; returns whether it is solved.
    fn expand(&mut self, key: &[Item], cost: u32, control: &mut SearchControl<'_>) -> Limited<bool> {
        let (items, player) = (&key[..key.len() - 1], key[key.len() - 1]);
        if self.field.is_solved(items) {
            return Ok(true);
        }
        control.check()?;
        let walk = Walk::from(&self.field, items, player);
        let mut after = Vec::new();
        for (index, &item) in items.iter().enumerate() {
            let square = self.field.square(item);
            for direction in 0..4 {
                let Some(from) = self.field.step(square, opposite(direction)) else { continue };
                let Some(target) = self.field.step(square, direction) else { continue };
                let Some(steps) = walk.steps(from) else { continue };
                if items.iter().any(|&other| self.field.square(other) == target) {
                    continue;
                }
                let mut items = items.to_vec();
                let moved = item - square + target;
                items[index] = moved;
                items.sort_unstable();
                if !self.pruning.is_dead(&self.field, &items, moved, square) {
                    let step = if self.is_by_moves() { steps + 1 } else { 1 };
                    after.push((Placement { items, player: square }, cost + step));
                }
            }
        }
        for (placement, cost) in after {
            self.meet(placement, cost, control)?;
        }
        Ok(false)
    }

    /// Adds a position, unless it is too far from a solution or known at no greater cost.
    fn meet(&mut self, placement: Placement, cost: u32, control: &mut SearchControl<'_>) -> Limited<()> {
        let Placement { items, player } = placement;
        let bound = self.pruning.bound(&self.field, &items, player, control)?;
        if bound.is_none_or(|bound| cost.saturating_add(bound) >= self.claim.cost()) {
            return Ok(());
        }
        let key = self.key(&items, player);
        if self.costs.get(&key).is_some_and(|&known| known <= cost) {
            return Ok(());
        }
        if !self.costs.contains_key(&key) {
            control.count()?;
            control.budget.take(4 * size_of_val(&*key) + 128)?;
        }
        self.costs.insert(key.clone(), cost);
        if self.waiting.len() <= cost as usize {
            self.waiting.resize_with(cost as usize + 1, Vec::new);
        }
        self.waiting[cost as usize].push(key);
        control.open = self.costs.len() as u64;
        Ok(())
    }

    /// Returns the key of a position. For pushes the player is the least square that they reach.
    fn key(&self, items: &[Item], player: Square) -> Key {
        let reached: Vec<Square> = match self.is_by_moves() {
            true => vec![player],
            false => Walk::from(&self.field, items, player).squares().collect(),
        };
        let key_of = |image: &dyn Fn(Square) -> Square| -> Key {
            let boxes = items.iter().map(|&item| (self.field.class(item), image(self.field.square(item))));
            let mut key: Vec<Item> = boxes.map(|(class, square)| self.field.item(class, square)).collect();
            key.sort_unstable();
            key.extend(reached.iter().map(|&square| image(square)).min());
            key.into()
        };
        let images =
            self.symmetries.iter().map(|symmetry| key_of(&|square| symmetry.image[usize::from(square)]));
        images.fold(key_of(&|square| square), Key::min)
    }

    fn is_by_moves(&self) -> bool {
        matches!(self.claim, Claim::Moves(_))
    }

    fn closed(&self, control: &mut SearchControl<'_>) -> Limited<ClosedPositions> {
        control.budget.take(self.costs.len() * (size_of::<(&Key, u32)>() + 16))?;
        let mut positions: Vec<(&[Item], u32)> =
            self.costs.iter().map(|(key, &cost)| (&**key, cost)).collect();
        positions.sort_unstable();
        Ok(ClosedPositions {
            positions: positions.len(),
            body: body::write(positions.into_iter()),
            subset: self.pruning.subsets.boxes,
            peak: self.pruning.peak.map(|square| self.field.board.cells[usize::from(square)] as usize),
        })
    }
}
