//! Improves a line for a while, beside a search for its proof.

use std::collections::HashSet;
use std::mem;

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
    pub(crate) async fn improve(&mut self, lurd: &str, control: &mut SearchControl<'_>) -> String {
        let mut nodes = self.nodes;
        let failed = mem::take(&mut self.failed);
        let mut state = self.state(lurd, failed);
        let _ = state.improve(&mut nodes, control).await; // whatever ends it
        let OptimizerState { line, failed, .. } = state;
        (self.nodes, self.failed) = (nodes, failed);
        text(&line)
    }

    /// Returns the solution `lurd` after a round of windows of `nodes` positions, and what has ended that.
    pub(super) async fn round(
        &mut self,
        lurd: &str,
        nodes: u64,
        control: &mut SearchControl<'_>,
    ) -> (String, Limited<()>) {
        let failed = mem::take(&mut self.failed);
        let mut state = self.state(lurd, failed);
        let ended = state.round(nodes, control).await;
        let OptimizerState { line, failed, .. } = state;
        self.failed = failed;
        (text(&line), ended)
    }

    fn state(&self, lurd: &str, failed: HashSet<u64>) -> OptimizerState<'_> {
        OptimizerState::new(self.level, &self.order, Line::new(&self.order, lurd.into()), failed)
    }
}
