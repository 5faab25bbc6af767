//! What the searches along a packing plan share.

use std::cell::RefCell;
use std::rc::Rc;

use super::super::root_position::RootPosition;
use super::LevelTables;
use crate::deadlock::{Pipeline, Stage};
use crate::limit::{Limited, SearchControl};

/// What the searches along a plan share.
pub(crate) struct PlanShare {
    pub(crate) detectors: Rc<RefCell<Pipeline>>,
    pub(crate) tables: Rc<LevelTables>,
}

impl PlanShare {
    /// Makes what the searches from `root` share.
    pub(crate) fn new(root: &RootPosition, control: &mut SearchControl<'_>) -> Limited<Self> {
        let detectors = Rc::new(RefCell::new(Pipeline::new(&root.detector_parts(Stage::Position), control)?));
        Ok(Self { detectors, tables: Rc::new(LevelTables::new(root, control)?) })
    }
}
