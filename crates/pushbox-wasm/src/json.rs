//! JSON of answers.

use std::fmt::Write;

/// A value that can be written as JSON.
pub(crate) trait Json {
    fn write(&self, out: &mut String);
}

macro_rules! json {
    ($($type:ty),*) => {$(
        impl Json for $type {
            fn write(&self, out: &mut String) {
                let _ = write!(out, "{self}"); // a text takes all
            }
        }
    )*};
}

json!(bool, i64, u32, u64, usize);

impl Json for f64 {
    fn write(&self, out: &mut String) {
        let number = if self.is_finite() { *self } else { 0.0 };
        let _ = write!(out, "{number}");
    }
}

impl Json for str {
    fn write(&self, out: &mut String) {
        out.push('"');
        for sign in self.chars() {
            match sign {
                '"' | '\\' => out.extend(['\\', sign]),
                '\0'..='\x1f' => {
                    let _ = write!(out, "\\u{:04x}", u32::from(sign));
                }
                _ => out.push(sign),
            }
        }
        out.push('"');
    }
}

impl Json for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }
}

impl<T: Json + ?Sized> Json for &T {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl<T: Json> Json for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }
}

impl<T: Json> Json for [T] {
    fn write(&self, out: &mut String) {
        out.push('[');
        for (index, item) in self.iter().enumerate() {
            out.push_str(if index == 0 { "" } else { "," });
            item.write(out);
        }
        out.push(']');
    }
}

impl<T: Json> Json for Vec<T> {
    fn write(&self, out: &mut String) {
        self.as_slice().write(out);
    }
}

/// Returns an object of some fields.
pub(crate) fn object(fields: &[(&str, &dyn Json)]) -> String {
    let mut out = String::from("{");
    for (index, (name, value)) in fields.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { "," });
        name.write(&mut out);
        out.push(':');
        value.write(&mut out);
    }
    out + "}"
}

/// JSON that is written already.
pub(crate) struct Written(pub(crate) String);

impl Json for Written {
    fn write(&self, out: &mut String) {
        out.push_str(&self.0);
    }
}
