//! The bytes of a request. A number is LEB128, the sign in its lowest bit; a text, bytes or a list begins with its length;
//! an optional value is a list of none or one.

use crate::Fault;

/// What is left of a request.
pub(crate) struct Reader<'r>(pub(crate) &'r [u8]);

impl<'r> Reader<'r> {
    /// Reads a number.
    pub(crate) fn number(&mut self) -> Result<i64, Fault> {
        let mut bits = 0_u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first().ok_or_else(cut_off)?;
            self.0 = rest;
            bits |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok((bits >> 1) as i64 ^ -((bits & 1) as i64));
            }
        }
        Err("found a number of more than 64 bits".to_owned())
    }

    /// Reads a number of another type.
    pub(crate) fn whole<T: TryFrom<i64>>(&mut self) -> Result<T, Fault> {
        let number = self.number()?;
        T::try_from(number).map_err(|_| format!("found {number}, expected a number in range"))
    }

    /// Reads some bytes.
    pub(crate) fn bytes(&mut self) -> Result<&'r [u8], Fault> {
        let length = self.whole()?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or_else(cut_off)?;
        self.0 = rest;
        Ok(bytes)
    }

    /// Reads a text.
    pub(crate) fn text(&mut self) -> Result<&'r str, Fault> {
        std::str::from_utf8(self.bytes()?).map_err(|error| error.to_string())
    }

    /// Reads a number that is not whole, as text.
    pub(crate) fn real(&mut self) -> Result<f64, Fault> {
        let text = self.text()?;
        text.parse().map_err(|_| format!("found {text:?}, expected a number"))
    }

    /// Reads a list.
    pub(crate) fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let length: usize = self.whole()?;
        (0..length).map(|_| item(self)).collect()
    }

    /// Reads a value that need not be there.
    pub(crate) fn optional<T>(
        &mut self,
        item: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        Ok(self.list(item)?.pop())
    }
}

fn cut_off() -> Fault {
    "the request is cut off".to_owned()
}
