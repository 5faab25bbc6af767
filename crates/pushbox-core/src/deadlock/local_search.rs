//! A local search with a few boxes: can they be brought to goals, or out of a zone?

use super::dead_pairs::PairDetector;
use super::freeze::FreezeDetector;
use super::position_view::PositionView;
use super::{Detector, DetectorParts};
use crate::board::{Board, BoxTable};
use crate::limit::{Limited, SearchControl};
use crate::region::Region;
use crate::tuning::Effort;

/// The aim of the boxes.
#[derive(Clone, Copy, Default)]
pub(super) struct LocalAim<'a> {
    /// The squares of the zone, without those of the boxes.
    pub(super) inside: &'a [u16],
    /// The square that the player or a box has to get to, where that is the aim.
    pub(super) to_enter: Option<u16>,
}

/// The search, with its working memory.
pub(super) struct LocalSearch {
    pairs: PairDetector,
    freeze: FreezeDetector,
    region: Region,
    is_box: BoxTable,
    set: Vec<u64>,
    in_zone: Vec<bool>,
    zone: Vec<u16>,
    /// Positions to visit, each the squares of the boxes and the player. A box that has left stands on the wall.
    open: Vec<u16>,
    /// Positions visited, with the normalised player, and their indices by hash.
    seen: Vec<u16>,
    slots: Vec<u32>,
    current: Vec<u16>,
    /// The numbers of a position: one a box, one for the player.
    stride: usize,
}

impl LocalSearch {
    pub(super) fn new(parts: &DetectorParts<'_>) -> Self {
        let board = parts.board;
        Self {
            pairs: PairDetector::waiting(parts),
            freeze: FreezeDetector::new(board),
            region: Region::new(board),
            is_box: board.no_boxes(),
            set: vec![0; board.words()],
            in_zone: vec![false; board.size()],
            zone: Vec::new(),
            open: Vec::new(),
            seen: Vec::new(),
            slots: Vec::new(),
            current: Vec::new(),
            stride: 0,
        }
    }

    /// Returns whether all lines with `boxes` have been tried without success, within the positions of the `effort`. The
    /// zone is made of what is inside, the boxes, and what belongs to its margin. The aim is to get every box to a goal
    /// or out of the zone, or else to get the player or a box on the square to enter.
    pub(super) fn is_dead(
        &mut self,
        view: &PositionView<'_>,
        boxes: &[u16],
        LocalAim { inside, to_enter }: LocalAim<'_>,
        effort: &Effort,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let (board, positions) = (view.board, effort.positions);
        self.mark_zone(board, inside.iter().chain(boxes), effort.margin);
        self.stride = boxes.len() + 1;
        self.open.clear();
        self.open.extend_from_slice(boxes);
        self.open.push(view.player);
        self.seen.clear();
        self.slots.clear();
        self.slots.resize((2 * positions).next_power_of_two(), 0);
        let is_dead = self.is_exhausted(view, positions, to_enter, control);
        for square in self.zone.drain(..) {
            self.in_zone[usize::from(square)] = false;
        }
        is_dead
    }

    /// Makes `squares` and what is at most `margin` squares from them the zone.
    fn mark_zone<'a>(&mut self, board: &Board, squares: impl Iterator<Item = &'a u16>, margin: usize) {
        for &square in squares {
            self.add_to_zone(square);
        }
        let mut done = 0;
        for _ in 0..margin {
            let ring = self.zone.len();
            while done < ring {
                for next in board.neighbours(self.zone[done]) {
                    if next != board.wall() {
                        self.add_to_zone(next);
                    }
                }
                done += 1;
            }
        }
    }

    fn add_to_zone(&mut self, square: u16) {
        if !self.in_zone[usize::from(square)] {
            self.in_zone[usize::from(square)] = true;
            self.zone.push(square);
        }
    }

    fn is_exhausted(
        &mut self,
        view: &PositionView<'_>,
        positions: usize,
        to_enter: Option<u16>,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let board = view.board;
        let last = self.stride - 1;
        while !self.open.is_empty() {
            let first = self.open.len() - self.stride;
            self.current.clear();
            self.current.extend_from_slice(&self.open[first..]);
            self.open.truncate(first);
            for &square in self.current[..last].iter().filter(|&&square| square != board.wall()) {
                self.is_box.put(square);
            }
            self.current[last] = self.region.flood(&self.is_box, self.current[last]);
            self.current[..last].sort_unstable();
            let is_done = |&square: &u16| square == board.wall() || board.is_goal[usize::from(square)];
            let is_end = match to_enter {
                Some(goal) => self.is_box[usize::from(goal)] || self.region.contains(goal),
                None => self.current[..last].iter().all(is_done),
            };
            let is_over = is_end || self.seen.len() >= positions * self.stride;
            if !is_over && self.is_new() {
                self.expand(board, control)?;
            }
            for &square in &self.current[..last] {
                self.is_box.take(square);
            }
            if is_over {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether the position has not been visited yet; marks it as visited.
    fn is_new(&mut self) -> bool {
        // The hash function of rustc ("FxHash").
        let hash = self.current.iter().fold(0u64, |hash, &square| {
            (hash.rotate_left(5) ^ u64::from(square)).wrapping_mul(0x517c_c1b7_2722_0a95)
        });
        let mask = self.slots.len() - 1;
        let mut index = (hash >> 32) as usize & mask;
        while self.slots[index] != 0 {
            let first = (self.slots[index] as usize - 1) * self.stride;
            if self.seen[first..first + self.stride] == self.current[..] {
                return false;
            }
            index = (index + 1) & mask;
        }
        self.slots[index] = (self.seen.len() / self.stride + 1) as u32;
        self.seen.extend_from_slice(&self.current);
        true
    }

    /// Adds the positions that a push leads to; a single one where a box can leave the zone.
    fn expand(&mut self, board: &Board, control: &mut SearchControl<'_>) -> Limited<()> {
        let before = self.open.len();
        self.set.fill(0);
        for &square in self.current[..self.stride - 1].iter().filter(|&&square| square != board.wall()) {
            board.flip(&mut self.set, square);
        }
        for number in 0..self.stride - 1 {
            let square = self.current[number];
            for push in board.live_pushes(square) {
                let (pusher, target) = board.ends(push);
                if self.is_box[usize::from(target)]
                    || !self.region.contains(pusher)
                    || self.makes_deadlock(board, square, target, control)?
                {
                    continue;
                }
                let leaves = !self.in_zone[usize::from(target)];
                if leaves {
                    self.open.truncate(before);
                }
                let first = self.open.len();
                self.open.extend_from_slice(&self.current);
                self.open[first + number] = if leaves { board.wall() } else { target };
                self.open[first + self.stride - 1] = square;
                if leaves {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns whether a push makes a dead pair or a freeze deadlock.
    fn makes_deadlock(
        &mut self,
        board: &Board,
        square: u16,
        target: u16,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        self.is_box.shift(square, target);
        board.flip(&mut self.set, square);
        let boxes = &self.current[..self.stride - 1];
        let view = PositionView::of_boxes(board, boxes, &self.is_box, &self.set, target, square);
        let is_dead = self.pairs.is_dead(&view, control)? || self.freeze.is_dead(&view, control)?;
        board.flip(&mut self.set, square);
        self.is_box.shift(target, square);
        Ok(is_dead)
    }
}
