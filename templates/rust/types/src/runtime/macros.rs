//! Implements `serde`, [`Decode`](super::Decode) and common conversions for the generated types.

#![allow(
    unused_macros,
    unused_imports,
    reason = "a description need not have every kind of type"
)]

/// An object. Each property has its presence (required, optional or nullable), its field and its
/// JSON name. The last field holds the remaining properties.
macro_rules! object {
    ($name:ident {
        $($access:ident $field:ident = $wire:literal,)*
        $(..$rest:ident)?
    }) => {
        impl $crate::runtime::Decode for $name {
            fn decode(
                value: serde_json::Value,
                decoder: &mut $crate::runtime::Decoder,
            ) -> Result<Self, $crate::runtime::DecodeError> {
                let mut fields = $crate::runtime::Fields::of(value, decoder)?;
                let object = Self {
                    $($field: $crate::runtime::macros::read!(fields.$access($wire)),)*
                    $($rest: $crate::runtime::macros::read!(fields.$rest()),)?
                };
                fields.finish();
                Ok(object)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut members = $crate::runtime::Members::of(serializer)?;
                $(members.$access($wire, &self.$field);)*
                $(members.rest(&self.$rest);)?
                members.finish()
            }
        }

        $crate::runtime::macros::deserialize!($name);
    };
}

/// `new` with the required properties. Up to three properties that cannot be confused are
/// arguments; otherwise they are the fields of a struct, so that each one is named. The optional
/// properties follow in brackets.
macro_rules! new {
    ($name:ident($($field:ident: $ty:ty),* $(,)?) $(, [$($other:ident),* $(,)?])?) => {
        impl $name {
            /// Creates a value from its required properties; all others are absent.
            #[must_use]
            pub fn new($($field: impl Into<$ty>),*) -> Self {
                Self {
                    $($field: $field.into(),)*
                    $($($other: Default::default(),)*)?
                }
            }
        }
    };
    (
        $name:ident($required:ident { $($field:ident: $ty:ty),* $(,)? } $(,)?)
        $(, [$($other:ident),* $(,)?])?
    ) => {
        #[doc = concat!("The required properties of [`", stringify!($name), "`].")]
        #[derive(Debug)]
        pub struct $required {
            $(
                #[doc = concat!("See [`", stringify!($name), "::", stringify!($field), "`].")]
                pub $field: $ty,
            )*
        }

        impl $name {
            /// Creates a value from its required properties; all others are absent.
            #[must_use]
            pub fn new(required: $required) -> Self {
                Self {
                    $($field: required.$field,)*
                    $($($other: Default::default(),)*)?
                }
            }
        }
    };
}

/// Works like `?` without converting the error, which compiles faster for the many fields.
macro_rules! read {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

/// `Deserialize` for a type that implements `Decode`.
macro_rules! deserialize {
    ($name:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::runtime::deserialize(deserializer)
            }
        }
    };
}

/// A newtype around another type.
macro_rules! newtype {
    ($name:ident, $inner:ty) => {
        impl $crate::runtime::Decode for $name {
            fn decode(
                value: serde_json::Value,
                decoder: &mut $crate::runtime::Decoder,
            ) -> Result<Self, $crate::runtime::DecodeError> {
                $crate::runtime::Decode::decode(value, decoder).map(Self)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        $crate::runtime::macros::deserialize!($name);

        impl From<$inner> for $name {
            fn from(inner: $inner) -> Self {
                Self(inner)
            }
        }

        impl std::ops::Deref for $name {
            type Target = $inner;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }
    };
}

/// The conversions that let a call take a value or a string by reference.
macro_rules! from_references {
    ($name:ident) => {
        impl From<&$name> for $name {
            fn from(other: &$name) -> Self {
                other.clone()
            }
        }

        impl From<&String> for $name {
            fn from(text: &String) -> Self {
                Self::from(text.as_str())
            }
        }
    };
}

/// The methods of a newtype around a string.
macro_rules! string_newtype {
    ($name:ident) => {
        $crate::runtime::newtype!($name, String);

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        $crate::runtime::macros::from_references!($name);

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

/// An open set of strings: each known value is a variant, any other is kept in `Unknown`. Values
/// are compared and sorted as strings.
macro_rules! string_enum {
    ($name:ident { $($variant:ident = $value:literal),* $(,)? }) => {
        impl $name {
            /// The values that the description defines.
            pub const VALUES: &'static [&'static str] = &[$($value),*];

            /// Returns the value as it is sent.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $value,)*
                    Self::Unknown(value) => value,
                }
            }

            /// Returns whether the description does not define this value.
            #[must_use]
            pub const fn is_unknown(&self) -> bool {
                matches!(self, Self::Unknown(_))
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> std::cmp::Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl std::hash::Hash for $name {
            fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
                self.as_str().hash(hasher);
            }
        }

        impl From<&str> for $name {
            fn from(value: &str) -> Self {
                match value {
                    $($value => Self::$variant,)*
                    other => Self::Unknown(other.to_owned()),
                }
            }
        }

        impl From<String> for $name {
            fn from(value: String) -> Self {
                Self::from(value.as_str())
            }
        }

        $crate::runtime::macros::from_references!($name);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl $crate::runtime::Decode for $name {
            fn decode(
                value: serde_json::Value,
                decoder: &mut $crate::runtime::Decoder,
            ) -> Result<Self, $crate::runtime::DecodeError> {
                <String as $crate::runtime::Decode>::decode(value, decoder).map(Self::from)
            }
        }

        $crate::runtime::macros::deserialize!($name);
    };
}

/// An open set of integers: each known value is a variant, any other is kept in `Unknown`.
macro_rules! integer_enum {
    ($name:ident { $($variant:ident = $value:literal),* $(,)? }) => {
        impl $name {
            /// The values that the description defines.
            pub const VALUES: &'static [i64] = &[$($value),*];

            /// Returns the value as it is sent.
            #[must_use]
            pub const fn get(&self) -> i64 {
                match self {
                    $(Self::$variant => $value,)*
                    Self::Unknown(value) => *value,
                }
            }

            /// Returns whether the description does not define this value.
            #[must_use]
            pub const fn is_unknown(&self) -> bool {
                matches!(self, Self::Unknown(_))
            }
        }

        impl From<i64> for $name {
            fn from(value: i64) -> Self {
                match value {
                    $($value => Self::$variant,)*
                    other => Self::Unknown(other),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i64(self.get())
            }
        }

        impl $crate::runtime::Decode for $name {
            fn decode(
                value: serde_json::Value,
                decoder: &mut $crate::runtime::Decoder,
            ) -> Result<Self, $crate::runtime::DecodeError> {
                <i64 as $crate::runtime::Decode>::decode(value, decoder).map(Self::from)
            }
        }

        $crate::runtime::macros::deserialize!($name);
    };
}

/// An open union of types: a value that matches no listed type is kept in `Unknown`.
///
/// With `by "property"`, the property selects the type; without it, the guards do.
macro_rules! union {
    ($name:ident by $property:literal { $($variant:ident = $($value:literal)|+),* $(,)? }) => {
        impl $crate::runtime::Decode for $name {
            fn decode(
                value: serde_json::Value,
                decoder: &mut $crate::runtime::Decoder,
            ) -> Result<Self, $crate::runtime::DecodeError> {
                match value.get($property).and_then(serde_json::Value::as_str) {
                    $(Some($($value)|+) => {
                        $crate::runtime::Decode::decode(value, decoder).map(Self::$variant)
                    })*
                    _ => Ok(Self::Unknown(value)),
                }
            }
        }

        $crate::runtime::macros::union!(@rest $name { $($variant),* });
    };
    ($name:ident by guards { $($variant:ident),* $(,)? }) => {
        impl $crate::runtime::Decode for $name {
            fn decode(
                value: serde_json::Value,
                decoder: &mut $crate::runtime::Decoder,
            ) -> Result<Self, $crate::runtime::DecodeError> {
                let mut guards = Self::GUARDS.iter();
                $(if let Some(guard) = guards.next()
                    && let Some(member) = decoder.attempt(guard, &value)
                {
                    return Ok(Self::$variant(member));
                })*
                Ok(Self::Unknown(value))
            }
        }

        $crate::runtime::macros::union!(@rest $name { $($variant),* });
    };
    (@rest $name:ident { $($variant:ident),* }) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(member) => member.serialize(serializer),)*
                    Self::Unknown(value) => value.serialize(serializer),
                }
            }
        }

        $crate::runtime::macros::deserialize!($name);
    };
}

pub(crate) use {
    deserialize, from_references, integer_enum, new, newtype, object, read, string_enum,
    string_newtype, union,
};
