//! What a pointer means: where it can take what stands on a cell, and by which moves.
//!
//! This is `reach` and `pushable` of Python's controls, and `pushbox.play.pointing`: it finds the same cells and the same
//! moves, and ends at the same limits. What is a matter of one game's floor is beside its rules: `Play::own_reach`.
//!
//! Pushers walk and push ([`walks`]), also through boxes that they put back ([`gone_through`]); other pieces move by
//! themselves ([`drags`]). [`pushable`](mod@pushable) says which boxes can be pushed at all, [`trail`](mod@trail) what is
//! shown of a path.

mod drags;
mod gone_through;
mod pushable;
mod trail;
mod walks;

use super::loaded::PlayedLevel;
use super::play::{Controls, Move};
use drags::{dragged, exchanges, rolled, swiped};
use walks::walked;

pub(super) use drags::became;
pub use pushable::{origins, pushable};
pub use trail::trail;
pub(super) use walks::{distances, near, pushers_reach, walk};

/// The cells that one question of a pointer may visit.
const MAX_REACH: usize = 250_000;

/// The moves to a cell.
type Find<'l> = Box<dyn Fn(usize) -> Vec<Move> + 'l>;

/// Where a pointer can take what stands on a cell.
pub struct Reach<'l> {
    /// The cells, each with the number of moves.
    pub targets: Vec<(usize, usize)>,
    find: Find<'l>,
}

impl<'l> Reach<'l> {
    pub(super) fn nowhere() -> Self {
        Self { targets: Vec::new(), find: Box::new(|_| Vec::new()) }
    }

    pub(super) fn of(ways: Vec<(usize, Vec<Move>)>) -> Self {
        let targets = ways.iter().map(|(cell, moves)| (*cell, moves.len())).collect();
        let find =
            move |cell| ways.iter().find(|way| way.0 == cell).map_or_else(Vec::new, |way| way.1.clone());
        Self { targets, find: Box::new(find) }
    }

    /// Returns whether a cell is among those.
    pub fn has(&self, cell: usize) -> bool {
        self.targets.iter().any(|&(target, _)| target == cell)
    }

    /// Returns the moves to a cell, `None` where it cannot be taken there.
    pub fn moves(&self, cell: usize) -> Option<Vec<Move>> {
        self.has(cell).then(|| (self.find)(cell))
    }
}

impl Reach<'static> {
    /// Adds the ways to cells that are not among those yet.
    pub(super) fn with(mut self, others: Vec<(usize, Vec<Move>)>) -> Self {
        let others: Vec<_> = others.into_iter().filter(|&(cell, _)| !self.has(cell)).collect();
        let own = self.targets.len();
        self.targets.extend(others.iter().map(|(cell, moves)| (*cell, moves.len())));
        let known: Vec<usize> = self.targets[..own].iter().map(|&(cell, _)| cell).collect();
        let (first, rest) = (self.find, Self::of(others).find);
        let find = move |cell| if known.contains(&cell) { first(cell) } else { rest(cell) };
        Self { targets: self.targets, find: Box::new(find) }
    }
}

/// Returns where a pointer can take what stands on a cell, `through`: by pushing boxes aside and back again too. `None`
/// where that is not stated natively.
pub fn reach<'l>(
    level: &'l dyn PlayedLevel,
    state: &'l [u8],
    origin: usize,
    through: bool,
) -> Option<Reach<'l>> {
    reach_within(level, state, origin, through, MAX_REACH)
}

fn reach_within<'l>(
    level: &'l dyn PlayedLevel,
    state: &'l [u8],
    origin: usize,
    through: bool,
    limit: usize,
) -> Option<Reach<'l>> {
    let controls = level.controls()?;
    if let Some(own) = level.own_reach(state, origin, limit) {
        return Some(own);
    }
    let board = level.board(state);
    let on_origin = || board.pieces.iter().find(|piece| piece.cells.contains(&origin));
    Some(match controls {
        Controls::Pusher | Controls::Pushers => {
            walked(level, state, &board, level.floor(state, origin)?, origin, through, limit)
        }
        Controls::Pullers => return None,
        Controls::Stones => Reach::of(rolled(level, state, origin, limit)),
        Controls::Pairs => match on_origin() {
            Some(piece) => Reach::of(dragged(level, state, piece, origin, limit, &exchanges)),
            None => Reach::nowhere(),
        },
        Controls::Swipes { .. } => match on_origin() {
            Some(piece) => Reach::of(swiped(level, state, &board, piece, origin, limit)),
            None => Reach::nowhere(),
        },
    })
}
