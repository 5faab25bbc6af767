//! A turn being made: linked pushers step, then everything slides and is carried until it rests.

use std::collections::HashSet;

use super::State;
use super::ground::{FLOOR, Ground, HOLE, NONE, PLAIN};

/// The position of a turn, changed in place. Pieces are known by their slot in the state.
pub(super) struct Motion<'a> {
    ground: &'a Ground,
    /// The cell of each piece, the cell off the board for one that is gone.
    at: Vec<u16>,
    /// The piece on each cell, counted from 1; 0 for none.
    on: Vec<u16>,
    tiles: Vec<u16>,
    /// The direction in which each piece slides, `NONE` for one that rests.
    heading: Vec<u8>,
    sliding: usize,
    pushed: bool,
    moved: bool,
}

impl<'a> Motion<'a> {
    /// A turn that begins at `state`.
    pub(super) fn new(ground: &'a Ground, state: &State) -> Self {
        let (at, tiles) = state.split_at(ground.slots());
        let mut on = vec![0; ground.shape.cells + 1];
        for (slot, &cell) in at.iter().enumerate() {
            on[usize::from(cell)] = slot as u16 + 1;
        }
        on[ground.shape.cells] = 0;
        Self {
            ground,
            at: at.to_vec(),
            on,
            tiles: tiles.to_vec(),
            heading: vec![NONE; ground.slots()],
            sliding: 0,
            pushed: false,
            moved: false,
        }
    }

    /// Goes back to the beginning, which is `state`.
    pub(super) fn reset(&mut self, state: &State) {
        if !self.moved {
            return;
        }
        let (at, tiles) = state.split_at(self.at.len());
        for &cell in &self.at {
            self.on[usize::from(cell)] = 0;
        }
        for (slot, &cell) in at.iter().enumerate() {
            self.on[usize::from(cell)] = slot as u16 + 1;
        }
        self.on[self.ground.shape.cells] = 0;
        self.at.copy_from_slice(at);
        self.tiles.copy_from_slice(tiles);
        self.heading.fill(NONE);
        self.sliding = 0;
        self.pushed = false;
        self.moved = false;
    }

    /// Whether a box was pushed.
    pub(super) fn pushed(&self) -> bool {
        self.pushed
    }

    /// The position, with the pieces of one look in the order of their cells.
    pub(super) fn state(&self) -> State {
        let mut state: State = self.at.iter().chain(&self.tiles).copied().collect();
        self.ground.sort(&mut state);
        state
    }

    /// Lets a pusher and all that are linked with it step; whether that is legal.
    pub(super) fn step(&mut self, pusher: usize, way: usize) -> bool {
        let ground = self.ground;
        let group = ground.look(pusher).group;
        if group == 0 {
            return self.step_one(pusher, way);
        }
        let mut movers: Vec<usize> = (0..ground.first_box)
            .filter(|&slot| {
                ground.look(slot).group == group && usize::from(self.at[slot]) < ground.shape.cells
            })
            .collect();
        movers.sort_by_key(|&slot| (ground.shape.ahead(self.at[slot], way), self.at[slot]));
        let stepped = movers.iter().filter(|&&slot| self.step_one(slot, way)).count();
        stepped == movers.len() || (stepped > 0 && !ground.rules.rigid)
    }

    fn step_one(&mut self, pusher: usize, way: usize) -> bool {
        let ground = self.ground;
        let target = ground.shape.step[usize::from(self.at[pusher])][way];
        if !ground.admits(pusher, target, way) {
            return false;
        }
        let occupant = usize::from(self.on[usize::from(target)]);
        if occupant > 0 {
            let first = occupant - 1;
            if first < ground.first_box || !ground.may_push(pusher, first) {
                return false;
            }
            if ground.rules.sticky && ground.look(first).colour != PLAIN {
                if !self.push_group(first, way) {
                    return false;
                }
            } else {
                if !self.has_room(first, way, &[]) {
                    return false;
                }
                self.shift(first, way);
            }
            self.pushed = true;
        }
        self.shift(pusher, way);
        true
    }

    /// Pushes all boxes of a colour that hang together with `first`, if there is room for all.
    fn push_group(&mut self, first: usize, way: usize) -> bool {
        let ground = self.ground;
        let colour = ground.look(first).colour;
        let mut group = vec![first];
        let mut done = 0;
        while done < group.len() {
            for near in ground.shape.step[usize::from(self.at[group[done]])] {
                let other = usize::from(self.on[usize::from(near)]).wrapping_sub(1);
                let is_box = other < ground.slots() && other >= ground.first_box;
                if is_box && ground.look(other).colour == colour && !group.contains(&other) {
                    group.push(other);
                }
            }
            done += 1;
        }
        if !group.iter().all(|&slot| self.has_room(slot, way, &group)) {
            return false;
        }
        group.sort_by_key(|&slot| (ground.shape.ahead(self.at[slot], way), self.at[slot]));
        for slot in group {
            self.shift(slot, way);
        }
        true
    }

    /// Whether a box can be pushed a cell on, while all of `together` move with it.
    fn has_room(&self, slot: usize, way: usize, together: &[usize]) -> bool {
        let ground = self.ground;
        let cell = usize::from(self.at[slot]);
        let beyond = ground.shape.step[cell][way];
        let occupant = usize::from(self.on[usize::from(beyond)]);
        (occupant == 0 || together.contains(&(occupant - 1)))
            && !ground.floor[cell].lock
            && ground.admits(slot, beyond, way)
    }

    /// Moves a piece to a cell that has room for it: what it leaves wears, what it enters may swallow it.
    fn shift(&mut self, slot: usize, way: usize) {
        let ground = self.ground;
        let is_box = slot >= ground.first_box;
        let cell = usize::from(self.at[slot]);
        let target = usize::from(ground.shape.step[cell][way]);
        self.moved = true;
        self.rest(slot);
        self.on[cell] = 0;
        if let Some(tile) = ground.floor[cell].tile() {
            self.tiles[tile] = ground.worn(self.tiles[tile], is_box);
        }
        let floor = &ground.floor[target];
        let is_open = floor.tile().is_some_and(|tile| matches!(self.tiles[tile], 0 | HOLE));
        if floor.hole || is_open {
            self.at[slot] = ground.shape.cells as u16;
            if let Some(tile) = floor.tile().filter(|_| is_box && ground.rules.fills) {
                self.tiles[tile] = FLOOR;
            }
            return;
        }
        self.at[slot] = target as u16;
        self.on[target] = slot as u16 + 1;
        if floor.ice {
            self.heading[slot] = way as u8;
            self.sliding += 1;
        }
    }

    /// Ends the sliding of a piece.
    fn rest(&mut self, slot: usize) {
        if self.heading[slot] != NONE {
            self.heading[slot] = NONE;
            self.sliding -= 1;
        }
    }

    /// Lets things slide and be carried until nothing moves or everything repeats.
    pub(super) fn settle(&mut self) {
        let ground = self.ground;
        if self.sliding == 0 && !ground.carries {
            return;
        }
        let mut seen = HashSet::new();
        loop {
            // Where nothing can go round in circles nothing can repeat.
            if ground.circles && !seen.insert(self.snapshot()) {
                return;
            }
            if !self.tick() {
                return;
            }
        }
    }

    /// Moves what slides by a cell, then what rests on conveyors; whether anything moved or stopped.
    fn tick(&mut self) -> bool {
        let ground = self.ground;
        let mut sliding: Vec<(usize, usize)> = Vec::new();
        let mut carried: Vec<(usize, usize)> = Vec::new();
        if self.sliding > 0 {
            let directions = self.heading.iter().map(|&way| usize::from(way)).enumerate();
            sliding.extend(directions.filter(|&(_, way)| way != usize::from(NONE)));
            self.foremost_first(&mut sliding);
        }
        if ground.carries {
            carried.extend((0..ground.slots()).filter_map(|slot| {
                let way = ground.floor[usize::from(self.at[slot])].conveyor;
                let carries = if slot < ground.first_box {
                    ground.rules.carries_pushers
                } else {
                    ground.rules.carries_boxes
                };
                (way != NONE && carries).then_some((slot, usize::from(way)))
            }));
            self.foremost_first(&mut carried);
        }
        let mut happened = !sliding.is_empty();
        for (slot, way) in sliding {
            if self.is_vacant(slot, way) {
                self.shift(slot, way);
            } else {
                self.rest(slot);
            }
        }
        for (slot, way) in carried {
            if self.is_vacant(slot, way) {
                happened = true;
                self.shift(slot, way);
            }
        }
        happened
    }

    /// Sorts pieces with their directions: boxes before pushers, then the foremost, then in reading order.
    fn foremost_first(&self, pieces: &mut [(usize, usize)]) {
        let ground = self.ground;
        pieces.sort_by_key(|&(slot, way)| {
            (slot < ground.first_box, ground.shape.ahead(self.at[slot], way), self.at[slot])
        });
    }

    /// Whether the next cell has room for a piece that pushes nothing.
    fn is_vacant(&self, slot: usize, way: usize) -> bool {
        let target = self.ground.shape.step[usize::from(self.at[slot])][way];
        self.on[usize::from(target)] == 0 && self.ground.admits(slot, target, way)
    }

    /// Positions, directions and wear.
    fn snapshot(&self) -> Vec<u16> {
        let mut now = self.state().into_vec();
        let mut heading: Vec<(u16, u8)> =
            self.at.iter().copied().zip(self.heading.iter().copied()).filter(|pair| pair.1 != NONE).collect();
        heading.sort_unstable();
        now.extend(heading.into_iter().flat_map(|(cell, way)| [cell, u16::from(way)]));
        now
    }
}
