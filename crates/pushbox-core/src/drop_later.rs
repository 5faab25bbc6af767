//! Frees large values on a thread of their own, so that nobody waits for it.

/// The bytes that are left to a thread of their own.
const LARGE: usize = 1 << 26;
/// The bytes of a list that are given back at a time.
const PART: usize = 1 << 22;

/// Drops what takes so many bytes; where they are many, on a thread of its own. To give half a gigabyte back takes the system
/// up to a tenth of a second, for which a search that is over does not wait.
pub(crate) fn drop_later<T: Send + 'static>(large: T, bytes: usize) {
    if bytes >= LARGE {
        // Where no thread can be had, it is dropped here, with the closure.
        drop(std::thread::Builder::new().spawn(move || drop(large)));
    }
}

/// Drops a list as [`drop_later`] does, in parts: while the system takes a part back, no thread is given or rid of memory.
pub(crate) fn drop_list_later<T: Send + 'static>(mut list: Vec<T>) {
    if size_of_val(&*list) < LARGE {
        return;
    }
    drop(std::thread::Builder::new().spawn(move || {
        while !list.is_empty() {
            list.truncate(list.len().saturating_sub(PART / size_of::<T>()));
            list.shrink_to_fit();
        }
    }));
}
