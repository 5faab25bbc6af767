//! The six counts of a solution, and the orders in which solutions are compared by them.

use crate::named::named;

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
}

/// The costs of a push, beside the step that it is.
pub(crate) struct PushCosts {
    push: Cost,
    line: Cost,
    change: Cost,
    session: Cost,
}

impl PushCosts {
    /// Creates the costs in an order.
    pub(crate) fn new(order: &MetricOrder) -> Self {
        Self {
            push: order.weight(Metric::Pushes),
            line: order.weight(Metric::BoxLines),
            change: order.weight(Metric::BoxChanges),
            session: order.weight(Metric::PushingSessions),
        }
    }

    /// Returns the cost of a push that goes on without a move after another push, in the same direction as the last
    /// step, with the box of the last push; or not.
    pub(crate) fn push(&self, goes_on: bool, is_straight: bool, is_same_box: bool) -> Cost {
        let unless = |is_free: bool, cost: Cost| if is_free { 0 } else { cost };
        self.push
            + unless(goes_on && is_straight, self.line)
            + unless(goes_on, self.session)
            + unless(is_same_box, self.change)
    }

    /// Returns the cost of turning to a box: one more box change and box line.
    pub(crate) fn turn(&self) -> Cost {
        self.line + self.change
    }
}

/// Counts a line of play step by step.
#[derive(Clone, Default)]
pub(crate) struct MetricsCounter {
    counts: [u32; 6],
    /// The letter before; 0 at the start.
    last: u8,
    row: i32,
    column: i32,
    /// Where the box of the last push rests, seen from the start.
    last_box: Option<(i32, i32)>,
}

impl MetricsCounter {
    /// Counts one letter of `lurdLURD`.
    pub(crate) fn step(&mut self, letter: u8) {
        let (down, right) = match letter.to_ascii_lowercase() {
            b'l' => (0, -1),
            b'u' => (-1, 0),
            b'r' => (0, 1),
            _ => (1, 0),
        };
        self.row += down;
        self.column += right;
        let mut add =
            |metric: Metric, is_one_more: bool| self.counts[metric as usize] += u32::from(is_one_more);
        add(Metric::Moves, true);
        add(Metric::PlayerLines, !letter.eq_ignore_ascii_case(&self.last));
        if letter.is_ascii_uppercase() {
            let at = Some((self.row, self.column));
            add(Metric::Pushes, true);
            add(Metric::BoxLines, letter != self.last);
            add(Metric::BoxChanges, at != self.last_box);
            add(Metric::PushingSessions, !self.last.is_ascii_uppercase());
            self.last_box = Some((self.row + down, self.column + right));
        }
        self.last = letter;
    }

    /// Returns the counts so far in `order`.
    pub(crate) fn cost(&self, order: &MetricOrder) -> Cost {
        self.counts.iter().zip(&order.weights).map(|(&count, weight)| Cost::from(count) * weight).sum()
    }
}

/// Returns the cost of every beginning of `letters`, the empty one first.
pub(crate) fn costs(order: &MetricOrder, letters: &[u8]) -> Vec<Cost> {
    let mut counter = MetricsCounter::default();
    let mut costs = vec![0];
    for &letter in letters {
        counter.step(letter);
        costs.push(counter.cost(order));
    }
    costs
}
