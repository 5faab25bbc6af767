//! What the searches along a packing plan share.

use std::cell::RefCell;
use std::rc::Rc;

use super::{DeadlockChecker, LevelTables};
use crate::board::RootPosition;
use crate::limit::{LimitKind, SearchControl};

/// What the searches along a plan share.
pub(crate) struct PlanShare {
    pub(crate) checker: Rc<RefCell<DeadlockChecker>>,
    pub(crate) tables: Rc<LevelTables>,
}

impl PlanShare {
    /// Makes what the searches from `root` share.
    pub(crate) fn new(root: &RootPosition, control: &mut SearchControl<'_>) -> Result<Self, LimitKind> {
        let checker = Rc::new(RefCell::new(DeadlockChecker::new(root, control)?));
        Ok(Self { checker, tables: Rc::new(LevelTables::new(root, control)?) })
    }
}
