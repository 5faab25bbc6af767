//! How deep random tests go, by PUSHBOX_DEPTH as in tests/depth.py: deep is no deeper here, where normal takes a minute.

/// Returns the share of `count` that the depth asks for, one at least.
pub(super) fn scaled(count: usize) -> usize {
    let percent = match std::env::var("PUSHBOX_DEPTH").as_deref() {
        Err(_) | Ok("" | "normal" | "deep") => 15,
        Ok("nightly") => 1_000,
        Ok(other) => panic!("PUSHBOX_DEPTH is {other:?}, expected one of: normal, deep, nightly"),
    };
    (count * percent).div_ceil(100)
}

/// Returns what a test may expect to have met at this depth, where it has met more than `count` with all of its examples.
pub(super) fn fewest(count: usize) -> usize {
    scaled(count).min(count)
}
