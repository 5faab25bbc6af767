//! Crossoban; `pushbox.games.crossoban` states the rules.
//!
//! A state has the cells of the pushers, then those of the boxes, then the state of each tile that a move can change. A
//! piece that is gone has the cell off the board, so the state also tells how many boxes of a colour are gone.

mod bound;
mod distance;
mod heuristic;
pub(crate) mod options;
mod physics;
mod reach;
mod static_level;

use super::game_board::PLAIN;
use super::play::{Action, Controls, Log, Move, Play, Ruling};
use super::pointer::Reach;
use super::sentence::Sentence;
use super::{GameBoard, Outcome, Reading, Rules, Settings, Transition, numbers_of, pack_numbers};
use crate::objective::Count;
use bound::BoundTables;
use physics::Simulation;
use static_level::{SWALLOWED, State, StaticLevel, terrain_of_tile};

/// The rules of Crossoban in one self.
pub(crate) type Crossoban = StaticLevel;

impl Rules for StaticLevel {
    type State = State;

    fn new(board: &GameBoard, options: &Settings) -> Reading<(Self, State)> {
        Self::of_board(board, options)
    }

    fn successors(&self, state: &State, out: &mut Vec<Transition<State>>) {
        let mut simulation = Simulation::new(self, state, ());
        for pusher in self.leaders(state) {
            for direction in 0..4 {
                if simulation.step(pusher, direction) {
                    simulation.settle();
                    out.push(Transition { state: simulation.state(), pushed: simulation.pushed });
                }
                if simulation.has_moved {
                    simulation = Simulation::new(self, state, ());
                }
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.ruling_by(state, |_| ()).0
    }

    fn to_board(&self, state: &State) -> GameBoard {
        let (cells, tiles) = state.split_at(self.slots());
        let mut board = self.to_board(cells);
        for (&cell, &tile) in self.tile_cells.iter().zip(tiles) {
            board.terrain[usize::from(cell)] = terrain_of_tile(tile);
        }
        let counters = self.palette.names.iter().zip(self.gone(cells)).filter(|&(_, count)| count > 0);
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

impl Play for StaticLevel {
    fn pseudo_legal_moves(&self, state: &State, out: &mut Vec<Move>) {
        for pusher in self.leaders(state) {
            let piece = state[pusher];
            out.extend((0..4).map(|direction| Move::new(piece, Action::Step(direction))));
        }
    }

    fn act<L: Log>(&self, state: &State, chosen: Move, log: &mut L) -> Option<Transition<State>> {
        let Action::Step(direction @ 0..4) = chosen.action else { return None };
        let pusher = self.on_board(state, 0..self.first_box).find(|&slot| state[slot] == chosen.piece)?;
        let mut simulation = Simulation::new(self, state, log);
        if !simulation.step(pusher, direction) {
            return None;
        }
        simulation.settle();
        Some(Transition { state: simulation.state(), pushed: simulation.pushed })
    }

    fn refusal(&self, state: &State, chosen: Move) -> Option<Sentence> {
        let Action::Step(way @ 0..4) = chosen.action else { return None };
        let pusher = self.on_board(state, 0..self.first_box).find(|&slot| state[slot] == chosen.piece)?;
        let why = Simulation::new(self, state, ()).refusal(&Rules::to_board(self, state), pusher, way)?;
        Some(Sentence::new("pusher-cannot-go").with("direction", Sentence::direction(way)).with("why", why))
    }

    fn controls(&self) -> Option<Controls> {
        Some(Controls::Pushers)
    }

    fn own_reach(&self, state: &State, origin: usize, limit: usize) -> Option<Reach<'static>> {
        Some(self.reached(state, origin, limit))
    }

    fn own_pushable(&self, state: &State, limit: usize) -> Option<Vec<(usize, Vec<usize>)>> {
        Some(self.pushed_boxes(state, limit))
    }

    fn ruling(&self, state: &State) -> Ruling {
        self.ruling_by(state, |loss| match loss {
            Loss::Pushers => Sentence::new("no-pusher-left"),
            Loss::Colour => self.colour_lost(state),
            Loss::Boxes => Sentence::new("fewer-boxes"),
        })
    }
}

/// The reasons why a position is lost.
enum Loss {
    /// No pusher is left.
    Pushers,
    /// A colour cannot be joined.
    Colour,
    /// There are too few boxes for the goals.
    Boxes,
}

impl StaticLevel {
    /// Returns the first pusher of each group of linked ones, in the order of their cells.
    fn leaders(&self, state: &State) -> Vec<usize> {
        let mut pushers: Vec<usize> = self.on_board(state, 0..self.first_box).collect();
        pushers.sort_unstable_by_key(|&slot| state[slot]);
        let mut groups = Vec::new();
        pushers.retain(|&slot| {
            let group = self.classes[slot].group;
            let is_first = group == 0 || !groups.contains(&group);
            groups.push(group);
            is_first
        });
        pushers
    }

    /// Returns the outcome, and what `said` makes of the reason of a loss.
    fn ruling_by<T>(&self, state: &State, said: impl FnOnce(Loss) -> T) -> (Outcome, Option<T>) {
        if self.is_interlock_solved(state) && self.is_sokoban_solved(state) {
            return (Outcome::Solved, None);
        }
        let remaining = self.on_board(state, self.boxes()).count();
        let loss = if self.on_board(state, 0..self.first_box).next().is_none() {
            Loss::Pushers
        } else if !self.rules.frees && self.has_lost_coloured(state) {
            Loss::Colour
        } else if remaining < self.goals.len() && self.plain_boxes(state).next().is_none() {
            Loss::Boxes
        } else {
            return (Outcome::Playing, None);
        };
        (Outcome::Lost, Some(said(loss)))
    }

    /// Says which colour cannot be joined, the first in the order of their names.
    fn colour_lost(&self, state: &State) -> Sentence {
        let gone = self.gone(&state[..self.slots()]);
        let lost = (0..gone.len()).find(|&colour| gone[colour] > 0 && self.had[colour] > 1);
        let colour = lost.expect("a colour has lost a box");
        let rest = match gone[colour] {
            1 => Sentence::new("box-gone"),
            count => Sentence::new("boxes-gone").with("count", count),
        };
        let name = Sentence::colour(&self.palette.names[colour]);
        Sentence::new("cannot-join").with("colour", name).with("rest", rest)
    }

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
