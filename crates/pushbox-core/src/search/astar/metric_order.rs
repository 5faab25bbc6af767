//! The six counts of a solution, and the orders that compare solutions by them.

use std::ops::{Add, AddAssign, Mul, Shr, Sub};

use crate::board::Board;
use crate::level::direction_of;
use crate::named::named;
use crate::objective::Objective;
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
pub(crate) trait PackedCost:
    Copy
    + Default
    + Ord
    + From<u32>
    + Add<Output = Self>
    + Sub<Output = Self>
    + AddAssign
    + Mul<Output = Self>
    + Shr<u32, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The bits of the number.
    const BITS: u32;
    /// More than any line costs, even with a step more.
    const FAR: Self;
    /// What decides among positions whose lines cost the same.
    type Tie: Copy + Ord + Send;

    /// Returns what decides for a position from which an end costs this at least.
    fn tie(least: Self) -> Self::Tie;

    /// Returns the number in 64 bits, which it fits into.
    fn to_u64(self) -> u64;

    /// Subtracts, down to 0.
    fn less(self, other: Self) -> Self {
        self - self.min(other)
    }
}

/// Two counts, of a solution of the solver.
impl PackedCost for u64 {
    const BITS: u32 = 64;
    const FAR: Self = Self::MAX >> 1;
    type Tie = Self;

    /// The nearest to its end comes first.
    fn tie(least: Self) -> Self {
        least
    }

    fn to_u64(self) -> u64 {
        self
    }
}

/// Up to six counts, of a line of the optimizer.
impl PackedCost for u128 {
    const BITS: u32 = 128;
    const FAR: Self = Self::MAX >> 1;
    type Tie = ();

    /// Few of so many costs are equal, and the latest position is mostly the nearest to its end.
    fn tie(_: Self) {}

    fn to_u64(self) -> u64 {
        self as u64
    }
}

/// What a line of the optimizer costs.
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

/// A lexicographic order of solutions.
#[derive(Clone, Debug)]
pub(crate) struct MetricOrder<C = Cost> {
    weights: [C; 6],
    /// The most important one.
    pub(crate) first: Metric,
    /// The bits below its count.
    below_first: u32,
}

impl MetricOrder {
    /// Creates the order by `metrics`, the most important first; repeated ones count once. Where all are equal, fewer
    /// moves win.
    pub(crate) fn new(metrics: &[Metric]) -> Self {
        let mut listed: Vec<Metric> = Vec::new();
        for &metric in metrics.iter().chain([&Metric::Moves]) {
            if !listed.contains(&metric) {
                listed.push(metric);
            }
        }
        Self::of(&listed)
    }
}

impl MetricOrder<u64> {
    /// Creates the order in which an objective ranks solutions.
    pub(crate) fn by(objective: Objective) -> Self {
        Self::of(Self::metrics(objective))
    }

    /// Returns the metrics of an objective, the most important first.
    pub(crate) fn metrics(objective: Objective) -> &'static [Metric] {
        match objective {
            Objective::Any | Objective::Pushes => &[Metric::Pushes],
            Objective::Moves => &[Metric::Moves],
            Objective::PushesMoves => &[Metric::Pushes, Metric::Moves],
            Objective::MovesPushes => &[Metric::Moves, Metric::Pushes],
        }
    }
}

impl<C: PackedCost> MetricOrder<C> {
    /// Creates the order by different metrics, one at least.
    pub(crate) fn of(metrics: &[Metric]) -> Self {
        // No count needs more than 32 bits.
        let width = C::BITS / (metrics.len() as u32).max(C::BITS / 32);
        let mut weights = [C::default(); 6];
        let mut weight = C::from(1);
        for (place, &metric) in metrics.iter().rev().enumerate() {
            if place > 0 {
                weight = weight * C::from(1 << (width / 2)) * C::from(1 << (width - width / 2));
            }
            weights[metric as usize] = weight;
        }
        Self { weights, first: metrics[0], below_first: width * (metrics.len() as u32 - 1) }
    }

    /// Returns the cost of one more of `metric`; 0 for a metric that does not matter.
    pub(crate) fn weight(&self, metric: Metric) -> C {
        self.weights[metric as usize]
    }

    /// Returns whether `metric` matters.
    pub(crate) fn uses(&self, metric: Metric) -> bool {
        self.weight(metric) != C::default()
    }

    /// Returns the count of the most important metric in a cost.
    pub(crate) fn first_count(&self, cost: C) -> u64 {
        (cost >> self.below_first).to_u64()
    }

    /// Returns the cost of some pushes and moves.
    pub(crate) fn cost(&self, pushes: u32, moves: u32) -> C {
        C::from(pushes) * self.weight(Metric::Pushes) + C::from(moves) * self.weight(Metric::Moves)
    }

    /// Returns whether it matters which box was pushed last, or in which direction.
    pub(crate) fn uses_direction(&self) -> bool {
        [Metric::BoxLines, Metric::BoxChanges, Metric::PlayerLines]
            .into_iter()
            .any(|metric| self.uses(metric))
    }

    /// Returns the cost of a push, beside the step that it is: one that goes on without a move after another push, in the
    /// direction of the last step, with the box of the last push; or not.
    pub(crate) fn push_cost(&self, goes_on: bool, is_straight: bool, is_same_box: bool) -> C {
        let unless = |is_free: bool, metric: Metric| if is_free { C::default() } else { self.weight(metric) };
        self.weight(Metric::Pushes)
            + unless(goes_on && is_straight, Metric::BoxLines)
            + unless(goes_on, Metric::PushingSessions)
            + unless(is_same_box, Metric::BoxChanges)
    }

    /// Returns the cost of every beginning of a line of `lurdLURD`, the empty one first.
    pub(crate) fn costs(&self, letters: &[u8]) -> Vec<C> {
        let (mut row, mut column, mut last, mut cost) = (0, 0, 0, C::default());
        // Where the box of the last push rests, seen from the start.
        let mut last_box = None;
        let mut costs = vec![C::default()];
        for &letter in letters {
            let direction = direction_of(letter.into()).expect("a letter of a line");
            let (down, right) = [(0, -1), (-1, 0), (0, 1), (1, 0)][direction];
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
