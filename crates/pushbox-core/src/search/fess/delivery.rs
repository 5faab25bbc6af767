//! How much is in the way of the next box to a goal: the fewest boxes that a box and the player would have to pass
//! through, were that possible. An estimate, for advice only.

use crate::field::Field;
use crate::region::Region;

/// More in the way than this counts as this.
const MOST: usize = 12;
const FAR: u8 = u8::MAX;

/// The working memory, and the way found last.
pub(crate) struct Delivery {
    /// Boxes between the player and a square.
    walk: Vec<u8>,
    cost: Vec<u8>,
    came: Vec<u16>,
    buckets: Vec<Vec<u16>>,
    /// The squares of the way found last, those behind the box as well.
    pub(crate) way: Vec<u16>,
}

impl Delivery {
    /// For `field`.
    pub(crate) fn new(field: &Field) -> Self {
        let n = field.near.len();
        Self {
            walk: vec![FAR; n],
            cost: vec![FAR; n],
            came: vec![0; n],
            buckets: vec![Vec::new(); MOST + 1],
            way: Vec::new(),
        }
    }

    /// The fewest boxes in the way of any box to any of `targets`. `is_packed` tells the boxes that stay.
    pub(crate) fn obstacles(
        &mut self,
        field: &Field,
        is_box: &[bool],
        is_packed: impl Fn(u16) -> bool,
        region: &Region,
        targets: &[u16],
    ) -> u8 {
        let wall = field.wall();
        self.walk.fill(FAR);
        for square in (0..wall).filter(|&square| region.contains(square)) {
            self.walk[usize::from(square)] = 0;
            self.buckets[0].push(square);
        }
        for level in 0..=MOST {
            while let Some(square) = self.buckets[level].pop() {
                if usize::from(self.walk[usize::from(square)]) < level {
                    continue;
                }
                for next in field.near[usize::from(square)] {
                    let at = usize::from(next);
                    if next == wall || is_box[at] && is_packed(next) {
                        continue;
                    }
                    let cost = level + usize::from(is_box[at]);
                    if cost <= MOST && cost < usize::from(self.walk[at]) {
                        self.walk[at] = cost as u8;
                        self.buckets[cost].push(next);
                    }
                }
            }
        }
        self.cost.fill(FAR);
        for &target in targets {
            self.cost[usize::from(target)] = 0;
            self.came[usize::from(target)] = wall;
            self.buckets[0].push(target);
        }
        let mut best = (MOST as u8, wall, wall);
        for level in 0..MOST {
            while let Some(square) = self.buckets[level].pop() {
                if usize::from(self.cost[usize::from(square)]) < level || level >= usize::from(best.0) {
                    continue;
                }
                for direction in 0..4 {
                    let before = field.near[usize::from(square)][direction];
                    let stand = field.near[usize::from(before)][direction];
                    let is_open =
                        |square: u16| square != wall && !(is_box[usize::from(square)] && is_packed(square));
                    if !is_open(before) || !is_open(stand) || !field.is_live[usize::from(before)] {
                        continue;
                    }
                    let cost = level + usize::from(is_box[usize::from(stand)]);
                    if is_box[usize::from(before)] {
                        let total = level as u8 + self.walk[usize::from(stand)].min(MOST as u8);
                        if total < best.0 {
                            best = (total, before, square);
                        }
                    }
                    let cost = cost + usize::from(is_box[usize::from(before)]);
                    if cost < MOST && cost < usize::from(self.cost[usize::from(before)]) {
                        self.cost[usize::from(before)] = cost as u8;
                        self.came[usize::from(before)] = square;
                        self.buckets[cost].push(before);
                    }
                }
            }
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        self.trace(field, best.1, best.2);
        best.0
    }

    /// Notes the way of the box on `carrier`, whose first push goes to `next`.
    fn trace(&mut self, field: &Field, carrier: u16, mut next: u16) {
        self.way.clear();
        let wall = field.wall();
        if carrier == wall {
            return;
        }
        let mut square = carrier;
        let stand = |square: u16, next: u16| {
            let near = field.near[usize::from(square)];
            let direction = near.iter().position(|&near| near == next).unwrap_or(0);
            near[direction ^ 2]
        };
        // From the player to the first square to push from, downhill.
        let mut at = stand(square, next);
        while self.walk[usize::from(at)] != 0 && self.walk[usize::from(at)] != FAR {
            self.way.push(at);
            let here = self.walk[usize::from(at)];
            let lower = field.near[usize::from(at)]
                .into_iter()
                .filter(|&near| near != wall && !self.way.contains(&near))
                .min_by_key(|&near| self.walk[usize::from(near)]);
            match lower {
                Some(lower) if self.walk[usize::from(lower)] <= here => at = lower,
                _ => break,
            }
        }
        self.way.push(square);
        while next != wall {
            self.way.push(stand(square, next));
            self.way.push(next);
            (square, next) = (next, self.came[usize::from(next)]);
        }
    }
}
