//! Merges two plain schemas that must both hold.

use crate::model::{Bounds, Enumeration, Kind, Text, ValueList};

/// Returns the intersection of two kinds of plain value, or as an error the one to keep if it is
/// empty.
pub(super) fn primitives(one: Kind, other: Kind) -> Result<Kind, Kind> {
    match (one, other) {
        (Kind::String(one), Kind::String(other)) => Ok(Kind::String(texts(one, other))),
        (Kind::Enumeration(one), Kind::Enumeration(other)) => enumerations(one, &other),
        (Kind::Enumeration(values), _) | (_, Kind::Enumeration(values)) => {
            Ok(Kind::Enumeration(values))
        }
        (
            Kind::Integer { format, bounds },
            Kind::Integer {
                format: f,
                bounds: b,
            }
            | Kind::Number {
                format: f,
                bounds: b,
            },
        )
        | (
            Kind::Number {
                format: f,
                bounds: b,
            },
            Kind::Integer { format, bounds },
        ) => Ok(Kind::Integer {
            format: format.or(f),
            bounds: ranges(&bounds, &b),
        }),
        (
            Kind::Number { format, bounds },
            Kind::Number {
                format: f,
                bounds: b,
            },
        ) => Ok(Kind::Number {
            format: format.or(f),
            bounds: ranges(&bounds, &b),
        }),
        (one, other) if one == other => Ok(one),
        (one, _) => Err(one),
    }
}

fn texts(one: Text, other: Text) -> Text {
    Text {
        format: one.format.or(other.format),
        min_length: one.min_length.max(other.min_length),
        max_length: least(one.max_length, other.max_length),
        pattern: other.pattern.or(one.pattern),
        content: one.content.or(other.content),
    }
}

fn enumerations(one: Enumeration, other: &Enumeration) -> Result<Kind, Kind> {
    let in_both = one
        .values
        .iter()
        .filter(|value| other.values.contains(value));
    let values: ValueList = in_both.cloned().collect();
    if values.is_empty() {
        return Err(Kind::Enumeration(one));
    }
    Ok(Kind::Enumeration(Enumeration { values, ..one }))
}

/// Returns whether the bounds of a kind allow no value.
pub(super) fn excludes_everything(kind: &Kind) -> bool {
    match kind {
        Kind::Integer { bounds, .. } | Kind::Number { bounds, .. } => bounds.exclude_everything(),
        Kind::String(text) => text
            .max_length
            .is_some_and(|most| text.min_length > Some(most)),
        _ => false,
    }
}

fn ranges(one: &Bounds, other: &Bounds) -> Bounds {
    let number = |text: &Option<String>| text.as_deref().and_then(|t| t.parse::<f64>().ok());
    let lower_of_other = number(&other.minimum) > number(&one.minimum);
    let upper_of_other = match (number(&one.maximum), number(&other.maximum)) {
        (Some(one), Some(other)) => other < one,
        (None, Some(_)) => true,
        _ => false,
    };
    let lower = if lower_of_other { other } else { one };
    let upper = if upper_of_other { other } else { one };
    Bounds {
        minimum: lower.minimum.clone(),
        exclusive_minimum: lower.exclusive_minimum,
        maximum: upper.maximum.clone(),
        exclusive_maximum: upper.exclusive_maximum,
        multiple_of: one.multiple_of.clone().or(other.multiple_of.clone()),
    }
}

pub(super) fn least(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
