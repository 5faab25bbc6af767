//! A step: what it pushes or opens, what that sets off, and what settles then.

use super::super::Transition;
use super::{BoxState, CoverKind, Position, Variants};

impl Variants {
    /// Returns whether a cell is none that stops everything: a wall, a terminal, a passage that is shut.
    fn is_passable(&self, state: &Position, cell: u16) -> bool {
        !self.ground.is_solid[usize::from(cell)]
            && (self.options.walkable
                || self.ground.covers.iter().zip(&state.is_open).all(|(cover, &is_open)| {
                    cover.cell != cell || cover.kind != CoverKind::Passage || is_open
                }))
    }

    /// Returns the transition of a step, `None` where it is illegal.
    pub(super) fn step(&self, state: &Position, direction: usize) -> Option<Transition<Position>> {
        let target = self.grid.neighbour(state.player, direction);
        let mut next = state.clone();
        if !self.is_passable(state, target) {
            let shut =
                self.ground.covers.iter().position(|cover| cover.cell == target && cover.opens(direction))?;
            next.is_open[shut] = true;
            return Some(self.settled(state, next, false));
        }
        let mut line = Vec::new();
        let mut cell = target;
        while let Some(index) = state.box_on(cell) {
            line.push(index);
            cell = self.grid.neighbour(cell, direction);
        }
        if line.is_empty() {
            next.player = target;
            return Some(self.settled(state, next, false));
        }
        let is_blocked = line.len() > self.options.max_push
            || !self.is_passable(state, cell)
            || line.iter().any(|&index| state.boxes[index].is_fixed);
        if is_blocked {
            let near = self.options.max_push.saturating_add(1);
            let mut touched =
                line.into_iter().take(near).filter(|&index| state.boxes[index].is_hidden).peekable();
            touched.peek().filter(|_| self.options.shown == 0)?;
            touched.for_each(|index| next.boxes[index].is_hidden = false);
            return Some(self.settled(state, next, false));
        }
        let burns = self.options.fuses && !self.options.burns_by_steps;
        let explodes = |&index: &usize| {
            state.boxes[index].is_spent && !self.ground.is_goal[usize::from(state.boxes[index].cell)]
        };
        if burns && line.iter().any(explodes) {
            for index in line.into_iter().filter(explodes) {
                next.boxes[index].explode();
            }
            return Some(self.settled(state, next, false));
        }
        next.player = target;
        for index in line {
            let pushed = &mut next.boxes[index];
            if burns && !self.ground.is_goal[usize::from(pushed.cell)] {
                pushed.burn();
            }
            pushed.is_hidden &= self.options.shown > 0;
            pushed.cell = self.grid.neighbour(pushed.cell, direction);
        }
        Some(self.settled(state, next, true))
    }

    /// Counts a step, uncovers what something stands on, sets off bombs, and burns the fuses that burn by steps.
    fn settled(&self, before: &Position, mut state: Position, pushed: bool) -> Transition<Position> {
        if self.options.shown > 0 {
            state.steps += 1;
        }
        self.uncover(&mut state);
        if self.options.bomb_loses && (self.is_joined(&before.boxes) || self.is_joined(&state.boxes)) {
            for (cover, is_open) in self.ground.covers.iter().zip(&mut state.is_open) {
                *is_open |= cover.kind == CoverKind::Bomb;
            }
        }
        if self.options.burns_by_steps {
            for one in &mut state.boxes {
                if one.is_fixed || self.ground.is_goal[usize::from(one.cell)] {
                    continue;
                }
                if one.is_spent { one.explode() } else { one.burn() }
            }
        }
        state.boxes.sort_unstable();
        Transition { state, pushed }
    }

    /// Opens the passages that something stands in, and reveals the goals on which boxes stand that are seen.
    pub(super) fn uncover(&self, state: &mut Position) {
        for (index, cover) in self.ground.covers.iter().enumerate() {
            let on_it = state.box_on(cover.cell);
            state.is_open[index] |= match cover.kind {
                CoverKind::Passage => on_it.is_some() || state.player == cover.cell,
                CoverKind::Ghost => {
                    self.options.shown == 0 && on_it.is_some_and(|index| !state.boxes[index].is_hidden)
                }
                CoverKind::Source | CoverKind::Bomb => false,
            };
        }
    }
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
