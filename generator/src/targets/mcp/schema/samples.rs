//! Examples and defaults of limited length, without hidden characters.

use serde_json::Value;

use crate::targets::mcp::prose::visible_value;

/// The maximum length of one, as text.
const LONGEST: usize = 2 << 10;
/// The maximum nesting; many JSON parsers accept little more.
const DEEPEST: usize = 32;

/// Returns those within the limits, without duplicates.
pub(in super::super) fn fitting<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<Value> {
    const MOST: usize = 4;
    let mut fitting: Vec<Value> = Vec::new();
    for value in values.filter(|value| is_short(value)) {
        let value = visible_value(value);
        if fitting.len() < MOST && !fitting.contains(&value) {
            fitting.push(value);
        }
    }
    fitting
}

pub(super) fn is_short(value: &Value) -> bool {
    is_shallow(value) && size(value) <= LONGEST
}

pub(super) fn is_shallow(value: &Value) -> bool {
    depth(value) <= DEEPEST
}

pub(super) fn length(values: &[Value]) -> usize {
    values.iter().map(size).sum()
}

fn depth(value: &Value) -> usize {
    let deepest = match value {
        Value::Array(items) => items.iter().map(depth).max(),
        Value::Object(members) => members.values().map(depth).max(),
        _ => return 0,
    };
    1 + deepest.unwrap_or_default()
}

/// Returns the approximate length of a value as text.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 2 + items.iter().map(|item| size(item) + 1).sum::<usize>(),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| name.len() + 4 + size(value));
            2 + members.sum::<usize>()
        }
        Value::String(text) => text.len() + 2,
        _ => 8,
    }
}
