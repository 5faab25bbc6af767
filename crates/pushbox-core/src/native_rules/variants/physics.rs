//! A step: what it pushes or opens, what that sets off, and what settles then.

use super::super::Transition;
use super::super::game_board::{Piece, Terrain};
use super::super::play::{Change, Log, Part};
use super::{BoxState, CoverKind, Position, Variants};

impl Variants {
    /// Returns whether a cell is none that stops everything: a wall, a terminal, a passage that is shut.
    pub(super) fn is_passable(&self, state: &Position, cell: u16) -> bool {
        !self.ground.is_solid[usize::from(cell)]
            && (self.options.walkable
                || self.ground.covers.iter().zip(&state.is_open).all(|(cover, &is_open)| {
                    cover.cell != cell || cover.kind != CoverKind::Passage || is_open
                }))
    }

    /// Returns the transition of a step, `None` where it is illegal, and logs its changes.
    pub(super) fn step<L: Log>(
        &self,
        state: &Position,
        direction: usize,
        log: &mut L,
    ) -> Option<Transition<Position>> {
        let target = self.grid.neighbour(state.player, direction);
        let mut next = state.clone();
        if !self.is_passable(state, target) {
            let shut =
                self.ground.covers.iter().position(|cover| cover.cell == target && cover.opens(direction))?;
            next.is_open[shut] = true;
            log.add(|| self.uncovering(0, "open", target));
            return Some(self.settled(state, next, false, log));
        }
        let mut line = Vec::new();
        let mut cell = target;
        while let Some(index) = state.box_on(cell) {
            line.push(index);
            cell = self.grid.neighbour(cell, direction);
        }
        if line.is_empty() {
            next.player = target;
            log.add(|| walk(state.player, target));
            return Some(self.settled(state, next, false, log));
        }
        let is_blocked = line.len() > self.options.max_push
            || !self.is_passable(state, cell)
            || line.iter().any(|&index| state.boxes[index].is_fixed);
        if is_blocked {
            let near = self.options.max_push.saturating_add(1);
            let mut touched =
                line.into_iter().take(near).filter(|&index| state.boxes[index].is_hidden).peekable();
            touched.peek().filter(|_| self.options.shown == 0)?;
            for index in touched {
                next.boxes[index].is_hidden = false;
                log.add(|| self.change_of(0, "bump", state, &state.boxes[index], &next, index));
            }
            return Some(self.settled(state, next, false, log));
        }
        let burns = self.options.fuses && !self.options.burns_by_steps;
        let explodes = |&index: &usize| {
            state.boxes[index].is_spent && !self.ground.is_goal[usize::from(state.boxes[index].cell)]
        };
        if burns && line.iter().any(explodes) {
            for index in line.into_iter().filter(explodes) {
                next.boxes[index].explode();
                log.add(|| self.change_of(0, "explode", state, &state.boxes[index], &next, index));
            }
            return Some(self.settled(state, next, false, log));
        }
        next.player = target;
        for index in line.into_iter().rev() {
            let pushed = &mut next.boxes[index];
            if burns && !self.ground.is_goal[usize::from(pushed.cell)] {
                pushed.burn();
            }
            pushed.is_hidden &= self.options.shown > 0;
            pushed.cell = self.grid.neighbour(pushed.cell, direction);
            log.add(|| self.change_of(0, "push", state, &state.boxes[index], &next, index));
        }
        log.add(|| walk(state.player, target));
        Some(self.settled(state, next, true, log))
    }

    /// Counts a step, uncovers what something stands on, sets off bombs, and burns the fuses that burn by steps.
    fn settled<L: Log>(
        &self,
        before: &Position,
        mut state: Position,
        pushed: bool,
        log: &mut L,
    ) -> Transition<Position> {
        if self.options.shown > 0 {
            state.steps += 1;
            let (before, after) = (Some(i64::from(before.steps)), Some(i64::from(state.steps)));
            let part = Part::Counter { name: "steps".into(), before, after };
            log.add(|| Change { tick: 0, cause: "step", part });
        }
        self.uncover(&mut state, log);
        if self.options.bomb_loses && (self.is_joined(&before.boxes) || self.is_joined(&state.boxes)) {
            for (cover, is_open) in self.ground.covers.iter().zip(&mut state.is_open) {
                if cover.kind == CoverKind::Bomb && !*is_open {
                    *is_open = true;
                    log.add(|| self.uncovering(1, "explode", cover.cell));
                }
            }
        }
        if self.options.burns_by_steps {
            self.burn_by_steps(before, &mut state, log);
        }
        state.boxes.sort_unstable();
        Transition { state, pushed }
    }

    /// Burns every fuse off a goal by one; boxes explode whose fuse has burnt down already.
    fn burn_by_steps<L: Log>(&self, before: &Position, state: &mut Position, log: &mut L) {
        let burns = |one: &BoxState| {
            !one.is_fixed && !self.ground.is_goal[usize::from(one.cell)] && (one.fuse > 0 || one.is_spent)
        };
        let mut burning: Vec<usize> =
            (0..state.boxes.len()).filter(|&index| burns(&state.boxes[index])).collect();
        burning.sort_unstable_by_key(|&index| state.boxes[index].cell);
        for index in burning {
            let moved = state.boxes[index].clone();
            let one = &mut state.boxes[index];
            let cause = if one.is_spent { "explode" } else { "burn" };
            if one.is_spent {
                one.explode()
            } else {
                one.burn()
            }
            log.add(|| self.change_of(1, cause, before, &moved, state, index));
        }
    }

    /// Returns the change of a box, whose index is the same before and after; `moved` is the box as it has been since the
    /// earlier ticks.
    fn change_of(
        &self,
        tick: u32,
        cause: &'static str,
        before: &Position,
        moved: &BoxState,
        after: &Position,
        index: usize,
    ) -> Change {
        let original = Some(self.piece(&before.boxes[index]));
        let (before, after) = (Some(self.piece(moved)), Some(self.piece(&after.boxes[index])));
        Change { tick, cause, part: Part::Piece { before, after, original } }
    }

    /// Returns the change of a cover that is opened.
    fn uncovering(&self, tick: u32, cause: &'static str, cell: u16) -> Change {
        let cell = usize::from(cell);
        let before = self.bare.terrain[cell].clone();
        let after = Terrain { uses: 1, ..before.clone() };
        Change { tick, cause, part: Part::Terrain { cell, before, after } }
    }

    /// Opens the passages that something stands in, and reveals the goals on which boxes stand that are seen.
    pub(super) fn uncover<L: Log>(&self, state: &mut Position, log: &mut L) {
        for (index, cover) in self.ground.covers.iter().enumerate() {
            let on_it = state.box_on(cover.cell);
            let is_uncovered = match cover.kind {
                CoverKind::Passage => on_it.is_some() || state.player == cover.cell,
                CoverKind::Ghost => {
                    self.options.shown == 0 && on_it.is_some_and(|index| !state.boxes[index].is_hidden)
                }
                CoverKind::Source | CoverKind::Bomb => false,
            };
            if is_uncovered && !state.is_open[index] {
                state.is_open[index] = true;
                log.add(|| self.uncovering(1, "reveal", cover.cell));
            }
        }
    }
}

/// Returns the change of the player who walks.
fn walk(from: u16, to: u16) -> Change {
    let player = |cell: u16| Piece::plain("pusher", vec![usize::from(cell)]);
    Change::moved("walk", player(from), player(to))
}

impl Position {
    /// Returns the index of the box on a cell.
    fn box_on(&self, cell: u16) -> Option<usize> {
        self.boxes.iter().position(|one| one.cell == cell)
    }
}

impl BoxState {
    /// Burns the fuse by one, if there is any.
    fn burn(&mut self) {
        if self.fuse > 0 {
            self.is_spent = self.fuse == 1;
            self.fuse -= 1;
        }
    }

    /// Makes a wreck of the box, which all can see.
    fn explode(&mut self) {
        (self.is_fixed, self.is_hidden) = (true, false);
    }
}
