//! What a browser calls, and what it gives. One search runs at a time, in a module of its own.
//!
//! The host writes a request to `request(length)`, calls `run`, and reads as many bytes as that returns from `output`.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Returns milliseconds since a moment that stays the same.
    safe fn now() -> f64;
    /// Takes the progress of a search, as JSON in the memory; a result other than 0 ends the search.
    safe fn progress(text: *const u8, length: usize) -> i32;
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
    let request = BUFFER.take();
    let mut report = |text: &str| progress(text.as_ptr(), text.len()) != 0;
    BUFFER.set(crate::answer(&request, clock, &mut report).into_bytes());
    BUFFER.with_borrow(Vec::len)
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}
