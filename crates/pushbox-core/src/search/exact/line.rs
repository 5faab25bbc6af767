//! From the positions of a search to steps that can be played.

use super::boxes::ends;
use super::motion::View;
use super::store::Store;
use crate::board::LETTERS;
use crate::field::{Field, Start};
use crate::objective::Count;
use crate::push::Push;
use crate::search::walk;

/// Steps, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The steps in LURD notation, pushes as capitals.
    pub lurd: String,
    /// The cell of the pusher before each step, where there are several pushers; else empty.
    pub pushers: Vec<u32>,
}

impl Line {
    /// Its pushes and moves.
    pub fn count(&self) -> Count {
        Count::of(&self.lurd)
    }
}

impl From<String> for Line {
    fn from(lurd: String) -> Self {
        Self { lurd, pushers: Vec::new() }
    }
}

/// Writes the way to the node `id`, with shortest walks of a lone player, and short ones of several.
pub(super) fn write(start: &Start, view: View, store: &Store, id: u32) -> Line {
    let nodes = store.line(id);
    let done = nodes.iter().map(|&node| store.node(node).push);
    if let [_] = start.players[..] {
        return walk::write(start, &done.collect::<Vec<_>>()).into();
    }
    let mut writer = Writer::new(start);
    for (&node, done) in nodes.iter().zip(done) {
        if view == View::Regions {
            writer.make_way(done, store.players(node));
            let (pusher, _) = ends(writer.field, done);
            writer.step(pusher, usize::from(done.direction));
        } else {
            writer.step(done.square, usize::from(done.direction));
        }
    }
    writer.line
}

/// The players and boxes while a line is written.
struct Writer<'s> {
    field: &'s Field,
    is_box: Vec<bool>,
    players: Vec<u16>,
    line: Line,
}

impl<'s> Writer<'s> {
    fn new(start: &'s Start) -> Self {
        let mut is_box = vec![false; start.field.near.len()];
        for &square in &start.boxes {
            is_box[usize::from(square)] = true;
        }
        Self { field: &start.field, is_box, players: start.players.clone(), line: Line::default() }
    }

    /// The player on `from` steps, and pushes what stands there.
    fn step(&mut self, from: u16, direction: usize) {
        let target = self.field.near[usize::from(from)][direction];
        let mut letter = char::from(LETTERS[direction]);
        if self.is_box[usize::from(target)] {
            letter = letter.to_ascii_uppercase();
            self.is_box[usize::from(target)] = false;
            self.is_box[usize::from(self.field.near[usize::from(target)][direction])] = true;
        }
        for player in self.players.iter_mut().filter(|player| **player == from) {
            *player = target;
        }
        self.line.lurd.push(letter);
        self.line.pushers.push(self.field.cells[usize::from(from)]);
    }

    /// Walks the players to where `push` can be made and leaves them in the regions `after`, each named by its least
    /// square and given once for each of its players.
    fn make_way(&mut self, push: Push, after: &[u16]) {
        let (pusher, target) = ends(self.field, push);
        let now = self.regions();
        self.is_box[usize::from(push.square)] = false;
        self.is_box[usize::from(target)] = true;
        let then = self.regions();
        self.is_box[usize::from(push.square)] = true;
        self.is_box[usize::from(target)] = false;
        let wanted = self.wanted(&now, &then, push.square, pusher, target, after);
        self.walk_to(&wanted);
    }

    /// The places to take before a push: as few others than now as that needs.
    fn wanted(
        &self,
        now: &[u16],
        then: &[u16],
        square: u16,
        pusher: u16,
        target: u16,
        after: &[u16],
    ) -> Vec<u16> {
        let at = |labels: &[u16], square: u16| labels[usize::from(square)];
        let mut wanted = self.players.clone();
        // Who is nearest in the region goes to the pushing square.
        if !wanted.contains(&pusher) {
            let near = self.distances(pusher);
            let nearest = wanted.iter_mut().min_by_key(|player| near[usize::from(**player)]);
            *nearest.expect("a region with a player") = pusher;
        }
        // Only the region that the box is pushed into is cut. There the rest is spread as the regions after want it.
        let cut = at(now, target);
        let free: Vec<u16> = (0..self.field.wall())
            .filter(|&place| at(now, place) == cut && place != target && place != square)
            .collect();
        wanted.retain(|&place| at(now, place) != cut || place == pusher);
        let missing = self.players.len() - wanted.len();
        // Places of players now come first, the others by the way there.
        let mut places: Vec<u16> = free.iter().copied().filter(|place| !wanted.contains(place)).collect();
        let near = self.distances(target);
        places.sort_by_key(|&place| (!self.players.contains(&place), near[usize::from(place)]));
        let mut left = missing;
        for place in places {
            let region = at(then, place);
            let there = wanted.iter().filter(|&&other| at(then, other) == region).count();
            if left > 0 && there < after.iter().filter(|&&name| name == region).count() {
                wanted.push(place);
                left -= 1;
            }
        }
        debug_assert!(left == 0, "the regions after have been chosen to have room");
        wanted
    }

    /// Takes the places `wanted`, as many in each region as players are there. Players cannot be told apart: where one
    /// stands in the way of another, he goes on in his stead.
    fn walk_to(&mut self, wanted: &[u16]) {
        while let Some(&place) = wanted.iter().find(|place| !self.players.contains(place)) {
            let near = self.distances(place);
            let spare = self.players.iter().copied().filter(|player| !wanted.contains(player));
            let from = spare.min_by_key(|&player| near[usize::from(player)]).expect("a player to spare");
            let mut path = vec![from];
            let mut here = from;
            while here != place {
                let down = |&direction: &usize| {
                    let next = self.field.near[usize::from(here)][direction];
                    near[usize::from(next)] < near[usize::from(here)]
                };
                let direction = (0..4).find(down).expect("a way");
                here = self.field.near[usize::from(here)][direction];
                path.push(here);
            }
            // The last player on the way goes first.
            let mut end = path.len() - 1;
            for start in (0..path.len() - 1).rev() {
                if self.players.contains(&path[start]) {
                    for pair in path[start..=end].windows(2) {
                        let near = self.field.near[usize::from(pair[0])];
                        let direction = near.iter().position(|&next| next == pair[1]).expect("a neighbour");
                        self.step(pair[0], direction);
                    }
                    end = start;
                }
            }
        }
    }

    /// For every square the least square of its region, the wall for boxes.
    fn regions(&self) -> Vec<u16> {
        let wall = self.field.wall();
        let mut label = vec![wall; self.field.near.len()];
        for seed in 0..wall {
            if self.is_box[usize::from(seed)] || label[usize::from(seed)] != wall {
                continue;
            }
            let mut stack = vec![seed];
            label[usize::from(seed)] = seed;
            while let Some(square) = stack.pop() {
                for next in self.field.near[usize::from(square)] {
                    let is_new = next != wall && label[usize::from(next)] == wall;
                    if is_new && !self.is_box[usize::from(next)] {
                        label[usize::from(next)] = seed;
                        stack.push(next);
                    }
                }
            }
        }
        label
    }

    /// The steps from every square to `place`, around boxes but not around players.
    fn distances(&self, place: u16) -> Vec<u32> {
        let mut distance = vec![u32::MAX; self.field.near.len()];
        let mut queue = vec![place];
        distance[usize::from(place)] = 0;
        let mut done = 0;
        while let Some(&square) = queue.get(done) {
            done += 1;
            for next in self.field.near[usize::from(square)] {
                let is_new = next != self.field.wall() && distance[usize::from(next)] == u32::MAX;
                if is_new && !self.is_box[usize::from(next)] {
                    distance[usize::from(next)] = distance[usize::from(square)] + 1;
                    queue.push(next);
                }
            }
        }
        distance
    }
}
