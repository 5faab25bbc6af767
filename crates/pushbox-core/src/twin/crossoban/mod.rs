//! Crossoban, as `games/crossoban` of the Python package has it, which says what the rules are.
//!
//! A state is the cells of the pushers, then those of the boxes, then what is left of each tile that a turn can change.
//! Pieces that look alike are interchangeable and stand in the order of their cells; a piece that is gone has the cell
//! off the board. How many boxes of a colour are gone follows from that.

mod bound;
mod distance;
mod ground;
mod motion;
mod options;
mod plan;

use std::sync::{Mutex, OnceLock, PoisonError};

use super::{Board, Cost, Next, Rules, Scalar, Status, TwinError};
use bound::Tables;
use ground::{Ground, PLAIN};
use motion::Motion;
use plan::Plan;

/// A position of Crossoban.
pub type State = Box<[u16]>;

/// The rules of Crossoban on one field.
pub struct Crossoban {
    ground: Ground,
    /// The cells of the pushers at the start.
    pushers: Vec<u16>,
    /// Made when they are asked for first, as playing needs none.
    tables: OnceLock<Tables>,
    /// The position that was judged last, and what it needs: a search asks for it more than once.
    latest: Mutex<Option<(State, Option<Plan>)>>,
}

impl Rules for Crossoban {
    type State = State;

    fn new(board: &Board, options: &[(String, Scalar)]) -> Result<(Self, State), TwinError> {
        let (ground, state) = Ground::new(board, options)?;
        let pushers = state[..ground.first_box].to_vec();
        Ok((Self { ground, pushers, tables: OnceLock::new(), latest: Mutex::default() }, state.into()))
    }

    fn expand(&self, state: &State, out: &mut Vec<Next<State>>) {
        let ground = &self.ground;
        let mut pushers: Vec<usize> =
            (0..ground.first_box).filter(|&slot| self.is_there(state[slot])).collect();
        pushers.sort_unstable_by_key(|&slot| state[slot]);
        let mut groups = Vec::new();
        let mut motion = Motion::new(ground, state);
        for pusher in pushers {
            let group = ground.look(pusher).group;
            if group != 0 {
                if groups.contains(&group) {
                    continue;
                }
                groups.push(group);
            }
            for way in 0..4 {
                if motion.step(pusher, way) {
                    motion.settle();
                    out.push(Next { state: motion.state(), pushed: motion.pushed() });
                }
                motion.reset(state);
            }
        }
    }

    fn status(&self, state: &State) -> Status {
        let ground = &self.ground;
        let boxes = &state[ground.first_box..ground.slots()];
        if self.joined(state) && self.stored(state) {
            return Status::Solved;
        }
        if !state[..ground.first_box].iter().any(|&cell| self.is_there(cell))
            || (!ground.rules.frees && self.broken(state))
        {
            return Status::Lost;
        }
        let left = boxes.iter().filter(|&&cell| self.is_there(cell)).count();
        if left < ground.goals.len() && self.plain(state).next().is_none() {
            Status::Lost
        } else {
            Status::Playing
        }
    }

    fn board(&self, state: &State) -> Board {
        self.ground.board(state)
    }

    fn pack(&self, state: &State, out: &mut Vec<u8>) {
        self.ground.pack(state, out);
    }

    fn unpack(&self, bytes: &[u8]) -> State {
        self.ground.unpack(bytes)
    }

    fn estimate(&self, state: &State) -> Cost {
        let pushes = self.needed(state, |plan| plan.pushes).unwrap_or(0);
        Cost { pushes, moves: pushes }
    }

    fn guide(&self, state: &State) -> u32 {
        if self.status(state) == Status::Solved {
            return 0;
        }
        self.needed(state, |plan| self.seems(state, plan)).unwrap_or(u32::from(u16::MAX))
    }

    fn features(&self, state: &State) -> u64 {
        self.achieved(state)
    }

    fn is_dead(&self, state: &State) -> bool {
        self.needed(state, |_| ()).is_none()
    }
}

impl Crossoban {
    fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Tables::new(&self.ground, &self.pushers))
    }

    /// What `look` makes of what a position needs, which is remembered for the latest; none for one that is dead.
    fn needed<T>(&self, state: &State, look: impl FnOnce(&Plan) -> T) -> Option<T> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.as_ref().is_none_or(|(known, _)| known != state) {
            let plan = if self.status(state) == Status::Lost { None } else { self.needs(state) };
            *latest = Some((state.clone(), plan));
        }
        latest.as_ref().and_then(|(_, plan)| plan.as_ref()).map(look)
    }

    fn is_there(&self, cell: u16) -> bool {
        usize::from(cell) < self.ground.shape.cells
    }

    /// The cells of the boxes without a colour.
    fn plain<'a>(&'a self, state: &'a State) -> impl Iterator<Item = u16> + 'a {
        let of_plain = |range: &&std::ops::Range<usize>| {
            let look = self.ground.look(range.start);
            look.is_box && look.colour == PLAIN
        };
        let slots = self.ground.ranges().iter().find(of_plain).cloned().unwrap_or(0..0);
        state[slots].iter().copied().filter(|&cell| self.is_there(cell))
    }

    /// Whether the Sokoban part is solved.
    fn stored(&self, state: &State) -> bool {
        let ground = &self.ground;
        if ground.goals.is_empty() {
            return true;
        }
        if self.plain(state).any(|cell| !ground.floor[usize::from(cell)].goal) {
            return false;
        }
        let boxes = &state[ground.first_box..ground.slots()];
        let left = boxes.iter().filter(|&&cell| self.is_there(cell)).count();
        ground.goals.iter().all(|goal| boxes.contains(goal))
            || (left < ground.goals.len() && self.plain(state).next().is_some())
    }

    /// Whether the Interlock part is solved.
    fn joined(&self, state: &State) -> bool {
        let ground = &self.ground;
        let colours = ground.ranges().iter().filter(|range| {
            let look = ground.look(range.start);
            look.is_box && look.colour != PLAIN
        });
        for range in colours {
            // Those that are gone stand last.
            let cells = &state[range.clone()];
            let left = cells.partition_point(|&cell| self.is_there(cell));
            if left > 1 && !self.touching(&cells[..left]) {
                return false;
            }
        }
        if !ground.rules.frees && self.broken(state) {
            return false;
        }
        !ground.goals.is_empty() || ground.had.iter().any(|&count| count > 1)
    }

    /// Whether a colour that had two boxes or more has lost one.
    fn broken(&self, state: &State) -> bool {
        let ground = &self.ground;
        (ground.first_box..ground.slots())
            .any(|slot| !self.is_there(state[slot]) && ground.had[usize::from(ground.look(slot).colour)] > 1)
            || ground.broken
    }

    /// Whether cells in reading order form one group.
    fn touching(&self, cells: &[u16]) -> bool {
        let mut group = vec![cells[0]];
        let mut done = 0;
        while done < group.len() {
            for near in self.ground.shape.step[usize::from(group[done])] {
                if cells.contains(&near) && !group.contains(&near) {
                    group.push(near);
                }
            }
            done += 1;
        }
        group.len() == cells.len()
    }
}
