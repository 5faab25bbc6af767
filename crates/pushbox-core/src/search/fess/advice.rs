//! Which moves are recommended, and in which order the others are tried.

use super::frontier::Move;
use super::guide::Features;
use super::macros::Macro;
use super::style::Style;
use crate::limit::LimitKind;

/// The cell of a position with `features`: the better, the less.
pub(crate) fn cell(style: Style, features: &Features) -> u64 {
    let rooms = if style.heeds_rooms { features.rooms } else { 0 };
    u64::from(u16::MAX - features.packed) << 48
        | u64::from(features.regions) << 32
        | u64::from(rooms) << 16
        | u64::from(features.out_of_plan)
}

/// The rank of a move to a position with `features`: the better, the less.
pub(crate) fn rank(features: &Features, step: &Macro) -> u64 {
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

/// The position before a move, as far as the advisors ask.
pub(crate) struct Here<'a> {
    /// Its features.
    pub(crate) features: Features,
    /// The squares that the player reaches.
    pub(crate) reach: u16,
    /// The steps from the square that the plan fills next to every square.
    pub(crate) to_target: Option<&'a [u16]>,
}

/// Recommends moves by taking their weight away. Each advisor speaks for at most one, and none for one that undoes
/// what is packed or that `is_dead`; such moves are dropped. `steps`, `seen` and `moves` tell the moves and what they
/// lead to.
pub(crate) fn advise(
    here: &Here<'_>,
    steps: &[Macro],
    seen: &[Features],
    moves: &mut Vec<Move>,
    mut is_dead: impl FnMut(&Macro) -> Result<bool, LimitKind>,
) -> Result<(), LimitKind> {
    let Here { features, reach, to_target } = here;
    let mut advise = |is_gain: &dyn Fn(usize) -> bool, value: &dyn Fn(usize) -> u32| {
        loop {
            let gains = (0..steps.len()).filter(|&index| {
                moves[index].weight != DEAD && seen[index].packed >= features.packed && is_gain(index)
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
    // Packing, connectivity, rooms, out of plan, hotspots, explorer, opener.
    advise(&|i| seen[i].packed > features.packed, &|i| u32::from(u16::MAX - seen[i].packed))?;
    advise(&|i| seen[i].regions < features.regions, &|i| seen[i].regions.into())?;
    advise(&|i| seen[i].rooms < features.rooms, &|i| seen[i].rooms.into())?;
    advise(&|i| seen[i].out_of_plan < features.out_of_plan, &|i| seen[i].out_of_plan.into())?;
    advise(&|i| seen[i].hot < features.hot, &|i| seen[i].hot.into())?;
    advise(&|i| steps[i].reach > *reach, &|i| u32::from(u16::MAX - steps[i].reach))?;
    if let Some(walk) = to_target
        && !seen.iter().any(|seen| seen.packed > features.packed)
    {
        // The box nearest to the square to fill goes away from it.
        let walk = |square: u16| walk[usize::from(square)];
        advise(
            &|i| {
                seen[i].regions <= features.regions
                    && seen[i].rooms <= features.rooms
                    && walk(steps[i].to) >= walk(steps[i].from)
            },
            &|i| u32::from(walk(steps[i].from)) << 16 | u32::from(u16::MAX - walk(steps[i].to)),
        )?;
    }
    moves.retain(|step| step.weight != DEAD);
    Ok(())
}
