//! The schedule: the order in which the methods are tried, and the positions that each may expand.

use super::rearrange::rearrange;
use super::vicinity::VicinityRadius;
use super::window_search::{OptimizerState, Segment, WindowResult, WindowSearch};
use crate::limit::{LimitKind, SearchControl};

const ANY: u32 = u32::MAX;

/// The vicinities, the smaller first.
const REACHES: [VicinityRadius; 6] = [
    VicinityRadius { boxes: 1, radius: ANY },
    VicinityRadius { boxes: 2, radius: 3 },
    VicinityRadius { boxes: 3, radius: 2 },
    VicinityRadius { boxes: 2, radius: 8 },
    VicinityRadius { boxes: 3, radius: 5 },
    VicinityRadius { boxes: 4, radius: 3 },
];

/// Optimizes until a limit is reached or the solution is proven optimal.
pub(crate) fn run(state: &mut OptimizerState<'_>, control: &mut SearchControl<'_>) -> Result<(), LimitKind> {
    let mut nodes = 2_000;
    while shortcuts(state, nodes, control)? {}
    loop {
        if proof(state, 4 * nodes, control)? {
            return Ok(());
        }
        'better: loop {
            while rearrange(state, (nodes / 100) as usize, control)? {}
            for boxes in 1..=3 {
                if permutations(state, boxes, nodes, control)? {
                    continue 'better;
                }
            }
            for reach in REACHES {
                if vicinity(state, reach, nodes, control)? {
                    continue 'better;
                }
            }
            break;
        }
        if state.lacks_memory {
            return Err(LimitKind::Memory);
        }
        nodes *= 4;
    }
}

/// Searches the whole line, through positions on known solutions only; returns whether the line is better now.
fn shortcuts(
    state: &mut OptimizerState<'_>,
    nodes: u64,
    control: &mut SearchControl<'_>,
) -> Result<bool, LimitKind> {
    let reach = Some(VicinityRadius { boxes: 0, radius: 0 });
    let mut is_better = false;
    for index in 0.. {
        let Some(Segment { cuts }) = state.segments.get(index) else { break };
        let (steps, nodes) = (cuts[0]..cuts[cuts.len() - 1], nodes.max(64 * cuts.len() as u64));
        let search = WindowSearch { steps, walls: state.fixed.clone(), reach, nodes };
        is_better |= matches!(state.search_window(&search, control)?, WindowResult::Better { .. });
    }
    Ok(is_better)
}

/// Searches every segment as a whole, through any position; returns whether everything has been searched.
fn proof(
    state: &mut OptimizerState<'_>,
    nodes: u64,
    control: &mut SearchControl<'_>,
) -> Result<bool, LimitKind> {
    let mut is_complete = true;
    for index in 0.. {
        let Some(Segment { cuts }) = state.segments.get(index) else { break };
        let steps = cuts[0]..cuts[cuts.len() - 1];
        let search = WindowSearch { steps, walls: state.fixed.clone(), reach: None, nodes };
        let result = state.search_window(&search, control)?;
        is_complete &= matches!(result, WindowResult::Nothing | WindowResult::Better { is_complete: true });
    }
    Ok(is_complete)
}

/// Searches overlapping parts, through positions near the line; returns whether the line is better now.
fn vicinity(
    state: &mut OptimizerState<'_>,
    reach: VicinityRadius,
    nodes: u64,
    control: &mut SearchControl<'_>,
) -> Result<bool, LimitKind> {
    let mut is_better = false;
    let mut index = 0;
    let mut width = usize::MAX;
    while index < state.segments.len() {
        let mut first: usize = 0;
        loop {
            let segments = state.segments.clone();
            let Some(Segment { cuts }) = segments.get(index) else { break };
            let walls = state.fixed.clone();
            let last = first.saturating_add(width).min(cuts.len() - 1);
            if first + 1 > last {
                break;
            }
            let steps = cuts[first]..cuts[last];
            let search = WindowSearch { steps, walls, reach: Some(reach), nodes };
            match state.search_window(&search, control)? {
                WindowResult::Better { .. } => is_better = true,
                WindowResult::GaveUp if last - first > 4 => width = (last - first) / 2,
                _ if last + 1 == cuts.len() => break,
                _ => {
                    first += ((last - first) / 2).max(1);
                    width += width / 4;
                }
            }
        }
        index += 1;
    }
    Ok(is_better)
}

/// Searches parts in which no more than `boxes` boxes are pushed, with the others as walls; returns whether the line is
/// better now.
fn permutations(
    state: &mut OptimizerState<'_>,
    boxes: usize,
    nodes: u64,
    control: &mut SearchControl<'_>,
) -> Result<bool, LimitKind> {
    let mut is_better = false;
    let mut index = 0;
    while index < state.segments.len() {
        let (mut first, mut reached): (usize, usize) = (0, 0);
        loop {
            let segments = state.segments.clone();
            let Some(Segment { cuts }) = segments.get(index) else { break };
            if first + 1 >= cuts.len() {
                break;
            }
            let (last, still) = state.pushed_few(cuts, first, boxes);
            if last <= reached.max(first) {
                first += 1;
                continue;
            }
            let steps = cuts[first]..cuts[last];
            let search = WindowSearch { steps, walls: still, reach: None, nodes };
            match state.search_window(&search, control)? {
                WindowResult::Better { .. } => is_better = true,
                _ => {
                    reached = last;
                    first += 1;
                }
            }
        }
        index += 1;
    }
    Ok(is_better)
}
