//! The advisors, which recommend moves, and the rank of all other moves.

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

/// The moves of a position, and the features of the positions that they lead to.
pub(crate) struct AdvisedMoves<'a> {
    pub(crate) steps: &'a [MacroMove],
    pub(crate) features_after: &'a [Features],
    pub(crate) moves: &'a mut Vec<WeightedMove>,
}

impl AdvisedMoves<'_> {
    /// Recommends the move with the least value, if any has one that does not undo what is `packed`: nothing where that
    /// move has been recommended before.
    fn recommend(
        &mut self,
        packed: u16,
        is_dead: &mut impl FnMut(&MacroMove) -> Limited<bool>,
        value: impl Fn(&MacroMove, &Features) -> Option<u32>,
    ) -> Limited<()> {
        loop {
            let moves = self.moves.iter().zip(self.steps).zip(self.features_after).enumerate();
            let rated = moves.filter_map(|(index, ((step, macro_move), after))| {
                let may_go = step.weight != DEAD && after.packed >= packed;
                let value = may_go.then(|| value(macro_move, after)).flatten()?;
                Some((value, step.rank, index))
            });
            let Some((.., best)) = rated.min().filter(|&(.., best)| self.moves[best].weight != 0) else {
                return Ok(());
            };
            if !is_dead(&self.steps[best])? {
                self.moves[best].weight = 0;
                return Ok(());
            }
            self.moves[best].weight = DEAD;
        }
    }
}

/// Recommends moves by setting their weight to 0. Each advisor recommends at most one, and none that undoes what is packed
/// or that `is_dead`; dead moves are dropped.
pub(crate) fn advise(
    board: &Board,
    position: &AdvisedPosition,
    mut moves: AdvisedMoves<'_>,
    mut is_dead: impl FnMut(&MacroMove) -> Limited<bool>,
) -> Limited<()> {
    let AdvisedPosition { features: now, reach, target } = *position;
    let fewer = |after: u16, now: u16| (after < now).then_some(u32::from(after));
    let more = |after: u16, now: u16| (after > now).then(|| u32::from(u16::MAX - after));
    // Packing; connectivity, rooms, out of plan, hotspots; explorer; opener.
    moves.recommend(now.packed, &mut is_dead, |_, after| more(after.packed, now.packed))?;
    moves.recommend(now.packed, &mut is_dead, |_, after| fewer(after.regions, now.regions))?;
    moves.recommend(now.packed, &mut is_dead, |_, after| fewer(after.rooms, now.rooms))?;
    moves.recommend(now.packed, &mut is_dead, |_, after| fewer(after.out_of_plan, now.out_of_plan))?;
    moves.recommend(now.packed, &mut is_dead, |_, after| fewer(after.hot, now.hot))?;
    moves.recommend(now.packed, &mut is_dead, |step, _| more(step.reach, reach))?;
    let packs = moves.features_after.iter().any(|after| after.packed > now.packed);
    if let Some(target) = target.filter(|_| !packs) {
        // The box nearest to the square to fill goes away from it.
        let walks = single_box_distances::walks(board, target);
        let walk = |square: u16| walks[usize::from(square)];
        moves.recommend(now.packed, &mut is_dead, |step, after| {
            let (from, to) = (walk(step.from), walk(step.to));
            let goes = after.regions <= now.regions && after.rooms <= now.rooms && to >= from;
            goes.then(|| u32::from(from) << 16 | u32::from(u16::MAX - to))
        })?;
    }
    moves.moves.retain(|step| step.weight != DEAD);
    Ok(())
}
