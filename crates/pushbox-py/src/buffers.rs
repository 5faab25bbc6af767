//! Memory of Python that Rust reads and writes while the GIL is released.
//!
//! A buffer stays where it is as long as its view is held, as the buffer protocol has it. That nobody else writes to it
//! meanwhile is for the caller, as with any array that two threads share: what is read then may be old or new bytes,
//! and no check depends on having read it before. The rules of Rust for references are kept here: two that are used at
//! once never overlap.
#![allow(unsafe_code)]

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A view of contiguous items of one type.
pub struct Items<T>(PyBuffer<T>);

impl<T: Element> Items<T> {
    /// Takes the buffer of an object, of so many items. `name` is that of the parameter, `kind` that of the items.
    pub fn of(object: &Bound<'_, PyAny>, name: &str, kind: &str, count: usize) -> PyResult<Self> {
        let items = Self::of_any(object, name, kind)?;
        match items.count() {
            found if found == count => Ok(items),
            found => Err(PyValueError::new_err(format!("{name}: found {found} items, expected {count}"))),
        }
    }

    /// As [`Items::of`], of any number of items.
    pub fn of_any(object: &Bound<'_, PyAny>, name: &str, kind: &str) -> PyResult<Self> {
        let buffer = PyBuffer::<T>::get(object)
            .map_err(|_| PyTypeError::new_err(format!("{name}: expected a buffer of {kind}")))?;
        if !buffer.is_c_contiguous() {
            return Err(PyTypeError::new_err(format!(
                "{name}: found a buffer with gaps, expected a contiguous one"
            )));
        }
        Ok(Self(buffer))
    }

    /// Returns the number of items.
    pub fn count(&self) -> usize {
        self.0.item_count()
    }

    /// As [`Items::of`], for one that is written to.
    pub fn writable(object: &Bound<'_, PyAny>, name: &str, kind: &str, count: usize) -> PyResult<Self> {
        let items = Self::of(object, name, kind, count)?;
        match items.0.readonly() {
            true => Err(PyBufferError::new_err(format!(
                "{name}: found a buffer that is read only, expected one to write to"
            ))),
            false => Ok(items),
        }
    }

    /// Returns the addresses from the first byte to the one behind the last.
    fn span(&self) -> (usize, usize) {
        let start = self.0.buf_ptr() as usize;
        (start, start + self.0.len_bytes())
    }
}

/// Buffers that one call reads, and others that it writes to.
pub struct Borrowed {
    spans: Vec<(usize, usize, bool)>,
}

impl Borrowed {
    pub fn new() -> Self {
        Self { spans: Vec::new() }
    }

    /// Notes that a buffer is used, and fails where it shares memory with one that is written to, or is written to itself
    /// and shares memory with any.
    fn note<T: Element>(&mut self, items: &Items<T>, is_written: bool) -> PyResult<()> {
        let (start, end) = items.span();
        let shares = |&&(from, to, written): &&(usize, usize, bool)| {
            (written || is_written) && start < to && from < end
        };
        if self.spans.iter().any(|span| shares(&span)) {
            return Err(PyValueError::new_err("found two buffers that share memory, expected separate ones"));
        }
        self.spans.push((start, end, is_written));
        Ok(())
    }

    /// Returns the items of a buffer to read.
    pub fn read<'a, T: Element>(&mut self, items: &'a Items<T>) -> PyResult<&'a [T]> {
        self.note(items, false)?;
        // SAFETY: the view keeps so many items of this type in place and contiguous; it lives as long as the result.
        Ok(unsafe { slice(items) })
    }

    /// Returns the items of a buffer to write to.
    pub fn write<'a, T: Element>(&mut self, items: &'a mut Items<T>) -> PyResult<&'a mut [T]> {
        self.note(items, true)?;
        // SAFETY: as above, and no other slice of this call has the same memory.
        Ok(unsafe { slice_mut(items) })
    }
}

unsafe fn slice<T: Element>(items: &Items<T>) -> &[T] {
    match items.0.item_count() {
        0 => &[], // whose address may be null
        count => unsafe { std::slice::from_raw_parts(items.0.buf_ptr().cast(), count) },
    }
}

unsafe fn slice_mut<T: Element>(items: &mut Items<T>) -> &mut [T] {
    match items.0.item_count() {
        0 => &mut [],
        count => unsafe { std::slice::from_raw_parts_mut(items.0.buf_ptr().cast(), count) },
    }
}
