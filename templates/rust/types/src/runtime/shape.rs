//! Converts text to JSON and back, by [`Shape`].

use serde_json::{Map, Number, Value};

use super::Shape;

impl Shape {
    /// Returns the JSON value for a text.
    ///
    /// Text that does not have the shape is kept as a string, so that the decoding error can quote
    /// it.
    pub(super) fn read(&self, text: String) -> Value {
        let value = match self {
            Self::Text => None,
            Self::Integer => integer(&text),
            Self::Number => number(&text),
            Self::Boolean => boolean(&text),
            Self::Json | Self::Array(_) | Self::Object(_) => serde_json::from_str(&text).ok(),
        };
        value.unwrap_or(Value::String(text))
    }

    /// Returns the text of a JSON value; null, lists and objects are written as JSON.
    pub(super) fn write(&self, value: &Value) -> String {
        match value {
            Value::String(text) if !matches!(self, Self::Json) => text.clone(),
            other => other.to_string(),
        }
    }

    /// Returns whether a value is written as a single text, rather than item by item.
    pub(super) const fn is_one(&self, value: &Value) -> bool {
        matches!(self, Self::Json) || !matches!(value, Value::Array(_) | Value::Object(_))
    }

    /// Returns the shape of the items.
    pub(super) const fn item(&self) -> &Self {
        match self {
            Self::Array(item) => item,
            _ => &Self::Text,
        }
    }

    /// Returns the shape of a property; `Text` for one that the description does not define.
    pub(super) fn property(&self, name: &str) -> &Self {
        self.properties()
            .iter()
            .find(|(known, _)| *known == name)
            .map_or(&Self::Text, |(_, shape)| shape)
    }

    /// Returns the properties of an object that are sent: first those that the description defines,
    /// in its order, then the others.
    pub(super) fn sent<'v>(
        &self,
        members: &'v Map<String, Value>,
    ) -> impl Iterator<Item = (&'v String, &'v Value)> {
        let place = |name: &str| {
            let mut known = self.properties().iter();
            known
                .position(|(known, _)| *known == name)
                .unwrap_or(usize::MAX)
        };
        let mut sent: Vec<_> = members
            .iter()
            .filter(|(_, value)| !value.is_null())
            .collect();
        sent.sort_by_key(|(name, _)| place(name));
        sent.into_iter()
    }

    /// Returns the properties that the description defines.
    pub(super) const fn properties(&self) -> &'static [(&'static str, Self)] {
        match self {
            Self::Object(properties) => properties,
            _ => &[],
        }
    }
}

/// Parses an integer. One that is too large stays text, which keeps its digits.
fn integer(text: &str) -> Option<Value> {
    if !is_number(text) {
        return None;
    }
    let signed = text.parse::<i64>().map(Value::from);
    signed
        .or_else(|_| text.parse::<u64>().map(Value::from))
        .ok()
}

fn number(text: &str) -> Option<Value> {
    integer(text).or_else(|| {
        let number = text.parse().ok().filter(|_| is_number(text))?;
        Number::from_f64(number).map(Value::Number)
    })
}

fn boolean(text: &str) -> Option<Value> {
    match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => None,
    }
}

/// Returns whether `text` is a number as JSON writes it (RFC 8259 §6).
pub(super) fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = split(unsigned, &['e', 'E']);
    let (whole, fraction) = split(mantissa, &['.']);
    is_digits(whole)
        && (whole.len() == 1 || !whole.starts_with('0'))
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(|text| is_digits(text.strip_prefix(['+', '-']).unwrap_or(text)))
}

fn split<'a>(text: &'a str, at: &[char]) -> (&'a str, Option<&'a str>) {
    match text.split_once(at) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
