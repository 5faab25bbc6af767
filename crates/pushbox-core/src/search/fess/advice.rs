//! Which moves are recommended, and in which order the others are tried.

use super::frontier::Move;
use super::guide::Features;
use super::macros::Macro;
use super::plan::Peel;

/// What a search by features looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Goals count as packed in the very order of the plan, or in any order that leaves the rest open.
    pub(crate) is_strict: bool,
    /// Broken links between rooms tell cells apart.
    pub(crate) heeds_rooms: bool,
    /// What is in the way of the next box to a goal ranks before all else.
    pub(crate) clears_ways: bool,
    /// Positions are filed under the best cell on the way to them, or under their own.
    pub(crate) keeps_past: bool,
    /// Among equals the latest position goes first, or the earliest.
    pub(crate) is_hasty: bool,
    /// Which plan to follow.
    pub(crate) peel: Peel,
}

/// The cell of a position with `features`: the better, the less.
pub(crate) fn cell(style: Style, features: &Features) -> u64 {
    let rooms = if style.heeds_rooms { features.rooms } else { 0 };
    u64::from(u16::MAX - features.packed) << 48
        | u64::from(features.regions) << 32
        | u64::from(rooms) << 16
        | u64::from(features.out_of_plan)
}

/// The rank of a move to a position with `features`: the better, the less.
pub(crate) fn rank(style: Style, features: &Features, step: &Macro) -> u64 {
    let small = |value: u16, most: u16| u64::from(value.min(most));
    let obstacles = if style.clears_ways { features.obstacles } else { 0 };
    u64::from(4095 - features.packed.min(4095)) << 52
        | small(obstacles, 15) << 48
        | small(features.regions, 255) << 40
        | small(features.rooms, 255) << 32
        | small(features.out_of_plan, 255) << 24
        | small(features.hot, 255) << 16
        | small(step.length, u16::MAX)
}

/// Recommends moves by taking their weight away. Each advisor speaks for at most one, and none for one that undoes
/// what is packed. `here` is the position before the move, in which the player reaches `reach` squares; `steps`, `seen`
/// and `moves` tell the moves and what they lead to.
pub(crate) fn advise(here: &Features, reach: u16, steps: &[Macro], seen: &[Features], moves: &mut [Move]) {
    let mut advise = |is_gain: &dyn Fn(usize) -> bool, value: &dyn Fn(usize) -> u16| {
        let gains = (0..steps.len()).filter(|&index| seen[index].packed >= here.packed && is_gain(index));
        if let Some(best) = gains.min_by_key(|&index| (value(index), moves[index].rank)) {
            moves[best].weight = 0;
        }
    };
    // Packing, connectivity, rooms, out of plan, hotspots, opener, explorer.
    advise(&|i| seen[i].packed > here.packed, &|i| u16::MAX - seen[i].packed);
    advise(&|i| seen[i].regions < here.regions, &|i| seen[i].regions);
    advise(&|i| seen[i].rooms < here.rooms, &|i| seen[i].rooms);
    advise(&|i| seen[i].out_of_plan < here.out_of_plan, &|i| seen[i].out_of_plan);
    advise(&|i| seen[i].hot < here.hot, &|i| seen[i].hot);
    advise(&|i| seen[i].packed == here.packed && seen[i].obstacles < here.obstacles, &|i| seen[i].obstacles);
    advise(&|i| steps[i].reach > reach, &|i| u16::MAX - steps[i].reach);
}
