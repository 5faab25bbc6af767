//! Searches in a form in which they can take turns.

use super::SearchEnd;
use super::perimeter::{Perimeter, Side};
use crate::limit::{LimitKind, SearchControl};

/// A search that takes turns with others; what it has met is a perimeter for those from the other end.
pub(crate) trait Search: Perimeter {
    /// Expands the position whose turn it is; a position that the searches from the `other_end` have met is solved.
    /// Returns `None` where the search goes on.
    fn step(
        &mut self,
        other_end: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<SearchEnd>, LimitKind>;

    /// Takes up to so many steps.
    fn turn(
        &mut self,
        steps: u64,
        other_end: Option<&dyn Perimeter>,
        control: &mut SearchControl<'_>,
    ) -> Result<Option<SearchEnd>, LimitKind> {
        for _ in 0..steps {
            if let Some(end) = self.step(other_end, control)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Returns the end from which it searches.
    fn side(&self) -> Side {
        Side::Forward
    }
}
