//! The options of a level of Crossoban.

use super::super::game_board::choices;
use super::super::{Reading, Settings};

/// The options of the game with their words, the defaults first.
pub(crate) const OPTIONS: [(&str, &[&str]); 10] = [
    ("sticky", &["no", "yes"]),
    ("pusher_colour", &["own-and-plain", "own", "any"]),
    ("filter_pushers", &["colour", "none", "all"]),
    ("filter_plain", &["refused", "admitted"]),
    ("lock", &["boxes", "pushers"]),
    ("conveyor", &["all", "boxes", "pushers", "one-way"]),
    ("hole_fill", &["no", "yes"]),
    ("hole_frees", &["no", "yes"]),
    ("weak", &["all", "boxes", "emptied"]),
    ("link", &["independent", "rigid"]),
];

#[derive(Clone, Copy)]
pub(super) struct Options {
    pub(super) sticky: bool,
    /// Whether a coloured pusher pushes boxes without a colour; for other colours see `any_colour`.
    pub(super) pushes_plain: bool,
    /// Whether the colour of a pusher means nothing.
    pub(super) any_colour: bool,
    pub(super) filter_pushers: FilterPushers,
    /// Whether a filter admits boxes without a colour.
    pub(super) filter_plain: bool,
    /// Whether pushers may enter locks.
    pub(super) walk_locks: bool,
    pub(super) one_way: bool,
    pub(super) carries_boxes: bool,
    pub(super) carries_pushers: bool,
    pub(super) fills: bool,
    pub(super) frees: bool,
    /// Whether only boxes wear a weak tile of several uses.
    pub(super) boxes_wear: bool,
    /// Whether a weak tile wears when it is left empty, by the end of a step or a tick.
    pub(super) emptied_wears: bool,
    pub(super) rigid: bool,
}

/// Which pushers a filter refuses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FilterPushers {
    Colour,
    None,
    All,
}

impl Options {
    /// Reads the options that a level sets; the others have their defaults.
    pub(super) fn new(set: &Settings) -> Reading<Self> {
        let [sticky, pusher_colour, filter_pushers, filter_plain, lock, conveyor, fills, frees, weak, link] =
            choices("Crossoban", set, OPTIONS)?;
        Ok(Self {
            sticky: sticky == 1,
            pushes_plain: pusher_colour != 1,
            any_colour: pusher_colour == 2,
            filter_pushers: [FilterPushers::Colour, FilterPushers::None, FilterPushers::All][filter_pushers],
            filter_plain: filter_plain == 1,
            walk_locks: lock == 0,
            one_way: conveyor == 3,
            carries_boxes: conveyor < 2,
            carries_pushers: matches!(conveyor, 0 | 2),
            fills: fills == 1,
            frees: frees == 1,
            boxes_wear: weak == 1,
            emptied_wears: weak == 2,
            rigid: link == 1,
        })
    }
}
