//! Large values are freed by whom the host names, and by nobody else before.

use std::sync::Mutex;
use std::thread::{self, ThreadId};

use crate::drop_later::{drop_later, free_large_values_by};

static FREED: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());

/// Notes on which thread it is freed.
struct Noted;

impl Drop for Noted {
    fn drop(&mut self) {
        FREED.lock().unwrap().push(thread::current().id());
    }
}

#[test]
fn large_values_are_freed_where_the_host_says() {
    drop_later(Noted, usize::MAX);
    free_large_values_by(|work| thread::spawn(work).join().unwrap());
    drop_later(Noted, usize::MAX);
    drop_later(Noted, 1_000);
    let own = thread::current().id();
    let freed: Vec<bool> = FREED.lock().unwrap().iter().map(|&by| by == own).collect();
    assert_eq!(freed, [true, false, true], "the core has no thread of its own");
    free_large_values_by(|_| panic!("the first one stays"));
    drop_later(Noted, usize::MAX);
}
