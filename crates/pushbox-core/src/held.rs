//! The greatest set whose members hold each other: what is left when free members go, again and again.
//!
//! The order in which they go does not matter, as long as nothing becomes less free when another member goes.

/// Removes members that are free, until none is left that `is_free`. The closure notes for its later answers which members
/// have gone.
pub(crate) fn remove_free<T>(members: &mut Vec<T>, mut is_free: impl FnMut(&T) -> bool) {
    let mut before = usize::MAX;
    while members.len() < before {
        before = members.len();
        members.retain(|member| !is_free(member));
    }
}

/// Clears in `is_held` the places of members that are free, until none is left that `is_free`. Only the `neighbours` of a
/// place that is cleared are tested again, so that this takes linear time. The queue holds the places of all members.
pub(crate) fn clear_free<P: Copy + Into<usize>>(
    is_held: &mut [bool],
    queue: &mut Vec<P>,
    neighbours: impl Fn(P) -> [P; 4],
    is_free: impl Fn(&[bool], P) -> bool,
) {
    while let Some(place) = queue.pop() {
        if is_held[place.into()] && is_free(is_held, place) {
            is_held[place.into()] = false;
            queue.extend(neighbours(place).into_iter().filter(|&next| is_held[next.into()]));
        }
    }
}
