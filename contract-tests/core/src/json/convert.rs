//! Converts JSON to and from `serde_json`, and to text.

use std::fmt;

use serde_json::{Number, Value};

use super::Json;

impl Json {
    /// Converts the value to `serde_json`. Of properties with the same name the last one is kept,
    /// and a number that does not fit (`1e999`) becomes a string.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(*value),
            Self::Number(text) => number(text),
            Self::String(text) => Value::from(&**text),
            Self::Array(items) => items.iter().map(Self::to_value).collect(),
            Self::Object(members) => members
                .iter()
                .map(|(name, value)| (name.to_string(), value.to_value()))
                .collect(),
        }
    }
}

fn number(text: &str) -> Value {
    let signed = || text.parse::<i64>().ok().map(Number::from);
    let unsigned = || text.parse::<u64>().ok().map(Number::from);
    let float = || text.parse().ok().and_then(Number::from_f64);
    signed()
        .or_else(unsigned)
        .or_else(float)
        .map_or_else(|| Value::from(text), Value::Number)
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Number(number.to_string().into()),
            Value::String(text) => Self::String(text.as_str().into()),
            Value::Array(items) => Self::Array(items.iter().map(Self::from).collect()),
            Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(name, value)| (name.as_str().into(), Self::from(value)))
                    .collect(),
            ),
        }
    }
}

/// Writes compact JSON, without spaces between tokens.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(text) => f.write_str(text),
            Self::String(text) => quote(text, f),
            Self::Array(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    separate(index, f)?;
                    item.fmt(f)?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    separate(index, f)?;
                    quote(name, f)?;
                    f.write_str(":")?;
                    value.fmt(f)?;
                }
                f.write_str("}")
            }
        }
    }
}

fn separate(index: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if index > 0 { f.write_str(",") } else { Ok(()) }
}

fn quote(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let quoted = serde_json::to_string(text).map_err(|_| fmt::Error)?;
    f.write_str(&quoted)
}
