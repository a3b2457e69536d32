//! Types that every language has in some form.

/// The index of a declared type in [`Types`](super::Types).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TypeId(pub(super) usize);

impl TypeId {
    /// Returns the index.
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Ty {
    /// Any JSON value.
    Any,
    /// `null` and nothing else.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A 32-bit integer.
    Int32,
    /// A 64-bit integer.
    Int64,
    /// An integer of 16 bits or fewer that is never negative.
    UInt16,
    /// A 32-bit integer that is never negative.
    UInt32,
    /// A 64-bit integer that is never negative.
    UInt64,
    /// A single-precision number.
    Float,
    /// A double-precision number.
    Double,
    /// A JSON number whose decimal digits matter.
    DecimalNumber,
    /// A string.
    String,
    /// A string that is a decimal number.
    Decimal,
    /// An instant (RFC 3339).
    DateTime,
    /// A day (RFC 3339 `full-date`).
    Date,
    /// A UUID (RFC 9562).
    Uuid,
    /// An address (RFC 3986).
    Uri,
    /// Bytes in base 64 (RFC 4648 §4).
    Base64,
    /// Bytes of a body, or of a part of one.
    Binary,
    /// A JSON object of unknown shape.
    Object,
    /// A declared type.
    Declared(TypeId),
    /// An array.
    List(Box<Ty>),
    /// An object with values of one type.
    Map(Box<Ty>),
    /// A type, or `null`.
    Nullable(Box<Ty>),
}

impl Ty {
    /// Returns whether its values are strings in JSON.
    pub(crate) const fn is_text(&self) -> bool {
        matches!(
            self,
            Self::String
                | Self::Decimal
                | Self::DateTime
                | Self::Date
                | Self::Uuid
                | Self::Uri
                | Self::Base64
                | Self::Binary
        )
    }

    /// Returns whether its values are whole numbers.
    pub(crate) const fn is_integer(&self) -> bool {
        matches!(
            self,
            Self::Int32 | Self::Int64 | Self::UInt16 | Self::UInt32 | Self::UInt64
        )
    }

    /// Returns the declared type that it is, or that its items or values are.
    pub(crate) fn declared(&self) -> Option<TypeId> {
        let mut ty = self;
        loop {
            match ty {
                Self::Declared(id) => return Some(*id),
                Self::List(inner) | Self::Map(inner) | Self::Nullable(inner) => ty = inner,
                _ => return None,
            }
        }
    }

    /// Returns the type without `null`.
    pub(crate) fn not_null(&self) -> &Self {
        match self {
            Self::Nullable(inner) => inner,
            other => other,
        }
    }
}
