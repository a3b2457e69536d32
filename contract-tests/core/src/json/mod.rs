//! JSON that keeps everything in its text: numbers as they are written, the order of properties,
//! and repeated names.

mod convert;
mod decimal;
mod parse;
mod path;
mod same;

pub use self::decimal::Decimal;
pub use self::path::{escape, general};

/// A JSON value (RFC 8259 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it is written.
    Number(Box<str>),
    /// A string.
    String(Box<str>),
    /// An array.
    Array(Vec<Self>),
    /// An object, with every property in its order.
    Object(Vec<(Box<str>, Self)>),
}

/// Why a text was not parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// What is wrong.
    pub message: String,
    /// The position, in bytes from the start.
    pub offset: usize,
    /// Whether it is deeper or larger than what is parsed (RFC 8259 §9): it may still be JSON.
    pub is_beyond_limits: bool,
}

impl std::fmt::Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at byte {}", self.message, self.offset)
    }
}

impl std::error::Error for JsonError {}

impl Json {
    /// The maximum nesting depth of arrays and objects.
    pub const DEPTH: usize = 128;

    /// The maximum number of values in a text, which bounds the memory of a parsed text.
    pub const VALUES: usize = 1_000_000;

    /// Parses a JSON text (RFC 8259): one value in UTF-8 without a byte order mark, and nothing
    /// after it. The depth is limited to [`Json::DEPTH`], the number of values to
    /// [`Json::VALUES`], and a number to 4300 digits (RFC 8259 §9 allows limits).
    ///
    /// # Errors
    /// Returns what is wrong with the text.
    pub fn parse(bytes: &[u8]) -> Result<Self, JsonError> {
        parse::parse(bytes)
    }

    /// Returns the text, if it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the items, if it is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the properties, if it is an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&[(Box<str>, Self)]> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Returns whether it is `null`.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Returns the value, if it is a boolean.
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the number as it is written, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<&str> {
        match self {
            Self::Number(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the integer, if it is one that fits; `1.0` and `1e0` are 1.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        u64::try_from(self.as_i128()?).ok()
    }

    /// Returns the integer, if it is one that fits; `1.0` and `1e0` are 1.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        i64::try_from(self.as_i128()?).ok()
    }

    fn as_i128(&self) -> Option<i128> {
        let text = self.number()?;
        let plain = text.parse::<i64>().ok().map(i128::from);
        plain.or_else(|| Decimal::parse(text)?.to_i128())
    }

    /// Returns the kind of value, for messages.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }
}
