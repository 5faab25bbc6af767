//! The steps of a solution from the positions of a search.

use super::super::root_position::RootPosition;
use super::move_generator::StateAbstraction;
use crate::board::{Board, BoxTable};
use crate::flood::steps_from;
use crate::level::letter_of;
use crate::line::Line;
use crate::push::Push;
use crate::region::Region;
use crate::search::lurd;

/// Writes the line of some actions, each with the players after it where there are several, with shortest walks of a single
/// player, and short ones of several.
pub(super) fn to_line(
    start: &RootPosition,
    abstraction: StateAbstraction,
    path: &[(Push, Vec<u16>)],
) -> Line {
    if let [_] = start.players[..] {
        let pushes: Vec<Push> = path.iter().map(|step| step.0).collect();
        return Line { lurd: lurd::to_lurd(start, &pushes), ..Line::default() };
    }
    let mut writer = Writer {
        board: &start.board,
        is_box: start.board.boxes_on(&start.boxes),
        players: start.players.clone(),
        line: Line::default(),
    };
    for &(action, ref players) in path {
        if abstraction == StateAbstraction::Regions {
            writer.make_room(action, players);
            let (pusher, _) = writer.board.ends(action);
            writer.step(pusher, usize::from(action.direction));
        } else {
            writer.step(action.square, usize::from(action.direction));
        }
    }
    writer.line
}

/// The players and boxes while a line is written.
struct Writer<'s> {
    board: &'s Board,
    is_box: BoxTable,
    players: Vec<u16>,
    line: Line,
}

impl Writer<'_> {
    /// Steps with the player on `from`, who pushes a box that stands in front of them.
    fn step(&mut self, from: u16, direction: usize) {
        let target = self.board.neighbour(from, direction);
        let is_push = self.is_box[usize::from(target)];
        if is_push {
            self.is_box.shift(target, self.board.neighbour(target, direction));
        }
        for player in self.players.iter_mut().filter(|player| **player == from) {
            *player = target;
        }
        self.line.lurd.push(letter_of(direction, is_push));
        self.line.pushers.push(self.board.cells[usize::from(from)]);
    }

    /// Walks the players to where `push` can be made and leaves them in the regions `after`, each named by its least
    /// square and given once for each of its players.
    fn make_room(&mut self, push: Push, after: &[u16]) {
        let (pusher, target) = self.board.ends(push);
        let regions_before = self.regions();
        self.is_box.shift(push.square, target);
        let regions_after = self.regions();
        self.is_box.shift(target, push.square);
        let placement = self.placement(&regions_before, &regions_after, push.square, pusher, target, after);
        self.walk_to(&placement);
    }

    /// Returns the squares of the players before a push of the box on `pushed`: as few others than now as that needs.
    fn placement(
        &self,
        regions_before: &[u16],
        regions_after: &[u16],
        pushed: u16,
        pusher: u16,
        target: u16,
        after: &[u16],
    ) -> Vec<u16> {
        let region_of = |regions: &[u16], square: u16| regions[usize::from(square)];
        let mut placement = self.players.clone();
        // The nearest player of the region goes to the pushing square.
        if !placement.contains(&pusher) {
            let distances = self.distances(pusher);
            let nearest = placement.iter_mut().min_by_key(|player| distances[usize::from(**player)]);
            *nearest.expect("a region with a player") = pusher;
        }
        // Only the region that the box is pushed into is cut. Its other players are spread over the regions after.
        let cut = region_of(regions_before, target);
        placement.retain(|&square| region_of(regions_before, square) != cut || square == pusher);
        let mut missing = self.players.len() - placement.len();
        // Squares of players now come first, the others by their distance.
        let is_free = |&square: &u16| {
            region_of(regions_before, square) == cut
                && square != target
                && square != pushed
                && !placement.contains(&square)
        };
        let mut free: Vec<u16> = (0..self.board.wall()).filter(is_free).collect();
        let distances = self.distances(target);
        free.sort_by_key(|&square| (!self.players.contains(&square), distances[usize::from(square)]));
        for square in free {
            let region = region_of(regions_after, square);
            let placed = placement.iter().filter(|&&other| region_of(regions_after, other) == region).count();
            if missing > 0 && placed < after.iter().filter(|&&name| name == region).count() {
                placement.push(square);
                missing -= 1;
            }
        }
        debug_assert!(missing == 0, "the regions after have been chosen to have room");
        placement
    }

    /// Walks to the squares of `placement`, as many in each region as it has players. Players are interchangeable: where
    /// one stands in the way of another, that one goes on instead.
    fn walk_to(&mut self, placement: &[u16]) {
        while let Some(&goal) = placement.iter().find(|square| !self.players.contains(square)) {
            let distances = self.distances(goal);
            let spare = self.players.iter().copied().filter(|player| !placement.contains(player));
            let from = spare.min_by_key(|&player| distances[usize::from(player)]).expect("a player to spare");
            let mut path = vec![from];
            let mut square = from;
            while square != goal {
                let is_nearer = |next: &u16| distances[usize::from(*next)] < distances[usize::from(square)];
                square = self.board.neighbours(square).into_iter().find(is_nearer).expect("a path");
                path.push(square);
            }
            // The last player on the path goes first.
            let mut end = path.len() - 1;
            for start in (0..path.len() - 1).rev() {
                if self.players.contains(&path[start]) {
                    for pair in path[start..=end].windows(2) {
                        let mut directions = self.board.neighbours(pair[0]).into_iter();
                        let direction = directions.position(|next| next == pair[1]).expect("a neighbour");
                        self.step(pair[0], direction);
                    }
                    end = start;
                }
            }
        }
    }

    /// For every square the least square of its region, the wall for boxes.
    fn regions(&self) -> Vec<u16> {
        let mut label = vec![self.board.wall(); self.board.size()];
        Region::new(self.board).each(&self.is_box, |least, region| {
            region.latest().for_each(|square| label[usize::from(square)] = least);
        });
        label
    }

    /// Returns the steps from every square to `square`, around boxes but not around players.
    fn distances(&self, square: u16) -> Vec<u16> {
        steps_from(self.board.size(), &[square], |square, direction| {
            self.board.floor_beside(square, direction).filter(|&next| !self.is_box[usize::from(next)])
        })
    }
}
