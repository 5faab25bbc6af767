//! The schedule: the order of the methods, and the positions that each may expand.

use super::rearrange::rearrange;
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
    /// Optimizes until a limit is reached or the solution is proven optimal. Each round begins with `prepare`, which gets the positions
    /// of its windows.
    pub(crate) fn run(
        &mut self,
        control: &mut SearchControl<'_>,
        mut prepare: impl FnMut(&mut Self, u64, &mut SearchControl<'_>) -> Limited<()>,
    ) -> Limited<()> {
        let mut nodes = FIRST_NODES;
        while self.shortcuts(nodes, control)? {}
        loop {
            if self.proof(4 * nodes, control)? {
                return Ok(());
            }
            prepare(self, nodes, control)?;
            self.round(nodes, control)?;
            nodes *= 4;
        }
    }

    /// Makes the line better, without a look at the whole, until a limit is reached or all that is near has been searched. Goes on with windows of `nodes` positions.
    pub(super) fn improve(&mut self, nodes: &mut u64, control: &mut SearchControl<'_>) -> Limited<()> {
        while self.shortcuts(FIRST_NODES, control)? {}
        while *nodes <= MOST_NODES {
            self.round(*nodes, control)?;
            *nodes *= 4;
        }
        Ok(())
    }

    /// Searches windows of `nodes` positions until none makes the line better.
    pub(super) fn round(&mut self, nodes: u64, control: &mut SearchControl<'_>) -> Limited<()> {
        'better: loop {
            // The pushes stay the same.
            while self.order.uses(Metric::Moves) && rearrange(self, (nodes / 100) as usize, control)? {}
            for boxes in 1..=3 {
                if self.permutations(boxes, nodes, control)? {
                    continue 'better;
                }
            }
            for reach in REACHES {
                if self.vicinity(reach, nodes, control)? {
                    continue 'better;
                }
            }
            break;
        }
        if self.lacks_memory { Err(LimitKind::Memory) } else { Ok(()) }
    }

    /// Searches every segment, also those that this makes of them, by its number; returns whether `search` has returned true
    /// for any.
    fn any_segment(&mut self, mut search: impl FnMut(&mut Self, usize) -> Limited<bool>) -> Limited<bool> {
        let (mut is_any, mut index) = (false, 0);
        while index < self.segments.len() {
            is_any |= search(self, index)?;
            index += 1;
        }
        Ok(is_any)
    }

    /// Searches a segment as a whole.
    fn whole_segment(
        &mut self,
        index: usize,
        reach: Option<VicinityRadius>,
        nodes: impl Fn(usize) -> u64,
        control: &mut SearchControl<'_>,
    ) -> Limited<WindowResult> {
        let cuts = &self.segments[index];
        let (steps, nodes) = (cuts[0]..cuts[cuts.len() - 1], nodes(cuts.len()));
        self.search_window(&WindowSearch { steps, walls: self.fixed.clone(), reach, nodes }, control)
    }

    /// Searches the whole line, through positions on known solutions only; returns whether the line is better now.
    fn shortcuts(&mut self, nodes: u64, control: &mut SearchControl<'_>) -> Limited<bool> {
        let reach = Some(VicinityRadius { boxes: 0, radius: 0 });
        let nodes = |cuts| nodes.max(64 * cuts as u64);
        self.any_segment(|state, index| Ok(state.whole_segment(index, reach, nodes, control)?.is_better))
    }

    /// Searches every segment as a whole, through any position; returns whether everything has been searched.
    fn proof(&mut self, nodes: u64, control: &mut SearchControl<'_>) -> Limited<bool> {
        let is_incomplete = self.any_segment(|state, index| {
            Ok(!state.whole_segment(index, None, |_| nodes, control)?.is_complete)
        });
        Ok(!is_incomplete?)
    }

    /// Searches overlapping parts, through positions near the line; returns whether the line is better now.
    fn vicinity(
        &mut self,
        reach: VicinityRadius,
        nodes: u64,
        control: &mut SearchControl<'_>,
    ) -> Limited<bool> {
        let mut width = usize::MAX;
        self.any_segment(|state, index| {
            let (mut is_better, mut first) = (false, 0usize);
            while let Some(cuts) = state.segments.get(index) {
                let last = first.saturating_add(width).min(cuts.len() - 1);
                if first + 1 > last {
                    break;
                }
                let (steps, is_at_end) = (cuts[first]..cuts[last], last + 1 == cuts.len());
                let search = WindowSearch { steps, walls: state.fixed.clone(), reach: Some(reach), nodes };
                let result = state.search_window(&search, control)?;
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
            Ok(is_better)
        })
    }

    /// Searches parts in which no more than `boxes` boxes are pushed, with the others as walls; returns whether the line is
    /// better now.
    fn permutations(&mut self, boxes: usize, nodes: u64, control: &mut SearchControl<'_>) -> Limited<bool> {
        self.any_segment(|state, index| {
            let (mut is_better, mut first, mut reached) = (false, 0usize, 0usize);
            while let Some(cuts) = state.segments.get(index).filter(|cuts| first + 1 < cuts.len()) {
                let (last, walls) = state.pushed_few(cuts, first, boxes);
                if last <= reached.max(first) {
                    first += 1;
                    continue;
                }
                let search = WindowSearch { steps: cuts[first]..cuts[last], walls, reach: None, nodes };
                if state.search_window(&search, control)?.is_better {
                    is_better = true;
                } else {
                    reached = last;
                    first += 1;
                }
            }
            Ok(is_better)
        })
    }
}
