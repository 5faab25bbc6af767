//! Frees large values where the host says: it may have a thread for that, so that nobody waits for it.

use std::sync::OnceLock;

/// What a host is given to do, on any thread; where it drops that, it is done then.
pub type Work = Box<dyn FnOnce() + Send>;

static HELPER: OnceLock<fn(Work)> = OnceLock::new();

/// The bytes that are left to the helper.
const LARGE: usize = 1 << 26;
/// The bytes of a list that are given back at a time.
const PART: usize = 1 << 22;

/// Has large values freed by `helper`, for good. To give half a gigabyte back takes the system up to a tenth of a second,
/// for which a search that is over need not wait. Without a helper it waits: the core starts no thread unasked.
pub fn free_large_values_by(helper: fn(Work)) {
    // The first one stays.
    let _ = HELPER.set(helper);
}

/// Drops what takes so many bytes; where they are many, by the helper.
pub(crate) fn drop_later<T: Send + 'static>(large: T, bytes: usize) {
    if let Some(helper) = helper_for(bytes) {
        helper(Box::new(move || drop(large)));
    }
}

/// Drops a list as [`drop_later`] does, in parts: while the system takes a part back, no thread is given or rid of memory.
pub(crate) fn drop_list_later<T: Send + 'static>(mut list: Vec<T>) {
    if let Some(helper) = helper_for(size_of_val(&*list)) {
        helper(Box::new(move || {
            while !list.is_empty() {
                list.truncate(list.len().saturating_sub(PART / size_of::<T>()));
                list.shrink_to_fit();
            }
        }));
    }
}

fn helper_for(bytes: usize) -> Option<&'static fn(Work)> {
    HELPER.get().filter(|_| bytes >= LARGE)
}
