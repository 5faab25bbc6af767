//! The options of a level of Crossoban.

use super::super::{Scalar, TwinError};

/// The options of a level.
#[derive(Clone, Copy)]
pub(super) struct Options {
    pub(super) sticky: bool,
    /// Whether a coloured pusher pushes boxes without a colour; what it says of other colours is `any_colour`.
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
    pub(super) fn new(set: &[(String, Scalar)]) -> Result<Self, TwinError> {
        let mut found = Self {
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
            let Scalar::Text(text) = value else {
                return Err(refused(name, value));
            };
            match (name.as_str(), text.as_str()) {
                ("sticky", "no") => found.sticky = false,
                ("sticky", "yes") => found.sticky = true,
                ("pusher_colour", rule @ ("own-and-plain" | "own" | "any")) => {
                    found.pushes_plain = rule != "own";
                    found.any_colour = rule == "any";
                }
                ("filter_pushers", "colour") => found.filter_pushers = FilterPushers::Colour,
                ("filter_pushers", "none") => found.filter_pushers = FilterPushers::None,
                ("filter_pushers", "all") => found.filter_pushers = FilterPushers::All,
                ("filter_plain", "refused") => found.filter_plain = false,
                ("filter_plain", "admitted") => found.filter_plain = true,
                ("lock", "boxes") => found.walk_locks = true,
                ("lock", "pushers") => found.walk_locks = false,
                ("conveyor", rule @ ("all" | "boxes" | "pushers" | "one-way")) => {
                    found.one_way = rule == "one-way";
                    found.carries_boxes = matches!(rule, "all" | "boxes");
                    found.carries_pushers = matches!(rule, "all" | "pushers");
                }
                ("hole_fill", "no") => found.fills = false,
                ("hole_fill", "yes") => found.fills = true,
                ("hole_frees", "no") => found.frees = false,
                ("hole_frees", "yes") => found.frees = true,
                ("weak", "all") => found.boxes_wear = false,
                ("weak", "boxes") => found.boxes_wear = true,
                ("link", "independent") => found.rigid = false,
                ("link", "rigid") => found.rigid = true,
                _ => return Err(refused(name, value)),
            }
        }
        Ok(found)
    }
}

fn refused(name: &str, value: &Scalar) -> TwinError {
    TwinError(format!("found the option {name}={value:?}, which Crossoban does not have"))
}
