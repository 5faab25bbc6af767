//! Macros for enums whose values have names, and for errors with their texts.

/// Defines an enum whose values have names: `ALL` of them in their order, `as_str`, and [`std::str::FromStr`].
macro_rules! named {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $variant:ident => $text:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All values.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$variant),*];

            /// Returns the name.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(name: &str) -> Result<Self, String> {
                let value = Self::ALL.into_iter().find(|value| value.as_str() == name);
                let names = [$($text),*].join(", ");
                value.ok_or_else(|| format!("found {name:?}, expected one of {names}"))
            }
        }
    };
}

pub(crate) use named;

/// Defines an enum of faults, each with the text that it is shown as, which may hold its fields, and what else the text takes.
macro_rules! faults {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $(
                $(#[$doc:meta])*
                $variant:ident
                $({ $($field:ident: $type:ty),* })?
                $(( $($part:ident: $part_type:ty),* ))?
                => $text:literal $(, $argument:expr)*;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant $({ $(#[doc = concat!("The ", stringify!($field), ".")] $field: $type),* })? $(( $($part_type),* ))?,)*
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $({ $($field),* })? $(( $($part),* ))? => write!(out, $text $(, $argument)*),)*
                }
            }
        }

        impl std::error::Error for $name {}
    };
}

pub(crate) use faults;
