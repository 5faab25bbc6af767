//! Macro moves: all moves of one box while the others stay where they are.

use crate::articulation::ArticulationMap;
use crate::board::Board;
use crate::level::opposite;
use crate::push::Push;
use crate::region::Region;

/// The kind of a macro move: by pushes, as in play, or by pulls, as in reverse play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveKind {
    /// Pushes.
    Push,
    /// Pulls.
    Pull,
}

/// The number of regions of a position where it does not matter: at least as many as a box can open to each other.
pub(crate) const UNCOUNTED: u16 = 4;

/// A macro move, and the features of the position that it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroMove {
    /// The square that the box leaves.
    pub(crate) from: u16,
    /// The square that it goes to.
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

/// The generator of macro moves, with its working memory.
pub(crate) struct MacroMoveGenerator {
    floor: ArticulationMap,
    seen: Vec<u8>,
    touched: Vec<u16>,
    queue: Vec<(u16, u8, u16, u16)>,
}

impl MacroMoveGenerator {
    /// Creates a generator for `board`.
    pub(crate) fn new(board: &Board) -> Self {
        let floor = ArticulationMap::new(board.size());
        Self { floor, seen: vec![0; board.size()], touched: Vec::new(), queue: Vec::new() }
    }

    /// Calls `visit` with every macro move of the box on `from`, nearest first, while it returns true.
    ///
    /// `is_box` holds the boxes, `reached` is whether the player can reach a square, `regions` is the number of regions
    /// of the position, `may_stand` is whether a box may be put (by square, false for the wall), and `first` has the
    /// directions allowed for the first step as bits.
    #[allow(clippy::too_many_arguments)] // a position is all of these
    pub(crate) fn each(
        &mut self,
        board: &Board,
        kind: MoveKind,
        is_box: &[bool],
        reached: impl Fn(u16) -> bool,
        regions: u16,
        may_stand: impl Fn(u16, usize) -> bool,
        from: u16,
        first: u8,
        mut visit: impl FnMut(MacroMove) -> bool,
    ) {
        // The cheap test first: most boxes cannot move at all.
        let neighbours = board.neighbours(from);
        let can_start = |direction: usize| {
            let (stand, to) = match kind {
                MoveKind::Push => (neighbours[opposite(direction)], neighbours[direction]),
                MoveKind::Pull => (neighbours[direction], board.neighbour(neighbours[direction], direction)),
            };
            first & 1 << direction != 0
                && stand != board.wall()
                && to != board.wall()
                && !is_box[usize::from(stand)]
                && !is_box[usize::from(to)]
                && reached(stand)
        };
        if !(0..4).any(can_start) {
            return;
        }
        self.floor.survey(board.all_neighbours(), is_box, from);
        let floor = &self.floor;
        let without = regions + 1 - floor.parts(from) as u16;
        for square in self.touched.drain(..) {
            self.seen[usize::from(square)] = 0;
        }
        self.queue.clear();
        for square in neighbours {
            if floor.contains(square) && reached(square) {
                let part = floor.part(from, square);
                if self.seen[usize::from(from)] & 1 << part == 0 {
                    self.seen[usize::from(from)] |= 1 << part;
                    self.queue.push((from, part as u8, square, 0));
                }
            }
        }
        self.touched.push(from);
        let mut done = 0;
        while let Some(&(square, part, _, length)) = self.queue.get(done) {
            done += 1;
            let neighbours = board.neighbours(square);
            for direction in 0..4 {
                if length == 0 && first & 1 << direction == 0 {
                    continue;
                }
                let (stand, to, player) = match kind {
                    MoveKind::Push => (neighbours[opposite(direction)], neighbours[direction], square),
                    MoveKind::Pull => {
                        let stand = neighbours[direction];
                        (stand, stand, board.neighbour(stand, direction))
                    }
                };
                if !floor.contains(stand) || !floor.contains(to) || !floor.contains(player) {
                    continue;
                }
                if floor.part(square, stand) != usize::from(part) || !may_stand(to, direction) {
                    continue;
                }
                let side = floor.part(to, player);
                if self.seen[usize::from(to)] & 1 << side != 0 {
                    continue;
                }
                if self.seen[usize::from(to)] == 0 {
                    self.touched.push(to);
                }
                self.seen[usize::from(to)] |= 1 << side;
                self.queue.push((to, side as u8, player, length + 1));
                let regions = without + floor.parts(to) as u16 - 1;
                let reach = floor.size(to, side) as u16;
                if !visit(MacroMove { from, to, player, length: length + 1, regions, reach }) {
                    return;
                }
            }
        }
    }
}

/// Plays a macro move push by push: the fewest pushes that bring the box from `from` to `to` with the player, at first
/// on `player`, at last in the region of `stand`. Adds them to `pushes` and moves the box in `is_box`.
pub(crate) fn unfold(
    board: &Board,
    is_box: &mut [bool],
    player: u16,
    from: u16,
    to: u16,
    stand: u16,
    pushes: &mut Vec<Push>,
) {
    is_box[usize::from(from)] = false;
    let mut region = Region::new(board);
    // Box, player, the state before, the direction of the push.
    let mut states = vec![(from, player, usize::MAX, 0u8)];
    let mut seen = std::collections::HashSet::new();
    let mut done = 0;
    let mut end = None;
    while let Some(&(square, player, _, _)) = states.get(done) {
        is_box[usize::from(square)] = true;
        let least = region.flood(board, is_box, player);
        is_box[usize::from(square)] = false;
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
    is_box[usize::from(to)] = true;
}
