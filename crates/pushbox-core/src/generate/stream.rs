//! Levels one after the other without the solver: for those who need many and ask nothing of their solutions.

use std::collections::HashSet;

use super::random::Random;
use super::{LevelSpec, LevelSpecError, make};
use crate::level::{BOX, Level, PLAYER};

/// Levels that can be solved, as the pulls that made them say; no two have the same walls, goals and boxes, however
/// turned and mirrored.
///
/// They are those that [`super::attempt`] makes by the same specification and seed, in this order, and those too that
/// the solver would give up.
pub struct LevelStream {
    spec: LevelSpec,
    seed: u64,
    next: u64,
    layouts: HashSet<Vec<u8>>,
}

impl LevelStream {
    /// Creates the stream of a seed, for one pusher and boxes without numbers.
    ///
    /// # Errors
    /// A [`LevelSpecError`] for a specification that no level can meet, or that asks for what is measured.
    pub fn new(spec: LevelSpec, seed: u64) -> Result<Self, LevelSpecError> {
        spec.check()?;
        if spec.pushers > 1 || spec.numbered || spec.pushes > 0 || spec.box_lines > 0 {
            return Err(LevelSpecError::Unmeasured("levels that are made without the solver"));
        }
        Ok(Self { spec, seed, next: 0, layouts: HashSet::new() })
    }

    /// Makes one attempt; returns its level if there is one and none had the same layout.
    pub fn attempt(&mut self) -> Option<Level> {
        let mut random = Random::new(self.seed, self.next);
        self.next = self.next.wrapping_add(1);
        let Ok(made) = make(&self.spec, &mut random, |_| Ok(Some((0, 0)))) else {
            unreachable!("nothing stops what is not searched")
        };
        let level = made?.plain(self.spec.width);
        self.layouts.insert(least_layout(&level)).then_some(level)
    }
}

/// Returns the layout of a level, without its player, in that of its eight symmetries in which it is the least, behind the
/// width that it has then.
fn least_layout(level: &Level) -> Vec<u8> {
    let (width, height) = (level.width(), level.height());
    let cells = level.cells();
    let turned = |symmetry: usize| {
        let (columns, rows) = if symmetry & 4 > 0 { (height, width) } else { (width, height) };
        let mut layout = Vec::with_capacity(cells.len() + 1);
        layout.push(columns as u8);
        for row in 0..rows {
            for column in 0..columns {
                let (row, column) = if symmetry & 4 > 0 { (column, row) } else { (row, column) };
                let row = if symmetry & 2 > 0 { height - 1 - row } else { row };
                let column = if symmetry & 1 > 0 { width - 1 - column } else { column };
                layout.push(cells[row * width + column] & !PLAYER);
            }
        }
        layout
    };
    debug_assert!(cells.iter().any(|cell| cell & BOX != 0));
    (0..8).map(turned).min().unwrap_or_default()
}
