//! The successors of a position, and the placements of the players afterwards, by three abstractions of the state.

use crate::board::{Board, Symmetry};
use crate::deadlock::pi_corral::PiCorral;
use crate::flood::NEVER;
use crate::objective::Count;
use crate::push::Push;
use crate::region::Region;
use crate::search::position::Position;

/// The abstraction of the players in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StateAbstraction {
    /// By the regions they can walk in, each named by its least square. Enough where only pushes count, as players are
    /// interchangeable and can take any squares of a region with each other's help.
    Regions,
    /// One player by their square after each push. A move is a push with the walk before it.
    Squares,
    /// Several players by their squares. A move is one step, as the others may have to make room.
    Steps,
}

/// A successor of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    /// The push, or by [`StateAbstraction::Steps`] the square of the player who steps and the direction.
    pub(super) action: Push,
    /// The push in it, if there is one.
    pub(super) push: Option<Push>,
    pub(super) cost: Count,
}

impl Successor {
    /// Creates a push after a walk of so many moves.
    fn push(push: Push, walk: Option<u16>) -> Self {
        let cost = Count { pushes: 1, moves: walk.map_or(0, |walk| u32::from(walk) + 1) };
        Self { action: push, push: Some(push), cost }
    }
}

/// A square in no region.
const NONE: u16 = u16::MAX;

/// The generator of successors, with its working memory.
pub(super) struct MoveGenerator {
    pub(super) abstraction: StateAbstraction,
    players: usize,
    region: Region,
    beyond: Region,
    corral: PiCorral,
    /// The steps to every square that the one player reaches, and those squares.
    steps: Vec<u16>,
    queue: Vec<u16>,
    /// The region of every square that players reach, and by region the players and the squares.
    label: Vec<u16>,
    held: Vec<usize>,
    size: Vec<usize>,
    /// The placements of the last try: the players of each, one after the other.
    placements: Vec<u16>,
}

impl MoveGenerator {
    /// Creates a generator for so many players on `board`.
    pub(super) fn new(board: &Board, players: usize, counts_moves: bool) -> Self {
        let abstraction = match (counts_moves, players) {
            (false, _) => StateAbstraction::Regions,
            (true, 1) => StateAbstraction::Squares,
            (true, _) => StateAbstraction::Steps,
        };
        Self {
            abstraction,
            players,
            region: Region::new(board),
            beyond: Region::new(board),
            corral: PiCorral::new(board),
            steps: vec![NEVER; board.size()],
            queue: Vec::new(),
            label: vec![NONE; board.size()],
            held: Vec::new(),
            size: Vec::new(),
            placements: Vec::new(),
        }
    }

    /// Returns the canonical form of the squares of the players by the abstraction.
    pub(super) fn normal(&mut self, position: &Position, players: &[u16]) -> Vec<u16> {
        let mut normal = players.to_vec();
        if self.abstraction == StateAbstraction::Regions {
            for player in &mut normal {
                *player = self.beyond.flood(&position.is_box, *player);
            }
        }
        normal.sort_unstable();
        normal
    }

    /// Returns the canonical square of the image of the one player of the last placement, or of the last normal form.
    pub(super) fn player_image(&self, player: u16, symmetry: &Symmetry) -> u16 {
        if self.abstraction != StateAbstraction::Regions {
            return symmetry.image[usize::from(player)];
        }
        let is_reached = |&&origin: &&u16| self.beyond.contains(origin);
        let least = symmetry.origin.iter().find(is_reached);
        symmetry.image[usize::from(*least.unwrap_or(&player))]
    }

    /// Lists the successors of a position that are worth trying.
    pub(super) fn successors(
        &mut self,
        board: &Board,
        position: &Position,
        players: &[u16],
        successors: &mut Vec<Successor>,
    ) {
        successors.clear();
        match self.abstraction {
            StateAbstraction::Regions if self.players > 1 => {
                self.push_between(board, position, players, successors)
            }
            StateAbstraction::Regions => self.push_in_region(board, position, players[0], successors),
            StateAbstraction::Squares => self.push_from(board, position, players[0], successors),
            StateAbstraction::Steps => steps(board, position, players, successors),
        }
    }

    /// Returns the placements of the players, one after the other, after a move from `players` whose push has been played
    /// on `position`.
    pub(super) fn placements(
        &mut self,
        board: &Board,
        position: &Position,
        players: &[u16],
        successor: &Successor,
    ) -> &[u16] {
        self.placements.clear();
        match (self.abstraction, successor.push) {
            (StateAbstraction::Regions, Some(push)) if self.players > 1 => {
                self.spread(board, position, players, push)
            }
            (StateAbstraction::Regions, Some(push)) => {
                self.placements.push(self.beyond.push(board, &position.is_box, &self.region, push));
            }
            (StateAbstraction::Squares, Some(push)) => self.placements.push(push.square),
            _ => {
                let (_, target) = board.ends(successor.action);
                self.placements.extend(
                    players.iter().map(|&at| if at == successor.action.square { target } else { at }),
                );
                self.placements.sort_unstable();
            }
        }
        &self.placements
    }

    fn push_in_region(
        &mut self,
        board: &Board,
        position: &Position,
        player: u16,
        successors: &mut Vec<Successor>,
    ) {
        self.region.flood(&position.is_box, player);
        match self.corral.find(board, &position.boxes, &position.is_box, &self.region) {
            Some(only) => successors.extend(only.iter().map(|&push| Successor::push(push, None))),
            None => {
                let can_push = |push: &Push| self.region.contains(board.ends(*push).0);
                let pushes = position.pushes(board).filter(can_push);
                successors.extend(pushes.map(|push| Successor::push(push, None)));
            }
        }
    }

    fn push_from(
        &mut self,
        board: &Board,
        position: &Position,
        player: u16,
        successors: &mut Vec<Successor>,
    ) {
        self.queue.clear();
        self.queue.push(player);
        self.steps[usize::from(player)] = 0;
        let mut done = 0;
        while let Some(&square) = self.queue.get(done) {
            done += 1;
            let next_steps = self.steps[usize::from(square)] + 1;
            for next in board.neighbours(square) {
                let index = usize::from(next);
                if next != board.wall() && !position.is_box[index] && self.steps[index] == NEVER {
                    self.steps[index] = next_steps;
                    self.queue.push(next);
                }
            }
        }
        for push in position.pushes(board) {
            let walk = self.steps[usize::from(board.ends(push).0)];
            if walk != NEVER {
                successors.push(Successor::push(push, Some(walk)));
            }
        }
        for &square in &self.queue {
            self.steps[usize::from(square)] = NEVER;
        }
        // A corral that must be opened and cannot be is a deadlock whatever counts; otherwise it prunes nothing, as
        // another order of the same pushes may take other walks.
        if self.queue.len() + position.boxes.len() < usize::from(board.wall()) {
            self.region.flood(&position.is_box, player);
            let corral = self.corral.find(board, &position.boxes, &position.is_box, &self.region);
            if corral.is_some_and(<[Push]>::is_empty) {
                successors.clear();
            }
        }
    }

    /// Labels the regions that hold players.
    fn label_regions(&mut self, position: &Position, players: &[u16]) {
        self.label.fill(NONE);
        self.held.clear();
        self.size.clear();
        self.region.clear();
        for &player in players {
            let label = self.label[usize::from(player)];
            if label != NONE {
                self.held[usize::from(label)] += 1;
                continue;
            }
            self.region.extend(&position.is_box, player);
            for square in self.region.latest() {
                self.label[usize::from(square)] = self.held.len() as u16;
            }
            self.held.push(1);
            self.size.push(self.region.count_latest());
        }
    }

    fn push_between(
        &mut self,
        board: &Board,
        position: &Position,
        players: &[u16],
        successors: &mut Vec<Successor>,
    ) {
        self.label_regions(position, players);
        for push in position.pushes(board) {
            let (pusher, target) = board.ends(push);
            let region = self.label[usize::from(target)];
            // A player in front of the box needs a square to go to.
            let is_full = region != NONE && self.held[usize::from(region)] >= self.size[usize::from(region)];
            if self.label[usize::from(pusher)] != NONE && !is_full {
                successors.push(Successor::push(push, None));
            }
        }
    }

    /// Returns the placements of a push played from the labelled regions. The players of a region that the box cuts in
    /// parts can have gone to any of them before, as far as there is room, with one where the pusher came from.
    fn spread(&mut self, board: &Board, position: &Position, players: &[u16], push: Push) {
        let (pusher, target) = board.ends(push);
        let cut = self.label[usize::from(target)];
        let mut kept = Vec::with_capacity(players.len());
        for &player in players.iter().filter(|&&player| self.label[usize::from(player)] != cut || cut == NONE)
        {
            kept.push(self.beyond.flood(&position.is_box, player));
        }
        let mut parts = Vec::new();
        if cut != NONE {
            // The target may have been the least square that names its region, so the parts are flooded from beside it.
            let mut seen = Region::new(board);
            seen.clear();
            for seed in board.neighbours(target) {
                let is_seed = seed != board.wall() && !position.is_box[usize::from(seed)];
                if is_seed && self.label[usize::from(seed)] == cut && !seen.contains(seed) {
                    let least = seen.extend(&position.is_box, seed);
                    let within = |square: &u16| self.label[usize::from(*square)] == cut;
                    let room = seen.latest().filter(within).count();
                    let needs = usize::from(
                        seen.latest().any(|square| square == pusher)
                            && self.label[usize::from(pusher)] == cut,
                    );
                    parts.push((least, needs, room));
                }
            }
        }
        let left = players.len() - kept.len();
        fill(&parts, left, &mut kept, &mut |players| {
            let first = self.placements.len();
            self.placements.extend_from_slice(players);
            self.placements[first..].sort_unstable();
        });
    }
}

/// Calls `visit` with every distribution of `left` more players over the parts: (name, least, most) players each.
fn fill(parts: &[(u16, usize, usize)], left: usize, players: &mut Vec<u16>, visit: &mut dyn FnMut(&[u16])) {
    let Some((&(name, least, most), rest)) = parts.split_first() else {
        if left == 0 {
            visit(players);
        }
        return;
    };
    let before = players.len();
    for count in least..=most.min(left) {
        players.resize(before + count, name);
        fill(rest, left - count, players, visit);
        players.truncate(before);
    }
}

fn steps(board: &Board, position: &Position, players: &[u16], successors: &mut Vec<Successor>) {
    for &player in players {
        for direction in 0..4u8 {
            let action = Push { square: player, direction };
            let (_, target) = board.ends(action);
            if target == board.wall() || players.contains(&target) {
                continue;
            }
            if !position.is_box[usize::from(target)] {
                successors.push(Successor { action, push: None, cost: Count { pushes: 0, moves: 1 } });
                continue;
            }
            let push = Push { square: target, direction };
            let (_, beyond) = board.ends(push);
            let is_live = board.pushes[usize::from(target)] & (1 << direction) != 0;
            if is_live && !position.is_box[usize::from(beyond)] && !players.contains(&beyond) {
                successors.push(Successor { action, push: Some(push), cost: Count { pushes: 1, moves: 1 } });
            }
        }
    }
}
