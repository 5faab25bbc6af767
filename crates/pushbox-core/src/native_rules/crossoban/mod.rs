//! Crossoban; `games/crossoban` of the Python package states the rules.
//!
//! A state has the cells of the pushers, then those of the boxes, then the state of each tile that a move can change. A
//! piece that is gone has the cell off the board, so the state also tells how many boxes of a colour are gone.

mod bound;
mod distance;
mod heuristic;
pub(crate) mod options;
mod physics;
mod static_level;

use super::game_board::PLAIN;
use super::{GameBoard, Outcome, Reading, Rules, Settings, Terrain, Transition, numbers_of, pack_numbers};
use crate::objective::Count;
use bound::BoundTables;
use physics::Simulation;
use static_level::{FLOOR, HOLE, SWALLOWED, State, StaticLevel, WEAK};

/// The rules of Crossoban in one self.
pub(crate) type Crossoban = StaticLevel;

impl Rules for StaticLevel {
    type State = State;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        Self::of_board(board, options)
    }

    fn successors(&self, state: &State, out: &mut Vec<Transition<State>>) {
        let mut pushers: Vec<usize> = self.on_board(state, 0..self.first_box).collect();
        pushers.sort_unstable_by_key(|&slot| state[slot]);
        let mut groups = Vec::new();
        let mut simulation = Simulation::new(self, state);
        for pusher in pushers {
            let group = self.classes[pusher].group;
            if group != 0 {
                if groups.contains(&group) {
                    continue;
                }
                groups.push(group);
            }
            for direction in 0..4 {
                if simulation.step(pusher, direction) {
                    simulation.settle();
                    out.push(Transition { state: simulation.state(), pushed: simulation.pushed });
                }
                if simulation.has_moved {
                    simulation = Simulation::new(self, state);
                }
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        if self.is_interlock_solved(state) && self.is_sokoban_solved(state) {
            return Outcome::Solved;
        }
        if self.on_board(state, 0..self.first_box).next().is_none()
            || (!self.rules.frees && self.has_lost_coloured(state))
        {
            return Outcome::Lost;
        }
        let remaining = self.on_board(state, self.boxes()).count();
        if remaining < self.goals.len() && self.plain_boxes(state).next().is_none() {
            Outcome::Lost
        } else {
            Outcome::Playing
        }
    }

    fn to_board(&self, state: &State) -> GameBoard {
        let (cells, tiles) = state.split_at(self.slots());
        let mut board = self.to_board(cells);
        for (&cell, &tile) in self.tile_cells.iter().zip(tiles) {
            let (kind, uses) = match tile {
                HOLE => ("hole", 0),
                FLOOR => ("floor", 0),
                weak => ("weak", i64::from(weak - WEAK)),
            };
            board.terrain[usize::from(cell)] = Terrain { uses, ..Terrain::plain(kind) };
        }
        let mut gone = self.gone.clone();
        for (_, class) in cells.iter().zip(&self.classes).filter(|&(&cell, _)| cell == self.grid.off()) {
            gone[class.colour] += i64::from(class.is_box && class.colour != PLAIN);
        }
        let counters = self.palette.names.iter().zip(gone).filter(|&(_, count)| count > 0);
        board.counters = counters.map(|(name, count)| (format!("{SWALLOWED}{name}"), count)).collect();
        board
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        pack_numbers(state.iter().copied(), self.narrow, out);
    }

    fn decode(&self, bytes: &[u8]) -> State {
        numbers_of(bytes, self.narrow).collect()
    }

    fn lower_bound(&self, state: &State) -> Option<Count> {
        let pushes = self.bound_tables().assign(self, state)?.pushes;
        Some(Count { pushes, moves: pushes })
    }

    fn heuristic(&self, state: &State) -> Option<u32> {
        let assignment = self.bound_tables().assign(self, state)?;
        Some(heuristic::estimate(self, self.bound_tables(), state, &assignment))
    }

    fn features(&self, state: &State) -> u64 {
        let groups: usize = self.groups(state).sum();
        let boxes = &state[self.boxes()];
        let covered = self.goals.iter().filter(|goal| boxes.contains(goal)).count();
        let remaining = self.on_board(state, self.boxes()).count();
        (groups as u64) << 32 | (covered as u64) << 16 | remaining as u64
    }
}

impl StaticLevel {
    fn bound_tables(&self) -> &BoundTables {
        self.tables.get_or_init(|| BoundTables::new(self))
    }

    /// Returns the cells of the boxes without a colour.
    fn plain_boxes<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u16> + 'a {
        let mut ranges = self.box_ranges();
        let slots = ranges.find(|range| self.classes[range.start].colour == PLAIN).unwrap_or(0..0);
        self.on_board(state, slots).map(|slot| state[slot])
    }

    fn is_sokoban_solved(&self, state: &State) -> bool {
        if self.goals.is_empty() {
            return true;
        }
        if self.plain_boxes(state).any(|cell| !self.floor[usize::from(cell)].goal) {
            return false;
        }
        let boxes = &state[self.boxes()];
        let remaining = self.on_board(state, self.boxes()).count();
        self.goals.iter().all(|goal| boxes.contains(goal))
            || (remaining < self.goals.len() && self.plain_boxes(state).next().is_some())
    }

    fn is_interlock_solved(&self, state: &State) -> bool {
        if self.groups(state).any(|groups| groups > 1) || (!self.rules.frees && self.has_lost_coloured(state))
        {
            return false;
        }
        !self.goals.is_empty() || self.had.iter().any(|&count| count > 1)
    }

    /// Returns whether a colour that had two boxes or more has lost one.
    fn has_lost_coloured(&self, state: &State) -> bool {
        let is_lost = |slot: usize| state[slot] == self.grid.off() && self.had[self.classes[slot].colour] > 1;
        self.begins_with_loss || self.boxes().any(is_lost)
    }
}
