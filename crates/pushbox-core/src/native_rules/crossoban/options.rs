//! The options of a level of Crossoban.

use super::super::{Scalar, UnsupportedLevel, unknown_option};

/// The options of a level.
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
    pub(super) fn new(set: &[(String, Scalar)]) -> Result<Self, UnsupportedLevel> {
        let mut options = Self {
            sticky: false,
            pushes_plain: true,
            any_colour: false,
            filter_pushers: FilterPushers::Colour,
            filter_plain: false,
            walk_locks: true,
            one_way: false,
            carries_boxes: true,
            carries_pushers: true,
            fills: false,
            frees: false,
            boxes_wear: false,
            rigid: false,
        };
        for (name, value) in set {
            let text = if let Scalar::Text(text) = value { text.as_str() } else { "" };
            match (name.as_str(), text) {
                ("sticky", "no" | "yes") => options.sticky = text == "yes",
                ("pusher_colour", rule @ ("own-and-plain" | "own" | "any")) => {
                    options.pushes_plain = rule != "own";
                    options.any_colour = rule == "any";
                }
                ("filter_pushers", "colour") => options.filter_pushers = FilterPushers::Colour,
                ("filter_pushers", "none") => options.filter_pushers = FilterPushers::None,
                ("filter_pushers", "all") => options.filter_pushers = FilterPushers::All,
                ("filter_plain", "refused" | "admitted") => options.filter_plain = text == "admitted",
                ("lock", "boxes" | "pushers") => options.walk_locks = text == "boxes",
                ("conveyor", rule @ ("all" | "boxes" | "pushers" | "one-way")) => {
                    options.one_way = rule == "one-way";
                    options.carries_boxes = matches!(rule, "all" | "boxes");
                    options.carries_pushers = matches!(rule, "all" | "pushers");
                }
                ("hole_fill", "no" | "yes") => options.fills = text == "yes",
                ("hole_frees", "no" | "yes") => options.frees = text == "yes",
                ("weak", "all" | "boxes") => options.boxes_wear = text == "boxes",
                ("link", "independent" | "rigid") => options.rigid = text == "rigid",
                _ => return unknown_option("Crossoban", name, value),
            }
        }
        Ok(options)
    }
}
