//! Improves a line for a while, beside a search for its proof.

use std::cell::RefCell;
use std::collections::HashSet;

use super::line::Line;
use super::window_search::OptimizerState;
use super::{schedule, text};
use crate::level::Level;
use crate::limit::{Limited, SearchControl};
use crate::search::astar::metric_order::{Metric, MetricOrder};

/// Improves solutions of a level, again and again.
pub(crate) struct Improver<'l> {
    level: &'l Level,
    order: MetricOrder,
    /// Failed searches by hash, and the positions of the present windows.
    failed: HashSet<u64>,
    nodes: u64,
}

impl<'l> Improver<'l> {
    /// Creates an improver by `metrics`.
    pub(crate) fn new(level: &'l Level, metrics: &[Metric]) -> Self {
        let order = MetricOrder::of(metrics);
        Self { level, order, failed: HashSet::new(), nodes: schedule::FIRST_NODES }
    }

    /// Returns the solution `lurd`, improved as far as the limits allow.
    pub(crate) fn improve(&mut self, lurd: &str, control: &mut SearchControl<'_>) -> String {
        let mut nodes = self.nodes;
        let (better, _) = self.improved_by(lurd, |state| state.improve(&mut nodes, control));
        self.nodes = nodes;
        better
    }

    /// Returns the solution `lurd` after a round of windows of `nodes` positions, and what has ended that.
    pub(super) fn round(
        &mut self,
        lurd: &str,
        nodes: u64,
        control: &mut SearchControl<'_>,
    ) -> (String, Limited<()>) {
        self.improved_by(lurd, |state| state.round(nodes, control))
    }

    fn improved_by(
        &mut self,
        lurd: &str,
        search: impl FnOnce(&mut OptimizerState<'_>) -> Limited<()>,
    ) -> (String, Limited<()>) {
        let line = Line::new(&self.order, lurd.into());
        let best = RefCell::new(String::new());
        let failed = std::mem::take(&mut self.failed);
        let mut state = OptimizerState::new(self.level, &self.order, line, &best, failed);
        let ended = search(&mut state);
        self.failed = std::mem::take(&mut state.failed);
        (text(&state.line), ended)
    }
}
