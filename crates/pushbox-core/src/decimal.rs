//! Numbers in texts that are made of every level of a library, where those of `std::fmt` took a quarter of the time.

/// Appends a number in decimal digits.
pub(crate) fn push_decimal(text: &mut String, number: usize) {
    if number >= 10 {
        push_decimal(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}
