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
    /// Squares of the box, parts of the floor around it where the player is, the steps so far, and the turn of the last step:
    /// four turns, one a direction, for every entry.
    queue: Vec<(u16, usize, u16, usize)>,
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
            self.floor.survey(&board.neighbours, is_box, from);
            without = regions + 1 - self.floor.parts(from) as u16;
            for square in self.touched.drain(..) {
                self.seen[usize::from(square)] = 0;
            }
            for square in board.neighbours(from) {
                if self.floor.contains(square) && reaches(square) {
                    let part = self.floor.part(from, square);
                    if self.seen[usize::from(from)] & 1 << part == 0 {
                        self.seen[usize::from(from)] |= 1 << part;
                        self.queue.push((from, part, 0, 0));
                    }
                }
            }
            self.touched.push(from);
        }
        let mut turn = 0;
        std::iter::from_fn(move || {
            loop {
                let &(square, part, length, _) = self.queue.get(turn / 4)?;
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
                self.queue.push((to, side, length, turn - 1));
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
    let mut region = Region::new(board);
    region.flood(is_box, player);
    let mut generator = MacroMoveGenerator::new(board);
    let position = MacroPosition { board, is_box, region: Some(&region), regions: UNCOUNTED };
    generator.moves(position, MoveKind::Push, from, 15, |_, _| true).for_each(drop);
    let MacroMoveGenerator { floor, queue, .. } = &generator;
    let end = (to, floor.part(to, stand));
    let is_end = |&at: &usize| (queue[at].0, queue[at].1) == end;
    let mut at = (1..queue.len()).find(is_end).expect("the move was found by the generator");
    let first = pushes.len();
    while at > 0 {
        let turn = queue[at].3;
        at = turn / 4;
        pushes.push(Push { square: queue[at].0, direction: (turn % 4) as u8 });
    }
    pushes[first..].reverse();
    is_box.shift(from, to);
}
