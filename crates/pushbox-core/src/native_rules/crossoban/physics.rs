//! The simulation of a move: linked pushers step, then everything slides and is carried until it rests.

use std::collections::HashSet;

use super::super::game_board::{GameBoard, PLAIN};
use super::super::play::{Change, Log, Part};
use super::super::sentence::Sentence;
use super::static_level::{FLOOR, HOLE, PieceClass, SWALLOWED, State, StaticLevel, WEAK, terrain_of_tile};

/// The position while a move is simulated, changed in place. Pieces are named by their slot in the state.
pub(super) struct Simulation<'a, L: Log> {
    level: &'a StaticLevel,
    /// The position before the move.
    before: &'a State,
    log: L,
    /// What changes at once has one number.
    now: u32,
    /// The cell of each piece, the cell off the board for one that is gone.
    cell_of: Vec<u16>,
    /// The piece on each cell, counted from 1; 0 for none.
    piece_on: Vec<u16>,
    tiles: Vec<u16>,
    /// The direction in which each piece slides, `None` for one that rests.
    heading: Vec<Option<usize>>,
    /// The cells with tiles that pieces have left in this step or tick, where tiles wear when they are left empty.
    left: Vec<usize>,
    /// Whether a box was pushed.
    pub(super) pushed: bool,
    /// Whether anything has moved.
    pub(super) has_moved: bool,
}

impl<'a, L: Log> Simulation<'a, L> {
    pub(super) fn new(level: &'a StaticLevel, state: &'a State, log: L) -> Self {
        let (cells, tiles) = state.split_at(level.slots());
        let mut piece_on = vec![0; level.grid.cells + 1];
        for (slot, &cell) in cells.iter().enumerate() {
            piece_on[usize::from(cell)] = slot as u16 + 1;
        }
        piece_on[level.grid.cells] = 0;
        Self {
            level,
            before: state,
            log,
            now: 0,
            cell_of: cells.to_vec(),
            piece_on,
            tiles: tiles.to_vec(),
            heading: vec![None; cells.len()],
            left: Vec::new(),
            pushed: false,
            has_moved: false,
        }
    }

    /// Returns the cell of a piece.
    pub(super) fn cell(&self, slot: usize) -> u16 {
        self.cell_of[slot]
    }

    /// Returns the state, with the pieces of one class in the order of their cells.
    pub(super) fn state(&self) -> State {
        let mut state: State = self.cell_of.iter().chain(&self.tiles).copied().collect();
        self.level.sort(&mut state);
        state
    }

    /// Steps with a pusher and all that are linked with it; returns whether that is legal.
    pub(super) fn step(&mut self, pusher: usize, direction: usize) -> bool {
        let is_legal = self.step_group(pusher, direction);
        self.wear_emptied();
        is_legal
    }

    fn step_group(&mut self, pusher: usize, direction: usize) -> bool {
        let level = self.level;
        let group = level.classes[pusher].group;
        if group == 0 {
            return self.step_one(pusher, direction);
        }
        let movers = self.movers(group, direction);
        let stepped = movers.iter().filter(|&&slot| self.step_one(slot, direction)).count();
        stepped == movers.len() || (stepped > 0 && !level.rules.rigid)
    }

    /// Returns the pushers of a group in the order in which they step.
    fn movers(&self, group: i64, direction: usize) -> Vec<usize> {
        let level = self.level;
        let is_linked = |&slot: &usize| level.classes[slot].group == group;
        let mut movers: Vec<usize> =
            level.on_board(&self.cell_of, 0..level.first_box).filter(is_linked).collect();
        level.sort_along(&self.cell_of, &mut movers, direction);
        movers
    }

    /// Returns why a step is refused, of linked pushers the first that is; `None` where none is. The board is that before
    /// the step.
    pub(super) fn refusal(&mut self, board: &GameBoard, pusher: usize, direction: usize) -> Option<Sentence> {
        let group = self.level.classes[pusher].group;
        let movers = if group == 0 { vec![pusher] } else { self.movers(group, direction) };
        movers.into_iter().find_map(|slot| {
            let why = self.obstacle(board, slot, direction);
            (!self.step_one(slot, direction)).then_some(why)
        })
    }

    /// Returns what is in the way of a pusher that cannot step.
    fn obstacle(&self, board: &GameBoard, pusher: usize, direction: usize) -> Sentence {
        let level = self.level;
        let target = level.grid.neighbour(self.cell_of[pusher], direction);
        let Some(terrain) = board.terrain.get(usize::from(target)).filter(|terrain| terrain.kind != "wall")
        else {
            return Sentence::new("why-wall");
        };
        let occupant = usize::from(self.piece_on[usize::from(target)]).checked_sub(1);
        match occupant {
            Some(other) if other < level.first_box => Sentence::new("why-pusher"),
            Some(_) if level.floor[usize::from(target)].lock => Sentence::new("why-locked"),
            Some(other) if !level.may_push(pusher, other) => {
                let colour = &level.palette.names[level.classes[pusher].colour];
                Sentence::new("why-colour").with("colour", Sentence::colour(colour))
            }
            _ if !level.admits(pusher, target, direction) => {
                let terrain = Sentence::new(format!("terrain.{}", terrain.kind));
                Sentence::new("why-ground").with("terrain", terrain)
            }
            _ => Sentence::new("why-blocked"),
        }
    }

    fn step_one(&mut self, pusher: usize, direction: usize) -> bool {
        let level = self.level;
        let target = level.grid.neighbour(self.cell_of[pusher], direction);
        if !level.admits(pusher, target, direction) {
            return false;
        }
        let occupant = usize::from(self.piece_on[usize::from(target)]);
        if occupant > 0 {
            let first = occupant - 1;
            if first < level.first_box || !level.may_push(pusher, first) {
                return false;
            }
            if !self.push_box(first, direction) {
                return false;
            }
            self.pushed = true;
        }
        self.shift(pusher, direction, "walk");
        true
    }

    /// Pushes a box, with all of its group where boxes of a colour stick together, if there is room for all; returns whether
    /// there was.
    fn push_box(&mut self, first: usize, direction: usize) -> bool {
        let level = self.level;
        let colour = level.classes[first].colour;
        let mut group = vec![first];
        let mut done = 0;
        while level.rules.sticky && colour != PLAIN && done < group.len() {
            for next in level.grid.neighbours(self.cell_of[group[done]]) {
                let other = usize::from(self.piece_on[usize::from(next)]).wrapping_sub(1);
                let is_box = other < level.slots() && other >= level.first_box;
                if is_box && level.classes[other].colour == colour && !group.contains(&other) {
                    group.push(other);
                }
            }
            done += 1;
        }
        if !group.iter().all(|&slot| self.has_room(slot, direction, &group)) {
            return false;
        }
        level.sort_along(&self.cell_of, &mut group, direction);
        for slot in group {
            self.shift(slot, direction, "push");
        }
        true
    }

    /// Returns whether a box can be pushed one cell on, while all of `together` move with it.
    fn has_room(&self, slot: usize, direction: usize, together: &[usize]) -> bool {
        let level = self.level;
        let cell = usize::from(self.cell_of[slot]);
        let beyond = level.grid.neighbour(cell, direction);
        let occupant = usize::from(self.piece_on[usize::from(beyond)]);
        (occupant == 0 || together.contains(&(occupant - 1)))
            && !level.floor[cell].lock
            && level.admits(slot, beyond, direction)
    }

    /// Moves a piece to a cell that has room for it: the tile that it leaves wears, the one that it enters may swallow it.
    /// Where tiles wear when they are left empty, `wear_emptied` sees to that when all have moved.
    fn shift(&mut self, slot: usize, direction: usize, cause: &'static str) {
        let level = self.level;
        let is_box = slot >= level.first_box;
        let cell = usize::from(self.cell_of[slot]);
        let target = usize::from(level.grid.neighbour(cell, direction));
        self.has_moved = true;
        self.heading[slot] = None;
        self.piece_on[cell] = 0;
        self.log_move(slot, cause, cell as u16, target as u16);
        if let Some(tile) = level.floor[cell].tile {
            if level.rules.emptied_wears {
                self.left.push(cell);
            } else {
                self.set_tile(tile, level.worn(self.tiles[tile], is_box), "wear");
            }
        }
        let floor = &level.floor[target];
        let is_open = floor.tile.is_some_and(|tile| matches!(self.tiles[tile], HOLE | WEAK));
        if floor.hole || is_open {
            self.log_move(slot, "fall", target as u16, level.grid.off());
            self.log_loss(level.classes[slot]);
            self.cell_of[slot] = level.grid.off();
            if let Some(tile) = floor.tile.filter(|_| is_box && level.rules.fills) {
                self.set_tile(tile, FLOOR, "fill");
            }
            return;
        }
        self.cell_of[slot] = target as u16;
        self.piece_on[target] = slot as u16 + 1;
        if floor.ice {
            self.heading[slot] = Some(direction);
        }
    }

    /// Changes a tile, and logs that.
    fn set_tile(&mut self, tile: usize, after: u16, cause: &'static str) {
        let before = std::mem::replace(&mut self.tiles[tile], after);
        if before != after {
            self.log.add(|| {
                let [before, after] = [before, after].map(terrain_of_tile);
                let cell = self.level.tile_cells[tile].into();
                Change { tick: self.now, cause, part: Part::Terrain { cell, before, after } }
            });
        }
    }

    fn log_move(&mut self, slot: usize, cause: &'static str, from: u16, to: u16) {
        self.log.add(|| self.level.change(self.now, cause, slot, [self.before[slot], from, to]));
    }

    /// Logs that one more piece of a class is gone, where that is counted.
    fn log_loss(&mut self, class: PieceClass) {
        if !class.is_box || class.colour == PLAIN {
            return;
        }
        self.log.add(|| {
            let level = self.level;
            let count = level.gone(&self.cell_of)[class.colour];
            let name = format!("{SWALLOWED}{}", level.palette.names[class.colour]).into();
            let part = Part::Counter { name, before: (count > 0).then_some(count), after: Some(count + 1) };
            Change { tick: self.now, cause: "fall", part }
        });
    }

    /// Wears the tiles that pieces have left and nothing stands on, each once however many have left it.
    fn wear_emptied(&mut self) {
        let level = self.level;
        let mut left = std::mem::take(&mut self.left);
        for index in 0..left.len() {
            let cell = left[index];
            let is_empty = self.piece_on[cell] == 0 && !left[..index].contains(&cell);
            if let Some(tile) = level.floor[cell].tile.filter(|_| is_empty) {
                self.set_tile(tile, level.worn(self.tiles[tile], false), "wear");
            }
        }
        left.clear();
        self.left = left;
    }

    /// Slides and carries pieces until nothing moves or everything repeats.
    pub(super) fn settle(&mut self) {
        let level = self.level;
        if !level.carries && self.heading.iter().all(Option::is_none) {
            return;
        }
        let mut seen = HashSet::new();
        loop {
            // Where nothing can go round in a cycle nothing can repeat.
            if level.has_cycle && !seen.insert(self.snapshot()) {
                return;
            }
            self.now += 1;
            if !self.tick() {
                return;
            }
        }
    }

    /// Moves the sliding pieces by a cell, then those at rest on conveyors; returns whether anything moved or stopped.
    fn tick(&mut self) -> bool {
        let level = self.level;
        let slots = 0..level.slots();
        let sliding = slots.clone().filter_map(|slot| Some((slot, self.heading[slot]?)));
        let sliding = level.foremost_first(&self.cell_of, sliding.collect());
        let carried = slots.filter_map(|slot| {
            let is_pusher = slot < level.first_box;
            let carries = if is_pusher { level.rules.carries_pushers } else { level.rules.carries_boxes };
            let conveyor = level.floor[usize::from(self.cell_of[slot])].conveyor;
            Some((slot, conveyor.filter(|_| carries)?))
        });
        let carried = level.foremost_first(&self.cell_of, carried.collect());
        let mut changed = !sliding.is_empty();
        for (slot, direction) in sliding {
            if self.is_vacant(slot, direction) {
                self.shift(slot, direction, "slide");
            } else {
                self.heading[slot] = None;
            }
        }
        for (slot, direction) in carried {
            if self.is_vacant(slot, direction) {
                changed = true;
                self.shift(slot, direction, "carry");
            }
        }
        self.wear_emptied();
        changed
    }

    /// Returns whether the next cell has room for a piece that pushes nothing.
    fn is_vacant(&self, slot: usize, direction: usize) -> bool {
        let target = self.level.grid.neighbour(self.cell_of[slot], direction);
        self.piece_on[usize::from(target)] == 0 && self.level.admits(slot, target, direction)
    }

    /// Returns cells, directions and wear in one list.
    fn snapshot(&self) -> Vec<u16> {
        let mut now = self.state().into_vec();
        let headings = self.cell_of.iter().zip(&self.heading);
        let mut sliding: Vec<[u16; 2]> =
            headings.filter_map(|(&cell, &heading)| Some([cell, heading? as u16])).collect();
        sliding.sort_unstable();
        now.extend(sliding.into_iter().flatten());
        now
    }
}
