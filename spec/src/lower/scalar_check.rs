//! Validates plain values against plain schemas.

use super::sample::Breach;
use crate::document::{Node, Value};
use crate::model::{Bounds, Kind, Text};
use crate::source::Span;

pub(super) fn check(node: &Node, kind: &Kind) -> Result<(), Breach> {
    match (kind, &node.value) {
        (Kind::Boolean, Value::Bool(_)) | (Kind::Null, Value::Null) => Ok(()),
        (Kind::Boolean, _) => Err(Breach::kind(node, "a boolean")),
        (Kind::Null, _) => Err(Breach::kind(node, "null")),
        (Kind::Never, _) => Err(Breach::kind(node, "no value is allowed")),
        (Kind::String(text), Value::String(value)) => string(node, value, text),
        (Kind::String(_), _) => Err(Breach::kind(node, "a string")),
        (Kind::Integer { bounds, .. }, Value::Number(text)) => {
            if text
                .parse::<f64>()
                .is_ok_and(|number| number.fract() != 0.0)
            {
                return Err(Breach {
                    what: format!("{text} is not a whole number"),
                    ..Breach::kind(node, "a whole number")
                });
            }
            number(node, text, bounds)
        }
        (Kind::Integer { .. }, _) => Err(Breach::kind(node, "a whole number")),
        (Kind::Number { bounds, .. }, Value::Number(text)) => number(node, text, bounds),
        (Kind::Number { .. }, _) => Err(Breach::kind(node, "a number")),
        _ => Ok(()),
    }
}

fn string(node: &Node, value: &str, text: &Text) -> Result<(), Breach> {
    if text.min_length.is_none() && text.max_length.is_none() {
        return Ok(());
    }
    let length = value.chars().count() as u64;
    within(
        node.span,
        (length, text.min_length, text.max_length),
        "character",
    )
}

fn number(node: &Node, text: &str, bounds: &Bounds) -> Result<(), Breach> {
    let Ok(value) = text.parse::<f64>() else {
        return Ok(());
    };
    let bound = |text: &Option<String>| text.as_deref()?.parse::<f64>().ok();
    let breach = |what: String, expected: String| Breach {
        span: node.span,
        what,
        expected,
    };
    if let Some(least) = bound(&bounds.minimum)
        && (value < least || (bounds.exclusive_minimum && value <= least))
    {
        let from = if bounds.exclusive_minimum {
            "above"
        } else {
            "from"
        };
        let expected = format!("a number {from} {least}");
        return Err(breach(format!("{text} is too small"), expected));
    }
    if let Some(most) = bound(&bounds.maximum)
        && (value > most || (bounds.exclusive_maximum && value >= most))
    {
        let to = if bounds.exclusive_maximum {
            "below"
        } else {
            "up to"
        };
        let expected = format!("a number {to} {most}");
        return Err(breach(format!("{text} is too large"), expected));
    }
    Ok(())
}

/// Returns whether a count is within its bounds.
pub(super) fn within(
    span: Span,
    (count, least, most): (u64, Option<u64>, Option<u64>),
    unit: &str,
) -> Result<(), Breach> {
    let bound = match (least, most) {
        (Some(least), _) if count < least => Some(("at least", least)),
        (_, Some(most)) if count > most => Some(("at most", most)),
        _ => None,
    };
    let Some((side, bound)) = bound else {
        return Ok(());
    };
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    Err(Breach {
        span,
        what: format!("it has {count} {unit}{}", plural(count)),
        expected: format!("{side} {bound} {unit}{}", plural(bound)),
    })
}
