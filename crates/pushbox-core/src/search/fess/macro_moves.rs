//! Macro moves: all moves of one box while the others stay where they are.

use crate::articulation::ArticulationMap;
use crate::board::{Board, BoxTable};
use crate::level::opposite;
use crate::push::Push;
use crate::region::Region;

/// The kind of a macro move: by pushes, as in play, or by pulls, as in reverse play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveKind {
    Push,
    Pull,
}

impl MoveKind {
    /// Returns where the player stands before a step of the box on `square`, where the box goes, and where the player
    /// stands afterwards.
    fn squares(self, board: &Board, square: u16, direction: usize) -> [u16; 3] {
        let neighbours = board.neighbours(square);
        let to = neighbours[direction];
        match self {
            Self::Push => [neighbours[opposite(direction)], to, square],
            Self::Pull => [to, to, board.neighbour(to, direction)],
        }
    }
}

/// The number of regions of a position where it does not matter: at least as many as a box can open to each other.
pub(crate) const UNCOUNTED: u16 = 4;

/// A macro move, and the features of the position that it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroMove {
    pub(crate) from: u16,
    pub(crate) to: u16,
    /// A square that the player can reach afterwards.
    pub(crate) player: u16,
    /// The pushes or pulls it takes.
    pub(crate) length: u16,
    /// The regions into which the boxes cut the floor afterwards.
    pub(crate) regions: u16,
    /// The squares that the player can reach afterwards.
    pub(crate) reach: u16,
}

/// A position as the generator of macro moves sees it.
#[derive(Clone, Copy)]
pub(crate) struct MacroPosition<'a> {
    pub(crate) board: &'a Board,
    /// The boxes, by square.
    pub(crate) is_box: &'a [bool],
    /// The region of the player; `None` where they may come from anywhere.
    pub(crate) region: Option<&'a Region>,
    /// The regions into which the boxes cut the floor, or [`UNCOUNTED`].
    pub(crate) regions: u16,
}

/// The generator of macro moves, with its working memory.
pub(crate) struct MacroMoveGenerator {
    floor: ArticulationMap,
    seen: Vec<u8>,
    touched: Vec<u16>,
    /// Squares of the box, parts of the floor around it where the player is, and the steps so far.
    queue: Vec<(u16, usize, u16)>,
}

impl MacroMoveGenerator {
    pub(crate) fn new(board: &Board) -> Self {
        let floor = ArticulationMap::new(board.size());
        Self { floor, seen: vec![0; board.size()], touched: Vec::new(), queue: Vec::new() }
    }

    /// Iterates over the macro moves of the box on `from`, nearest first. The first step goes in one of the directions
    /// `first` (as bits); `may_stand` is whether a step in a direction may end on a square.
    pub(crate) fn moves<'a>(
        &'a mut self,
        position: MacroPosition<'a>,
        kind: MoveKind,
        from: u16,
        first: u8,
        may_stand: impl Fn(u16, usize) -> bool + 'a,
    ) -> impl Iterator<Item = MacroMove> + 'a {
        let MacroPosition { board, is_box, region, regions } = position;
        let reaches = |square| region.is_none_or(|region| region.contains(square));
        let is_free = |square| square == from || square != board.wall() && !is_box[usize::from(square)];
        let can_start = |direction: usize| {
            let squares = kind.squares(board, from, direction);
            first & 1 << direction != 0 && squares.into_iter().all(is_free) && reaches(squares[0])
        };
        self.queue.clear();
        let mut without = 0;
        // The cheap test first: most boxes cannot move at all.
        if (0..4).any(can_start) {
            self.floor.survey(board.all_neighbours(), is_box, from);
            without = regions + 1 - self.floor.parts(from) as u16;
            for square in self.touched.drain(..) {
                self.seen[usize::from(square)] = 0;
            }
            for square in board.neighbours(from) {
                if self.floor.contains(square) && reaches(square) {
                    let part = self.floor.part(from, square);
                    if self.seen[usize::from(from)] & 1 << part == 0 {
                        self.seen[usize::from(from)] |= 1 << part;
                        self.queue.push((from, part, 0));
                    }
                }
            }
            self.touched.push(from);
        }
        let mut turn = 0;
        std::iter::from_fn(move || {
            loop {
                let &(square, part, length) = self.queue.get(turn / 4)?;
                let direction = turn % 4;
                turn += 1;
                let [stand, to, player] = kind.squares(board, square, direction);
                let floor = &self.floor;
                if length == 0 && first & 1 << direction == 0
                    || ![stand, to, player].into_iter().all(|square| floor.contains(square))
                    || floor.part(square, stand) != part
                    || !may_stand(to, direction)
                {
                    continue;
                }
                let side = floor.part(to, player);
                let seen = &mut self.seen[usize::from(to)];
                if *seen & 1 << side != 0 {
                    continue;
                }
                if *seen == 0 {
                    self.touched.push(to);
                }
                *seen |= 1 << side;
                let length = length + 1;
                self.queue.push((to, side, length));
                let (regions, reach) = (without + floor.parts(to) as u16 - 1, floor.size(to, side) as u16);
                return Some(MacroMove { from, to, player, length, regions, reach });
            }
        })
    }
}

/// Plays a macro move push by push: the fewest pushes that bring the box from `from` to `to` with the player, at first
/// on `player`, at last in the region of `stand`. Adds them to `pushes` and moves the box in `is_box`.
pub(crate) fn unfold(
    board: &Board,
    is_box: &mut BoxTable,
    player: u16,
    from: u16,
    to: u16,
    stand: u16,
    pushes: &mut Vec<Push>,
) {
    is_box.take(from);
    let mut region = Region::new(board);
    // Box, player, the state before, the direction of the push.
    let mut states = vec![(from, player, usize::MAX, 0u8)];
    let mut seen = std::collections::HashSet::new();
    let mut done = 0;
    let mut end = None;
    while let Some(&(square, player, _, _)) = states.get(done) {
        is_box.put(square);
        let least = region.flood(is_box, player);
        is_box.take(square);
        let is_new = seen.insert((square, least));
        if done > 0 && square == to && region.contains(stand) {
            end = Some(done);
            break;
        }
        for direction in (0..4).filter(|_| is_new) {
            let pusher = board.neighbour(square, opposite(direction));
            let target = board.neighbour(square, direction);
            let is_free = target != board.wall() && !is_box[usize::from(target)];
            if is_free && pusher != board.wall() && region.contains(pusher) {
                states.push((target, square, done, direction as u8));
            }
        }
        done += 1;
    }
    let first = pushes.len();
    let mut at = end.unwrap_or(0);
    debug_assert!(end.is_some(), "the move was found by the generator");
    while states[at].2 != usize::MAX {
        let (_, _, before, direction) = states[at];
        pushes.push(Push { square: states[before].0, direction });
        at = before;
    }
    pushes[first..].reverse();
    is_box.put(to);
}
