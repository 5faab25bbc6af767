//! The schedule: the order of the methods, and the positions that each may expand.

use super::improver::Improver;
use super::rearrange::rearrange;
use super::text;
use super::window_search::{OptimizerState, WindowResult, WindowSearch};
use crate::limit::{LimitKind, Limited, SearchControl};
use crate::search::astar::metric_order::Metric;
use crate::search::astar::vicinity::VicinityRadius;

const ANY: u32 = u32::MAX;

/// The vicinities, the smaller first.
const REACHES: [VicinityRadius; 6] =
    [reach(1, ANY), reach(2, 3), reach(3, 2), reach(2, 8), reach(3, 5), reach(4, 3)];

const fn reach(boxes: u32, radius: u32) -> VicinityRadius {
    VicinityRadius { boxes, radius }
}

/// The positions of the first windows; those of later ones are more and more.
pub(super) const FIRST_NODES: u64 = 2_000;
/// The most positions of a window, unless the whole line is searched as well.
const MOST_NODES: u64 = 1 << 22;

impl OptimizerState<'_> {
    /// Optimizes until a limit is reached or the solution is proven optimal. Each round begins with one
    /// by pushes alone, where an improver by them is given.
    pub(crate) async fn run(
        &mut self,
        mut by_pushes: Option<Improver<'_>>,
        control: &mut SearchControl<'_>,
    ) -> Limited<()> {
        let mut nodes = FIRST_NODES;
        while self.shortcuts(nodes, control).await? {}
        loop {
            if self.proof(4 * nodes, control).await? {
                return Ok(());
            }
            if let Some(improver) = &mut by_pushes {
                let (better, ended) = improver.round(&text(&self.line), nodes, control).await;
                self.take(0..self.line.letters.len(), better.as_bytes(), control);
                ended?;
            }
            self.round(nodes, control).await?;
            nodes *= 4;
        }
    }

    /// Makes the line better, without a look at the whole, until a limit is reached or all that is near has been searched. Goes on with windows of `nodes` positions.
    pub(super) async fn improve(&mut self, nodes: &mut u64, control: &mut SearchControl<'_>) -> Limited<()> {
        while self.shortcuts(FIRST_NODES, control).await? {}
        while *nodes <= MOST_NODES {
            self.round(*nodes, control).await?;
            *nodes *= 4;
        }
        Ok(())
    }

    /// Searches windows of `nodes` positions until none makes the line better.
    pub(super) async fn round(&mut self, nodes: u64, control: &mut SearchControl<'_>) -> Limited<()> {
        'better: loop {
            // The pushes stay the same.
            while self.order.uses(Metric::Moves) && rearrange(self, (nodes / 100) as usize, control).await? {}
            for boxes in 1..=3 {
                if self.permutations(boxes, nodes, control).await? {
                    continue 'better;
                }
            }
            for reach in REACHES {
                if self.vicinity(reach, nodes, control).await? {
                    continue 'better;
                }
            }
            break;
        }
        if self.lacks_memory { Err(LimitKind::Memory) } else { Ok(()) }
    }

    /// Searches a segment as a whole.
    async fn whole_segment(
        &mut self,
        index: usize,
        reach: Option<VicinityRadius>,
        nodes: impl Fn(usize) -> u64,
        control: &mut SearchControl<'_>,
    ) -> Limited<WindowResult> {
        let cuts = &self.segments[index];
        let (steps, nodes) = (cuts[0]..cuts[cuts.len() - 1], nodes(cuts.len()));
        self.search_window(&WindowSearch { steps, walls: self.fixed.clone(), reach, nodes }, control).await
    }

    /// Searches the whole line, through positions on known solutions only; returns whether the line is better now.
    async fn shortcuts(&mut self, nodes: u64, control: &mut SearchControl<'_>) -> Limited<bool> {
        let reach = Some(VicinityRadius { boxes: 0, radius: 0 });
        let nodes = |cuts| nodes.max(64 * cuts as u64);
        let (mut is_better, mut index) = (false, 0);
        // Also the segments that this makes of them.
        while index < self.segments.len() {
            is_better |= self.whole_segment(index, reach, nodes, control).await?.is_better;
            index += 1;
        }
        Ok(is_better)
    }

    /// Searches every segment as a whole, through any position; returns whether everything has been searched.
    async fn proof(&mut self, nodes: u64, control: &mut SearchControl<'_>) -> Limited<bool> {
        let (mut is_complete, mut index) = (true, 0);
        while index < self.segments.len() {
            is_complete &= self.whole_segment(index, None, |_| nodes, control).await?.is_complete;
            index += 1;
        }
        Ok(is_complete)
    }

    /// Searches overlapping parts, through positions near the line; returns whether the line is better now.
    async fn vicinity(
        &mut self,
        reach: VicinityRadius,
        nodes: u64,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let (mut is_better, mut width, mut index) = (false, usize::MAX, 0);
        while index < self.segments.len() {
            let mut first = 0usize;
            while let Some(cuts) = self.segments.get(index) {
                let last = first.saturating_add(width).min(cuts.len() - 1);
                if first + 1 > last {
                    break;
                }
                let (steps, is_at_end) = (cuts[first]..cuts[last], last + 1 == cuts.len());
                let search = WindowSearch { steps, walls: self.fixed.clone(), reach: Some(reach), nodes };
                let result = self.search_window(&search, control).await?;
                if result.is_better {
                    is_better = true;
                } else if !result.is_complete && last - first > 4 {
                    width = (last - first) / 2;
                } else if is_at_end {
                    break;
                } else {
                    first += ((last - first) / 2).max(1);
                    width += width / 4;
                }
            }
            index += 1;
        }
        Ok(is_better)
    }

    /// Searches parts in which no more than `boxes` boxes are pushed, with the others as walls; returns whether the line is
    /// better now.
    async fn permutations(
        &mut self,
        boxes: usize,
        nodes: u64,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let (mut is_better, mut index) = (false, 0);
        while index < self.segments.len() {
            let (mut first, mut reached) = (0usize, 0usize);
            while let Some(cuts) = self.segments.get(index).filter(|cuts| first + 1 < cuts.len()) {
                let (last, walls) = self.pushed_few(cuts, first, boxes);
                if last <= reached.max(first) {
                    first += 1;
                    continue;
                }
                let search = WindowSearch { steps: cuts[first]..cuts[last], walls, reach: None, nodes };
                if self.search_window(&search, control).await?.is_better {
                    is_better = true;
                } else {
                    reached = last;
                    first += 1;
                }
            }
            index += 1;
        }
        Ok(is_better)
    }
}
