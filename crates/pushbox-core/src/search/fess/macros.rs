//! Macro moves: everything that can be done with one box while the others stay where they are.

use super::floor::Floor;
use crate::board::opposite;
use crate::field::Field;
use crate::push::Push;
use crate::region::Region;

/// Whether boxes are pushed, as in play, or pulled, as in play backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Forward.
    Push,
    /// Backward.
    Pull,
}

/// The regions of a position where nobody asks how many there are: at least as many as a box can open to each other.
pub(crate) const UNCOUNTED: u16 = 4;

/// A macro move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Macro {
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

/// The working memory of the generator.
pub(crate) struct Generator {
    floor: Floor,
    seen: Vec<u8>,
    touched: Vec<u16>,
    queue: Vec<(u16, u8, u16, u16)>,
}

impl Generator {
    /// A generator for `field`.
    pub(crate) fn new(field: &Field) -> Self {
        let floor = Floor::new(field);
        Self { floor, seen: vec![0; field.near.len()], touched: Vec::new(), queue: Vec::new() }
    }

    /// Calls `visit` with every macro move of the box on `from`, nearest first, while it answers true.
    ///
    /// `is_box` tells the boxes, `reached` whether the player can reach a square, `regions` is the number of regions
    /// of the position, `may_stand` tells where a box may be put (by square, false for the wall), and `first` has the
    /// directions allowed for the first step as bits.
    #[allow(clippy::too_many_arguments)] // a position is all of these
    pub(crate) fn each(
        &mut self,
        field: &Field,
        way: Way,
        is_box: &[bool],
        reached: impl Fn(u16) -> bool,
        regions: u16,
        may_stand: impl Fn(u16, usize) -> bool,
        from: u16,
        first: u8,
        mut visit: impl FnMut(Macro) -> bool,
    ) {
        // Cheap look first: most boxes cannot move at all.
        let near = field.near[usize::from(from)];
        let can_start = |direction: usize| {
            let (stand, to) = match way {
                Way::Push => (near[opposite(direction)], near[direction]),
                Way::Pull => (near[direction], field.near[usize::from(near[direction])][direction]),
            };
            first & 1 << direction != 0
                && stand != field.wall()
                && to != field.wall()
                && !is_box[usize::from(stand)]
                && !is_box[usize::from(to)]
                && reached(stand)
        };
        if !(0..4).any(can_start) {
            return;
        }
        self.floor.survey(field, is_box, from);
        let floor = &self.floor;
        let without = regions + 1 - floor.parts(from) as u16;
        for square in self.touched.drain(..) {
            self.seen[usize::from(square)] = 0;
        }
        self.queue.clear();
        for square in near {
            if floor.holds(square) && reached(square) {
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
            let near = field.near[usize::from(square)];
            for direction in 0..4 {
                if length == 0 && first & 1 << direction == 0 {
                    continue;
                }
                let (stand, to, player) = match way {
                    Way::Push => (near[opposite(direction)], near[direction], square),
                    Way::Pull => {
                        let stand = near[direction];
                        (stand, stand, field.near[usize::from(stand)][direction])
                    }
                };
                if !floor.holds(stand) || !floor.holds(to) || !floor.holds(player) {
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
                if !visit(Macro { from, to, player, length: length + 1, regions, reach }) {
                    return;
                }
            }
        }
    }
}

/// Plays a macro move push by push: the fewest pushes that bring the box from `from` to `to` with the player, at first
/// on `player`, at last in the region of `stand`. Adds them to `pushes` and moves the box in `is_box`.
pub(crate) fn unfold(
    field: &Field,
    is_box: &mut [bool],
    player: u16,
    from: u16,
    to: u16,
    stand: u16,
    pushes: &mut Vec<Push>,
) {
    is_box[usize::from(from)] = false;
    let mut region = Region::new(field);
    // Box, player, the state before, the direction of the push.
    let mut states = vec![(from, player, usize::MAX, 0u8)];
    let mut seen = std::collections::HashSet::new();
    let mut done = 0;
    let mut end = None;
    while let Some(&(square, player, _, _)) = states.get(done) {
        is_box[usize::from(square)] = true;
        let least = region.flood(field, is_box, player);
        is_box[usize::from(square)] = false;
        let is_new = seen.insert((square, least));
        if done > 0 && square == to && region.contains(stand) {
            end = Some(done);
            break;
        }
        for direction in (0..4).filter(|_| is_new) {
            let pusher = field.near[usize::from(square)][opposite(direction)];
            let target = field.near[usize::from(square)][direction];
            let is_free = target != field.wall() && !is_box[usize::from(target)];
            if is_free && pusher != field.wall() && region.contains(pusher) {
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
