//! Where a pusher comes to through boxes, which are back in their places afterwards.

use super::Reach;
use super::walks::{distances, near, steps_of, walk};
use crate::flood::UNREACHABLE;

/// How a cell is reached: from which cell, by which steps, and by how many in all.
struct Link {
    before: usize,
    steps: Vec<usize>,
    moves: usize,
}

/// Where a pusher comes to who also pushes boxes straight on, walks around them and pushes them back.
pub(super) fn gone_through<'l>(
    width: usize,
    open: &[bool],
    boxes: &[bool],
    start: usize,
    limit: usize,
) -> Reach<'l> {
    let area = open.len() - 1;
    let mut free: Vec<bool> = open.iter().zip(boxes).map(|(&open, &has_box)| open && !has_box).collect();
    let mut links: Vec<Option<Link>> = std::iter::repeat_with(|| None).take(area + 1).collect();
    links[start] = Some(Link { before: start, steps: Vec::new(), moves: 0 });
    let (mut budget, mut count) = (limit as i64, 1);
    let mut front = vec![start];
    while !front.is_empty() {
        let (mut met, mut done) = (Vec::new(), 0);
        while done < front.len() {
            let cell = front[done];
            done += 1;
            for way in 0..4 {
                let next = near(width, area, cell, way);
                if boxes[next] {
                    met.push((cell, way));
                } else if free[next] && links[next].is_none() {
                    let moves = links[cell].as_ref().map_or(0, |link| link.moves) + 1;
                    links[next] = Some(Link { before: cell, steps: vec![way], moves });
                    count += 1;
                    front.push(next);
                }
            }
        }
        budget -= count;
        front.clear();
        for (cell, way) in met {
            let beyond = near(width, area, near(width, area, cell, way), way);
            if links[beyond].is_some() || budget < 0 {
                continue;
            }
            let (steps, looked) = round(width, &mut free, cell, way);
            budget -= looked;
            if !steps.is_empty() {
                let moves = links[cell].as_ref().map_or(0, |link| link.moves) + steps.len();
                links[beyond] = Some(Link { before: cell, steps, moves });
                count += 1;
                front.push(beyond);
            }
        }
    }
    if budget < 0 {
        return Reach::nowhere();
    }
    let reached = links.iter().enumerate().filter_map(|(cell, link)| Some((cell, link.as_ref()?.moves)));
    let targets = reached.collect();
    let find = move |cell: usize| {
        let (mut at, mut parts) = (cell, Vec::new());
        while let Some(link) = links[at].as_ref().filter(|link| !link.steps.is_empty()) {
            parts.push(link.steps.as_slice());
            at = link.before;
        }
        parts.reverse();
        steps_of(width, area, start, &parts.concat())
    };
    Reach { targets, find: Box::new(find) }
}

/// Returns the steps from a cell past the box before it, none where it cannot be passed, and how many cells were looked at.
fn round(width: usize, free: &mut [bool], cell: usize, way: usize) -> (Vec<usize>, i64) {
    let area = free.len() - 1;
    let home = near(width, area, cell, way);
    let (mut player, mut place) = (home, near(width, area, home, way));
    let (mut pushes, mut looked, mut route) = (0, 0, Vec::new());
    free[home] = true;
    while route.is_empty() && free[place] && free[near(width, area, place, way)] {
        let beyond = near(width, area, place, way);
        pushes += 1;
        free[place] = false;
        let far = distances(width, free, player);
        looked += far.iter().filter(|&&steps| steps != UNREACHABLE && steps <= far[beyond]).count() as i64;
        if far[beyond] != UNREACHABLE {
            route = vec![way; pushes];
            route.extend(walk(width, free, player, beyond));
            route.extend(vec![way ^ 2; pushes]);
        }
        free[place] = true;
        (player, place) = (place, beyond);
    }
    free[home] = false;
    (route, looked)
}
