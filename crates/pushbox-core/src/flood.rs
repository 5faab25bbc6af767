//! Searches from some places to all others that steps lead to.

use std::collections::VecDeque;

/// The steps to a place that cannot be reached.
pub(crate) const NEVER: u16 = u16::MAX;
/// The cost of a place that cannot be reached.
pub(crate) const UNREACHABLE: u32 = u32::MAX;

/// Finds which of so many `places` can be reached from `sources`. `edges` calls its visitor with the places that a step leads
/// to.
pub(crate) fn reached_from(
    places: usize,
    sources: &[usize],
    edges: impl Fn(usize, &mut dyn FnMut(usize)),
) -> Vec<bool> {
    let mut is_reached = vec![false; places];
    let mut open = sources.to_vec();
    sources.iter().for_each(|&source| is_reached[source] = true);
    while let Some(place) = open.pop() {
        edges(place, &mut |next| {
            if !std::mem::replace(&mut is_reached[next], true) {
                open.push(next);
            }
        });
    }
    is_reached
}

/// Measures the steps from the nearest of `sources` to each of so many `places` (breadth-first search). `next` returns the
/// place that a step in a direction leads to.
pub(crate) fn steps_from(
    places: usize,
    sources: &[u16],
    next: impl Fn(u16, usize) -> Option<u16>,
) -> Vec<u16> {
    let mut steps = vec![NEVER; places];
    for &source in sources {
        steps[usize::from(source)] = 0;
    }
    let mut queue = sources.to_vec();
    let mut done = 0;
    while let Some(&place) = queue.get(done) {
        done += 1;
        for next in (0..4).filter_map(|direction| next(place, direction)) {
            if steps[usize::from(next)] == NEVER {
                steps[usize::from(next)] = steps[usize::from(place)] + 1;
                queue.push(next);
            }
        }
    }
    steps
}

/// Measures the least cost from one of `sources` to each of so many `places` (Dijkstra 1959, with a queue of two ends).
/// `edges` calls its visitor with the places that a step leads to, and the cost of the step. Where costs are above 1
/// places may be visited more than once.
pub(crate) fn costs_from(
    places: usize,
    sources: &[usize],
    edges: impl Fn(usize, &mut dyn FnMut(usize, u32)),
) -> Vec<u32> {
    let mut costs = vec![UNREACHABLE; places];
    let mut queue: VecDeque<(usize, u32)> = sources.iter().map(|&source| (source, 0)).collect();
    for &source in sources {
        costs[source] = 0;
    }
    while let Some((place, cost)) = queue.pop_front() {
        if costs[place] < cost {
            continue;
        }
        edges(place, &mut |next, more| {
            if cost + more < costs[next] {
                costs[next] = cost + more;
                match more {
                    0 => queue.push_front((next, cost)),
                    _ => queue.push_back((next, cost + more)),
                }
            }
        });
    }
    costs
}
