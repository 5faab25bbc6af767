//! Dead pairs: two boxes that cannot both get to a goal, even when no other box is on the board.
//!
//! All positions of two boxes are told from the solved ones by pulling: what no pull comes by is dead, and stays dead
//! whatever other boxes are added. Positions are told apart by the part of the floor that the player is in. Around two
//! boxes there are at most eight squares to stand on, and every part of the floor touches a box (without boxes the
//! floor is one), so a part is known by the sides that belong to it.
//!
//! The mirror image is for a search backwards: two boxes that cannot both have come from where boxes were at the start,
//! told by pushing.
//!
//! The table is exact and costs about as much as expanding a position for every few pairs; [`Pairs::due`] says when a
//! search has taken long enough for that to be little.

use crate::board::opposite;
use crate::field::{DEAD, Field};
use crate::limit::{LimitKind, SearchControl};

/// Boards with more live squares have no table: it would take seconds and tens of megabytes.
const MOST_SQUARES: usize = 1200;
/// Pairs that can be told in the time that a search expands one position, more or less.
const PAIRS_A_POSITION: usize = 16;
/// The part of a side that is a wall or holds the other box.
const NO_PART: u32 = 15;
/// The parts of a pair that has not been looked at.
const UNKNOWN: u32 = u32::MAX;

/// The table of dead pairs.
pub(crate) struct Pairs {
    n: usize,
    words: usize,
    /// For every live square the live squares that make a dead pair with it, at least for some part of the floor.
    partners: Vec<u64>,
    /// The parts that the sides of a pair belong to, four bits a side; by the numbers of the live squares, the lesser
    /// first.
    parts: Vec<u32>,
    /// The parts from which the pair can be brought to goals, as bits.
    alive: Vec<u16>,
}

impl Pairs {
    /// The number of positions after whose expansion a search is worth a table, `None` for never.
    pub(crate) fn due(field: &Field, boxes: usize, control: &SearchControl<'_>) -> Option<u64> {
        let n = field.live.len();
        let fits = n <= MOST_SQUARES && Self::bytes(field) <= control.budget.free() / 8;
        (boxes > 1 && fits).then_some((n * n / 2 / PAIRS_A_POSITION) as u64)
    }

    fn bytes(field: &Field) -> usize {
        let n = field.live.len();
        6 * n * n + 8 * n * n.div_ceil(64)
    }

    /// The table for `field`.
    pub(crate) fn new(field: &Field, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let mut pairs = Self::blank(field, control)?;
        let mut floor = Floor::new(field);
        let mut queue = Vec::new();
        for (number, &one) in field.goals.iter().enumerate() {
            for &other in &field.goals[number + 1..] {
                let (place, _) = pairs.place(field, one, other);
                pairs.parts[place] = floor.parts(field, one, other);
                for side in 0..8 {
                    pairs.reach((one, other), place, pairs.part(place, side), &mut queue);
                }
            }
        }
        // Whoever pulls stands where the box comes to, and goes on before it.
        pairs.spread(field, &mut floor, queue, |direction| direction, control)?;
        pairs.fill_partners(field);
        Ok(pairs)
    }

    /// The mirror image for boxes that start on `starts` with the player on `player`: the pairs that no pushes lead to.
    pub(crate) fn mirrored(
        field: &Field,
        starts: &[u16],
        player: u16,
        control: &mut SearchControl<'_>,
    ) -> Result<Self, LimitKind> {
        let mut pairs = Self::blank(field, control)?;
        let mut floor = Floor::new(field);
        let mut queue = Vec::new();
        for (number, &one) in starts.iter().enumerate() {
            control.check()?;
            for &other in &starts[number + 1..] {
                let (place, _) = pairs.place(field, one, other);
                pairs.parts[place] = floor.parts(field, one, other);
                if let Some(side) = floor.side_of(field, one, other, player) {
                    pairs.reach((one, other), place, pairs.part(place, side), &mut queue);
                }
            }
        }
        // Whoever pushes stands behind the box, before and after.
        pairs.spread(field, &mut floor, queue, opposite, control)?;
        pairs.fill_partners(field);
        Ok(pairs)
    }

    fn blank(field: &Field, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let n = field.live.len();
        let words = n.div_ceil(64);
        control.budget.take(Self::bytes(field))?;
        Ok(Self {
            n,
            words,
            partners: vec![0; n * words],
            parts: vec![UNKNOWN; n * n],
            alive: vec![0; n * n],
        })
    }

    /// Notes that the boxes `pair`, which have `place`, are alive with the player in `part`.
    fn reach(&mut self, pair: (u16, u16), place: usize, part: u32, queue: &mut Vec<(u16, u16, u8)>) {
        if part != NO_PART && self.alive[place] >> part & 1 == 0 {
            self.alive[place] |= 1 << part;
            queue.push((pair.0, pair.1, part as u8));
        }
    }

    /// Finds all that can be reached from `queue` when a box that goes in a direction has the player on the side
    /// `stand` of it, before and after.
    fn spread(
        &mut self,
        field: &Field,
        floor: &mut Floor,
        mut queue: Vec<(u16, u16, u8)>,
        stand: fn(usize) -> usize,
        control: &mut SearchControl<'_>,
    ) -> Result<(), LimitKind> {
        let mut done = 0;
        while let Some((one, other, part)) = queue.pop() {
            done += 1;
            if done % 512 == 0 {
                control.check()?;
            }
            let (place, first_side) = self.place(field, one, other);
            for (moved, still, first_side) in [(one, other, first_side), (other, one, first_side ^ 4)] {
                for direction in 0..4 {
                    if self.part(place, first_side + stand(direction)) != u32::from(part) {
                        continue;
                    }
                    let target = field.near[usize::from(moved)][direction];
                    if target == field.wall() || target == still || !field.is_live[usize::from(target)] {
                        continue;
                    }
                    let player = field.near[usize::from(target)][stand(direction)];
                    if player == field.wall() || player == still {
                        continue;
                    }
                    let (next, side) = self.place(field, target, still);
                    if self.parts[next] == UNKNOWN {
                        self.parts[next] = floor.parts(field, target, still);
                    }
                    let part = self.part(next, side + stand(direction));
                    debug_assert!(part != NO_PART, "the player stands there");
                    self.reach((target, still), next, part, &mut queue);
                }
            }
        }
        Ok(())
    }

    /// Whether the box just pushed to `square` in `direction` makes a dead pair with a box of `set` (live squares).
    pub(crate) fn pushed(&self, field: &Field, set: &[u64], square: u16, direction: usize) -> bool {
        self.is_dead(field, set, square, opposite(direction))
    }

    /// The same in the mirror image for a box just pulled.
    pub(crate) fn pulled(&self, field: &Field, set: &[u64], square: u16, direction: usize) -> bool {
        self.is_dead(field, set, square, direction)
    }

    /// Whether the box on `square` makes a dead pair with a box of `set` with the player beside it in direction `stand`.
    fn is_dead(&self, field: &Field, set: &[u64], square: u16, stand: usize) -> bool {
        let index = usize::from(field.live_index[usize::from(square)]);
        let row = &self.partners[index * self.words..(index + 1) * self.words];
        for (word, (&partners, &boxes)) in row.iter().zip(set).enumerate() {
            let mut found = partners & boxes;
            while found != 0 {
                let other = 64 * word + found.trailing_zeros() as usize;
                found &= found - 1;
                let (place, side) =
                    if index < other { (index * self.n + other, 0) } else { (other * self.n + index, 4) };
                let part = self.part(place, side + stand);
                if self.alive[place] >> part & 1 == 0 {
                    return true;
                }
            }
        }
        false
    }

    /// The place of a pair in the tables, and the number of the first side of `one` there.
    fn place(&self, field: &Field, one: u16, other: u16) -> (usize, usize) {
        let [one, other] = [one, other].map(|square| usize::from(field.live_index[usize::from(square)]));
        if one < other { (one * self.n + other, 0) } else { (other * self.n + one, 4) }
    }

    fn part(&self, place: usize, side: usize) -> u32 {
        self.parts[place] >> (4 * side) & 15
    }

    /// Notes the pairs that are dead for the player in some part of the floor, other than for one of the boxes alone.
    fn fill_partners(&mut self, field: &Field) {
        for first in 0..self.n {
            for second in first + 1..self.n {
                let place = first * self.n + second;
                let [one, other] = [field.live[first], field.live[second]];
                let is_dead = self.parts[place] == UNKNOWN
                    || (0..8).any(|side| {
                        let part = self.part(place, side);
                        let by = if side < 4 { one } else { other };
                        let player = field.near[usize::from(by)][side % 4];
                        part != NO_PART
                            && self.alive[place] >> part & 1 == 0
                            && field.spot(one, player) != DEAD
                            && field.spot(other, player) != DEAD
                    });
                if is_dead {
                    self.partners[first * self.words + second / 64] |= 1 << (second % 64);
                    self.partners[second * self.words + first / 64] |= 1 << (first % 64);
                }
            }
        }
    }
}

/// Finds the parts of the floor around two boxes.
struct Floor {
    /// Whether the floor beside a square hangs together around it, so that a box there cuts nothing off.
    is_whole: Vec<bool>,
    stamps: Vec<u32>,
    now: u32,
    queue: Vec<u16>,
}

impl Floor {
    fn new(field: &Field) -> Self {
        let is_whole = (0..field.wall()).map(|square| is_whole(field, square)).collect();
        Self { is_whole, stamps: vec![0; field.near.len()], now: 0, queue: Vec::new() }
    }

    /// The part of every side of the boxes on `one` and `other`, four bits each, from the low ones up: first the sides
    /// of the box with the lesser square.
    fn parts(&mut self, field: &Field, one: u16, other: u16) -> u32 {
        let boxes = [one.min(other), one.max(other)];
        let sides: [u16; 8] = std::array::from_fn(|side| {
            let square = field.near[usize::from(boxes[side / 4])][side % 4];
            if boxes.contains(&square) { field.wall() } else { square }
        });
        if boxes.iter().all(|&square| self.is_whole[usize::from(square)]) && !are_close(field, boxes) {
            return pack(sides.map(|square| if square == field.wall() { NO_PART } else { 0 }));
        }
        let first = self.now + 1;
        let mut parts = [NO_PART; 8];
        for side in 0..8 {
            if sides[side] == field.wall() || self.stamps[usize::from(sides[side])] >= first {
                continue;
            }
            self.now += 1;
            self.flood(field, boxes, sides, side);
        }
        for (part, &square) in parts.iter_mut().zip(&sides) {
            if square != field.wall() {
                *part = self.stamps[usize::from(square)] - first;
            }
        }
        pack(parts)
    }

    /// The side of the boxes on `one` and `other` that the floor around `player` touches first; `None` where a box stands
    /// on `player`.
    fn side_of(&mut self, field: &Field, one: u16, other: u16, player: u16) -> Option<usize> {
        let boxes = [one.min(other), one.max(other)];
        if boxes.contains(&player) {
            return None;
        }
        self.now += 1;
        self.queue.clear();
        self.queue.push(player);
        self.stamps[usize::from(player)] = self.now;
        let mut done = 0;
        while let Some(&square) = self.queue.get(done) {
            done += 1;
            for (direction, next) in field.near[usize::from(square)].into_iter().enumerate() {
                if let Some(index) = boxes.iter().position(|&at| at == next) {
                    return Some(4 * index + opposite(direction));
                }
                if next != field.wall() && self.stamps[usize::from(next)] != self.now {
                    self.stamps[usize::from(next)] = self.now;
                    self.queue.push(next);
                }
            }
        }
        None
    }

    /// Stamps the floor that is connected with a side, until every side has a stamp.
    fn flood(&mut self, field: &Field, boxes: [u16; 2], sides: [u16; 8], side: usize) {
        let mut left = sides[side + 1..].iter().filter(|&&square| square != field.wall()).count();
        self.queue.clear();
        self.queue.push(sides[side]);
        self.stamps[usize::from(sides[side])] = self.now;
        let mut done = 0;
        while let Some(&square) = self.queue.get(done) {
            done += 1;
            for next in field.near[usize::from(square)] {
                if next == field.wall() || boxes.contains(&next) || self.stamps[usize::from(next)] == self.now
                {
                    continue;
                }
                self.stamps[usize::from(next)] = self.now;
                self.queue.push(next);
            }
            // Not exact (a side may be met twice or may have been met before), but never too early.
            if sides[side + 1..].contains(&square) {
                left -= 1;
                if left == 0 {
                    return;
                }
            }
        }
    }
}

fn pack(parts: [u32; 8]) -> u32 {
    parts.iter().rev().fold(0, |packed, part| packed << 4 | part)
}

/// Whether the free neighbours of a square are connected by the squares around it.
fn is_whole(field: &Field, square: u16) -> bool {
    let near = field.near[usize::from(square)];
    let free = near.iter().filter(|&&next| next != field.wall()).count();
    let links = (0..4).filter(|&direction| corner(field, square, direction) != field.wall()).count();
    free <= links + 1
}

/// The square that links the neighbours in `direction` and the next direction, the wall if nothing does.
fn corner(field: &Field, square: u16, direction: usize) -> u16 {
    let near = field.near[usize::from(square)];
    let next = (direction + 1) % 4;
    if near[next] == field.wall() { field.wall() } else { field.near[usize::from(near[direction])][next] }
}

/// Whether one of the boxes is among the squares around the other.
fn are_close(field: &Field, [one, other]: [u16; 2]) -> bool {
    field.near[usize::from(one)].contains(&other)
        || (0..4)
            .any(|direction| corner(field, one, direction) == other || corner(field, other, direction) == one)
}
