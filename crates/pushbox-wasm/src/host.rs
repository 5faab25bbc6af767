//! What a browser calls, and what it gives.
//!
//! The host writes a request to `request(length)`, calls `run`, and reads as many bytes as that returns from `output`. So it
//! does after each `step` of a search.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Returns milliseconds since a moment that stays the same.
    safe fn now() -> f64;
}

thread_local! {
    /// The request, then the answer.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// Makes room for the bytes of a request; returns where they belong.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = vec![0; length];
        buffer.as_mut_ptr()
    })
}

/// Answers the request; returns the bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> usize {
    put(crate::answer(&BUFFER.take(), clock))
}

/// Goes on with a search for so many positions, or some 20 ms if they take longer; returns the bytes of its progress or its
/// answer.
#[unsafe(no_mangle)]
pub extern "C" fn step(search: usize, positions: u32) -> usize {
    put(crate::step(search, positions.into()))
}

/// Has the next step of a search end it, with the best that it has found.
#[unsafe(no_mangle)]
pub extern "C" fn stop(search: usize) {
    crate::stop(search);
}

/// Ends a search without an answer, and frees its memory.
#[unsafe(no_mangle)]
pub extern "C" fn drop(search: usize) {
    crate::drop_search(search);
}

fn put(answer: String) -> usize {
    BUFFER.set(answer.into_bytes());
    BUFFER.with_borrow(Vec::len)
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}
