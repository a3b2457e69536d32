//! Makes text from a description safe for people and models: nothing in it is hidden.

use serde_json::Value;
use spec::hidden;
use spec::model::{Deprecation, Operation};

/// Returns what a tool does, and when it is sunset.
pub(super) fn of_tool(operation: &Operation) -> String {
    let said = operation
        .description
        .as_ref()
        .or(operation.summary.as_ref());
    let mut text = match said {
        Some(said) => visible(said.trim()),
        None => visible(&format!("{} {}", operation.method.as_str(), operation.path)),
    };
    if let Some(deprecation) = &operation.deprecation {
        text.push_str("\n\n");
        text.push_str(&of_deprecation(deprecation));
    }
    text
}

fn of_deprecation(deprecation: &Deprecation) -> String {
    let Deprecation {
        since,
        sunset,
        guide,
    } = deprecation;
    let mut text = "Deprecated".to_owned();
    for (before, date) in [(" since ", since), (", and responds only until ", sunset)] {
        if let Some(date) = date {
            text.push_str(before);
            text.push_str(&visible(date));
        }
    }
    text.push('.');
    if let Some(guide) = guide {
        text.push_str(" What to use in its place: ");
        text.push_str(&visible(guide));
    }
    text
}

/// Replaces every invisible character with a symbol: models would read them, and people would not
/// see them.
pub(super) fn visible(text: &str) -> String {
    hidden::shown(text).into_owned()
}

/// Makes all texts and property names in a value visible.
pub(super) fn visible_value(value: &Value) -> Value {
    match value {
        Value::String(text) => visible(text).into(),
        Value::Array(items) => items.iter().map(visible_value).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (visible(name), visible_value(value)))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}
