//! What can be done in a position, and where the players are afterwards: three ways to see the same rules.

use super::boxes::{Boxes, ends};
use crate::deadlock::pi_corral::PiCorral;
use crate::field::Field;
use crate::objective::Count;
use crate::push::Push;
use crate::region::Region;

/// How a position tells where its players are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// By the regions they can walk in, each named by its least square. Enough where only pushes count, for players
    /// who cannot be told apart can take any places of a region with each other's help.
    Regions,
    /// One player by his square after each push. What is done is a push with the walk before it.
    Squares,
    /// Several players by their squares. What is done is one step, for the others may have to make way.
    Steps,
}

/// Something that can be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Try {
    /// The push, or by [`View::Steps`] the square of the player who steps and the way he goes.
    pub(super) done: Push,
    /// The push in it, if there is one.
    pub(super) push: Option<Push>,
    /// What it costs.
    pub(super) cost: Count,
}

/// A square in no region.
const NONE: u16 = u16::MAX;

/// Finds what can be done; the working memory of it.
pub(super) struct Motion {
    view: View,
    players: usize,
    region: Region,
    beyond: Region,
    corral: PiCorral,
    /// The steps to every square that the one player reaches, and those squares.
    steps: Vec<u32>,
    queue: Vec<u16>,
    /// The region of every square that players reach, and by region the players and the squares.
    label: Vec<u16>,
    held: Vec<usize>,
    size: Vec<usize>,
    /// The outcomes of the last try: the players of each, one after the other.
    outcomes: Vec<u16>,
}

impl Motion {
    /// For so many players on `field`.
    pub(super) fn new(field: &Field, players: usize, counts_moves: bool) -> Self {
        let view = match (counts_moves, players) {
            (false, _) => View::Regions,
            (true, 1) => View::Squares,
            (true, _) => View::Steps,
        };
        Self {
            view,
            players,
            region: Region::new(field),
            beyond: Region::new(field),
            corral: PiCorral::new(field),
            steps: vec![u32::MAX; field.near.len()],
            queue: Vec::new(),
            label: vec![NONE; field.near.len()],
            held: Vec::new(),
            size: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// How players are seen.
    pub(super) fn view(&self) -> View {
        self.view
    }

    /// The one form of all places of the players, given as `players`, that are the same by the view.
    pub(super) fn normal(&mut self, field: &Field, boxes: &Boxes, players: &[u16]) -> Vec<u16> {
        let mut normal = players.to_vec();
        if self.view == View::Regions {
            for player in &mut normal {
                *player = self.region.flood(field, &boxes.is_box, *player);
            }
        }
        normal.sort_unstable();
        normal
    }

    /// Lists what is worth doing in a position.
    pub(super) fn tries(&mut self, field: &Field, boxes: &Boxes, players: &[u16], tries: &mut Vec<Try>) {
        tries.clear();
        match self.view {
            View::Regions if self.players > 1 => self.push_between(field, boxes, players, tries),
            View::Regions => self.push_in_region(field, boxes, players[0], tries),
            View::Squares => self.push_from(field, boxes, players[0], tries),
            View::Steps => steps(field, boxes, players, tries),
        }
    }

    /// Where the players can be after a try, which has been played on `boxes`, from `players`: one slice each.
    pub(super) fn outcomes(
        &mut self,
        field: &Field,
        boxes: &Boxes,
        players: &[u16],
        one: &Try,
    ) -> impl Iterator<Item = &[u16]> {
        self.outcomes.clear();
        match (self.view, one.push) {
            (View::Regions, Some(push)) if self.players > 1 => self.spread(field, boxes, players, push),
            (View::Regions, Some(push)) => {
                self.outcomes.push(self.beyond.push(field, &boxes.is_box, &self.region, push));
            }
            (View::Squares, Some(push)) => self.outcomes.push(push.square),
            _ => {
                let (_, target) = ends(field, one.done);
                self.outcomes
                    .extend(players.iter().map(|&at| if at == one.done.square { target } else { at }));
                self.outcomes.sort_unstable();
            }
        }
        self.outcomes.chunks_exact(self.players)
    }

    fn push_in_region(&mut self, field: &Field, boxes: &Boxes, player: u16, tries: &mut Vec<Try>) {
        self.region.flood(field, &boxes.is_box, player);
        let cost = Count { pushes: 1, moves: 0 };
        let corral = self.corral.find(field, &boxes.squares, &boxes.is_box, &self.region);
        if let Some(only) = corral {
            tries.extend(only.iter().map(|&push| Try { done: push, push: Some(push), cost }));
            return;
        }
        for push in pushes(field, boxes) {
            if self.region.contains(ends(field, push).0) {
                tries.push(Try { done: push, push: Some(push), cost });
            }
        }
    }

    fn push_from(&mut self, field: &Field, boxes: &Boxes, player: u16, tries: &mut Vec<Try>) {
        self.queue.clear();
        self.queue.push(player);
        self.steps[usize::from(player)] = 0;
        let mut done = 0;
        while let Some(&square) = self.queue.get(done) {
            done += 1;
            let next_steps = self.steps[usize::from(square)] + 1;
            for next in field.near[usize::from(square)] {
                let index = usize::from(next);
                if next != field.wall() && !boxes.is_box[index] && self.steps[index] == u32::MAX {
                    self.steps[index] = next_steps;
                    self.queue.push(next);
                }
            }
        }
        for push in pushes(field, boxes) {
            let walk = self.steps[usize::from(ends(field, push).0)];
            if walk != u32::MAX {
                let cost = Count { pushes: 1, moves: walk + 1 };
                tries.push(Try { done: push, push: Some(push), cost });
            }
        }
        for &square in &self.queue {
            self.steps[usize::from(square)] = u32::MAX;
        }
        // A corral that must be opened and cannot be is a deadlock whatever counts; more it does not tell here, as
        // another order of the same pushes may take other walks.
        if self.queue.len() + boxes.squares.len() < usize::from(field.wall()) {
            self.region.flood(field, &boxes.is_box, player);
            let corral = self.corral.find(field, &boxes.squares, &boxes.is_box, &self.region);
            if corral.is_some_and(<[Push]>::is_empty) {
                tries.clear();
            }
        }
    }

    /// Labels the regions that hold players.
    fn label_regions(&mut self, field: &Field, boxes: &Boxes, players: &[u16]) {
        for square in self.queue.drain(..) {
            self.label[usize::from(square)] = NONE;
        }
        self.held.clear();
        self.size.clear();
        for &player in players {
            let label = self.label[usize::from(player)];
            if label != NONE {
                self.held[usize::from(label)] += 1;
                continue;
            }
            let label = self.held.len() as u16;
            let mut done = self.queue.len();
            let first = done;
            self.label[usize::from(player)] = label;
            self.queue.push(player);
            while let Some(&square) = self.queue.get(done) {
                done += 1;
                for next in field.near[usize::from(square)] {
                    let index = usize::from(next);
                    if next != field.wall() && !boxes.is_box[index] && self.label[index] == NONE {
                        self.label[index] = label;
                        self.queue.push(next);
                    }
                }
            }
            self.held.push(1);
            self.size.push(self.queue.len() - first);
        }
    }

    fn push_between(&mut self, field: &Field, boxes: &Boxes, players: &[u16], tries: &mut Vec<Try>) {
        self.label_regions(field, boxes, players);
        for push in pushes(field, boxes) {
            let (pusher, target) = ends(field, push);
            let there = self.label[usize::from(target)];
            // Who stands in the way of the box needs a place to go to.
            let is_full = there != NONE && self.held[usize::from(there)] >= self.size[usize::from(there)];
            if self.label[usize::from(pusher)] != NONE && !is_full {
                tries.push(Try { done: push, push: Some(push), cost: Count { pushes: 1, moves: 0 } });
            }
        }
    }

    /// The outcomes of a push played from the labelled regions. The players of a region that the box cuts in parts can
    /// have gone to any of them before, as far as there is room, with one where the pusher came from.
    fn spread(&mut self, field: &Field, boxes: &Boxes, players: &[u16], push: Push) {
        let (pusher, target) = ends(field, push);
        let cut = self.label[usize::from(target)];
        let mut kept = Vec::with_capacity(players.len());
        for &player in players.iter().filter(|&&player| self.label[usize::from(player)] != cut || cut == NONE)
        {
            kept.push(self.beyond.flood(field, &boxes.is_box, player));
        }
        let mut parts = Vec::new();
        if cut != NONE {
            // The target may have been named as the least square of its region, so the parts are found from beside it.
            let mut seen = Region::new(field);
            seen.clear(field);
            for seed in field.near[usize::from(target)] {
                let is_seed = seed != field.wall() && !boxes.is_box[usize::from(seed)];
                if is_seed && self.label[usize::from(seed)] == cut && !seen.contains(seed) {
                    let least = seen.extend(field, &boxes.is_box, seed);
                    let within = |square: &&u16| self.label[usize::from(**square)] == cut;
                    let room = seen.latest().iter().filter(within).count();
                    let needs = usize::from(
                        seen.latest().contains(&pusher) && self.label[usize::from(pusher)] == cut,
                    );
                    parts.push((least, needs, room));
                }
            }
        }
        let left = players.len() - kept.len();
        fill(&parts, left, &mut kept, &mut |players| {
            let first = self.outcomes.len();
            self.outcomes.extend_from_slice(players);
            self.outcomes[first..].sort_unstable();
        });
    }
}

/// Calls `give` with every way to add `left` players to the parts: (name, least, most) players each.
fn fill(parts: &[(u16, usize, usize)], left: usize, players: &mut Vec<u16>, give: &mut dyn FnMut(&[u16])) {
    let Some((&(name, least, most), rest)) = parts.split_first() else {
        if left == 0 {
            give(players);
        }
        return;
    };
    let before = players.len();
    for count in least..=most.min(left) {
        players.resize(before + count, name);
        fill(rest, left - count, players, give);
        players.truncate(before);
    }
}

/// The pushes of all boxes that end on a live spot where no box is, wherever the players are.
fn pushes<'a>(field: &'a Field, boxes: &'a Boxes) -> impl Iterator<Item = Push> + 'a {
    boxes.squares.iter().flat_map(move |&square| {
        let allowed = field.pushes[usize::from(square)];
        (0..4u8)
            .filter(move |direction| allowed & (1 << direction) != 0)
            .map(move |direction| Push { square, direction })
            .filter(move |&push| !boxes.is_box[usize::from(ends(field, push).1)])
    })
}

fn steps(field: &Field, boxes: &Boxes, players: &[u16], tries: &mut Vec<Try>) {
    for &player in players {
        for direction in 0..4u8 {
            let done = Push { square: player, direction };
            let (_, target) = ends(field, done);
            if target == field.wall() || players.contains(&target) {
                continue;
            }
            if !boxes.is_box[usize::from(target)] {
                tries.push(Try { done, push: None, cost: Count { pushes: 0, moves: 1 } });
                continue;
            }
            let push = Push { square: target, direction };
            let (_, beyond) = ends(field, push);
            let is_live = field.pushes[usize::from(target)] & (1 << direction) != 0;
            if is_live && !boxes.is_box[usize::from(beyond)] && !players.contains(&beyond) {
                tries.push(Try { done, push: Some(push), cost: Count { pushes: 1, moves: 1 } });
            }
        }
    }
}
