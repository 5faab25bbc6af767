//! The advisors, which recommend moves, and the order in which the other moves are tried.

use super::FessConfig;
use super::cells::WeightedMove;
use super::features::Features;
use super::macro_moves::MacroMove;
use crate::board::{Board, single_box_distances};
use crate::limit::Limited;

/// Returns the cell of a position with `features`: the better, the less.
pub(crate) fn cell(config: FessConfig, features: &Features) -> u64 {
    let rooms = if config.uses_rooms { features.rooms } else { 0 };
    u64::from(u16::MAX - features.packed) << 48
        | u64::from(features.regions) << 32
        | u64::from(rooms) << 16
        | u64::from(features.out_of_plan)
}

/// Returns the rank of a move to a position with `features`: the better, the less.
pub(crate) fn rank(features: &Features, step: &MacroMove) -> u64 {
    let small = |value: u16, most: u16| u64::from(value.min(most));
    u64::from(4095 - features.packed.min(4095)) << 52
        | small(features.regions, 255) << 40
        | small(features.rooms, 255) << 32
        | small(features.out_of_plan, 255) << 24
        | small(features.hot, 255) << 16
        | small(step.length, u16::MAX)
}

/// The weight of a move that leads into a deadlock.
const DEAD: u16 = u16::MAX;

/// The position before a move, as the advisors see it.
pub(crate) struct AdvisedPosition {
    pub(crate) features: Features,
    /// The number of squares that the player reaches.
    pub(crate) reach: u16,
    /// The square that the plan fills next.
    pub(crate) target: Option<u16>,
}

/// Recommends moves by setting their weight to 0. Each advisor recommends at most one, and none that undoes what is packed
/// or that `is_dead`; dead moves are dropped. `steps`, `features_after` and `moves` hold the moves and the features of the
/// positions that they lead to.
pub(crate) fn advise(
    board: &Board,
    position: &AdvisedPosition,
    steps: &[MacroMove],
    features_after: &[Features],
    moves: &mut Vec<WeightedMove>,
    mut is_dead: impl FnMut(&MacroMove) -> Limited<bool>,
) -> Limited<()> {
    let AdvisedPosition { features, reach, target } = position;
    let mut advise = |is_gain: &dyn Fn(usize) -> bool, value: &dyn Fn(usize) -> u32| {
        loop {
            let gains = (0..steps.len()).filter(|&index| {
                moves[index].weight != DEAD
                    && features_after[index].packed >= features.packed
                    && is_gain(index)
            });
            let best = gains.min_by_key(|&index| (value(index), moves[index].rank));
            let Some(best) = best.filter(|&best| moves[best].weight != 0) else { return Ok(()) };
            if !is_dead(&steps[best])? {
                moves[best].weight = 0;
                return Ok(());
            }
            moves[best].weight = DEAD;
        }
    };
    // Packing; connectivity, rooms, out of plan, hotspots; explorer; opener.
    advise(&|i| features_after[i].packed > features.packed, &|i| {
        u32::from(u16::MAX - features_after[i].packed)
    })?;
    let less_is_better: [fn(&Features) -> u16; 4] =
        [|after| after.regions, |after| after.rooms, |after| after.out_of_plan, |after| after.hot];
    for feature in less_is_better {
        let after = |i: usize| feature(&features_after[i]);
        advise(&|i| after(i) < feature(features), &|i| after(i).into())?;
    }
    advise(&|i| steps[i].reach > *reach, &|i| u32::from(u16::MAX - steps[i].reach))?;
    let packs = features_after.iter().any(|features_after| features_after.packed > features.packed);
    if let Some(target) = target.filter(|_| !packs) {
        // The box nearest to the square to fill goes away from it.
        let walks = single_box_distances::walks(board, target);
        let walk = |square: u16| walks[usize::from(square)];
        advise(
            &|i| {
                features_after[i].regions <= features.regions
                    && features_after[i].rooms <= features.rooms
                    && walk(steps[i].to) >= walk(steps[i].from)
            },
            &|i| u32::from(walk(steps[i].from)) << 16 | u32::from(u16::MAX - walk(steps[i].to)),
        )?;
    }
    moves.retain(|step| step.weight != DEAD);
    Ok(())
}
