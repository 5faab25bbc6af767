//! The successors of a position and the placements of the players afterwards, by three abstractions of the state.

use super::super::symmetries::Symmetry;
use super::metric_order::{Metric, MetricOrder, PackedCost, PriorStep};
use super::walks::Walks;
use crate::board::{Board, Position};
use crate::deadlock::pi_corral::PiCorral;
use crate::push::Push;
use crate::region::Region;

/// The abstraction of the players in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StateAbstraction {
    /// By the regions they can walk in, each named by its least square. Enough where only pushes count, as players are
    /// interchangeable and can take any squares of a region with each other's help.
    Regions,
    /// One player by their square after each push, and its direction where that matters. A move is a push with the walk
    /// before it.
    Squares,
    /// Several players by their squares. A move is one step, as the others may have to make room.
    Steps,
}

/// A successor of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor<C> {
    /// The push, or by [`StateAbstraction::Steps`] the square of the player who steps and the direction.
    pub(super) action: Push,
    /// The push in it, if there is one.
    pub(super) push: Option<Push>,
    pub(super) cost: C,
}

impl<C> Successor<C> {
    /// Creates the successor by a push.
    fn of(push: Push, cost: C) -> Self {
        Self { action: push, push: Some(push), cost }
    }
}

/// A square in no region.
const NONE: u16 = u16::MAX;

/// The generator of successors, with its working memory.
pub(super) struct MoveGenerator<C> {
    pub(super) abstraction: StateAbstraction,
    /// What a push and a step cost by themselves.
    a_push: C,
    a_step: C,
    players: usize,
    region: Region,
    beyond: Region,
    corral: PiCorral,
    /// The walks of the one player, where their squares count.
    pub(super) walks: Option<Walks<C>>,
    /// The region of every square that players reach, and by region the players and the squares.
    label: Vec<u16>,
    held: Vec<usize>,
    size: Vec<usize>,
    /// The placements of the last try: the players of each, one after the other.
    pub(super) placements: Vec<u16>,
}

impl<C: PackedCost> MoveGenerator<C> {
    /// Creates a generator for so many players on `board`, of lines that are compared by `order`. Those of several players
    /// are by pushes and moves alone.
    pub(super) fn new(board: &Board, players: usize, order: &MetricOrder<C>) -> Self {
        let abstraction = match (order.uses(Metric::Moves), players) {
            (false, _) => StateAbstraction::Regions,
            (true, 1) => StateAbstraction::Squares,
            (true, _) => StateAbstraction::Steps,
        };
        Self {
            abstraction,
            a_push: order.weight(Metric::Pushes),
            a_step: order.weight(Metric::Moves),
            players,
            region: Region::new(board),
            beyond: Region::new(board),
            corral: PiCorral::new(board),
            walks: (abstraction == StateAbstraction::Squares).then(|| Walks::new(board, order)),
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

    /// Finds out where `players` can go in a position, one player alone after the step `before`.
    pub(super) fn walk(&mut self, board: &Board, position: &Position, players: &[u16], before: PriorStep) {
        match (self.abstraction, &mut self.walks) {
            (_, Some(walks)) => walks.find(board, &position.is_box, players[0], before),
            (StateAbstraction::Regions, _) if self.players > 1 => self.label_regions(position, players),
            (StateAbstraction::Regions, _) => {
                self.region.flood(&position.is_box, players[0]);
            }
            _ => {}
        }
    }

    /// Returns whether the player who has walked last, the only one, reaches a square.
    pub(super) fn reaches(&self, square: u16) -> bool {
        match &self.walks {
            Some(walks) => walks.reaches(square),
            None => self.region.contains(square),
        }
    }

    /// Lists the successors that are worth trying of the position in which the players have walked last.
    pub(super) fn successors(
        &mut self,
        board: &Board,
        position: &Position,
        players: &[u16],
        successors: &mut Vec<Successor<C>>,
    ) {
        successors.clear();
        match self.abstraction {
            StateAbstraction::Regions if self.players > 1 => self.push_between(board, position, successors),
            StateAbstraction::Regions => {
                let visit = |push| successors.push(Successor::of(push, self.a_push));
                self.corral.pushes(board, position, &self.region, visit);
            }
            StateAbstraction::Squares => self.push_from(board, position, successors),
            StateAbstraction::Steps => self.steps(board, position, players, successors),
        }
    }

    /// Finds the placements of the players, one after the other, after a move from `players` whose push has been played
    /// on `position`.
    pub(super) fn place(
        &mut self,
        board: &Board,
        position: &Position,
        players: &[u16],
        successor: &Successor<C>,
    ) {
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
    }

    fn push_from(&self, board: &Board, position: &Position, successors: &mut Vec<Successor<C>>) {
        let Some(walks) = &self.walks else { return };
        // A corral prunes no pushes here, as another order of the same pushes may take other walks. One that cannot be
        // opened is a deadlock, but too rare to be looked for.
        let can_push = |push: &Push| walks.reaches(board.ends(*push).0);
        let successor = |push: Push| Successor::of(push, walks.cost_and_push(board, push));
        successors.extend(position.pushes(board).filter(can_push).map(successor));
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

    fn push_between(&self, board: &Board, position: &Position, successors: &mut Vec<Successor<C>>) {
        for push in position.pushes(board) {
            let (pusher, target) = board.ends(push);
            let region = self.label[usize::from(target)];
            // A player in front of the box needs a square to go to.
            let is_full = region != NONE && self.held[usize::from(region)] >= self.size[usize::from(region)];
            if self.label[usize::from(pusher)] != NONE && !is_full {
                successors.push(Successor::of(push, self.a_push));
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

    fn steps(&self, board: &Board, position: &Position, players: &[u16], successors: &mut Vec<Successor<C>>) {
        for &player in players {
            for direction in 0..4u8 {
                let action = Push { square: player, direction };
                let (_, target) = board.ends(action);
                if target == board.wall() || players.contains(&target) {
                    continue;
                }
                if !position.is_box[usize::from(target)] {
                    successors.push(Successor { action, push: None, cost: self.a_step });
                    continue;
                }
                let push = Push { square: target, direction };
                let (_, beyond) = board.ends(push);
                let is_live = board.pushes[usize::from(target)] & (1 << direction) != 0;
                if is_live && !position.is_box[usize::from(beyond)] && !players.contains(&beyond) {
                    successors.push(Successor { action, push: Some(push), cost: self.a_push + self.a_step });
                }
            }
        }
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
