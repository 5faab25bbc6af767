//! Values that have names.

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
