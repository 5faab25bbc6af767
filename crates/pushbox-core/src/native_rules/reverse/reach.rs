//! What a pointer means in reverse play: a pusher walks or else jumps, a box is pulled.

use super::super::grid::marked;
use super::super::play::{Action, Move};
use super::super::pointer::{Reach, distances, near, walk};
use super::{Position, Reverse};
use crate::flood::UNREACHABLE;

/// A box on a cell, the pusher beside it, and what the pusher did until then.
struct Node {
    place: usize,
    pusher: usize,
    path: Vec<Action>,
}

impl Reverse {
    /// Returns where the pusher on a cell walks or else jumps, or the box on it is pulled with the fewest pulls; a pusher who is not
    /// on the board comes from the cell off it. Empty beyond `limit` cells.
    pub(super) fn reached(&self, state: &Position, origin: usize, limit: usize) -> Reach<'static> {
        let (grid, off) = (&self.level.grid, usize::from(self.level.grid.off()));
        let (pushers, boxes) = state.cells.split_at(self.pushers);
        let is_waiting = pushers.contains(&grid.off());
        if limit == 0 || is_waiting != (origin == off) {
            return Reach::nowhere();
        }
        let is_taken = marked(&grid.is_wall, &state.cells);
        let mut free: Vec<bool> = is_taken.iter().map(|is_taken| !is_taken).collect();
        let cells = if self.may_jump(state) { off } else { 0 };
        let jumps = (0..cells).filter(|&cell| free[cell]);
        let jump = |cell: usize| (cell, vec![Move::new(origin as u16, Action::Jump(cell as u16))]);
        let mut ways: Vec<(usize, Vec<Move>)>;
        if origin == off {
            ways = jumps.map(jump).collect();
        } else if pushers.contains(&(origin as u16)) {
            let mut floor = free.clone();
            floor[origin] = true;
            let far = distances(grid.width, &floor, origin);
            ways = jumps.filter(|&cell| far[cell] == UNREACHABLE).map(jump).collect();
            for cell in (0..off).filter(|&cell| far[cell] != UNREACHABLE) {
                let steps = walk(grid.width, &floor, origin, cell).into_iter().map(Action::Step);
                ways.push((cell, self.moves_of(origin, steps)));
            }
        } else if boxes.contains(&(origin as u16)) {
            free[origin] = true;
            ways = self.pulls(pushers, &mut free, origin, limit / pushers.len());
            return Reach::of(ways); // each pusher has a share of the limit
        } else {
            return Reach::nowhere();
        }
        if ways.len() > limit { Reach::nowhere() } else { Reach::of(ways) }
    }

    /// Returns where a box is pulled by the pusher who needs the fewest pulls, then the fewest moves.
    fn pulls(
        &self,
        pushers: &[u16],
        free: &mut [bool],
        origin: usize,
        share: usize,
    ) -> Vec<(usize, Vec<Move>)> {
        let cost = |moves: &[Move]| {
            let pulls = moves.iter().filter(|chosen| matches!(chosen.action, Action::Pull(_))).count();
            (pulls, moves.len())
        };
        let mut best: Vec<(usize, Vec<Move>)> = Vec::new();
        for &pusher in pushers {
            free[usize::from(pusher)] = true;
            for (cell, path) in self.pull_paths(pusher.into(), free, origin, share) {
                let moves = self.moves_of(pusher.into(), path.into_iter());
                match best.iter_mut().find(|known| known.0 == cell) {
                    Some(known) if cost(&moves) < cost(&known.1) => known.1 = moves,
                    Some(_) => {}
                    None => best.push((cell, moves)),
                }
            }
            free[usize::from(pusher)] = false;
        }
        best
    }

    /// Returns the paths of a box with the fewest pulls of one pusher, breadth first over the box and the side of the pusher.
    fn pull_paths(
        &self,
        pusher: usize,
        free: &mut [bool],
        origin: usize,
        limit: usize,
    ) -> Vec<(usize, Vec<Action>)> {
        let (width, area) = (self.level.grid.width, free.len() - 1);
        let mut paths: Vec<(usize, Vec<Action>)> = Vec::new();
        let mut front = vec![Node { place: origin, pusher, path: Vec::new() }];
        let (mut seen, mut done) = (vec![false; 5 * area], 0);
        let side = |place: usize, pusher: usize| {
            (0..4).find(|&way| near(width, area, place, way) == pusher).unwrap_or(4)
        };
        // A pusher who is not beside the box is there but once, at the start.
        seen[5 * origin + side(origin, pusher)] = true;
        let mut count = 1;
        while done < front.len() {
            let (place, pusher) = (front[done].place, front[done].pusher);
            free[place] = false;
            let far = distances(width, free, pusher);
            for way in 0..4 {
                let beside = near(width, area, place, way);
                let beyond = near(width, area, beside, way);
                if !free[beside] || !free[beyond] || seen[5 * beside + way] || far[beside] == UNREACHABLE {
                    continue;
                }
                seen[5 * beside + way] = true;
                count += 1;
                let steps = walk(width, free, pusher, beside).into_iter().map(Action::Step);
                let path: Vec<Action> =
                    front[done].path.iter().copied().chain(steps).chain([Action::Pull(way)]).collect();
                if !paths.iter().any(|known| known.0 == beside) {
                    paths.push((beside, path.clone()));
                }
                front.push(Node { place: beside, pusher: beyond, path });
            }
            free[place] = true;
            done += 1;
            if count > limit {
                return Vec::new();
            }
        }
        paths
    }

    /// Returns the actions of a pusher as moves.
    fn moves_of(&self, pusher: usize, actions: impl Iterator<Item = Action>) -> Vec<Move> {
        let mut cell = pusher as u16;
        let made = |action| {
            let chosen = Move::new(cell, action);
            if let Action::Step(way) | Action::Pull(way) = action {
                cell = self.level.grid.neighbour(cell, way);
            }
            chosen
        };
        actions.map(made).collect()
    }

    /// Returns the boxes that can be pulled, each with the directions. A pusher pulls a box to where they stand.
    pub(super) fn pullable(&self, state: &Position, limit: usize) -> Vec<(usize, Vec<usize>)> {
        let grid = &self.level.grid;
        let (pushers, boxes) = state.cells.split_at(self.pushers);
        let area = usize::from(grid.off());
        let mut ways = vec![[false; 4]; area];
        let mut free: Vec<bool> =
            marked(&grid.is_wall, &state.cells).iter().map(|is_taken| !is_taken).collect();
        let is_waiting = pushers.contains(&grid.off());
        for &pusher in pushers.iter().filter(|_| !is_waiting) {
            free[usize::from(pusher)] = true;
            let far = distances(grid.width, &free, pusher.into());
            if far.iter().filter(|&&steps| steps != UNREACHABLE).count() <= limit {
                for &cell in boxes {
                    for (way, is_pulled) in ways[usize::from(cell)].iter_mut().enumerate() {
                        let beside = grid.neighbour(cell, way);
                        let beyond = grid.neighbour(beside, way);
                        *is_pulled |= far[usize::from(beside)] != UNREACHABLE && free[usize::from(beyond)];
                    }
                }
            }
            free[usize::from(pusher)] = false;
        }
        let pulled = ways.iter().enumerate().filter(|(_, ways)| ways.contains(&true));
        pulled.map(|(cell, ways)| (cell, (0..4).filter(|&way| ways[way]).collect())).collect()
    }
}
