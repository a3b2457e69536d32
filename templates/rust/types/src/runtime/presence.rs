//! Distinguishes an absent property from `null`.

/// A property that may be absent and may also be `null`, which have different meanings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Presence<T> {
    /// The property is absent.
    #[default]
    Absent,
    /// The property is present and `null`.
    Null,
    /// The property is present and has a value.
    Value(T),
}

impl<T> Presence<T> {
    /// Returns whether the property is absent.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Returns whether the property is `null`.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Returns the value, if there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Returns the value, if there is one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Returns the same state, with a reference to the value.
    pub const fn as_ref(&self) -> Presence<&T> {
        match self {
            Self::Absent => Presence::Absent,
            Self::Null => Presence::Null,
            Self::Value(value) => Presence::Value(value),
        }
    }

    /// Returns the same state, with the converted value.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Presence<U> {
        match self {
            Self::Absent => Presence::Absent,
            Self::Null => Presence::Null,
            Self::Value(value) => Presence::Value(convert(value)),
        }
    }
}

impl<T> From<T> for Presence<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T> From<Option<T>> for Presence<T> {
    /// Converts `None` to `Null`; use [`Presence::Absent`] to leave the property out.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl<T> From<Presence<T>> for Option<T> {
    /// Converts both `Absent` and `Null` to `None`.
    fn from(presence: Presence<T>) -> Self {
        presence.into_value()
    }
}
