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

use std::sync::OnceLock;

use super::game_board::PLAIN;
use super::{GameBoard, Outcome, Reading, Rules, Settings, Terrain, Transition, numbers_of, pack_numbers};
use crate::objective::Count;
use bound::BoundTables;
use physics::Simulation;
use static_level::{FLOOR, HOLE, SWALLOWED, State, StaticLevel, WEAK};

/// The rules of Crossoban in one level.
pub struct Crossoban {
    level: StaticLevel,
    /// Made when they are first used, as playing needs none.
    tables: OnceLock<BoundTables>,
}

impl Rules for Crossoban {
    type State = State;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        let (level, state) = StaticLevel::new(board, options)?;
        Ok((Self { level, tables: OnceLock::new() }, state))
    }

    fn successors(&self, state: &State, out: &mut Vec<Transition<State>>) {
        let level = &self.level;
        let mut pushers: Vec<usize> = level.on_board(state, 0..level.first_box).collect();
        pushers.sort_unstable_by_key(|&slot| state[slot]);
        let mut groups = Vec::new();
        let mut simulation = Simulation::new(level, state);
        for pusher in pushers {
            let group = level.classes[pusher].group;
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
                    simulation = Simulation::new(level, state);
                }
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let level = &self.level;
        if self.is_interlock_solved(state) && self.is_sokoban_solved(state) {
            return Outcome::Solved;
        }
        if level.on_board(state, 0..level.first_box).next().is_none()
            || (!level.rules.frees && self.has_lost_coloured(state))
        {
            return Outcome::Lost;
        }
        let remaining = level.on_board(state, level.boxes()).count();
        if remaining < level.goals.len() && self.plain_boxes(state).next().is_none() {
            Outcome::Lost
        } else {
            Outcome::Playing
        }
    }

    fn to_board(&self, state: &State) -> GameBoard {
        let level = &self.level;
        let (cells, tiles) = state.split_at(level.slots());
        let mut board = level.to_board(cells);
        for (&cell, &tile) in level.tile_cells.iter().zip(tiles) {
            let (kind, uses) = match tile {
                HOLE => ("hole", 0),
                FLOOR => ("floor", 0),
                weak => ("weak", i64::from(weak - WEAK)),
            };
            board.terrain[usize::from(cell)] = Terrain { uses, ..Terrain::plain(kind) };
        }
        let mut gone = level.gone.clone();
        for (_, class) in cells.iter().zip(&level.classes).filter(|&(&cell, _)| cell == level.grid.off()) {
            gone[class.colour] += i64::from(class.is_box && class.colour != PLAIN);
        }
        let counters = level.palette.names.iter().zip(gone).filter(|&(_, count)| count > 0);
        board.counters = counters.map(|(name, count)| (format!("{SWALLOWED}{name}"), count)).collect();
        board
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        pack_numbers(state.iter().copied(), self.level.narrow, out);
    }

    fn decode(&self, bytes: &[u8]) -> State {
        numbers_of(bytes, self.level.narrow).collect()
    }

    fn lower_bound(&self, state: &State) -> Option<Count> {
        let pushes = self.tables().assign(&self.level, state)?.pushes;
        Some(Count { pushes, moves: pushes })
    }

    fn heuristic(&self, state: &State) -> Option<u32> {
        let assignment = self.tables().assign(&self.level, state)?;
        Some(heuristic::estimate(&self.level, self.tables(), state, &assignment))
    }

    fn features(&self, state: &State) -> u64 {
        heuristic::count_features(&self.level, state)
    }
}

impl Crossoban {
    fn tables(&self) -> &BoundTables {
        self.tables.get_or_init(|| BoundTables::new(&self.level))
    }

    /// Returns the cells of the boxes without a colour.
    fn plain_boxes<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u16> + 'a {
        let mut ranges = self.level.box_ranges();
        let slots = ranges.find(|range| self.level.classes[range.start].colour == PLAIN).unwrap_or(0..0);
        self.level.on_board(state, slots).map(|slot| state[slot])
    }

    fn is_sokoban_solved(&self, state: &State) -> bool {
        let level = &self.level;
        if level.goals.is_empty() {
            return true;
        }
        if self.plain_boxes(state).any(|cell| !level.floor[usize::from(cell)].goal) {
            return false;
        }
        let boxes = &state[level.boxes()];
        let remaining = level.on_board(state, level.boxes()).count();
        level.goals.iter().all(|goal| boxes.contains(goal))
            || (remaining < level.goals.len() && self.plain_boxes(state).next().is_some())
    }

    fn is_interlock_solved(&self, state: &State) -> bool {
        let level = &self.level;
        if level.groups(state).any(|groups| groups > 1)
            || (!level.rules.frees && self.has_lost_coloured(state))
        {
            return false;
        }
        !level.goals.is_empty() || level.had.iter().any(|&count| count > 1)
    }

    /// Returns whether a colour that had two boxes or more has lost one.
    fn has_lost_coloured(&self, state: &State) -> bool {
        let level = &self.level;
        let is_lost =
            |slot: usize| state[slot] == level.grid.off() && level.had[level.classes[slot].colour] > 1;
        level.begins_with_loss || level.boxes().any(is_lost)
    }
}
