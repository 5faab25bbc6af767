//! The search by single pushes along a packing plan.

use std::rc::Rc;

use super::detectors::starts;
use super::unlimited;
use crate::field::Field;
use crate::region::Region;
use crate::search::fess::{Ground, Judge, Step};
use crate::search::phases::Phases;
use crate::search::phases::relaxed::Relaxed;
use crate::search::portfolio::{FLEXIBLE, run};
use crate::search::tree::{Child, ROOT, Tree};
use crate::search::walk;

#[test]
fn the_search_along_a_plan_tells_what_can_be_solved() {
    let (mut solved, mut exhausted) = (0, 0);
    starts(24, 400, |level, start, expected| {
        let end = unlimited(|control| {
            let mut judge = Judge::new(start, control)?;
            let ground = Rc::new(Ground::new(start, control)?);
            let Some(mut search) = Phases::new(start, FLEXIBLE, &ground, control)? else {
                return Ok(Step::Dry);
            };
            run(u64::MAX, || search.step(&mut judge, None, control))
        });
        match end.expect("no limit") {
            Step::Solved(pushes) => {
                assert!(walk::solves(start, &pushes), "{level:?}");
                solved += 1;
            }
            _ => {
                assert_eq!(expected, None, "{level:?}");
                exhausted += 1;
            }
        }
    });
    assert!(solved > 300 && exhausted > 30, "{solved} {exhausted}");
}

/// The empty goals of a position.
fn targets(field: &Field, is_box: &[bool]) -> Vec<u16> {
    field.goals.iter().copied().filter(|&goal| !is_box[usize::from(goal)]).collect()
}

#[test]
fn a_relaxed_plan_is_there_wherever_a_real_one_is_and_outlasts_what_does_not_touch_it() {
    let (mut kept, mut hopeless) = (0, 0);
    starts(25, 300, |level, start, expected| {
        let field = &start.field;
        let mut is_box = vec![false; field.near.len()];
        for &square in &start.boxes {
            is_box[usize::from(square)] = true;
        }
        let (mut region, mut relaxed, mut fresh) =
            (Region::new(field), Relaxed::new(field), Relaxed::new(field));
        region.flood(field, &is_box, start.player);
        let all = targets(field, &is_box);
        let here = relaxed.pushes(field, &is_box, |_| false, &region, &all);
        assert!(expected.is_none() || here.is_some(), "{level:?}");
        hopeless += usize::from(here.is_none());
        let Ok(mut tree) = unlimited(|control| Tree::new(start, control)).expect("no limit") else { return };
        let mut pushes = Vec::new();
        tree.expand(ROOT, &mut pushes);
        for &push in &pushes {
            let child = unlimited(|control| tree.child(push, control)).expect("no limit");
            let Child::New(child) = child else { continue };
            let target = tree.target(child);
            is_box[usize::from(push.square)] = false;
            is_box[usize::from(target)] = true;
            region.flood(field, &is_box, push.square);
            let anew = fresh.pushes(field, &is_box, |_| false, &region, &all);
            match here.map(|pushes| (pushes, relaxed.after(field, push, &region))) {
                None => assert_eq!(anew, None, "{level:?}"),
                Some((before, Some(after))) => {
                    assert!(after == before || after + 1 == before);
                    assert!(anew.is_some() || after < before, "{level:?}");
                    kept += 1;
                }
                Some((_, None)) => {}
            }
            is_box[usize::from(target)] = false;
            is_box[usize::from(push.square)] = true;
        }
    });
    assert!(kept > 300 && hopeless > 2, "{kept} {hopeless}");
}
