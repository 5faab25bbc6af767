//! In which order the methods are tried, and with how much to search.

use super::rearrange::rearrange;
use super::vicinity::Reach;
use super::window::{Attempt, Stretch, Tried, Work};
use crate::limit::{LimitKind, SearchControl};

/// How the work ended, if no limit ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All solutions have been searched: none is better.
    Proven,
}

const ANY: u32 = u32::MAX;

/// The vicinities, the smaller first.
const REACHES: [Reach; 6] = [
    Reach { boxes: 1, radius: ANY },
    Reach { boxes: 2, radius: 3 },
    Reach { boxes: 3, radius: 2 },
    Reach { boxes: 2, radius: 8 },
    Reach { boxes: 3, radius: 5 },
    Reach { boxes: 4, radius: 3 },
];

/// Works until a limit is reached or nothing better exists.
pub(crate) fn run(work: &mut Work<'_>, control: &mut SearchControl<'_>) -> Result<End, LimitKind> {
    let mut share = 2_000;
    while shortcuts(work, share, control)? {}
    loop {
        if proof(work, 4 * share, control)? {
            return Ok(End::Proven);
        }
        'better: loop {
            while rearrange(work, (share / 100) as usize, control)? {}
            for boxes in 1..=3 {
                if permutations(work, boxes, share, control)? {
                    continue 'better;
                }
            }
            for reach in REACHES {
                if vicinity(work, reach, share, control)? {
                    continue 'better;
                }
            }
            break;
        }
        if work.lacks_memory {
            return Err(LimitKind::Memory);
        }
        share *= 4;
    }
}

/// The whole line, through positions on known solutions only.
fn shortcuts(work: &mut Work<'_>, share: u64, control: &mut SearchControl<'_>) -> Result<bool, LimitKind> {
    let reach = Some(Reach { boxes: 0, radius: 0 });
    let mut is_better = false;
    let mut index = 0;
    while let Some(Stretch { cuts }) = work.stretches.clone().get(index) {
        let nodes = share.max(64 * cuts.len() as u64);
        let steps = cuts[0]..cuts[cuts.len() - 1];
        let tried = work.attempt(&Attempt { steps, walls: work.fixed.clone(), reach, nodes }, control)?;
        is_better |= matches!(tried, Tried::Better { .. });
        index += 1;
    }
    Ok(is_better)
}

/// Every stretch as a whole, through any position. True when everything has been searched.
fn proof(work: &mut Work<'_>, share: u64, control: &mut SearchControl<'_>) -> Result<bool, LimitKind> {
    let mut is_complete = true;
    let mut index = 0;
    while let Some(Stretch { cuts }) = work.stretches.clone().get(index) {
        let steps = cuts[0]..cuts[cuts.len() - 1];
        let attempt = Attempt { steps, walls: work.fixed.clone(), reach: None, nodes: share };
        match work.attempt(&attempt, control)? {
            Tried::Nothing | Tried::Better { is_complete: true } => {}
            _ => is_complete = false,
        }
        index += 1;
    }
    Ok(is_complete)
}

/// Overlapping parts, through positions near the line.
fn vicinity(
    work: &mut Work<'_>,
    reach: Reach,
    share: u64,
    control: &mut SearchControl<'_>,
) -> Result<bool, LimitKind> {
    let mut is_better = false;
    let mut index = 0;
    let mut width = usize::MAX;
    while index < work.stretches.len() {
        let mut first: usize = 0;
        loop {
            let stretches = work.stretches.clone();
            let Some(Stretch { cuts }) = stretches.get(index) else { break };
            let walls = work.fixed.clone();
            let last = first.saturating_add(width).min(cuts.len() - 1);
            if first + 1 > last {
                break;
            }
            let steps = cuts[first]..cuts[last];
            let attempt = Attempt { steps, walls, reach: Some(reach), nodes: share };
            match work.attempt(&attempt, control)? {
                Tried::Better { .. } => is_better = true,
                Tried::GaveUp if last - first > 4 => width = (last - first) / 2,
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

/// Parts in which no more than `boxes` boxes are pushed, with the others as walls.
fn permutations(
    work: &mut Work<'_>,
    boxes: usize,
    share: u64,
    control: &mut SearchControl<'_>,
) -> Result<bool, LimitKind> {
    let mut is_better = false;
    let mut index = 0;
    while index < work.stretches.len() {
        let (mut first, mut reached): (usize, usize) = (0, 0);
        loop {
            let stretches = work.stretches.clone();
            let Some(Stretch { cuts }) = stretches.get(index) else { break };
            if first + 1 >= cuts.len() {
                break;
            }
            let (last, still) = work.pushed_few(cuts, first, boxes);
            if last <= reached.max(first) {
                first += 1;
                continue;
            }
            let steps = cuts[first]..cuts[last];
            let attempt = Attempt { steps, walls: still, reach: None, nodes: share };
            match work.attempt(&attempt, control)? {
                Tried::Better { .. } => is_better = true,
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
