//! Examples and defaults, as far as they are worth their length; nothing hides in them.

use serde_json::Value;

use crate::targets::mcp::prose::visible_value;

/// How long one may be, as text.
const LONGEST: usize = 2 << 10;
/// How deep values may nest; many readers of JSON give up not far behind.
const DEEPEST: usize = 32;

/// Those that are worth their length, each once.
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

/// About how long the value is as text.
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
