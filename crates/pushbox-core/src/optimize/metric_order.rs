//! The six counts of a solution, and the orders in which solutions are compared by them.

use crate::board::Board;
use crate::named::named;
use crate::push::Push;

named! {
    /// A metric of solutions. The definitions are those of the Sokoban Wiki's page on the solution format; the Python module
    /// `metrics` states them.
    pub enum Metric {
        /// Steps of the player, pushes included.
        Moves => "moves",
        /// Steps that push a box.
        Pushes => "pushes",
        /// Maximal runs of pushes in one direction with no move between.
        BoxLines => "box_lines",
        /// Pushes of another box than the push before; the first push counts.
        BoxChanges => "box_changes",
        /// Maximal runs of pushes with no move between.
        PushingSessions => "pushing_sessions",
        /// Maximal runs of steps in one direction.
        PlayerLines => "player_lines",
    }
}

/// Counts in an order, packed into one number: the most important one in the highest bits, so that comparing two
/// numbers compares the counts one after the other, and adding adds them.
pub(crate) type Cost = u128;

/// The most steps of a solution: its counts then fit side by side into a `Cost` with room to spare.
pub const MOST_STEPS: usize = 1 << 18;

/// The steps before a segment, as far as they matter for its cost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PriorStep {
    /// The direction of the last step, if there was one.
    pub(crate) heading: Option<usize>,
    /// Whether that step was a push.
    pub(crate) is_push: bool,
    /// The square of the box that was pushed last, if one was.
    pub(crate) last_box: Option<u16>,
}

impl PriorStep {
    /// Creates what matters of a push for the steps after it.
    pub(crate) fn of(board: &Board, push: Push) -> Self {
        let heading = Some(usize::from(push.direction));
        Self { heading, is_push: true, last_box: Some(board.target(push)) }
    }
}

/// A lexicographic order of solutions. Where all the given metrics are equal, fewer moves win.
#[derive(Clone, Debug)]
pub(crate) struct MetricOrder {
    weights: [Cost; 6],
    /// The most important one.
    pub(crate) first: Metric,
}

impl MetricOrder {
    /// Creates the order by `metrics`, the most important first; repeated ones count once.
    pub(crate) fn new(metrics: &[Metric]) -> Self {
        let mut listed: Vec<Metric> = Vec::new();
        for &metric in metrics.iter().chain([&Metric::Moves]) {
            if !listed.contains(&metric) {
                listed.push(metric);
            }
        }
        let width = 128 / listed.len().max(4);
        let mut weights = [0; 6];
        for (place, &metric) in listed.iter().rev().enumerate() {
            weights[metric as usize] = 1 << (width * place);
        }
        Self { weights, first: listed[0] }
    }

    /// Returns the cost of one more of `metric`; 0 for a metric that does not matter.
    pub(crate) fn weight(&self, metric: Metric) -> Cost {
        self.weights[metric as usize]
    }

    /// Returns whether `metric` matters.
    pub(crate) fn uses(&self, metric: Metric) -> bool {
        self.weight(metric) != 0
    }

    /// Returns whether it matters which box was pushed last, or in which direction.
    pub(crate) fn uses_direction(&self) -> bool {
        [Metric::BoxLines, Metric::BoxChanges, Metric::PlayerLines]
            .into_iter()
            .any(|metric| self.uses(metric))
    }
    /// Returns the cost of a push, beside the step that it is: one that goes on without a move after another push, in the
    /// direction of the last step, with the box of the last push; or not.
    pub(crate) fn push_cost(&self, goes_on: bool, is_straight: bool, is_same_box: bool) -> Cost {
        let unless = |is_free: bool, metric: Metric| if is_free { 0 } else { self.weight(metric) };
        self.weight(Metric::Pushes)
            + unless(goes_on && is_straight, Metric::BoxLines)
            + unless(goes_on, Metric::PushingSessions)
            + unless(is_same_box, Metric::BoxChanges)
    }

    /// Returns the cost of every beginning of a line of `lurdLURD`, the empty one first.
    pub(crate) fn costs(&self, letters: &[u8]) -> Vec<Cost> {
        let (mut row, mut column, mut last, mut cost) = (0, 0, 0, 0);
        // Where the box of the last push rests, seen from the start.
        let mut last_box = None;
        let mut costs = vec![0];
        for &letter in letters {
            let (down, right) = [(0, -1), (-1, 0), (0, 1), (1, 0)][direction(letter)];
            (row, column) = (row + down, column + right);
            let is_straight = letter.eq_ignore_ascii_case(&last);
            cost += self.weight(Metric::Moves);
            if !is_straight {
                cost += self.weight(Metric::PlayerLines);
            }
            if letter.is_ascii_uppercase() {
                let is_same_box = last_box == Some((row, column));
                cost += self.push_cost(last.is_ascii_uppercase(), is_straight, is_same_box);
                last_box = Some((row + down, column + right));
            }
            last = letter;
            costs.push(cost);
        }
        costs
    }
}

/// Returns the direction of a letter.
pub(crate) fn direction(letter: u8) -> usize {
    match letter.to_ascii_lowercase() {
        b'l' => 0,
        b'u' => 1,
        b'r' => 2,
        _ => 3,
    }
}
