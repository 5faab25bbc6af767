//! A packing plan: the order in which goals are filled, and the squares on which boxes are parked meanwhile. It guides
//! a search and prunes nothing. [`super::packing_order`] finds it.

use super::super::root_position::RootPosition;
use super::origin::Origin;
use super::packing_order::{PackingOrderSearch, RemovalOrder};
use crate::board::Board;
use crate::limit::{Limited, SearchControl};
use crate::region::Region;

/// A plan is poor if it does not say of more than one in so many boxes how they come to their goals.
const POOR_SHARE: usize = 4;

/// The order of the steps that fill some goal rooms, one after the other.
#[derive(Debug)]
pub(crate) struct GoalRoomOrder {
    /// The boxes that must stand somewhere after so many steps (pieces); the first is empty.
    pub(crate) sets: Vec<Vec<u64>>,
    /// The square that gets its box in each step.
    pub(crate) targets: Vec<u16>,
    /// Whether some box is parked.
    pub(crate) parks: bool,
}

#[derive(Debug)]
pub(crate) struct PackingPlan {
    /// Sequences that can be followed side by side.
    pub(crate) sequences: Vec<GoalRoomOrder>,
    /// The boxes of which it does not say how they come to their goals.
    pub(crate) faults: usize,
}

impl PackingPlan {
    /// Plans for the boxes of `root`.
    pub(crate) fn new(
        root: &RootPosition,
        removal_order: RemovalOrder,
        control: &mut SearchControl<'_>,
    ) -> Limited<Self> {
        let used = control.budget.used();
        let line = PackingOrderSearch::new(root, removal_order, control)?.line(control);
        control.budget.reset(used);
        let (line, faults) = line?;
        Ok(Self { sequences: Self::sequences(&root.board, &line), faults })
    }

    /// Makes the plan of [`RemovalOrder::Opening`], or where that is poor the one by which any start is home.
    pub(crate) fn second(root: &RootPosition, control: &mut SearchControl<'_>) -> Limited<Self> {
        let plan = Self::new(root, RemovalOrder::Opening, control)?;
        if plan.faults * POOR_SHARE <= root.board.goals.len() {
            return Ok(plan);
        }
        let other = Self::new(root, RemovalOrder::AnyStart, control)?;
        Ok(if other.faults < plan.faults { other } else { plan })
    }

    /// Returns the sequences of a line of pulls, for every group of clusters that it handles apart from the others.
    fn sequences(board: &Board, line: &[Origin]) -> Vec<GoalRoomOrder> {
        let mut group = goal_clusters(board);
        // The goal that each box comes from, step by step.
        let goal_at = |square: u16| board.goals.iter().position(|&goal| goal == square);
        let mut goal_of_box: Vec<Option<usize>> =
            (0..usize::from(board.wall())).map(|square| goal_at(square as u16)).collect();
        let mut steps = Vec::new();
        let mut pending: Vec<usize> = Vec::new();
        for &Origin { from, to, .. } in line {
            let Some(goal) = goal_of_box[usize::from(from)].take() else { continue };
            if to != board.wall() {
                goal_of_box[usize::from(to)] = Some(goal);
                pending.push(goal);
            } else {
                // A box was parked for the sake of the next one taken off.
                for other in pending.drain(..) {
                    let (keep, drop) = (group[goal], group[other]);
                    group.iter_mut().filter(|group| **group == drop).for_each(|group| *group = keep);
                }
            }
            steps.push((goal, from, to));
        }
        let mut sequences = Vec::new();
        let mut groups = group.clone();
        groups.sort_unstable();
        groups.dedup();
        for number in groups {
            let goals = board.goals.iter().enumerate().filter(|&(goal, _)| group[goal] == number);
            let mut set = board.pieces_of(goals.map(|(_, &square)| (square, board.goal_class(square))));
            let mut sets = vec![set.clone()];
            let mut targets = Vec::new();
            for &(_, from, to) in steps.iter().filter(|&&(goal, _, _)| group[goal] == number) {
                let class = board.class_at(&set, from);
                board.flip_piece(&mut set, from, class);
                if to != board.wall() {
                    board.flip_piece(&mut set, to, class);
                }
                sets.push(set.clone());
                targets.push(from);
            }
            // Goals that are left when the search gave up are filled first, in any order.
            let remaining: Vec<u16> = board.squares_of(&set).collect();
            for square in remaining {
                let class = board.class_at(&set, square);
                board.flip_piece(&mut set, square, class);
                sets.push(set.clone());
                targets.push(square);
            }
            sets.reverse();
            targets.reverse();
            let parks = targets.iter().any(|&square| !board.is_goal[usize::from(square)]);
            sequences.push(GoalRoomOrder { sets, targets, parks });
        }
        sequences
    }
}

/// Returns the number of its cluster, of goals that touch each other, for every goal.
fn goal_clusters(board: &Board) -> Vec<usize> {
    let others = board.boxes_on((0..board.wall()).filter(|&square| !board.is_goal[usize::from(square)]));
    let mut clusters: Vec<Vec<u16>> = Vec::new();
    Region::new(board).each(&others, |_, cluster| clusters.push(cluster.latest().collect()));
    let cluster_of = |goal: &u16| clusters.iter().position(|cluster| cluster.contains(goal));
    board.goals.iter().filter_map(cluster_of).collect()
}
