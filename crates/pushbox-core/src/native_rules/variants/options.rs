//! The options of a level with variants.

use super::super::game_board::unknown_option;
use super::super::{Reading, Scalar, Settings};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    /// The most boxes in line that one step pushes.
    pub(super) max_push: usize,
    /// Whether all passages can be walked through from the start.
    pub(super) walkable: bool,
    /// Ghosts are seen every so many steps; 0: when they are touched.
    pub(super) shown: i64,
    pub(super) fuses: bool,
    pub(super) burns_by_steps: bool,
    pub(super) single_component: bool,
    pub(super) bomb_loses: bool,
}

impl Options {
    /// Reads the options that a level sets; the others have their defaults.
    pub(super) fn new(set: &Settings) -> Reading<Self> {
        let mut options = Self { max_push: 1, ..Self::default() };
        for (name, value) in set {
            let (text, number) = match value {
                Scalar::Text(text) => (text.as_str(), 0),
                Scalar::Whole(number) => ("", *number),
                _ => ("", 0),
            };
            match (name.as_str(), text, number) {
                ("max_push", "inf", _) => options.max_push = usize::MAX,
                ("max_push", "", 1..) => options.max_push = usize::try_from(number).unwrap_or(usize::MAX),
                ("passages", "pressed" | "walkable", _) => options.walkable = text == "walkable",
                ("ghosts", "touch", _) => options.shown = 0,
                ("ghosts", "", 1..) => options.shown = number,
                ("fuses", "no" | "yes" | "steps", _) => {
                    (options.fuses, options.burns_by_steps) = (text != "no", text == "steps");
                }
                ("circuit", "terminals" | "single_component", _) => {
                    options.single_component = text == "single_component";
                }
                ("bomb", "wins" | "loses", _) => options.bomb_loses = text == "loses",
                ("reverse", "no", _) | ("jumps", "first" | "always", _) => {}
                _ => return unknown_option("Sokoban with variants", name, value),
            }
        }
        Ok(options)
    }
}
