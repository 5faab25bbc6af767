//! The thresholds of the solver: from when on each search and detector is worth its time.

/// The thresholds of the solver. They decide what is searched when, never what is true: answers are right with any
/// values.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Positions that A* expands before a search for any solution helps it: most levels need no more.
    pub(crate) astar_head_start: u64,
    /// The most positions that the search for any solution may expand to help A*.
    pub(crate) most_for_any: u64,
    /// Positions of the first turn of the optimizer beside A*. A turn of A* takes twice as many, and each turn is twice
    /// as long as the one before.
    pub(crate) first_improvement: u64,
    /// A* uses its bound on the moves by a potential, and images of positions, if it may expand at least so many
    /// positions.
    pub(crate) long_astar: u64,
    /// The length of the turns of one thread alone.
    pub(crate) turns: TurnLengths,
    /// The length of the turns of each of several threads, which look at what the others have found after each turn.
    pub(crate) turns_in_team: TurnLengths,
    /// The fewest boxes that are worth a search by way of a mid-point.
    pub(crate) min_boxes_for_midpoint: usize,
    /// The fewest boxes of which the plainest packing plan does not say how they come home that are worth one.
    pub(crate) min_faults_for_midpoint: usize,
    /// The macro pulls of a search by way of a mid-point before it chooses one.
    pub(crate) midpoint_pulls: u64,
    /// The macro pushes that it takes to get there, before it goes on with pulls.
    pub(crate) midpoint_pushes: u64,
    /// The fewest boxes that are worth a search by single pushes along a plan.
    pub(crate) min_boxes_for_plan: usize,
    /// The fewest boxes for which a dive is tried before the searches.
    pub(crate) min_boxes_for_dive: usize,
    /// Dead pairs computed in about the time of one expanded position: a search makes their table once it has expanded
    /// so many times fewer positions than there are pairs. 0 means never.
    pub(crate) pairs_per_position: usize,
    /// Pushes of a few boxes alone measured in about the time of one expanded position: a search makes the table of the
    /// conflicts of all groups once it has expanded so many times fewer positions. 0 means never.
    pub(crate) group_distances_per_position: usize,
    /// The efforts of a corral search, by how often the verdict has been looked up.
    pub(crate) corral_efforts: &'static [Effort],
    /// The efforts that a corral of the root position gets at once.
    pub(crate) corral_efforts_at_root: usize,
    /// The efforts of a search for local deadlocks, by how often the verdict has been looked up.
    pub(crate) local_efforts: &'static [Effort],
    /// The most slots of the table in which threads mark what they have met: even the most are written in milliseconds.
    pub(crate) most_marks: usize,
}

/// The effort of a search for deadlocks: the lookups after which it is made, the positions to visit, and the width of
/// the margin around the zone that belongs to it too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) lookups: u32,
    pub(crate) positions: usize,
    pub(crate) margin: usize,
}

/// The length of the turns of a thread, in positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnLengths {
    /// Of the first turn of the search by single pushes; each turn is twice the one before.
    pub(crate) first: u64,
    /// Of a turn of it in the long run. The searches along a plan join when its turns are that long: in a small level a
    /// position of them costs ten times as much.
    pub(crate) bfws: u64,
    /// Of a turn of the search by single pushes along a plan.
    pub(crate) plan_bfws: u64,
    /// Of a turn of a feature space search.
    pub(crate) fess: u64,
    /// Of a turn of a search by way of a mid-point.
    pub(crate) midpoint: u64,
    /// It has turns in the round of this number, and in rounds twice as late as the one before.
    pub(crate) midpoint_unit: usize,
}

const fn effort(lookups: u32, positions: usize, margin: usize) -> Effort {
    Effort { lookups, positions, margin }
}

impl Default for Tuning {
    /// Returns the thresholds that solve most in a time.
    fn default() -> Self {
        const CORRAL: [Effort; 4] =
            [effort(0, 12, 0), effort(4, 50, 0), effort(40, 400, 1), effort(1000, 3000, 2)];
        const LOCAL: [Effort; 2] = [effort(0, 60, 2), effort(60, 600, 2)];
        Self {
            astar_head_start: 20_000,
            most_for_any: 500_000,
            first_improvement: 20_000,
            long_astar: 10_000,
            turns: TurnLengths {
                first: 250,
                bfws: 2000,
                plan_bfws: 2000,
                fess: 500,
                midpoint: 9000,
                midpoint_unit: 1,
            },
            turns_in_team: TurnLengths {
                first: 500,
                bfws: 500,
                plan_bfws: 150,
                fess: 50,
                midpoint: 9000,
                midpoint_unit: 10,
            },
            min_boxes_for_midpoint: 20,
            min_faults_for_midpoint: 1,
            midpoint_pulls: 3000,
            midpoint_pushes: 6000,
            min_boxes_for_plan: 9,
            min_boxes_for_dive: 40,
            pairs_per_position: 16,
            group_distances_per_position: 1024,
            corral_efforts: &CORRAL,
            corral_efforts_at_root: 2,
            local_efforts: &LOCAL,
            most_marks: 1 << 22,
        }
    }
}

impl Tuning {
    /// Returns the thresholds of the optimizer, whose windows are boards of their own and searched too shortly for tables.
    pub(crate) fn for_windows() -> Self {
        Self { pairs_per_position: 0, ..Self::default() }
    }

    /// Returns thresholds for tests on tiny levels: every search and every detector is active from the first positions
    /// on, and caches are small. With the usual thresholds such levels end before most of the solver has begun.
    #[must_use]
    pub fn hot() -> Self {
        const CORRAL: [Effort; 4] =
            [effort(0, 2, 0), effort(0, 12, 0), effort(1, 400, 1), effort(2, 3000, 2)];
        const LOCAL: [Effort; 2] = [effort(0, 60, 1), effort(1, 3000, 2)];
        Self {
            astar_head_start: 2,
            most_for_any: 500_000,
            first_improvement: 10,
            long_astar: 0,
            turns: TurnLengths { first: 1, bfws: 1, plan_bfws: 1, fess: 1, midpoint: 1, midpoint_unit: 1 },
            turns_in_team: TurnLengths {
                first: 20,
                bfws: 20,
                plan_bfws: 10,
                fess: 5,
                midpoint: 5,
                midpoint_unit: 1,
            },
            min_boxes_for_midpoint: 1,
            min_faults_for_midpoint: 0,
            midpoint_pulls: 1,
            midpoint_pushes: 4,
            min_boxes_for_plan: 1,
            min_boxes_for_dive: usize::MAX,
            pairs_per_position: usize::MAX,
            group_distances_per_position: usize::MAX,
            corral_efforts: &CORRAL,
            corral_efforts_at_root: CORRAL.len(),
            local_efforts: &LOCAL,
            most_marks: 1 << 10,
        }
    }
}
