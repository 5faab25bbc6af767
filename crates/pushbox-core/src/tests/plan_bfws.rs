//! The relaxed plans that guide the search by single pushes along a packing plan.

use super::depth::fewest;
use super::detectors::starts;
use super::unlimited;
use crate::board::Board;
use crate::region::Region;
use crate::search::plan_bfws::relaxed_plan::RelaxedPlan;
use crate::search::push_graph::{PushGraph, ROOT};

/// Returns the empty goals of a position, with their class.
fn targets(board: &Board, is_box: &[bool]) -> Vec<(u16, u16)> {
    board.goals.iter().filter(|&&goal| !is_box[usize::from(goal)]).map(|&goal| (goal, 0)).collect()
}

#[test]
fn a_relaxed_plan_is_there_wherever_a_real_one_is_and_outlasts_what_does_not_touch_it() {
    let (mut kept, mut hopeless) = (0, 0);
    starts(25, 300, |level, root, expected| {
        let board = &root.board;
        let mut is_box = board.boxes_on(&root.boxes);
        let (mut region, mut plan, mut fresh_plan) =
            (Region::new(board), RelaxedPlan::new(), RelaxedPlan::new());
        region.flood(&is_box, root.player);
        let all = targets(board, &is_box);
        let mut pieces = root.position().set;
        let nothing = vec![0; pieces.len()];
        let pushes_now = plan.pushes(board, &pieces, &region, (&nothing, &all));
        assert!(expected.is_none() || pushes_now.is_some(), "{level:?}");
        hopeless += usize::from(pushes_now.is_none());
        let Ok(mut graph) = unlimited(|control| PushGraph::new(root, control)) else {
            return;
        };
        let mut pushes = Vec::new();
        graph.expand(ROOT, &mut pushes);
        for &push in &pushes {
            let child = unlimited(|control| graph.child(push, control));
            let Some(child) = child else { continue };
            let target = graph.target(child);
            is_box.shift(push.square, target);
            board.shift_piece(&mut pieces, push.square, target);
            region.flood(&is_box, push.square);
            let fresh_pushes = fresh_plan.pushes(board, &pieces, &region, (&nothing, &all));
            match pushes_now.map(|pushes| (pushes, plan.after(board, push, &region))) {
                None => assert_eq!(fresh_pushes, None, "{level:?}"),
                Some((before, Some(after))) => {
                    assert!(after == before || after + 1 == before);
                    assert!(fresh_pushes.is_some() || after < before, "{level:?}");
                    kept += 1;
                }
                Some((_, None)) => {}
            }
            is_box.shift(target, push.square);
            board.shift_piece(&mut pieces, target, push.square);
        }
    });
    assert!(kept > fewest(300) && hopeless >= fewest(2), "{kept} {hopeless}");
}
